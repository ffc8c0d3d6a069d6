//! The function `shared(name)`: shows a template that is the same on every page of a language. The pages of a build
//! share its HTML. With `current=page`, the links to the page are marked.
//!
//! The template reads the site but no page: the values of one page would be wrong on the next. If reads are recorded,
//! the reads of the template count as one read of each page that shows it.

use std::sync::{Arc, OnceLock};

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value};

use super::current_links::LinkOffsets;
use super::links::url_of;
use super::marks;
use super::page_context::PageContext;
use super::shared_html::{SharedHtml, SharedHtmlKey};
use crate::snapshot::{ReadGroup, ReadTemplates};
use crate::unicode::nfc;

/// The function `shared`, as in `shared("partials/footer.html")` or `shared("partials/sidebar.html", current=page)`.
#[expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]
pub fn function(state: &State, name: &str, options: Kwargs) -> Result<Value, Error> {
    let context = PageContext::of_call(state, &options)?;
    context.require_page("`shared`: `include` the other template")?;
    let current: Option<Value> = options.get("current")?;
    options.assert_all_used()?;
    let url = current.map(|current| url_of(&context, &current)).transpose()?;
    context.tracked.record_template(name);
    let page = context.tracked.own_page();
    let key = SharedHtmlKey { name: name.to_owned(), language: page.language, is_document: page.is_document() };
    let cached = context.shared_html.as_ref().and_then(|cache| cache.lock().get(&key).cloned());
    let shared = cached.map_or_else(|| render(&context, key), Ok)?;
    shared.reads.iter().for_each(|reads| context.tracked.record_group(reads));
    shared.derived.iter().for_each(|derived| _ = context.request_image(derived.clone()));
    let Some(url) = url else { return Ok(shared.html.clone()) };
    let html = shared.html.as_str().unwrap_or_default();
    let links = shared.links.get_or_init(|| LinkOffsets::find(html));
    Ok(Value::from_safe_string(links.mark(html, &marks::without(url.as_str().unwrap_or_default()))))
}

fn render(context: &Arc<PageContext>, key: SharedHtmlKey) -> Result<Arc<SharedHtml>, Error> {
    let shared_context = Arc::new(context.for_shared_template());
    let template = shared_context.environment.get_template(&nfc(&key.name))?;
    let html = template.render(Value::from_dyn_object(shared_context.clone()));
    let of_shared = std::mem::take(&mut *shared_context.outcome());
    let mut outcome = context.outcome();
    // A template with mistakes is not stored, so that each page that shows it has the mistakes.
    let has_mistakes = of_shared.needs_trace || !of_shared.content_diagnostics.is_empty();
    outcome.content_diagnostics.extend(of_shared.content_diagnostics);
    outcome.failures.extend(of_shared.failures);
    outcome.is_incomplete |= of_shared.is_incomplete;
    outcome.needs_trace |= of_shared.needs_trace;
    drop(outcome);
    let tracked = &shared_context.tracked;
    let reads = tracked.is_recording().then(|| ReadGroup::new(tracked.take_reads()));
    let html = Value::from_safe_string(html?);
    let shared = Arc::new(SharedHtml { html, derived: of_shared.derived, reads, links: OnceLock::new() });
    if let Some(cache) = context.shared_html.as_ref().filter(|_| !has_mistakes) {
        // Two threads may render the template at the same time, with the same result.
        cache.lock().insert(key, shared.clone());
    }
    Ok(shared)
}
