//! The variables of templates, and the objects that they lead to: pages, entries, files, data files, settings.

pub mod data;
pub mod entry;
pub mod file;
pub mod page;

use std::sync::Arc;

use minijinja::Value;

use super::page_context::{PageContext, Views};
use crate::snapshot::ReadSettings;
use data::{DataView, SiteView};
use entry::EntryView;
use page::{PageView, paginator};

/// The functions that create variables and entries, for [`PageContext`].
pub const VIEWS: Views = Views { variable, entry: EntryView::value };

fn variable(context: &Arc<PageContext>, key: &str) -> Option<Value> {
    match key {
        // The variable's value is an error, so a template fails only where it uses the variable.
        "page" | "paginator" if context.is_shared => context.require_page(&format!("`{key}`")).err().map(Value::from),
        "page" => Some(PageView::value(context, context.tracked.own_page_index())),
        "site" => Some(Value::from_object(SiteView(context.clone()))),
        "data" => Some(Value::from_object(DataView(context.clone()))),
        "paginator" => Some(paginator(context)),
        "now" => Some(Value::from(context.tracked.now())),
        _ => None,
    }
}
