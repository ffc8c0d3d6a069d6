//! From inputs to outputs: the one path that `build`, `check` and `serve` share.
//!
//! 1. Read the sources, compile the templates, load the content, name the assets.
//! 2. Connect the content to a site, plan its pages.
//! 3. Render each page, check its HTML and hand it to the output, page by page and in parallel, so that no more than a few
//!    pages are in memory at a time.
//! 4. Make the pictures that the pages ask for, or take them from the cache.
//! 5. Check what only all pages together show: fragments, the ledger.
//!
//! Nothing is published here: the caller commits the output, if there are no errors.

mod derived;
mod examine;
mod follow;
mod hosts;
mod last;
mod minify;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::asset::{Assets, Rules};
use crate::config::Config;
use crate::content::entry::Entry;
use crate::content::load::{self, Content, DataFile};
use crate::content::{props, settings};
use crate::diagnostic::{self, Diagnostic, Place, Severity};
use crate::island::{Bundle, Prerender, packages};
use crate::output::Sink;
use crate::output::hosts::Policy;
use crate::plan::{Ledger, PageIndex, Plan, check_ledger};
use crate::render::{Islands, Rendered, Renderer};
use crate::site::Site;
use crate::source::{self, Sources};
use crate::template::Templates;
use derived::{Requests, Run};
use examine::{Examiner, Worker, together};
use follow::Mistakes;
use last::Last;
use minify::minify;

/// What a build came to.
#[derive(Debug, Default)]
pub struct Build {
    /// Every mistake, by file and line.
    pub diagnostics: Vec<Diagnostic>,
    /// HTML pages, aliases included.
    pub pages: usize,
    /// Files of `public/`.
    pub files: usize,
    /// Pictures that were made from others.
    pub pictures: usize,
    /// How many sample values there are in what was built.
    pub samples: usize,
    /// The ledger with this build's new addresses, if it has any.
    pub ledger: Option<Ledger>,
    /// How hosts are to answer, if the site says so.
    pub policy: Option<Policy>,
    /// The path below which the site is published.
    pub base_path: String,
    /// How long each stage took, in order.
    pub timings: Vec<(&'static str, Duration)>,
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
    let mut stage = Stages::default();
    let mut build = Build::default();
    if let Some(inputs) = stage.inputs(config, announce, &mut build) {
        stage.outputs(config, inputs, sink, announce, &mut build);
    }
    diagnostic::sort(&mut build.diagnostics);
    build.timings = stage.timings;
    build
}

/// Everything that was read, each kind parsed on its own.
struct Inputs {
    content: Content,
    templates: Templates,
    assets: Assets,
    islands: Islands,
    /// Variables of the environment that content asks for.
    deliberate: Vec<String>,
}

#[derive(Default)]
struct Stages {
    timings: Vec<(&'static str, Duration)>,
}

impl Stages {
    fn time<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let value = work();
        self.timings.push((name, start.elapsed()));
        value
    }

    /// Reads and parses. Without readable settings there is nothing to build.
    fn inputs(&mut self, config: &Config, announce: &dyn Fn(&str), build: &mut Build) -> Option<Inputs> {
        let (sources, problems) = self.time("read", || source::read(config));
        build.diagnostics.extend(problems);
        let Sources { templates, public, .. } = &sources;
        if sources.content.is_empty() {
            return None;
        }
        if let Err(diagnostic) = self.time("packages", || packages::ensure(&config.root, announce)) {
            build.diagnostics.push(diagnostic);
        }
        // Bundling is mostly waiting for another program: content is parsed meanwhile.
        let styles = settings::bundles(&sources.content);
        let ((bundle, took), (templates, content)) = std::thread::scope(|scope| {
            let bundle = scope.spawn(|| timed(|| Bundle::make(config, &styles)));
            let templates = self.time("templates", || Templates::load(templates));
            let content = self.time("content", || load::load(config, &sources));
            (bundle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), (templates, content))
        });
        self.timings.push(("islands", took));
        let (templates, problems) = templates;
        build.diagnostics.extend(problems);
        let (content, problems) = content;
        build.diagnostics.extend(problems);
        let (islands, problems) = islands(config, bundle);
        build.diagnostics.extend(problems);
        let content = content?;
        let settings = &content.settings;
        let rules = Rules { hashed: &settings.hashed, sources: &settings.sources, fonts: &settings.images.fonts };
        let (mut assets, problems) = self.time("assets", || Assets::new(config, public, rules));
        build.diagnostics.extend(problems);
        publish(&mut assets, &islands.bundle);
        let deliberate = last::deliberate(&sources, config);
        Some(Inputs { content, templates, assets, islands, deliberate })
    }

