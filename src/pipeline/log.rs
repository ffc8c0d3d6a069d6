//! The log of a build: the diagnostics of its stages, and how long each stage took.

use std::time::{Duration, Instant};

use crate::diagnostic::Diagnostic;

/// The log of a build.
#[derive(Debug, Default)]
pub struct Log {
    pub diagnostics: Vec<Diagnostic>,
    /// The duration of each stage, in order.
    pub timings: Vec<(&'static str, Duration)>,
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

    /// Runs a stage without diagnostics.
    pub fn time<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let (value, duration) = timed(work);
        self.timings.push((stage, duration));
        value
    }

    /// Adds a stage that ran beside others.
    pub fn add<T>(&mut self, stage: &'static str, (value, duration): (T, Duration)) -> T {
        self.timings.push((stage, duration));
        value
    }

    pub fn report(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(diagnostics);
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Whether a diagnostic has this code.
    pub fn has_code(&self, code: &str) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.code == code)
    }
}

/// Measures how long work takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}
