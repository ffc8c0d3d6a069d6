//! The log of a build: the diagnostics of its stages, and how long each stage took.

use std::time::{Duration, Instant};

use super::lower_severity::SeverityRules;
use crate::config::Config;
use crate::content::settings::Settings;
use crate::diagnostic::Diagnostic;

#[derive(Debug, Default)]
pub struct Log {
    pub diagnostics: Vec<Diagnostic>,
    /// The duration of each stage, in order.
    pub timings: Vec<(&'static str, Duration)>,
    /// Applied to each reported diagnostic.
    rules: SeverityRules,
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
        let diagnostics = self.time(stage, work);
        self.report(diagnostics);
    }

    /// Runs a stage that returns a value only.
    pub fn time<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let (value, duration) = timed(work);
        self.timings.push((stage, duration));
        value
    }

    /// Adds a stage that ran at the same time as others, and returns its value.
    pub fn add_stage<T>(&mut self, stage: &'static str, (value, duration): (T, Duration)) -> T {
        self.timings.push((stage, duration));
        value
    }

    pub fn report(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(diagnostics.into_iter().filter_map(|diagnostic| self.rules.apply(diagnostic)));
    }

    /// Applies the rules of the settings to all diagnostics, those already reported included.
    pub fn apply_severity_rules(&mut self, settings: &Settings) {
        self.rules = SeverityRules::new(settings);
        let reported = std::mem::take(&mut self.diagnostics);
        self.report(reported);
    }

    /// Reports unused rules. Returns the number of silenced diagnostics.
    pub fn finish_severity_rules(&mut self, settings: &Settings, config: &Config) -> usize {
        // Errors suppress follow-up errors, so a rule for a follow-up error may seem unused.
        if !self.has_errors() {
            self.diagnostics.extend(self.rules.report_unused(settings, config));
        }
        self.rules.count_silenced()
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Runs `work` and measures how long it takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}
