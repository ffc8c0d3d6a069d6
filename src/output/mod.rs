//! Outputs: a folder for `build`, memory for `serve`, and nothing for `check`.
//!
//! A build writes only into a folder that is new, empty, or has the manifest, `.site-manifest`. The manifest is the
//! sorted list of all files that earlier builds wrote. Steps of a build into a folder:
//!
//! 1. `OutputFolder::open` checks that the folder may be written (`ownership`).
//! 2. `put` and `put_file` accept outputs from any number of threads. A first build writes them into a hidden folder
//!    (`staging`). A later build collects the outputs that differ from the files in the folder (`update`).
//! 3. `commit` publishes: `staging` by one rename, `update` by the steps of an `update_plan`. Without a commit, the
//!    output folder stays as it was.
//!
//! If a build is killed, each file in the output folder is still complete, and the next build repairs the folder.

pub mod hosts;
mod manifest;
mod memory;
mod ownership;
pub mod precompress;
mod sink;
mod staging;
mod update;
mod update_plan;

pub use memory::{ChangedFiles, Discard, MemoryOutput};
pub use sink::{CommitSummary, OutputBody, Sink};

use std::path::Path;

use crate::diagnostic::Diagnostic;
use sink::{is_disk_case_sensitive, validate};
use staging::Staging;
use update::Update;

/// An output folder that is being built.
#[derive(Debug)]
pub enum OutputFolder {
    /// A first build.
    Staging(Staging),
    /// A build that changes the files of an earlier build.
    Update(Update),
}

impl OutputFolder {
    /// Begins a build of the site in `root` into the folder `dir`.
    ///
    /// # Errors
    /// Fails if the folder does not belong to the site, or if another build is writing to it.
    pub fn open(dir: &Path, root: &Path) -> Result<Self, Diagnostic> {
        let target = ownership::resolve_target(dir, root)?;
        Ok(match ownership::read_owned(&target, dir)? {
            None => Self::Staging(Staging::open(target)?),
            Some(old) => Self::Update(Update::open(target, old)?),
        })
    }

    /// Publishes all outputs, and removes files of the earlier build that this one does not have.
    pub fn commit(self) -> Result<CommitSummary, Diagnostic> {
        match self {
            Self::Staging(staging) => staging.commit(),
            Self::Update(update) => update.commit(),
        }
    }

    fn sink(&self) -> &dyn Sink {
        match self {
            Self::Staging(staging) => staging,
            Self::Update(update) => update,
        }
    }
}

impl Sink for OutputFolder {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        validate(path)?;
        self.sink().put(path, bytes)
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        validate(path)?;
        self.sink().put_file(path, source)
    }

    fn outputs(&self) -> Option<Vec<(String, OutputBody)>> {
        self.sink().outputs()
    }

    fn is_folder(&self) -> bool {
        true
    }

    fn is_case_sensitive(&self) -> bool {
        match self {
            Self::Staging(staging) => is_disk_case_sensitive(&staging.folder),
            Self::Update(update) => is_disk_case_sensitive(&update.target.join(manifest::NAME)),
        }
    }
}

#[cfg(test)]
mod tests;
