//! Staging of a first build: outputs are written into a hidden folder beside the output folder, and published by one
//! rename.
//!
//! The hidden folder, `.dist.partial-PID`, is locked while its build runs. A killed build leaves its folder unlocked.
//! The next successful build removes that folder, but only in the end: on ext4, it is slow to create files right after
//! many were removed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashSet;

use super::manifest;
use super::ownership::{self, parent_and_prefix, remove_abandoned};
use super::sink::{CommitSummary, OutputBody, Sink, duplicate_output};
use super::update::Update;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Lock};

/// A sink that writes into the hidden folder of one build.
#[derive(Debug)]
pub struct Staging {
    /// The hidden folder.
    folder: PathBuf,
    /// The output folder.
    target: PathBuf,
    lock: Option<Lock>,
    is_published: bool,
    /// The subfolders that exist already, so that each is created only once.
    created_folders: Mutex<FxHashSet<String>>,
    /// The paths of all outputs so far.
    paths: Mutex<Vec<String>>,
    bytes: AtomicU64,
}

impl Staging {
    /// Creates and locks the hidden folder beside the output folder `target`.
    pub fn open(target: PathBuf) -> Result<Self, Diagnostic> {
        let (parent, prefix) = parent_and_prefix(&target);
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
        Ok(Self {
            folder,
            target,
            lock: Some(lock),
            is_published: false,
            created_folders: Mutex::default(),
            paths: Mutex::default(),
            bytes: AtomicU64::new(0),
        })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn commit(mut self) -> Result<CommitSummary, Diagnostic> {
        let mut paths = std::mem::take(&mut *self.paths.lock());
        paths.sort_unstable();
        fs::write_new(
            &self.folder.join(manifest::NAME),
            manifest::format(paths.iter().map(String::as_str)).as_bytes(),
        )?;
        if fs::rename(&self.folder, &self.target).is_err() {
            // The rename fails if the output folder is a mount point, or if another build has published meanwhile.
            return self.commit_files(&paths);
        }
        self.is_published = true;
        remove_abandoned(&self.target);
        Ok(CommitSummary {
            written: paths.len(),
            bytes: self.bytes.load(Ordering::Relaxed),
            ..CommitSummary::default()
        })
    }

    /// Publishes each file by itself, as an update of an output folder that can't be replaced as a whole.
    fn commit_files(self, paths: &[String]) -> Result<CommitSummary, Diagnostic> {
        let old = ownership::read_owned(&self.target, &self.target)?.unwrap_or_default();
        let update = Update::open(self.target.clone(), old)?;
        for path in paths {
            update.put_file(path, &self.folder.join(path))?;
        }
        update.commit()
    }

    /// Returns the path in the hidden folder at which to write an output, after creating its parent folders.
    fn prepare_path(&self, path: &str) -> Result<PathBuf, Diagnostic> {
        if let Some((folder, _)) = path.rsplit_once('/')
            && !self.created_folders.lock().contains(folder)
        {
            fs::create_dir(&self.folder.join(folder))?;
            self.created_folders.lock().insert(folder.into());
        }
        Ok(self.folder.join(path))
    }

    /// Records an output; `written` is its size, or the error of writing it. Fails if two outputs have the same path.
    fn record(&self, path: &str, written: Result<u64, Diagnostic>) -> Result<(), Diagnostic> {
        match written {
            Ok(size) => {
                self.paths.lock().push(path.into());
                self.bytes.fetch_add(size, Ordering::Relaxed);
                Ok(())
            }
            Err(problem) if problem.code == "file-exists" => Err(duplicate_output(path)),
            Err(problem) => Err(problem),
        }
    }
}

impl Sink for Staging {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let staged = self.prepare_path(path)?;
        self.record(path, fs::write_new(&staged, bytes).map(|()| bytes.len() as u64))
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let staged = self.prepare_path(path)?;
        self.record(path, fs::copy_new(source, &staged))
    }

    fn outputs(&self) -> Option<Vec<(String, OutputBody)>> {
        let paths = self.paths.lock();
        Some(paths.iter().map(|path| (path.clone(), OutputBody::File(self.folder.join(path)))).collect())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.is_published {
            // Some systems remove no folder that is open.
            self.lock = None;
            // If this fails, the next successful build removes the folder.
            _ = fs::remove_tree(&self.folder);
        }
    }
}
