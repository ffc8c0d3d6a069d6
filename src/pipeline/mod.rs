//! From inputs to outputs: the one path that `build`, `check` and `serve` share.
//!
//! 1. Read the sources, compile the templates, load the content, name the assets.
//! 2. Connect the content to a site, plan its pages.
//! 3. Render each page, check its HTML and hand it to the output, page by page and in parallel, so that no more than a few
//!    pages are in memory at a time.
//! 4. Make the pictures that the pages ask for, or take them from the cache.
//! 5. Check what only all pages together show: fragments, the ledger, budgets.
//!
//! Nothing is published here: the caller commits the output, if there are no errors.

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
mod previous;
mod traces;
pub mod verify;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::asset::{Asset, Assets, Rules};
use crate::check::policy::Needs;
use crate::config::Config;
use crate::content::built_in::BuiltIn;
use crate::content::load::{self, Content};
use crate::content::settings;
use crate::diagnostic::{self, Diagnostic, Place, Severity};
use crate::island::packages;
use crate::output::Sink;
use crate::output::hosts::Policy;
use crate::plan::{Ledger, PageIndex, Plan};
use crate::render::{Islands, Read, Rendered, Renderer, World};
use crate::site::{Site, unpublished};
use crate::source;
use crate::template::Templates;
use budgets::Scales;
use derived::{Requests, Run};
use examine::{Examined, Examiner, Worker, together};
use follow::Mistakes;
use islands::prepare as prepare_islands;
use last::Last;
use minify::minify;
use previous::{Made, PlannedSite};

pub use crate::source::Changes;
pub use explain::{Explanation, File, Page};
pub use previous::Previous;

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
    build_again(config, &mut Previous::none(), &Changes::Unknown, sink, announce)
}

