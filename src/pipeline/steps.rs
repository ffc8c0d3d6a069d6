//! The steps of a build: commands whose files join the inputs, and commands that read the finished pages.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::job::Job;
use super::log::Log;
use super::output_writer::OutputWriter;
use crate::content::settings::Settings;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Bounds};
use crate::source::{Changes, Sources, StepFiles};
use crate::step::{self, SITE_PREFIX, StepRun, StepRunner, WorkFolder};
use crate::yaml::tree::PairSide;

/// The scanned inputs, and the runs of the steps before the build.
#[derive(Default)]
pub struct StepRuns {
    /// The inputs without the files of steps.
    pub scanned: Sources,
    pub runs: Vec<StepRun>,
    /// The folders and files to watch: the `reads` of the steps.
    pub watched: Vec<PathBuf>,
}

/// Runs the steps before the build, and adds their files to the inputs. Reuses runs of an earlier build.
pub fn run_before(
    job: &Job,
    settings: &Settings,
    scanned: Sources,
    earlier: &StepRuns,
) -> ((Sources, StepRuns), Vec<Diagnostic>) {
    let runner = runner(job, settings, &scanned.bounds);
    let steps = settings.steps.iter().enumerate().filter(|(_, step)| !step.after);
    let (mut step_runs, mut diagnostics) = (StepRuns::default(), Vec::new());
    for (index, step) in steps.filter(|(_, step)| step.can_run()) {
        step_runs.watched.extend(step::watched_paths(job.config, &step.reads));
        let earlier_run = earlier.runs.iter().find(|run| run.index == index);
        match runner.run(index, None, earlier_run, job.changes) {
            Ok(run) => step_runs.runs.push(run),
            Err(found) => diagnostics.extend(found),
        }
    }
    let files: Vec<StepFiles> = step_runs.runs.iter().map(|run| run.files.clone()).collect();
    diagnostics.extend(files.iter().flat_map(StepFiles::diagnostics));
    let (sources, taken) = scanned.with_step_files(&files);
    diagnostics.extend(taken.into_iter().map(|(run, path)| taken_path(settings, step_runs.runs[run].index, &path)));
    step_runs.scanned = scanned;
    ((sources, step_runs), diagnostics)
}

/// Runs the steps after the build, unless the build has errors or the sink keeps no outputs. Returns the paths of the
/// files that they wrote or, after an error, `old_files`: the paths from the last build. `is_taken` tells whether
/// another output has a path.
pub fn run_after(
    job: &Job,
    settings: &Settings,
    runs_before_build: &StepRuns,
    is_taken: impl Fn(&str) -> bool,
    old_files: BTreeSet<String>,
    writer: &OutputWriter,
    log: &mut Log,
) -> BTreeSet<String> {
    if log.has_errors() {
        return old_files;
    }
    if settings.steps.is_empty() {
        return BTreeSet::new();
    }
    let runner = runner(job, settings, &runs_before_build.scanned.bounds);
    let runs = match log.time("steps after", || run_on_copy(&runner, writer)) {
        Ok(runs) => runs,
        Err(diagnostics) => {
            log.report(diagnostics);
            return old_files;
        }
    };
    let written = log.run("step files", || write_files(settings, is_taken, &runs, writer));
    let used = runs_before_build.runs.iter().chain(&runs).map(|run| run.key.clone()).collect();
    step::remove_unused(job.config, &used);
    written
}

/// Runs the steps after the build on a copy of all outputs.
fn run_on_copy(runner: &StepRunner, writer: &OutputWriter) -> Result<Vec<StepRun>, Vec<Diagnostic>> {
    let steps = &runner.settings.steps;
    let wanted: Vec<usize> = (0..steps.len()).filter(|index| steps[*index].after).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let copy = WorkFolder::create(runner.config, SITE_PREFIX)?;
    let run = |index: usize| runner.run(index, Some(&copy.files_folder), None, &Changes::Unknown);
    let folder = runner.config.path(&copy.files_folder);
    let copied = writer.sink.copy_outputs(&folder).map_err(Vec::from);
    let runs =
        copied.and_then(|is_copied| if is_copied { wanted.into_iter().map(run).collect() } else { Ok(Vec::new()) });
    // An error is ignored, because a later build removes the folder.
    if let Some(work_folder) = folder.parent() {
        _ = fs::remove_tree(work_folder);
    }
    runs
}

/// Writes the files of steps after the build to the output. Returns their paths.
fn write_files(
    settings: &Settings,
    is_taken: impl Fn(&str) -> bool,
    runs: &[StepRun],
    writer: &OutputWriter,
) -> (BTreeSet<String>, Vec<Diagnostic>) {
    let (mut paths, mut diagnostics) = (BTreeSet::new(), Vec::new());
    for run in runs {
        for (path, file) in run.files.public_files() {
            if is_taken(path) || !paths.insert(path.to_owned()) {
                diagnostics.push(taken_path(settings, run.index, path));
            } else {
                diagnostics.extend(writer.put_file(path, file).err());
            }
        }
    }
    (paths, diagnostics)
}

fn runner<'a>(job: &'a Job, settings: &'a Settings, bounds: &'a Bounds) -> StepRunner<'a> {
    StepRunner { config: job.config, settings, bounds, announce: job.announce }
}

/// Returns the diagnostic of a step that writes a file to a path that another file has already.
fn taken_path(settings: &Settings, index: usize, path: &str) -> Diagnostic {
    Diagnostic::error("step-output-exists", format!("the command writes `{path}`, which is there already"))
        .at(settings.place_of(&format!("/steps/{index}/run"), PairSide::Value))
        .help("let the command write to another name, or remove the other file")
}
