//! Steps: commands of the settings that run before or after a build, unless the cache has what they would write.
//!
//! 1. `inputs` lists the files that match the globs under `reads`. It computes the key, a digest of all that decides
//!    what the command writes, such as these files, the command and the environment variables under `env`.
//! 2. `store` looks for the files that an earlier run with this key wrote. If there are none, `run` runs the command.

mod inputs;
mod run;
mod store;

pub use inputs::watched_paths;
pub use run::{StepRun, StepRunner};
pub use store::{SITE_PREFIX, WorkFolder, remove_unused, runs_differ};
