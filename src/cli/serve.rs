//! `site serve` and `site edit`: build the site into memory for the development server, and report its events.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Arc;

use super::args::ServeArguments;
use super::browser;
use super::report::{print, print_diagnostics, timing_lines};
use crate::config::{CONTENT, ISLANDS, PUBLIC, TEMPLATES};
use crate::diagnostic::units::{count, duration};
use crate::diagnostic::{Diagnostic, Severity};
use crate::edit::EditSession;
use crate::output::MemoryOutput;
use crate::pipeline::{Builds, Changes, Job, SAMPLE_VALUE, Viewers, verify};
use crate::route::DEV_PAGES;
use crate::serve::{self, Listeners, Options, ServeEvent};

/// Serves until the process is stopped: the site and, if `is_editing`, the editor beside it.
pub fn serve(arguments: &ServeArguments, is_editing: bool) -> Result<(), Vec<Diagnostic>> {
    let mut config = arguments.build.config();
    let options = Options { host: arguments.host.clone(), port: arguments.port, watch: arguments.watch };
    let mut listeners = Listeners::open(&options)?;
    // Forms send to the mock endpoints of this program.
    config.mock_origin = Some(listeners.mock_origin());
    let builds = Arc::new(Builds::default());
    if is_editing {
        listeners = listeners.with_editor(EditSession::open(config.clone(), builds.clone())?)?;
    }
    // Sample values become warnings (errors with `--publish`), so that the pages below `/__site/` list them.
    config.samples = config.samples.or(Some(Severity::Warning));
    config.check_budgets = false;
    let inputs = [CONTENT, TEMPLATES, ISLANDS, PUBLIC, "package.json", "package-lock.json", "tsconfig.json"];
    let watched: Vec<_> = inputs.iter().map(|name| config.path(name)).collect();
    let printer = EventPrinter { arguments, known_warnings: RefCell::default() };
    let mut build = |changes: &Changes, outputs: &MemoryOutput, viewers: &dyn Viewers| {
        let job = Job {
            config: &config,
            changes,
            sink: outputs,
            announce: &|message| printer.say(message),
            viewers: Some(viewers),
            is_incremental: arguments.watch,
        };
        let mut built = builds.run(&job);
        if arguments.verify && !built.is_interrupted && built.errors() == 0 {
            let files = outputs.files();
            let paths: Vec<String> = files.keys().cloned().collect();
            let output = |path: &str| files.get(path).cloned();
            built.diagnostics.extend(verify::compare_with_clean_build(&config, &paths, &output));
        }
        if arguments.build.strict {
            // Sample values keep their severity, as in `site check --strict`.
            let warnings = built.diagnostics.iter_mut().filter(|diagnostic| diagnostic.code != SAMPLE_VALUE);
            warnings.for_each(|warning| warning.severity = Severity::Error);
        }
        built
    };
    Ok(serve::run(listeners, &watched, &config.root, &mut build, &|event| printer.print_event(event))?)
}

struct EventPrinter<'a> {
    arguments: &'a ServeArguments,
    /// The warnings of the last build; if it had errors, also those known before.
    known_warnings: RefCell<Vec<Diagnostic>>,
}

impl EventPrinter<'_> {
    /// Prints a line for people: with `--json` to standard error, as standard output is then for programs.
    fn say(&self, line: &str) {
        if self.arguments.build.json {
            // An error is ignored: standard error is closed.
            _ = writeln!(io::stderr(), "{line}");
        } else {
            // An error is ignored: the server goes on.
            _ = print(line);
        }
    }

    fn print_event(&self, event: ServeEvent) {
        match event {
            ServeEvent::Listening { url, network, editor, taken } => {
                if let Some(taken) = taken {
                    self.say(&format!("Port {taken} is taken by another program"));
                }
                let watching = if self.arguments.watch { " and watching for changes" } else { "" };
                self.say(&format!("Serving on {url}{watching}"));
                if let Some(network) = network {
                    self.say(&format!("Other machines of your network find it at {network}"));
                }
                let dev_pages = format!("{url}{DEV_PAGES}");
                self.say(&format!("The site at a glance: {dev_pages}, what its forms send: {dev_pages}submissions"));
                if let Some(editor) = &editor {
                    self.say(&format!("Edit the site at {editor}"));
                }
                if self.arguments.open {
                    // Serving continues if the browser can't be opened.
                    let opened = browser::open(editor.as_ref().unwrap_or(&url));
                    opened.unwrap_or_else(|diagnostic| print_diagnostics(&[diagnostic], false));
                }
            }
            ServeEvent::Built { changes, took, shown, timings, diagnostics } => {
                self.print_built(&diagnostics);
                if self.arguments.build.timings {
                    timing_lines(&timings).for_each(|line| self.say(&line));
                }
                match diagnostics.iter().filter(|d| d.is_error()).count() {
                    0 => {
                        let shown = shown.map(|shown| format!(" (open pages after {})", duration(shown)));
                        let changed = count(changes, "output");
                        self.say(&format!(
                            "Built in {}{}: {changed} changed",
                            duration(took),
                            shown.unwrap_or_default()
                        ));
                    }
                    errors => self.say(&format!("{}; the last good build stays", count(errors, "error"))),
                }
            }
            ServeEvent::Warning(diagnostic) => print_diagnostics(&[diagnostic], self.arguments.build.json),
        }
    }

    /// Prints the diagnostics of a build. Without `--json`, warnings that the build before had too are only counted,
    /// and those that are gone are listed as fixed.
    fn print_built(&self, diagnostics: &[Diagnostic]) {
        if self.arguments.build.json {
            print_diagnostics(diagnostics, true);
            return;
        }
        let difference = update_warnings(&mut self.known_warnings.borrow_mut(), diagnostics);
        print_diagnostics(&difference.shown, false);
        difference.gone.iter().for_each(|warning| self.say(&format!("Fixed: {}", one_line(warning))));
        if difference.repeated > 0 {
            self.say(&format!("{} as before: the site at a glance lists all", count(difference.repeated, "warning")));
        }
    }
}

