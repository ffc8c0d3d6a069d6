//! The manifest: a file that lists the paths of all output files that this tool wrote, sorted, one per line.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use crate::diagnostic::Diagnostic;
use crate::fs;

pub const NAME: &str = crate::route::MANIFEST;

/// The temporary name of the manifest while it is written.
pub const PARTIAL: &str = ".site-manifest.partial";

/// The prefix of the names of staging folders in the output folder.
pub const PARTIAL_PREFIX: &str = ".site-partial-";

/// Whether a path stays inside the output folder, fits on a line of the manifest, and is not reserved for a commit. A
/// reserved path in other letter case is reserved too: on a disk that ignores case, it is the same file.
pub fn is_valid(path: &str) -> bool {
    let is_line = !path.is_empty() && !path.bytes().any(|byte| byte < b' ' || byte == b'\\' || byte == 0x7f);
    let lower = path.to_ascii_lowercase();
    is_line
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
        && Path::new(path).components().all(|c| matches!(c, Component::Normal(_)))
        && lower != NAME
        && lower != PARTIAL
        && !lower.starts_with(PARTIAL_PREFIX)
}

/// Reads the manifest of the output folder `dir`, and returns its paths. Invalid lines are skipped, so that a
/// damaged manifest never makes a build remove files outside of the folder.
pub fn read(dir: &Path) -> Result<BTreeSet<String>, Diagnostic> {
    let path = dir.join(NAME);
    let text = fs::read_text(&path, &path.display().to_string())
        .map_err(|diagnostic| diagnostic.help("or remove the output folder yourself, and build again"))?;
    Ok(text.lines().filter(|line| is_valid(line)).map(str::to_owned).collect())
}

/// Formats the manifest of these sorted paths.
pub fn format<'a>(sorted: impl IntoIterator<Item = &'a str>) -> String {
    sorted.into_iter().flat_map(|path| [path, "\n"]).collect()
}
