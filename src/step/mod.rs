//! Steps: commands of the settings that run before or after a build if anything that they read has changed.
//!
//! 1. `inputs` lists the files that match the globs under `reads`.
//! 2. `key` digests the command, these files and the variables.
//! 3. `store` finds the files that an earlier run with this key wrote. Without them, `run` runs the command.

mod inputs;
mod key;
mod run;
mod store;

pub use inputs::watched_folders;
pub use run::{StepRun, StepRunner};
pub use store::{SITE_PREFIX, WorkFolder, runs_differ};
