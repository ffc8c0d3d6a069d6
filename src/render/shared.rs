//! `shared(name)`: a template that is the same on every page, rendered once a build.
//!
//! It sees the site but no page: what it took from one page would be wrong on the next. Where reads are noted, each page renders
//! it for itself, so that what it read is noted for each of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use minijinja::{Error, State, Value};
use rustc_hash::FxHashMap;

use super::context::{Context, Found};
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
    let template = own.environment.get_template(name)?;
    let html = template.render(Value::from_dyn_object(own.clone()));
    let Found { content, failures, derived, lacks } = own.take_found();
    let is_whole = context.go_on(own.mistakes()) == own.mistakes() && content.is_empty() && failures.is_empty();
    let tell = if lacks { Context::lack } else { Context::report };
    content.into_iter().for_each(|mistake| tell(context, mistake));
    failures.into_iter().for_each(|failure| context.fail(failure));
    let part = Part { html: Value::from_safe_string(html?), derived: derived.into() };
    if let (true, Some(shared)) = (is_whole, &context.shared) {
        // Two threads may render it at once, to the same end.
        shared.parts().insert(name.to_owned(), part.clone());
    }
    Ok(part)
}

impl Shared {
    fn parts(&self) -> MutexGuard<'_, FxHashMap<String, Part>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
