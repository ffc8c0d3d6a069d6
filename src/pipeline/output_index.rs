//! The index of all outputs by path, in which the references of pages are looked up.
//!
//! Each output has a number, which stays with its path from build to build. Thus the findings of a page remain valid
//! in later builds.

use std::sync::Arc;

use globset::GlobSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::host_policy;
use crate::asset;
use crate::check::csp::CspSources;
use crate::check::resolver::{OutputLookup as Outputs, Probe};
use crate::site::Site;
use crate::site::plan::{PageIndex, Plan};

/// All outputs of a build, numbered.
pub struct OutputIndex {
    numbers: FxHashMap<String, usize>,
    /// The page of each number, if the output is a page.
    pages: Vec<Option<PageIndex>>,
    /// The number of each page.
    of_page: Vec<usize>,
    free: Vec<usize>,
    pub base_url: String,
    ignored: GlobSet,
    ignored_globs: Vec<String>,
    /// What pages may load, if the site has a security policy.
    pub csp_sources: Option<CspSources>,
}

/// The difference between the outputs of two builds.
#[derive(Default)]
pub struct OutputDiff {
    /// Whether every reference must be resolved again.
    all: bool,
    /// The probes whose result changed.
    probes: FxHashSet<Probe>,
    /// The paths of removed outputs.
    pub gone: Vec<String>,
}

impl OutputIndex {
    /// Numbers the outputs; pages come first, in the order of the plan.
    pub fn new(site: &Site, plan: &Plan, earlier: Option<&Self>) -> (Self, OutputDiff) {
        let settings = &site.content.settings;
        let mut next = Self {
            numbers: FxHashMap::with_capacity_and_hasher(plan.pages.len(), FxBuildHasher),
            pages: vec![None; earlier.map_or(0, |earlier| earlier.pages.len())],
            of_page: Vec::with_capacity(plan.pages.len()),
            free: earlier.map_or_else(Vec::new, |earlier| earlier.free.clone()),
            base_url: format!("{}{}", settings.origin, settings.base_path),
            ignored: asset::globs(&settings.ignored_links),
            ignored_globs: settings.ignored_links.clone(),
            csp_sources: host_policy::csp_sources(site),
        };
        let (mut probes, mut gone) = (FxHashSet::default(), Vec::new());
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
                probes.extend(Probe::all_for(path));
                next.free.push(earlier.numbers[path]);
            }
        }
        let mut number = |next: &mut Self, path: &str, page: Option<PageIndex>| {
            let number = match earlier.and_then(|earlier| earlier.numbers.get(path)) {
                Some(number) => *number,
                None => {
                    // Without an earlier build, nothing was probed.
                    if earlier.is_some() {
                        probes.extend(Probe::all_for(path));
                    }
                    next.free.pop().unwrap_or_else(|| {
                        next.pages.push(None);
                        next.pages.len() - 1
                    })
                }
            };
            next.pages[number] = page;
            next.numbers.insert(path.to_owned(), number);
            number
        };
        for (index, page) in plan.pages.iter().enumerate() {
            let number = number(&mut next, &page.output, Some(index));
            next.of_page.push(number);
        }
        for (_, asset) in site.assets.iter() {
            number(&mut next, &asset.published, None);
        }
        let resolves_as = |earlier: &Self| {
            earlier.base_url == next.base_url
                && earlier.ignored_globs == next.ignored_globs
                && earlier.csp_sources == next.csp_sources
        };
        let all = !earlier.is_some_and(resolves_as);
        (next, OutputDiff { all, probes, gone })
    }

    /// Returns the number of a page's output.
    pub fn number(&self, page: PageIndex) -> usize {
        self.of_page[page]
    }

    /// Returns the page whose output has this path.
    pub fn page_at(&self, path: &str) -> Option<PageIndex> {
        self.pages[*self.numbers.get(path)?]
    }

    /// Returns the page of the output with this number.
    pub fn page(&self, number: usize) -> PageIndex {
        self.pages[number].expect("only pages are examined, and a page that is gone is forgotten")
    }
}

impl Outputs for OutputIndex {
    fn output(&self, path: &str) -> Option<usize> {
        self.numbers.get(path).copied()
    }

    fn is_ignored(&self, path: &str) -> bool {
        self.ignored.is_match(path)
    }

    fn paths(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.numbers.keys().map(String::as_str))
    }
}

impl OutputDiff {
    /// Whether a reference with these probes may resolve differently.
    pub fn touches(&self, page_probes: &[Probe]) -> bool {
        self.all || (!self.probes.is_empty() && page_probes.iter().any(|at| self.probes.contains(at)))
    }
}

/// Returns the earlier index if outputs are the `same`, a new one otherwise.
pub fn outputs(
    site: &Site,
    plan: &Plan,
    earlier: Option<&Arc<OutputIndex>>,
    same: bool,
) -> (Arc<OutputIndex>, OutputDiff) {
    match earlier.filter(|earlier| same && earlier.csp_sources == host_policy::csp_sources(site)) {
        Some(next) => (next.clone(), OutputDiff::default()),
        None => {
            let (next, diff) = OutputIndex::new(site, plan, earlier.map(|earlier| &**earlier));
            (Arc::new(next), diff)
        }
    }
}
