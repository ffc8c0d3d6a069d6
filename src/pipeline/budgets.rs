//! Budgets: what pages weigh, where the settings say how much they may.
//!
//! 1. On their way out, outputs are put on the scales: texts as they travel, compressed, all else as it is.
//! 2. Once all are known, what each page with a budget loads is looked for in its HTML, and added up by part.
//! 3. A part that is too heavy is one mistake for all pages that share the budget: the heaviest, and what it is made of.
//!
//! Only `check` and `build --publish` weigh: it takes longer than the rest of a build, and a build that follows others puts only
//! what has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use globset::Glob;

use crate::check::links::Kind;
use crate::check::targets::{Origin, Resolver, Site as Outputs, Target};
use crate::check::weight::{Load, loads};
use crate::config::Config;
use crate::content::budgets::{Budget, Part, Size};
use crate::content::locate;
use crate::diagnostic::words::{count, size};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::fs;
use crate::island::Bundle;
use crate::output::Sink;
use crate::output::compress::{gzip, is_text};
use crate::plan::Page;
use crate::render::World;

/// A sink before the sink.
pub struct Scales<'a> {
    sink: &'a dyn Sink,
    /// Nothing where no one asks.
    weighed: Option<Mutex<Weighed>>,
}

/// What was put on the scales.
#[derive(Debug, Default)]
struct Weighed {
    /// By the path in the output; in bytes.
    numbers: BTreeMap<String, usize>,
    weights: Vec<u64>,
    /// The pages' HTML.
    pages: BTreeMap<String, String>,
}

impl Outputs for Weighed {
    fn output(&self, path: &str) -> Option<usize> {
        self.numbers.get(path).copied()
    }

    fn ignored(&self, _: &str) -> bool {
        false
    }

    fn paths(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.numbers.keys().map(String::as_str))
    }
}

impl<'a> Scales<'a> {
    /// For a site whose settings hold budgets, if this run is to look at them.
    pub fn new(sink: &'a dyn Sink, world: &World, config: &Config) -> Self {
        let wanted = config.weighs && !world.site().content.settings.budgets.is_empty();
        Self { sink, weighed: wanted.then(Mutex::default) }
    }

    fn weigh(&self, path: &str, weight: impl FnOnce() -> u64, page: Option<&[u8]>) {
        let Some(weighed) = &self.weighed else { return };
        let weight = weight();
        let page = page.filter(|_| path.ends_with(".html")).map(|page| String::from_utf8_lossy(page).into_owned());
        let mut weighed = weighed.lock().unwrap_or_else(PoisonError::into_inner);
        let number = weighed.weights.len();
        weighed.weights.push(weight);
        weighed.numbers.insert(path.to_owned(), number);
        weighed.pages.extend(page.map(|page| (path.to_owned(), page)));
    }

    /// What is too heavy, once everything was put.
    pub fn finish(self, world: &World) -> Vec<Diagnostic> {
        let Some(weighed) = self.weighed else { return Vec::new() };
        let weighed = weighed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let settings = &world.site().content.settings;
        let base_url = format!("{}{}", settings.origin, settings.base_path);
        let mut weigher = Weigher {
            resolver: Resolver::new(&weighed, &base_url),
            weighed: &weighed,
            bundle: &world.islands().bundle,
            base: &settings.base_path,
        };
        let budgets = settings.budgets.iter().enumerate();
        budgets.flat_map(|(index, budget)| weigher.over(world, index, budget)).collect()
    }
}

impl Sink for Scales<'_> {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let weight = || if is_text(path) { travels(bytes) } else { bytes.len() as u64 };
        self.weigh(path, weight, Some(bytes));
        self.sink.put(path, bytes)
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        // A file that can't be read is told of by the sink.
        self.weigh(path, || fs::size(source, path).unwrap_or_default(), None);
        self.sink.put_file(path, source)
    }

    fn remove(&self, path: &str) {
        self.sink.remove(path);
    }

    fn is_folder(&self) -> bool {
        self.sink.is_folder()
    }
}

/// How many bytes of a text travel.
fn travels(bytes: &[u8]) -> u64 {
    gzip(bytes).map_or(bytes.len(), |pressed| pressed.len().min(bytes.len())) as u64
}

/// What each thing of a part weighs, by its address.
type Things = BTreeMap<String, u64>;

struct Weigher<'a> {
    resolver: Resolver<'a, Weighed>,
    weighed: &'a Weighed,
    bundle: &'a Bundle,
    base: &'a str,
}

