//! The input files: their types, and which are content.

use std::path::PathBuf;
use std::sync::Arc;

use crate::config::{CONTENT, PUBLIC};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs::FileStamp;
use crate::yaml::DataFormat;

/// A text file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceFile {
    /// The path relative to the root, for messages: with forward slashes, composed (NFC).
    pub file: Arc<str>,
    /// The path relative to the input folder (`content/`, `templates/`).
    pub path: String,
    pub text: Arc<str>,
}

/// A file of `public/`, or a file beside content that may be an attachment. Its bytes are read when they are needed.
#[derive(Debug, Default, Clone)]
pub struct UnreadFile {
    /// The path relative to the root, for messages: with forward slashes, composed (NFC).
    pub file: Arc<str>,
    /// The path relative to `public/` or `content/`.
    pub path: String,
    pub disk_path: PathBuf,
    /// Whether the file is in a folder outside of `content/` with entries of a collection.
    pub is_in_entry_folder: bool,
    /// The stamp, by which a later scan sees whether the file has changed.
    pub(super) stamp: Option<FileStamp>,
}

/// Whether a path below `content/` is read as content.
pub fn is_content(path: &str) -> bool {
    let is_data = !path.contains('/') && DataFormat::of(path).is_some();
    is_data || path.ends_with(".md") || path.ends_with(".yaml") || path == "urls.txt"
}

/// Returns the extension to use in place of one that only other tools read as content: `yml` → `yaml`.
fn corrected_extension(extension: &str) -> Option<&'static str> {
    match extension {
        "yml" => Some("yaml"),
        "markdown" | "mdown" | "mkd" | "mdx" => Some("md"),
        _ => None,
    }
}

/// Whether a file has an extension that only other tools read as content, such as `yml`.
pub fn is_misnamed_content(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| corrected_extension(extension).is_some())
}

/// Creates the diagnostic for a file of the content that nothing reads.
pub fn stray_file(stray: &UnreadFile) -> Diagnostic {
    let UnreadFile { file, path, .. } = stray;
    let (stem, extension) = file.rsplit_once('.').unwrap_or_default();
    let help = match (corrected_extension(extension), extension) {
        (Some(corrected), _) => format!("rename it to {stem}.{corrected}"),
        (None, "json" | "toml" | "csv") => format!("move it up: data files must be directly in {CONTENT}/"),
        _ => format!("move it to {PUBLIC}/ if visitors should be able to open it, else out of {CONTENT}/"),
    };
    Diagnostic::error("stray-file", format!("`{path}` is not a content file: its name ends in neither .md nor .yaml"))
        .at(Place::file(file.clone()))
        .help(help)
}
