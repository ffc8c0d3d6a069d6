//! The printed reports of commands, as text for people or as JSON for programs.

use std::io::{ErrorKind, IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::json;

use super::args::BuildArguments;
use crate::diagnostic::units::{count, duration, size};
use crate::diagnostic::{Diagnostic, format};
use crate::fs;
use crate::output::{CommitSummary, PARTLY_PUBLISHED};
use crate::pipeline::{Build, UntranslatedItem};

/// The maximum number of diagnostics printed as text. The rest are only counted.
const MAX_PRINTED: usize = 100;

/// The maximum number of unpublished entries that are listed. The rest are only counted.
const MAX_NAMED_UNPUBLISHED: usize = 5;

/// Prints diagnostics: as JSON to standard output, or as text to standard error.
pub fn print_diagnostics(diagnostics: &[Diagnostic], as_json: bool) {
    if as_json {
        for diagnostic in diagnostics {
            // An error can be ignored: `site build` and `site check` print a summary later, and fail if that can't be
            // written either. In `site serve`, the command has failed anyway, or the server goes on.
            let _ = print(&format::json(diagnostic));
        }
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

/// Prints the errors of a command, if it failed, and returns its exit status.
pub fn print_errors(result: Result<(), Vec<Diagnostic>>, as_json: bool) -> ExitCode {
    let Err(diagnostics) = result else { return ExitCode::SUCCESS };
    print_diagnostics(&diagnostics, as_json);
    ExitCode::FAILURE
}

/// Prints the result of `site build` into the folder `out`. `summary` is `None` if the build failed, or could not be
/// published as a whole. Fails like [`print`].
pub fn print_build(
    build: &Build,
    summary: Option<&CommitSummary>,
    out: &Path,
    arguments: &BuildArguments,
    time: Duration,
) -> Result<(), Diagnostic> {
    print_diagnostics(&build.diagnostics, arguments.json);
    if arguments.json {
        return print(&json!({ "summary": summary_json(build, time), "output": summary }).to_string());
    }
    print_timings(build, arguments)?;
    let out = out.strip_prefix(".").ok().filter(|below| !below.as_os_str().is_empty()).unwrap_or(out);
    let Some(CommitSummary { written, unchanged, removed, bytes }) = summary else {
        print_failure(build, &describe_output_folder(&build.diagnostics, out));
        return Ok(());
    };
    let (pages, files) = (count(build.counts.pages, "page"), count(build.counts.files, "file"));
    let (size, time) = (size(*bytes), duration(time));
    print(&format!(
        "Built {pages} and {files} ({size}) into {} in {time}: \
         {written} written, {unchanged} unchanged, {removed} removed",
        out.display()
    ))?;
    print_notices(build)?;
    if build.counts.samples > 0 && !arguments.publish {
        let samples = count(build.counts.samples, "sample value");
        print(&format!("{samples} still to be replaced: `site check` lists them"))?;
    }
    if let Some(ledger) = build.ledger.as_ref().filter(|_| arguments.publish) {
        print(&format!("{} written to content/urls.txt: commit it", count(ledger.changed_lines, "address")))?;
    }
    Ok(())
}

/// Prints the result of `site check`, with a line for each sample value and each item that is not translated. Fails
/// like [`print`].
pub fn print_check(
    build: &Build,
    samples: &[Diagnostic],
    arguments: &BuildArguments,
    time: Duration,
) -> Result<(), Diagnostic> {
    print_diagnostics(&build.diagnostics, arguments.json);
    if arguments.json {
        print_diagnostics(samples, true);
        return print(&json!({ "summary": summary_json(build, time) }).to_string());
    }
    for place in samples.iter().filter_map(|sample| sample.place.as_ref()) {
        print(&format!("sample value  {}:{}:{}  {}", place.file, place.line, place.column, place.text.trim()))?;
    }
    for UntranslatedItem { language, source } in &build.untranslated {
        print(&format!("not translated  {language}  {source}"))?;
    }
    print_timings(build, arguments)?;
    if build.has_failed(arguments.strict) {
        print_failure(build, "nothing was written");
        return Ok(());
    }
    let external = build.counts.external.map(|links| format!(" and {}", count(links.count, "external link")));
    let checked = format!("{}{}", count(build.counts.pages, "page"), external.unwrap_or_default());
    print(&format!("Checked {checked} in {}: no errors", duration(time)))?;
    print_notices(build)?;
    if !samples.is_empty() {
        print(&format!("{} still to be replaced", count(samples.len(), "sample value")))?;
    }
    Ok(())
}

/// Returns the exit status of a command. If its report could not be printed, the status is a failure.
pub fn exit_status(has_succeeded: bool, printed: Result<(), Diagnostic>) -> ExitCode {
    let status = print_errors(printed.map_err(Vec::from), false);
    if has_succeeded { status } else { ExitCode::FAILURE }
}

/// Prints the unpublished entries, and the numbers of warnings and of silenced diagnostics.
fn print_notices(build: &Build) -> Result<(), Diagnostic> {
    for entry in build.unpublished.iter().take(MAX_NAMED_UNPUBLISHED) {
        print(&format!("left out: {}: {}", entry.file, entry.why))?;
    }
    if build.unpublished.len() > MAX_NAMED_UNPUBLISHED {
        print(&format!("left out: {} more", build.unpublished.len() - MAX_NAMED_UNPUBLISHED))?;
    }
    if !build.unpublished.is_empty() {
        print("`site build --drafts` includes what is left out")?;
    }
    if build.warnings() > 0 {
        print(&format!("{} to look at", count(build.warnings(), "warning")))?;
    }
    if build.counts.silenced > 0 {
        let silenced = count(build.counts.silenced, "diagnostic");
        print(&format!("{silenced} silenced by `diagnostics` in content/site.yaml"))?;
    }
    Ok(())
}

/// Says what the folder `out` holds after a build that failed or could not be published.
fn describe_output_folder(diagnostics: &[Diagnostic], out: &Path) -> String {
    let is_partly_published =
        diagnostics.iter().any(|diagnostic| diagnostic.notes.iter().any(|note| note == PARTLY_PUBLISHED));
    match out.display() {
        out if is_partly_published => format!("{out} holds files of two builds"),
        shown if fs::exists(out) => format!("{shown} is as it was"),
        _ => "nothing was written".to_owned(),
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

fn print_timings(build: &Build, arguments: &BuildArguments) -> Result<(), Diagnostic> {
    if arguments.timings { timing_lines(&build.timings).try_for_each(|line| print(&line)) } else { Ok(()) }
}

/// Formats how long each stage of a build took, a line for each.
pub fn timing_lines(timings: &[(&str, Duration)]) -> impl Iterator<Item = String> {
    timings.iter().map(|(stage, time)| format!("{stage:>12} {:>9}", duration(*time)))
}

fn summary_json(build: &Build, time: Duration) -> serde_json::Value {
    let timings: serde_json::Map<_, _> =
        build.timings.iter().map(|(stage, time)| ((*stage).to_owned(), json!(time.as_secs_f64() * 1e3))).collect();
    let external = build.counts.external.map(|links| json!({ "links": links.count, "requested": links.requested }));
    let untranslated = build.untranslated.iter().map(|item| json!({ "language": item.language, "what": item.source }));
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

/// Prints a line. Fails if it can't be written. A closed pipe is not a failure: the reader needs no more output.
pub fn print(line: &str) -> Result<(), Diagnostic> {
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let message = format!("the report can't be written to standard output: {error}");
            Err(Diagnostic::error("file-failed", message))
        }
        _ => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use super::{PARTLY_PUBLISHED, Path, describe_output_folder};
    use crate::diagnostic::Diagnostic;

    #[test]
    fn a_failed_build_says_what_the_output_folder_holds() {
        let error = Diagnostic::error("file-permission", "not allowed to write `dist/a`");
        let (errors, dist) = (std::slice::from_ref(&error), Path::new("dist"));
        assert_eq!(describe_output_folder(errors, Path::new("src")), "src is as it was");
        assert_eq!(describe_output_folder(errors, Path::new("src/missing")), "nothing was written");
        assert_eq!(
            describe_output_folder(&[error.clone().note(PARTLY_PUBLISHED)], dist),
            "dist holds files of two builds"
        );
    }
}
