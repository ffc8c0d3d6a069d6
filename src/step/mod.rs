//! Steps: commands of the settings that run before or after a build, where what they read has changed.
//!
//! 1. `inputs` lists the files that a step says it reads.
//! 2. `key` digests the command, these files and the variables.
//! 3. `store` has the files that a run with the same key wrote; else `run` runs the command.

mod inputs;
mod key;
mod run;
mod store;

pub use inputs::watched_folders;
pub use run::{StepRun, StepRunner};
pub use store::{SITE_PREFIX, WorkFolder, differs};
