//! What a build leaves to the one after it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::examine::Examined;
use super::islands::Prepared;
use super::known::Known;
use super::traces::{Trace, Traces};
use crate::asset::derive::Derived;
use crate::diagnostic::Diagnostic;
use crate::island::Esbuild;
use crate::plan::{Ledger, Plan, check_ledger};
use crate::render::World;
use crate::site::Site;
use crate::source::Sources;
use crate::template::Templates;

/// What was read and made so far. Builds that follow each other share one, and one sink: what is good still is neither read
/// nor made nor put again. The options must stay the same.
#[derive(Default)]
pub struct Previous {
    /// Whether a build will follow: else nothing is noted for it.
    pub(super) noting: bool,
    pub(super) sources: Sources,
    pub(super) templates: Option<Arc<Templates>>,
    pub(super) islands: Option<Prepared>,
    /// What bundles; it may keep a process.
    pub(super) esbuild: Esbuild,
    pub(super) world: Option<Arc<World>>,
    pub(super) known: Option<Arc<Known>>,
    pub(super) planned: Option<PlannedSite>,
    /// In the order of the plan.
    pub(super) pages: Vec<Made>,
    pub(super) traces: Traces,
    /// The paths of what was made on request and put.
    pub(super) derived: BTreeSet<String>,
    pub(super) derived_failed: bool,
    /// The files that hosts read.
    pub(super) host_files: Vec<String>,
    /// What was looked for in every output on its way out, and done with it.
    pub(super) way_out: Option<u64>,
    /// Whether a file could not be put: then all are tried again.
    pub(super) files_failed: bool,
}

/// The plan with what was found out about it.
pub(super) struct PlannedSite {
    pub plan: Arc<Plan>,
    pub problems: Vec<Diagnostic>,
    /// What the ledger says of it.
    pub ledger: (Option<Ledger>, Vec<Diagnostic>),
    /// How many pages are HTML.
    pub pages: usize,
}

impl PlannedSite {
    pub fn new(site: &Site, templates: &Templates) -> Self {
        let names: Vec<&str> = templates.names().collect();
        let (plan, problems) = Plan::new(site, &|name| templates.has(name), &names);
        let ledger = check_ledger(&plan, site);
        let pages = plan.pages.iter().filter(|page| page.output.ends_with(".html")).count();
        Self { plan: Arc::new(plan), problems, ledger, pages }
    }
}

/// A page that was made.
#[derive(Default)]
pub(super) struct Made {
    /// What was read for it. None if it has to be made anew in any case: it has mistakes, which may have others as the cause.
    pub trace: Option<Trace>,
    pub examined: Option<Examined>,
    /// What it asks for, to be made from others.
    pub derived: Vec<Derived>,
}

impl Previous {
    /// Nothing, for a build that none follows.
    pub fn none() -> Self {
        Self::default()
    }

    /// Nothing yet, for the first of several builds.
    pub fn first() -> Self {
        Self { noting: true, esbuild: Esbuild::staying(), ..Self::default() }
    }

    /// The pages of an earlier plan in the order of a new one. Those that are gone are forgotten.
    pub(super) fn take_pages(&mut self, plan: &Arc<Plan>) -> Vec<Made> {
        let pages = std::mem::take(&mut self.pages);
        let Some(world) = &self.world else { return plan.pages.iter().map(|_| Made::default()).collect() };
        if Arc::ptr_eq(world.plan(), plan) {
            return pages;
        }
        // Both are sorted by route.
        let mut before = world.plan().pages.iter().zip(pages).peekable();
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
