//! `shared(name)`: a template that is the same on every page, rendered once a build.
//!
//! It sees the site but no page: what it took from one page would be wrong on the next. Where reads are noted, each page renders
//! it for itself, so that what it read is noted for each of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use minijinja::{Error, State, Value};
use rustc_hash::FxHashMap;

use super::context::Context;
use crate::asset::derive::Derived;

/// What was rendered so far, by the template's name.
#[derive(Default)]
pub struct Shared(Mutex<FxHashMap<String, Part>>);

/// A part of many pages.
#[derive(Clone)]
struct Part {
    html: Value,
    /// The files that it needs, to be made from others.
    derived: Arc<[Derived]>,
}

/// `shared("partials/footer.html")`
pub fn function(state: &State, name: &str) -> Result<Value, Error> {
    let context = Context::of(state)?;
    context.needs_page("another one: `include` it")?;
    context.view.template(name);
    let known = context.shared.as_ref().and_then(|shared| shared.parts().get(name).cloned());
    let part = known.map_or_else(|| render(&context, name), Ok)?;
    part.derived.iter().for_each(|derived| _ = context.derive(derived.clone()));
    Ok(part.html)
}

/// Renders it for this page, and for those that follow if there is nothing to be told of it.
fn render(context: &Arc<Context>, name: &str) -> Result<Part, Error> {
    let own = Arc::new(context.without_page());
    let html = own.environment.get_template(name)?.render(Value::from_dyn_object(own.clone()))?;
    let found = own.take_found();
    let part = Part { html: Value::from_safe_string(html), derived: found.derived.into() };
    match &context.shared {
        // Two threads may render it at once, to the same end.
        Some(shared) if found.content.is_empty() && found.failures.is_empty() => {
            shared.parts().insert(name.to_owned(), part.clone());
        }
        _ => {}
    }
    found.content.into_iter().for_each(|mistake| context.report(mistake));
    found.failures.into_iter().for_each(|failure| context.fail(failure));
    Ok(part)
}

impl Shared {
    fn parts(&self) -> MutexGuard<'_, FxHashMap<String, Part>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
