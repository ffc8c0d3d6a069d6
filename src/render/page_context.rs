//! The context of one page's rendering: the variables of its template, and the outcome besides the HTML.

use std::fmt;
use std::sync::{Arc, LazyLock};

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, State, Value};
use parking_lot::{Mutex, MutexGuard};

use super::errors::{failure, failure_with_hint, require_defined_options};
use super::shared_html::SharedHtmlCache;
use super::trace::{Origin, OriginTrace};
use crate::asset::derived::DerivedImage;
use crate::diagnostic::{Diagnostic, Mistake, Place};
use crate::site::Site;
use crate::snapshot::{ReadAssets, ReadTemplates, Tracked};
use crate::template::{self, DiagnosticError, ErrorContext, KnownNames, MissingKey};
use crate::unicode::nfc;

/// The context of one page or shared template. `views` has the template's variables.
pub struct PageContext {
    pub tracked: Arc<Tracked>,
    pub environment: Arc<Environment<'static>>,
    known_names: LazyNames,
    /// Records the origins of texts, if the page is traced.
    pub trace: Option<Arc<OriginTrace>>,
    /// The HTML of shared templates. `None` if the page is traced: stored HTML has no origins.
    pub shared_html: Option<Arc<SharedHtmlCache>>,
    /// Whether this is the context of a shared template.
    pub is_shared: bool,
    outcome: Mutex<PageOutcome>,
    failures: Arc<Mutex<FailureCount>>,
    /// The names of the Markdown texts and drawings that are being rendered, the outermost first.
    open_texts: Mutex<Vec<String>>,
}

/// The names that templates can use, gathered for the first suggestion.
pub type LazyNames = Arc<LazyLock<KnownNames, Box<dyn FnOnce() -> KnownNames + Send>>>;

/// The outcome of rendering a page, besides its HTML.
#[derive(Debug, Default)]
pub struct PageOutcome {
    /// Diagnostics of the content that the page shows.
    pub content_diagnostics: Vec<Diagnostic>,
    /// Errors of the page's template and of components.
    pub failures: Vec<Diagnostic>,
    /// The derived images that the page shows.
    pub derived: Vec<DerivedImage>,
    /// Whether the content names a file that is missing or unusable.
    pub is_incomplete: bool,
    /// Whether the page has to be rendered again with a trace, which gives diagnostics their places.
    pub needs_trace: bool,
    pub island_count: usize,
    /// Whether the page needs the loader of islands.
    pub hydrates: bool,
    /// The published modules to preload: those of islands that hydrate on load.
    pub preloads: Vec<String>,
}

/// The number of failed calls in a rendering. A new failure stops the template. The next rendering skips the failures
/// that earlier renderings found.
#[derive(Default, Clone, Copy)]
pub struct FailureCount {
    known: usize,
    /// The number of failures so far, skipped ones included.
    total: usize,
}

impl FailureCount {
    pub fn skipping(known: usize) -> Self {
        Self { known, total: 0 }
    }

    pub fn may_find_more(self) -> bool {
        self.total > self.known && self.total < MAX_FAILURES
    }
}

/// The maximum number of failures collected for one page: a loop over a thousand items fails a thousand times in the
/// same way.
const MAX_FAILURES: usize = 100;

/// The variable under which functions find the context.
pub const CONTEXT: &str = "__context";

impl PageContext {
    /// Creates the context of one rendering. If reads are recorded, the environment records the included templates.
    pub fn new(
        tracked: Arc<Tracked>,
        mut environment: Arc<Environment<'static>>,
        known_names: LazyNames,
        trace: Option<Arc<OriginTrace>>,
        shared_html: Option<Arc<SharedHtmlCache>>,
        failures: Arc<Mutex<FailureCount>>,
    ) -> Self {
        if tracked.is_recording() {
            let tracked = tracked.clone();
            Arc::make_mut(&mut environment).set_path_join_callback(move |name, _| {
                tracked.record_template(name);
                nfc(name)
            });
        }
        Self {
            tracked,
            environment,
            known_names,
            trace,
            shared_html,
            is_shared: false,
            outcome: Mutex::default(),
            failures,
            open_texts: Mutex::default(),
        }
    }

