//! Staging of a first build: outputs are written into a hidden folder beside the output folder, and published by one
//! rename.
//!
//! The hidden folder, `.dist.partial-PID`, is locked while its build runs. A killed build leaves its folder unlocked.
//! The next successful build removes that folder, but only after its commit: on ext4, creating files is slow right
//! after many were removed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::manifest;
use super::ownership::{self, locate_hidden_folders, remove_abandoned};
use super::sink::{CommitSummary, OutputBody, Sink, duplicate_output, write_with_parent};
use super::update::Update;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Lock};

/// A sink that writes into the hidden folder of one build.
#[derive(Debug)]
pub struct Staging {
    /// The hidden folder.
    pub(super) folder: PathBuf,
    /// The output folder.
    target: PathBuf,
    lock: Option<Lock>,
    is_published: bool,
    /// The size of each output so far.
    outputs: Mutex<BTreeMap<String, u64>>,
}

impl Staging {
    /// Creates and locks the hidden folder beside the output folder `target`.
    pub fn open(target: PathBuf) -> Result<Self, Diagnostic> {
        let (parent, prefix) = locate_hidden_folders(&target);
        fs::create_dir(parent)?;
        let process = std::process::id();
        let mut attempt = 0;
        let (folder, lock) = loop {
            let suffix = if attempt == 0 { String::new() } else { format!("-{attempt}") };
            let folder = parent.join(format!("{prefix}{process}{suffix}"));
            attempt += 1;
            if fs::create_dir(&folder)? {
                let lock = fs::lock(&folder);
                // Another build may have removed the folder as abandoned before it was locked.
                if !matches!(lock, Lock::Busy) && fs::is_dir(&folder) {
                    break (folder, lock);
                }
            }
        };
        Ok(Self { folder, target, lock: Some(lock), is_published: false, outputs: Mutex::default() })
    }

    pub fn commit(mut self) -> Result<CommitSummary, Diagnostic> {
        let outputs = std::mem::take(&mut *self.outputs.lock());
        let text = manifest::format(outputs.keys().map(String::as_str));
        fs::write_new(&self.folder.join(manifest::NAME), text.as_bytes())?;
        if fs::rename(&self.folder, &self.target).is_err() {
            // The rename fails if the output folder is a mount point, or if another build has published meanwhile.
            return self.commit_files(outputs.keys());
        }
        self.is_published = true;
        remove_abandoned(&self.target);
        Ok(CommitSummary { written: outputs.len(), bytes: outputs.values().sum(), ..CommitSummary::default() })
    }

    /// Publishes each file by itself, as an update, for an output folder that can't be replaced by a rename.
    fn commit_files<'p>(self, paths: impl Iterator<Item = &'p String>) -> Result<CommitSummary, Diagnostic> {
        let old = ownership::read_owned(&self.target, &self.target)?.unwrap_or_default();
        let update = Update::open(self.target.clone(), old)?;
        for path in paths {
            update.put_file(path, &self.folder.join(path))?;
        }
        update.commit()
    }

    /// Writes an output and records its size. `write` gets a path in the hidden folder, and returns the size.
    ///
    /// # Errors
    /// Fails if writing fails, or if another output has the same path.
    fn stage(&self, path: &str, write: impl Fn(&Path) -> Result<u64, Diagnostic>) -> Result<(), Diagnostic> {
        let staged = self.folder.join(path);
        let size = write_with_parent(&staged, || write(&staged))
            .map_err(|problem| if problem.code == "file-exists" { duplicate_output(path) } else { problem })?;
        self.outputs.lock().insert(path.to_owned(), size);
        Ok(())
    }
}

impl Sink for Staging {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.stage(path, |staged| fs::write_new(staged, bytes).map(|()| bytes.len() as u64))
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        self.stage(path, |staged| fs::copy_new(source, staged))
    }

    fn outputs(&self) -> Option<Vec<(String, OutputBody)>> {
        let outputs = self.outputs.lock();
        Some(outputs.keys().map(|path| (path.clone(), OutputBody::File(self.folder.join(path)))).collect())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.is_published {
            // Some systems can't remove an open folder.
            self.lock = None;
            // If this fails, the next successful build removes the folder.
            _ = fs::remove_tree(&self.folder);
        }
    }
}
