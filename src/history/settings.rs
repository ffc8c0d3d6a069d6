//! The setting `history`.

use serde::Deserialize;

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct HistorySettings {
    /// The URL at which a file is edited, with `{file}` for its path relative to the site's folder.
    pub edit: Option<String>,
    pub missing: MissingHistory,
}

/// How a build without history is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MissingHistory {
    Error,
    Warning,
    /// Nothing is reported.
    Off,
}
