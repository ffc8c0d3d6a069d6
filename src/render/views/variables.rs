//! The variables of a page's template.

use std::sync::Arc;

use minijinja::Value;

use super::data::{DataView, SiteView};
use super::entry::EntryView;
use super::page::PageView;
use super::paginator;
use crate::render::page_context::{PageContext, Views};
use crate::snapshot::ReadSettings;

/// The functions that create variables and entries, for [`PageContext`].
pub const VIEWS: Views = Views { variable, entry: EntryView::value };

fn variable(context: &Arc<PageContext>, key: &str) -> Option<Value> {
    match key {
        // The variable's value is an error, so a template fails only where it uses the variable.
        "page" | "paginator" if context.is_shared => context.require_page(&format!("`{key}`")).err().map(Value::from),
        "page" => Some(PageView::value(context, context.tracked.own_page_index())),
        "site" => Some(Value::from_object(SiteView(context.clone()))),
        "data" => Some(Value::from_object(DataView(context.clone()))),
        "paginator" => Some(paginator::value(context)),
        "now" => Some(Value::from(context.tracked.now())),
        _ => None,
    }
}
