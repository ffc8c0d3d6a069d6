//! The variable `paginator` of a paginated page: its items, its number, its neighbours.

use std::sync::Arc;

use minijinja::{Value, context};

use super::entry::EntryView;
use crate::render::page_context::PageContext;
use crate::route;
use crate::snapshot::ReadSettings;

/// The fields of `paginator`.
pub const FIELDS: &[&str] = &["count", "first", "items", "last", "next", "number", "pages", "previous", "total"];

/// Returns the paginator of the rendered page; `none` if the page is not paginated.
pub fn value(context: &Arc<PageContext>) -> Value {
    let tracked = &context.tracked;
    let Some(slice) = &tracked.own_page().slice else { return Value::from(()) };
    let url = |number: usize| tracked.url(&route::page(&slice.first_route, number));
    let pages: Vec<Value> = (1..=slice.count)
        .map(|number| context! { number => number, url => url(number), current => number == slice.number })
        .collect();
    context! {
        items => EntryView::list(context, slice.shown().iter().copied()),
        number => slice.number,
        count => slice.count,
        total => slice.items.len(),
        previous => (slice.number > 1).then(|| url(slice.number - 1)),
        next => (slice.number < slice.count).then(|| url(slice.number + 1)),
        first => url(1),
        last => url(slice.count),
        pages => pages,
    }
}
