//! Outputs: a folder for `build`, memory for `serve`, and a counter for `check`.
//!
//! An output folder belongs to the site only if it holds the manifest, `.site-manifest`: the sorted list of all files
//! written. Steps of a build:
//!
//! 1. `Output::open` checks that the folder may be written (`ownership`).
//! 2. `put` and `put_file` accept outputs from any number of threads. A first build writes them into a hidden folder
//!    (`staging`); a later build keeps only outputs that differ from the folder (`update`).
//! 3. `commit` publishes: staging by one rename, an update by the steps of an `update_plan`. Dropping the output
//!    instead leaves the folder as it was.
//!
//! If a build is killed at any moment, every file is whole, and the next build repairs the folder.

#![allow(clippy::result_large_err, reason = "an error ends the build or is rare: its size costs nothing")]

pub mod hosts;
mod manifest;
mod memory;
mod ownership;
mod partial_folders;
pub mod precompress;
mod sink;
mod staging;
mod update;
mod update_plan;

pub use memory::{Discard, MemoryOutput};
pub use sink::{CommitSummary, OutputBody, Sink};

use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::fs;
use sink::validate;
use staging::Staging;
use update::Update;

/// An output folder that is being built.
#[derive(Debug)]
pub struct Output {
    state: State,
    is_case_sensitive: bool,
}

#[derive(Debug)]
enum State {
    Fresh(Staging),
    Over(Update),
}

impl Output {
    /// Begins a build into `dir`, for the site in `root`. Fails if `dir` may not be written.
    pub fn open(dir: &Path, root: &Path) -> Result<Self, Diagnostic> {
        let target = ownership::refuse_inputs(dir, root)?;
        let (state, known) = match ownership::owned(&target, dir)? {
            None => {
                let staging = Staging::open(target)?;
                let folder = staging.folder().to_owned();
                (State::Fresh(staging), folder)
            }
            Some(old) => {
                let manifest = target.join(manifest::NAME);
                (State::Over(Update::open(target, old)?), manifest)
            }
        };
        // Looks for an existing path in capital letters.
        let capitals = known.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let is_case_sensitive = !fs::exists(&known.with_file_name(capitals));
        Ok(Self { state, is_case_sensitive })
    }

    /// Publishes all outputs, and removes those of the earlier build that this one does not have.
    pub fn commit(self) -> Result<CommitSummary, Diagnostic> {
        match self.state {
            State::Fresh(staging) => staging.commit(),
            State::Over(update) => update.commit(),
        }
    }

    /// Leaves the folder as it was, like dropping.
    pub fn abandon(self) {}

    fn sink(&self) -> &dyn Sink {
        match &self.state {
            State::Fresh(staging) => staging,
            State::Over(update) => update,
        }
    }
}

impl Sink for Output {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        validate(path)?;
        self.sink().put(path, bytes)
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        validate(path)?;
        self.sink().put_file(path, source)
    }

    fn is_folder(&self) -> bool {
        true
    }

    fn is_case_sensitive(&self) -> bool {
        self.is_case_sensitive
    }
}

#[cfg(test)]
mod tests;
