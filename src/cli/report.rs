//! The printed reports of commands, as text for people or as JSON for programs.

use std::fmt;
use std::io::{IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;

use super::args::BuildArguments;
use crate::config::Config;
use crate::diagnostic::units::{count, duration, size};
use crate::diagnostic::{Diagnostic, format};
use crate::output::CommitSummary;
use crate::pipeline::{Build, UntranslatedItem};

/// The most diagnostics that are printed; the others are counted.
const MAX_PRINTED: usize = 100;

/// The most unpublished entries that are listed; the others are counted, as an author of many drafts knows them.
const MAX_NAMED_UNPUBLISHED: usize = 5;

/// The printer of reports. Diagnostics go to standard error; results and all JSON go to standard output.
pub struct Report<'a> {
    pub arguments: &'a BuildArguments,
}

impl Report<'_> {
    pub fn diagnostics(&self, diagnostics: &[Diagnostic]) {
        if self.arguments.json {
            diagnostics.iter().for_each(|diagnostic| print(&format::json(diagnostic)));
            return;
        }
        let mut errors = std::io::stderr().lock();
        let uses_colour = errors.is_terminal() && std::env::var_os("NO_COLOR").is_none();
        // If not all are printed, errors come before warnings.
        let mut printed: Vec<_> = diagnostics.iter().collect();
        if printed.len() > MAX_PRINTED {
            printed.sort_by_key(|diagnostic| !diagnostic.is_error());
        }
        for diagnostic in printed.into_iter().take(MAX_PRINTED) {
            // An error is ignored: standard error is closed, so nothing can be reported.
            let _ = writeln!(errors, "{}\n", format::text(diagnostic, uses_colour));
        }
        if diagnostics.len() > MAX_PRINTED {
            let _ = writeln!(errors, "… and {} more", diagnostics.len() - MAX_PRINTED);
        }
    }

    /// Reports the errors of a command that failed. Returns the exit status.
    pub fn finish(&self, result: Result<(), Vec<Diagnostic>>) -> ExitCode {
        let Err(diagnostics) = result else { return ExitCode::SUCCESS };
        self.diagnostics(&diagnostics);
        ExitCode::FAILURE
    }

    /// Reports the result of `site build`.
    pub fn build(&self, build: &Build, summary: Option<&CommitSummary>, config: &Config, time: Duration) {
        self.diagnostics(&build.diagnostics);
        if self.arguments.json {
            print(&json!({ "summary": Self::summary_json(build, time), "output": summary }).to_string());
            return;
        }
        self.print_timings(build);
        let Some(summary) = summary else {
            Self::print_failure(build, &format!("{} is as it was", shown(&config.out)));
            return;
        };
        let changes =
            format!("{} written, {} unchanged, {} removed", summary.written, summary.unchanged, summary.removed);
        let pages = count(build.counts.pages, "page");
        let files = count(build.counts.files, "file");
        print(&format!(
            "Built {pages} and {files} ({}) into {} in {}: {changes}",
            size(summary.bytes),
            shown(&config.out),
            duration(time)
        ));
        Self::print_notices(build);
        if build.counts.samples > 0 && !self.arguments.publish {
            let samples = count(build.counts.samples, "sample value");
            print(&format!("{samples} still to be replaced: `site check` lists them"));
        }
        if let Some(ledger) = build.ledger.as_ref().filter(|_| self.arguments.publish) {
            print(&format!("{} written to content/urls.txt: commit it", count(ledger.changed_lines, "address")));
        }
    }

    /// Reports the result of `site check`, with a line for each sample value and for what is not translated.
    pub fn check(&self, build: &Build, samples: &[Diagnostic], time: Duration) {
        self.diagnostics(&build.diagnostics);
        if self.arguments.json {
            self.diagnostics(samples);
            print(&json!({ "summary": Self::summary_json(build, time) }).to_string());
            return;
        }
        for place in samples.iter().filter_map(|sample| sample.place.as_ref()) {
            print(&format!("sample value  {}:{}:{}  {}", place.file, place.line, place.column, place.text.trim()));
        }
        for UntranslatedItem { language, source } in &build.untranslated {
            print(&format!("not translated  {language}  {source}"));
        }
        self.print_timings(build);
        if build.errors() > 0 {
            Self::print_failure(build, "nothing was written");
        } else {
            let external = build.counts.external.map(|links| format!(" and {}", count(links.count, "external link")));
            let checked = format!("{}{}", count(build.counts.pages, "page"), external.unwrap_or_default());
            print(&format!("Checked {checked} in {}: no errors", duration(time)));
            Self::print_notices(build);
            if !samples.is_empty() {
                print(&format!("{} still to be replaced", count(samples.len(), "sample value")));
            }
        }
    }

    /// Prints the unpublished entries, and the numbers of warnings and of silenced diagnostics.
    fn print_notices(build: &Build) {
        for entry in build.unpublished.iter().take(MAX_NAMED_UNPUBLISHED) {
            print(&format!("left out: {}: {}", entry.file, entry.why));
        }
        if build.unpublished.len() > MAX_NAMED_UNPUBLISHED {
            print(&format!("left out: {} more", build.unpublished.len() - MAX_NAMED_UNPUBLISHED));
        }
        if !build.unpublished.is_empty() {
            print("`site build --drafts` includes what is left out");
        }
        if build.warnings() > 0 {
            print(&format!("{} to look at", count(build.warnings(), "warning")));
        }
        if build.counts.silenced > 0 {
            let silenced = count(build.counts.silenced, "diagnostic");
            print(&format!("{silenced} silenced by `diagnostics` in content/site.yaml"));
        }
    }

    fn print_failure(build: &Build, consequence: &str) {
        let counted = match (build.errors(), build.warnings()) {
            (errors, 0) => count(errors, "error"),
            (0, warnings) => count(warnings, "warning"),
            (errors, warnings) => format!("{} and {}", count(errors, "error"), count(warnings, "warning")),
        };
        let _ = writeln!(std::io::stderr(), "{counted}; {consequence}");
    }

    fn print_timings(&self, build: &Build) {
        if self.arguments.timings {
            for (stage, time) in &build.timings {
                print(&format!("{stage:>12} {:>9}", duration(*time)));
            }
        }
    }

    /// Returns the counts and times of a build as JSON.
    fn summary_json(build: &Build, time: Duration) -> serde_json::Value {
        let timings: serde_json::Map<_, _> =
            build.timings.iter().map(|(stage, time)| ((*stage).to_owned(), json!(time.as_secs_f64() * 1e3))).collect();
        let external = build.counts.external.map(|links| json!({ "links": links.count, "requested": links.requested }));
        let untranslated =
            build.untranslated.iter().map(|item| json!({ "language": item.language, "what": item.source }));
        json!({
            "errors": build.errors(),
            "warnings": build.warnings(),
            "pages": build.counts.pages,
            "files": build.counts.files,
            "samples": build.counts.samples,
            "silenced": build.counts.silenced,
            "untranslated": untranslated.collect::<Vec<_>>(),
            "external": external,
            "milliseconds": time.as_secs_f64() * 1e3,
            "timings": timings,
        })
    }
}

/// Prints diagnostics for commands without options for their output.
pub fn print_diagnostics(diagnostics: &[Diagnostic]) {
    Report { arguments: &BuildArguments::default() }.diagnostics(diagnostics);
}

/// Prints a line. A failure is ignored, as it means that the reader of the output has closed the pipe.
pub fn print(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// Prints an error of the program itself, after a panic.
pub fn internal_error(info: &PanicHookInfo) {
    let what = info.payload_as_str().unwrap_or("unknown");
    let place = info.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
    let _ = writeln!(
        std::io::stderr(),
        "error: this is a fault of the program, not of your site\n  it says: {what} ({place})\n  \
         help: report these lines, with the file you changed last"
    );
}

/// Returns a path without a leading `./`.
fn shown(path: &Path) -> impl fmt::Display {
    path.strip_prefix(".").unwrap_or(path).display()
}
