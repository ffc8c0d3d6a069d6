//! The `paginator` of a paginated page: its items, its number, its neighbours.

use std::sync::Arc;

use minijinja::{Value, context};

use super::context::Context;
use super::entry::EntryView;
use crate::route;

/// What it holds.
pub const FIELDS: &[&str] = &["count", "first", "items", "last", "next", "number", "pages", "previous", "total"];

/// The paginator of the page being rendered; none where it is not paginated.
pub fn value(context: &Arc<Context>) -> Value {
    let view = &context.view;
    let Some(slice) = &view.own().slice else { return Value::from(()) };
    let url = |number: usize| view.url(&route::page(&slice.first, number));
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
