//! Terms: the values of a field in a collection, with the entries that have them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::content::declared_page::Period;
use crate::content::entry::{Entry, moment};
use crate::date;
use crate::route::path_below;
use crate::site::{EntryIndex, Site};
use crate::unicode::nfc;

/// A value of a field, and the entries that have it, in the order of their collection.
#[derive(Debug, PartialEq)]
pub struct Term {
    pub collection: String,
    pub field: String,
    /// The value as a text. For a period, it is `2024` or `2024-02`. For a reference, it is the title of the entry or,
    /// if there is none, the slug.
    pub name: String,
    /// Empty if no slug can be made of the value.
    pub slug: String,
    /// The period, if the term groups dates.
    pub period: Option<Period>,
    /// The entry that the value refers to, if the field is a reference.
    pub entry: Option<EntryIndex>,
    pub entries: Vec<EntryIndex>,
}

impl Term {
    /// Whether a text means this term: its name or, if an entry is referred to, the entry's id, the part of the id
    /// below the collection, or the slug.
    pub fn is_named(&self, site: &Site, text: &str) -> bool {
        let names_entry = |index| {
            let entry: &Entry = site.entry(index);
            let collection = &site.collections()[entry.collection].name;
            let id = path_below(&entry.id, collection);
            *text == *entry.id || id == Some(text) || entry.slug == text
        };
        self.name == text || self.entry.is_some_and(names_entry)
    }

    /// Returns the value of `{name}` in the route of the term's page.
    pub fn route_part(&self, name: &str) -> Option<String> {
        match name {
            "term" => Some(self.slug.clone()),
            "year" => self.period.and_then(|_| self.name.split('-').next()).map(str::to_owned),
            "month" => self.period.and_then(|_| self.name.split('-').nth(1)).map(str::to_owned),
            _ => None,
        }
    }

    /// Returns the first day of the period, such as `2024-02-01`.
    pub fn first_day(&self) -> Option<String> {
        let rest = match self.period? {
            Period::Year => "-01-01",
            Period::Month => "-01",
        };
        Some([&self.name, rest].concat())
    }
}

/// The key of a term while its entries are collected: its name, and the entry that it refers to.
type TermKey<'s> = (Cow<'s, str>, Option<EntryIndex>);

/// Collects the terms of a field in entries of a collection: values sorted by name, or periods, the latest first.
pub fn collect_terms(
    site: &Site,
    collection: &str,
    entries: &[EntryIndex],
    field: &str,
    by: Option<Period>,
) -> Vec<Arc<Term>> {
    let mut by_key: BTreeMap<TermKey<'_>, Vec<EntryIndex>> = BTreeMap::new();
    for &index in entries {
        let keys = match by {
            Some(by) => period_key(site, site.entry(index), field, by).into_iter().collect(),
            None => value_keys(site, index, field),
        };
        for key in keys {
            let entries = by_key.entry(key).or_default();
            if entries.last() != Some(&index) {
                entries.push(index);
            }
        }
    }
    let settings = &site.content.settings;
    let mut by_key: Vec<_> = by_key.into_iter().collect();
    if by.is_none() {
        let order = site.site_language().rules.text_order();
        by_key.sort_by(|((a, _), _), ((b, _), _)| order.compare(a, b));
    }
    let terms = by_key.into_iter().map(|((name, entry), entries)| {
        let slug = match entry {
            Some(entry) => site.entry(entry).slug.clone(),
            None => settings.slug(&name, site.language).unwrap_or_default(),
        };
        let (collection, field, name) = (collection.to_owned(), field.to_owned(), name.into_owned());
        Arc::new(Term { collection, field, name, slug, period: by, entry, entries })
    });
    if by.is_some() { terms.rev().collect() } else { terms.collect() }
}

/// Returns the keys of the terms in a field of an entry: the texts of the field, or the names of the entries that the
/// field refers to.
fn value_keys<'s>(site: &'s Site, index: EntryIndex, field: &str) -> Vec<TermKey<'s>> {
    let key = |(_, at): (&str, EntryIndex)| {
        let entry = site.entry(at);
        (nfc(entry.title().unwrap_or(&entry.slug)), Some(at))
    };
    let references: Vec<TermKey<'s>> = site.references_in(index, field).map(key).collect();
    if !references.is_empty() {
        return references;
    }
    site.entry(index).texts(field).into_iter().map(|text| (nfc(text), None)).collect()
}

/// Returns the key of the period of an entry: `2024` or `2024-02`.
fn period_key<'s>(site: &Site, entry: &Entry, field: &str, by: Period) -> Option<TermKey<'s>> {
    let zone = &site.content.settings.zone;
    let moment = moment(&entry.fields, field, zone)?.to_zoned(zone.clone());
    let pattern = match by {
        Period::Year => "%Y",
        Period::Month => "%Y-%m",
    };
    Some((date::format(&moment, pattern).ok()?.into(), None))
}
