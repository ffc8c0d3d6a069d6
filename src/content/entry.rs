//! An entry: one file of a collection, with its fields checked and completed and its Markdown parsed. Its
//! [`Visibility`] tells whether it is a draft, future or expired.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::collection::Collection;
use super::declared_page::Paginate;
use super::document;
use super::entry_file::{EntryFile, EntryRole};
use super::folder_defaults::{self, AppliedDefault, FolderDefaults};
use super::settings::Settings;
use super::site_language::LanguageIndex;
use crate::config::Config;
use crate::date;
use crate::diagnostic::{Diagnostic, Place};
use crate::markdown::{self, MarkdownBody, MarkdownOptions};
use crate::schema::Schema;
use crate::source::SourceFile;
use crate::unicode::into_nfc;
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// The fields that may hold the title of an entry. The first one that the entry has counts.
pub const TITLE_FIELDS: [&str; 2] = ["title", "name"];

/// One file of a collection.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its path below `content/`, without extension: `articles/SixPillars`. For a bundle or section, the path of its
    /// folder.
    pub id: Arc<str>,
    pub role: EntryRole,
    pub language: LanguageIndex,
    /// The field `slug`, or else one made from the entry's path within the collection.
    pub slug: String,
    /// The index of its collection.
    pub collection: usize,
    pub file: Arc<SourceFile>,
    /// The byte in its file at which its Markdown begins.
    pub markdown_start: usize,
    pub fields: Map<String, Value>,
    /// The schema that its fields were checked by.
    pub schema: Arc<Schema>,
    /// Its Markdown; `None` for a YAML file.
    pub body: Option<MarkdownBody>,
    pub date: Option<Timestamp>,
    pub visibility: Visibility,
    /// The fields that it takes from a section or collection around it.
    defaults: Vec<AppliedDefault>,
    /// JSON pointers of the values with the tag `!sample`.
    pub samples: Vec<String>,
}

/// Whether an entry is published, or why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    Published,
    Draft,
    /// Its date lies in the future.
    Future,
    Expired,
}

/// The reader of entries, with the settings that every entry needs.
pub struct EntryReader<'a> {
    pub settings: &'a Settings,
    /// The options of Markdown in each language.
    pub markdown: Vec<MarkdownOptions>,
    pub now: Timestamp,
    pub config: &'a Config,
}

impl Entry {
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).and_then(Value::as_str)
    }

    /// Returns the entry's title.
    pub fn title(&self) -> Option<&str> {
        self.text(self.title_field()?)
    }

    /// Returns the field that holds the entry's title.
    pub fn title_field(&self) -> Option<&'static str> {
        TITLE_FIELDS.into_iter().find(|field| self.text(field).is_some())
    }

    /// Returns the texts of a field from which terms are made: one text, or those of a list. The field `slug` gives the
    /// entry's actual slug.
    pub fn texts(&self, field: &str) -> Vec<&str> {
        match self.fields.get(field) {
            _ if field == "slug" => vec![&self.slug],
            Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
            value => value.and_then(Value::as_str).into_iter().collect(),
        }
    }

    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        self.fields.get("aliases").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    pub fn paginate(&self) -> Option<Paginate> {
        let value = self.fields.get("paginate").filter(|value| !value.is_null())?;
        serde_json::from_value(value.clone()).ok()
    }

    /// Whether the entry sets `page: false`: a section without a page of its own.
    pub fn refuses_page(&self) -> bool {
        self.fields.get("page") == Some(&Value::Bool(false))
    }

    /// Makes errors warnings if the entry is not part of the site.
    pub fn downgrade_if_unpublished(&self, diagnostics: &mut [Diagnostic], config: &Config) {
        if self.visibility != Visibility::Published && !config.drafts && config.excuses_unfinished() {
            diagnostics.iter_mut().for_each(|diagnostic| diagnostic.downgrade("an error once the entry is published"));
        }
    }

    /// Whether the entries are equal except for their Markdown, so that an index made from `earlier`, with its places,
    /// holds for this entry too.
    pub fn has_same_fields(&self, earlier: &Self) -> bool {
        self.file.file == earlier.file.file
            && self.collection == earlier.collection
            && Arc::ptr_eq(&self.schema, &earlier.schema)
            && self.visibility == earlier.visibility
            // The time zone of the settings applies to a date without a zone.
            && self.date == earlier.date
            && self.front_matter() == earlier.front_matter()
            // A heading, or a default of a section above, changes fields without a change of the front matter.
            && self.fields == earlier.fields
    }

    /// Returns the text of its front matter.
    fn front_matter(&self) -> &str {
        &self.file.text[..self.markdown_start]
    }

    /// Returns the text of its Markdown.
    pub fn markdown(&self) -> &str {
        &self.file.text[self.markdown_start..]
    }

    /// Returns the place of a value: in the entry's file, or in the section or collection that sets it as a default.
    pub fn place_of(&self, pointer: &str, part: PairSide) -> Place {
        let key = pointer.split('/').nth(1);
        if let Some((_, defaults)) = self.defaults.iter().find(|(default, _)| Some(default.as_str()) == key) {
            return defaults.place_of(pointer, part);
        }
        match self.yaml_source() {
            Ok(source) => source.place_of(pointer, part),
            Err(_) => Place::file(self.file.file.clone()),
        }
    }

    /// Returns the places of its sample values.
    pub fn sample_places(&self) -> Vec<Place> {
        self.yaml_source().map(|source| document::places(&source, &self.samples)).unwrap_or_default()
    }

    /// Returns the place of a byte range in its file.
    pub fn place(&self, span: std::ops::Range<usize>) -> Place {
        Place::new(self.file.file.clone(), &self.file.text, span)
    }

    fn yaml_source(&self) -> Result<DocumentSource<'_>, Diagnostic> {
        document::split_entry(&self.file).map(|(source, _)| source)
    }
}

