//! The rules of the setting `diagnostics` as written, and the diagnostics that they may name. The rules are applied by
//! `pipeline::log`.

use serde::Deserialize;

use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// A rule that lowers the severity of diagnostics.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SeverityRule {
    #[serde(rename = "name")]
    pub code: String,
    /// A glob of files or, if it begins with a slash, of routes.
    pub at: String,
    #[serde(rename = "as")]
    pub severity: LoweredSeverity,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoweredSeverity {
    Warning,
    /// The diagnostics are only counted.
    Off,
}

/// The end of the explanation of each diagnostic that rules may lower.
const LOWERABLE: &str = "The setting `diagnostics` can lower it.";

fn is_lowerable(code: &str) -> bool {
    codes::explanation(code).is_some_and(|explanation| explanation.ends_with(LOWERABLE))
}

/// Reports rules for diagnostics that don't exist or can't be lowered.
pub fn check(rules: &[SeverityRule], source: &DocumentSource<'_>) -> Vec<Diagnostic> {
    let report = |(index, SeverityRule { code, .. }): (usize, &SeverityRule)| {
        let diagnostic = if codes::codes().any(|known| known == code) {
            Diagnostic::error("not-lowerable", format!("`{code}` can't be lowered"))
                .label("without correcting it nothing can be published as it was meant")
        } else {
            let lowerable = codes::codes().filter(|code| is_lowerable(code));
            let label = did_you_mean(code, lowerable, "its name is in the brackets of the message");
            Diagnostic::error("unknown-diagnostic", format!("there is no diagnostic `{code}`")).label(label)
        };
        diagnostic.at(source.place_of(&format!("/diagnostics/{index}/name"), PairSide::Value))
    };
    let refused = rules.iter().enumerate().filter(|(_, rule)| !is_lowerable(&rule.code));
    refused.map(report).collect()
}
