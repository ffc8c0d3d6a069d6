//! One build, from its inputs to its outputs.
//!
//! 1. Read and parse the inputs.
//! 2. Connect them to a site, plan the pages, and index the pages and the published files.
//! 3. Find the stale pages, and copy the assets.
//! 4. Render each stale page, check its HTML and write it. Viewed pages come first and are previewed. If inputs change
//!    meanwhile, the remaining pages and steps 6 to 8 are left to the next build.
//! 5. Report islands that kept state between renderings, which is an error. Previews do not wait for step 5.
//! 6. Make the images that the pages request, and write the index of the search and the files for hosts.
//! 7. Check the whole site: its files, the finished pages and the ledger.
//! 8. Run the steps after the build, and check the budgets.
//!
//! The outputs are published by `publish`, if there are no errors.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::external::{self, ExternalLinks};
use super::host_policy::write_host_files;
use super::images::{ImageRequests, ImageWriter};
use super::inputs::{self, Inputs};
use super::job::{Job, LatestSnapshot};
use super::log::Log;
use super::output_writer::OutputWriter;
use super::page_renderer::PageRenderer;
use super::pages::Pages;
use super::prepare::{Prepared, prepare};
use super::previous::{Previous, Written};
use super::rendering::RenderQueue;
use super::site_check::SiteChecker;
use super::suppress::KnownErrors;
use super::untranslated::{self, UntranslatedItem};
use super::{file_checks, redirects, samples, search_files, steps};
use crate::asset::Asset;
use crate::check::resolver::OutputLookup;
use crate::config::Config;
use crate::diagnostic::{self, Diagnostic};
use crate::fs::{self, Bounds};
use crate::island::npm;
use crate::output::hosts::HostPolicy;
use crate::output::{CommitSummary, OutputFolder, Sink};
use crate::site::plan::{LEDGER_FILE, Ledger};
use crate::site::{Site, unpublished_reason};
use crate::snapshot::Snapshot;
use crate::source::Changes;

