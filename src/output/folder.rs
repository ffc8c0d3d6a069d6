//! An output folder that is being built. Outputs are written into a staging folder, and published by the commit.
//!
//! - A first build stages all outputs beside the output folder, in `.dist.partial-PID-0`. The commit renames that
//!   folder.
//! - A later build compares each output with the file on disk. If they differ, it stages the output inside the output
//!   folder, in `.site-partial-PID-0`. The commit moves each staged file to its path (`update_plan`).
//!
//! A staging folder is locked while its build runs. A killed build leaves its folder unlocked. The next successful
//! build removes that folder, but only after its commit: on ext4, creating files is slow right after many were removed.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::manifest;
use super::ownership::{locate_hidden_folders, read_owned, remove_abandoned, resolve_target};
use super::sink::{CommitSummary, Sink, duplicate_output, is_disk_case_sensitive, validate};
use super::update_plan::UpdatePlan;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Lock, LockedFolder};

/// An output folder that is being built. If it is dropped without a commit, the folder stays as it was.
#[derive(Debug)]
pub struct OutputFolder {
    target: PathBuf,
    /// The files of the earlier build; `None` in a first build.
    old: Option<BTreeSet<String>>,
    pub(super) staging: PathBuf,
    /// The locks on the staging folder and, in a later build, on the output folder. Empty once the staging folder is
    /// published or removed.
    pub(super) locks: Vec<Lock>,
    outputs: Mutex<BTreeMap<String, NewOutput>>,
}

/// An output of this build, before the commit.
#[derive(Debug)]
struct NewOutput {
    size: u64,
    /// Whether the output is in the staging folder. If not, the output folder has the same file already.
    is_staged: bool,
}

impl OutputFolder {
    /// Begins a build of the site in `root` into the folder `dir`.
    ///
    /// # Errors
    /// Fails if the folder does not belong to the site, or if another build is writing to it.
    pub fn open(dir: &Path, root: &Path) -> Result<Self, Diagnostic> {
        let target = resolve_target(dir, root)?;
        let old = read_owned(&target, dir)?;
        Self::begin(target, old)
    }

    /// Begins a build into the folder `target`, with the files `old` of an earlier build.
    fn begin(target: PathBuf, mut old: Option<BTreeSet<String>>) -> Result<Self, Diagnostic> {
        let mut locks = Vec::new();
        let (parent, prefix) = if old.is_some() {
            locks.push(lock_target(&target)?);
            // Another build may have published after `old` was read and before this build got the lock.
            old = read_owned(&target, &target)?.or(old);
            (&*target, manifest::PARTIAL_PREFIX.to_owned())
        } else {
            locate_hidden_folders(&target)
        };
        let LockedFolder { path: staging, lock } = LockedFolder::create(parent, &prefix)?;
        locks.push(lock);
        Ok(Self { target, old, staging, locks, outputs: Mutex::default() })
    }

    /// Publishes all outputs, and removes files of the earlier build that this build does not have.
    pub fn commit(mut self) -> Result<CommitSummary, Diagnostic> {
        let mut summary = CommitSummary::default();
        if self.old.is_some() {
            let plan = self.plan()?;
            plan.run(&self.target, &self.staging)?;
            (summary.written, summary.removed) = (plan.written, plan.removed);
        } else {
            let text = manifest::format(self.outputs.lock().keys().map(String::as_str));
            fs::write_new(&self.staging.join(manifest::NAME), text.as_bytes())?;
            if fs::rename(&self.staging, &self.target).is_err() {
                // The rename fails if, for example, the output folder is a mount point, or another build has published.
                return self.commit_files();
            }
            // Without locks, `discard_staging` removes nothing: another build may create a folder of this name now.
            self.locks.clear();
            summary.written = self.outputs.lock().len();
        }
        self.discard_staging();
        remove_abandoned(&self.target);
        let outputs = self.outputs.lock();
        summary.unchanged = outputs.len() - summary.written;
        summary.bytes = outputs.values().map(|output| output.size).sum();
        Ok(summary)
    }

