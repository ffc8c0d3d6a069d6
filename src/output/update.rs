//! An update of an output folder: each output is compared with the file on disk. If they differ, the output is held
//! until the commit.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::ownership::remove_abandoned;
use super::sink::{CommitSummary, OutputBody, Sink, duplicate_output};
use super::update_plan::UpdatePlan;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Lock};

/// A sink that collects the changes to an output folder until the commit.
#[derive(Debug)]
pub struct Update {
    pub(super) target: PathBuf,
    _lock: Lock,
    /// The files of the earlier build, sorted.
    old: Vec<String>,
    /// The size of each output of this build, and its content if that differs from the file on disk.
    outputs: Mutex<BTreeMap<String, (u64, Option<OutputBody>)>>,
}

impl Update {
    /// Begins an update of the output folder `target`, into which an earlier build wrote the files `old`, sorted.
    ///
    /// # Errors
    /// Fails if another build is writing to the folder.
    pub fn open(target: PathBuf, old: Vec<String>) -> Result<Self, Diagnostic> {
        let lock = fs::lock(&target);
        if matches!(lock, Lock::Busy) {
            let message = format!("another build is writing to `{}` just now", target.display());
            return Err(Diagnostic::error("output-busy", message).help("wait until it is done, then build again"));
        }
        Ok(Self { target, _lock: lock, old, outputs: Mutex::default() })
    }

    pub fn commit(self) -> Result<CommitSummary, Diagnostic> {
        let plan = self.plan()?;
        plan.run(&self.target)?;
        remove_abandoned(&self.target);
        let outputs = self.outputs.lock();
        Ok(CommitSummary {
            written: plan.written,
            unchanged: outputs.len() - plan.written,
            removed: plan.removed,
            bytes: outputs.values().map(|(size, _)| size).sum(),
        })
    }

    /// Plans the steps of the commit, and moves the changed outputs into the plan.
    pub(super) fn plan(&self) -> Result<UpdatePlan, Diagnostic> {
        let mut outputs = self.outputs.lock();
        let changed = outputs.iter_mut().filter_map(|(path, (_, body))| Some((path.clone(), body.take()?))).collect();
        let new: Vec<&str> = outputs.keys().map(String::as_str).collect();
        let old: Vec<&str> = self.old.iter().map(String::as_str).collect();
        UpdatePlan::new(&self.target, &old, &new, changed)
    }

    /// Records an output of this build, with its content if it differs from the file on disk.
    fn record(&self, path: &str, size: u64, body: Option<OutputBody>) -> Result<(), Diagnostic> {
        match self.outputs.lock().entry(path.to_owned()) {
            Entry::Occupied(_) => Err(duplicate_output(path)),
            Entry::Vacant(free) => {
                free.insert((size, body));
                Ok(())
            }
        }
    }
}

impl Sink for Update {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let is_same = fs::has_bytes(&self.target.join(path), bytes);
        self.record(path, bytes.len() as u64, (!is_same).then(|| OutputBody::Bytes(bytes.into())))
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let digest = fs::digest(source, &source.display().to_string())?;
        let is_same = fs::digest(&self.target.join(path), path).ok() == Some(digest);
        self.record(path, digest.1, (!is_same).then(|| OutputBody::File(source.to_owned())))
    }

    fn outputs(&self) -> Option<Vec<(String, OutputBody)>> {
        let outputs = self.outputs.lock();
        let body = |path: &str, body: &Option<OutputBody>| match body {
            Some(changed) => changed.clone(),
            None => OutputBody::File(self.target.join(path)),
        };
        Some(outputs.iter().map(|(path, (_, changed))| (path.clone(), body(path, changed))).collect())
    }
}
