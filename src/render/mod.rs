//! The renderer of pages: from the page plan to HTML.
//!
//! 1. `Renderer::new` adds the functions and filters of `functions` and `filters` to the environment of the templates.
//! 2. `Renderer::render_page` renders one page in a `PageContext`. Its template reads the `Snapshot` through a
//!    `Tracked`, which records the reads.
//! 3. A page that fails, or whose diagnostics lack places, is rendered again with an `OriginTrace` and in minijinja's
//!    debug mode. The trace records where the values of the content were written; the debug mode knows the places of
//!    errors. Both are too slow for every page.
//! 4. For the checks of finished pages, `Renderer::render_marked` renders a page with `marks`, which say where each
//!    part was written. For the editor, `Renderer::render_with_fewer_marks` leaves out the marks that change the page
//!    (`disturbing_marks`).

mod component;
pub mod content_paths;
mod current_links;
mod disturbing_marks;
mod errors;
mod filters;
mod functions;
mod instant_navigation;
mod island;
mod language;
mod links;
mod markdown_body;
mod marked_page;
mod marked_props;
mod marked_templates;
mod marks;
mod page_context;
mod picture;
mod picture_source;
mod props;
mod scripts;
mod shared;
mod shared_html;
mod site_names;
mod svg_image;
mod trace;
mod values;
mod views;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, OnceLock};

use minijinja::Environment;
use parking_lot::Mutex;

use crate::site::plan::PageIndex;
use crate::snapshot::{Read, Snapshot, Tracked};

use disturbing_marks::find_disturbing_marks;
pub use markdown_body::LINK_WITHOUT_PAGE;
pub use marked_page::MarkedPage;
pub use marked_templates::MarkedTemplates;
pub use page_context::PageOutcome;
use page_context::{FailureCount, LazyNames, PageContext};
use shared_html::SharedHtmlCache;
pub use trace::Origin;
use trace::OriginTrace;

/// The renderer of the pages of one build. Threads share it.
pub struct Renderer {
    snapshot: Arc<Snapshot>,
    environment: Arc<Environment<'static>>,
    known_names: LazyNames,
    shared_html: Arc<SharedHtmlCache>,
    /// The templates with all marks.
    marked: OnceLock<MarkedTemplates>,
    is_recording: bool,
}

impl Renderer {
    /// Prepares what all pages share. With `is_recording`, the reads of each page are recorded.
    pub fn new(snapshot: Arc<Snapshot>, is_recording: bool) -> Self {
        let mut environment = snapshot.templates().environment.clone();
        functions::add(&mut environment);
        let named = snapshot.clone();
        Self {
            snapshot,
            environment: Arc::new(environment),
            known_names: Arc::new(LazyLock::new(Box::new(move || site_names::gather(&named)))),
            shared_html: Arc::default(),
            marked: OnceLock::new(),
            is_recording,
        }
    }

    /// Renders one page. Its text is `None` if the page fails, or if the content names a file that is missing or
    /// unusable.
    pub fn render_page(&self, page: PageIndex) -> Rendered {
        let template = &self.snapshot.plan().pages[page].template;
        let templates = self.snapshot.templates();
        if !templates.has(template) || templates.is_broken(template) {
            // The page plan has reported the missing template, or `template::load` the broken one.
            return Rendered::default();
        }
        let (text, context) = self.render_plain(page);
        let needs_trace = context.outcome().needs_trace;
        if let Some(text) = text.ok().filter(|_| !needs_trace) {
            return Rendered::new(Some(text), &context);
        }
        let mut errors = Vec::new();
        loop {
            let (text, context) = self.render_debug(page, errors.len());
            let missing_key = || context.trace.as_deref().and_then(OriginTrace::missing_key);
            let text = text.map_err(|error| errors.push((error, missing_key())));
            // After a failure, the text lacks what the failed calls would have printed.
            let text = text.ok().filter(|_| errors.is_empty());
            if !context.failure_count().may_find_more() {
                let mut rendered = Rendered::new(text, &context);
                let diagnostics = errors.iter().filter_map(|(error, key)| context.diagnose(error, key.as_ref()));
                rendered.outcome.failures.extend(diagnostics);
                return rendered;
            }
        }
    }

