//! What a template sees: the variables of one page, over what the page sees of the world.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::{Enumerator, Object};
use minijinja::{Environment, State, Value};

use super::data::{Data, Settings};
use super::island::OnPage;
use super::page::PageView;
use super::paginator;
use super::view::View;
use crate::asset::derive::Derived;
use crate::diagnostic::Diagnostic;
use crate::plan::Subject;
use crate::site::EntryIndex;
use crate::template::Templates;

/// The root of a page's variables; also how functions know which page they are called on.
pub struct Context {
    pub view: Arc<View>,
    pub environment: Arc<Environment<'static>>,
    pub templates: Arc<Templates>,
    /// Mistakes in the content that this page shows.
    pub content: Mutex<Vec<Diagnostic>>,
    /// Failures of the components that it shows.
    pub failures: Mutex<Vec<Diagnostic>>,
    /// The files that it needs, to be made from others.
    pub derived: Mutex<Vec<Derived>>,
    /// The islands that it shows.
    pub on_page: Mutex<OnPage>,
    pub mistakes: Mutex<Mistakes>,
}

/// The mistakes of calls that give a text, each of which stops its template. To know them all, the template runs again, past
/// those that are known.
#[derive(Debug, Default, Clone, Copy)]
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
    /// The context of the page that a function or filter was called on.
    pub fn of(state: &State) -> Result<Arc<Self>, minijinja::Error> {
        state.lookup(SELF).and_then(|value| value.downcast_object::<Self>()).ok_or_else(|| {
            minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, "this is known only while a page is rendered")
        })
    }

    pub fn report(&self, diagnostic: Diagnostic) {
        self.content.lock().unwrap_or_else(PoisonError::into_inner).push(diagnostic);
    }

    /// Takes note of a mistake in a template that leaves the rest of the page whole.
    pub fn fail(&self, diagnostic: Diagnostic) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).push(diagnostic);
    }

    /// Asks for a file that is made from others, and gives its route.
    pub fn derive(&self, derived: Derived) -> String {
        let route = format!("/{}", derived.published);
        let mut all = self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().all(|known| known.published != derived.published) {
            all.push(derived);
        }
        route
    }

    /// Does something with what is known of this page's islands.
    pub fn islands<T>(&self, change: impl FnOnce(&mut OnPage) -> T) -> T {
        change(&mut self.on_page.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What a call gives, or, for a known mistake, nothing, so that the template goes on.
    pub fn past_known<T: From<&'static str>>(
        &self,
        called: Result<T, minijinja::Error>,
    ) -> Result<T, minijinja::Error> {
        called.or_else(|error| {
            let mut mistakes = self.mistakes.lock().unwrap_or_else(PoisonError::into_inner);
            mistakes.met += 1;
            if mistakes.met > mistakes.known { Err(error) } else { Ok("".into()) }
        })
    }

    /// Runs a piece of template of its own within the page's, past its first mistakes; says whether it stopped at a further one.
    pub fn within<T>(
        &self,
        known: usize,
        run: impl FnOnce() -> Result<T, minijinja::Error>,
    ) -> (Result<T, minijinja::Error>, bool) {
        let swap =
            |mistakes| std::mem::replace(&mut *self.mistakes.lock().unwrap_or_else(PoisonError::into_inner), mistakes);
        let around = swap(Mistakes::past(known));
        let result = run();
        (result, swap(around).stopped())
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

impl Object for Context {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        match key {
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
