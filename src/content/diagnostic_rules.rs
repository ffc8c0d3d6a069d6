//! The rules of the setting `diagnostics` as written, and the diagnostics that they may name. The rules are applied by
//! `pipeline::lower_severity`.

use serde::Deserialize;

use crate::diagnostic::{Diagnostic, codes, did_you_mean};
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// A rule that lowers the severity of diagnostics.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SeverityRule {
    /// The code of the diagnostics.
    #[serde(rename = "name")]
    pub code: String,
    /// A glob of files or, if it begins with a slash, of routes.
    pub at: String,
    #[serde(rename = "as")]
    pub severity: LoweredSeverity,
}

/// The severity that a rule gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LoweredSeverity {
    Warning,
    /// The diagnostics are only counted.
    Off,
}

/// The diagnostics that may be lowered: a site can be built in spite of them. Syntax errors, leaks, and mistakes that
/// keep a page from being made are not among them.
pub const LOWERABLE: &[&str] = &[
    "address-lost",
    "bad-nesting",
    "broken-external-link",
    "broken-link",
    "button-without-name",
    "control-without-label",
    "dangling-link",
    "dangling-reference",
    "duplicate-id",
    "footnote-missing",
    "footnote-twice",
    "footnote-unused",
    "foreign-syntax",
    "heading-skipped",
    "image-without-alt",
    "inline-handler",
    "invalid-date",
    "invalid-format",
    "invalid-json-ld",
    "link-with-blanks",
    "link-without-name",
    "link-without-page",
    "missing-description",
    "missing-field",
    "missing-language",
    "missing-title",
    "moved-external-link",
    "nested-form",
    "nested-interactive",
    "no-alternative",
    "not-allowed",
    "not-one-of",
    "not-unique",
    "origin-not-allowed",
    "out-of-range",
    "over-budget",
    "picture-tells-place",
    "retired-type",
    "route-case",
    "self-serving-rating",
    "several-h1",
    "small-picture",
    "translated-delivery",
    "unclear-external-link",
    "unknown-alert",
    "unknown-code-language",
    "unknown-key",
    "wrong-items",
    "wrong-key",
    "wrong-language",
    "wrong-length",
    "wrong-pattern",
    "wrong-type",
];

/// Reports rules for diagnostics that don't exist or can't be lowered.
pub fn check(rules: &[SeverityRule], source: &DocumentSource<'_>) -> Vec<Diagnostic> {
    let report = |(index, SeverityRule { code, .. }): (usize, &SeverityRule)| {
        let diagnostic = if codes::codes().any(|known| known == code) {
            Diagnostic::error("not-lowerable", format!("`{code}` can't be lowered"))
                .label("without correcting it nothing can be published as it was meant")
        } else {
            let label = did_you_mean(code, LOWERABLE.iter().copied(), "its name is in the brackets of the message");
            Diagnostic::error("unknown-diagnostic", format!("there is no diagnostic `{code}`")).label(label)
        };
        diagnostic.at(source.place_of(&format!("/diagnostics/{index}/name"), PairSide::Value))
    };
    let refused = rules.iter().enumerate().filter(|(_, rule)| !LOWERABLE.contains(&rule.code.as_str()));
    refused.map(report).collect()
}

#[cfg(test)]
mod tests {
    use super::LOWERABLE;
    use crate::diagnostic::codes;

    #[test]
    fn every_lowerable_diagnostic_exists() {
        let unknown: Vec<_> = LOWERABLE.iter().filter(|code| codes::codes().all(|known| known != **code)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
