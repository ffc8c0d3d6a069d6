//! The stages from a snapshot to the outputs.
//!
//! 1. Find the pages none of whose reads changed: they are reused.
//! 2. Copy the assets, remove outputs that are gone.
//! 3. Render the other pages, viewed pages first, and preview those with their images. If inputs change meanwhile,
//!    the rest is left to the next build.
//! 4. Check the kept state of islands. Previews do not wait for this.
//! 5. Make the images, write the files for hosts, check what only all pages together show.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use super::budgets::WeightRecorder;
use super::images::{ImageJob, ImageRequests};
use super::outbound::Outbound;
use super::page_check::{CheckedPage, SiteChecker, Worker, merge_by_mistake};
use super::previous::{PageRecord, Planned};
use super::queue::{Batch, Preview, RenderQueue, Viewers};
use super::suppress::KnownErrors;
use super::{Build, Stages, external, host_policy, output_index, styles, time};
use crate::asset::{Asset, Assets};
use crate::check::csp::CspHashes;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::html::minify;
use crate::island::Prerender;
use crate::output::Sink;
use crate::render::{Read, Rendered, Renderer, Snapshot};
use crate::site::Site;
use crate::site::plan::PageIndex;

/// The most pages that a thread takes at once: with more, other threads would idle while the last job runs.
const MAX_PAGES_PER_JOB: usize = 16;

/// The result of rendering one page.
struct RenderedPage {
    index: PageIndex,
    record: PageRecord,
    /// The page's reads, if another build may follow.
    reads: Option<Vec<Read>>,
    content_diagnostics: Vec<Diagnostic>,
    failures: Vec<Diagnostic>,
}

impl RenderedPage {
    /// Whether neither rendering nor the check of the page found errors.
    fn is_clean(&self) -> bool {
        let is_error = |diagnostics: &[Diagnostic]| diagnostics.iter().any(Diagnostic::is_error);
        !is_error(&self.content_diagnostics)
            && !is_error(&self.failures)
            && !self.record.checked.as_ref().is_some_and(CheckedPage::has_errors)
    }
}

/// Renders, checks and writes pages, from any number of threads.
struct PageRenderer<'a> {
    snapshot: &'a Snapshot,
    renderer: &'a Renderer,
    checker: &'a SiteChecker<'a>,
    requests: &'a ImageRequests,
    outbound: &'a Outbound<'a>,
    is_incremental: bool,
}

impl PageRenderer<'_> {
    fn pages(&self, pages: Vec<PageIndex>) -> Vec<RenderedPage> {
        let page = |worker: &mut Worker, index: PageIndex| self.page(worker, index);
        let all = |pages: Vec<PageIndex>| {
            let pages = pages.into_par_iter().with_max_len(MAX_PAGES_PER_JOB);
            pages.map_init(|| self.checker.worker(), page).collect()
        };
        let plan = self.snapshot.plan();
        let (lists, others): (Vec<_>, Vec<_>) = pages.into_iter().partition(|&index| plan.is_list(index));
        let (mut lists, others): (Vec<RenderedPage>, Vec<RenderedPage>) = rayon::join(|| all(lists), || all(others));
        lists.extend(others);
        lists
    }

    fn page(&self, worker: &mut Worker, index: PageIndex) -> RenderedPage {
        let Rendered { text, reads, derived, content: mut content_diagnostics, failures } = self.renderer.page(index);
        self.requests.add(index, &derived);
        let mut record = PageRecord { derived, ..PageRecord::default() };
        let page = &self.snapshot.plan().pages[index];
        let output = &page.output;
        let is_minified = self.snapshot.site().content.settings.minify && output.ends_with(".html");
        let text = if is_minified { text.as_deref().map(minify) } else { text };
        if let Some(text) = &text {
            record.checked = self.checker.page(worker, index, text);
            if !page.is_case_duplicate || self.outbound.is_case_sensitive() {
                content_diagnostics.extend(self.outbound.put_page(output, text));
            }
        }
        record.has_mistakes = text.is_none() || !content_diagnostics.is_empty() || !failures.is_empty();
        RenderedPage { index, record, reads: self.is_incremental.then_some(reads), content_diagnostics, failures }
    }
}

