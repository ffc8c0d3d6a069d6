//! A first build: everything goes into a hidden folder beside the target, which one rename publishes.
//!
//! The hidden folder, `.dist.partial-PID`, is locked while its build lives. One that is not belongs to a build that was
//! killed; it is removed after the next build that succeeds, not before: making files right after removing as many is
//! slow on ext4.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::update::Update;
use super::{Sink, Summary, claim, manifest, put_twice};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Lock};

/// The hidden folder of one build.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    target: PathBuf,
    lock: Option<Lock>,
    published: bool,
    /// The folders made so far, so that each is made once.
    made: Mutex<FxHashSet<Box<str>>>,
    paths: Mutex<Vec<Box<str>>>,
    bytes: AtomicU64,
}

impl Staging {
    /// Makes the hidden folder beside `target`.
    pub fn open(target: PathBuf) -> Result<Self, Diagnostic> {
        let (parent, prefix) = beside(&target);
        fs::create_dir(parent)?;
        let process = std::process::id();
        let mut attempt = 0;
        let (folder, lock) = loop {
            let folder = parent.join(if attempt == 0 {
                format!("{prefix}{process}")
            } else {
                format!("{prefix}{process}-{attempt}")
            });
            attempt += 1;
            if fs::create_dir(&folder)? {
                let lock = fs::lock(&folder);
                // Another build may have taken it for a dead one's, in the moment before it was locked.
                if !matches!(lock, Lock::Busy) && fs::is_dir(&folder) {
                    break (folder, lock);
                }
            }
        };
        Ok(Self {
            folder,
            target,
            lock: Some(lock),
            published: false,
            made: Mutex::default(),
            paths: Mutex::default(),
            bytes: AtomicU64::new(0),
        })
    }

    /// Publishes all that was put.
    pub fn commit(mut self) -> Result<Summary, Diagnostic> {
        let mut paths = std::mem::take(&mut *lock(&self.paths));
        paths.sort_unstable();
        fs::write_new(&self.folder.join(manifest::NAME), manifest::text(paths.iter().map(|p| &**p)).as_bytes())?;
        if fs::rename(&self.folder, &self.target).is_err() {
            // The target is a mounted folder, or another build was faster.
            return self.hand_over(&paths);
        }
        self.published = true;
        remove_stale(&self.target);
        Ok(Summary { written: paths.len(), bytes: self.bytes.load(Ordering::Relaxed), ..Summary::default() })
    }

    /// Publishes file by file into a folder that cannot be replaced as a whole.
    fn hand_over(self, paths: &[Box<str>]) -> Result<Summary, Diagnostic> {
        let old = claim::owned(&self.target, &self.target)?.unwrap_or_default();
        let update = Update::open(self.target.clone(), old)?;
        for path in paths {
            update.put_file(path, &self.folder.join(&**path))?;
        }
        update.commit()
    }

    /// Makes the file's folder where that was not done yet, and gives the place to write to.
    fn place(&self, path: &str) -> Result<PathBuf, Diagnostic> {
        if let Some((folder, _)) = path.rsplit_once('/')
            && !lock(&self.made).contains(folder)
        {
            fs::create_dir(&self.folder.join(folder))?;
            lock(&self.made).insert(folder.into());
        }
        Ok(self.folder.join(path))
    }

    /// Takes note of what was written.
    fn note(&self, path: &str, written: Result<u64, Diagnostic>) -> Result<(), Diagnostic> {
        match written {
            Ok(size) => {
                lock(&self.paths).push(path.into());
                self.bytes.fetch_add(size, Ordering::Relaxed);
                Ok(())
            }
            Err(problem) if problem.code == "file-exists" => Err(put_twice(path)),
            Err(problem) => Err(problem),
        }
    }
}

impl Sink for Staging {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let place = self.place(path)?;
        self.note(path, fs::write_new(&place, bytes).map(|()| bytes.len() as u64))
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let place = self.place(path)?;
        self.note(path, fs::copy_new(source, &place))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.published {
            self.lock = None;
            // Should this fail, the next build that succeeds removes it.
            _ = fs::remove_tree(&self.folder);
        }
    }
}

/// Removes the hidden folders of builds that were killed.
pub fn remove_stale(target: &Path) {
    let (parent, prefix) = beside(target);
    // What cannot be listed or removed today can be tomorrow; the site is published either way.
    for name in fs::list(parent, "").unwrap_or_default() {
        let Some(process) = name.strip_prefix(&prefix) else { continue };
        let folder = parent.join(&name);
        let named_by_us = process.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if named_by_us && fs::kind(&folder) == fs::Kind::Folder && matches!(fs::lock(&folder), Lock::Held { .. }) {
            _ = fs::remove_tree(&folder);
        }
    }
}

/// The folder that `target` lies in, and how the names of hidden folders for it begin.
fn beside(target: &Path) -> (&Path, String) {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    (target.parent().unwrap_or(target), format!(".{name}.partial-"))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
