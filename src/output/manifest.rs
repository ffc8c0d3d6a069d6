//! The list of the files we made: sorted, one path a line, the same bytes for the same site.

use std::path::Path;

use super::is_valid;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The manifest's name in the output folder.
pub const NAME: &str = crate::route::MANIFEST;

/// What the manifest is called while it is being written.
pub const PARTIAL: &str = ".site-manifest.partial";

/// Beginning of the names under which other files are written before they are renamed to their own.
pub const PARTIAL_PREFIX: &str = ".site-partial-";

/// Is it a name that only the manifest may have?
pub fn is_ours(path: &str) -> bool {
    path == NAME || path == PARTIAL
}

/// The paths that the manifest in `dir` lists, sorted. Lines that are no path of an output are passed over: what they
/// might mean is not ours to remove.
pub fn read(dir: &Path) -> Result<Vec<String>, Diagnostic> {
    let path = dir.join(NAME);
    let text = fs::read_text(&path, &path.display().to_string())
        .map_err(|problem| problem.help("or remove the output folder yourself, and build again"))?;
    let mut paths: Vec<String> = text.lines().filter(|line| is_valid(line)).map(str::to_owned).collect();
    paths.sort_unstable();
    paths.dedup();
    Ok(paths)
}

/// The manifest's text for paths that are sorted already.
pub fn text<'a>(sorted: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for path in sorted {
        text.push_str(path);
        text.push('\n');
    }
    text
}