    /// Publishes the files of a first build as a later build would: puts them into an update of the output folder.
    fn commit_files(&self) -> Result<CommitSummary, Diagnostic> {
        let old = read_owned(&self.target, &self.target)?.unwrap_or_default();
        let update = Self::begin(self.target.clone(), Some(old))?;
        for path in self.outputs.lock().keys() {
            update.put_file(path, &self.staging.join(path))?;
        }
        update.commit()
    }

    pub(super) fn plan(&self) -> Result<UpdatePlan, Diagnostic> {
        let outputs = self.outputs.lock();
        let old = self.old.iter().flatten().map(String::as_str).collect();
        let new = outputs.keys().map(String::as_str).collect();
        let staged = outputs.iter().filter(|(_, output)| output.is_staged).map(|(path, _)| path.as_str()).collect();
        UpdatePlan::new(&self.target, &self.staging, &old, &new, staged)
    }

    /// Records an output and, unless the output folder has the same file, writes it to the staging folder.
    fn stage(
        &self,
        path: &str,
        size: u64,
        is_same: impl FnOnce(&Path) -> bool,
        write: impl FnOnce(&Path) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        validate(path)?;
        let is_staged = self.old.is_none() || !is_same(&self.target.join(path));
        match self.outputs.lock().entry(path.to_owned()) {
            Entry::Occupied(_) => return Err(duplicate_output(path)),
            Entry::Vacant(free) => _ = free.insert(NewOutput { size, is_staged }),
        }
        if !is_staged {
            return Ok(());
        }
        let staged = self.staging.join(path);
        // On a disk that ignores case, two outputs whose paths differ only in letter case are the same file.
        let as_duplicate = |error: Diagnostic| if error.code == "file-exists" { duplicate_output(path) } else { error };
        fs::create_parent(&staged)?;
        write(&staged).map_err(as_duplicate)
    }

    /// Releases the locks, and removes the staging folder. Does nothing if the locks are released already, because then
    /// a folder of that name may belong to another build.
    fn discard_staging(&mut self) {
        if self.locks.is_empty() {
            return;
        }
        // A lock keeps its folder open, and some systems can't remove an open folder.
        self.locks.clear();
        // If the removal fails, the next successful build removes the folder.
        _ = fs::remove_tree(&self.staging);
    }
}

impl Sink for OutputFolder {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let is_same = |present: &Path| fs::has_bytes(present, bytes);
        self.stage(path, bytes.len() as u64, is_same, |staged| fs::write_new(staged, bytes))
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let shown = source.display().to_string();
        let digest = |file: &Path| fs::digest(file, &shown).ok();
        let is_same = |present: &Path| digest(present).is_some_and(|found| digest(source) == Some(found));
        self.stage(path, fs::size(source, &shown)?, is_same, |staged| fs::copy_new(source, staged))
    }

    fn copy_outputs(&self, folder: &Path) -> Result<bool, Diagnostic> {
        for (path, output) in &*self.outputs.lock() {
            let source = if output.is_staged { &self.staging } else { &self.target }.join(path);
            let copy = folder.join(path);
            fs::create_parent(&copy)?;
            fs::copy_new(&source, &copy)?;
        }
        Ok(true)
    }

    fn is_folder(&self) -> bool {
        true
    }

    fn is_case_sensitive(&self) -> bool {
        is_disk_case_sensitive(&self.staging)
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        self.discard_staging();
    }
}

/// Locks the output folder. Fails if another build is writing to it.
fn lock_target(target: &Path) -> Result<Lock, Diagnostic> {
    let lock = fs::lock(target);
    if matches!(lock, Lock::Busy) {
        let message = format!("another build is writing to `{}` just now", target.display());
        return Err(Diagnostic::error("output-busy", message).help("wait until it is done, then build again"));
    }
    Ok(lock)
}