/// The same after a `previous` build into the same sink, since which only the `changes` may have happened. The first build
/// is the one that has nothing previous.
pub fn build_again(
    config: &Config,
    previous: &mut Previous,
    changes: &Changes,
    sink: &dyn Sink,
    announce: &dyn Fn(&str),
) -> Build {
    let mut stage = Stages { previous, timings: Vec::new() };
    let mut build = Build::default();
    if let Some(inputs) = stage.inputs(config, changes, announce, &mut build) {
        let world = stage.world(config, inputs, &mut build);
        stage.outputs(config, &world, sink, announce, &mut build);
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
    /// Reads and parses. Without readable settings there is nothing to build.
    fn inputs(
        &mut self,
        config: &Config,
        changes: &Changes,
        announce: &dyn Fn(&str),
        build: &mut Build,
    ) -> Option<Inputs> {
        let Self { previous, timings } = self;
        // Where nothing was read before, not even that there is no site, any file is news.
        let changes = if previous.sources.content.files.is_empty() { &Changes::Unknown } else { changes };
        let earlier = previous.noting.then_some((&previous.sources, changes));
        let known = previous.world.as_ref().map(|world| world.site().content.built_in().clone());
        // The program's own schemas take as long as a thousand files.
        let ((sources, problems), built_in) = time(timings, "read", || {
            let built_in = || known.unwrap_or_else(|| Arc::new(BuiltIn::compile()));
            rayon::join(|| source::read(config, earlier), built_in)
        });
        build.diagnostics.extend(problems);
        let same_templates = Arc::ptr_eq(&sources.templates, &previous.sources.templates);
        previous.sources = sources;
        let sources = &previous.sources;
        if sources.content.files.is_empty() {
            return None;
        }
        if let Err(diagnostic) = time(timings, "packages", || packages::ensure(&config.root, announce)) {
            build.diagnostics.push(diagnostic);
        }
        let earlier = previous.world.as_ref().map(|world| &**world.site());
        let known_templates = previous.templates.take().filter(|_| same_templates);
        let known_islands = previous.islands.take();
        let settings = earlier.map(|site| &*site.content.settings);
        let styles = settings::bundles(&sources.content.files, &built_in.settings, settings);
        let same_front_end = known_islands.as_ref().is_some_and(|known| known.are_good(&styles, changes, config));
        // Bundling is mostly waiting for another program: content is parsed meanwhile.
        let (made, (templates, content)) = std::thread::scope(|scope| {
            let made = (!same_front_end).then(|| scope.spawn(|| timed(|| prepare_islands(config, styles))));
            let templates = || match known_templates {
                Some(templates) => (templates, Vec::new()),
                None => {
                    let (templates, problems) = Templates::load(&sources.templates.files);
                    (Arc::new(templates), problems)
                }
            };
            let content = || load::load(config, sources, built_in, earlier.map(|site| &site.content));
            let read = rayon::join(|| timed(templates), || timed(content));
            let made = made.map(|made| made.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            (made, read)
        });
        let ((templates, problems), took) = templates;
        timings.push(("templates", took));
        if problems.is_empty() {
            previous.templates = Some(templates.clone());
        }
        build.diagnostics.extend(problems);
        let ((content, problems), took) = content;
        timings.push(("content", took));
        build.diagnostics.extend(problems);
        let islands = match (made, known_islands) {
            (Some((made, took)), known) => {
                timings.push(("islands", took));
                made.or_as(known)
            }
            (None, known) => known.unwrap_or_default(),
        };
        build.diagnostics.extend(islands.islands.problems.iter().cloned());
        build.also_read = islands.islands.bundle.elsewhere().map(|path| config.path(path)).collect();
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
            build.diagnostics.extend(places.map(|place| sample(severity, place)));
        }
        let plan = planned.plan.clone();
        previous.planned = Some(planned);
        let (world, problems) = time(timings, "prepare", || World::new(Arc::new(site), plan, templates, islands));
        build.diagnostics.extend(problems);
        Arc::new(world)
    }

    /// Makes the pages that are not good any more, checks them all, puts what is other than it was.
    fn outputs(
        &mut self,
        config: &Config,
        world: &Arc<World>,
        sink: &dyn Sink,
        announce: &dyn Fn(&str),
        build: &mut Build,
    ) {
        let Self { previous, timings } = self;
        let (site, plan) = (world.site(), world.plan());
        let before = previous.world.clone();
        let same_outputs = before.as_ref().is_some_and(|before| {
            Arc::ptr_eq(before.plan(), plan)
                && Arc::ptr_eq(&before.site().assets, &site.assets)
                && Arc::ptr_eq(&before.site().content.settings, &site.content.settings)
        });
        let scales = Scales::new(sink, world, config);
        let last = Last::new(&scales, world, config, &previous.sources);
        let sink: &dyn Sink = &last;
        let same_way_out = previous.way_out.replace(last.digest()) == Some(last.digest());
        let (known, moved, mut pages, stale) = time(timings, "verify", || {
            let (known, moved) = known::outputs(site, plan, previous.known.as_ref(), same_outputs);
            let pages = previous.take_pages(plan);
            let changed = before.as_ref().map(|before| previous.traces.changed(before, world));
            let is_good = |made: &Made| {
                let trace = made.trace.as_ref().filter(|_| same_way_out);
                trace.is_some_and(|trace| !changed.as_ref().is_none_or(|changed| changed.touches(trace)))
                    && !made.examined.as_ref().is_some_and(|examined| moved.touches(examined))
            };
            let stale: Vec<PageIndex> = (0..pages.len()).filter(|&index| !is_good(&pages[index])).collect();
            (known, moved, pages, stale)
        });
        build.rendered = stale.len();

        let noting = previous.noting;
        let mistakes = Mistakes::new(&build.diagnostics, site);
        let renderer = Renderer::new(world.clone(), noting);
        let requests = Requests::default();
        let mut is_stale = stale.iter().copied().peekable();
        for (index, made) in pages.iter().enumerate() {
            if is_stale.next_if_eq(&index).is_none() {
                requests.add(index, &made.derived);
            }
        }
        let examiner = Examiner::new(world, &known, &requests, noting);
        let results = time(timings, "pages", || {
            let page = |worker: &mut Worker, index: PageIndex| {
                let Rendered { text, reads, derived, content: mut found, failures } = renderer.page(index);
                requests.add(index, &derived);
                let mut made = Made { derived, ..Made::default() };
                let is_small = site.content.settings.minify && plan.pages[index].output.ends_with(".html");
                let text = if is_small { text.as_deref().map(minify) } else { text };
                if let Some(text) = &text {
                    made.examined = examiner.page(worker, index, text);
                    found.extend(last.page(&plan.pages[index].output, text));
                }
                let is_whole = text.is_some() && found.is_empty() && failures.is_empty();
                Result { index, made, reads: (noting && is_whole).then_some(reads), found, failures }
            };
            let (lists, others) = by_weight(plan, stale);
            let all =
                |pages: Vec<PageIndex>| pages.into_par_iter().map_init(|| examiner.worker(), page).collect::<Vec<_>>();
            let (mut lists, others) = rayon::join(|| all(lists), || all(others));
            lists.extend(others);
            lists
        });
        let (mut told, mut failures) = (Vec::new(), Vec::new());
        time(timings, "trace", || {
            for Result { index, mut made, reads, found, failures: failed } in results {
                if let Some(trace) = &pages[index].trace {
                    previous.traces.remove(trace);
                }
                made.trace = reads.map(|reads| previous.traces.add(reads));
                pages[index] = made;
                told.extend(found);
                let failed = failed.into_iter().filter(|failure| !mistakes.explain_failure(failure));
                failures.extend(failed.map(|failure| (index, failure)));
            }
        });
        time(timings, "public", || {
            let published = before.as_ref().filter(|_| !previous.files_failed).map(|before| &before.site().assets);
            let failed = put_files(site, published, sink);
            previous.files_failed = !failed.is_empty();
            build.diagnostics.extend(failed);
            moved.gone.iter().for_each(|path| sink.remove(path));
        });
        let problems = time(timings, "pictures", || {
            let run = Run { config, plan, assets: &site.assets, sink };
            // Where one could not be made, all are tried again.
            let put = if previous.derived_failed { &BTreeSet::new() } else { &previous.derived };
            requests.make(&run, put, announce)
        });
        if noting {
            let paths = requests.paths();
            previous.derived.difference(&paths).for_each(|path| sink.remove(path));
            (previous.derived, previous.derived_failed) = (paths, !problems.is_empty());
        }
        build.diagnostics.extend(problems);
        build.pictures = requests.count();
        if let Some(prerender) = &world.islands().prerender {
            let problems = time(timings, "islands again", || prerender.finish());
            if !problems.is_empty() {
                // They show only where islands are rendered: again each time, as long as there are any.
                previous.islands = None;
                let traces = pages.iter_mut().filter_map(|made| made.trace.take());
                traces.for_each(|trace| previous.traces.remove(&trace));
            }
            build.diagnostics.extend(problems);
        }
        build.diagnostics.extend(told.into_iter().filter(|mistake| !mistakes.explain_content(mistake)));
        build.diagnostics.extend(together(failures, plan));
        let all: Vec<&Examined> = pages.iter().filter_map(|made| made.examined.as_ref()).collect();
        let put = time(timings, "hosts", || {
            let needs = if known.allowed.is_some() { Examiner::needs(&all) } else { Needs::default() };
            hosts::put_out(site, plan, &requests, &needs, sink)
        });
        let host_files = put.as_ref().map(|put| put.files.clone()).unwrap_or_default();
        let gone = previous.host_files.iter().filter(|path| !host_files.contains(path));
        gone.for_each(|path| sink.remove(path));
        previous.host_files = host_files;
        if let Some(put) = put {
            build.policy = Some(put.policy);
            build.diagnostics.extend(put.problems);
        }
        let (links, problems) = time(timings, "links", || examiner.finish(&all));
        let problems = problems.into_iter().filter(|_| !mistakes.explain_pages());
        build.diagnostics.extend(links.into_iter().filter(|_| mistakes.leave_addresses()));
        build.diagnostics.extend(together(problems.collect(), plan));
        if let Some(PlannedSite { ledger: (ledger, problems), pages, .. }) = &previous.planned {
            build.diagnostics.extend(problems.iter().filter(|_| mistakes.leave_addresses()).cloned());
            build.ledger.clone_from(ledger);
            build.pages = *pages;
        }
        build.files = site.assets.iter().count();
        build.diagnostics.extend(time(timings, "budgets", || scales.finish(world)));
        let freed = if noting {
            previous.traces.clean_up();
            (previous.known, previous.pages) = (Some(known), pages);
            (renderer, previous.world.replace(world.clone()), before, Vec::new())
        } else {
            drop(known);
            (renderer, Some(world.clone()), None, pages)
        };
        // Large sites take a while to be freed: beside what follows, and not at all where the process ends first.
        rayon::spawn(move || drop(freed));
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

/// What became of one page.
struct Result {
    index: PageIndex,
    made: Made,
    /// What it read, if it may be kept.
    reads: Option<Vec<Read>>,
    found: Vec<Diagnostic>,
    failures: Vec<Diagnostic>,
}

/// Puts the files of `public/` that are not `published` as they are.
fn put_files(site: &Site, published: Option<&Arc<Assets>>, sink: &dyn Sink) -> Vec<Diagnostic> {
    if published.is_some_and(|published| Arc::ptr_eq(published, &site.assets)) {
        return Vec::new();
    }
    let is_there = |path: &str, asset: &Arc<Asset>| {
        published.and_then(|published| published.find(path)).is_some_and(|before| Arc::ptr_eq(before, asset))
    };
    let new = site.assets.iter().filter(|(path, asset)| !is_there(path, asset)).collect::<Vec<_>>().into_par_iter();
    new.filter_map(|(_, asset)| sink.put_file(&asset.published, &asset.source).err()).collect()
}

/// The pages that may hold long lists, and all others: long ones begin first, so that none is left alone at the end.
fn by_weight(plan: &Plan, pages: Vec<PageIndex>) -> (Vec<PageIndex>, Vec<PageIndex>) {
    pages.into_iter().partition(|&index| plan.is_list(index))
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
