//! The trait of sinks, which are the destinations of outputs.

use std::path::Path;

use serde::Serialize;

use super::manifest::is_valid;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The destination of outputs. Paths are relative with forward slashes, such as `about/index.html`.
pub trait Sink: Sync {
    /// Writes an output from memory.
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic>;

    /// Writes an output as a copy of the file `source`.
    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic>;

    /// Whether outputs are written into a folder on disk, to be published by a host.
    fn is_folder(&self) -> bool {
        false
    }

    /// Whether paths that differ only in letter case are different files. On macOS and Windows, they usually are not.
    fn is_case_sensitive(&self) -> bool {
        true
    }

    /// Copies all outputs into an empty folder. Returns false if the sink does not keep them.
    fn copy_outputs(&self, _folder: &Path) -> Result<bool, Diagnostic> {
        Ok(false)
    }

    /// Removes the outputs of earlier builds whose paths do not satisfy `is_output`. The default does nothing: a sink
    /// for a single build holds no outputs of earlier builds.
    fn retain(&self, _is_output: &dyn Fn(&str) -> bool) {}
}

/// The counts of outputs in a commit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CommitSummary {
    pub written: usize,
    pub unchanged: usize,
    pub removed: usize,
    /// The size of all outputs together, unchanged ones included.
    pub bytes: u64,
}

/// Checks an output path.
///
/// # Errors
/// Fails if the path is not a relative path inside the output folder, has a character that is not allowed, or is
/// reserved for the manifest or a staging folder.
pub fn validate(path: &str) -> Result<(), Diagnostic> {
    if is_valid(path) {
        return Ok(());
    }
    Err(Diagnostic::error("output-path", format!("{path:?} cannot be the path of an output")).help(
        "a path is made of names with `/` between them; `.` and `..`, control characters and `\\` are not allowed",
    ))
}

/// Whether the disk of an existing file or folder tells names apart that differ only in letter case.
pub fn is_disk_case_sensitive(existing: &Path) -> bool {
    // A disk that ignores case finds the path also by its name in capital letters.
    let capitals = existing.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    !fs::exists(&existing.with_file_name(capitals))
}

pub fn duplicate_output(path: &str) -> Diagnostic {
    Diagnostic::error("output-twice", format!("two outputs have the path `{path}`"))
        .help("give one of them another route or name")
}
