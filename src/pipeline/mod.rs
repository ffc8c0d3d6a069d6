//! The pipeline: builds a site from its sources, for `build`, `check` and `serve`.
//!
//! 1. Read the sources.
//! 2. Compile the templates, load the content, bundle the islands, list the assets.
//! 3. Index the content and plan the pages.
//! 4. Render each page, check its HTML and write it. Pages are rendered in parallel and not kept, so that only a few
//!    are in memory at a time.
//! 5. Make the images that the pages request, or take them from the cache.
//! 6. Check what only all pages together show: anchors, the ledger, budgets.
//!
//! The outputs are published by `publish`, if there are no errors.

mod budgets;
mod explain;
mod external;
mod front_end;
mod host_policy;
mod images;
mod outbound;
mod output_index;
mod page_check;
mod pages;
mod previous;
mod publish;
mod queue;
mod samples;
mod styles;
mod suppress;
mod traces;
pub mod verify;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::asset::{AssetGlobs, Assets};
use crate::config::Config;
use crate::content::built_in_schemas::SchemaHandle;
use crate::content::load::{self, Content};
use crate::content::settings;
use crate::diagnostic::{self, Diagnostic};
use crate::fs::Bounds;
use crate::island::npm;
use crate::output::Sink;
use crate::output::hosts::HostPolicy;
use crate::render::{Islands, Snapshot};
use crate::site::plan::Ledger;
use crate::site::{Site, unpublished_reason};
use crate::source;
use crate::template::Templates;
use front_end::prepare as prepare_islands;
use previous::Planned;
use suppress::KnownErrors;

pub use crate::source::Changes;
pub use explain::{Explanation, FileExplanation, PageExplanation};
pub use external::ExternalLinks;
pub use previous::Previous;
pub use publish::publish;
pub use queue::{Preview, Viewers};
pub use samples::SAMPLE_VALUE;

/// The result of a build.
#[derive(Debug, Default)]
pub struct Build {
    /// All diagnostics, sorted by file and line.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of HTML pages, aliases included.
    pub pages: usize,
    /// The number of outputs rendered by this build, not reused; outputs other than HTML included.
    pub rendered: usize,
    /// The number of files of `public/`.
    pub files: usize,
    /// The number of derived images.
    pub pictures: usize,
    /// The number of sample values in the content.
    pub samples: usize,
    /// The counts of external links, if they were checked.
    pub external: Option<ExternalLinks>,
    /// The entries that are not published, by file.
    pub unpublished: Vec<UnpublishedEntry>,
    /// The ledger with the URLs that this build adds, if there are any.
    pub ledger: Option<Ledger>,
    /// Headers and redirects, if the site has a host policy.
    pub policy: Option<HostPolicy>,
    /// Input files outside of the site's folders.
    pub external_inputs: Vec<PathBuf>,
    /// The folders that symbolic links of the site may lead to.
    pub bounds: Bounds,
    /// The path below which the site is published.
    pub base_path: String,
    /// Inputs changed during the build: pages are left for the next build, and checks of the whole site were skipped.
    pub is_interrupted: bool,
    /// How long each stage took, in order.
    pub timings: Vec<(&'static str, Duration)>,
}

/// An entry that is not published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnpublishedEntry {
    pub file: String,
    /// A clause whose subject is "it".
    pub why: &'static str,
}

impl Build {
    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }

    pub fn warnings(&self) -> usize {
        self.diagnostics.len() - self.errors()
    }
}

/// Builds the site of `config` into `sink`. Calls `announce` before steps that take seconds.
pub fn build(config: &Config, sink: &dyn Sink, announce: &dyn Fn(&str)) -> Build {
    rebuild(config, &mut Previous::none(), &Changes::Unknown, sink, announce, None)
}

