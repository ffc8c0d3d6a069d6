//! The parts of a release: the program is packed, installed from the archive and by npm, and run in an empty folder
//! without Rust. Each target is packed on its own system, and the tests run on one of them.

#![cfg(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu"))]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

const TARGET: &str = "x86_64-unknown-linux-gnu";

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Copies the program without its debugging information, which would take most of the time to pack.
fn binary(folder: &Path) -> PathBuf {
    let path = folder.join("site");
    fs::copy(env!("CARGO_BIN_EXE_site"), &path).expect("a copy of the program");
    run(folder, "strip", [&path]);
    path
}

/// Runs a command that must succeed, and returns what it prints.
#[track_caller]
fn run<A: AsRef<OsStr>>(folder: &Path, program: impl AsRef<OsStr>, arguments: impl IntoIterator<Item = A>) -> String {
    succeed(Command::new(program).args(arguments).current_dir(folder))
}

#[track_caller]
fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Makes and builds a site in an empty folder, with nothing but the program and `tools` on the path.
#[track_caller]
fn works_without_rust(program: &Path, tools: &Path) {
    let folder = TempDir::new().expect("an empty folder");
    let site = |arguments: &[&str]| {
        succeed(Command::new(program).args(arguments).current_dir(folder.path()).env_clear().env("PATH", tools))
    };
    assert!(!tools.join("cargo").exists() && !tools.join("rustc").exists());
    let version = site(&["--version"]);
    assert!(version.contains(VERSION) && version.contains(TARGET), "{version}");
    site(&["init", "blog"]);
    let built = site(&["build", "--root", "blog", "--strict"]);
    assert!(built.contains("Built"), "{built}");
    assert!(folder.path().join("blog/dist/index.html").exists());
}

/// Makes a folder with links to a few programs of this machine, which becomes the path.
fn tools(names: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for name in names {
        let found = run(folder.path(), "sh", ["-c", &format!("command -v {name}")]);
        std::os::unix::fs::symlink(found.trim(), folder.path().join(name)).expect("a link");
    }
    folder
}

#[test]
fn an_archive_holds_all_that_belongs_to_the_program() {
    let folder = TempDir::new().expect("a folder");
    let binary = binary(folder.path());
    let out = folder.path().join("packages");
    run(root(), "packaging/pack", [binary.as_os_str(), TARGET.as_ref(), out.as_os_str()]);
    let name = format!("site-{VERSION}-{TARGET}");
    run(&out, "sha256sum", ["--check", &format!("{name}.tar.gz.sha256")]);
    run(&out, "tar", ["-xzf", &format!("{name}.tar.gz")]);
    let archive = out.join(&name);
    for (path, source) in
        [("README.md", "packaging/README.md"), ("LICENSE", "LICENSE"), ("CHANGELOG.md", "CHANGELOG.md")]
    {
        let [packed, expected] = [archive.join(path), root().join(source)].map(|path| fs::read(path).expect("a file"));
        assert!(packed == expected, "{path} is not {source}");
    }
    for (path, text) in [
        ("LICENCES.txt", "minijinja"),
        ("completions/site.bash", "complete"),
        ("completions/_site", "#compdef site"),
        ("completions/site.fish", "complete -c site"),
        ("man/site.1", ".TH site 1"),
        ("man/site-build.1", "\\-\\-publish"),
    ] {
        let found = fs::read_to_string(archive.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(found.contains(text), "{path} does not hold {text:?}");
    }
    works_without_rust(&archive.join("site"), tools(&["sh"]).path());

    // `cargo binstall` finds the archive, and the program in it, by what Cargo.toml says.
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let filled = |key: &str| {
        let rest = manifest.split(&format!("\n{key} = \"")).nth(1).expect("a line of the metadata");
        let values = [
            ("{ version }", VERSION),
            ("{ target }", TARGET),
            ("{ archive-suffix }", ".tar.gz"),
            ("{ bin }", "site"),
            ("{ binary-ext }", ""),
            ("{ repo }", ""),
        ];
        let text = rest.split('"').next().unwrap_or_default().to_owned();
        values.iter().fold(text, |text, (name, value)| text.replace(name, value))
    };
    assert_eq!(filled("pkg-url"), format!("/releases/download/v{VERSION}/{name}.tar.gz"));
    assert!(out.join(filled("bin-dir")).exists());
}

#[test]
fn npm_installs_the_program_of_this_system() {
    let folder = TempDir::new().expect("a folder");
    let binary = binary(folder.path());
    let target = format!("{TARGET}={}", binary.display());
    let packed = run(root(), "node", ["packaging/npm.mjs", "@ada/site", &folder.path().to_string_lossy(), &target]);
    let packages: Vec<&str> = packed.lines().collect();
    assert_eq!(packages.len(), 2, "{packed}");

    let project = TempDir::new().expect("a folder");
    fs::write(project.path().join("package.json"), "{ \"private\": true }").expect("a package");
    let install = ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error"];
    run(project.path(), "npm", install.into_iter().chain(packages));
    let tools = tools(&["node", "sh", "env"]);
    works_without_rust(&project.path().join("node_modules/.bin/site"), tools.path());

    // A mistake ends the wrapper as it ends the program.
    let wrapper = project.path().join("node_modules/.bin/site");
    let failed = Command::new(&wrapper).arg("build").current_dir(project.path()).output().expect("it runs");
    assert_eq!(failed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&failed.stderr).contains("not-a-site"));

    fs::remove_dir_all(project.path().join("node_modules/@ada/site-linux-x64")).expect("removed");
    let missing = Command::new(&wrapper).output().expect("it runs");
    let said = String::from_utf8_lossy(&missing.stderr);
    assert!(!missing.status.success() && said.contains("the package @ada/site-linux-x64 is missing"), "{said}");
}
