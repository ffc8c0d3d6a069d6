//! Budgets: the weight of each page's outputs, compared with the limits in the settings.
//!
//! 1. `WeightRecorder` records the size of each output: texts as compressed with gzip, other files and very large texts
//!    as they are.
//! 2. Once all outputs are recorded, `Weigher` adds up the resources that each page with a budget loads, by part: HTML,
//!    style sheets, scripts, images, fonts.
//! 3. A part over its limit is one diagnostic for all pages that share the budget. The diagnostic names the heaviest
//!    page and, except for HTML, the heaviest resources of this page.
//!
//! Only `check` and `build --publish` weigh: weighing takes longer than the rest of a build. A build of `serve` could
//! not weigh, because it writes only the outputs that changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use globset::Glob;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::check::page_weight::{LoadedResource, list_resources};
use crate::check::resolver::{OutputId, OutputLookup, Referrer, Resolution, Resolver};
use crate::check::style;
use crate::content::budgets::{Budget, ByteSize, WeightPart};
use crate::diagnostic::units::{count, size};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::fs;
use crate::html::references::ReferenceKind;
use crate::island::Bundle;
use crate::output::precompress::{compressed_size, is_text};
use crate::site::plan::PlannedPage;
use crate::snapshot::Snapshot;
use crate::yaml::tree::PairSide;

/// A recorder of the weight of each output.
#[derive(Default)]
pub struct WeightRecorder(Mutex<WeighedOutputs>);

#[derive(Debug, Default)]
struct WeighedOutputs {
    /// The path and the weight of each output.
    weights: FxHashMap<OutputId, (String, u64)>,
    /// The texts of the pages and style sheets, by path.
    texts: BTreeMap<String, String>,
}

impl OutputLookup for WeighedOutputs {
    fn has(&self, path: &str) -> bool {
        self.weights.contains_key(&OutputId::of(path))
    }
}

impl WeightRecorder {
    /// Records an output from memory.
    pub fn record(&self, path: &str, bytes: &[u8]) {
        let weight = if is_text(path) { compressed_size(bytes) } else { bytes.len() };
        let keeps_text = path.ends_with(".html") || path.ends_with(".css");
        self.add(path, weight as u64, keeps_text.then(|| String::from_utf8_lossy(bytes).into_owned()));
    }

    /// Records an output that is a copy of the file `source`. A file that can't be read weighs nothing: the sink
    /// reports it.
    pub fn record_file(&self, path: &str, source: &Path) {
        self.add(path, fs::size(source, path).unwrap_or_default(), None);
    }

    fn add(&self, path: &str, weight: u64, text: Option<String>) {
        let mut outputs = self.0.lock();
        outputs.weights.insert(OutputId::of(path), (path.to_owned(), weight));
        outputs.texts.extend(text.map(|text| (path.to_owned(), text)));
    }

    /// Compares all recorded weights with the budgets and returns the parts that are too heavy.
    pub fn check(self, snapshot: &Snapshot) -> Vec<Diagnostic> {
        let outputs = self.0.into_inner();
        let settings = &snapshot.site().content.settings;
        let base_url = format!("{}{}", settings.origin, settings.base_path);
        let mut weigher = Weigher {
            resolver: Resolver::new(&outputs, &base_url),
            outputs: &outputs,
            bundle: &snapshot.islands().bundle,
        };
        let budgets = settings.budgets.iter().enumerate();
        budgets.flat_map(|(index, budget)| weigher.check(snapshot, index, budget)).collect()
    }
}

/// The weight of each resource of a part. A file is named by its output path with a slash before it, the page by its
/// route, and all inline texts together by [`INLINE`].
type Resources = BTreeMap<String, u64>;

/// The route of a page, and its resources by part.
type WeighedPage<'a> = (&'a str, BTreeMap<WeightPart, Resources>);

/// The weigher of pages: adds up the resources that each page loads.
struct Weigher<'a> {
    resolver: Resolver<'a>,
    outputs: &'a WeighedOutputs,
    bundle: &'a Bundle,
}

