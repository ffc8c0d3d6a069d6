//! The index of all outputs by path, in which the references of pages are looked up.
//!
//! Each output has a number, which stays with its path from build to build. Thus the findings of a page remain valid
//! in later builds.

use std::sync::Arc;

use globset::GlobSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::csp_sources::csp_sources;
use crate::asset;
use crate::check::csp::CspSources;
use crate::check::resolver::{OutputLookup, Probe};
use crate::site::plan::PageIndex;
use crate::snapshot::Snapshot;

/// All outputs of a build, numbered.
pub struct OutputIndex {
    numbers: FxHashMap<String, usize>,
    /// The page of each number, if the output is a page.
    pages: Vec<Option<PageIndex>>,
    /// The number of each page.
    page_numbers: Vec<usize>,
    /// The numbers of removed outputs, which new outputs reuse.
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
    /// Whether every reference may resolve differently.
    affects_all: bool,
    /// The probes whose result changed.
    probes: FxHashSet<Probe>,
    /// The paths of removed outputs.
    pub gone: Vec<String>,
}

impl OutputIndex {
    /// Numbers the outputs of a snapshot, and compares them with those of the snapshot before.
    pub fn update(snapshot: &Snapshot, before: Option<(&Snapshot, &Arc<Self>)>) -> (Arc<Self>, OutputDiff) {
        let csp_sources = csp_sources(snapshot.site());
        match before {
            Some((before, index)) if has_same_outputs(before, snapshot) && index.csp_sources == csp_sources => {
                (index.clone(), OutputDiff::default())
            }
            _ => {
                let (index, diff) = Self::new(snapshot, csp_sources, before.map(|(_, index)| &**index));
                (Arc::new(index), diff)
            }
        }
    }

    /// Numbers the outputs; pages come first, in the order of the plan.
    fn new(snapshot: &Snapshot, csp_sources: Option<CspSources>, earlier: Option<&Self>) -> (Self, OutputDiff) {
        let (settings, plan) = (&snapshot.site().content.settings, snapshot.plan());
        let mut index = Self {
            numbers: FxHashMap::with_capacity_and_hasher(plan.pages.len(), FxBuildHasher),
            pages: vec![None; earlier.map_or(0, |earlier| earlier.pages.len())],
            page_numbers: Vec::with_capacity(plan.pages.len()),
            free: earlier.map_or_else(Vec::new, |earlier| earlier.free.clone()),
            base_url: format!("{}{}", settings.origin, settings.base_path),
            ignored: asset::compile_globs(&settings.links.ignore),
            ignored_globs: settings.links.ignore.clone(),
            csp_sources,
        };
        let mut diff = OutputDiff {
            affects_all: !earlier.is_some_and(|earlier| earlier.resolves_as(&index)),
            probes: FxHashSet::default(),
            gone: earlier.map_or_else(Vec::new, |earlier| earlier.missing_in(snapshot)),
        };
        for path in &diff.gone {
            diff.probes.extend(Probe::all_for(path));
            index.free.extend(earlier.map(|earlier| earlier.numbers[path]));
        }
        for (page, planned) in plan.pages.iter().enumerate() {
            let number = index.add(&planned.output, Some(page), earlier, &mut diff);
            index.page_numbers.push(number);
        }
        for (_, path, _) in snapshot.published_files() {
            index.add(path, None, earlier, &mut diff);
        }
        (index, diff)
    }

    /// Numbers one output. An output of the build before has the same number as there.
    fn add(&mut self, path: &str, page: Option<PageIndex>, earlier: Option<&Self>, diff: &mut OutputDiff) -> usize {
        let known = earlier.and_then(|earlier| earlier.numbers.get(path).copied());
        if known.is_none() && earlier.is_some() {
            diff.probes.extend(Probe::all_for(path));
        }
        let number = known.or_else(|| self.free.pop()).unwrap_or_else(|| {
            self.pages.push(None);
            self.pages.len() - 1
        });
        self.pages[number] = page;
        self.numbers.insert(path.to_owned(), number);
        number
    }

    /// Lists the outputs that a later snapshot does not have.
    fn missing_in(&self, now: &Snapshot) -> Vec<String> {
        let pages = now.plan().pages.iter().map(|page| &*page.output);
        let paths: FxHashSet<&str> = pages.chain(now.published_files().map(|(_, path, _)| path)).collect();
        let mut gone: Vec<String> =
            self.numbers.keys().filter(|path| !paths.contains(path.as_str())).cloned().collect();
        gone.sort_unstable();
        gone
    }

    /// Whether references to the same outputs resolve alike.
    fn resolves_as(&self, other: &Self) -> bool {
        (&self.base_url, &self.ignored_globs, &self.csp_sources)
            == (&other.base_url, &other.ignored_globs, &other.csp_sources)
    }

    /// Returns the number of a page's output.
    pub fn number(&self, page: PageIndex) -> usize {
        self.page_numbers[page]
    }

    /// Returns the page whose output has this path.
    pub fn page_at(&self, path: &str) -> Option<PageIndex> {
        self.pages[*self.numbers.get(path)?]
    }

    /// Returns the page of the output with this number.
    pub fn page(&self, number: usize) -> PageIndex {
        self.pages[number].expect("findings have the numbers of planned pages")
    }
}

impl OutputLookup for OutputIndex {
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
        self.affects_all || (!self.probes.is_empty() && page_probes.iter().any(|at| self.probes.contains(at)))
    }
}

/// Whether two snapshots have the same outputs because their parts are the same in memory.
fn has_same_outputs(before: &Snapshot, now: &Snapshot) -> bool {
    let (site_before, site_now) = (before.site(), now.site());
    Arc::ptr_eq(before.plan(), now.plan())
        && Arc::ptr_eq(&site_before.assets, &site_now.assets)
        && Arc::ptr_eq(&site_before.content.settings, &site_now.content.settings)
}
