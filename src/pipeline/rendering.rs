//! The rendering of all stale pages, in batches: viewed pages come first, and are previewed before other pages are
//! rendered.

use rustc_hash::FxHashSet;

use super::host_policy::build_policy;
use super::images::ImageWriter;
use super::job::{LatestSnapshot, Preview, Viewers};
use super::log::Log;
use super::page_renderer::{PageRenderer, RenderedPage};
use super::pages::Pages;
use super::previous::Written;
use super::search_files::is_hashed_search_file;
use super::site_check::merge_equal_mistakes;
use super::suppress::KnownErrors;
use crate::diagnostic::Diagnostic;
use crate::island::Prerenderer;
use crate::output::hosts::HOST_FILES;
use crate::site::plan::{PageIndex, Plan};

/// The maximum number of pages in a batch if the site is served and none of its stale pages is viewed.
const PAGES_PER_BATCH: usize = 256;

/// Up to this number of stale pages are rendered as one batch, because little time would be gained by rendering the
/// viewed ones first. If one of the pages is a list, which may take long, viewed pages still come first.
const MAX_UNSPLIT_PAGES: usize = 8;

/// The stale pages that are still to be rendered, in order.
pub struct RenderQueue<'a> {
    pub stale: Vec<PageIndex>,
    pub renderer: &'a PageRenderer<'a>,
    /// `None` if the site is not served.
    pub viewers: Option<&'a dyn Viewers>,
    pub latest: &'a LatestSnapshot,
    pub old_outputs: &'a Written,
    /// Whether the build has errors so far. If so, nothing is previewed.
    pub has_errors: bool,
}

/// The result of rendering the stale pages.
#[derive(Default)]
pub struct RenderedPages {
    /// How many pages were rendered.
    pub count: usize,
    /// Diagnostics of the content that the pages show, leaks, and failed writes.
    content_diagnostics: Vec<Diagnostic>,
    /// Errors of the templates and components, each with the page that shows it.
    failures: Vec<(PageIndex, Diagnostic)>,
    /// Whether inputs changed, so that the rest of the pages is left to the next build.
    pub is_interrupted: bool,
}

impl RenderQueue<'_> {
    /// Renders the pages and replaces their records.
    pub fn render(mut self, pages: &mut Pages, images: &mut ImageWriter) -> RenderedPages {
        let mut result = RenderedPages::default();
        let snapshot = &self.renderer.prepared.snapshot;
        let (prerenderer, plan) = (snapshot.islands().prerenderer.as_ref(), snapshot.plan());
        let rules = &snapshot.site().content.settings.diagnostics;
        while !self.stale.is_empty() {
            let (batch, is_viewed) = self.next_batch();
            let rendered = self.renderer.render(batch);
            self.has_errors |= rendered.iter().any(|page| page.has_errors(rules));
            result.add(rendered, pages, plan);
            let is_done = self.stale.is_empty();
            // A preview gains nothing if the build is about to end: all pages are rendered and no island is left to
            // check.
            if is_viewed && (!is_done || prerenderer.is_some_and(Prerenderer::has_unchecked_state)) {
                self.publish_preview(pages, images);
            }
            if !is_done && self.viewers.is_some_and(Viewers::has_queued_changes) {
                result.is_interrupted = true;
                break;
            }
        }
        result
    }

    /// Takes the pages of the next batch. Also returns whether one of them is viewed.
    fn next_batch(&mut self) -> (Vec<PageIndex>, bool) {
        let (index, plan) = (&self.renderer.prepared.index, self.renderer.prepared.snapshot.plan());
        let outputs = self.viewers.map(Viewers::viewed_outputs).unwrap_or_default();
        let viewed: FxHashSet<PageIndex> = outputs.iter().filter_map(|path| index.page_at(path)).collect();
        // A list of many entries may take as long as many pages.
        let is_short = self.stale.len() <= MAX_UNSPLIT_PAGES && !self.stale.iter().any(|&page| plan.is_list(page));
        if self.viewers.is_none() || is_short {
            let is_viewed = self.stale.iter().any(|page| viewed.contains(page));
            return (std::mem::take(&mut self.stale), is_viewed);
        }
        let first: Vec<_> = self.stale.extract_if(.., |page| viewed.contains(page)).collect();
        if first.is_empty() {
            let count = self.stale.len().min(PAGES_PER_BATCH);
            return (self.stale.drain(..count).collect(), false);
        }
        (first, true)
    }

    /// Publishes a preview of the rendered pages, unless the build has errors or an image fails.
    fn publish_preview(&self, pages: &Pages, images: &mut ImageWriter) {
        let Some(viewers) = self.viewers.filter(|_| !self.has_errors) else { return };
        if !images.write_requested().is_empty() {
            return;
        }
        let snapshot = &self.renderer.prepared.snapshot;
        let Written { search, step_files, .. } = self.old_outputs;
        let written = Written { images: images.requests.paths(), search: search.clone(), ..Written::default() };
        let policy = build_policy(self.renderer.prepared, pages, &written);
        let unrendered = self.stale.iter().map(|&page| snapshot.plan().pages[page].output.clone());
        // Some files are pending until all pages are rendered: those for hosts, those of steps after the build, and
        // those of the search that have no hash in their names.
        let late = step_files.iter().chain(search.iter().filter(|path| !is_hashed_search_file(path))).cloned();
        let pending = unrendered.chain(late).chain(HOST_FILES.map(str::to_owned)).collect();
        let base_path = snapshot.site().content.settings.base_path.clone();
        *self.latest.lock() = Some(snapshot.clone());
        viewers.preview(Preview { pending, base_path, policy });
    }
}

