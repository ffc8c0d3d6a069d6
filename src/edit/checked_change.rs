//! Changes that only a build can check: templates may compute links to a renamed or deleted entry.

use super::change::without_known;
use super::journal::{DescribedChange, Journal};
use super::refused::Refused;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::output::Discard;
use crate::pipeline;

/// Records a change and builds the site. If this gives the site a new error, the change is taken back. Returns the
/// number of the change. No other build may run meanwhile.
///
/// # Errors
/// Fails with the new errors, or if the files can't be written.
pub fn record_checked(journal: &mut Journal, change: &DescribedChange, config: &Config) -> Result<u64, Refused> {
    let number = journal.record(change.clone(), config)?;
    let errors = find_errors(config);
    if errors.is_empty() {
        return Ok(number);
    }
    journal.revert_last(config)?;
    // Errors that the site had before don't count.
    let errors = without_known(errors, &find_errors(config));
    if errors.is_empty() { Ok(journal.record(change.clone(), config)?) } else { Err(Refused::Invalid(errors)) }
}

/// Builds the site from the files on the disk, and returns the errors.
pub fn find_errors(config: &Config) -> Vec<Diagnostic> {
    let build = pipeline::build(config, &Discard, &|_| ());
    build.diagnostics.into_iter().filter(Diagnostic::is_error).collect()
}
