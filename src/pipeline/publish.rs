//! Publishing: commits the output of a build without errors, and writes the ledger.

use super::build::Build;
use crate::config::Config;
use crate::fs;
use crate::output::{CommitSummary, OutputFolder};
use crate::site::plan::LEDGER_FILE;

/// Commits the output. A build for publishing also adds its new URLs to the ledger. Errors join the build's
/// diagnostics; returns `None` if nothing was published.
pub fn publish(config: &Config, output: OutputFolder, build: &mut Build) -> Option<CommitSummary> {
    let summary = output.commit().map_err(|problem| build.diagnostics.push(problem)).ok()?;
    if let Some(ledger) = build.ledger.as_ref().filter(|_| config.is_for_publishing()) {
        let written = fs::write_atomic(&config.path(LEDGER_FILE), ledger.text.as_bytes());
        build.diagnostics.extend(written.err());
    }
    Some(summary)
}
