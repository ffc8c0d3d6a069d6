//! The build script: embeds the starters of `site init`, and tells the program the target it is built for.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Folders that working on a starter leaves in it.
const NOT_PART_OF_A_STARTER: [&str; 3] = [".site", "dist", "node_modules"];

fn main() {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")).join("starters");
    let starters: String = entries(&root)
        .iter()
        .map(|starter| {
            let mut files = String::new();
            list_files(starter, starter, &mut files);
            format!("({:?}, &[\n{files}]),\n", name(starter))
        })
        .collect();
    let out = PathBuf::from(variable("OUT_DIR")).join("starters.rs");
    fs::write(out, format!("&[\n{starters}]")).expect("the output folder can be written");
    println!("cargo::rerun-if-changed=starters");
    println!("cargo::rustc-env=SITE_TARGET={}", variable("TARGET"));
}

/// Appends a pair of path and content for each file below `folder`.
fn list_files(starter: &Path, folder: &Path, files: &mut String) {
    for path in entries(folder) {
        if NOT_PART_OF_A_STARTER.contains(&name(&path).as_str()) {
            continue;
        }
        if path.is_dir() {
            list_files(starter, &path, files);
        } else {
            let parts = path.strip_prefix(starter).expect("a path below the starter").iter();
            let shown: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
            *files += &format!("({:?}, include_bytes!({:?}) as &[u8]),\n", shown.join("/"), path);
        }
    }
}

/// The entries of a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).expect("the starters can be read");
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.expect("the starters can be read").path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().expect("a path with a name").to_string_lossy().into_owned()
}

fn variable(name: &str) -> String {
    env::var(name).expect("a variable that Cargo sets")
}