impl Stages<'_> {
    /// Renders and checks all stale pages, and writes what changed.
    pub(super) fn outputs(
        &mut self,
        config: &Config,
        snapshot: &Arc<Snapshot>,
        sink: &dyn Sink,
        announce: &dyn Fn(&str),
        viewers: Option<&dyn Viewers>,
        build: &mut Build,
    ) {
        let Self { previous, timings } = self;
        let (site, plan) = (snapshot.site(), snapshot.plan());
        let before = previous.snapshot.clone();
        let same_outputs = before.as_ref().is_some_and(|before| {
            Arc::ptr_eq(before.plan(), plan)
                && Arc::ptr_eq(&before.site().assets, &site.assets)
                && Arc::ptr_eq(&before.site().content.settings, &site.content.settings)
        });
        let weights = WeightRecorder::new(sink, snapshot, config);
        let outbound = Outbound::new(&weights, snapshot, config, &previous.sources);
        let sink: &dyn Sink = &outbound;
        let same_outbound = previous.outbound_digest.replace(outbound.digest()) == Some(outbound.digest());
        let (output_index, diff, mut pages, stale) = time(timings, "verify", || {
            let (output_index, diff) = output_index::outputs(site, plan, previous.output_index.as_ref(), same_outputs);
            let pages = previous.take_pages(plan);
            let changed = before.as_ref().map(|before| previous.traces.changed(before, snapshot));
            let is_reusable = |record: &PageRecord| {
                let trace = record.trace.as_ref().filter(|_| same_outbound && !record.has_mistakes);
                trace.is_some_and(|trace| !changed.as_ref().is_none_or(|changed| changed.touches(trace)))
                    && !record.checked.as_ref().is_some_and(|checked| diff.touches(&checked.findings.probes))
            };
            let stale: Vec<PageIndex> = (0..pages.len()).filter(|&index| !is_reusable(&pages[index])).collect();
            (output_index, diff, pages, stale)
        });
        time(timings, "public", || {
            // If the leak scan changed, files that are written already are scanned again.
            let is_kept = same_outbound && !previous.files_failed;
            let published = before.as_ref().filter(|_| is_kept).map(|before| &before.site().assets);
            let failed = put_files(site, published, sink);
            previous.files_failed = !failed.is_empty();
            build.diagnostics.extend(failed);
            diff.gone.iter().for_each(|path| sink.remove(path));
        });

        let is_incremental = previous.is_incremental;
        let known_errors = KnownErrors::new(&build.diagnostics, site);
        let renderer = Renderer::new(snapshot.clone(), is_incremental);
        let requests = ImageRequests::default();
        let mut is_stale = stale.iter().copied().peekable();
        for (index, record) in pages.iter_mut().enumerate() {
            if is_stale.next_if_eq(&index).is_none() {
                requests.add(index, &record.derived);
            } else if let Some(trace) = record.trace.take() {
                // Even if this build is interrupted, the page is stale from now on.
                previous.traces.remove(&trace);
            }
        }
        let checker = SiteChecker::new(snapshot, &output_index, &requests, is_incremental)
            .with_external(config.external.is_some());
        let page_renderer = PageRenderer {
            snapshot,
            renderer: &renderer,
            checker: &checker,
            requests: &requests,
            outbound: &outbound,
            is_incremental,
        };
        let run = ImageJob { config, plan, assets: &site.assets, sink };
        // If an image failed in the build before, all are tried again.
        let mut derived = if previous.images_failed { BTreeSet::new() } else { previous.derived.clone() };
        let mut queue = RenderQueue::new(plan, stale);
        let (mut diagnostics, mut failures) = (Vec::new(), Vec::new());
        let prerender = &snapshot.islands().prerender;
        let start = Instant::now();
        while let Some(Batch { pages: batch, is_viewed }) = queue.next(viewers, &output_index) {
            build.rendered += batch.len();
            let results = page_renderer.pages(batch);
            let is_clean = results.iter().all(RenderedPage::is_clean);
            for RenderedPage { index, mut record, reads, content_diagnostics, failures: failed } in results {
                record.trace = reads.map(|reads| previous.traces.add(reads));
                pages[index] = record;
                diagnostics.extend(content_diagnostics);
                let failed = failed.into_iter().filter(|failure| !known_errors.may_cause_failure(failure));
                failures.extend(failed.map(|failure| (index, failure)));
            }
            let Some(viewers) = viewers else { continue };
            let is_done = queue.pages().is_empty();
            let has_more_work = !is_done || prerender.as_ref().is_some_and(Prerender::has_unchecked_state);
            if is_viewed
                && has_more_work
                && is_clean
                && build.errors() == 0
                && requests.write_early(&run, &mut derived, announce)
            {
                let all: Vec<&CheckedPage> = pages.iter().filter_map(|record| record.checked.as_ref()).collect();
                let (policy, files) =
                    host_policy::policy(site, plan, &requests, &SiteChecker::csp_hashes(&all)).unzip();
                let files = files.into_iter().flatten().map(|(path, _)| path.to_owned());
                let files = files.chain(previous.host_files.iter().cloned());
                let pending =
                    queue.pages().iter().map(|&index| plan.pages[index].output.clone()).chain(files).collect();
                viewers.preview(Preview { pending, base_path: build.base_path.clone(), policy });
            }
            if !is_done && viewers.has_pending_changes() {
                build.is_interrupted = true;
                break;
            }
        }
        timings.push(("pages", start.elapsed()));
        if let Some(prerender) = prerender {
            let problems = time(timings, "islands again", || prerender.check_kept_state());
            if !problems.is_empty() {
                // These errors are found only by rendering islands: render all pages again until there are none.
                previous.islands = None;
                pages.iter_mut().for_each(|record| record.has_mistakes = true);
            }
            build.diagnostics.extend(problems);
        }
        if build.is_interrupted {
            // Images written early exist, whether or not the next build needs them.
            previous.derived.extend(derived);
        } else {
            let problems = time(timings, "pictures", || requests.write_all(&run, &derived, announce));
            let paths = requests.paths();
            let requests_changed = !is_incremental || previous.derived != paths;
            if is_incremental {
                previous.derived.difference(&paths).for_each(|path| sink.remove(path));
                (previous.derived, previous.images_failed) = (paths, !problems.is_empty());
            }
            build.diagnostics.extend(problems);
            build.pictures = requests.count();
            build
                .diagnostics
                .extend(diagnostics.into_iter().filter(|mistake| !known_errors.may_cause_content_error(mistake)));
            build.diagnostics.extend(merge_by_mistake(failures, plan));
            let all: Vec<&CheckedPage> = pages.iter().filter_map(|record| record.checked.as_ref()).collect();
            let put = time(timings, "hosts", || {
                let csp_hashes = if output_index.csp_sources.is_some() {
                    SiteChecker::csp_hashes(&all)
                } else {
                    CspHashes::default()
                };
                host_policy::write(site, plan, &requests, &csp_hashes, sink)
            });
            let host_files = put.as_ref().map(|put| put.files.clone()).unwrap_or_default();
            let gone = previous.host_files.iter().filter(|path| !host_files.contains(path));
            gone.for_each(|path| sink.remove(path));
            previous.host_files = host_files;
            if let Some(put) = put {
                build.policy = Some(put.policy);
                build.diagnostics.extend(put.problems);
            }
            // Style sheets that could not be bundled are published unbundled: their references are not meant to work.
            let is_bundled = !build.diagnostics.iter().any(|diagnostic| diagnostic.code == "bundle-error");
            if is_bundled && known_errors.keeps_routes() {
                build.diagnostics.extend(time(timings, "styles", || styles::check(site, &output_index)));
            }
            let (links, problems) = time(timings, "links", || checker.finish(&all, &renderer));
            let problems = problems.into_iter().filter(|_| !known_errors.may_cause_page_problems());
            build.diagnostics.extend(links.into_iter().filter(|_| known_errors.keeps_routes()));
            build.diagnostics.extend(merge_by_mistake(problems.collect(), plan));
            if let Some(pace) = &config.external {
                let (count, problems) = time(timings, "external", || {
                    external::check(config, pace, snapshot, &checker, &all, &renderer, announce)
                });
                build.external = Some(count);
                build.diagnostics.extend(problems);
            }
            if let Some(Planned { ledger: (ledger, problems), pages, .. }) = &previous.planned {
                build.diagnostics.extend(problems.iter().filter(|_| known_errors.keeps_routes()).cloned());
                build.ledger.clone_from(ledger);
                build.pages = *pages;
            }
            build.files = site.assets.iter().count();
            if build.errors() == 0 {
                if requests_changed {
                    requests.remove_unused(config);
                }
                outbound.remove_unused();
            }
            build.diagnostics.extend(time(timings, "budgets", || weights.finish(snapshot)));
        }
        let freed = if is_incremental {
            previous.traces.clean_up();
            (previous.output_index, previous.pages) = (Some(output_index), pages);
            (renderer, previous.snapshot.replace(snapshot.clone()), before, Vec::new())
        } else {
            drop(output_index);
            (renderer, Some(snapshot.clone()), None, pages)
        };
        // Freeing a large site takes time: it happens in the background, and not at all if the process ends first.
        rayon::spawn(move || drop(freed));
    }
}

/// Writes the files of `public/` that differ from those in `published`.
fn put_files(site: &Site, published: Option<&Arc<Assets>>, sink: &dyn Sink) -> Vec<Diagnostic> {
    if published.is_some_and(|published| Arc::ptr_eq(published, &site.assets)) {
        return Vec::new();
    }
    let is_there = |path: &str, asset: &Arc<Asset>| {
        published.and_then(|published| published.find(path)).is_some_and(|before| Arc::ptr_eq(before, asset))
    };
    let new = site.assets.iter().filter(|(path, asset)| !is_there(path, asset)).collect::<Vec<_>>().into_par_iter();
    new.filter_map(|(_, asset)| sink.put_file(&asset.published, &asset.source).err()).collect()
}
