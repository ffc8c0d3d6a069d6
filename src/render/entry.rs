//! An entry as templates read it: its front matter, and what the generator knows of it.

use std::fmt;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Object, ObjectRepr};

use super::body;
use super::context::Context;
use super::values;
use super::world::Field;
use crate::content::markdown::Heading;
use crate::site::EntryIndex;

/// A view of one entry, reading fields when they are asked for.
pub struct EntryView {
    context: Arc<Context>,
    pub index: EntryIndex,
}

/// What every entry has beside its front matter.
pub const FIELDS: &[&str] =
    &["collection", "content", "id", "next", "permalink", "previous", "route", "slug", "source", "toc", "url", "words"];

impl EntryView {
    pub fn value(context: &Arc<Context>, index: EntryIndex) -> Value {
        Value::from_object(Self { context: context.clone(), index })
    }

    /// A list of entries.
    pub fn list(context: &Arc<Context>, entries: impl IntoIterator<Item = EntryIndex>) -> Value {
        entries.into_iter().map(|index| Self::value(context, index)).collect()
    }
}

/// A field of an entry, or none if it has no such field.
pub fn field(context: &Arc<Context>, index: EntryIndex, key: &str) -> Option<Value> {
    let view = &context.view;
    let text_or_none = |text: Option<String>| text.map_or_else(|| Value::from(()), Value::from);
    Some(match key {
        "id" => Value::from(&**view.id(index)),
        "slug" => Value::from(view.slug(index)),
        "collection" => Value::from(view.collection_of(index)),
        "source" => Value::from(view.file(index)),
        "route" => text_or_none(view.route_of(index).map(str::to_owned)),
        "url" => text_or_none(view.route_of(index).map(|route| view.url(route))),
        "permalink" => text_or_none(view.route_of(index).map(|route| view.permalink(route))),
        "content" => Value::from_safe_string(body::of_entry(context, index)),
        "toc" => toc(view.toc(index)),
        "words" => Value::from(view.words(index)),
        "previous" => neighbour(context, index, -1),
        "next" => neighbour(context, index, 1),
        _ => {
            let Field { json, references, made } = view.field(index, key)?;
            made.unwrap_or_else(|| values::convert_field(context, key, json, references))
        }
    })
}

/// Headings as templates read them.
fn toc(headings: &[Heading]) -> Value {
    let heading = |h: &Heading| {
        minijinja::context! { level => h.level, id => h.id.as_str(), text => h.text.as_str(), children => toc(&h.children) }
    };
    headings.iter().map(heading).collect()
}

fn neighbour(context: &Arc<Context>, index: EntryIndex, step: isize) -> Value {
    let found = context.view.neighbour(index, step);
    found.map_or_else(|| Value::from(()), |index| EntryView::value(context, index))
}

impl Object for EntryView {
    /// Not a mapping: entries lead to each other, so that to print, compare or serialize all in one would never end.
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        field(&self.context, self.index, key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        field(&self.context, self.index, key)
    }

    /// As its id: that is also what two entries are compared by.
    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.context.view.id(self.index))
    }
}

impl fmt::Debug for EntryView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the entry {}", self.context.view.id(self.index))
    }
}
