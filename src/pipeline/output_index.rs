//! The index of the pages and published files by output path, in which the references of pages are looked up.

use std::sync::Arc;

use globset::GlobSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::asset::{self, shown_path};
use crate::check::csp::CspSources;
use crate::check::resolver::{OutputId, OutputLookup, Probe};
use crate::content::forms;
use crate::diagnostic::Diagnostic;
use crate::html::origin_of;
use crate::site::Site;
use crate::site::plan::PageIndex;
use crate::snapshot::Snapshot;

pub struct OutputIndex {
    /// The path of each page or file, and the index of the page; `None` for a file.
    outputs: FxHashMap<OutputId, (String, Option<PageIndex>)>,
    pub base_url: String,
    ignored: GlobSet,
    ignored_globs: Vec<String>,
    /// The sources that the CSP allows; `None` if the site has no CSP.
    pub csp_sources: Option<CspSources>,
}

/// The difference between the outputs of two builds.
#[derive(Default)]
pub struct OutputDiff {
    /// Whether the findings of every page may differ: the base URL, the ignored links or the CSP changed.
    affects_all: bool,
    /// The probes whose result changed.
    probes: FxHashSet<Probe>,
}

impl OutputIndex {
    /// Indexes the pages and files of a snapshot, and compares them with those of the snapshot before.
    pub fn update(snapshot: &Snapshot, before: Option<(&Snapshot, &Arc<Self>)>) -> (Arc<Self>, OutputDiff) {
        let csp_sources = csp_sources(snapshot.site());
        if let Some((before, earlier)) = before
            && has_same_outputs(before, snapshot)
            && earlier.csp_sources == csp_sources
        {
            return (earlier.clone(), OutputDiff::default());
        }
        let index = Self::new(snapshot, csp_sources);
        let diff = before.map(|(_, earlier)| OutputDiff::between(earlier, &index)).unwrap_or_default();
        (Arc::new(index), diff)
    }

    fn new(snapshot: &Snapshot, csp_sources: Option<CspSources>) -> Self {
        let settings = &snapshot.site().content.settings;
        let files = snapshot.published_files().map(|(_, path, _)| (path, None));
        let pages = snapshot.plan().pages.iter().enumerate().map(|(index, page)| (&*page.output, Some(index)));
        let outputs = files.chain(pages).map(|(path, page)| (OutputId::of(path), (path.to_owned(), page)));
        Self {
            outputs: outputs.collect(),
            base_url: format!("{}{}", settings.origin, settings.base_path),
            ignored: asset::compile_globs(&settings.links.ignore),
            ignored_globs: settings.links.ignore.clone(),
            csp_sources,
        }
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> + Clone {
        self.outputs.values().map(|(path, _)| &**path)
    }

    /// Returns the page whose output has this path.
    pub fn page_at(&self, path: &str) -> Option<PageIndex> {
        self.outputs.get(&OutputId::of(path))?.1
    }

    pub fn page(&self, id: OutputId) -> PageIndex {
        self.outputs[&id].1.expect("findings are those of planned pages")
    }
}

impl OutputLookup for OutputIndex {
    fn has(&self, path: &str) -> bool {
        self.outputs.contains_key(&OutputId::of(path))
    }

    fn is_ignored(&self, path: &str) -> bool {
        self.ignored.is_match(path)
    }
}

impl OutputDiff {
    fn between(before: &OutputIndex, now: &OutputIndex) -> Self {
        let removed = before.paths().filter(|path| !now.has(path));
        let new = now.paths().filter(|path| !before.has(path));
        let probes = removed.chain(new).flat_map(Probe::all_for).collect();
        let affects_all = (&before.base_url, &before.ignored_globs, &before.csp_sources)
            != (&now.base_url, &now.ignored_globs, &now.csp_sources);
        Self { affects_all, probes }
    }

    /// Whether the findings of a page with these probes may differ.
    pub fn touches(&self, page_probes: &[Probe]) -> bool {
        self.affects_all || (!self.probes.is_empty() && page_probes.iter().any(|probe| self.probes.contains(probe)))
    }
}

/// If the path of a new file is taken, returns the diagnostic and the owner of the path, such as `the page /about/`.
/// Returns `None` if the path is free. `purpose` says in the message what the new file is, such as `for hosts`.
pub fn check_path(snapshot: &Snapshot, path: &str, purpose: &str) -> Option<(Diagnostic, String)> {
    let file = snapshot.published_files().find(|(_, published, _)| *published == path);
    let page = || snapshot.plan().pages.iter().find(|page| page.output == path);
    let owner = file.map(|(key, ..)| shown_path(key)).or_else(|| Some(format!("the page {}", page()?.route)))?;
    let message = format!("the file `{path}` {purpose} has no place: {owner} has its address");
    Some((Diagnostic::error("route-taken", message), owner))
}

/// Whether all parts of two snapshots that decide their outputs are the same in memory.
fn has_same_outputs(before: &Snapshot, now: &Snapshot) -> bool {
    let (site_before, site_now) = (before.site(), now.site());
    Arc::ptr_eq(before.plan(), now.plan())
        && Arc::ptr_eq(&site_before.assets, &site_now.assets)
        && Arc::ptr_eq(&site_before.content.settings, &site_now.content.settings)
}

/// Returns the sources that the CSP allows: those of `content/hosts.yaml`, and the endpoints of forms. Without
/// `content/hosts.yaml`, the site has no CSP.
fn csp_sources(site: &Site) -> Option<CspSources> {
    let mut by_directive = site.content.hosts.as_ref()?.sources.clone();
    for origin in forms::endpoint_urls(&site.content).filter_map(origin_of) {
        for directive in ["connect-src", "form-action"] {
            let allowed = by_directive.entry(directive.to_owned()).or_default();
            if !allowed.contains(&origin) {
                allowed.push(origin.clone());
            }
        }
    }
    Some(CspSources { origin: site.content.settings.origin.clone(), by_directive })
}
