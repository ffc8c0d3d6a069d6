//! From inputs to outputs: the one path that `build`, `check` and `serve` share.
//!
//! 1. Read the sources. Where nothing is other than when the output folder was filled, that is all (`proof`).
//! 2. Compile the templates, load the content, name the assets.
//! 3. Connect the content to a site, plan its pages.
//! 4. Render each page, check its HTML and hand it to the output, page by page and in parallel, so that no more than a few
//!    pages are in memory at a time.
//! 5. Make the pictures that the pages ask for, or take them from the cache.
//! 6. Check what only all pages together show: fragments, the ledger, budgets.
//!
//! Nothing is published by that: the caller does so (`publish`), if there are no errors.

mod audience;
mod budgets;
mod derived;
mod examine;
mod explain;
mod follow;
mod hosts;
mod islands;
mod known;
mod last;
mod minify;
mod outputs;
mod previous;
mod proof;
mod publish;
mod traces;
pub mod verify;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::asset::{Assets, Rules};
use crate::config::Config;
use crate::content::built_in::Pending;
use crate::content::load::{self, Content};
use crate::content::settings;
use crate::diagnostic::{self, Diagnostic, Place, Severity};
use crate::island::packages;
use crate::output::Sink;
use crate::output::hosts::Policy;
use crate::plan::Ledger;
use crate::render::{Islands, World};
use crate::site::{Site, unpublished};
use crate::source;
use crate::template::Templates;
use follow::Mistakes;
use islands::prepare as prepare_islands;
use previous::PlannedSite;
use proof::Proof;

pub use crate::source::Changes;
pub use audience::{Audience, First};
pub use explain::{Explanation, File, Page};
pub use previous::Previous;
pub use publish::publish;

