//! An update of an output folder: each output is compared with the file on disk and, if they differ, held until the
//! commit.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ownership::remove_abandoned;
use super::sink::{CommitSummary, OutputBody, Sink, duplicate_output};
use super::update_plan::UpdatePlan;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Lock};

/// A sink that collects the changes to an output folder until the commit.
#[derive(Debug)]
pub struct Update {
    target: PathBuf,
    _lock: Lock,
    /// The files of the earlier build, each with whether this build has put it too.
    old: FxHashMap<String, AtomicBool>,
    /// The paths of this build that the earlier build did not have.
    added: Mutex<FxHashSet<String>>,
    /// The outputs that differ from the files on disk.
    changed: Mutex<Vec<(String, OutputBody)>>,
    bytes: AtomicU64,
}

impl Update {
    /// Begins an update of the output folder `target`, into which an earlier build wrote the files `old`.
    ///
    /// # Errors
    /// Fails if another build is writing to the folder.
    pub fn open(target: PathBuf, old: Vec<String>) -> Result<Self, Diagnostic> {
        let lock = fs::lock(&target);
        if matches!(lock, Lock::Busy) {
            let message = format!("another build is writing to `{}` just now", target.display());
            return Err(Diagnostic::error("output-busy", message).help("wait until it is done, then build again"));
        }
        Ok(Self {
            target,
            _lock: lock,
            old: old.into_iter().map(|path| (path, AtomicBool::new(false))).collect(),
            added: Mutex::default(),
            changed: Mutex::default(),
            bytes: AtomicU64::new(0),
        })
    }

    pub fn commit(self) -> Result<CommitSummary, Diagnostic> {
        let (plan, total) = self.plan()?;
        plan.run(&self.target)?;
        remove_abandoned(&self.target);
        Ok(CommitSummary {
            written: plan.written,
            unchanged: total - plan.written,
            removed: plan.removed,
            bytes: self.bytes.load(Ordering::Relaxed),
        })
    }

    /// Plans the steps of the commit. Also returns the number of outputs.
    pub(super) fn plan(&self) -> Result<(UpdatePlan, usize), Diagnostic> {
        let changed = std::mem::take(&mut *self.changed.lock());
        let added = self.added.lock();
        let mut new: Vec<&str> = self.kept().chain(added.iter().map(String::as_str)).collect();
        let mut old: Vec<&str> = self.old.keys().map(String::as_str).collect();
        new.sort_unstable();
        old.sort_unstable();
        Ok((UpdatePlan::new(&self.target, &old, &new, changed)?, new.len()))
    }

    /// Returns the files of the earlier build that this build has put too.
    fn kept(&self) -> impl Iterator<Item = &str> {
        self.old.iter().filter(|(_, seen)| seen.load(Ordering::Relaxed)).map(|(path, _)| path.as_str())
    }

    /// Records an output of this build; fails if there is one at the same path already.
    fn record(&self, path: &str, size: u64) -> Result<(), Diagnostic> {
        let is_new = match self.old.get(path) {
            Some(seen) => !seen.swap(true, Ordering::Relaxed),
            None => self.added.lock().insert(path.into()),
        };
        self.bytes.fetch_add(size, Ordering::Relaxed);
        if is_new { Ok(()) } else { Err(duplicate_output(path)) }
    }

    fn record_change(&self, path: &str, body: OutputBody) {
        self.changed.lock().push((path.to_owned(), body));
    }
}

impl Sink for Update {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.record(path, bytes.len() as u64)?;
        if !fs::has_bytes(&self.target.join(path), bytes) {
            self.record_change(path, OutputBody::Bytes(bytes.into()));
        }
        Ok(())
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let digest = fs::digest(source, &source.display().to_string())?;
        let (_, size) = digest;
        self.record(path, size)?;
        if fs::digest(&self.target.join(path), path).ok() != Some(digest) {
            self.record_change(path, OutputBody::File(source.to_owned()));
        }
        Ok(())
    }

    fn outputs(&self) -> Option<Vec<(String, OutputBody)>> {
        let added = self.added.lock();
        let paths = self.kept().chain(added.iter().map(String::as_str));
        let unchanged = paths.map(|path| (path.to_owned(), OutputBody::File(self.target.join(path))));
        let mut outputs: FxHashMap<String, OutputBody> = unchanged.collect();
        outputs.extend(self.changed.lock().iter().cloned());
        Some(outputs.into_iter().collect())
    }
}
