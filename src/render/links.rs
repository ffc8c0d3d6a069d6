//! The URLs of links in templates: of routes, and of entries and pages as values.

use minijinja::{Error, Value};

use super::errors::{failure, failure_with_hint};
use super::page_context::PageContext;
use super::views::entry::EntryView;
use super::views::page::PageView;
use crate::route;
use crate::site::EntryIndex;
use crate::snapshot::ReadPages;

/// Returns the URL of a route, an entry, a page, or any value with a `url`.
///
/// # Errors
/// Fails if the value has no URL.
pub fn url_of(context: &PageContext, to: &Value) -> Result<Value, Error> {
    if let Some(text) = to.as_str() {
        let is_local = route::is_local(text);
        return Ok(if is_local { context.derived_text(text, context.tracked.link(text)) } else { to.clone() });
    }
    match to.get_attr("url")? {
        url if url.is_none() => {
            let Some(entry) = entry_of(to) else { return Err(failure("this has no page to link to")) };
            let site = context.untracked_site();
            let entry = site.entry(entry);
            let file = &site.collections()[entry.collection].file.file;
            let message = format!("the entry `{}` has no page to link to", entry.id);
            Err(failure_with_hint(&message, &format!("{file} has no `route`")))
        }
        url if url.as_str().is_some() => Ok(url),
        _ => Err(failure("this is neither an address nor a page")),
    }
}

/// Returns the entry of a value that is an entry, or the page of an entry.
pub fn entry_of(value: &Value) -> Option<EntryIndex> {
    if let Some(view) = value.downcast_object_ref::<EntryView>() {
        return Some(view.index);
    }
    value.downcast_object_ref::<PageView>()?.own_entry()
}
