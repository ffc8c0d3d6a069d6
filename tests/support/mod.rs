//! Sites for tests: written as text, built, edited, and built again.
//!
//! ```text
//! -- content/site.yaml --
//! title: Test
//! -- templates/page.html --
//! {{ page.content }}
//! ```

pub mod git;
pub mod http;
pub mod photo;
pub mod random;
pub mod server;
pub mod session;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use site::config::Config;
use site::date::Clock;
use site::diagnostic::{Diagnostic, format};
use site::output::{CommitSummary, OutputFolder};
use site::pipeline::{self, Build};
use tempfile::TempDir;

/// The files that most tests need: settings, one collection with the home page, one template.
pub const BASE: &str = "\
-- content/site.yaml --
title: Test
base_url: https://example.com/
-- content/pages/_collection.yaml --
route: /{slug}/
template: page.html
schema:
  required: [title]
  properties:
    title: { type: string }
-- templates/page.html --
<!doctype html>
<html lang=\"{{ site.language }}\">
<head><title>{{ page.title }}</title><meta name=\"description\" content=\"A page\"></head>
<body><h1>{{ page.title }}</h1>
{{ page.content }}</body>
</html>
-- content/pages/home.md --
---
title: Home
route: /
---
Hello.
";

/// A site in a folder of its own.
pub struct TestSite {
    folder: TempDir,
    pub config: Config,
}

/// The site that `files` states, on top of nothing.
pub fn site(files: &str) -> TestSite {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let clock = Clock::parse("2025-06-01").expect("a date");
    let config = Config::new(folder.path(), clock);
    let site = TestSite { folder, config };
    site.edit(files)
}

/// [`BASE`] with `files` over it.
pub fn base(files: &str) -> TestSite {
    site(BASE).edit(files)
}

