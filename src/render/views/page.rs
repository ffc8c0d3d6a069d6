//! A page as a template value: its URL, the fields of its entry or of its declaration, and its paginator.

use std::fmt;
use std::sync::Arc;

use minijinja::value::{Object, ObjectRepr};
use minijinja::{Value, context};

use super::entry;
use crate::render::page_context::PageContext;
use crate::render::trace::Origin;
use crate::render::values::{self, EntryView};
use crate::route;
use crate::site::EntryIndex;
use crate::site::plan::{DeclaredFor, PageIndex, PageSubject, PlannedPage, Term};
use crate::snapshot::{ReadEntries, ReadPages, ReadSettings};
use crate::yaml::pointer::join;

/// A planned page whose fields are read on access.
#[derive(Debug)]
pub struct PageView {
    context: Arc<PageContext>,
    pub index: PageIndex,
}

/// The fields that pages can have. Pages with `for_each` have `term` or `entry`. Aliases have `target` and no
/// `language`. All pages have the other fields.
pub const FIELDS: &[&str] = &["entry", "language", "permalink", "route", "target", "term", "url"];

impl PageView {
    pub fn value(context: &Arc<PageContext>, index: PageIndex) -> Value {
        Value::from_object(Self { context: context.clone(), index })
    }

    fn page(&self) -> &PlannedPage {
        self.context.tracked.page(self.index)
    }

    /// Returns the entry whose page this is; not the `entry` of a page declared with `for_each`.
    pub fn own_entry(&self) -> Option<EntryIndex> {
        match self.page().subject {
            PageSubject::Entry(entry) => Some(entry),
            _ => None,
        }
    }
}

pub fn term_value(context: &Arc<PageContext>, term: &Arc<Term>) -> Value {
    let entry_url = || Some(context.tracked.url(context.tracked.route_of(term.entry?)?));
    context! {
        name => context.text(&term.name, || Some(term_origin(context, term))),
        slug => term.slug.as_str(),
        count => term.entries.len(),
        entries => EntryView::list(context, term.entries.iter().copied()),
        entry => term.entry.map(|entry| EntryView::value(context, entry)),
        date => term.first_day(),
        url => context.tracked.term_url(&term.collection, &term.field, &term.slug).or_else(entry_url),
    }
}

/// Returns the origin of a term's name: the title of the entry to which the term refers, or the entries that have the
/// term.
fn term_origin(context: &PageContext, term: &Term) -> Origin {
    let entry = term.entry.map(|entry| context.untracked_site().entry(entry));
    match entry.and_then(|entry| Some((entry, entry.title_field()?))) {
        Some((entry, field)) => Origin::Value(entry.file.clone(), join("", field)),
        None => Origin::Entries(term.collection.clone()),
    }
}

pub const PAGINATOR_FIELDS: &[&str] =
    &["count", "first", "items", "last", "next", "number", "pages", "previous", "total"];

/// Returns the paginator of the rendered page; `none` if the page is not paginated.
pub fn paginator(context: &Arc<PageContext>) -> Value {
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

impl Object for PageView {
    /// Declares pages as plain values, so that they print and compare by `render`.
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let (context, page, key) = (&self.context, self.page(), key.as_str()?);
        match key {
            "route" => return Some(Value::from(&*page.route)),
            "url" => return Some(Value::from(context.tracked.url(&page.route))),
            "permalink" => return Some(Value::from(context.tracked.permalink(&page.route))),
            _ => {}
        }
        match &page.subject {
            PageSubject::Entry(entry) => entry::field(context, *entry, key),
            PageSubject::Declared { made_for: DeclaredFor::Term(term), .. } if key == "term" => {
                Some(term_value(context, term))
            }
            PageSubject::Declared { made_for: DeclaredFor::Entry(entry), .. } if key == "entry" => {
                Some(EntryView::value(context, *entry))
            }
            PageSubject::Declared { index, .. } => match context.tracked.declared_field(*index, key) {
                Some(value) => Some(values::convert(context, value, &[], || {
                    let pointer = join(&format!("/pages/{index}"), key);
                    Some(Origin::Value(context.untracked_site().content.settings.file.clone(), pointer))
                })),
                // Templates may read these fields of any page, so they have a default if the declaration lacks them.
                None => match key {
                    "language" => Some(Value::from(context.tracked.language_tag(page))),
                    "ancestors" | "children" => Some(EntryView::list(context, [])),
                    "title" | "description" | "date" | "parent" | "history" | "edit_url" => Some(Value::from(())),
                    _ => None,
                },
            },
            PageSubject::Alias { to, .. } if key == "target" => {
                Some(Value::from(context.tracked.page_at(to).map(|page| Self::value(context, page))))
            }
            PageSubject::Alias { .. } => None,
        }
    }

    /// Writes the id of the page's entry, else the route. So a page equals its entry in templates.
    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.own_entry() {
            Some(entry) => f.write_str(self.context.tracked.id(entry)),
            None => f.write_str(&self.page().route),
        }
    }
}