impl Weigher<'_> {
    /// What one budget forbids.
    fn over(&mut self, world: &World, index: usize, budget: &Budget) -> Vec<Diagnostic> {
        let settings = &world.site().content.settings;
        let Ok(glob) = Glob::new(&budget.template).map(|glob| glob.compile_matcher()) else { return Vec::new() };
        let all = &world.plan().pages;
        let pages: Vec<&Page> = all.iter().filter(|page| glob.is_match(&page.template)).collect();
        let place = |key: &str| settings.place_of(&format!("/budgets/{index}/{key}"), locate::Part::Value);
        if pages.is_empty() {
            let templates: BTreeSet<&str> = all.iter().map(|page| page.template.as_str()).collect();
            let label = did_you_mean(&budget.template, templates, "no page is made by such a template");
            let message = format!("there is a budget for `{}`, which makes no page", budget.template);
            let help = "name a template that makes pages, as it lies in templates/: `article.html`, `pages/*.html`";
            return vec![
                Diagnostic::warning("budget-without-page", message).at(place("template")).label(label).help(help),
            ];
        }
        let weights: Vec<(&Page, BTreeMap<Part, Things>)> =
            pages.into_iter().filter_map(|page| Some((page, self.page(page)?))).collect();
        let none = Things::new();
        let parts = budget.limits.iter().filter_map(|(&part, limit)| {
            let Size(limit) = (*limit)?;
            let heavy = weights.iter().map(|(page, parts)| (*page, parts.get(&part).unwrap_or(&none)));
            let mut heavy: Vec<_> = heavy.filter(|(_, things)| things.values().sum::<u64>() > limit).collect();
            // Of two that weigh the same, the first.
            heavy.sort_by_key(|(page, things)| (std::cmp::Reverse(things.values().sum::<u64>()), &*page.route));
            let (heaviest, things) = heavy.first()?;
            let weight = things.values().sum::<u64>();
            let message =
                format!("`{}` has {} of {part}, {} too much", heaviest.route, size(weight), size(weight - limit));
            let mut diagnostic = Diagnostic::error("over-budget", message)
                .at(place(part.word()))
                .label(format!("what pages of `{}` may have", budget.template))
                .help("take something out, or load it later; if pages are worth it, raise the budget");
            if part != Part::Html {
                diagnostic = diagnostic.note(made_of(things));
            }
            if heavy.len() > 1 {
                let others: Vec<&str> = heavy[1..].iter().take(SHOWN).map(|(page, _)| &*page.route).collect();
                let more = heavy.len() - 1 - others.len();
                let more = if more > 0 { format!(" and {}", count(more, "other page")) } else { String::new() };
                diagnostic = diagnostic.note(format!("too heavy as well: {}{more}", others.join(", ")));
            }
            Some(diagnostic)
        });
        parts.collect()
    }

    /// What a page loads, by part; nothing if it was not put.
    fn page(&mut self, page: &Page) -> Option<BTreeMap<Part, Things>> {
        let html = self.weighed.pages.get(&page.output)?;
        let number = self.weighed.output(&page.output)?;
        let origin = Origin { route: &page.route, output: number };
        let mut parts: BTreeMap<Part, Things> = BTreeMap::new();
        parts.entry(Part::Html).or_default().insert(page.route.to_string(), self.weighed.weights[number]);
        let mut within: BTreeMap<Part, String> = BTreeMap::new();
        for load in loads(html) {
            match load {
                Load::Within(part, text) => within.entry(part).or_default().push_str(text),
                Load::Address(part, address) => {
                    let target = self.resolver.resolve(origin, &address, Kind::Resource);
                    let Target::Output { number, .. } = target else { continue };
                    let address = address.split(['?', '#']).next().unwrap_or_default();
                    parts.entry(part).or_default().insert(address.to_owned(), self.weighed.weights[number]);
                }
            }
        }
        for part in [Part::Script, Part::ScriptLater] {
            self.imports(parts.entry(part).or_default());
        }
        for (part, text) in within {
            parts.entry(part).or_default().insert(WITHIN.to_owned(), travels(text.as_bytes()));
        }
        let [first, later] =
            [Part::Script, Part::ScriptLater].map(|part| parts.get(&part).cloned().unwrap_or_default());
        parts
            .insert(Part::ScriptLater, later.into_iter().filter(|(address, _)| !first.contains_key(address)).collect());
        Some(parts)
    }

    /// Adds what modules import.
    fn imports(&self, things: &mut Things) {
        let published: Vec<String> =
            things.keys().filter_map(|url| Some(url.strip_prefix(self.base)?.to_owned())).collect();
        for import in published.iter().flat_map(|module| self.bundle.imports(module)) {
            let weight = self.weighed.output(import).map_or(0, |number| self.weighed.weights[number]);
            things.insert(format!("{}{import}", self.base), weight);
        }
    }
}

/// What stands in the page itself.
const WITHIN: &str = "within the page";
/// So many things are named, and so many pages.
const SHOWN: usize = 5;

/// The heaviest things, the heaviest first.
fn made_of(things: &Things) -> String {
    let mut things: Vec<(&str, u64)> = things.iter().map(|(name, weight)| (name.as_str(), *weight)).collect();
    things.sort_by_key(|&(name, weight)| (std::cmp::Reverse(weight), name));
    let shown: Vec<String> =
        things.iter().take(SHOWN).map(|(name, weight)| format!("{name} ({})", size(*weight))).collect();
    let more = things.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("it is made of {}{more}", shown.join(", "))
}
