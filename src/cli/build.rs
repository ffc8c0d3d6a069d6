//! `site build` and `site check`: a build that is written to the output folder, and a build that discards its output.

use std::process::ExitCode;
use std::time::Instant;

use super::args::{CheckArguments, OutputArguments};
use super::progress::Progress;
use super::report::{exit_status, print_build, print_check};
use crate::config::LinkCheck;
use crate::diagnostic::{Diagnostic, Severity};
use crate::output::{Discard, OutputFolder};
use crate::pipeline::{self, Build, verify};
use crate::{fs, source};

/// Builds the site and, if there are no errors (with `--strict`, no warnings either), commits it to the output folder.
pub fn build(arguments: &OutputArguments) -> ExitCode {
    let start = Instant::now();
    let OutputArguments { build: arguments, verify, out } = arguments;
    let mut config = arguments.config();
    config.out = out.clone().unwrap_or(config.out);
    let output = match source::check_root(&config).and_then(|()| OutputFolder::open(&config.out, &config.root)) {
        Ok(output) => output,
        Err(diagnostic) => {
            let build = Build { diagnostics: diagnostic.into(), ..Build::default() };
            return exit_status(false, print_build(&build, None, &config.out, arguments, start.elapsed()));
        }
    };
    let progress = Progress::start(arguments);
    let mut build = pipeline::build(&config, &output, &|message| progress.announce(message));
    let summary = if build.has_failed(arguments.strict) {
        // Dropping the output removes what was written so far; the output folder stays as it was.
        drop(output);
        None
    } else {
        pipeline::publish(&config, output, &mut build)
    };
    if *verify && summary.is_some() {
        let read_output = |path: &str| fs::read_bytes(&config.out.join(path), path).ok().map(Into::into);
        // The list is empty: only earlier builds could have left superfluous outputs, and `publish` has removed those.
        let maybe_superfluous = [];
        build.diagnostics.extend(verify::compare_with_clean_build(&config, &maybe_superfluous, &read_output));
    }
    progress.clear();
    let printed = print_build(&build, summary.as_ref(), &config.out, arguments, start.elapsed());
    exit_status(summary.is_some() && build.errors() == 0, printed)
}

/// Builds without an output folder, and reports errors, warnings and sample values.
pub fn check(arguments: &CheckArguments) -> ExitCode {
    let start = Instant::now();
    let CheckArguments { build: arguments, external } = arguments;
    let mut config = arguments.config();
    config.samples = config.samples.or(Some(Severity::Warning));
    config.check_budgets = true;
    config.external = external.then(LinkCheck::default);
    let progress = Progress::start(arguments);
    let mut build = pipeline::build(&config, &Discard::default(), &|message| progress.announce(message));
    progress.clear();
    // Sample values that are warnings are listed apart; with `--publish` they are errors like any other.
    let is_listed_apart = |d: &mut Diagnostic| d.code == pipeline::SAMPLE_VALUE && !d.is_error();
    let samples: Vec<_> = build.diagnostics.extract_if(.., is_listed_apart).collect();
    let printed = print_check(&build, &samples, arguments, start.elapsed());
    exit_status(!build.has_failed(arguments.strict), printed)
}
