//! Steps: commands of the settings that run before or after a build, but only if something that they read has changed.
//!
//! 1. `inputs` lists the files that match the globs under `reads`, and digests them into a key with the command and the
//!    environment variables under `env`.
//! 2. `store` finds the files that an earlier run with this key wrote. Without them, `run` runs the command.

mod inputs;
mod run;
mod store;

pub use inputs::watched_paths;
pub use run::{StepRun, StepRunner};
pub use store::{SITE_PREFIX, WorkFolder, remove_unused, runs_differ};
