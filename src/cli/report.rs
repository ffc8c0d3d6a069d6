//! What the person at the terminal, or the program behind a pipe, is told.

use std::fmt;
use std::io::{IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::args::BuildArguments;
use crate::config::Config;
use crate::diagnostic::words::{count, duration, size};
use crate::diagnostic::{Diagnostic, draw};
use crate::output::Summary;
use crate::pipeline::Build;

/// A build that takes longer than this shows that it is alive.
const PATIENCE: Duration = Duration::from_millis(700);

/// So many diagnostics are drawn in full; the rest is counted.
const SHOWN: usize = 100;

/// Prints diagnostics to standard error and results to standard output; as JSON, all to standard output.
pub struct Report {
    json: bool,
    timings: bool,
    colour: bool,
}

impl Report {
    pub fn new(arguments: &BuildArguments) -> Self {
        let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self { json: arguments.json, timings: arguments.timings, colour }
    }

    pub fn diagnostics(&self, diagnostics: &[Diagnostic]) {
        if self.json {
            diagnostics.iter().for_each(|d| print(&draw::json(d)));
            return;
        }
        let mut errors = std::io::stderr().lock();
        for diagnostic in diagnostics.iter().take(SHOWN) {
            // Nobody is left to be told when standard error is closed.
            let _ = writeln!(errors, "{}\n", draw::text(diagnostic, self.colour));
        }
        if diagnostics.len() > SHOWN {
            let _ = writeln!(errors, "… and {} more", diagnostics.len() - SHOWN);
        }
    }

    /// The end of `site build`.
    pub fn build(&self, build: &Build, summary: Option<&Summary>, config: &Config, time: Duration) {
        self.diagnostics(&build.diagnostics);
        if self.json {
            let written = summary.map(
                |s| json!({ "written": s.written, "unchanged": s.unchanged, "removed": s.removed, "bytes": s.bytes }),
            );
            print(&json!({ "summary": Self::facts(build, time), "output": written }).to_string());
            return;
        }
        self.stages(build);
        let Some(summary) = summary else {
            Self::failure(build, &format!("{} is as it was", shown(&config.out)));
            return;
        };
        let changes =
            format!("{} written, {} unchanged, {} removed", summary.written, summary.unchanged, summary.removed);
        let pages = count(build.pages, "page");
        let files = count(build.files, "file");
        print(&format!(
            "Built {pages} and {files} ({}) into {} in {}: {changes}",
            size(summary.bytes),
            shown(&config.out),
            duration(time)
        ));
        Self::warnings(build);
        let publishing = config.samples.is_some();
        if build.samples > 0 && !publishing {
            let samples = count(build.samples, "sample value");
            print(&format!("{samples} still to be replaced: `site check` lists them"));
        }
        if let (true, Some(ledger)) = (publishing, &build.ledger) {
            print(&format!("{} added to content/urls.txt: commit it", count(ledger.added, "address")));
        }
    }

    /// The end of `site check`; the sample values are listed, a line each.
    pub fn check(&self, build: &Build, samples: &[Diagnostic], time: Duration) {
        self.diagnostics(&build.diagnostics);
        if self.json {
            self.diagnostics(samples);
            print(&json!({ "summary": Self::facts(build, time) }).to_string());
            return;
        }
        for place in samples.iter().filter_map(|sample| sample.place.as_ref()) {
            print(&format!("sample value  {}:{}:{}  {}", place.file, place.line, place.column, place.text.trim()));
        }
        self.stages(build);
        if build.errors() > 0 {
            Self::failure(build, "nothing was written");
        } else {
            print(&format!("Checked {} in {}: no errors", count(build.pages, "page"), duration(time)));
            Self::warnings(build);
            if !samples.is_empty() {
                print(&format!("{} still to be replaced", count(samples.len(), "sample value")));
            }
        }
    }

    fn warnings(build: &Build) {
        if build.warnings() > 0 {
            print(&format!("{} to look at", count(build.warnings(), "warning")));
        }
    }

    fn failure(build: &Build, consequence: &str) {
        let mistakes = match (build.errors(), build.warnings()) {
            (errors, 0) => count(errors, "error"),
            (0, warnings) => count(warnings, "warning"),
            (errors, warnings) => format!("{} and {}", count(errors, "error"), count(warnings, "warning")),
        };
        let _ = writeln!(std::io::stderr(), "{mistakes}; {consequence}");
    }

    fn stages(&self, build: &Build) {
        if self.timings {
            for (stage, time) in &build.timings {
                print(&format!("{stage:>10} {:>9}", duration(*time)));
            }
        }
    }

    fn facts(build: &Build, time: Duration) -> serde_json::Value {
        let timings: serde_json::Map<_, _> =
            build.timings.iter().map(|(stage, time)| ((*stage).to_owned(), json!(time.as_secs_f64() * 1e3))).collect();
        json!({
            "errors": build.errors(),
            "warnings": build.warnings(),
            "pages": build.pages,
            "files": build.files,
            "samples": build.samples,
            "milliseconds": time.as_secs_f64() * 1e3,
            "timings": timings,
        })
    }
}

/// A line that says the build is at work: only on a terminal, and only when it takes long.
pub struct Progress {
    quiet: bool,
    done: Arc<AtomicBool>,
    shown: Arc<Mutex<bool>>,
}

impl Progress {
    pub fn start(arguments: &BuildArguments) -> Self {
        let quiet = arguments.json || !std::io::stderr().is_terminal();
        let progress = Self { quiet: arguments.json, done: Arc::default(), shown: Arc::default() };
        if !quiet {
            let (done, shown) = (progress.done.clone(), progress.shown.clone());
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
                if !done.load(Ordering::Relaxed) {
                    *shown = true;
                    let _ = write!(std::io::stderr(), "Building …");
                }
            });
        }
        progress
    }

    /// Tells of something that takes seconds, terminal or not.
    pub fn say(&self, message: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "{message}");
        }
    }

    pub fn finish(self) {
        self.done.store(true, Ordering::Relaxed);
        if *self.shown.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// Draws diagnostics for commands that have no other output.
pub fn draw(diagnostics: &[Diagnostic]) {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    Report { json: false, timings: false, colour }.diagnostics(diagnostics);
}

/// Prints a line; a reader that has gone away is no fault of ours.
pub fn print(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// What a person sees of a fault in the program itself.
pub fn fault(fault: &PanicHookInfo) {
    let what = fault.payload_as_str().unwrap_or("unknown");
    let place = fault.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
    let _ = writeln!(
        std::io::stderr(),
        "error: this is a fault of the program, not of your site\n  it says: {what} ({place})\n  \
         help: report these lines, with the file you changed last"
    );
}

/// A path as it would be typed: without the `./` of the folder one is in.
fn shown(path: &Path) -> impl fmt::Display {
    path.strip_prefix(".").unwrap_or(path).display()
}
