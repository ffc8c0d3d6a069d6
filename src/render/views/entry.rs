//! An entry as a template value: its front matter, and the fields that the generator adds.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr, Serde};
use minijinja::{Error, Value};
use serde_json::Value as Json;

use super::file::FileView;
use crate::content::entry::Entry;
use crate::history::FileHistory;
use crate::markdown::{Heading, TextBlockKind, text_blocks};
use crate::render::page_context::PageContext;
use crate::render::trace::Origin;
use crate::render::values::{EntryView, convert_field};
use crate::render::{content_paths, markdown_body};
use crate::site::EntryIndex;
use crate::snapshot::{ReadEntries, ReadSettings};

/// The fields that the generator adds to every entry, separated by spaces.
pub const FIELDS: &str = "ancestors children collection content edit_url files history id language markdown next \
    parent permalink previous route slug source summary title_id toc url words";

pub fn field(context: &Arc<PageContext>, index: EntryIndex, key: &str) -> Option<Value> {
    let tracked = &context.tracked;
    Some(match key {
        "id" => Value::from(&**tracked.id(index)),
        "slug" => Value::from(tracked.slug(index)),
        "collection" => Value::from(tracked.collection_of(index)),
        "source" => Value::from(tracked.file(index)),
        "route" => Value::from(tracked.route_of(index)),
        "url" => Value::from(tracked.route_of(index).map(|route| tracked.url(route))),
        "permalink" => Value::from(tracked.route_of(index).map(|route| tracked.permalink(route))),
        "content" => html_or_error(markdown_body::render_entry(context, index)),
        "toc" => {
            let headings = tracked.toc(index);
            let mut spans = heading_spans(context, index, headings).into_iter();
            let mut text = |heading: &Heading| {
                context.text(&heading.text, || {
                    Some(Origin::Bytes(context.untracked_site().entry(index).file.clone(), spans.next()?))
                })
            };
            toc(headings, &markdown_body::id_prefix(context, index), &mut text)
        }
        "words" => Value::from(tracked.word_count(index)),
        "previous" => entry_or_none(context, tracked.neighbour(index, -1)),
        "next" => entry_or_none(context, tracked.neighbour(index, 1)),
        // In the front matter of a section, `children` lists names. Templates get the entries.
        "children" if tracked.is_section(index) => children(context, index),
        _ => {
            let Some(field) = tracked.field(index, key) else { return overridable_field(context, index, key) };
            let Entry { file, schema, .. } = &**context.untracked_site().entry(index);
            if schema.file_fields.iter().any(|name| name == key) {
                return Some(named_files(context, index, field.json));
            }
            convert_field(context, key, field, file)
        }
    })
}

/// Returns HTML as a value, or an error with which a template fails where it uses the value.
fn html_or_error(html: Result<String, Error>) -> Value {
    html.map_or_else(Value::from, Value::from_safe_string)
}

/// Converts the value of a field that names files. The check of the site's files reports missing ones.
fn named_files(context: &Arc<PageContext>, index: EntryIndex, json: &Json) -> Value {
    match json {
        Json::String(path) => FileView::value(context, &content_paths::named_key_or_path(context, index, path).into()),
        Json::Array(paths) => paths.iter().map(|path| named_files(context, index, path)).collect(),
        other => Value::from(Serde(other)),
    }
}

/// Returns a field that the generator adds to entries that have no field of this name themselves.
fn overridable_field(context: &Arc<PageContext>, index: EntryIndex, key: &str) -> Option<Value> {
    let tracked = &context.tracked;
    Some(match key {
        "summary" => Value::from(markdown_body::render_summary(context, index).map(html_or_error)),
        "title_id" => Value::from(tracked.title_id(index)),
        "language" => Value::from(tracked.language_of(index)),
        "markdown" => Value::from(markdown_body::expand_urls(context, index)),
        "history" => Value::from(tracked.history(index).map(history)),
        "edit_url" => Value::from(tracked.edit_url(index)),
        "parent" => entry_or_none(context, tracked.parent(index)),
        "ancestors" => {
            let above = std::iter::successors(tracked.parent(index), |&entry| tracked.parent(entry));
            let mut ancestors: Vec<EntryIndex> = above.collect();
            ancestors.reverse();
            EntryView::list(context, ancestors)
        }
        "children" => children(context, index),
        "files" => FileView::list(context, tracked.attachments(index)),
        _ => return None,
    })
}

fn history(file: &FileHistory) -> Value {
    minijinja::context! {
        modified => file.modified.to_string(),
        created => file.created.to_string(),
        authors => Value::from(file.authors.clone()),
    }
}

/// Converts headings to template values, with `prefix` before their ids. `text` is called depth first.
fn toc(headings: &[Heading], prefix: &str, text: &mut dyn FnMut(&Heading) -> Value) -> Value {
    let heading = |heading: &Heading| {
        let own_text = text(heading);
        let children = toc(&heading.children, prefix, text);
        minijinja::context! {
            level => heading.level,
            id => [prefix, &heading.id].concat(),
            text => own_text,
            children => children,
        }
    };
    headings.iter().map(heading).collect()
}

/// Finds where the texts of all headings are written, depth first. Returns no spans if the places are not certain, or
/// without a trace.
fn heading_spans(context: &PageContext, index: EntryIndex, headings: &[Heading]) -> Vec<Range<usize>> {
    fn count(headings: &[Heading]) -> usize {
        headings.iter().map(|heading| 1 + count(&heading.children)).sum()
    }
    if context.trace.is_none() {
        return Vec::new();
    }
    let site = context.untracked_site();
    let entry = site.entry(index);
    let blocks = text_blocks(&entry.file.text, entry.markdown_start, site.content.markdown_of(&entry.file));
    let mut written: Vec<_> = blocks.into_iter().filter(|block| block.kind == TextBlockKind::Heading).collect();
    // The heading that is the entry's title is only in `written`.
    if entry.body.as_ref().is_some_and(|body| body.title.is_some())
        && let Some(title) = written.iter().position(|block| block.level == Some(1))
    {
        written.remove(title);
    }
    // A heading with a component is only in `headings`. Then the pairs of spans and headings are not certain.
    let is_certain = written.len() == count(headings);
    written.into_iter().filter(|_| is_certain).map(|block| block.span).collect()
}

fn children(context: &Arc<PageContext>, index: EntryIndex) -> Value {
    EntryView::list(context, context.tracked.children(index).iter().copied())
}

fn entry_or_none(context: &Arc<PageContext>, found: Option<EntryIndex>) -> Value {
    Value::from(found.map(|index| EntryView::value(context, index)))
}

impl Object for EntryView {
    /// Declares entries as plain values. A mapping is printed and compared by all of its fields, and those of an entry
    /// lead to other entries.
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        field(&self.context, self.index, key.as_str()?)
    }

    /// Writes the entry's id, by which entries are also compared.
    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.context.tracked.id(self.index))
    }
}