/// The diagnostics of a build compared with those of the build before.
struct Difference {
    /// All errors, and the warnings that are new.
    shown: Vec<Diagnostic>,
    /// The warnings of the build before that this build does not have.
    gone: Vec<Diagnostic>,
    /// The number of warnings that the build before had too.
    repeated: usize,
}

/// Compares the diagnostics of a build with the `known` warnings, and brings `known` up to date. Errors are shown every
/// time, because they keep the site from being updated. A build with errors may end before it finds all warnings, so
/// then the earlier warnings stay known too.
fn update_warnings(known: &mut Vec<Diagnostic>, diagnostics: &[Diagnostic]) -> Difference {
    let mut earlier = std::mem::take(known);
    let mut take_earlier = |warning: &Diagnostic| {
        earlier.iter().position(|known| is_same(known, warning)).map(|at| earlier.remove(at)).is_some()
    };
    let (repeated, shown): (Vec<_>, Vec<_>) =
        diagnostics.iter().cloned().partition(|diagnostic| !diagnostic.is_error() && take_earlier(diagnostic));
    known.extend(diagnostics.iter().filter(|diagnostic| !diagnostic.is_error()).cloned());
    if diagnostics.iter().any(Diagnostic::is_error) {
        known.append(&mut earlier);
    }
    Difference { shown, gone: earlier, repeated: repeated.len() }
}

/// Whether two warnings are the same, even if their line has moved.
fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    let line = |diagnostic: &Diagnostic| diagnostic.place.clone().map(|place| (place.file, place.text));
    (one.code, &one.message) == (other.code, &other.message) && line(one) == line(other)
}

fn one_line(warning: &Diagnostic) -> String {
    match &warning.place {
        Some(place) => format!("{} ({})", warning.message, place.file),
        None => warning.message.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::update_warnings;
    use crate::diagnostic::{Diagnostic, Place};

    fn at(line: usize, text: &str, diagnostic: Diagnostic) -> Diagnostic {
        let before = "x\n".repeat(line - 1);
        diagnostic.at(Place::new("a.md", &format!("{before}{text}"), before.len()..before.len() + text.len()))
    }

    #[test]
    fn only_new_and_gone_warnings_and_all_errors_are_shown() {
        let (deep, wide) = (Diagnostic::warning("deep", "deep"), Diagnostic::warning("wide", "wide"));
        let error = Diagnostic::error("bad", "bad");
        let mut known = Vec::new();
        let mut check = |found: &[Diagnostic], shown: &[Diagnostic], gone: &[Diagnostic], repeated: usize| {
            let difference = update_warnings(&mut known, found);
            assert_eq!((&*difference.shown, &*difference.gone, difference.repeated), (shown, gone, repeated));
        };
        let (first, moved) = (at(1, "# A", deep.clone()), at(3, "# A", deep.clone()));
        check(&[first.clone(), wide.clone()], &[first.clone(), wide.clone()], &[], 0);
        check(&[first, wide.clone()], &[], &[], 2);
        check(&[moved.clone(), wide.clone()], &[], &[], 2);
        // A build with errors may end before it warns.
        check(std::slice::from_ref(&error), std::slice::from_ref(&error), &[], 0);
        check(&[error.clone(), wide.clone()], std::slice::from_ref(&error), &[], 1);
        check(&[moved.clone(), wide.clone()], &[], &[], 2);
        check(std::slice::from_ref(&wide), &[], std::slice::from_ref(&moved), 1);
        let edited = at(3, "# B", deep);
        check(&[edited.clone(), wide.clone(), wide.clone()], &[edited, wide], &[], 1);
    }
}
