//! Outputs: a folder for `build`, memory for `serve`, and nothing for `check`.
//!
//! A build writes only into a folder that is new, empty, or has the manifest, `.site-manifest`. The manifest is the
//! sorted list of all files that earlier builds wrote. Steps of a build into a folder:
//!
//! 1. `OutputFolder::open` checks that the folder may be written (`ownership`).
//! 2. `put` and `put_file` accept outputs from any number of threads, and write them into a staging folder (`folder`).
//!    A later build stages only the outputs that differ from the files in the output folder.
//! 3. `commit` publishes: a first build by one rename, a later build by the steps of an `update_plan`. Without a
//!    commit, the output folder stays as it was.
//!
//! If a build is killed, each file in the output folder is still complete, and the next build repairs the folder.

mod folder;
pub mod hosts;
mod manifest;
mod memory;
mod ownership;
pub mod precompress;
mod sink;
mod update_plan;

pub use folder::OutputFolder;
pub use memory::{ChangedFiles, Discard, MemoryOutput};
pub use sink::{CommitSummary, Sink};
pub use update_plan::PARTLY_PUBLISHED;

#[cfg(test)]
mod tests;