impl Weigher<'_> {
    /// Reports the parts that exceed the limits of a budget. If the budget's template makes no page, reports the budget
    /// instead.
    fn check(&mut self, snapshot: &Snapshot, index: usize, budget: &Budget) -> Vec<Diagnostic> {
        let settings = &snapshot.site().content.settings;
        // An invalid glob is reported by the check of the settings.
        let Ok(glob) = Glob::new(&budget.template).map(|glob| glob.compile_matcher()) else { return Vec::new() };
        let place = |key: &str| settings.place_of(&format!("/budgets/{index}/{key}"), PairSide::Value);
        let all = &snapshot.plan().pages;
        let pages: Vec<&PlannedPage> = all.iter().filter(|page| glob.is_match(&page.template)).collect();
        if pages.is_empty() {
            return vec![unused_budget(budget, all).at(place("template"))];
        }
        let weighed: Vec<WeighedPage<'_>> =
            pages.into_iter().filter_map(|page| Some((&*page.route, self.weigh_page(page)?))).collect();
        let exceeded = budget.limits.iter().filter_map(|(&part, limit)| {
            let ByteSize(limit) = (*limit)?;
            let label = format!("what pages of `{}` may have", budget.template);
            Some(exceeded_limit(part, limit, &weighed)?.at(place(part.key())).label(label))
        });
        exceeded.collect()
    }

    /// Returns the resources of a page by part; `None` if the page is not HTML or was not written.
    fn weigh_page(&mut self, page: &PlannedPage) -> Option<BTreeMap<WeightPart, Resources>> {
        let html = self.outputs.texts.get(&page.output)?;
        let referrer = Referrer { route: &page.route, output: OutputId::of(&page.output) };
        let mut parts: BTreeMap<WeightPart, Resources> = BTreeMap::new();
        let weight = self.outputs.weights[&referrer.output].1;
        parts.entry(WeightPart::Html).or_default().insert(page.route.to_string(), weight);
        let mut inline: BTreeMap<WeightPart, String> = BTreeMap::new();
        for load in list_resources(html) {
            match load {
                LoadedResource::Inline(part, text) => inline.entry(part).or_default().push_str(text),
                LoadedResource::Url(part, url) => self.add_file(parts.entry(part).or_default(), referrer, &url),
            }
        }
        for part in [WeightPart::Script, WeightPart::ScriptLater] {
            self.add_imported_modules(parts.entry(part).or_default());
        }
        for (part, text) in inline {
            parts.entry(part).or_default().insert(INLINE.to_owned(), compressed_size(text.as_bytes()) as u64);
        }
        // A script that the page loads at once is not counted again among the scripts that it loads later.
        let first = parts.get(&WeightPart::Script).cloned().unwrap_or_default();
        parts.entry(WeightPart::ScriptLater).or_default().retain(|url, _| !first.contains_key(url));
        Some(parts)
    }

    /// Adds the file at a URL and, if the file is a style sheet, the style sheets that it imports, directly or not.
    fn add_file(&mut self, resources: &mut Resources, referrer: Referrer<'_>, url: &str) {
        let (target, _) = self.resolver.resolve(referrer, url, ReferenceKind::Resource);
        let Resolution::Output { id, .. } = target else { return };
        let (path, weight) = &self.outputs.weights[&id];
        let name = format!("/{path}");
        if resources.insert(name.clone(), *weight).is_none()
            && let Some(css) = self.outputs.texts.get(path).filter(|_| path.ends_with(".css"))
        {
            let referrer = Referrer { route: &name, output: id };
            style::imports(css).for_each(|url| self.add_file(resources, referrer, url));
        }
    }

    /// Adds the modules that the listed modules import, directly or not.
    fn add_imported_modules(&self, resources: &mut Resources) {
        let published: Vec<String> =
            resources.keys().filter_map(|url| Some(url.strip_prefix('/')?.to_owned())).collect();
        for import in published.iter().flat_map(|module| self.bundle.imports(module)) {
            let weight = self.outputs.weights.get(&OutputId::of(import)).map_or(0, |(_, weight)| *weight);
            resources.insert(format!("/{import}"), weight);
        }
    }
}

/// Returns the diagnostic of a budget whose template makes no page.
fn unused_budget(budget: &Budget, pages: &[PlannedPage]) -> Diagnostic {
    let templates: BTreeSet<&str> = pages.iter().map(|page| page.template.as_str()).collect();
    let label = did_you_mean(&budget.template, templates, "no page is made by such a template");
    let message = format!("there is a budget for `{}`, which makes no page", budget.template);
    let help = "give a template that makes pages, by its path in templates/: `article.html`, `pages/*.html`";
    Diagnostic::warning("budget-without-page", message).label(label).help(help)
}

/// Returns one diagnostic for all pages whose `part` weighs more than `limit` bytes; `None` if there are no such pages.
fn exceeded_limit(part: WeightPart, limit: u64, pages: &[WeighedPage<'_>]) -> Option<Diagnostic> {
    let weights = pages.iter().filter_map(|(route, parts)| {
        let resources = parts.get(&part)?;
        Some((*route, resources, resources.values().sum::<u64>()))
    });
    let mut heavy: Vec<(&str, &Resources, u64)> = weights.filter(|(.., weight)| *weight > limit).collect();
    // Pages of equal weight are sorted by route.
    heavy.sort_by_key(|&(route, _, weight)| (std::cmp::Reverse(weight), route));
    let [(heaviest, resources, weight), others @ ..] = heavy.as_slice() else { return None };
    let message = format!("`{heaviest}` has {} of {part}, {} too much", size(*weight), size(*weight - limit));
    let mut diagnostic = Diagnostic::error("over-budget", message)
        .help("take something out, or load it later; if pages are worth it, raise the budget");
    if part != WeightPart::Html {
        diagnostic = diagnostic.note(list_heaviest(resources));
    }
    if !others.is_empty() {
        let listed: Vec<&str> = others.iter().take(MAX_LISTED).map(|(route, ..)| *route).collect();
        let more = others.len() - listed.len();
        let more = if more > 0 { format!(" and {}", count(more, "other page")) } else { String::new() };
        diagnostic = diagnostic.note(format!("too heavy as well: {}{more}", listed.join(", ")));
    }
    Some(diagnostic)
}

/// The name of a page's inline scripts and styles in a message.
const INLINE: &str = "within the page";
/// The maximum number of resources, and of pages, that a message names.
const MAX_LISTED: usize = 5;

fn list_heaviest(resources: &Resources) -> String {
    let mut resources: Vec<(&str, u64)> = resources.iter().map(|(name, weight)| (name.as_str(), *weight)).collect();
    resources.sort_by_key(|&(name, weight)| (std::cmp::Reverse(weight), name));
    let shown: Vec<String> =
        resources.iter().take(MAX_LISTED).map(|(name, weight)| format!("{name} ({})", size(*weight))).collect();
    let more = resources.len().saturating_sub(MAX_LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("it is made of {}{more}", shown.join(", "))
}
