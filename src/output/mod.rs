//! How pages and files reach the output folder, or the memory of `serve`, or nowhere at all for `check`.
//!
//! The folder is ours only if it holds our manifest: `.site-manifest`, the sorted list of every file we made. Then:
//!
//! 1. `Output::open` decides whose folder it is (`claim`).
//! 2. `put` and `put_file` take the outputs, from any number of threads. Where there is no folder yet, they are written into a
//!    hidden folder beside it (`staging`); where there is one of ours, what differs from it is kept (`update`).
//! 3. Nothing is published until `commit`: one rename for the hidden folder, a `plan` of steps for an update. Dropping
//!    the output instead leaves everything as it was.
//!
//! A build killed at any moment leaves every file whole, and a folder that the next build makes right.

#![allow(clippy::result_large_err, reason = "an error ends the build or is rare: its size costs nothing")]

mod claim;
pub mod compress;
mod digest;
pub mod hosts;
mod manifest;
mod memory;
mod plan;
mod staging;
mod update;

pub use memory::{Discard, Memory};

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use digest::Digest;
use staging::Staging;
use update::Update;

/// Where outputs go. Paths are relative with forward slashes, such as `about/index.html`.
pub trait Sink: Sync {
    /// Takes an output that is at hand.
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic>;

    /// Takes an output that is a copy of the file `source`.
    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic>;

    /// Do the outputs become files for a host?
    fn is_folder(&self) -> bool {
        false
    }

    /// Puts all outputs of an earlier build as they are, if they come to this digest; else nothing happens.
    fn keep(&self, _digest: u64) -> bool {
        false
    }

    /// Takes back an output that an earlier build put. Where all outputs are of one build, there is none.
    fn remove(&self, _path: &str) {}
}

/// What an output holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    Bytes(Arc<[u8]>),
    /// Too large to be held: the bytes of this file.
    File {
        path: PathBuf,
        size: u64,
    },
}

/// What a build did to its output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    pub written: usize,
    pub unchanged: usize,
    pub removed: usize,
    /// The size of all outputs together, unchanged ones too.
    pub bytes: u64,
}

/// An output folder being built.
#[derive(Debug)]
pub struct Output {
    state: State,
    digest: Digest,
}

#[derive(Debug)]
enum State {
    Fresh(Staging),
    Over(Update),
}

impl Output {
    /// Begins a build into `dir`, for the site in `root`. Fails where `dir` may not be written.
    pub fn open(dir: &Path, root: &Path) -> Result<Self, Diagnostic> {
        let target = claim::refuse_inputs(dir, root)?;
        let state = match claim::owned(&target, dir)? {
            None => State::Fresh(Staging::open(target)?),
            Some(old) => State::Over(Update::open(target, old)?),
        };
        Ok(Self { state, digest: Digest::default() })
    }

    /// All that was put, in a number.
    pub fn digest(&self) -> u64 {
        self.digest.value()
    }

    /// Publishes everything that was put, and removes what an earlier build published and this one did not.
    pub fn commit(self) -> Result<Summary, Diagnostic> {
        match self.state {
            State::Fresh(staging) => staging.commit(),
            State::Over(update) => update.commit(),
        }
    }

    /// Leaves the folder as it was. Dropping does the same.
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
        self.digest.add(path, bytes);
        self.sink().put(path, bytes)
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        validate(path)?;
        // Where the source cannot be read, it cannot be put either.
        self.digest.add_file(path, source);
        self.sink().put_file(path, source)
    }

    fn keep(&self, digest: u64) -> bool {
        match &self.state {
            State::Fresh(_) => false,
            State::Over(update) => update.keep(digest),
        }
    }

    fn is_folder(&self) -> bool {
        true
    }
}

/// Files up to this size are held in memory rather than read again at the end.
const HELD: u64 = 1024 * 1024;

/// Is it a path that stays inside the output folder, and that a line of the manifest can hold?
fn is_valid(path: &str) -> bool {
    let plain = !path.is_empty() && !path.bytes().any(|byte| byte < b' ' || byte == b'\\' || byte == 0x7f);
    let parts = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    plain
        && parts
        && Path::new(path).components().all(|c| matches!(c, Component::Normal(_)))
        && !manifest::is_ours(path)
}

fn validate(path: &str) -> Result<(), Diagnostic> {
    if is_valid(path) {
        return Ok(());
    }
    Err(Diagnostic::error("output-path", format!("{path:?} cannot be the path of an output")).help(
        "a path is made of names with `/` between them; `.` and `..`, control characters and `\\` are not allowed",
    ))
}

/// What is wrong with two outputs of one path.
fn put_twice(path: &str) -> Diagnostic {
    Diagnostic::error("output-twice", format!("two outputs have the path `{path}`"))
        .help("give one of them another route or name")
}

#[cfg(test)]
mod tests;