/// The result of a build.
#[derive(Debug, Default)]
pub struct Build {
    /// All diagnostics, sorted by file and line.
    pub diagnostics: Vec<Diagnostic>,
    /// How long each stage took, in order.
    pub timings: Vec<(&'static str, Duration)>,
    pub counts: Counts,
    /// The entries that are not published, by file.
    pub unpublished: Vec<UnpublishedEntry>,
    /// The files and pages that a language of the site lacks and takes from another language.
    pub untranslated: Vec<UntranslatedItem>,
    /// The ledger for a publishing build to write; `None` if it does not change.
    pub ledger: Option<Ledger>,
    /// Headers and redirects, if the site has a host policy.
    pub policy: Option<HostPolicy>,
    /// The inputs to watch outside of the site's usual folders: imported files, folders of entries, inputs of steps.
    pub external_inputs: Vec<PathBuf>,
    /// The index and the key of each run of a step before the build, reused runs included.
    pub step_keys: Vec<(usize, String)>,
    /// The folders that symbolic links of the site may lead to.
    pub bounds: Bounds,
    /// The path below which the site is published, beginning and ending with a slash.
    pub base_path: String,
    /// Whether inputs changed before all pages were rendered. If so, the remaining pages are left to the next build,
    /// and the site is not checked.
    pub is_interrupted: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// HTML pages, aliases included.
    pub pages: usize,
    /// Pages that this build rendered instead of reusing them, feeds and the sitemap included.
    pub rendered: usize,
    /// Published files: those of `public/`, attachments, bundles and the scripts and styles of the search.
    pub files: usize,
    /// Sample values in the content.
    pub samples: usize,
    /// Diagnostics that the settings silence.
    pub silenced: usize,
    /// External links, if they were checked.
    pub external: Option<ExternalLinks>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnpublishedEntry {
    pub file: String,
    /// A clause: "it is a draft".
    pub why: &'static str,
}

/// Builds the site of `config` into `sink`. Calls `announce` before work that takes seconds.
pub fn build(config: &Config, sink: &dyn Sink, announce: &dyn Fn(&str)) -> Build {
    let job = Job { config, changes: &Changes::Unknown, sink, announce, viewers: None, is_incremental: false };
    rebuild(&job, &mut Previous::default(), &LatestSnapshot::default())
}

/// Builds, and reuses what is unchanged since `previous`. Replaces `previous` with the state of this build, or with
/// an empty state if no other build will follow. Stores the snapshot of this build in `latest` before each preview, and
/// that of the new `previous` at the end.
pub fn rebuild(job: &Job, previous: &mut Previous, latest: &LatestSnapshot) -> Build {
    let (build, mut next) = run(job, std::mem::take(previous), latest);
    if job.is_incremental {
        next.pages.read_sets.drop_unused();
        *previous = next;
    } else {
        drop_in_background(next);
    }
    *latest.lock() = previous.snapshot().cloned();
    build
}

/// Commits the output. A build for publishing also writes the ledger. Errors join the build's diagnostics. Returns
/// `None` if the commit failed.
pub fn publish(config: &Config, output: OutputFolder, build: &mut Build) -> Option<CommitSummary> {
    let summary = output.commit().map_err(|diagnostic| build.diagnostics.push(diagnostic)).ok()?;
    if let Some(ledger) = build.ledger.as_ref().filter(|_| config.is_for_publishing())
        && let Err(diagnostic) = fs::write_atomic(&config.path(LEDGER_FILE), ledger.text.as_bytes())
    {
        build.diagnostics.push(diagnostic);
        build.ledger = None;
    }
    Some(summary)
}

fn run(job: &Job, previous: Previous, latest: &LatestSnapshot) -> (Build, Previous) {
    let Previous { inputs, prepared: before, pages, written: mut old_outputs, is_interrupted } = previous;
    let mut log = Log::default();
    let site_before = before.as_ref().map(|before| before.snapshot.site());
    let (mut inputs, content) = inputs::read(job, inputs, site_before, &mut log);
    let (Some(content), Some(parsed)) = (content, &inputs.parsed) else {
        let build = Build::of_inputs(job, &inputs).with_log(log);
        return (build, Previous { inputs, prepared: before, pages, written: old_outputs, is_interrupted });
    };
    let (prepared, diff) = prepare(job, &inputs.sources, content, parsed, before.as_ref(), &mut log);
    let mut build = Build::of_inputs(job, &inputs).with_site(&prepared);
    let snapshot = &prepared.snapshot;
    let settings = snapshot.site().content.settings.clone();
    log.apply_severity_rules(&settings);
    let known_errors = KnownErrors::new(&log.diagnostics, snapshot.site());
    let writer = OutputWriter::new(job, snapshot, &inputs.sources);

    // If the digest of the writer changed, all outputs except derived images are written again.
    let is_same_writer = old_outputs.writer_digest == Some(writer.digest);
    let snapshot_before = before.as_ref().filter(|_| is_same_writer).map(|before| &before.snapshot);
    let (mut pages, stale) = log.time("invalidate", || pages.invalidate(snapshot_before, snapshot, &diff));
    let copy_errors = log.time("copy", || copy_files(snapshot, snapshot_before, &writer));
    // If a file could not be copied, the digest is `None`. Then the next build copies all files again.
    let writer_digest = copy_errors.is_empty().then_some(writer.digest);
    log.report(copy_errors);
    writer.sink.retain(&|path| prepared.index.has(path) || old_outputs.has(path));

    let requests = ImageRequests::default();
    pages.reused().for_each(|(page, derived)| requests.add(page, derived));
    let old_images = std::mem::take(&mut old_outputs.images);
    let mut images = ImageWriter::new(job, snapshot, &requests, &writer, old_images);
    let renderer = PageRenderer::new(job, &prepared, &requests, &writer);
    let (viewers, has_errors) = (job.viewers, log.has_errors());
    let queue = RenderQueue { stale, renderer: &renderer, viewers, latest, old_outputs: &old_outputs, has_errors };
    let rendered = log.time("pages", || queue.render(&mut pages, &mut images));
    log.check("island state", || check_kept_state(snapshot, &mut inputs, &mut pages));

    (build.counts.rendered, build.is_interrupted) = (rendered.count, rendered.is_interrupted);
    let written = if rendered.is_interrupted {
        Written { images: images.written, ..old_outputs }
    } else {
        rendered.report(&known_errors, snapshot.plan(), &mut log);
        let mut written = write_late_outputs(&prepared, &pages, &mut images, &writer, &mut build, &mut log);
        build.counts.external = check_site(job, &prepared, &renderer, &pages, &known_errors, &mut log);
        let is_taken = |path: &str| prepared.index.has(path) || written.has(path);
        if !log.has_errors() {
            // Removes the outputs of earlier builds, so that the steps after the build read only those of this one.
            writer.sink.retain(&is_taken);
        }
        let old_files = old_outputs.step_files;
        written.step_files = steps::run_after(job, &settings, &inputs.steps, is_taken, old_files, &writer, &mut log);
        remove_unused(&images, &prepared, &writer, &log);
        log.check("budgets", || writer.check_budgets(snapshot));
        build.counts.silenced = log.finish_severity_rules(&settings, job.config);
        written
    };
    drop_in_background(before);
    let (written, is_interrupted) = (Written { writer_digest, ..written }, build.is_interrupted);
    (build.with_log(log), Previous { inputs, prepared: Some(prepared), pages, written, is_interrupted })
}

/// Writes the outputs that depend on all pages: derived images, the index of the search, and the files for hosts.
fn write_late_outputs(
    prepared: &Prepared,
    pages: &Pages,
    images: &mut ImageWriter,
    writer: &OutputWriter,
    build: &mut Build,
    log: &mut Log,
) -> Written {
    log.check("images", || images.write_requested());
    let images = images.written.intersection(&images.requests.paths()).cloned().collect();
    let search = search_files::write_index(prepared, pages, writer, log);
    let mut written = Written { images, search, ..Written::default() };
    (build.policy, written.host_files) = log.run("hosts", || write_host_files(prepared, pages, &written, writer));
    written
}

/// Removes from the caches what this build did not use. A build with errors removes nothing, because it may not have
/// used all cached files that the next build needs.
fn remove_unused(images: &ImageWriter, prepared: &Prepared, writer: &OutputWriter, log: &Log) {
    if log.has_errors() {
        return;
    }
    writer.remove_unused();
    images.remove_unused();
    let site = prepared.snapshot.site();
    site.assets.remove_unused_tones();
    // The languages share one highlighter.
    site.content.markdown[0].highlighter.iter().for_each(|highlighter| highlighter.remove_unused());
}

/// Copies the published files, except those that are unchanged since the snapshot `before`. Returns the errors.
fn copy_files(now: &Snapshot, before: Option<&Arc<Snapshot>>, writer: &OutputWriter) -> Vec<Diagnostic> {
    let files_before = before.into_iter().flat_map(|before| before.published_files());
    let copied: FxHashMap<&str, &Arc<Asset>> = files_before.map(|(_, path, asset)| (path, asset)).collect();
    let is_new = |path: &str, asset: &Arc<Asset>| copied.get(path).is_none_or(|copied| !Arc::ptr_eq(copied, asset));
    let new: Vec<_> = now.published_files().filter(|(_, path, asset)| is_new(path, asset)).collect();
    new.into_par_iter().filter_map(|(_, path, asset)| writer.put_asset(path, asset).err()).collect()
}

/// Reports islands that keep state between renderings. Only rendering finds these errors, so the next build has to
/// bundle the islands and render all pages again.
fn check_kept_state(snapshot: &Snapshot, inputs: &mut Inputs, pages: &mut Pages) -> Vec<Diagnostic> {
    let Some(prerenderer) = &snapshot.islands().prerenderer else { return Vec::new() };
    let diagnostics = prerenderer.check_kept_state();
    if !diagnostics.is_empty() {
        inputs.parsed = None;
        pages.records.iter_mut().for_each(|record| record.has_mistakes = true);
    }
    diagnostics
}

/// The codes of errors that keep style sheets from being bundled.
const BUNDLE_ERROR_CODES: [&str; 4] = ["bundle-error", "esbuild-failed", "missing-esbuild", "style-syntax"];

/// Checks the site's files, the finished pages and the ledger. Returns the counts of external links, if they are
/// checked.
fn check_site(
    job: &Job,
    prepared: &Prepared,
    renderer: &PageRenderer,
    pages: &Pages,
    known_errors: &KnownErrors,
    log: &mut Log,
) -> Option<ExternalLinks> {
    let are_routes_known = !known_errors.in_routes;
    // A style sheet that could not be bundled is copied, and its references may only work in a bundle. So no style
    // sheets are checked then.
    if are_routes_known && !log.diagnostics.iter().any(|diagnostic| BUNDLE_ERROR_CODES.contains(&diagnostic.code)) {
        log.check("styles", || file_checks::check_copied_styles(prepared.snapshot.site(), &prepared.index));
    }
    log.check("files", || file_checks::check_named_files(prepared.snapshot.site()));
    log.check("photos", || file_checks::check_photo_locations(prepared.snapshot.site()));
    let checker = SiteChecker::new(renderer, pages);
    log.check("links", || checker.check(known_errors));
    if are_routes_known {
        log.check("redirects", || redirects::check_redirects(prepared.snapshot.site(), &prepared.index));
        log.report(prepared.planned.ledger_diagnostics.iter().cloned());
    }
    let settings = &prepared.snapshot.site().content.settings;
    let link_check = job.config.external.as_ref()?;
    Some(log.run("external", || external::check(job, link_check, settings, &checker)))
}

/// Frees a large value in the background, and not at all if the process ends first.
fn drop_in_background(value: impl Send + 'static) {
    rayon::spawn(move || drop(value));
}

impl Build {
    /// Creates the result of a build with what is known after its inputs are read.
    fn of_inputs(job: &Job, inputs: &Inputs) -> Self {
        let bundled = inputs
            .parsed
            .iter()
            .flat_map(|parsed| parsed.front_end.external_inputs())
            .chain([npm::INSTALLED_LIST])
            .map(|path| job.config.path(path));
        let folders = inputs.sources.entry_folders().chain(&inputs.steps.watched).cloned();
        Self {
            external_inputs: bundled.chain(folders).collect(),
            step_keys: inputs.steps.runs.iter().map(|run| (run.index, run.key.clone())).collect(),
            bounds: inputs.sources.bounds.clone(),
            // `with_site` sets the base path of the settings.
            base_path: "/".to_owned(),
            ..Self::default()
        }
    }

    /// Adds what is known of the site before its pages are rendered.
    fn with_site(self, prepared: &Prepared) -> Self {
        let site = prepared.snapshot.site();
        let pages = prepared.planned.plan.pages.iter().filter(|page| page.output.ends_with(".html")).count();
        let files = prepared.snapshot.published_files().count();
        Self {
            counts: Counts { pages, files, samples: samples::count(site), ..self.counts },
            unpublished: list_unpublished(site),
            untranslated: untranslated::list(site),
            ledger: prepared.planned.ledger.clone(),
            base_path: site.content.settings.base_path.clone(),
            ..self
        }
    }

    fn with_log(self, Log { mut diagnostics, timings, .. }: Log) -> Self {
        diagnostic::sort(&mut diagnostics);
        Self { diagnostics, timings, ..self }
    }

    pub fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }

    pub fn warnings(&self) -> usize {
        self.diagnostics.len() - self.errors()
    }

    /// Whether the build has errors or, if it `is_strict`, warnings.
    pub fn has_failed(&self, is_strict: bool) -> bool {
        self.errors() > 0 || (is_strict && self.warnings() > 0)
    }
}

fn list_unpublished(site: &Site) -> Vec<UnpublishedEntry> {
    let entries = site.unpublished().map(|index| site.entry(index));
    let mut unpublished: Vec<_> = entries
        .map(|entry| UnpublishedEntry { file: entry.file.file.to_string(), why: unpublished_reason(entry.visibility) })
        .collect();
    unpublished.sort_by(|a, b| a.file.cmp(&b.file));
    unpublished
}