/// What a build came to.
#[derive(Debug, Default)]
pub struct Build {
    /// Every mistake, by file and line.
    pub diagnostics: Vec<Diagnostic>,
    /// HTML pages, aliases included.
    pub pages: usize,
    /// How many pages were made, not taken over from the build before; those that are no HTML included.
    pub rendered: usize,
    /// Files of `public/`.
    pub files: usize,
    /// Pictures that were made from others.
    pub pictures: usize,
    /// How many sample values there are in what was built.
    pub samples: usize,
    /// The entries that are no part of the site, by file.
    pub left_out: Vec<LeftOut>,
    /// The ledger with this build's new addresses, if it has any.
    pub ledger: Option<Ledger>,
    /// How hosts are to answer, if the site says so.
    pub policy: Option<Policy>,
    /// Files that were read and that lie in none of the site's folders.
    pub also_read: Vec<PathBuf>,
    /// The path below which the site is published.
    pub base_path: String,
    /// Inputs had changed again: pages are left to be made by the next build, and nothing was checked as a whole.
    pub given_up: bool,
    /// By what a later build is proved to have nothing to do, once this one is published.
    pub proof: Option<Proof>,
    /// How long each stage took, in order.
    pub timings: Vec<(&'static str, Duration)>,
}

/// An entry that was read and left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    pub file: String,
    /// A clause that begins with "it".
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

/// Builds the site of `config` into `sink`. `announce` is told of what takes seconds.
pub fn build(config: &Config, sink: &dyn Sink, announce: &dyn Fn(&str)) -> Build {
    build_again(config, &mut Previous::none(), &Changes::Unknown, sink, announce, None)
}

/// The same after a `previous` build into the same sink, since which only the `changes` may have happened. The first build
/// is the one that has nothing previous. What an `audience` looks at is made first, and shown to it.
pub fn build_again(
    config: &Config,
    previous: &mut Previous,
    changes: &Changes,
    sink: &dyn Sink,
    announce: &dyn Fn(&str),
    audience: Option<&dyn Audience>,
) -> Build {
    let mut stage = Stages { previous, timings: Vec::new() };
    let mut build = Build::default();
    if let Some(built_in) = stage.read(config, changes, announce, &mut build)
        && !stage.is_proved(config, sink, &mut build)
        && let Some(inputs) = stage.inputs(config, changes, built_in, &mut build)
    {
        let world = stage.world(config, inputs, &mut build);
        stage.outputs(config, &world, sink, announce, audience, &mut build);
        build.proof.iter_mut().for_each(|proof| proof.take_time(&world));
    }
    diagnostic::sort(&mut build.diagnostics);
    build.timings = stage.timings;
    build
}

/// Everything that was read, each kind parsed on its own.
struct Inputs {
    content: Content,
    templates: Arc<Templates>,
    assets: Arc<Assets>,
    islands: Arc<Islands>,
}

struct Stages<'p> {
    previous: &'p mut Previous,
    timings: Vec<(&'static str, Duration)>,
}

/// Takes the time of a stage.
fn time<T>(timings: &mut Vec<(&'static str, Duration)>, name: &'static str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = work();
    timings.push((name, start.elapsed()));
    value
}

impl Stages<'_> {
    /// Reads the inputs. Where there are none, there is nothing to build.
    fn read(
        &mut self,
        config: &Config,
        changes: &Changes,
        announce: &dyn Fn(&str),
        build: &mut Build,
    ) -> Option<Pending> {
        let Self { previous, timings } = self;
        // Where nothing was read before, not even that there is no site, any file is news.
        let changes = if previous.sources.content.files.is_empty() { &Changes::Unknown } else { changes };
        let earlier = previous.noting.then_some((&previous.sources, changes));
        let known = previous.world.as_ref().map(|world| world.site().content.built_in().clone());
        let schemas = known.map_or_else(Pending::begin, Pending::Known);
        let (sources, problems) = time(timings, "read", || source::read(config, earlier));
        build.diagnostics.extend(problems);
        if !Arc::ptr_eq(&sources.templates, &previous.sources.templates) {
            previous.templates = None;
        }
        previous.sources = sources;
        if previous.sources.content.files.is_empty() {
            return None;
        }
        if let Err(diagnostic) = time(timings, "packages", || packages::ensure(&config.root, announce)) {
            build.diagnostics.push(diagnostic);
        }
        Some(schemas)
    }

    /// Whether the output folder holds what this build would come to, which is told then.
    fn is_proved(&mut self, config: &Config, sink: &dyn Sink, build: &mut Build) -> bool {
        let Self { previous, timings } = self;
        if !sink.is_folder() || !build.diagnostics.is_empty() {
            return false;
        }
        let (proof, known) = time(timings, "proof", || {
            let proof = Proof::new(config, &previous.sources);
            let known = proof.as_ref().and_then(|proof| proof.find(config, sink));
            (proof, known)
        });
        build.proof = proof;
        known.map(|known| *build = known).is_some()
    }

    /// Parses. Without readable settings there is nothing to build.
    fn inputs(&mut self, config: &Config, changes: &Changes, schemas: Pending, build: &mut Build) -> Option<Inputs> {
        let Self { previous, timings } = self;
        let built_in = time(timings, "schemas", || schemas.get());
        let sources = &previous.sources;
        let earlier = previous.world.as_ref().map(|world| &**world.site());
        let known_templates = previous.templates.take();
        let (known_islands, esbuild) = (previous.islands.take(), &previous.esbuild);
        let settings = earlier.map(|site| &*site.content.settings);
        let styles = settings::bundles(sources, &built_in.settings, settings);
        let (good, known) = match known_islands {
            Some(known) if known.are_good(&styles, changes, config) => (Some(known), None),
            other => (None, other),
        };
        let templates = || match known_templates {
            Some(templates) => (templates, Vec::new()),
            None => {
                let (templates, problems) = Templates::load(&sources.templates.files);
                (Arc::new(templates), problems)
            }
        };
        let content = || load::load(config, sources, built_in, earlier.map(|site| &site.content));
        // Bundling is mostly waiting for another program, which all that follows waits for: it has a worker to itself, so that
        // on few processors the other program finds one of them free while content is parsed. Where there is one worker, content
        // follows.
        let prepare = || timed(|| prepare_islands(config, styles, changes, known, esbuild));
        let read = || rayon::join(|| timed(templates), || timed(content));
        let (made, (templates, content)) = rayon::join(|| good.is_none().then(prepare), read);
        if !previous.noting {
            // Nothing more is bundled: the process ends beside what follows.
            let esbuild = std::mem::take(&mut previous.esbuild);
            rayon::spawn(move || drop(esbuild));
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
        let islands = islands.or(good).unwrap_or_default();
        build.diagnostics.extend(islands.problems().cloned());
        build.proof.iter_mut().for_each(|proof| proof.take_seen(islands.seen()));
        build.also_read = islands.elsewhere().map(|path| config.path(path)).collect();
        let (front_end, islands) = (islands.files(), previous.islands.insert(islands).islands.clone());
        let content = content?;
        let settings = &content.settings;
        let rules = Rules { hashed: &settings.hashed, sources: &settings.sources, fonts: &settings.images.fonts };
        let (assets, problems) = time(timings, "assets", || {
            Assets::new(config, sources, rules, front_end, earlier.map(|site| &site.assets))
        });
        build.diagnostics.extend(problems);
        Some(Inputs { content, templates, assets, islands })
    }

    /// Connects and plans: everything that pages are made from.
    fn world(&mut self, config: &Config, inputs: Inputs, build: &mut Build) -> Arc<World> {
        let Self { previous, timings } = self;
        let Inputs { content, templates, assets, islands } = inputs;
        let before = previous.world.as_ref().map(|world| &**world.site());
        let (site, problems) = time(timings, "site", || Site::new(content, assets, config, before));
        build.diagnostics.extend(problems);
        let same_names = previous.world.as_ref().is_some_and(|before| before.templates().names().eq(templates.names()));
        let same_site = before.is_some_and(|before| site.plans_as(before));
        let known = previous.planned.take().filter(|_| same_names && same_site);
        let planned = time(timings, "plan", || known.unwrap_or_else(|| PlannedSite::new(&site, &templates)));
        build.diagnostics.extend(Mistakes::without_routes(planned.problems.clone(), &build.diagnostics));
        build.base_path.clone_from(&site.content.settings.base_path);
        build.left_out = left_out(&site);
        let entries = || site.samples().iter().map(|index| site.entry(*index));
        let data = || site.content.data.values();
        build.samples =
            entries().map(|e| e.samples.len()).sum::<usize>() + data().map(|d| d.samples.len()).sum::<usize>();
        if let Some(severity) = config.samples {
            let places = entries().flat_map(|e| e.sample_places()).chain(data().flat_map(|d| d.sample_places()));
            build.diagnostics.extend(places.map(|place| sample(severity, place.clone())));
        }
        let plan = planned.plan.clone();
        previous.planned = Some(planned);
        let (world, problems) = time(timings, "prepare", || World::new(Arc::new(site), plan, templates, islands));
        build.diagnostics.extend(problems);
        Arc::new(world)
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

/// The code of the diagnostics that list sample values.
pub const SAMPLE: &str = "sample-value";

fn left_out(site: &Site) -> Vec<LeftOut> {
    let entries = site.entries().iter().enumerate().filter(|(index, _)| !site.is_published(*index));
    let mut left_out: Vec<_> = entries
        .map(|(_, entry)| LeftOut { file: entry.file.file.to_string(), why: unpublished(entry.visibility) })
        .collect();
    left_out.sort_by(|a, b| a.file.cmp(&b.file));
    left_out
}

fn sample(severity: Severity, place: Place) -> Diagnostic {
    let message = "a sample value stands here";
    let diagnostic = match severity {
        Severity::Error => Diagnostic::error(SAMPLE, message),
        Severity::Warning => Diagnostic::warning(SAMPLE, message),
    };
    diagnostic.at(place).label("not meant for visitors").help("write the real value and take `!sample` away")
}
