//! The input files, as read.

use std::path::PathBuf;
use std::sync::Arc;

/// A text file.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The path relative to the root, for messages: with forward slashes, composed (NFC).
    pub file: Arc<str>,
    /// The path relative to the input folder (`content/`, `templates/`).
    pub path: String,
    pub text: Arc<str>,
}

/// A file of `public/`, read when it is published.
#[derive(Debug)]
pub struct PublicFile {
    /// The path relative to `public/`.
    pub path: String,
    /// The path on disk.
    pub disk_path: PathBuf,
}
