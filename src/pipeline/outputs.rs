//! From the world of a build to its outputs.
//!
//! 1. Find the pages that read nothing that has changed: they are good.
//! 2. Put the files that are copied, take back what is gone.
//! 3. Make the other pages, those first that somebody looks at: with the pictures they ask for, they are shown at once. When
//!    inputs change meanwhile, the rest is left to the next build. They come before the proof that islands keep nothing, too.
//! 4. Make the pictures, put the files that hosts read, check what only all pages together show.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use super::audience::{Audience, Batch, First, Left};
use super::budgets::Scales;
use super::derived::{Requests, Run};
use super::examine::{Examined, Examiner, Worker, together};
use super::follow::Mistakes;
use super::last::Last;
use super::minify::minify;
use super::previous::{Made, PlannedSite};
use super::{Build, Stages, hosts, known, time};
use crate::asset::{Asset, Assets};
use crate::check::policy::Needs;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::island::Prerender;
use crate::output::Sink;
use crate::plan::PageIndex;
use crate::render::{Read, Rendered, Renderer, World};
use crate::site::Site;

/// A thread takes no more pages at once: with more, others would have nothing to do while the last share is made.
const SHARE: usize = 16;

/// What became of one page.
struct Result {
    index: PageIndex,
    made: Made,
    /// What it read, if it may be kept.
    reads: Option<Vec<Read>>,
    found: Vec<Diagnostic>,
    failures: Vec<Diagnostic>,
}

impl Result {
    /// Whether nothing is wrong with the page, as far as it shows by itself.
    fn is_good(&self) -> bool {
        let is_error = |diagnostics: &[Diagnostic]| diagnostics.iter().any(Diagnostic::is_error);
        !is_error(&self.found)
            && !is_error(&self.failures)
            && !self.made.examined.as_ref().is_some_and(Examined::has_errors)
    }
}

/// Makes pages, from any number of threads.
struct Maker<'a> {
    world: &'a World,
    renderer: &'a Renderer,
    examiner: &'a Examiner<'a>,
    requests: &'a Requests,
    last: &'a Last<'a>,
    noting: bool,
}

impl Maker<'_> {
    fn pages(&self, pages: Vec<PageIndex>) -> Vec<Result> {
        let page = |worker: &mut Worker, index: PageIndex| self.page(worker, index);
        let all = |pages: Vec<PageIndex>| {
            let pages = pages.into_par_iter().with_max_len(SHARE);
            pages.map_init(|| self.examiner.worker(), page).collect()
        };
        let plan = self.world.plan();
        let (lists, others): (Vec<_>, Vec<_>) = pages.into_iter().partition(|&index| plan.is_list(index));
        let (mut lists, others): (Vec<Result>, Vec<Result>) = rayon::join(|| all(lists), || all(others));
        lists.extend(others);
        lists
    }

    fn page(&self, worker: &mut Worker, index: PageIndex) -> Result {
        let Rendered { text, reads, derived, content: mut found, failures } = self.renderer.page(index);
        self.requests.add(index, &derived);
        let mut made = Made { derived, ..Made::default() };
        let output = &self.world.plan().pages[index].output;
        let is_small = self.world.site().content.settings.minify && output.ends_with(".html");
        let text = if is_small { text.as_deref().map(minify) } else { text };
        if let Some(text) = &text {
            made.examined = self.examiner.page(worker, index, text);
            found.extend(self.last.page(output, text));
        }
        let is_whole = text.is_some() && found.is_empty() && failures.is_empty();
        Result { index, made, reads: (self.noting && is_whole).then_some(reads), found, failures }
    }
}

