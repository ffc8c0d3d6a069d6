//! The preparation of a build: connects the parsed inputs to a site, plans its pages, and indexes all outputs.

use std::sync::Arc;

use super::history;
use super::inputs::ParsedInputs;
use super::job::Job;
use super::log::Log;
use super::output_index::{OutputDiff, OutputIndex};
use super::samples;
use super::suppress::suppress_bad_routes;
use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::site::plan::{Ledger, Plan, check_ledger, plan_pages};
use crate::snapshot::Snapshot;
use crate::template::Templates;

/// Everything that is known before pages are rendered.
pub struct Prepared {
    pub snapshot: Arc<Snapshot>,
    pub planned: Arc<Planned>,
    pub index: Arc<OutputIndex>,
}

/// The page plan and its checks.
pub struct Planned {
    pub plan: Arc<Plan>,
    pub diagnostics: Vec<Diagnostic>,
    /// The ledger with the URLs that this build adds, if there are any.
    pub ledger: Option<Ledger>,
    pub ledger_diagnostics: Vec<Diagnostic>,
}

/// Prepares the rendering of pages. Also returns how the outputs differ from those of the build `before`.
pub fn prepare(job: &Job, inputs: ParsedInputs, before: Option<&Prepared>, log: &mut Log) -> (Prepared, OutputDiff) {
    let ParsedInputs { content, templates, assets, islands, entry_folders } = inputs;
    let history_before = before.map(|before| before.snapshot.history());
    let history = log.run("history", || history::read(job.config, &content.settings, entry_folders, history_before));
    let site_before = before.map(|before| before.snapshot.site());
    let site = log.run("site", || Site::new(content, &assets, job.config, site_before));
    let planned = log.time("plan", || Planned::update(&site, &templates, before));
    log.report(suppress_bad_routes(planned.diagnostics.clone(), &log.diagnostics));
    log.report(job.config.samples.into_iter().flat_map(|severity| samples::list(&site, severity)));
    let plan = planned.plan.clone();
    let snapshot = log.run("snapshot", || Snapshot::new(&Arc::new(site), &plan, &templates, &islands, &history));
    let earlier_index = before.map(|before| (&*before.snapshot, &before.index));
    let (index, diff) = log.time("index", || OutputIndex::update(&snapshot, earlier_index));
    (Prepared { snapshot: Arc::new(snapshot), planned, index }, diff)
}

impl Planned {
    /// Plans the pages, or returns the plan of the build `before` if its inputs are unchanged. An equal plan keeps its
    /// `Arc`.
    fn update(site: &Site, templates: &Templates, before: Option<&Prepared>) -> Arc<Self> {
        let is_reusable = |before: &&Prepared| {
            site.has_same_plan(before.snapshot.site()) && before.snapshot.templates().names().eq(templates.names())
        };
        if let Some(before) = before.filter(is_reusable) {
            return before.planned.clone();
        }
        let mut planned = Self::new(site, templates);
        if let Some(before) = before.filter(|before| before.planned.plan == planned.plan) {
            planned.plan = before.planned.plan.clone();
        }
        Arc::new(planned)
    }

    fn new(site: &Site, templates: &Templates) -> Self {
        let (plan, diagnostics) = plan_pages(site, templates);
        let (ledger, ledger_diagnostics) = check_ledger(&plan, site);
        Self { plan: Arc::new(plan), diagnostics, ledger, ledger_diagnostics }
    }
}
