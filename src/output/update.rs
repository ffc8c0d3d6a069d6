//! A build over an earlier one: each output is compared with the file on disk as it comes, and only what differs is kept.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::digest::Digest;
use super::plan::Plan;
use super::staging::remove_stale;
use super::{Body, HELD, Sink, Summary, put_twice};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Likeness, Lock};

/// The changes to an output folder, gathered until they are published.
#[derive(Debug)]
pub struct Update {
    target: PathBuf,
    _lock: Lock,
    /// The files of the earlier build, and whether this one has them too.
    old: FxHashMap<Box<str>, AtomicBool>,
    /// The paths of this build that the earlier one did not have.
    added: Mutex<FxHashSet<Box<str>>>,
    changed: Mutex<Vec<(String, Body)>>,
    bytes: AtomicU64,
}

impl Update {
    /// Begins a build over `target`, in which an earlier one made the files `old`.
    pub fn open(target: PathBuf, old: Vec<String>) -> Result<Self, Diagnostic> {
        let lock = fs::lock(&target);
        if matches!(lock, Lock::Busy) {
            let message = format!("another build is writing to `{}` just now", target.display());
            return Err(Diagnostic::error("output-busy", message).help("wait until it is done, then build again"));
        }
        Ok(Self {
            target,
            _lock: lock,
            old: old.into_iter().map(|path| (path.into(), AtomicBool::new(false))).collect(),
            added: Mutex::default(),
            changed: Mutex::default(),
            bytes: AtomicU64::new(0),
        })
    }

    /// Publishes all that was put.
    pub fn commit(self) -> Result<Summary, Diagnostic> {
        let (plan, total) = self.plan()?;
        plan.run(&self.target)?;
        remove_stale(&self.target);
        Ok(Summary {
            written: plan.written,
            unchanged: total - plan.written,
            removed: plan.removed,
            bytes: self.bytes.load(Ordering::Relaxed),
        })
    }

    /// Puts all outputs of the earlier build as they are, if they come to this digest.
    pub fn keep(&self, digest: u64) -> bool {
        let found = Digest::default();
        let sizes: Option<Vec<u64>> =
            self.old.par_iter().map(|(path, _)| found.add_file(path, &self.target.join(&**path))).collect();
        let Some(sizes) = sizes.filter(|_| found.value() == digest) else { return false };
        self.old.values().for_each(|seen| seen.store(true, Ordering::Relaxed));
        self.bytes.store(sizes.into_iter().sum(), Ordering::Relaxed);
        true
    }

    /// What there is to do, and the number of outputs.
    pub(super) fn plan(&self) -> Result<(Plan, usize), Diagnostic> {
        let changed = std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner));
        let added = self.added.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = self.old.iter().filter(|(_, seen)| seen.load(Ordering::Relaxed)).map(|(path, _)| &**path);
        let mut new: Vec<&str> = kept.chain(added.iter().map(|path| &**path)).collect();
        let mut old: Vec<&str> = self.old.keys().map(|path| &**path).collect();
        new.sort_unstable();
        old.sort_unstable();
        Ok((Plan::new(&self.target, &old, &new, changed)?, new.len()))
    }

    /// Takes note that this build has an output of this path.
    fn note(&self, path: &str, size: u64) -> Result<(), Diagnostic> {
        let first = match self.old.get(path) {
            Some(seen) => !seen.swap(true, Ordering::Relaxed),
            None => self.added.lock().unwrap_or_else(PoisonError::into_inner).insert(path.into()),
        };
        self.bytes.fetch_add(size, Ordering::Relaxed);
        if first { Ok(()) } else { Err(put_twice(path)) }
    }

    fn change(&self, path: &str, body: Body) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).push((path.to_owned(), body));
    }
}

impl Sink for Update {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.note(path, bytes.len() as u64)?;
        if fs::compare(&self.target.join(path), bytes) != Likeness::Same {
            self.change(path, Body::Bytes(bytes.into()));
        }
        Ok(())
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let size = fs::size(source, &source.display().to_string())?;
        if size <= HELD {
            return self.put(path, &fs::read_bytes(source, &source.display().to_string())?);
        }
        self.note(path, size)?;
        if fs::compare_files(&self.target.join(path), source) != Likeness::Same {
            self.change(path, Body::File { path: source.to_owned(), size });
        }
        Ok(())
    }
}
