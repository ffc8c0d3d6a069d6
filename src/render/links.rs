//! The URLs of links in templates: of routes, of entries and pages as values, and of the items of menus.

use std::sync::Arc;

use minijinja::{Error, State, Value};

use super::errors::{failure, failure_with_hint, require_defined};
use super::page_context::PageContext;
use super::values::EntryView;
use super::views::page::PageView;
use crate::route;
use crate::site::EntryIndex;
use crate::snapshot::{ReadPages, ReadSettings};

/// Returns the URL of a route, an entry, a page, or any value with a `url`; fails if the value has none. A string that
/// is no route, such as a URL with a scheme, stays as it is.
pub fn url_of(context: &PageContext, to: &Value) -> Result<Value, Error> {
    if let Some(text) = to.as_str() {
        let is_local = route::is_local(text);
        return Ok(if is_local { context.derived_text(text, context.tracked.link(text)) } else { to.clone() });
    }
    match to.get_attr("url")? {
        url if url.is_none() => {
            let Some(entry) = entry_of(to) else { return Err(failure("this has no page to link to")) };
            let site = context.untracked_site();
            let message = format!("the entry `{}` has no page to link to", site.entry(entry).id);
            Err(failure_with_hint(&message, &site.why_pageless(entry)))
        }
        url if url.as_str().is_some() => Ok(url),
        _ => Err(failure("this is neither an address nor a page")),
    }
}

/// Returns the entry for a value that is either an entry or an entry's page.
pub fn entry_of(value: &Value) -> Option<EntryIndex> {
    if let Some(view) = value.downcast_object_ref::<EntryView>() {
        return Some(view.index);
    }
    value.downcast_object_ref::<PageView>()?.own_entry()
}

/// The function `menu`: returns navigation items with the fields that `complete_items` adds.
#[expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]
pub fn menu(state: &State, items: Value) -> Result<Value, Error> {
    require_defined(state, &items)?;
    let context = PageContext::of(state)?;
    context.require_page("`menu`, which marks the current page")?;
    complete_items(&context, &items)
}

/// Adds to each item `url`, `current` (its URL is this page's, and has no fragment or query), `active` (is current, or
/// has an active child) and `children`.
fn complete_items(context: &Arc<PageContext>, items: &Value) -> Result<Value, Error> {
    let own_url = context.tracked.url(&context.tracked.own_page().route);
    let mut completed = Vec::new();
    for item in items.try_iter()? {
        let given = |key| item.get_attr(key).map(|value| Some(value).filter(|v| !v.is_undefined() && !v.is_none()));
        let url = given("href")?.map(|href| url_of(context, &href)).transpose()?;
        let current = url.as_ref().and_then(Value::as_str) == Some(&*own_url);
        let children = match given("children")? {
            Some(children) => complete_items(context, &children)?,
            None => Value::from(Vec::<Value>::new()),
        };
        let mut active = current;
        for child in children.try_iter()? {
            active |= child.get_attr("active")?.is_true();
        }
        let mut fields = Vec::new();
        for key in item.try_iter()? {
            let value = item.get_item(&key)?;
            fields.push((key, value));
        }
        let added =
            [("url", url.into()), ("current", current.into()), ("active", active.into()), ("children", children)];
        fields.extend(added.map(|(key, value)| (Value::from(key), value)));
        completed.push(Value::from_pairs(fields));
    }
    Ok(Value::from(completed))
}
