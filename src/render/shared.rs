//! The function `shared(name)`: a template that is the same on every page of a language, rendered once per build. With
//! `current=page`, its links to that page are marked.
//!
//! The template reads the site but no page: the values of one page would be wrong on the next. If reads are recorded,
//! those of the template are one read of each page that shows it.

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value};

use super::links::url_of;
use super::marks;
use super::page_context::{PageContext, PageOutcome};
use super::shared_fragments::SharedFragment;
use crate::snapshot::{ReadGroup, ReadTemplates};

/// `shared("partials/footer.html")`, `shared("partials/sidebar.html", current=page)`
#[expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]
pub fn function(state: &State, name: &str, options: Kwargs) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    context.require_page("`shared`: `include` the other template")?;
    let current: Option<Value> = options.get("current")?;
    options.assert_all_used()?;
    let url = current.filter(|current| !current.is_none()).map(|current| url_of(&context, &current)).transpose()?;
    context.tracked.has_template(name);
    let language = context.tracked.own_page().language;
    let known = context.fragments.as_ref().and_then(|fragments| fragments.get(language, name));
    let fragment = known.map_or_else(|| render(&context, name), Ok)?;
    fragment.reads.iter().for_each(|reads| context.tracked.record_group(reads));
    fragment.derived.iter().for_each(|derived| _ = context.derive(derived.clone()));
    let Some(url) = url else { return Ok(fragment.html) };
    let html = fragment.html.as_str().unwrap_or_default();
    Ok(Value::from_safe_string(fragment.links().mark(html, &marks::without(url.as_str().unwrap_or_default()))))
}

/// Renders a shared template for this page, and stores the HTML for later pages unless there are diagnostics.
fn render(context: &Arc<PageContext>, name: &str) -> Result<SharedFragment, Error> {
    let own = Arc::new(context.without_page());
    let template = own.environment.get_template(name)?;
    let html = template.render(Value::from_dyn_object(own.clone()));
    let PageOutcome { content, failures, derived, is_incomplete, needs_trace } = own.take_outcome();
    // The failures in the template count as failures of the page.
    let count_before = context.replace_failure_count(own.failure_count());
    let has_failed = own.failure_count() != count_before;
    let is_whole = !has_failed && content.is_empty() && failures.is_empty();
    let collect = if is_incomplete { PageContext::report_missing } else { PageContext::report };
    content.into_iter().for_each(|diagnostic| collect(context, diagnostic));
    failures.into_iter().for_each(|failure| context.report_failure(failure));
    if needs_trace {
        context.require_trace();
    }
    let reads = own.tracked.is_recording().then(|| ReadGroup::new(own.tracked.take_reads()));
    let fragment = SharedFragment::new(html?, derived, reads);
    if let Some(fragments) = context.fragments.as_ref().filter(|_| is_whole) {
        // Two threads may render the template at the same time, with the same result.
        fragments.insert(context.tracked.own_page().language, name, fragment.clone());
    }
    Ok(fragment)
}