impl EntryReader<'_> {
    /// Reads one file. `defaults` are those of the folders around the file. A file whose front matter can't be parsed
    /// gives no entry.
    pub fn read(
        &self,
        file: &Arc<SourceFile>,
        EntryFile { id, role, language }: EntryFile,
        collection: &Collection,
        collection_index: usize,
        schema: Arc<Schema>,
        defaults: &[&Arc<FolderDefaults>],
    ) -> (Option<Entry>, Vec<Diagnostic>) {
        let (source, markdown_start) = match document::split_entry(file) {
            Ok(parts) => parts,
            Err(diagnostic) => return (None, vec![diagnostic]),
        };
        let options = &self.markdown[language];
        let (mut document, mut diagnostics) = match document::parse(&source) {
            Ok(document) => (Some(document), Vec::new()),
            Err(diagnostics) => (None, diagnostics),
        };
        // The Markdown of a file whose YAML can't be parsed is checked too.
        let value = document.as_mut().map(|document| &mut document.value);
        let (body, problems) = markdown_start.map(|start| parse_body(file, start, options, &schema, value)).unzip();
        let mut applied = Vec::new();
        if let Some(document) = &mut document {
            applied = folder_defaults::apply(&mut document.value, defaults, |key| schema.may_have(key));
            let schema_name = format!("the collection `{}`", collection.name);
            let found = document::check_and_complete(document, &source, &schema, &schema_name, Some(self.config));
            diagnostics.extend(found);
        }
        if let Some(start) = markdown_start {
            add_help(&mut diagnostics, start > 0, schema.heading_field());
        }
        diagnostics.extend(problems.unwrap_or_default());
        let Some(document) = document else { return (None, diagnostics) };
        let Value::Object(fields) = document.value else { return (None, diagnostics) };
        let name = collection.name_for_slug(id);
        let slug = self.slug(&fields, name, language).unwrap_or_else(|| {
            diagnostics.push(no_slug(name).at(Place::file(file.file.clone())));
            name.to_owned()
        });
        let moment = |key: &str| {
            let text = fields.get(key).and_then(Value::as_str)?;
            date::parse(text, &self.settings.zone).ok().map(|moment| moment.timestamp())
        };
        let (date, expires) = (moment("date"), moment("expires"));
        let entry = Entry {
            id: id.into(),
            role,
            language,
            slug,
            collection: collection_index,
            date,
            visibility: self.visibility(&fields, date, expires),
            file: file.clone(),
            markdown_start: markdown_start.unwrap_or(file.text.len()),
            fields,
            schema,
            body,
            defaults: applied,
            samples: document.samples,
        };
        (Some(entry), diagnostics)
    }

    /// Returns the slug of an entry: its field `slug`, or one made from its `name`; `None` if the name can't be written
    /// in the letters of slugs.
    fn slug(&self, fields: &Map<String, Value>, name: &str, language: LanguageIndex) -> Option<String> {
        match fields.get("slug").and_then(Value::as_str) {
            Some(own) => Some(into_nfc(own.to_owned())),
            // The section of the collection itself has an empty slug.
            None if name.is_empty() => Some(String::new()),
            None => self.settings.file_slug(name, language),
        }
    }

    fn visibility(
        &self,
        fields: &Map<String, Value>,
        date: Option<Timestamp>,
        expires: Option<Timestamp>,
    ) -> Visibility {
        if fields.get("draft") == Some(&Value::Bool(true)) {
            Visibility::Draft
        } else if date.is_some_and(|date| date > self.now) {
            Visibility::Future
        } else if expires.is_some_and(|expires| expires <= self.now) {
            Visibility::Expired
        } else {
            Visibility::Published
        }
    }
}

/// Adds help to the diagnostics of a Markdown file's fields: to write front matter if there is none, and to write a
/// heading if it gives the missing field.
fn add_help(diagnostics: &mut [Diagnostic], has_front_matter: bool, heading_field: Option<&str>) {
    for diagnostic in diagnostics {
        if !has_front_matter {
            let help = "write front matter at the beginning of the file, between two lines `---`";
            diagnostic.help.push(help.to_owned());
        }
        let is_missing =
            |field| diagnostic.code == "missing-field" && diagnostic.message.contains(&format!("`{field}`"));
        if heading_field.is_some_and(is_missing) {
            diagnostic.help.push("or begin the text with a heading `# …`".to_owned());
        }
    }
}

/// Parses the Markdown of a file. If the first heading gives a field that `value` lacks, adds the field.
fn parse_body(
    file: &SourceFile,
    start: usize,
    options: &MarkdownOptions,
    schema: &Schema,
    value: Option<&mut Value>,
) -> (MarkdownBody, Vec<Diagnostic>) {
    let fields = value.and_then(Value::as_object_mut);
    let field = schema.heading_field().zip(fields).filter(|(field, fields)| !fields.contains_key(*field));
    let Some((field, fields)) = field else { return markdown::parse(&file.file, &file.text, start, options) };
    let options = MarkdownOptions { takes_title: true, ..options.clone() };
    let (body, problems) = markdown::parse(&file.file, &file.text, start, &options);
    fields.extend(body.title.as_ref().map(|title| (field.to_owned(), Value::from(title.text.as_str()))));
    (body, problems)
}

/// Reports a text that can't be made a slug in ASCII.
pub fn no_slug(text: &str) -> Diagnostic {
    Diagnostic::error("slug-unspeakable", format!("`{text}` can't be written in ASCII letters"))
        .label("only Latin, Greek and Cyrillic letters can")
        .help("give the entry that it names a `slug`, or leave out `slugs: ascii` in content/site.yaml")
}
