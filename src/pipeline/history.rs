//! The history of a build's files in git, if the settings ask for it.

use std::sync::Arc;

use crate::config::Config;
use crate::content::settings::Settings;
use crate::diagnostic::Diagnostic;
use crate::history::{History, MissingHistory, MissingReason};
use crate::source::Sources;
use crate::yaml::tree::PairSide;

/// Reads the history of the content. Without the setting `history`, the history is empty.
pub fn read(
    config: &Config,
    settings: &Settings,
    sources: &Sources,
    before: Option<&Arc<History>>,
) -> (Arc<History>, Vec<Diagnostic>) {
    let Some(wanted) = &settings.history else { return (Arc::default(), Vec::new()) };
    let entry_folders = sources.entry_folders().cloned().collect();
    let (history, reason) = History::read(config, wanted, entry_folders, &sources.generated, before);
    let diagnostic = reason.and_then(|reason| missing_history(settings, wanted.missing, &reason));
    (history, diagnostic.into_iter().collect())
}

/// Returns the diagnostic of a site without history; `None` if the severity is `Off`.
fn missing_history(settings: &Settings, severity: MissingHistory, reason: &MissingReason) -> Option<Diagnostic> {
    let new = match severity {
        MissingHistory::Error => Diagnostic::error,
        MissingHistory::Warning => Diagnostic::warning,
        MissingHistory::Off => return None,
    };
    let diagnostic = match reason {
        MissingReason::Shallow => {
            new("shallow-history", "pages have no history: the clone has only the last commits".to_owned())
                .help("fetch all commits: `git fetch --unshallow`, or `fetch-depth: 0` for `actions/checkout`")
        }
        MissingReason::NoRepository(words) => {
            new("no-history", "pages have no history: git does not know the site's folder".to_owned())
                .note(words.clone())
                .help("build in a clone with at least one commit, where git is installed")
        }
    };
    let place = settings.place_of("/history/missing", PairSide::Value);
    Some(diagnostic.at(place).help("or say `missing: off` in `history`, if builds without git are meant to be"))
}
