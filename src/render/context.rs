//! What a template sees: the variables of one page, over what the page sees of the world.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use minijinja::value::{Enumerator, Object};
use minijinja::{Environment, State, Value};

use super::data::{Data, Settings};
use super::island::OnPage;
use super::page::PageView;
use super::paginator;
use super::shared::Shared;
use super::view::View;
use crate::asset::derive::Derived;
use crate::diagnostic::Diagnostic;
use crate::plan::Subject;
use crate::site::EntryIndex;
use crate::template::{HINT, Templates};

/// The root of a page's variables; also how functions know which page they are called on.
pub struct Context {
    pub view: Arc<View>,
    pub environment: Arc<Environment<'static>>,
    pub templates: Arc<Templates>,
    /// What all pages share, if it is rendered once for all.
    pub shared: Option<Arc<Shared>>,
    /// Is it that of a template which all pages share, and which sees none?
    pub is_shared: bool,
    found: Mutex<Found>,
    mistakes: Mutex<Mistakes>,
    /// The islands that this page shows.
    on_page: Mutex<OnPage>,
}

/// What came up while a page was rendered.
#[derive(Default)]
pub struct Found {
    /// Mistakes in the content that this page shows.
    pub content: Vec<Diagnostic>,
    /// Failures of the components that it shows.
    pub failures: Vec<Diagnostic>,
    /// The files that it needs, to be made from others.
    pub derived: Vec<Derived>,
    /// It lacks something that the content names.
    pub lacks: bool,
}

/// The mistakes of calls that give a text, each of which stops its template. To know them all, the template runs again, past
/// those that are known.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Mistakes {
    /// How many are known, and stop nothing any more.
    known: usize,
    met: usize,
}

impl Mistakes {
    pub fn past(known: usize) -> Self {
        Self { known, met: 0 }
    }

    /// Whether one was met that was not known: there may be more behind it.
    pub fn stopped(self) -> bool {
        self.met > self.known && self.met < MOST_MISTAKES
    }
}

/// A loop over a thousand things goes wrong a thousand times, in one way.
const MOST_MISTAKES: usize = 100;

/// The variables of every page.
pub const VARIABLES: &[&str] = &["data", "now", "page", "paginator", "site"];

/// The variable under which functions find the context.
const SELF: &str = "__context";

impl Context {
    /// The context of a page that is about to be rendered, past so many mistakes.
    pub fn new(
        view: Arc<View>,
        environment: Arc<Environment<'static>>,
        shared: Option<Arc<Shared>>,
        known: usize,
    ) -> Self {
        let templates = view.templates().clone();
        let (found, on_page) = (Mutex::default(), Mutex::default());
        let mistakes = Mutex::new(Mistakes::past(known));
        Self { view, environment, templates, shared, is_shared: false, found, mistakes, on_page }
    }

    /// The same for a template that all pages share.
    pub fn without_page(&self) -> Self {
        let shared = Self::new(self.view.clone(), self.environment.clone(), self.shared.clone(), 0);
        Self { is_shared: true, mistakes: Mutex::new(self.mistakes()), ..shared }
    }

    /// Refuses what only a page can have, in a template that all pages share.
    pub fn needs_page(&self, what: &str) -> Result<(), minijinja::Error> {
        if !self.is_shared {
            return Ok(());
        }
        let message = format!("a shared template can't ask for {what}{HINT}it is rendered once, for all pages");
        Err(minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, message))
    }

    /// The context of the page that a function or filter was called on.
    pub fn of(state: &State) -> Result<Arc<Self>, minijinja::Error> {
        state.lookup(SELF).and_then(|value| value.downcast_object::<Self>()).ok_or_else(|| {
            minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, "this is known only while a page is rendered")
        })
    }

    /// Takes note of a mistake in the content.
    pub fn report(&self, diagnostic: Diagnostic) {
        self.found().content.push(diagnostic);
    }

    /// The same for something that is not there, and without which the page is not whole.
    pub fn lack(&self, diagnostic: Diagnostic) {
        let mut found = self.found();
        found.content.push(diagnostic);
        found.lacks = true;
    }

    /// Takes note of a mistake in a template that leaves the rest of the page whole.
    pub fn fail(&self, diagnostic: Diagnostic) {
        self.found().failures.push(diagnostic);
    }

    /// Asks for a file that is made from others, and gives its route.
    pub fn derive(&self, derived: Derived) -> String {
        let route = format!("/{}", derived.published);
        let mut found = self.found();
        if found.derived.iter().all(|known| known.published != derived.published) {
            found.derived.push(derived);
        }
        route
    }

    /// Takes away what came up.
    pub fn take_found(&self) -> Found {
        std::mem::take(&mut *self.found())
    }

    /// The mistakes met so far.
    pub fn mistakes(&self) -> Mistakes {
        *lock(&self.mistakes)
    }

    /// Goes on from other mistakes, and gives those before.
    pub fn go_on(&self, mistakes: Mistakes) -> Mistakes {
        std::mem::replace(&mut *lock(&self.mistakes), mistakes)
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        lock(&self.found)
    }

    /// Does something with what is known of this page's islands.
    pub fn islands<T>(&self, change: impl FnOnce(&mut OnPage) -> T) -> T {
        change(&mut lock(&self.on_page))
    }

    /// What a call gives, or, for a known mistake, nothing, so that the template goes on.
    pub fn past_known<T: From<&'static str>>(
        &self,
        called: Result<T, minijinja::Error>,
    ) -> Result<T, minijinja::Error> {
        called.or_else(|error| {
            let mut mistakes = lock(&self.mistakes);
            mistakes.met += 1;
            if mistakes.met > mistakes.known { Err(error) } else { Ok("".into()) }
        })
    }

    /// Whether an expression over the page's variables comes to nothing.
    pub fn is_none(self: &Arc<Self>, expression: &str) -> bool {
        let root = Value::from_dyn_object(self.clone());
        let value = self.environment.compile_expression(expression).and_then(|expression| expression.eval(root));
        value.is_ok_and(|value| value.is_none())
    }

    /// Runs a piece of template of its own within the page's, past its first mistakes; says whether it stopped at a further one.
    pub fn within<T>(
        &self,
        known: usize,
        run: impl FnOnce() -> Result<T, minijinja::Error>,
    ) -> (Result<T, minijinja::Error>, bool) {
        let around = self.go_on(Mistakes::past(known));
        let result = run();
        (result, self.go_on(around).stopped())
    }

    /// The entry whose page is being rendered.
    pub fn entry(&self) -> Option<EntryIndex> {
        match self.view.own().subject {
            Subject::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// The route of the page being rendered.
    pub fn route(&self) -> &str {
        &self.view.own().route
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Object for Context {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        match key {
            "page" | "paginator" if self.is_shared => self.needs_page(&format!("`{key}`")).err().map(Value::from),
            "page" => Some(PageView::value(self, self.view.own_index())),
            "site" => Some(Value::from_object(Settings(self.clone()))),
            "data" => Some(Value::from_object(Data(self.clone()))),
            "paginator" => Some(paginator::value(self)),
            "now" => Some(Value::from(self.view.now())),
            SELF => Some(Value::from_dyn_object(self.clone())),
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(VARIABLES)
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the context of {}", self.route())
    }
}