    /// Creates the context of a shared template from that of a page. The template's reads are recorded apart from the
    /// page's; its failures count as the page's.
    pub fn for_shared_template(&self) -> Self {
        let (environment, names) = (self.environment.clone(), self.known_names.clone());
        let (trace, shared_html, failures) = (self.trace.clone(), self.shared_html.clone(), self.failures.clone());
        let context = Self::new(self.tracked.fork(), environment, names, trace, shared_html, failures);
        Self { is_shared: true, ..context }
    }

    /// Fails in a shared template, which can't use `what` because it has no page.
    pub fn require_page(&self, what: &str) -> Result<(), Error> {
        if !self.is_shared {
            return Ok(());
        }
        Err(failure_with_hint(&format!("a shared template can't use {what}"), "it is rendered once, for all pages"))
    }

    /// Returns the context of the page whose template calls a function or filter.
    pub fn of(state: &State) -> Result<Arc<Self>, Error> {
        let context = state.lookup(CONTEXT).and_then(|value| value.downcast_object::<Self>());
        context.ok_or_else(|| failure("this can be used only while a page is rendered"))
    }

    /// Returns the context for a function or filter that is called with options; fails if an option is undefined.
    pub fn of_call(state: &State, options: &Kwargs) -> Result<Arc<Self>, Error> {
        require_defined_options(state, options)?;
        Self::of(state)
    }

    /// Returns the site, for diagnostics: no read of it is recorded.
    pub fn untracked_site(&self) -> &Site {
        self.tracked.untracked().site()
    }