/// Builds again after `previous`, into the same sink. Only `changes` may have happened since; with nothing previous,
/// this is the first build. The pages that `viewers` have open are rendered first and previewed.
pub fn rebuild(
    config: &Config,
    previous: &mut Previous,
    changes: &Changes,
    sink: &dyn Sink,
    announce: &dyn Fn(&str),
    viewers: Option<&dyn Viewers>,
) -> Build {
    let mut stage = Stages { previous, timings: Vec::new() };
    let mut build = Build::default();
    if let Some(built_in) = stage.read(config, changes, announce, &mut build)
        && let Some(inputs) = stage.inputs(config, changes, built_in, &mut build)
    {
        let snapshot = stage.snapshot(config, inputs, &mut build);
        stage.outputs(config, &snapshot, sink, announce, viewers, &mut build);
    }
    diagnostic::sort(&mut build.diagnostics);
    build.timings = stage.timings;
    build
}

/// All inputs, parsed.
struct Inputs {
    content: Content,
    templates: Arc<Templates>,
    assets: Arc<Assets>,
    islands: Arc<Islands>,
}

/// The stages of a build, with their timings.
struct Stages<'p> {
    previous: &'p mut Previous,
    timings: Vec<(&'static str, Duration)>,
}

/// Runs a stage and records its duration.
fn time<T>(timings: &mut Vec<(&'static str, Duration)>, name: &'static str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = work();
    timings.push((name, start.elapsed()));
    value
}

impl Stages<'_> {
    /// Reads the sources. Returns `None` if there are none.
    fn read(
        &mut self,
        config: &Config,
        changes: &Changes,
        announce: &dyn Fn(&str),
        build: &mut Build,
    ) -> Option<SchemaHandle> {
        let Self { previous, timings } = self;
        // Without sources from an earlier build, changes can't be trusted.
        let changes = if previous.sources.content.files.is_empty() { &Changes::Unknown } else { changes };
        let earlier = previous.is_incremental.then_some((&previous.sources, changes));
        let known = previous.snapshot.as_ref().map(|snapshot| snapshot.site().content.built_in().clone());
        let schemas = known.map_or_else(SchemaHandle::compile, SchemaHandle::Compiled);
        let (sources, problems) = time(timings, "read", || source::read(config, &settings::linked_folders, earlier));
        build.diagnostics.extend(problems);
        if !Arc::ptr_eq(&sources.templates, &previous.sources.templates) {
            previous.templates = None;
        }
        if sources.bounds != previous.sources.bounds {
            previous.islands = None;
        }
        previous.sources = sources;
        build.bounds = previous.sources.bounds.clone();
        if previous.sources.content.files.is_empty() {
            return None;
        }
        if let Err(diagnostic) = time(timings, "packages", || npm::install(&config.root, announce)) {
            build.diagnostics.push(diagnostic);
        }
        Some(schemas)
    }

    /// Parses the inputs. Returns `None` if the settings can't be read.
    fn inputs(
        &mut self,
        config: &Config,
        changes: &Changes,
        schemas: SchemaHandle,
        build: &mut Build,
    ) -> Option<Inputs> {
        let Self { previous, timings } = self;
        let built_in = time(timings, "schemas", || schemas.wait());
        let sources = &previous.sources;
        let earlier = previous.snapshot.as_ref().map(|snapshot| &**snapshot.site());
        let earlier_templates = previous.templates.take();
        let (earlier_islands, bundler) = (previous.islands.take(), &previous.bundler);
        let settings = earlier.map(|site| &*site.content.settings);
        let styles = settings::bundles(sources, &built_in.settings, settings);
        let (reusable, known) = match earlier_islands {
            Some(known) if known.is_reusable(&styles, changes, config) => (Some(known), None),
            other => (None, other),
        };
        let templates = || match earlier_templates {
            Some(templates) => (templates, Vec::new()),
            None => {
                let (templates, problems) = Templates::load(&sources.templates.files);
                (Arc::new(templates), problems)
            }
        };
        let content = || load::load(config, sources, built_in, earlier.map(|site| &site.content));
        // Bundling mostly waits for esbuild, and all later stages wait for bundling. It gets a worker of its own, so
        // that with few processors esbuild finds a free one while content is parsed. With a single worker, content is
        // parsed afterwards.
        let prepare = || timed(|| prepare_islands(config, &sources.bounds, styles, changes, known, bundler));
        let read = || rayon::join(|| timed(templates), || timed(content));
        let (made, (templates, content)) = rayon::join(|| reusable.is_none().then(prepare), read);
        if !previous.is_incremental {
            // Nothing more is bundled: the process ends in the background.
            let bundler = std::mem::take(&mut previous.bundler);
            rayon::spawn(move || drop(bundler));
        }
        let ((templates, problems), took) = templates;
        timings.push(("templates", took));
        if problems.is_empty() {
            previous.templates = Some(templates.clone());
        }
        build.diagnostics.extend(problems);
        let ((content, problems), took) = content;
        timings.push(("content", took));
        build.diagnostics.extend(problems);
        let islands = made.map(|(made, took)| {
            timings.push(("islands", took));
            made
        });
        let islands = islands.or(reusable).unwrap_or_default();
        build.diagnostics.extend(islands.problems().cloned());
        build.external_inputs = islands.external_inputs().map(|path| config.path(path)).collect();
        let (front_end, islands) = (islands.files(), previous.islands.insert(islands).islands.clone());
        let content = content?;
        let settings = &content.settings;
        let rules = AssetGlobs { hashed: &settings.hashed, sources: &settings.sources, fonts: &settings.images.fonts };
        let (assets, problems) =
            time(timings, "assets", || Assets::new(sources, rules, front_end, earlier.map(|site| &site.assets)));
        build.diagnostics.extend(problems);
        Some(Inputs { content, templates, assets, islands })
    }

    /// Indexes the content, plans the pages, and builds the snapshot that pages are rendered from.
    fn snapshot(&mut self, config: &Config, inputs: Inputs, build: &mut Build) -> Arc<Snapshot> {
        let Self { previous, timings } = self;
        let Inputs { content, templates, assets, islands } = inputs;
        let before = previous.snapshot.as_ref().map(|snapshot| &**snapshot.site());
        let (site, problems) = time(timings, "site", || Site::new(content, assets, config, before));
        build.diagnostics.extend(problems);
        let same_names =
            previous.snapshot.as_ref().is_some_and(|before| before.templates().names().eq(templates.names()));
        let same_site = before.is_some_and(|before| site.has_same_plan(before));
        let known = previous.planned.take().filter(|_| same_names && same_site);
        let planned = time(timings, "plan", || known.unwrap_or_else(|| Planned::new(&site, &templates)));
        build.diagnostics.extend(KnownErrors::suppress_routes(planned.problems.clone(), &build.diagnostics));
        build.base_path.clone_from(&site.content.settings.base_path);
        build.unpublished = unpublished(&site);
        let entries = || site.samples().iter().map(|index| site.entry(*index));
        let data = || site.content.data.values();
        build.samples =
            entries().map(|e| e.samples.len()).sum::<usize>() + data().map(|d| d.samples.len()).sum::<usize>();
        if let Some(severity) = config.samples {
            let places = entries().flat_map(|e| e.sample_places()).chain(data().flat_map(|d| d.sample_places()));
            build.diagnostics.extend(places.map(|place| samples::report(severity, place.clone())));
        }
        let plan = planned.plan.clone();
        previous.planned = Some(planned);
        let (snapshot, problems) = time(timings, "prepare", || Snapshot::new(Arc::new(site), plan, templates, islands));
        build.diagnostics.extend(problems);
        Arc::new(snapshot)
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

fn unpublished(site: &Site) -> Vec<UnpublishedEntry> {
    let entries = site.entries().iter().enumerate().filter(|(index, _)| !site.is_published(*index));
    let mut unpublished: Vec<_> = entries
        .map(|(_, entry)| UnpublishedEntry {
            file: entry.file.file.to_string(),
            why: unpublished_reason(entry.visibility),
        })
        .collect();
    unpublished.sort_by(|a, b| a.file.cmp(&b.file));
    unpublished
}
