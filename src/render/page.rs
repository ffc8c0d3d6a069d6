//! A page as templates read it: its address, and the fields of its entry or of its declaration.

use std::fmt;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Object, ObjectRepr};

use super::context::Context;
use super::entry::{self, EntryView};
use super::values;
use crate::plan::{Page, PageIndex, Subject, Term};
use crate::site::EntryIndex;

/// A view of one page of the plan.
pub struct PageView {
    context: Arc<Context>,
    pub index: PageIndex,
}

/// What every page has; with `for_each` also `term`, on an alias page `target`.
pub const FIELDS: &[&str] = &["permalink", "route", "target", "term", "url"];

impl PageView {
    pub fn value(context: &Arc<Context>, index: PageIndex) -> Value {
        Value::from_object(Self { context: context.clone(), index })
    }

    fn page(&self) -> &Page {
        self.context.view.page(self.index)
    }

    /// The entry that it shows, if it is an entry's.
    pub fn entry(&self) -> Option<EntryIndex> {
        match self.page().subject {
            Subject::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    fn field(&self, key: &str) -> Option<Value> {
        let (context, page) = (&self.context, self.page());
        match key {
            "route" => return Some(Value::from(&*page.route)),
            "url" => return Some(Value::from(context.view.url(&page.route))),
            "permalink" => return Some(Value::from(context.view.permalink(&page.route))),
            _ => {}
        }
        match &page.subject {
            Subject::Entry(entry) => entry::field(context, *entry, key),
            Subject::Declared { term: Some(term), .. } if key == "term" => Some(term_value(context, term)),
            Subject::Declared { index, .. } => match context.view.declared(*index, key) {
                Some(value) => Some(values::convert_field(context, key, value, &[])),
                // What a template may ask of any page is none where a declaration does not give it.
                None => ["title", "description", "date"].contains(&key).then(|| Value::from(())),
            },
            Subject::Alias { to } if key == "target" => {
                Some(context.view.page_at(to).map_or_else(|| Value::from(()), |page| Self::value(context, page)))
            }
            Subject::Alias { .. } => None,
        }
    }
}

/// A term as templates read it.
pub fn term_value(context: &Arc<Context>, term: &Arc<Term>) -> Value {
    minijinja::context! {
        name => term.name.as_str(),
        slug => term.slug.as_str(),
        count => term.entries.len(),
        entries => EntryView::list(context, term.entries.iter().copied()),
        url => context.view.term_url(&term.collection, &term.field, &term.slug),
    }
}

impl Object for PageView {
    /// Not a mapping, for the reason that an entry is none.
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.field(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        self.field(key)
    }

    /// As its entry's id, so that it equals the entry; else as its route.
    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.entry() {
            Some(entry) => f.write_str(self.context.view.id(entry)),
            None => f.write_str(&self.page().route),
        }
    }
}

impl fmt::Debug for PageView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page {}", self.page().route)
    }
}
