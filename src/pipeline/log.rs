//! The log of a build: the diagnostics of its stages, and how long each stage took.
//!
//! The rules of the setting `diagnostics` apply to each diagnostic. A rule lowers diagnostics of one code to warnings,
//! or silences them. The glob `at` of the rule chooses diagnostics by file, such as `content/old/**`, or by page,
//! such as `/old/**`. A diagnostic of several pages is chosen if the routes of all its pages match. The rules change
//! only diagnostics, never pages.

use std::time::{Duration, Instant};

use globset::{Glob, GlobMatcher};

use crate::config::Config;
use crate::content::diagnostic_rules::{LoweredSeverity, SeverityRule};
use crate::content::settings::Settings;
use crate::diagnostic::{self, Diagnostic};
use crate::yaml::tree::PairSide;

#[derive(Debug, Default)]
pub struct Log {
    pub diagnostics: Vec<Diagnostic>,
    /// The duration of each stage, in order.
    pub timings: Vec<(&'static str, Duration)>,
    rules: Vec<CompiledRule>,
    /// The diagnostics that the rules silence.
    silenced: Vec<Diagnostic>,
}

/// A rule of the setting `diagnostics`.
#[derive(Debug)]
struct CompiledRule {
    setting: SeverityRule,
    /// `None` if the glob is invalid, which is reported with the settings.
    glob: Option<GlobMatcher>,
    is_used: bool,
}

impl Log {
    /// Runs a stage that returns a value and diagnostics.
    pub fn run<T>(&mut self, stage: &'static str, work: impl FnOnce() -> (T, Vec<Diagnostic>)) -> T {
        let (value, diagnostics) = self.time(stage, work);
        self.report(diagnostics);
        value
    }

    /// Runs a stage that returns diagnostics only.
    pub fn check(&mut self, stage: &'static str, work: impl FnOnce() -> Vec<Diagnostic>) {
        self.run(stage, || ((), work()));
    }

    /// Runs a stage that returns a value only.
    pub fn time<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        self.add_stage(stage, timed(work))
    }

    /// Records the duration of a stage, and returns its value.
    pub fn add_stage<T>(&mut self, stage: &'static str, (value, duration): (T, Duration)) -> T {
        self.timings.push((stage, duration));
        value
    }

    /// Applies the rules to diagnostics, and adds those that are not silenced.
    pub fn report(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for mut diagnostic in diagnostics {
            let rule = self.rules.iter_mut().find(|rule| rule.matches(&diagnostic));
            let severity = rule.map(|rule| {
                rule.is_used = true;
                rule.setting.severity
            });
            if severity == Some(LoweredSeverity::Off) {
                self.silenced.push(diagnostic);
                continue;
            }
            if severity == Some(LoweredSeverity::Warning) {
                diagnostic.downgrade("an error, but for `diagnostics` in content/site.yaml");
            }
            self.diagnostics.push(diagnostic);
        }
    }

    /// Applies the rules of the settings to all diagnostics, those already reported included.
    pub fn apply_severity_rules(&mut self, settings: &Settings) {
        let rules = settings.diagnostics.iter().map(|rule| {
            let glob = Glob::new(&rule.at).ok().map(|glob| glob.compile_matcher());
            CompiledRule { setting: rule.clone(), glob, is_used: false }
        });
        self.rules = rules.collect();
        let reported = std::mem::take(&mut self.diagnostics);
        self.report(reported);
    }

    /// If there are no errors, reports the unused rules, except those for checks that this build skips. Returns the
    /// number of silenced diagnostics. A diagnostic that is silenced for several languages counts once.
    pub fn finish_severity_rules(&mut self, settings: &Settings, config: &Config) -> usize {
        // Errors suppress follow-up errors, so a rule for a follow-up error may seem unused.
        if !self.has_errors() {
            let rules = self.rules.iter().enumerate();
            let unused = rules.filter(|(_, rule)| !rule.is_used && is_checked(&rule.setting.code, config));
            self.diagnostics.extend(unused.map(|(index, rule)| unused_rule(settings, index, &rule.setting)));
        }
        // `sort` removes duplicates.
        diagnostic::sort(&mut self.silenced);
        self.silenced.len()
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

impl CompiledRule {
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

/// Whether this build makes the check that reports diagnostics of a code.
fn is_checked(code: &str, config: &Config) -> bool {
    match code {
        "over-budget" => config.check_budgets,
        code if code.ends_with("-external-link") => config.external.is_some(),
        _ => true,
    }
}

/// Returns the diagnostic of a rule that applies to nothing.
fn unused_rule(settings: &Settings, index: usize, SeverityRule { code, at, .. }: &SeverityRule) -> Diagnostic {
    Diagnostic::warning("rule-without-use", format!("this rule meets nothing: there is no `{code}` at `{at}`"))
        .at(settings.place_of(&format!("/diagnostics/{index}"), PairSide::Value))
        .label("lowers no diagnostic")
        .help("remove the rule, so that the mistake is reported when it comes back")
}

pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}
