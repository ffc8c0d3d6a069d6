//! From a build without errors to what visitors get.

use super::Build;
use crate::config::Config;
use crate::diagnostic::Severity;
use crate::fs;
use crate::output::{Output, Summary};
use crate::plan::LEDGER_FILE;

/// Publishes all that was put; where it goes out into the world, its new addresses are entered in the ledger. If there are none, a
/// build that would come to the same is known by it. What fails joins the build's diagnostics; none where nothing was published.
pub fn publish(config: &Config, output: Output, build: &mut Build) -> Option<Summary> {
    let digest = output.digest();
    let summary = output.commit().map_err(|problem| build.diagnostics.push(problem)).ok()?;
    let is_for_good = config.samples == Some(Severity::Error);
    if let Some(ledger) = build.ledger.as_ref().filter(|_| is_for_good) {
        let written = fs::write_atomic(&config.path(LEDGER_FILE), ledger.text.as_bytes());
        build.diagnostics.extend(written.err());
    } else if let Some(proof) = build.proof.take() {
        proof.remember(config, build, digest);
    }
    Some(summary)
}
