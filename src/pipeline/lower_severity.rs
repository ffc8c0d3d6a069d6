//! The rules of the setting `diagnostics`. A rule lowers diagnostics of one code to warnings, or silences them. Its
//! glob `at` chooses them: `content/old/**` by file, `/old/**` by the routes of the pages that show them, which must
//! all match. The rules change only diagnostics, never pages.

use globset::{Glob, GlobMatcher};

use crate::config::Config;
use crate::content::diagnostic_rules::{LoweredSeverity, SeverityRule};
use crate::content::settings::Settings;
use crate::diagnostic::{self, Diagnostic};
use crate::yaml::tree::PairSide;

/// The rules of a site, and what the build has silenced by them.
#[derive(Debug, Default)]
pub struct SeverityRules {
    rules: Vec<CompiledRule>,
    silenced: Vec<Diagnostic>,
}

#[derive(Debug)]
struct CompiledRule {
    setting: SeverityRule,
    /// `None` if the glob is invalid, which is reported with the settings.
    glob: Option<GlobMatcher>,
    is_used: bool,
}

impl SeverityRules {
    pub fn new(settings: &Settings) -> Self {
        let rules = settings.diagnostics.iter().map(|rule| {
            let glob = Glob::new(&rule.at).ok().map(|glob| glob.compile_matcher());
            CompiledRule { setting: rule.clone(), glob, is_used: false }
        });
        Self { rules: rules.collect(), silenced: Vec::new() }
    }

    /// Lowers the severity of a diagnostic if a rule applies. Returns `None` if it is silenced.
    pub fn apply(&mut self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let Some(rule) = self.rules.iter_mut().find(|rule| rule.matches(&diagnostic)) else { return Some(diagnostic) };
        rule.is_used = true;
        match rule.setting.severity {
            LoweredSeverity::Warning => {
                diagnostic.downgrade("an error, but for `diagnostics` in content/site.yaml");
                Some(diagnostic)
            }
            LoweredSeverity::Off => {
                self.silenced.push(diagnostic);
                None
            }
        }
    }

    /// Counts the silenced diagnostics. A diagnostic that is reported for several languages counts once.
    pub fn count_silenced(&mut self) -> usize {
        // `sort` removes duplicates.
        diagnostic::sort(&mut self.silenced);
        self.silenced.len()
    }

    /// Reports the unused rules, except those for checks that this build skips.
    pub fn report_unused(&self, settings: &Settings, config: &Config) -> Vec<Diagnostic> {
        let report = |index: usize, SeverityRule { code, at, .. }: &SeverityRule| {
            let message = format!("this rule meets nothing: there is no `{code}` at `{at}`");
            Diagnostic::warning("rule-without-use", message)
                .at(settings.place_of(&format!("/diagnostics/{index}"), PairSide::Value))
                .label("lowers no diagnostic")
                .help("remove the rule, so that the mistake is reported when it comes back")
        };
        let rules = self.rules.iter().enumerate();
        let unused = rules.filter(|(_, rule)| !rule.is_used && is_checked(&rule.setting.code, config));
        unused.map(|(index, rule)| report(index, &rule.setting)).collect()
    }
}

/// Whether this build makes the check that reports diagnostics of a code.
fn is_checked(code: &str, config: &Config) -> bool {
    match code {
        "over-budget" => config.check_budgets,
        code if code.ends_with("-external-link") => config.external.is_some(),
        _ => true,
    }
}

impl CompiledRule {
    /// Whether the rule applies to a diagnostic.
    fn matches(&self, diagnostic: &Diagnostic) -> bool {
        let Some(glob) = &self.glob else { return false };
        if self.setting.code != diagnostic.code {
            return false;
        }
        if self.setting.at.starts_with('/') {
            return !diagnostic.pages.is_empty() && diagnostic.pages.iter().all(|page| glob.is_match(&**page));
        }
        diagnostic.place.as_ref().is_some_and(|place| glob.is_match(&*place.file))
    }
}