    /// Renders a page with all marks, which say where its parts were written. Returns `None` if the page fails or the
    /// marks change it.
    pub fn render_marked(&self, page: PageIndex) -> Option<MarkedPage> {
        let marked = self.marked.get_or_init(|| MarkedTemplates::new(self.snapshot.templates(), BTreeSet::new()));
        self.render_with_marks(page, &self.render_plain(page).0.ok()?, marked)
    }

    /// Renders a page with the marks of `marked`. If marks change the page, first removes them from `marked`. Returns
    /// `None` if the page fails, or still differs.
    pub fn render_with_fewer_marks(&self, page: PageIndex, marked: &mut MarkedTemplates) -> Option<MarkedPage> {
        let html = self.render_plain(page).0.ok()?;
        if let Some(marked_page) = self.render_with_marks(page, &html, marked) {
            return Some(marked_page);
        }
        let all_but = |left_out: &BTreeSet<usize>| MarkedTemplates::new(self.snapshot.templates(), left_out.clone());
        let mut is_same =
            |left_out: &BTreeSet<usize>| self.render_with_marks(page, &html, &all_but(left_out)).is_some();
        if !is_same(&(0..marked.mark_count()).collect()) {
            return None;
        }
        let mut left_out = find_disturbing_marks(marked.mark_count(), &mut is_same);
        // The marks that change other pages stay left out.
        left_out.extend(&marked.left_out);
        *marked = all_but(&left_out);
        self.render_with_marks(page, &html, marked)
    }

    /// Renders a page with marks. Returns `None` if the page fails, or if its HTML without the marks is not `html`.
    fn render_with_marks(&self, page: PageIndex, html: &str, marked: &MarkedTemplates) -> Option<MarkedPage> {
        let trace = Arc::new(OriginTrace::with_marks(&marked.origins, marked.marks_markdown));
        let mut environment = marked.environment.clone();
        trace.watch_expressions(&mut environment);
        let (text, _) = self.render(page, Arc::new(environment), Some(trace.clone()), FailureCount::default());
        let marked_page = MarkedPage::read(&text.ok()?, &trace)?;
        (marked_page.html == html).then_some(marked_page)
    }

    /// Renders a page as it is published.
    fn render_plain(&self, page: PageIndex) -> Rendering {
        self.render(page, self.environment.clone(), None, FailureCount::default())
    }

    /// Renders a page with a trace and in debug mode, skipping the first `known` failures.
    fn render_debug(&self, page: PageIndex, known: usize) -> Rendering {
        let mut environment = self.environment.clone();
        Arc::make_mut(&mut environment).set_debug(true);
        self.render(page, environment, Some(Arc::default()), FailureCount::skipping(known))
    }

    fn render(
        &self,
        page: PageIndex,
        environment: Arc<Environment<'static>>,
        trace: Option<Arc<OriginTrace>>,
        failures: FailureCount,
    ) -> Rendering {
        let tracked = Arc::new(Tracked::new(self.snapshot.clone(), page, self.is_recording));
        let shared_html = trace.is_none().then(|| self.shared_html.clone());
        let (names, failures) = (self.known_names.clone(), Arc::new(Mutex::new(failures)));
        let context = Arc::new(PageContext::new(tracked, environment, names, trace, shared_html, failures));
        let root = minijinja::Value::from_dyn_object(context.clone());
        let template = context.environment.get_template(&self.snapshot.plan().pages[page].template);
        let text = template.and_then(|template| template.render(root));
        let text = text.and_then(|text| scripts::add(&context, text));
        (text.map(|text| instant_navigation::add(&context, text)), context)
    }
}

/// The text of a page, and the context with everything else that the rendering found.
type Rendering = (Result<String, minijinja::Error>, Arc<PageContext>);

/// A rendered page, with its reads and everything else that the rendering found.
#[derive(Debug, Default)]
pub struct Rendered {
    pub text: Option<String>,
    /// Empty unless reads are recorded.
    pub reads: Vec<Read>,
    pub outcome: PageOutcome,
}

impl Rendered {
    fn new(text: Option<String>, context: &PageContext) -> Self {
        let outcome = std::mem::take(&mut *context.outcome());
        let text = text.filter(|_| !outcome.is_incomplete);
        Self { text, reads: context.tracked.take_reads(), outcome }
    }
}