/// The files of a text: each begins at a line `-- path --`.
pub fn files(text: &str) -> Vec<(&str, String)> {
    let mut files: Vec<(&str, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let name = line.trim_end().strip_prefix("-- ").and_then(|rest| rest.strip_suffix(" --"));
        match (name, files.last_mut()) {
            (Some(name), _) => files.push((name, String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => assert!(line.trim().is_empty(), "text before the first file: {line}"),
        }
    }
    files
}

impl TestSite {
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    /// Writes files as they are stated.
    pub fn edit(self, text: &str) -> Self {
        for (path, text) in files(text) {
            self.write(path, text);
        }
        self
    }

    /// Takes the tag `!sample` out of these files.
    pub fn approve_samples(&self, files: &[&str]) {
        for file in files {
            let text = std::fs::read_to_string(self.path(file)).expect("a file");
            self.write(file, text.replace(": !sample", ":"));
        }
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("to make it");
        std::fs::write(path, bytes).expect("to write it");
    }

    /// Replaces a text that must be there.
    pub fn replace(self, path: &str, from: &str, to: &str) -> Self {
        let text = std::fs::read_to_string(self.path(path)).expect("a file");
        assert!(text.contains(from), "{path} does not hold {from:?}");
        self.write(path, text.replace(from, to));
        self
    }

    pub fn remove(self, path: &str) -> Self {
        let target = self.path(path);
        let removed = if target.is_dir() { std::fs::remove_dir_all(target) } else { std::fs::remove_file(target) };
        removed.expect("something to remove");
        self
    }

    /// Links the packages that islands are built with.
    pub fn packages(self) -> Self {
        let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules");
        assert!(packages.is_dir(), "run `npm ci` first");
        #[cfg(unix)]
        let linked = std::os::unix::fs::symlink(packages, self.path("node_modules"));
        #[cfg(windows)]
        let linked = std::os::windows::fs::symlink_dir(packages, self.path("node_modules"));
        linked.expect("a link to the packages");
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut Config)) -> Self {
        change(&mut self.config);
        self
    }

    /// Builds into `dist/`, publishing it if there are no errors.
    pub fn build(self) -> Built {
        let output = match OutputFolder::open(&self.config.out, &self.config.root) {
            Ok(output) => output,
            Err(diagnostic) => {
                let build = Build { diagnostics: vec![diagnostic], ..Build::default() };
                return Built { site: self, build, summary: None };
            }
        };
        let mut build = pipeline::build(&self.config, &output, &|_| ());
        let summary = if build.errors() == 0 { pipeline::publish(&self.config, output, &mut build) } else { None };
        Built { site: self, build, summary }
    }

    /// Runs the program in the site's folder.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, &[])
    }

    /// Runs the program in the site's folder with these variables.
    pub fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_site"))
            .args(arguments)
            .envs(variables.iter().copied())
            .current_dir(self.root())
            .env_remove("CLICOLOR_FORCE")
            .env("NO_PROXY", "127.0.0.1")
            .output()
            .expect("the program to start");
        Ran {
            status: output.status.code().expect("an exit status"),
            out: String::from_utf8(output.stdout).expect("text"),
            errors: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// The exit status of a run of the program, and what it printed.
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub errors: String,
}

/// A site after a build.
pub struct Built {
    pub site: TestSite,
    pub build: Build,
    pub summary: Option<CommitSummary>,
}

impl Built {
    /// Asserts that there are neither errors nor warnings.
    #[track_caller]
    pub fn fine(self) -> Self {
        assert!(self.build.diagnostics.is_empty(), "{}", self.drawn());
        self
    }

    /// Asserts that the diagnostics have exactly these codes, in this order.
    #[track_caller]
    pub fn mistakes(self, codes: &[&str]) -> Self {
        let found: Vec<&str> = self.build.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(found, codes, "{}", self.drawn());
        self
    }

    /// Returns all diagnostics as a terminal shows them.
    pub fn drawn(&self) -> String {
        draw_all(&self.build.diagnostics)
    }

    /// Returns the text of an output.
    #[track_caller]
    pub fn text(&self, path: &str) -> String {
        let file = self.site.config.out.join(path);
        std::fs::read_to_string(file).unwrap_or_else(|_| panic!("no output {path}; there are {:?}", self.paths()))
    }

    /// Asserts that an output holds a text.
    #[track_caller]
    pub fn holds(self, path: &str, wanted: &str) -> Self {
        let text = self.text(path);
        assert!(text.contains(wanted), "{path} does not hold {wanted:?}:\n{text}");
        self
    }

    #[track_caller]
    pub fn holds_not(self, path: &str, unwanted: &str) -> Self {
        let text = self.text(path);
        assert!(!text.contains(unwanted), "{path} holds {unwanted:?}:\n{text}");
        self
    }

    pub fn outputs(&self) -> BTreeMap<String, Vec<u8>> {
        read_folder(&self.site.config.out)
    }

    /// Returns the paths of all outputs but the manifest.
    pub fn paths(&self) -> Vec<String> {
        self.outputs().into_keys().filter(|path| !path.starts_with('.')).collect()
    }

    #[track_caller]
    pub fn has(self, path: &str) -> Self {
        assert!(self.paths().iter().any(|p| p == path), "no output {path}; there are {:?}", self.paths());
        self
    }

    #[track_caller]
    pub fn lacks(self, path: &str) -> Self {
        assert!(!self.paths().iter().any(|p| p == path), "{path} is there");
        self
    }

    /// Returns the site, for the next edit.
    pub fn then(self) -> TestSite {
        self.site
    }
}

/// Returns the number in an environment variable.
pub fn number_from(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Returns diagnostics as a terminal shows them.
pub fn draw_all(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|d| format::text(d, false)).collect::<Vec<_>>().join("\n\n")
}

/// Reads every file below a folder, by path. A folder that is not there has none.
pub fn read_folder(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).expect("below it").to_string_lossy().replace('\\', "/");
            (path, std::fs::read(entry.path()).expect("to read it"))
        })
        .collect()
}
