//! The preparation of a build: lists the assets, connects the parsed inputs to a site, plans its pages, and indexes the
//! pages and the published files.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::front_end::FrontEnd;
use super::history;
use super::inputs::ParsedInputs;
use super::job::Job;
use super::log::Log;
use super::output_index::{OutputDiff, OutputIndex};
use super::samples;
use super::suppress::suppress_bad_routes;
use crate::asset::{Asset, AssetGlobs, Assets};
use crate::config::{Config, ISLANDS};
use crate::content::loaded_content::Content;
use crate::content::props::PropsSchema;
use crate::content::settings::Settings;
use crate::content::type_files;
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::search::{BrowserFile, browser_files};
use crate::site::Site;
use crate::site::plan::{Ledger, Plan, check_ledger, plan_pages};
use crate::snapshot::Snapshot;
use crate::source::Sources;
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
    /// The ledger for a publishing build to write; `None` if it does not change.
    pub ledger: Option<Ledger>,
    pub ledger_diagnostics: Vec<Diagnostic>,
}

/// Prepares the rendering of pages. Also returns how the outputs differ from those of the build `before`.
pub fn prepare(
    job: &Job,
    sources: &Sources,
    content: Content,
    parsed: &ParsedInputs,
    before: Option<&Prepared>,
    log: &mut Log,
) -> (Prepared, OutputDiff) {
    let ParsedInputs { templates, front_end, .. } = parsed;
    let site_before = before.map(|before| before.snapshot.site());
    let assets_before = site_before.map(|site| &site.assets);
    let assets = log.run("assets", || list_assets(job.config, sources, &content.settings, front_end, assets_before));
    let history_before = before.map(|before| before.snapshot.history());
    let history = log.run("history", || history::read(job.config, &content.settings, sources, history_before));
    let site = log.run("site", || Site::new(content, &assets, job.config, site_before));
    if !log.has_errors() {
        log.check("types", || find_outdated_types(job.config, &site.content, &front_end.islands.props));
    }
    let planned = log.time("plan", || Planned::update(&site, templates, job.config, before));
    log.report(suppress_bad_routes(planned.diagnostics.clone(), &log.diagnostics));
    log.report(job.config.samples.into_iter().flat_map(|severity| samples::list(&site, severity)));
    let plan = planned.plan.clone();
    let snapshot =
        log.run("snapshot", || Snapshot::new(&Arc::new(site), &plan, templates, &front_end.islands, &history));
    let earlier_index = before.map(|before| (&*before.snapshot, &before.index));
    let (index, diff) = log.time("index", || OutputIndex::update(&snapshot, earlier_index));
    (Prepared { snapshot: Arc::new(snapshot), planned, index }, diff)
}

/// Reports the first file of TypeScript types that differs from the types of the schemas. A site may lack such files.
fn find_outdated_types(config: &Config, content: &Content, props: &BTreeMap<String, PropsSchema>) -> Vec<Diagnostic> {
    if !fs::is_dir(&config.path(ISLANDS)) {
        return Vec::new();
    }
    let mut files = type_files::generate(content, props);
    files.retain(|(path, _)| fs::is_file(&config.path(path)));
    type_files::find_outdated(config, &files).into_iter().collect()
}

/// Lists the files of `public/`, attachments, bundles, and the scripts and styles of the search.
fn list_assets(
    config: &Config,
    sources: &Sources,
    settings: &Settings,
    front_end: &FrontEnd,
    before: Option<&Arc<Assets>>,
) -> (Arc<Assets>, Vec<Diagnostic>) {
    let globs = AssetGlobs {
        hashed: settings.assets.hashed.clone(),
        sources: settings.assets.sources.clone(),
        fonts: settings.images.fonts.clone(),
    };
    let mut bundled = front_end.files();
    let search_files = settings.search.iter().flat_map(|_| browser_files());
    bundled.files.extend(
        search_files
            .map(|BrowserFile { name, output_path, text }| (name.to_owned(), Asset::built_in(output_path, text))),
    );
    Assets::new(sources, globs, bundled, before, config.path(config.cache("tones")))
}

impl Planned {
    /// Plans the pages, or returns the plan of the build `before` if the inputs of the plan are unchanged. If a new
    /// plan equals the earlier one, the `Arc` of the earlier plan is kept.
    fn update(site: &Site, templates: &Templates, config: &Config, before: Option<&Prepared>) -> Arc<Self> {
        let is_reusable = |before: &&Prepared| {
            site.has_same_plan_inputs(before.snapshot.site())
                && before.snapshot.templates().names().eq(templates.names())
        };
        if let Some(before) = before.filter(is_reusable) {
            return before.planned.clone();
        }
        let (plan, diagnostics) = plan_pages(site, templates);
        let (ledger, ledger_diagnostics) = check_ledger(&plan, site, || {
            let (site, _) = Site::new(site.content.with_expired(), &site.assets, config, None);
            plan_pages(&site, templates).0
        });
        let equal = before.map(|before| &before.planned.plan).filter(|before| ***before == plan).cloned();
        let plan = equal.unwrap_or_else(|| Arc::new(plan));
        Arc::new(Self { plan, diagnostics, ledger, ledger_diagnostics })
    }
}
