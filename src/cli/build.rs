//! `site build` and `site check`: the pipeline into the output folder, or into nothing.

use std::time::Instant;

use super::args::BuildArguments;
use super::report::{Progress, Report};
use super::{FINE, MISTAKES};
use crate::diagnostic::Severity;
use crate::fs;
use crate::output::{Discard, Output};
use crate::pipeline::{self, verify};
use crate::source;

/// Builds and, where there are no errors, publishes to the output folder.
pub fn build(arguments: &BuildArguments) -> u8 {
    let start = Instant::now();
    let config = arguments.config();
    let report = Report::new(arguments);
    let progress = Progress::start(arguments);
    let output = match source::check_root(&config).and_then(|()| Output::open(&config.out, &config.root)) {
        Ok(output) => output,
        Err(diagnostic) => {
            report.diagnostics(&[diagnostic]);
            return MISTAKES;
        }
    };
    let mut build = pipeline::build(&config, &output, &|message| progress.say(message));
    let failed = build.errors() > 0 || (arguments.strict && build.warnings() > 0);
    let summary = if failed {
        drop(output);
        None
    } else {
        pipeline::publish(&config, output, &mut build)
    };
    if arguments.verify && summary.is_some() {
        let output = |path: &str| fs::read_bytes(&config.out.join(path), path).ok().map(Into::into);
        build.diagnostics.extend(verify::beside(&config, &[], &output));
    }
    progress.finish();
    report.build(&build, summary.as_ref(), &config, start.elapsed());
    if summary.is_some() && build.errors() == 0 { FINE } else { MISTAKES }
}

/// Reports everything that can be known to be wrong, sample values included, and writes nothing.
pub fn check(arguments: &BuildArguments) -> u8 {
    let start = Instant::now();
    let mut config = arguments.config();
    config.samples = config.samples.or(Some(Severity::Warning));
    config.weighs = true;
    let report = Report::new(arguments);
    let progress = Progress::start(arguments);
    let mut build = pipeline::build(&config, &Discard::default(), &|message| progress.say(message));
    progress.finish();
    let samples: Vec<_> = build.diagnostics.extract_if(.., |d| d.code == pipeline::SAMPLE).collect();
    report.check(&build, &samples, start.elapsed());
    let failed = build.errors() > 0 || (arguments.strict && build.warnings() > 0);
    if failed { MISTAKES } else { FINE }
}
