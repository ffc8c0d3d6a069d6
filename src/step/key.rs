//! The key of a run: a digest of all that decides what a step writes.

use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use super::inputs;
use crate::config::Config;
use crate::content::steps::Step;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Bounds};

/// The lock file of npm, part of every key because a command may be a program in `node_modules/`.
pub const LOCK_FILE: &str = "package-lock.json";

/// Computes the key of a step. `site` is the folder of the finished pages, for a step after the build.
///
/// # Errors
/// Fails if a file can't be read. If no file matches the glob `reads[index]`, the error is `report_no_match(index)`.
pub fn compute_key(
    config: &Config,
    step: &Step,
    bounds: &Bounds,
    site: Option<&Path>,
    report_no_match: impl Fn(usize) -> Diagnostic,
) -> Result<String, Diagnostic> {
    let mut digest = Digest::default();
    step.run.iter().for_each(|argument| digest.add(argument.as_bytes()));
    digest.add(step.gives.as_bytes());
    for name in &step.env {
        digest.add(name.as_bytes());
        digest.add(config.variable(name).unwrap_or_default().as_bytes());
    }
    for (index, glob) in step.reads.iter().enumerate() {
        let files = inputs::list_matching(config, glob, bounds)?;
        if files.is_empty() {
            return Err(report_no_match(index));
        }
        for file in files {
            digest.add_file(&file, &config.path(&file))?;
        }
    }
    let lock = config.path(LOCK_FILE);
    if fs::is_file(&lock) {
        digest.add_file(LOCK_FILE, &lock)?;
    }
    if let Some(site) = site {
        for file in inputs::list_files(site, "", bounds)? {
            digest.add_file(&file, &site.join(&file))?;
        }
    }
    Ok(format!("{:032x}", digest.0.digest128()))
}

/// The digest of a sequence of bytes and files.
#[derive(Default)]
struct Digest(Xxh3);

impl Digest {
    /// Adds the number of bytes, then the bytes, so that `ab`, `c` and `a`, `bc` have different digests.
    fn add(&mut self, bytes: &[u8]) {
        self.0.update(&bytes.len().to_le_bytes());
        self.0.update(bytes);
    }

    fn add_file(&mut self, name: &str, path: &Path) -> Result<(), Diagnostic> {
        self.add(name.as_bytes());
        self.add(&fs::read_bytes(path, name)?);
        Ok(())
    }
}
