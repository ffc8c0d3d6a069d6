//! Every output by its path, and its number: what references in pages are looked up in.
//!
//! A number stays with its path from build to build, so that what was found out about a page can stay as it is.

use std::sync::Arc;

use globset::GlobSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::examine::Examined;
use super::hosts;
use crate::asset;
use crate::check::policy::Allowed;
use crate::check::targets::{Looked, Site as Outputs};
use crate::plan::{PageIndex, Plan};
use crate::site::Site;

/// All outputs of a build.
pub struct Known {
    numbers: FxHashMap<String, usize>,
    /// For each number, the page that it is of.
    pages: Vec<Option<PageIndex>>,
    /// For each page, its number.
    of_page: Vec<usize>,
    free: Vec<usize>,
    pub base_url: String,
    ignored: GlobSet,
    ignored_globs: Vec<String>,
    /// What pages may load, if the site has a security policy.
    pub allowed: Option<Allowed>,
}

/// How the outputs differ from those before.
#[derive(Default)]
pub struct Moved {
    /// Any reference may lead elsewhere, or be allowed or not.
    all: bool,
    /// These places have become something, or nothing.
    places: FxHashSet<Looked>,
    /// The paths that are no outputs any more.
    pub gone: Vec<String>,
}

impl Known {
    /// Numbers the outputs; pages come first, in the order of the plan.
    pub fn new(site: &Site, plan: &Plan, earlier: Option<&Self>) -> (Self, Moved) {
        let settings = &site.content.settings;
        let mut known = Self {
            numbers: FxHashMap::with_capacity_and_hasher(plan.pages.len(), FxBuildHasher),
            pages: vec![None; earlier.map_or(0, |earlier| earlier.pages.len())],
            of_page: Vec::with_capacity(plan.pages.len()),
            free: earlier.map_or_else(Vec::new, |earlier| earlier.free.clone()),
            base_url: format!("{}{}", settings.origin, settings.base_path),
            ignored: asset::globs(&settings.ignored_links),
            ignored_globs: settings.ignored_links.clone(),
            allowed: hosts::allowed(site),
        };
        let (mut places, mut gone) = (FxHashSet::default(), Vec::new());
        if let Some(earlier) = earlier {
            let paths: FxHashSet<&str> = plan
                .pages
                .iter()
                .map(|page| &*page.output)
                .chain(site.assets.iter().map(|(_, a)| &*a.published))
                .collect();
            gone = earlier.numbers.keys().filter(|path| !paths.contains(path.as_str())).cloned().collect();
            gone.sort_unstable();
            for path in &gone {
                places.extend(Looked::all_that_find(path));
                known.free.push(earlier.numbers[path]);
            }
        }
        let mut number = |known: &mut Self, path: &str, page: Option<PageIndex>| {
            let number = match earlier.and_then(|earlier| earlier.numbers.get(path)) {
                Some(number) => *number,
                None => {
                    // Where nothing was looked for before, nothing can lead elsewhere.
                    if earlier.is_some() {
                        places.extend(Looked::all_that_find(path));
                    }
                    known.free.pop().unwrap_or_else(|| {
                        known.pages.push(None);
                        known.pages.len() - 1
                    })
                }
            };
            known.pages[number] = page;
            known.numbers.insert(path.to_owned(), number);
            number
        };
        for (index, page) in plan.pages.iter().enumerate() {
            let number = number(&mut known, &page.output, Some(index));
            known.of_page.push(number);
        }
        for (_, asset) in site.assets.iter() {
            number(&mut known, &asset.published, None);
        }
        let resolves_as = |earlier: &Self| {
            earlier.base_url == known.base_url
                && earlier.ignored_globs == known.ignored_globs
                && earlier.allowed == known.allowed
        };
        let all = !earlier.is_some_and(resolves_as);
        (known, Moved { all, places, gone })
    }

    /// The number of a page's output.
    pub fn number(&self, page: PageIndex) -> usize {
        self.of_page[page]
    }

    /// The page whose output has a path.
    pub fn page_at(&self, path: &str) -> Option<PageIndex> {
        self.pages[*self.numbers.get(path)?]
    }

    /// The page of an output that a reference stands on.
    pub fn page(&self, number: usize) -> PageIndex {
        self.pages[number].expect("only pages are examined, and a page that is gone is forgotten")
    }
}

impl Outputs for Known {
    fn output(&self, path: &str) -> Option<usize> {
        self.numbers.get(path).copied()
    }

    fn ignored(&self, path: &str) -> bool {
        self.ignored.is_match(path)
    }

    fn paths(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.numbers.keys().map(String::as_str))
    }
}

impl Moved {
    /// Whether a reference of a page may lead elsewhere.
    pub fn touches(&self, page: &Examined) -> bool {
        self.all || (!self.places.is_empty() && page.findings.looks.iter().any(|at| self.places.contains(at)))
    }
}

/// The outputs of a build, as they were or numbered anew.
pub fn outputs(site: &Site, plan: &Plan, earlier: Option<&Arc<Known>>, same: bool) -> (Arc<Known>, Moved) {
    match earlier.filter(|earlier| same && earlier.allowed == hosts::allowed(site)) {
        Some(known) => (known.clone(), Moved::default()),
        None => {
            let (known, moved) = Known::new(site, plan, earlier.map(|earlier| &**earlier));
            (Arc::new(known), moved)
        }
    }
}
