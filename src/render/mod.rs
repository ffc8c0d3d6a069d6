//! The renderer of pages: from the page plan to HTML.
//!
//! 1. `Renderer::new` adds the functions and filters of `functions` and `filters` to the environment of the templates.
//! 2. `Renderer::render_page` renders one page in a `PageContext`. Its template reads the `Snapshot` through a
//!    `Tracked`, which records the reads.
//! 3. If a diagnostic of the page has no place yet, the page is rendered again with an `OriginTrace`. For the checks of
//!    finished pages and for the editor, templates and Markdown get marks too. The editor leaves out the marks that
//!    would change the page: `disturbing_marks` finds them.
//! 4. After an error the page is rendered again in minijinja's debug mode, which knows exact places and is too slow for
//!    every page. Each such rendering skips the errors found so far, until all are known.

mod component;
pub mod content_paths;
mod current_links;
mod disturbing_marks;
mod errors;
mod filters;
mod functions;
mod image;
mod instant_navigation;
mod island;
mod language;
mod links;
mod load;
mod markdown_body;
mod marked_props;
mod marked_templates;
mod marks;
mod menu;
mod missing_file;
mod page_context;
mod picture;
mod picture_source;
mod props;
mod scripts;
mod shared;
mod shared_fragments;
mod site_names;
mod svg_image;
mod trace;
mod traced;
mod translations;
mod values;
mod views;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, OnceLock};

use minijinja::Environment;

use crate::asset::derived::DerivedImage;
use crate::diagnostic::Diagnostic;
use crate::site::plan::PageIndex;
use crate::snapshot::{Read, Snapshot, Tracked};
use crate::template::{EXPRESSION, PRINTED, diagnose};

use disturbing_marks::find_disturbing_marks;
use errors::find_failures;
pub use markdown_body::WITHOUT_PAGE;
pub use marked_templates::MarkedTemplates;
use page_context::{LazyNames, PageContext, PageOutcome};
use shared_fragments::SharedFragments;
pub use trace::Origin;
use trace::OriginTrace;
pub use traced::Traced;
use views::variables::VIEWS;

/// The renderer of the pages of one build. Threads share it.
pub struct Renderer {
    snapshot: Arc<Snapshot>,
    environment: Arc<Environment<'static>>,
    names: LazyNames,
    fragments: Arc<SharedFragments>,
    /// The templates with all marks; compiled when the first page is traced.
    marked: OnceLock<MarkedTemplates>,
    is_recording: bool,
}

/// The amount that a rendering records of where its parts were written.
#[derive(Clone, Copy)]
enum Tracing<'m> {
    Nothing,
    /// The origins of values.
    Values,
    /// The origins of values, tags and texts, by marks in the HTML.
    Marks(&'m MarkedTemplates),
}

impl Renderer {
    /// Prepares what all pages share. With `is_recording`, the reads of each page are recorded.
    pub fn new(snapshot: Arc<Snapshot>, is_recording: bool) -> Self {
        let mut environment = snapshot.templates().environment.clone();
        functions::add(&mut environment);
        filters::add(&mut environment);
        let names = snapshot.clone();
        Self {
            snapshot,
            environment: Arc::new(environment),
            names: Arc::new(LazyLock::new(Box::new(move || site_names::gather(&names)))),
            fragments: Arc::default(),
            marked: OnceLock::new(),
            is_recording,
        }
    }

    /// Renders one page. Its text is `None` if its template fails, or if a file to which the content refers is missing.
    pub fn render_page(&self, page: PageIndex) -> Rendered {
        let template = &self.snapshot.plan().pages[page].template;
        let templates = self.snapshot.templates();
        if !templates.has(template) || templates.is_broken(template) {
            // The page plan has reported a missing template, the compiler a broken one.
            return Rendered::default();
        }
        let mut rendering = self.render_once(page, Tracing::Nothing, None);
        if rendering.needs_trace {
            rendering = self.render_once(page, Tracing::Values, None);
        }
        if let Ok(text) = rendering.result {
            return Rendered { text, ..rendering.rendered };
        }
        let mut missing_keys = Vec::new();
        let mut rendered = Rendered::default();
        let errors = find_failures(|known| {
            let rendering = self.render_once(page, Tracing::Values, Some(known));
            if rendering.result.is_err() {
                missing_keys.push(rendering.trace.and_then(|trace| trace.missing_key()));
            }
            rendered = rendering.rendered;
            (rendering.result, rendering.has_stopped)
        });
        let diagnostics = errors.iter().zip(&missing_keys).filter(|(error, _)| !templates.is_follow_up(error));
        let context = self.context(page, Tracing::Nothing, None);
        let is_none = |expression: &str| context.is_none(expression);
        let diagnostics = diagnostics
            .map(|(error, missing_key)| diagnose(error, templates, &self.names, &is_none, missing_key.as_ref()));
        rendered.failures.extend(diagnostics);
        rendered
    }

    /// Renders a page again with all marks, to find where its parts were written. Returns `None` if the marks change
    /// the page.
    pub fn trace(&self, page: PageIndex) -> Option<Traced> {
        let shown = self.render_once(page, Tracing::Nothing, None).result.ok()??;
        self.trace_with(page, &shown, self.marked())
    }

