//! The manifest: the list of the output files we wrote, sorted, one path on each line.

use std::path::{Component, Path};

use crate::diagnostic::Diagnostic;
use crate::fs;

/// The manifest's name in the output folder.
pub const NAME: &str = crate::route::MANIFEST;

/// The name of the manifest while it is being written.
pub const PARTIAL: &str = ".site-manifest.partial";

/// The prefix of other files while they are being written.
pub const PARTIAL_PREFIX: &str = ".site-partial-";

/// Whether a name is reserved for the manifest.
pub fn is_reserved(path: &str) -> bool {
    path == NAME || path == PARTIAL
}

/// Whether a path stays inside the output folder and fits on a line of the manifest.
pub fn is_valid(path: &str) -> bool {
    let plain = !path.is_empty() && !path.bytes().any(|byte| byte < b' ' || byte == b'\\' || byte == 0x7f);
    let parts = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    plain && parts && Path::new(path).components().all(|c| matches!(c, Component::Normal(_))) && !is_reserved(path)
}

/// Reads the paths in the manifest of `dir`, sorted. Invalid lines are skipped: we must not remove what they might
/// name.
pub fn read(dir: &Path) -> Result<Vec<String>, Diagnostic> {
    let path = dir.join(NAME);
    let text = fs::read_text(&path, &path.display().to_string())
        .map_err(|problem| problem.help("or remove the output folder yourself, and build again"))?;
    let mut paths: Vec<String> = text.lines().filter(|line| is_valid(line)).map(str::to_owned).collect();
    paths.sort_unstable();
    paths.dedup();
    Ok(paths)
}

/// Formats the manifest of sorted paths.
pub fn text<'a>(sorted: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for path in sorted {
        text.push_str(path);
        text.push('\n');
    }
    text
}