    fn outputs(
        &mut self,
        config: &Config,
        inputs: Inputs,
        sink: &dyn Sink,
        announce: &dyn Fn(&str),
        build: &mut Build,
    ) {
        let Inputs { content, templates, assets, islands, deliberate } = inputs;
        let islands = Arc::new(islands);
        let (site, problems) = self.time("site", || Site::new(content, assets, config));
        build.diagnostics.extend(problems);
        let names: Vec<&str> = templates.names().collect();
        let (plan, problems) = self.time("plan", || Plan::new(&site, &|name| templates.has(name), &names));
        let problems = Mistakes::without_routes(problems, &build.diagnostics);
        build.diagnostics.extend(problems);
        build.base_path.clone_from(&site.content.settings.base_path);
        let (entries, data) = samples(&site);
        build.samples = entries.iter().map(|e| e.samples.len()).sum::<usize>()
            + data.iter().map(|d| d.samples.len()).sum::<usize>();
        if let Some(severity) = config.samples {
            let places =
                entries.iter().flat_map(|e| e.sample_places()).chain(data.iter().flat_map(|d| d.sample_places()));
            build.diagnostics.extend(places.map(|place| sample(severity, place)));
        }
        let (site, plan, templates) = (Arc::new(site), Arc::new(plan), Arc::new(templates));
        let (renderer, problems) =
            self.time("prepare", || Renderer::new(site.clone(), plan.clone(), templates.clone(), islands.clone()));
        build.diagnostics.extend(problems);

        let mistakes = Mistakes::new(&build.diagnostics, &site);
        let last = Last::new(sink, &site, &plan, config, &deliberate);
        let sink: &dyn Sink = &last;
        let requests = Requests::default();
        let examiner = Examiner::new(&site, &plan, &requests, hosts::allowed(&site));
        let (told, failures) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        let is_small = site.content.settings.minify;
        self.time("pages", || {
            let page = |worker: &mut Worker, index: PageIndex| {
                let Rendered { text, content: mut found, failures: failed, derived } = renderer.page(index);
                requests.add(index, &derived);
                if let Some(text) = text {
                    let text =
                        if is_small && plan.pages[index].output.ends_with(".html") { minify(&text) } else { text };
                    examiner.page(worker, index, &text);
                    found.extend(sink.put(&plan.pages[index].output, text.as_bytes()).err());
                }
                if !found.is_empty() {
                    told.lock().unwrap_or_else(PoisonError::into_inner).append(&mut found);
                }
                for failure in failed.into_iter().filter(|f| !mistakes.explain_failure(f)) {
                    failures.lock().unwrap_or_else(PoisonError::into_inner).push((index, failure));
                }
            };
            let (lists, others) = by_weight(&plan);
            let all = |pages: Vec<PageIndex>| pages.into_par_iter().for_each_init(|| examiner.worker(), page);
            rayon::join(|| all(lists), || all(others));
        });
        self.time("public", || {
            let failed = site.assets.iter().collect::<Vec<_>>().into_par_iter();
            let failed = failed.filter_map(|(_, asset)| sink.put_file(&asset.published, &asset.source).err());
            build.diagnostics.extend(failed.collect::<Vec<_>>());
        });
        let problems =
            self.time("pictures", || requests.make(&Run { config, plan: &plan, assets: &site.assets, sink }, announce));
        build.diagnostics.extend(problems);
        build.pictures = requests.count();
        let made = self.time("hosts", || hosts::put_out(&site, &plan, &requests, &examiner, sink));
        if let Some((policy, problems)) = made {
            build.policy = Some(policy);
            build.diagnostics.extend(problems);
        }
        if let Some(prerender) = &islands.prerender {
            build.diagnostics.extend(self.time("islands again", || prerender.finish()));
        }
        build.diagnostics.extend(last.finish());
        let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
        build.diagnostics.extend(told.into_iter().filter(|mistake| !mistakes.explain_content(mistake)));
        build.diagnostics.extend(together(failures.into_inner().unwrap_or_else(PoisonError::into_inner), &plan));
        let (links, problems) = self.time("links", || examiner.finish(&templates));
        let problems = problems.into_iter().filter(|_| !mistakes.explain_pages());
        build.diagnostics.extend(links.into_iter().filter(|_| mistakes.leave_addresses()));
        build.diagnostics.extend(together(problems.collect(), &plan));
        let (ledger, problems) = check_ledger(&plan, &site);
        build.diagnostics.extend(problems.into_iter().filter(|_| mistakes.leave_addresses()));
        build.ledger = ledger;
        build.pages = plan.pages.iter().filter(|page| page.output.ends_with(".html")).count();
        build.files = site.assets.iter().count();
        // Large sites take a while to be freed: beside what follows, and not at all where the process ends first.
        rayon::spawn(move || drop((renderer, site, plan, templates)));
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let value = work();
    (value, start.elapsed())
}

/// The islands of a bundle, with what they accept.
fn islands(config: &Config, (bundle, mut diagnostics): (Bundle, Vec<Diagnostic>)) -> (Islands, Vec<Diagnostic>) {
    let (props, problems) = props::load(config);
    diagnostics.extend(problems);
    let bundle = Arc::new(bundle);
    let prerender = bundle.hydrate().map(|_| Prerender::new(bundle.clone()));
    let prerender = prerender.and_then(|made| made.map_err(|diagnostic| diagnostics.push(diagnostic)).ok());
    (Islands { bundle, prerender, props }, diagnostics)
}

/// Publishes what was bundled: bundled styles in place of their sources, whose parts are not published for themselves.
fn publish(assets: &mut Assets, bundle: &Bundle) {
    let styles: BTreeMap<&str, String> = bundle.styles().map(|(path, published)| (published, path)).collect();
    for (published, source) in bundle.files() {
        let path = styles.get(published).cloned().unwrap_or_else(|| published.to_owned());
        assets.put(path, published.to_owned(), source);
    }
    bundle.parts().iter().for_each(|part| assets.leave_out(part));
}

/// The pages that may hold long lists, and all others: long ones begin first, so that none is left alone at the end.
fn by_weight(plan: &Plan) -> (Vec<PageIndex>, Vec<PageIndex>) {
    (0..plan.pages.len()).partition(|&index| plan.is_list(index))
}

/// What is published and holds sample values.
fn samples(site: &Site) -> (Vec<&Entry>, Vec<&DataFile>) {
    let entries = site.published().map(|index| site.entry(index)).filter(|entry| !entry.samples.is_empty());
    let data = site.content.data.values().filter(|data| !data.samples.is_empty());
    (entries.collect(), data.collect())
}

/// The code of the diagnostics that list sample values.
pub const SAMPLE: &str = "sample-value";

fn sample(severity: Severity, place: Place) -> Diagnostic {
    let message = "a sample value stands here";
    let diagnostic = match severity {
        Severity::Error => Diagnostic::error(SAMPLE, message),
        Severity::Warning => Diagnostic::warning(SAMPLE, message),
    };
    diagnostic.at(place).label("not meant for visitors").help("write the real value and take `!sample` away")
}