    pub fn outcome(&self) -> MutexGuard<'_, PageOutcome> {
        self.outcome.lock()
    }

    /// Collects a diagnostic of a text: at `part` in the text, or at the template if the text does not come from the
    /// content. Only a trace knows the place, so a rendering without a trace asks for another one with a trace.
    pub fn report_text(&self, text: &str, part: &str, template: &str, diagnostic: Diagnostic) {
        let mut outcome = self.outcome();
        let Some(trace) = &self.trace else { return outcome.needs_trace = true };
        let place = trace.place_of(text, part).unwrap_or_else(|| Place::file(format!("templates/{template}")));
        outcome.content_diagnostics.push(diagnostic.at(place));
    }

    /// Returns what a lookup of the file `name` found, or handles the lookup's failure. If a trace knows where the
    /// content names the file, the failure is reported there, the page becomes incomplete, and the template gets
    /// `instead`. Otherwise the failure is returned: a template names the file, or there is no trace.
    pub fn or_report_missing<T>(
        &self,
        name: &str,
        found: Result<T, Mistake>,
        instead: impl FnOnce() -> T,
    ) -> Result<T, Error> {
        found.or_else(|Mistake { message, hint }| {
            // Without a trace, the origin of `name` is not known. The failure leads to another rendering, with a trace.
            let place = self.trace.as_ref().and_then(|trace| trace.place_of(name, name));
            let Some(place) = place else { return Err(failure_with_hint(&message, &hint)) };
            let diagnostic = match self.untracked_site().assets.find(name) {
                Some(_) => Diagnostic::error("unusable-file", message),
                None => Diagnostic::error("missing-file", message)
                    .help("files are in public/; write the path from there: `/images/kite.png`"),
            };
            let mut outcome = self.outcome();
            outcome.content_diagnostics.push(diagnostic.label(hint).at(place));
            outcome.is_incomplete = true;
            Ok(instead())
        })
    }

    /// Returns the text of the file `name` for a template; `None` if `or_report_missing` has reported a failure.
    pub fn text_or_report_missing(&self, name: &str) -> Result<Option<&str>, Error> {
        let text = self.or_report_missing(name, self.tracked.asset_text(name).map(Some), || None)?;
        text.transpose().map_err(|diagnostic| DiagnosticError::from(diagnostic.clone()).into())
    }

    /// Creates the value of a text. A trace records the text's origin, if it is known.
    pub fn text(&self, text: &str, origin: impl FnOnce() -> Option<Origin>) -> Value {
        let traced = self.trace.as_ref().and_then(|trace| Some(trace.text(text, origin()?)));
        traced.unwrap_or_else(|| Value::from(text))
    }

    /// Returns a text that was made from `source`; a trace records that both have the same origin.
    pub fn derived_text(&self, source: &str, made: impl Into<Value>) -> Value {
        match &self.trace {
            Some(trace) => trace.derived_text(source, made.into()),
            None => made.into(),
        }
    }

    /// Returns the trace if it writes marks into the HTML.
    pub fn marking_trace(&self) -> Option<&Arc<OriginTrace>> {
        self.trace.as_ref().filter(|trace| trace.marks_html)
    }

    /// Requests a derived image and returns its route.
    pub fn request_image(&self, derived: DerivedImage) -> String {
        let route = format!("/{}", derived.output_path);
        let mut outcome = self.outcome();
        if outcome.derived.iter().all(|known| known.output_path != derived.output_path) {
            outcome.derived.push(derived);
        }
        route
    }

    /// Renders the text of this name with `render`. Fails if that text is being rendered already: it would show itself
    /// without end.
    pub fn render_text<T>(&self, name: &str, render: impl FnOnce() -> T) -> Result<T, Error> {
        if self.open_texts.lock().iter().any(|open| open == name) {
            return Err(failure_with_hint("this would be shown within itself", "what it shows leads here again"));
        }
        self.open_texts.lock().push(name.to_owned());
        let rendered = render();
        self.open_texts.lock().pop();
        Ok(rendered)
    }

    pub fn failure_count(&self) -> FailureCount {
        *self.failures.lock()
    }

    /// Counts a failed call. Replaces a known failure by an empty text, so that the template continues. Functions that
    /// return entries or lists don't call `skip_known_failure`: an empty text has no fields, so follow-up errors would
    /// occur. `load` calls it, as a loop over an empty text is an empty loop.
    pub fn skip_known_failure<T: From<&'static str>>(&self, called: Result<T, Error>) -> Result<T, Error> {
        called.or_else(|error| {
            let mut count = self.failures.lock();
            count.total += 1;
            if count.total > count.known { Err(error) } else { Ok("".into()) }
        })
    }

    /// Converts an error of a template to a diagnostic; `None` if it is a follow-up error.
    pub fn diagnose(self: &Arc<Self>, error: &Error, missing_key: Option<&MissingKey>) -> Option<Diagnostic> {
        let templates = self.tracked.templates();
        let is_none = |expression: &str| {
            let root = Value::from_dyn_object(self.clone());
            let value = self.environment.compile_expression(expression).and_then(|expression| expression.eval(root));
            value.is_ok_and(|value| value.is_none())
        };
        let context = || ErrorContext { templates, names: &self.known_names, is_none: &is_none, missing_key };
        (!templates.is_follow_up(error)).then(|| template::diagnose(error, &context()))
    }

    /// Runs a component with a failure count of its own. Returns its result, and whether another run may find more.
    pub fn run_component<T>(
        &self,
        count: FailureCount,
        run: impl FnOnce() -> Result<T, Error>,
    ) -> (Result<T, Error>, bool) {
        let page_count = std::mem::replace(&mut *self.failures.lock(), count);
        let result = run();
        let count = std::mem::replace(&mut *self.failures.lock(), page_count);
        (result, count.may_find_more())
    }
}

impl fmt::Debug for PageContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the context of {}", self.tracked.own_page().route)
    }
}
