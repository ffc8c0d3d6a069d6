//! The build script: embeds the starters of `site init` and the parts of `site add`, and tells the program which build
//! it is.
//!
//! Releases set the environment variable `SITE_COMMIT`. Other builds do not name the commit: if they did, each commit
//! would compile the program anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders that builds leave in a starter or part.
const LEFTOVER_FOLDERS: [&str; 3] = [".site", "dist", "node_modules"];

fn main() {
    embed("starters");
    embed("parts");
    println!("cargo::rerun-if-env-changed=SITE_COMMIT");
    let commit = env::var("SITE_COMMIT").map(|commit| format!("commit {commit}"));
    println!(
        "cargo::rustc-env=SITE_BUILD={}, {}",
        commit.as_deref().unwrap_or("built from source"),
        variable("TARGET")
    );
}

/// Writes the Rust expression of a list of the folders in `root`, each with its files.
fn embed(root: &str) {
    let mut list = "&[\n".to_owned();
    for folder in entries(&PathBuf::from(variable("CARGO_MANIFEST_DIR")).join(root)) {
        writeln!(list, "({:?}, &[", name(&folder)).expect("a text");
        for path in files(&folder) {
            let below = path.strip_prefix(&folder).expect("a path below the folder");
            let shown = below.to_str().expect("a name in UTF-8").replace('\\', "/");
            // The list names no absolute folder, because a checkout may be moved together with its compiled files.
            let source = format!("/{root}/{}/{shown}", name(&folder));
            let source = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {source:?})");
            writeln!(list, "({shown:?}, include_bytes!({source}) as &[u8]),").expect("a text");
        }
        list += "]),\n";
    }
    list += "]";
    let out = PathBuf::from(variable("OUT_DIR")).join(format!("{root}.rs"));
    fs::write(out, list).expect("the output folder can be written");
    println!("cargo::rerun-if-changed={root}");
}

/// Lists the files of a starter or part, those in its folders included.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = entries(folder).into_iter().filter(|path| !LEFTOVER_FOLDERS.contains(&name(path).as_str()));
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Lists the entries of a folder, sorted by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).expect("a folder that can be read");
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.expect("a folder that can be read").path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().expect("a path with a name").to_string_lossy().into_owned()
}

fn variable(name: &str) -> String {
    env::var(name).expect("a variable that Cargo sets")
}
