//! A change of one file: some of its bytes are replaced, or it is created or removed.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, FileKind};
use crate::yaml::write::Splice;

/// The code of the error that another program has written the file meanwhile.
pub const FILE_BUSY: &str = "edit-file-busy";

/// A change of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    pub file: String,
    pub splice: Splice,
    /// The digest of the file before; `None` if the change creates it.
    pub before: Option<String>,
    /// The digest of the file after; `None` if the change removes it.
    pub after: Option<String>,
}

/// The state of a file relative to a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    Before,
    After,
    /// Another program has changed the file.
    Other,
}

impl FileChange {
    /// Makes the change that applies a splice to a file with these bytes. Returns `None` if they do not fit.
    pub fn edit(file: &str, bytes: &str, splice: Splice) -> Option<Self> {
        let after = splice.apply(bytes)?;
        let (before, after) = (Some(digest(bytes.as_bytes())), Some(digest(after.as_bytes())));
        Some(Self { file: file.to_owned(), splice, before, after })
    }

    /// Makes the change that creates a file.
    pub fn create(file: &str, bytes: String) -> Self {
        let after = Some(digest(bytes.as_bytes()));
        let splice = Splice { start: 0, removed: String::new(), inserted: bytes };
        Self { file: file.to_owned(), splice, before: None, after }
    }

    /// Returns the change that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let Self { file, splice, before, after } = self.clone();
        Self { file, splice: splice.inverse(), before: after, after: before }
    }

    /// Compares the file on the disk with the states before and after the change.
    pub fn state(&self, config: &Config) -> FileState {
        let path = config.path(&self.file);
        let now = match fs::kind(&path) {
            FileKind::Nothing => None,
            _ => Some(fs::read_bytes(&path, &self.file).map_or_else(|_| String::new(), |bytes| digest(&bytes))),
        };
        match now {
            now if now == self.before => FileState::Before,
            now if now == self.after => FileState::After,
            _ => FileState::Other,
        }
    }

    /// Makes the change on the disk.
    ///
    /// # Errors
    /// Fails if the file can't be read or written, or if it is not as the change expects it.
    pub fn write(&self, config: &Config) -> Result<(), Diagnostic> {
        let path = config.path(&self.file);
        let busy = || {
            Diagnostic::error(FILE_BUSY, format!("another program is changing `{}`", self.file))
                .help("try it once more")
        };
        if self.state(config) != FileState::Before {
            return Err(busy());
        }
        if self.after.is_none() {
            return fs::remove_durable(&path);
        }
        let bytes = if self.before.is_some() { fs::read_bytes(&path, &self.file)? } else { Vec::new() };
        let text = self.splice.apply(&String::from_utf8_lossy(&bytes)).ok_or_else(busy)?;
        path.parent().map_or(Ok(true), fs::create_dir)?;
        fs::write_durable(&path, text.as_bytes())
    }
}

/// Returns the digest of a file.
fn digest(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}
