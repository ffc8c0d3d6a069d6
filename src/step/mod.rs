//! Steps: commands of the settings that run before or after a build, but only if something that they read has changed.
//!
//! 1. `inputs` lists the files that match the globs under `reads`.
//! 2. `key` digests the command, these files and the variables.
//! 3. `store` finds the files that an earlier run with this key wrote. If there are none, `run` runs the command.

mod inputs;
mod key;
mod run;
mod store;

pub use inputs::watched_folders;
pub use run::{StepRun, StepRunner};
pub use store::{SITE_PREFIX, WorkFolder, runs_differ};
