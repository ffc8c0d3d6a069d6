//! The state that a build leaves to the next build.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::front_end::FrontEnd;
use super::output_index::OutputIndex;
use super::page_check::CheckedPage;
use super::traces::{Trace, TraceStore};
use crate::asset::derived::DerivedImage;
use crate::diagnostic::Diagnostic;
use crate::island::Bundler;
use crate::render::Snapshot;
use crate::site::Site;
use crate::site::plan::{Ledger, Plan, check_ledger};
use crate::source::Sources;
use crate::template::Templates;

/// The sources and results so far. Consecutive builds share this value and one sink, and reuse what is not stale. The
/// options must stay the same.
#[derive(Default)]
pub struct Previous {
    /// Whether another build will follow: only then reads are recorded.
    pub(super) is_incremental: bool,
    pub(super) sources: Sources,
    pub(super) templates: Option<Arc<Templates>>,
    pub(super) islands: Option<FrontEnd>,
    /// The bundler, which may keep an esbuild process.
    pub(super) bundler: Bundler,
    pub(super) snapshot: Option<Arc<Snapshot>>,
    pub(super) output_index: Option<Arc<OutputIndex>>,
    pub(super) planned: Option<Planned>,
    /// The pages in the order of the plan.
    pub(super) pages: Vec<PageRecord>,
    pub(super) traces: TraceStore,
    /// The paths of derived images that are written.
    pub(super) derived: BTreeSet<String>,
    /// Whether an image could not be made: then all are tried again.
    pub(super) images_failed: bool,
    /// The paths of the files for hosts.
    pub(super) host_files: Vec<String>,
    /// The digest of the leak scan and of the settings for outputs.
    pub(super) outbound_digest: Option<u64>,
    /// Whether a file could not be written: then all are tried again.
    pub(super) files_failed: bool,
}

/// The page plan and its checks.
pub(super) struct Planned {
    pub plan: Arc<Plan>,
    pub problems: Vec<Diagnostic>,
    /// The ledger and its diagnostics.
    pub ledger: (Option<Ledger>, Vec<Diagnostic>),
    /// The number of HTML pages.
    pub pages: usize,
}

impl Planned {
    pub fn new(site: &Site, templates: &Templates) -> Self {
        let names: Vec<&str> = templates.names().collect();
        let (plan, problems) = Plan::new(site, &|name| templates.has(name), &names);
        let ledger = check_ledger(&plan, site);
        let pages = plan.pages.iter().filter(|page| page.output.ends_with(".html")).count();
        Self { plan: Arc::new(plan), problems, ledger, pages }
    }
}

/// The results that are kept for a page.
#[derive(Default)]
pub(super) struct PageRecord {
    /// The reads of the page. `None` if the page is not rendered yet or is stale.
    pub trace: Option<Trace>,
    /// Whether the page is stale in any case: other inputs may have caused its errors.
    pub has_mistakes: bool,
    pub checked: Option<CheckedPage>,
    /// The images that the page requests.
    pub derived: Vec<DerivedImage>,
}

impl Previous {
    /// Returns empty state for a single build.
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns empty state for the first of several builds.
    pub fn first() -> Self {
        Self { is_incremental: true, bundler: Bundler::long_lived(), ..Self::default() }
    }

    /// Returns the records of the earlier pages in the order of a new plan. Records of removed pages are dropped.
    pub(super) fn take_pages(&mut self, plan: &Arc<Plan>) -> Vec<PageRecord> {
        let pages = std::mem::take(&mut self.pages);
        let Some(snapshot) = &self.snapshot else { return plan.pages.iter().map(|_| PageRecord::default()).collect() };
        if Arc::ptr_eq(snapshot.plan(), plan) {
            return pages;
        }
        // Both plans are sorted by route.
        let mut before = snapshot.plan().pages.iter().zip(pages).peekable();
        let mut ordered = Vec::with_capacity(plan.pages.len());
        for page in &plan.pages {
            while let Some((_, gone)) = before.next_if(|(before, _)| before.route < page.route) {
                gone.trace.iter().for_each(|trace| self.traces.remove(trace));
            }
            let known = before.next_if(|(before, _)| before.route == page.route);
            ordered.push(known.map(|(_, made)| made).unwrap_or_default());
        }
        before.for_each(|(_, gone)| gone.trace.iter().for_each(|trace| self.traces.remove(trace)));
        ordered
    }
}