impl RenderedPages {
    fn add(&mut self, rendered: Vec<RenderedPage>, pages: &mut Pages, plan: &Plan) {
        self.count += rendered.len();
        for RenderedPage { index, record, reads, content_diagnostics, failures } in rendered {
            pages.replace(index, plan.pages[index].language, record, reads);
            self.content_diagnostics.extend(content_diagnostics);
            self.failures.extend(failures.into_iter().map(|failure| (index, failure)));
        }
    }

    /// Reports the diagnostics, without follow-up errors.
    pub fn report(self, known_errors: &KnownErrors, plan: &Plan, log: &mut Log) {
        log.report(self.content_diagnostics.into_iter().filter(|error| !known_errors.may_cause_content_error(error)));
        let failures = self.failures.into_iter().filter(|(_, failure)| !known_errors.may_cause_failure(failure));
        log.report(merge_equal_mistakes(failures.collect(), plan));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fs::{create_dir_all, write};

    use tempfile::TempDir;

    use super::super::{Build, Job, Previous, rebuild};
    use super::*;
    use crate::config::Config;
    use crate::date::Clock;
    use crate::output::MemoryOutput;
    use crate::source::Changes;

    const SETTINGS: &str = "title: Kites\nbase_url: https://kites.example/\nlanguage: en\n";

    /// A viewer who has another page open whenever a batch begins, and may change an input during the first batch.
    #[derive(Default)]
    struct Browsing {
        batches: Cell<usize>,
        previews: Cell<usize>,
        changes_input: bool,
    }

    impl Viewers for Browsing {
        fn viewed_outputs(&self) -> Vec<String> {
            let batch = self.batches.replace(self.batches.get() + 1);
            vec![format!("{batch}/index.html")]
        }

        fn preview(&self, _: Preview) {
            self.previews.set(self.previews.get() + 1);
        }

        fn has_queued_changes(&self) -> bool {
            self.changes_input
        }
    }

    /// Writes a site whose first page has this link.
    fn site(link: &str) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let add = |name: &str, text: &str| {
            let path = folder.path().join(name);
            create_dir_all(path.parent().expect("a folder")).expect("a folder");
            write(path, text).expect("written");
        };
        add("content/site.yaml", SETTINGS);
        add("content/pages/_collection.yaml", "schema: { properties: { link: { type: string } } }\n");
        add(
            "templates/page.html",
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Kite</title>\
             <meta name=\"description\" content=\"A kite\"></head>\
             <body><h1>Kite</h1><a href=\"{{ page.link }}\">Another</a></body></html>\n",
        );
        for number in 0..MAX_UNSPLIT_PAGES + 3 {
            let link = if number == 0 { link } else { "/0/" };
            let text = format!("route: /{number}/\ntemplate: page.html\nlink: {link}\n");
            add(&format!("content/pages/{number}.yaml"), &text);
        }
        folder
    }

    fn build(site: &TempDir, viewers: &Browsing, previous: &mut Previous) -> Build {
        let job = Job {
            config: &Config::new(site.path(), Clock::system()),
            changes: &Changes::Unknown,
            sink: &MemoryOutput::default(),
            announce: &|_| (),
            viewers: Some(viewers),
            is_incremental: true,
        };
        rebuild(&job, previous, &LatestSnapshot::default())
    }

    #[test]
    fn nothing_is_previewed_after_a_page_with_an_error() {
        let check = |link: &str, rules: &str, codes: &[&str], previews: usize| {
            let (site, viewers) = (site(link), Browsing::default());
            write(site.path().join("content/site.yaml"), format!("{SETTINGS}{rules}")).expect("written");
            let build = build(&site, &viewers, &mut Previous::default());
            let found: Vec<&str> = build.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
            assert_eq!((&*found, viewers.previews.get()), (codes, previews));
        };
        check("/1/", "", &[], 3);
        check("/nowhere/", "", &["broken-link"], 0);
        let rules = "diagnostics: [{ name: broken-link, at: /0/, as: warning }]\n";
        check("/nowhere/", rules, &["broken-link"], 3);
    }

    #[test]
    fn pages_that_a_build_leaves_are_left_until_the_settings_can_be_read() {
        let (site, mut previous) = (site("/1/"), Previous::default());
        let settings = site.path().join("content/site.yaml");
        let mut rebuild = |settings_now: &str, changes_input: bool| {
            write(&settings, settings_now).expect("written");
            let build = build(&site, &Browsing { changes_input, ..Browsing::default() }, &mut previous);
            (build.errors(), previous.is_interrupted)
        };
        assert_eq!(rebuild(SETTINGS, true), (0, true));
        assert_eq!(rebuild("title: [\n", false), (1, true));
        assert_eq!(rebuild(SETTINGS, false), (0, false));
    }
}
