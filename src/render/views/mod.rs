//! The variables of templates, and the objects that they lead to: pages, entries, files, data files, settings.

pub mod data;
pub mod entry;
pub mod file;
pub mod page;

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

use super::page_context::{CONTEXT, PageContext};
use crate::snapshot::ReadSettings;
use data::{DataView, SiteView};
use page::{PageView, paginator};

/// The names of every page's variables.
pub const VARIABLES: &[&str] = &["data", "now", "page", "paginator", "site"];

impl Object for PageContext {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        Some(match key.as_str()? {
            CONTEXT => Value::from_dyn_object(self.clone()),
            // The variable's value is an error, so a template fails only where it uses the variable.
            key @ ("page" | "paginator") if self.is_shared => {
                Value::from(self.require_page(&format!("`{key}`")).err()?)
            }
            "page" => PageView::value(self, self.tracked.own_page_index()),
            "site" => Value::from_object(SiteView(self.clone())),
            "data" => Value::from_object(DataView(self.clone())),
            "paginator" => paginator(self),
            "now" => Value::from(self.tracked.now()),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(VARIABLES)
    }
}
