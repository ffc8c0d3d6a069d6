//! An entry: one file of a collection, its fields checked and completed, its Markdown parsed.

use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use super::collection::Collection;
use super::document;
use super::locate::Part;
use super::markdown::{self, Body};
use super::schema::Schema;
use super::settings::Paginate;
use super::yaml::YamlSource;
use crate::date;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::SourceFile;

/// One file of a collection.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its path below `content/`, without the ending: `articles/SixPillars`.
    pub id: Arc<str>,
    /// Its name within the collection, or what `slug` says.
    pub slug: String,
    /// Its collection's place among the collections.
    pub collection: usize,
    pub file: Arc<SourceFile>,
    /// Where in its file its Markdown begins.
    markdown_start: usize,
    pub fields: Map<String, Value>,
    /// The schema its fields were checked with.
    pub schema: Arc<Schema>,
    /// Its Markdown; none for an entry of YAML alone.
    pub body: Option<Body>,
    pub date: Option<Timestamp>,
    pub visibility: Visibility,
    /// Until when that holds, if not for good.
    pub until: Option<Timestamp>,
    /// JSON pointers of its sample values.
    pub samples: Vec<String>,
    /// Where they stand, found when first asked for.
    sample_places: OnceLock<Vec<Place>>,
}

/// Whether an entry is part of the site, and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    Published,
    Draft,
    /// Its date is yet to come.
    Future,
    Expired,
}

/// What reading an entry needs to know of its site.
pub struct Reader<'a> {
    pub markdown: markdown::Options,
    pub zone: TimeZone,
    pub now: Timestamp,
    pub variable: &'a (dyn Fn(&str) -> Option<String> + Sync),
}

impl Entry {
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).and_then(Value::as_str)
    }

    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        self.fields.get("aliases").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    pub fn paginate(&self) -> Option<Paginate> {
        let value = self.fields.get("paginate").filter(|value| !value.is_null())?;
        serde_json::from_value(value.clone()).ok()
    }

    /// Whether all but its Markdown is surely the same, with the places where it is written.
    pub fn connects_as(&self, earlier: &Self) -> bool {
        self.file.file == earlier.file.file
            && self.collection == earlier.collection
            && Arc::ptr_eq(&self.schema, &earlier.schema)
            && self.visibility == earlier.visibility
            && self.front_matter() == earlier.front_matter()
    }

    /// The text that its fields are read from.
    fn front_matter(&self) -> &str {
        &self.file.text[..self.markdown_start]
    }

    /// The text that its body is made from.
    pub fn markdown(&self) -> &str {
        &self.file.text[self.markdown_start..]
    }

    /// Where a value of its front matter stands.
    pub fn place_of(&self, pointer: &str, part: Part) -> Place {
        match self.yaml() {
            Ok(source) => source.place_of(pointer, part),
            Err(_) => Place::file(self.file.file.clone()),
        }
    }

    /// Where its sample values stand.
    pub fn sample_places(&self) -> &[Place] {
        let find = || self.yaml().map(|source| document::places(&source, &self.samples)).unwrap_or_default();
        self.sample_places.get_or_init(find)
    }

    /// A place in its file, by bytes.
    pub fn place(&self, span: std::ops::Range<usize>) -> Place {
        Place::new(self.file.file.clone(), &self.file.text, span)
    }

    fn yaml(&self) -> Result<YamlSource<'_>, Diagnostic> {
        yaml_of(&self.file).map(|(source, _)| source)
    }
}

impl Reader<'_> {
    /// Reads one file. A file whose front matter can't be parsed gives no entry.
    pub fn read(
        &self,
        file: &Arc<SourceFile>,
        collection: &Collection,
        index: usize,
        schema: Arc<Schema>,
    ) -> (Option<Entry>, Vec<Diagnostic>) {
        let (source, markdown_start) = match yaml_of(file) {
            Ok(parts) => parts,
            Err(diagnostic) => return (None, vec![diagnostic]),
        };
        let what = || format!("the collection `{}`", collection.name);
        let (document, mut diagnostics) = document::read_with(&source, &schema, &what(), self.variable);
        if source.range.start == markdown_start.unwrap_or(usize::MAX) {
            // There is no front matter to add a line to.
            let help = "front matter stands at the beginning of the file, between two lines `---`";
            diagnostics.iter_mut().for_each(|diagnostic| diagnostic.help.push(help.to_owned()));
        }
        let body = markdown_start.map(|start| {
            let (body, problems) = markdown::parse(&file.file, &file.text, start, &self.markdown);
            diagnostics.extend(problems);
            body
        });
        let Some(document) = document else { return (None, diagnostics) };
        let Value::Object(fields) = document.value else { return (None, diagnostics) };
        let id = without_ending(&file.path);
        let own_slug = fields.get("slug").and_then(Value::as_str).map(str::to_owned);
        let slug = own_slug.unwrap_or_else(|| id[collection.name.len() + 1..].to_owned());
        let moment = |key: &str| {
            let text = fields.get(key).and_then(Value::as_str)?;
            date::parse(text, &self.zone).ok().map(|moment| moment.timestamp())
        };
        let (date, expires) = (moment("date"), moment("expires"));
        let entry = Entry {
            id: id.into(),
            slug,
            collection: index,
            date,
            visibility: self.visibility(&fields, date, expires),
            until: [date, expires].into_iter().flatten().filter(|moment| *moment > self.now).min(),
            file: file.clone(),
            markdown_start: markdown_start.unwrap_or(file.text.len()),
            fields,
            schema,
            body,
            samples: document.samples,
            sample_places: OnceLock::new(),
        };
        (Some(entry), diagnostics)
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

/// The YAML of an entry's file and, in a Markdown file, where its Markdown begins.
fn yaml_of(file: &SourceFile) -> Result<(YamlSource<'_>, Option<usize>), Diagnostic> {
    if file.path.ends_with(".md") {
        document::front_matter(file).map(|(source, start)| (source, Some(start)))
    } else {
        Ok((document::whole(file), None))
    }
}

/// `articles/a.md` → `articles/a`.
pub fn without_ending(path: &str) -> &str {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    path[name..].rfind('.').map_or(path, |at| &path[..name + at])
}