    /// Renders a page again like `trace`, with templates whose marks change no page so far. If they change this one,
    /// they are replaced by templates without the marks that do.
    pub fn trace_in_part(&self, page: PageIndex, marked: &mut MarkedTemplates) -> Option<Traced> {
        let shown = self.render_once(page, Tracing::Nothing, None).result.ok()??;
        self.trace_with(page, &shown, marked).or_else(|| {
            let mark = |left_out: &BTreeSet<usize>| MarkedTemplates::new(self.snapshot.templates(), left_out.clone());
            let mut is_same = |left_out: &BTreeSet<usize>| self.trace_with(page, &shown, &mark(left_out)).is_some();
            let mut left_out = find_disturbing_marks(marked.origins.len() + 1, &mut is_same)?;
            left_out.extend(&marked.left_out);
            *marked = mark(&left_out);
            self.trace_with(page, &shown, marked)
        })
    }

    /// Renders a page with marks. Returns `None` if its HTML without the marks is not `shown`.
    fn trace_with(&self, page: PageIndex, shown: &str, marked: &MarkedTemplates) -> Option<Traced> {
        let Rendering { result, trace, .. } = self.render_once(page, Tracing::Marks(marked), None);
        let traced = Traced::read(&result.ok()??, trace.as_deref()?)?;
        (traced.html == shown).then_some(traced)
    }

    /// Renders a page once. Its text is `None` if a file to which the content refers is missing. `known` turns on
    /// minijinja's debug mode, and is the number of known errors, which are skipped.
    fn render_once(&self, page: PageIndex, tracing: Tracing<'_>, known: Option<usize>) -> Rendering {
        let context = self.context(page, tracing, known);
        let root = minijinja::Value::from_dyn_object(context.clone());
        let template = context.environment.get_template(&self.snapshot.plan().pages[page].template);
        let result = template.and_then(|template| template.render(root));
        let result = result.and_then(|text| scripts::add(&context, text));
        let result = result.map(|text| instant_navigation::add(&context, text));
        let PageOutcome { content, failures, derived, is_incomplete, needs_trace } = context.take_outcome();
        let has_stopped = context.failure_count().has_stopped();
        let result = result.map(|text| (!is_incomplete).then_some(text));
        let rendered = Rendered { text: None, reads: context.tracked.take_reads(), derived, content, failures };
        Rendering { result, rendered, has_stopped, needs_trace, trace: context.trace.clone() }
    }

    /// Creates the context of one rendering.
    fn context(&self, page: PageIndex, tracing: Tracing<'_>, known: Option<usize>) -> Arc<PageContext> {
        let tracked = Arc::new(Tracked::new(self.snapshot.clone(), page, self.is_recording));
        let (trace, environment) = match tracing {
            Tracing::Nothing => (None, self.environment(&tracked, known.is_some())),
            Tracing::Values => (Some(Arc::default()), self.environment(&tracked, known.is_some())),
            Tracing::Marks(marked) => {
                let trace = Arc::new(OriginTrace::with_marks(marked.origins.clone(), marked.marks_markdown));
                (Some(trace.clone()), marking_environment(marked, trace))
            }
        };
        let (names, fragments) = (self.names.clone(), trace.is_none().then(|| self.fragments.clone()));
        let known = known.unwrap_or_default();
        Arc::new(PageContext::new(tracked, environment, names, VIEWS, trace, fragments, known))
    }

    /// Returns the templates with all marks.
    fn marked(&self) -> &MarkedTemplates {
        self.marked.get_or_init(|| MarkedTemplates::new(self.snapshot.templates(), BTreeSet::new()))
    }

    /// Returns the environment for one page. If reads are recorded, it records the templates that templates include.
    fn environment(&self, tracked: &Arc<Tracked>, debugging: bool) -> Arc<Environment<'static>> {
        if !debugging && !self.is_recording {
            return self.environment.clone();
        }
        let mut environment = (*self.environment).clone();
        environment.set_debug(debugging);
        page_context::record_included(&mut environment, tracked);
        Arc::new(environment)
    }
}

/// Creates the environment for one page that is traced with marks.
fn marking_environment(marked: &MarkedTemplates, trace: Arc<OriginTrace>) -> Arc<Environment<'static>> {
    let mut environment = marked.environment.clone();
    let (printing, evaluating) = (trace.clone(), trace.clone());
    environment.set_formatter(move |out, state, value| printing.print(out, state, value));
    environment.add_function(EXPRESSION, move |number: usize| {
        evaluating.clear_lookups();
        number
    });
    environment.add_function(PRINTED, move |number: usize, value: minijinja::Value| {
        trace.set_expression(number);
        value
    });
    Arc::new(environment)
}

/// The outcome of one rendering.
struct Rendering {
    result: Result<Option<String>, minijinja::Error>,
    rendered: Rendered,
    /// Whether an unknown error stopped the rendering, so that the next rendering may find more.
    has_stopped: bool,
    /// Whether a diagnostic of the content has no place yet.
    needs_trace: bool,
    trace: Option<Arc<OriginTrace>>,
}

/// A rendered page, with its reads and diagnostics.
#[derive(Debug, Default)]
pub struct Rendered {
    pub text: Option<String>,
    /// Empty unless reads are recorded.
    pub reads: Vec<Read>,
    /// The derived images that the page shows.
    pub derived: Vec<DerivedImage>,
    /// Diagnostics of the content that the page shows.
    pub content: Vec<Diagnostic>,
    /// Errors of the page's template and of components.
    pub failures: Vec<Diagnostic>,
}
