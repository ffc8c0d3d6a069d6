//! An entry: one file of a collection, with its fields checked and completed and its Markdown parsed.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::declared_page::Paginate;
use super::document;
use super::entry_file::EntryRole;
use super::folder_defaults::AppliedDefault;
use super::site_language::LanguageIndex;
use crate::config::Config;
use crate::date;
use crate::diagnostic::{Diagnostic, Place};
use crate::markdown::MarkdownBody;
use crate::schema::Schema;
use crate::source::SourceFile;
use crate::yaml::tree::PairSide;

/// The fields that may hold the title of an entry. The first one that holds a text counts.
pub const TITLE_FIELDS: [&str; 2] = ["title", "name"];

/// An index into [`super::loaded_content::Content::entries`].
pub type EntryIndex = usize;

/// One file of a collection.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its path below `content/`, without language suffix and extension: `articles/SixPillars`. For a bundle or
    /// section, the path of its folder.
    pub id: Arc<str>,
    pub role: EntryRole,
    pub language: LanguageIndex,
    /// The field `slug`, or else a slug made from the entry's path.
    pub slug: String,
    /// The index of its collection.
    pub collection: usize,
    pub file: Arc<SourceFile>,
    /// The byte in its file at which its Markdown begins; the end of a YAML file.
    pub markdown_start: usize,
    pub fields: Map<String, Value>,
    /// The schema that its fields were checked by.
    pub schema: Arc<Schema>,
    /// Its Markdown; `None` for a YAML file.
    pub body: Option<MarkdownBody>,
    /// The moment in the field that its collection takes as the date.
    pub date: Option<Timestamp>,
    pub visibility: Visibility,
    /// The fields that it takes from a section or collection around it.
    pub(super) defaults: Vec<AppliedDefault>,
    /// JSON pointers of the values with the tag `!sample`.
    pub samples: Vec<String>,
}

/// Whether an entry is published, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    Published,
    Draft,
    /// Its field `date` lies in the future. Another field that its collection takes as the date does not count.
    Future,
    Expired,
}

impl Visibility {
    /// Returns the visibility of an entry with these fields at the moment `now`. Dates without an offset are in `zone`.
    pub fn of(fields: &Map<String, Value>, now: Timestamp, zone: &TimeZone) -> Self {
        if fields.get("draft") == Some(&Value::Bool(true)) {
            Self::Draft
        } else if moment(fields, "date", zone).is_some_and(|date| date > now) {
            Self::Future
        } else if moment(fields, "expires", zone).is_some_and(|expires| expires <= now) {
            Self::Expired
        } else {
            Self::Published
        }
    }
}

/// Returns the moment that a field names; `None` if the field holds no date.
pub fn moment(fields: &Map<String, Value>, key: &str, zone: &TimeZone) -> Option<Timestamp> {
    date::parse(fields.get(key)?.as_str()?, zone).ok().map(|moment| moment.timestamp())
}

impl Entry {
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).and_then(Value::as_str)
    }

    pub fn title(&self) -> Option<&str> {
        self.text(self.title_field()?)
    }

    pub fn title_field(&self) -> Option<&'static str> {
        TITLE_FIELDS.into_iter().find(|field| self.text(field).is_some())
    }

    /// Returns the texts of a field: one text, or the texts of a list. For `slug`, returns the entry's slug, even if
    /// the front matter does not set it.
    pub fn texts(&self, field: &str) -> Vec<&str> {
        if field == "slug" {
            return vec![&self.slug];
        }
        match self.fields.get(field) {
            Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
            value => value.and_then(Value::as_str).into_iter().collect(),
        }
    }

    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        self.fields.get("aliases").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    pub fn paginate(&self) -> Option<Paginate> {
        Paginate::deserialize(self.fields.get("paginate")?).ok()
    }

    /// Whether the entry is a section with `page: false`. In other entries, `page` is a field like any other.
    pub fn refuses_page(&self) -> bool {
        self.role == EntryRole::Section && self.fields.get("page") == Some(&Value::Bool(false))
    }

    /// Whether the entry is part of the site: a build with drafts has all entries.
    pub fn is_published(&self, config: &Config) -> bool {
        config.drafts || self.visibility == Visibility::Published
    }

    /// Turns errors into warnings if the entry is not part of the site, and the build excuses unfinished content.
    pub fn downgrade_if_unpublished(&self, diagnostics: &mut [Diagnostic], config: &Config) {
        if !self.is_published(config) && config.excuses_unfinished() {
            diagnostics.iter_mut().for_each(|diagnostic| diagnostic.downgrade("an error once the entry is published"));
        }
    }

    /// Whether the entries are equal except for their Markdown. An index made from `earlier`, and the places in its
    /// diagnostics, are then right for this entry too.
    pub fn has_same_fields(&self, earlier: &Self) -> bool {
        self.file.file == earlier.file.file
            && self.collection == earlier.collection
            && Arc::ptr_eq(&self.schema, &earlier.schema)
            && self.visibility == earlier.visibility
            // The collection may have named another field as the date.
            && self.date == earlier.date
            && self.front_matter() == earlier.front_matter()
            // A changed heading, or a changed default of a folder, changes fields, but not the front matter.
            && self.fields == earlier.fields
    }

    /// Returns the text before its Markdown: the front matter with its fences, or the whole of a YAML file.
    fn front_matter(&self) -> &str {
        &self.file.text[..self.markdown_start]
    }

    pub fn markdown(&self) -> &str {
        &self.file.text[self.markdown_start..]
    }

    /// Returns the place of a value: in the entry's file, or in the section or collection that sets it as a default.
    pub fn place_of(&self, pointer: &str, side: PairSide) -> Place {
        let key = pointer.split('/').nth(1);
        if let Some((_, defaults)) = self.defaults.iter().find(|(default, _)| Some(default.as_str()) == key) {
            return defaults.place_of(pointer, side);
        }
        document::entry_yaml(&self.file).place_of(pointer, side)
    }

    pub fn place(&self, span: std::ops::Range<usize>) -> Place {
        Place::new(self.file.file.clone(), &self.file.text, span)
    }
}

/// Reports a text that can't be turned into a slug in ASCII.
pub fn no_slug(text: &str) -> Diagnostic {
    Diagnostic::error("slug-unspeakable", format!("`{text}` can't be written in ASCII letters"))
        .label("only Latin, Greek and Cyrillic letters can")
        .help("give the entry that it names a `slug`, or leave out `slugs: ascii` in content/site.yaml")
}
