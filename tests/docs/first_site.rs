//! `docs/first-site.md`: its commands are run and its files written one after the other, in an empty folder.
//!
//! A fence `sh` is run line by line. A fence with a path beside its language is that file; a fence `diff` with a path
//! replaces lines of it. A fence `text` is what the commands before it print, with `…` for what may differ.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::fences;
use crate::support::git::git;
use crate::support::{TestSite, site};

const FIRST_SITE: &str = include_str!("../../docs/first-site.md");

/// A person who follows the page.
struct Reader {
    home: TestSite,
    /// The folder that the commands are run in.
    folder: PathBuf,
    /// What the last commands printed, and whether all of them succeeded.
    printed: String,
    has_succeeded: bool,
}

#[test]
fn the_first_site_is_made_and_published_as_the_page_says() {
    let home = site("");
    let folder = home.root().to_owned();
    let mut reader = Reader { home, folder, printed: String::new(), has_succeeded: true };
    // The repository that stands for the one at GitHub.
    git(reader.home.root(), &["init", "--bare", "--quiet", "--initial-branch", "main", "published.git"]);
    for (kind, text) in fences(FIRST_SITE) {
        match kind.split_once(' ') {
            Some(("diff", path)) => reader.replace_lines(path, &text),
            Some((_, path)) => reader.write(path, &text),
            None if kind == "sh" => reader.run_all(&text),
            None => reader.expect(&text),
        }
    }
    assert!(reader.has_succeeded, "{}", reader.printed);
    assert!(reader.folder.join("dist/index.html").is_file());
    let published = git(&reader.home.path("published.git"), &["ls-tree", "-r", "--name-only", "main"]);
    assert!(
        published.contains("content/urls.txt") && published.contains(".github/workflows/publish.yml"),
        "{published}"
    );
    assert!(!published.contains("dist/"), "{published}");
}

impl Reader {
    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// Replaces the text of the lines with `-` by that of the lines with `+`.
    fn replace_lines(&self, path: &str, diff: &str) {
        let side = |sign: char| -> String {
            diff.lines().filter_map(|line| line.strip_prefix(sign)).collect::<Vec<_>>().join("\n")
        };
        let text = std::fs::read_to_string(self.folder.join(path)).expect("a file that is there");
        assert!(text.contains(&side('-')), "{path} does not hold\n{}", side('-'));
        self.write(path, &text.replace(&side('-'), &side('+')));
    }

    fn run_all(&mut self, commands: &str) {
        assert!(self.has_succeeded, "{}", self.printed);
        self.printed.clear();
        for command in commands.lines() {
            if let Some(folder) = command.strip_prefix("cd ") {
                self.folder = self.folder.join(folder);
            } else if command.starts_with("site serve") {
                self.serve(command);
            } else {
                self.run(command);
            }
        }
    }

    /// Creates a command of the shell, with the program on its path and the repository in place of GitHub's.
    fn command(&self, command: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_site")).parent().expect("a folder").to_string_lossy();
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(&self.folder).env("PATH", format!("{program}:{path}"));
        shell.env("GIT_CONFIG_COUNT", "3").env("NO_PROXY", "127.0.0.1");
        let published = format!("url.{}.insteadOf", self.home.path("published.git").display());
        for (number, (key, value)) in [
            ("user.name", "Ada"),
            ("user.email", "ada@example.com"),
            (&published, "https://github.com/ada/my-site.git"),
        ]
        .into_iter()
        .enumerate()
        {
            shell.env(format!("GIT_CONFIG_KEY_{number}"), key).env(format!("GIT_CONFIG_VALUE_{number}"), value);
        }
        shell
    }

    fn run(&mut self, command: &str) {
        let output = self.command(command).output().expect("a shell");
        self.printed += &String::from_utf8_lossy(&output.stdout);
        self.printed += &String::from_utf8_lossy(&output.stderr);
        self.has_succeeded &= output.status.success();
    }

    /// Runs a server until it prints its address.
    fn serve(&mut self, command: &str) {
        let mut server =
            self.command(&format!("exec {command} --port 0")).stdout(Stdio::piped()).spawn().expect("a shell");
        let output = BufReader::new(server.stdout.take().expect("its output"));
        let address = output.lines().map_while(Result::ok).find(|line| line.contains("http://127.0.0.1:"));
        server.kill().and_then(|()| server.wait()).expect("an end");
        assert!(address.is_some(), "no address was printed");
    }

    /// Asserts that the commands before printed these texts in this order, and that they failed if an error is among
    /// them.
    fn expect(&mut self, expected: &str) {
        let mut rest = self.printed.as_str();
        for part in expected.trim().split('…').filter(|part| !part.is_empty()) {
            let found = rest.find(part.trim());
            let start = found.unwrap_or_else(|| panic!("no {part:?} in\n{}", self.printed));
            rest = &rest[start..];
        }
        assert_eq!(self.has_succeeded, !expected.contains("error["), "{}", self.printed);
        self.has_succeeded = true;
    }
}
