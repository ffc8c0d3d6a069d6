//! The inputs of a build. Inputs that have not changed since the last build are reused.
//!
//! 1. Read the sources, install the packages, and run the steps before the build.
//! 2. Compile the templates, load the content, and bundle islands and style sheets, all at the same time.

use std::sync::Arc;
use std::thread::JoinHandle;

use super::front_end::{FrontEnd, WantedStyles};
use super::job::Job;
use super::log::{Log, timed};
use super::steps::{self, StepRuns};
use crate::content::built_in_schemas::{BuiltInSchemas, compile_on_thread};
use crate::content::loaded_content::Content;
use crate::content::{load, props};
use crate::diagnostic::Diagnostic;
use crate::island::{Bundler, StepOutputs, npm};
use crate::site::Site;
use crate::source::{self, Changes, Sources};
use crate::template::{self, Templates};
use crate::thread::propagate_panic;

/// The inputs that a later build compares with its own.
#[derive(Default)]
pub struct Inputs {
    /// The input files, with the files of steps.
    pub sources: Sources,
    /// The runs of the steps before the build.
    pub steps: StepRuns,
    /// `None` if templates, islands and style sheets have to be parsed again.
    pub parsed: Option<ParsedInputs>,
    /// The bundler, which keeps an esbuild process between builds.
    bundler: Option<Bundler>,
}

/// The parsed inputs besides the content.
pub struct ParsedInputs {
    pub templates: Arc<Templates>,
    template_diagnostics: Vec<Diagnostic>,
    pub front_end: FrontEnd,
}

/// Reads and parses all inputs. Returns no content if `content/` has no texts or the settings can't be read.
pub fn read(job: &Job, earlier: Inputs, site_before: Option<&Site>, log: &mut Log) -> (Inputs, Option<Content>) {
    // The schemas of settings are compiled while the sources are read.
    let schemas = compile_on_thread(site_before.map(|site| site.content.built_in.clone()));
    let scanned_before = &earlier.steps.scanned;
    // Changes are relative to the sources of an earlier build, which the first build lacks.
    let changes = if scanned_before.content.texts.is_empty() { &Changes::Unknown } else { job.changes };
    let sources = log.run("read", || source::read(job.config, scanned_before, changes));
    if sources.content.texts.is_empty() {
        let steps = StepRuns { scanned: sources, ..StepRuns::default() };
        return (Inputs { steps, bundler: earlier.bundler, ..Inputs::default() }, None);
    }
    let is_rebuild = !scanned_before.content.texts.is_empty();
    let install = || npm::install(&job.config.root, is_rebuild, job.announce).err().into_iter().collect();
    log.check("packages", install);
    parse(job, sources, schemas, earlier, site_before, log)
}

/// Runs the steps before the build, compiles the templates, loads the content and bundles the front end.
fn parse(
    job: &Job,
    scanned: Sources,
    schemas: JoinHandle<Arc<BuiltInSchemas>>,
    earlier: Inputs,
    site_before: Option<&Site>,
    log: &mut Log,
) -> (Inputs, Option<Content>) {
    let (config, changes) = (job.config, job.changes);
    let built_in = log.time("schemas", || propagate_panic(schemas.join()));
    let content_before = site_before.map(|site| &*site.content);
    let settings = load::read_settings(config, &scanned, &built_in, content_before);
    let (sources, steps) = match settings.0.as_ref().filter(|settings| !settings.steps.is_empty()) {
        Some(settings) => log.run("steps", || steps::run_before(job, settings, scanned, &earlier.steps)),
        None => (scanned.clone(), StepRuns { scanned, ..StepRuns::default() }),
    };
    let parsed = earlier.parsed.map(|parsed| ((parsed.templates, parsed.template_diagnostics), parsed.front_end));
    let (templates, front_end) = parsed.unzip();
    let templates = templates.filter(|_| Arc::ptr_eq(&sources.templates, &earlier.sources.templates));
    let has_same_shared = || props::shared_schema(&sources) == props::shared_schema(&earlier.sources);
    let front_end = front_end.filter(|_| sources.bounds == earlier.sources.bounds && has_same_shared());
    let bundler = earlier.bundler.unwrap_or_else(|| Bundler::new(job.is_incremental));
    let sheets = settings.0.as_ref().map_or_else(Vec::new, |settings| settings.bundles(&sources));
    let step_outputs = StepOutputs::new(config, steps.runs.iter().flat_map(|run| run.files.public_files()));
    let styles = WantedStyles { sheets, step_outputs };

    let compile = || {
        templates.unwrap_or_else(|| {
            let (templates, diagnostics) = template::load(&sources.templates.texts);
            (Arc::new(templates), diagnostics)
        })
    };
    let load = || load::load(config, &sources, built_in, settings, content_before);
    let bundle = || FrontEnd::bundle(config, &sources, styles, changes, front_end, &bundler);
    // All later stages wait for bundling, so bundling begins first.
    let (front_end, (templates, content)) =
        rayon::join(|| timed(bundle), || rayon::join(|| timed(compile), || timed(load)));

    let (templates, template_diagnostics) = log.add_stage("templates", templates);
    let (content, content_diagnostics) = log.add_stage("content", content);
    let front_end = log.add_stage("islands", front_end);
    log.report(template_diagnostics.iter().chain(&content_diagnostics).chain(front_end.diagnostics()).cloned());
    let bundler = if job.is_incremental {
        Some(bundler)
    } else {
        // Without a next build, esbuild is not needed any more. Ending it takes time, so the build does not wait.
        rayon::spawn(move || drop(bundler));
        None
    };
    let parsed = Some(ParsedInputs { templates, template_diagnostics, front_end });
    (Inputs { sources, steps, parsed, bundler }, content)
}