impl Stages<'_> {
    /// Makes the pages that are not good any more, checks them all, puts what is other than it was.
    pub(super) fn outputs(
        &mut self,
        config: &Config,
        world: &Arc<World>,
        sink: &dyn Sink,
        announce: &dyn Fn(&str),
        audience: Option<&dyn Audience>,
        build: &mut Build,
    ) {
        let Self { previous, timings } = self;
        let (site, plan) = (world.site(), world.plan());
        let before = previous.world.clone();
        let same_outputs = before.as_ref().is_some_and(|before| {
            Arc::ptr_eq(before.plan(), plan)
                && Arc::ptr_eq(&before.site().assets, &site.assets)
                && Arc::ptr_eq(&before.site().content.settings, &site.content.settings)
        });
        let scales = Scales::new(sink, world, config);
        let last = Last::new(&scales, world, config, &previous.sources);
        let sink: &dyn Sink = &last;
        let same_way_out = previous.way_out.replace(last.digest()) == Some(last.digest());
        let (known, moved, mut pages, stale) = time(timings, "verify", || {
            let (known, moved) = known::outputs(site, plan, previous.known.as_ref(), same_outputs);
            let pages = previous.take_pages(plan);
            let changed = before.as_ref().map(|before| previous.traces.changed(before, world));
            let is_good = |made: &Made| {
                let trace = made.trace.as_ref().filter(|_| same_way_out);
                trace.is_some_and(|trace| !changed.as_ref().is_none_or(|changed| changed.touches(trace)))
                    && !made.examined.as_ref().is_some_and(|examined| moved.touches(examined))
            };
            let stale: Vec<PageIndex> = (0..pages.len()).filter(|&index| !is_good(&pages[index])).collect();
            (known, moved, pages, stale)
        });
        time(timings, "public", || {
            let published = before.as_ref().filter(|_| !previous.files_failed).map(|before| &before.site().assets);
            let failed = put_files(site, published, sink);
            previous.files_failed = !failed.is_empty();
            build.diagnostics.extend(failed);
            moved.gone.iter().for_each(|path| sink.remove(path));
        });

        let noting = previous.noting;
        let mistakes = Mistakes::new(&build.diagnostics, site);
        let renderer = Renderer::new(world.clone(), noting);
        let requests = Requests::default();
        let mut is_stale = stale.iter().copied().peekable();
        for (index, made) in pages.iter_mut().enumerate() {
            if is_stale.next_if_eq(&index).is_none() {
                requests.add(index, &made.derived);
            } else if let Some(trace) = made.trace.take() {
                // Whatever becomes of this build: as it was, the page is good no more.
                previous.traces.remove(&trace);
            }
        }
        let examiner = Examiner::new(world, &known, &requests, noting);
        let maker = Maker { world, renderer: &renderer, examiner: &examiner, requests: &requests, last: &last, noting };
        let run = Run { config, plan, assets: &site.assets, sink };
        // Where one could not be made, all are tried again.
        let mut derived = if previous.derived_failed { BTreeSet::new() } else { previous.derived.clone() };
        let mut left = Left::new(plan, stale);
        let (mut told, mut failures) = (Vec::new(), Vec::new());
        let prerender = &world.islands().prerender;
        let start = Instant::now();
        while let Some(Batch { pages: batch, is_awaited }) = left.next(audience, &known) {
            build.rendered += batch.len();
            let results = maker.pages(batch);
            let are_good = results.iter().all(Result::is_good);
            for Result { index, mut made, reads, found, failures: failed } in results {
                made.trace = reads.map(|reads| previous.traces.add(reads));
                pages[index] = made;
                told.extend(found);
                let failed = failed.into_iter().filter(|failure| !mistakes.explain_failure(failure));
                failures.extend(failed.map(|failure| (index, failure)));
            }
            let Some(audience) = audience else { continue };
            let is_last = left.pages().is_empty();
            let goes_on = !is_last || prerender.as_ref().is_some_and(Prerender::is_unproved);
            if is_awaited
                && goes_on
                && are_good
                && build.errors() == 0
                && requests.make_early(&run, &mut derived, announce)
            {
                let all: Vec<&Examined> = pages.iter().filter_map(|made| made.examined.as_ref()).collect();
                let (policy, files) = hosts::policy(site, plan, &requests, &Examiner::needs(&all)).unzip();
                let files = files.into_iter().flatten().map(|(path, _)| path.to_owned());
                let files = files.chain(previous.host_files.iter().cloned());
                let awaited = left.pages().iter().map(|&index| plan.pages[index].output.clone()).chain(files).collect();
                audience.show(First { awaited, base_path: build.base_path.clone(), policy });
            }
            if !is_last && audience.is_outdated() {
                build.given_up = true;
                break;
            }
        }
        timings.push(("pages", start.elapsed()));
        if let Some(prerender) = prerender {
            let problems = time(timings, "islands again", || prerender.finish());
            if !problems.is_empty() {
                // They show only where islands are rendered: again each time, as long as there are any.
                previous.islands = None;
                let traces = pages.iter_mut().filter_map(|made| made.trace.take());
                traces.for_each(|trace| previous.traces.remove(&trace));
            }
            build.diagnostics.extend(problems);
        }
        if build.given_up {
            // What was put early is there, whether or not the next build wants it.
            previous.derived.extend(derived);
        } else {
            let problems = time(timings, "pictures", || requests.make(&run, &derived, announce));
            let paths = requests.paths();
            let are_others = !noting || previous.derived != paths;
            if noting {
                previous.derived.difference(&paths).for_each(|path| sink.remove(path));
                (previous.derived, previous.derived_failed) = (paths, !problems.is_empty());
            }
            build.diagnostics.extend(problems);
            build.pictures = requests.count();
            build.diagnostics.extend(told.into_iter().filter(|mistake| !mistakes.explain_content(mistake)));
            build.diagnostics.extend(together(failures, plan));
            let all: Vec<&Examined> = pages.iter().filter_map(|made| made.examined.as_ref()).collect();
            let put = time(timings, "hosts", || {
                let needs = if known.allowed.is_some() { Examiner::needs(&all) } else { Needs::default() };
                hosts::put_out(site, plan, &requests, &needs, sink)
            });
            let host_files = put.as_ref().map(|put| put.files.clone()).unwrap_or_default();
            let gone = previous.host_files.iter().filter(|path| !host_files.contains(path));
            gone.for_each(|path| sink.remove(path));
            previous.host_files = host_files;
            if let Some(put) = put {
                build.policy = Some(put.policy);
                build.diagnostics.extend(put.problems);
            }
            let (links, problems) = time(timings, "links", || examiner.finish(&all));
            let problems = problems.into_iter().filter(|_| !mistakes.explain_pages());
            build.diagnostics.extend(links.into_iter().filter(|_| mistakes.leave_addresses()));
            build.diagnostics.extend(together(problems.collect(), plan));
            if let Some(PlannedSite { ledger: (ledger, problems), pages, .. }) = &previous.planned {
                build.diagnostics.extend(problems.iter().filter(|_| mistakes.leave_addresses()).cloned());
                build.ledger.clone_from(ledger);
                build.pages = *pages;
            }
            build.files = site.assets.iter().count();
            if build.errors() == 0 {
                if are_others {
                    requests.drop_unused(config);
                }
                last.drop_unused();
            }
            build.diagnostics.extend(time(timings, "budgets", || scales.finish(world)));
        }
        let freed = if noting {
            previous.traces.clean_up();
            (previous.known, previous.pages) = (Some(known), pages);
            (renderer, previous.world.replace(world.clone()), before, Vec::new())
        } else {
            drop(known);
            (renderer, Some(world.clone()), None, pages)
        };
        // Large sites take a while to be freed: beside what follows, and not at all where the process ends first.
        rayon::spawn(move || drop(freed));
    }
}

/// Puts the files of `public/` that are not `published` as they are.
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
