//! The list in a form: what the browser needs to add, remove and move items.

use serde::Serialize;
use serde_json::Value;

use super::content_file::ContentFile;
use super::labels::{self, LabelledValue};
use crate::yaml::pointer::split_last;

/// A list whose items can be added, removed and moved.
#[derive(Debug, Serialize)]
pub struct ListForm {
    pub at: String,
    pub items: Vec<LabelledValue>,
    /// The number of the item that the form shows.
    pub number: Option<usize>,
    /// The fewest items that may be left.
    pub least: u64,
    /// The maximum number of items that the schema allows.
    pub most: Option<u64>,
}

/// Builds the form of the list at `pointer`, or of the list of which the value at `pointer` is an item.
pub fn build_list_form(content: &ContentFile<'_>, document: &Value, pointer: &str) -> Option<ListForm> {
    let (at, number) = match document.pointer(pointer)? {
        Value::Array(_) => (pointer, None),
        _ => {
            let (list, number) = split_last(pointer)?;
            (list, number.parse().ok())
        }
    };
    let items = document.pointer(at)?.as_array()?;
    let parts = content.schema.parts_at(at);
    // `prefixItems` gives each item a schema of its own, so that items can't move.
    let has_fixed_places = parts.iter().any(|part| part.get("prefixItems").is_some());
    if has_fixed_places || !content.is_yaml() {
        return None;
    }
    let item = |(number, value): (usize, &Value)| LabelledValue {
        at: format!("{at}/{number}"),
        label: labels::of_item(number, value),
        value: value.clone(),
    };
    Some(ListForm {
        at: at.to_owned(),
        items: items.iter().enumerate().map(item).collect(),
        number,
        least: content.fewest_items(document, at),
        most: parts.iter().find_map(|part| part.get("maxItems")?.as_u64()),
    })
}
