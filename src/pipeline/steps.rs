//! The steps of a build: commands whose files join the inputs, and commands that read the finished pages.

use std::path::PathBuf;
use std::sync::Arc;

use super::job::Job;
use super::log::Log;
use super::outbound::Outbound;
use super::output_index::OutputIndex;
use crate::check::resolver::OutputLookup;
use crate::content::settings::Settings;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Bounds};
use crate::source::{Changes, GeneratedFiles, Sources};
use crate::step::{self, SITE_PREFIX, StepRun, StepRunner, WorkFolder};
use crate::yaml::tree::PairSide;

/// The steps that ran before the build.
#[derive(Debug, Default)]
pub struct StepFiles {
    runs: Vec<StepRun>,
    /// The folders and files that steps read, besides those of the site.
    pub watched: Vec<PathBuf>,
}

impl StepFiles {
    /// Returns the key of each run, with the index of its step.
    pub fn keys(&self) -> Vec<(usize, String)> {
        self.runs.iter().map(|run| (run.index, run.key.clone())).collect()
    }

    fn find(&self, index: usize) -> Option<&StepRun> {
        self.runs.iter().find(|run| run.index == index)
    }
}

/// The inputs of the build before: as scanned, with the files of steps, and the steps.
type Earlier<'a> = (&'a Sources, &'a Sources, &'a StepFiles);

/// Runs the steps before the build, and adds their files to the inputs. Reuses what is the same as in the build before.
pub fn run_before(
    job: &Job,
    settings: &Settings,
    scanned: &Sources,
    (scanned_before, sources_before, before): Earlier,
) -> ((Sources, StepFiles), Vec<Diagnostic>) {
    let runner = runner(job, settings, &scanned.bounds);
    let steps = settings.steps.iter().enumerate().filter(|(_, step)| !step.after);
    let (mut files, mut diagnostics) = (StepFiles::default(), Vec::new());
    for (index, step) in steps.filter(|(_, step)| step.is_sound()) {
        files.watched.extend(step::watched_folders(job.config, &step.reads));
        match runner.run(index, None, before.find(index), job.changes) {
            Ok(run) => files.runs.push(run),
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    let is_same = is_same(&scanned.public, &scanned_before.public)
        && is_same(&scanned.content, &scanned_before.content)
        && files.runs.len() == before.runs.len()
        && files.runs.iter().zip(&before.runs).all(|(run, before)| run.files.is_same(&before.files));
    let generated: Vec<GeneratedFiles> = files.runs.iter().map(|run| run.files.clone()).collect();
    diagnostics.extend(generated.iter().flat_map(GeneratedFiles::problems));
    let (mut sources, taken) = scanned.with_generated(&generated);
    diagnostics.extend(taken.into_iter().map(|(run, path)| exists(settings, files.runs[run].index, &path)));
    if is_same {
        (sources.content, sources.public) = (sources_before.content.clone(), sources_before.public.clone());
    }
    ((sources, files), diagnostics)
}

fn is_same<T>(one: &Arc<T>, other: &Arc<T>) -> bool {
    Arc::ptr_eq(one, other)
}

/// Runs the steps after the build, unless it has errors or its pages are not kept. Returns the paths of their files;
/// those that `before` has beside them are removed.
pub fn run_after(
    runner: &StepRunner,
    steps: &StepFiles,
    index: &OutputIndex,
    before: Vec<String>,
    outbound: &Outbound,
    log: &mut Log,
) -> Vec<String> {
    if log.has_errors() || (runner.settings.steps.is_empty() && before.is_empty()) {
        return before;
    }
    let runs = match log.time("steps after", || finish_pages(runner, &before, outbound)) {
        Ok(runs) => runs,
        Err(diagnostic) => {
            log.report([diagnostic]);
            return before;
        }
    };
    let written = log.run("copy", || publish(runner.settings, index, &runs, outbound));
    before.iter().filter(|path| !written.contains(path)).for_each(|path| outbound.remove(path));
    runner.remove_unused(steps.runs.iter().chain(&runs));
    written
}

/// Copies the pages for the steps after the build, and runs them.
fn finish_pages(runner: &StepRunner, before: &[String], outbound: &Outbound) -> Result<Vec<StepRun>, Diagnostic> {
    let steps = &runner.settings.steps;
    let wanted: Vec<usize> = (0..steps.len()).filter(|index| steps[*index].after).collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let copy = WorkFolder::create(runner.config, SITE_PREFIX)?;
    let run = |index: usize| runner.run(index, Some(&copy.files), None, &Changes::Unknown);
    let folder = runner.config.path(&copy.files);
    let runs = match outbound.copy_to(&folder, before) {
        Ok(true) => wanted.into_iter().map(run).collect(),
        Ok(false) => Ok(Vec::new()),
        Err(diagnostic) => Err(diagnostic),
    };
    // An error is ignored: a later build removes the folder.
    _ = folder.parent().map(fs::remove_tree);
    runs
}

/// Writes the files of steps after the build to the output. Returns their paths.
fn publish(
    settings: &Settings,
    index: &OutputIndex,
    runs: &[StepRun],
    outbound: &Outbound,
) -> (Vec<String>, Vec<Diagnostic>) {
    let (mut paths, mut diagnostics) = (Vec::new(), Vec::new());
    for run in runs {
        for (path, file) in run.files.public_files() {
            if index.output(path).is_some() || paths.iter().any(|other| other == path) {
                diagnostics.push(exists(settings, run.index, path));
            } else {
                diagnostics.extend(outbound.put_file(path, file).err());
                paths.push(path.to_owned());
            }
        }
    }
    (paths, diagnostics)
}

/// Returns the runner of the steps of these settings.
pub fn runner<'a>(job: &'a Job, settings: &'a Settings, bounds: &'a Bounds) -> StepRunner<'a> {
    StepRunner { config: job.config, settings, bounds, announce: job.announce }
}

fn exists(settings: &Settings, index: usize, path: &str) -> Diagnostic {
    Diagnostic::error("step-output-exists", format!("the command writes `{path}`, which is there already"))
        .at(settings.place_of(&format!("/steps/{index}/run"), PairSide::Value))
        .help("let the command write to another name, or remove the other file")
}
