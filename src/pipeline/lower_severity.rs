//! The rules of the setting `diagnostics`. Each names a code and, by `at`, files or routes: the diagnostics with this
//! code and such a place become warnings, or are silenced. As rules change diagnostics only, and not what is kept of
//! pages, a changed rule rerenders no page.

use globset::{Glob, GlobMatcher};

use super::log::Log;
use crate::config::Config;
use crate::content::diagnostic_rules::{LoweredSeverity, SeverityRule};
use crate::content::settings::Settings;
use crate::diagnostic::{self, Diagnostic};
use crate::yaml::tree::PairSide;

/// The rules of a site, and which of them the build has used.
pub struct SeverityRules<'s> {
    settings: &'s Settings,
    rules: Vec<CompiledRule<'s>>,
    silenced: Vec<Diagnostic>,
}

/// A rule with its compiled glob.
struct CompiledRule<'s> {
    rule: &'s SeverityRule,
    /// `None` if the glob is invalid, which is reported with the settings.
    glob: Option<GlobMatcher>,
    is_used: bool,
}

impl<'s> SeverityRules<'s> {
    pub fn new(settings: &'s Settings) -> Self {
        let rules = settings.diagnostics.iter().map(|rule| {
            let glob = Glob::new(&rule.at).ok().map(|glob| glob.compile_matcher());
            CompiledRule { rule, glob, is_used: false }
        });
        Self { settings, rules: rules.collect(), silenced: Vec::new() }
    }

    /// Lowers the severity of these diagnostics, and removes those that are silenced.
    pub fn apply(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        if self.rules.is_empty() {
            return;
        }
        let silenced = diagnostics.extract_if(.., |diagnostic| {
            let Some(used) = self.rules.iter_mut().find(|rule| rule.matches(diagnostic)) else { return false };
            used.is_used = true;
            if used.rule.severity == LoweredSeverity::Warning {
                diagnostic.downgrade("an error, but for `diagnostics` in content/site.yaml");
                return false;
            }
            true
        });
        self.silenced.extend(silenced);
    }

    /// Applies the rules to all diagnostics of a build, and reports unused rules. Returns the number of silenced
    /// diagnostics.
    pub fn finish(mut self, config: &Config, log: &mut Log) -> usize {
        self.apply(&mut log.diagnostics);
        // Errors suppress follow-up errors, so a rule for one of those may only seem unused.
        if !log.has_errors() {
            log.report(self.report_unused(config));
        }
        // Several languages may have diagnostics in common. `sort` removes duplicates.
        diagnostic::sort(&mut self.silenced);
        self.silenced.len()
    }

    /// Reports the unused rules, except those for checks that this build skips.
    fn report_unused(&self, config: &Config) -> Vec<Diagnostic> {
        let is_checked = |name: &str| match name {
            "over-budget" => config.check_budgets,
            name if name.ends_with("-external-link") => config.external.is_some(),
            _ => true,
        };
        let unused = self.rules.iter().enumerate().filter(|(_, used)| !used.is_used && is_checked(&used.rule.name));
        unused
            .map(|(index, CompiledRule { rule, .. })| {
                let message = format!("this rule meets nothing: there is no `{}` at `{}`", rule.name, rule.at);
                Diagnostic::warning("rule-without-use", message)
                    .at(self.settings.place_of(&format!("/diagnostics/{index}"), PairSide::Value))
                    .label("lowers no diagnostic")
                    .help("remove the rule, so that the mistake is reported when it comes back")
            })
            .collect()
    }
}

impl CompiledRule<'_> {
    /// Whether the rule applies to a diagnostic: its glob matches the file, or the routes of all pages that show it.
    fn matches(&self, diagnostic: &Diagnostic) -> bool {
        let Some(glob) = self.glob.as_ref().filter(|_| self.rule.name == diagnostic.code) else { return false };
        if self.rule.at.starts_with('/') {
            return !diagnostic.pages.is_empty() && diagnostic.pages.iter().all(|page| glob.is_match(&**page));
        }
        diagnostic.place.as_ref().is_some_and(|place| glob.is_match(&*place.file))
    }
}
