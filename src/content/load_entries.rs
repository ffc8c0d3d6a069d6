//! The reading of all entries, in parallel, and the reuse of unchanged entries of an earlier build.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::collection::find_reserved_names;
use super::document;
use super::entry::{Entry, Visibility, moment, no_slug};
use super::entry_file::EntryFile;
use super::files::{ContentFiles, EntrySource};
use super::folder_defaults;
use super::foreign_keys;
use super::load_collections::{CollectionLoader, LoadDiagnostics};
use super::loaded_content::Content;
use crate::diagnostic::{Diagnostic, Place};
use crate::markdown::{self, MarkdownBody, MarkdownOptions};
use crate::route::without_extension;
use crate::schema::Schema;
use crate::source::SourceFile;
use crate::unicode::into_nfc;
use crate::yaml::ParsedDocument;

pub(super) struct EntryLoader<'a> {
    pub loader: &'a CollectionLoader<'a>,
    /// The content without entries.
    pub content: &'a Content,
}

/// An entry, if it could be read, with the mistakes in its file.
type ReadEntry = (Option<Arc<Entry>>, Vec<Diagnostic>);

impl EntryLoader<'_> {
    /// Reads or reuses all entries. Returns [`Content::entries`] and [`Content::unreadable`].
    pub fn load(&self, found: &mut LoadDiagnostics) -> (Vec<Arc<Entry>>, FxHashSet<String>) {
        let CollectionLoader { files, settings, .. } = self.loader;
        let read = self.find_reusable().into_par_iter().zip(&files.entries).map(|(reused, source)| match reused {
            Some(entry) => (Some(entry.clone()), Vec::new()),
            None => self.read(source),
        });
        let mut read: Vec<ReadEntry> = read.collect();
        note_suspect_schemas(files, &mut read);
        let (mut entries, mut unreadable) = (Vec::new(), FxHashSet::default());
        let mut add_unreadable = |collection: &str, path: &str| {
            let id = EntryFile::of(collection, path, &settings.suffixes).id;
            unreadable.extend([id, without_extension(path)].map(str::to_owned));
        };
        for &path in &files.failed {
            add_unreadable(files.collection_around(path).map_or("", |at| files.collections[at].0), path);
        }
        for (&EntrySource { collection, file, .. }, (entry, diagnostics)) in files.entries.iter().zip(read) {
            match entry {
                Some(entry) => entries.push(entry),
                None => add_unreadable(files.collections[collection].0, &file.path),
            }
            found.record(file, diagnostics);
        }
        (entries, unreadable)
    }

    /// Returns the reusable entry of the earlier build, if there is one, for each of `files.entries`.
    fn find_reusable(&self) -> Vec<Option<&Arc<Entry>>> {
        let Self { loader, content } = self;
        let is_usable = |earlier: &&Content| {
            earlier.markdown == content.markdown
                && earlier.settings.zone_name == content.settings.zone_name
                && earlier.settings.gives_same_ids_and_slugs(&content.settings)
                && earlier.now == content.now
        };
        let Some(earlier) = loader.earlier.filter(is_usable) else { return vec![None; loader.files.entries.len()] };
        let by_path: FxHashMap<&str, &Arc<Entry>> =
            earlier.entries.iter().map(|entry| (&*entry.file.path, entry)).collect();
        let reuse = |source: &EntrySource| {
            let EntrySource { collection: index, file, entry: entry_file } = *source;
            let collection = &content.collections[index];
            let schema_path = loader.schema_path(&file.path);
            by_path.get(file.path.as_str()).copied().filter(|entry| {
                entry.collection == index
                    && earlier.is_reusable(file, &entry.file)
                    && earlier.collections.get(index).is_some_and(|before| Arc::ptr_eq(before, collection))
                    && earlier.has_same_schema(schema_path, content.file_schemas.get(schema_path))
                    && content.defaults.for_entry(collection, entry_file)
                        == earlier.defaults.for_entry(collection, entry_file)
            })
        };
        loader.files.entries.iter().map(reuse).collect()
    }

    /// Reads one file. Mistakes in the file's own schema stay errors, even if the entry is not published.
    fn read(&self, source: &EntrySource) -> ReadEntry {
        let of_collection = self.content.collections[source.collection].schema_of(source.entry.role);
        let (schema, diagnostics_of_schema) = self.schema_of(source.file, of_collection);
        let (entry, mut diagnostics) = self.read_by_schema(source, schema);
        if let Some(entry) = &entry {
            entry.downgrade_if_unpublished(&mut diagnostics, self.loader.config);
        }
        (entry, [diagnostics_of_schema, diagnostics].concat())
    }

    /// Reads one file, whose fields `schema` describes. A file that can't be split or parsed, or whose YAML is not a
    /// mapping, gives no entry.
    fn read_by_schema(&self, source: &EntrySource, schema: Arc<Schema>) -> ReadEntry {
        let CollectionLoader { config, settings, .. } = self.loader;
        let EntrySource { collection: index, file, entry: entry_file } = *source;
        let collection = &self.content.collections[index];
        let EntryFile { id, role, language } = entry_file;
        let (yaml, markdown_start) = match document::split_entry(file) {
            Ok(parts) => parts,
            Err(diagnostic) => return (None, vec![diagnostic]),
        };
        let (mut document, mut diagnostics) = match document::parse(&yaml) {
            Ok(document) => (Some(document), Vec::new()),
            Err(diagnostics) => (None, diagnostics),
        };
        // The Markdown of a file whose YAML can't be parsed is checked too.
        let value = document.as_mut().map(|document| &mut document.value);
        let parse_body = |start| parse_body(file, start, &self.content.markdown[language], &schema, value);
        let (body, diagnostics_of_body) = markdown_start.map(parse_body).unzip();
        let mut applied = Vec::new();
        if let Some(document) = &mut document {
            diagnostics.extend(foreign_keys::check(&document.value, &yaml, &schema));
            let defaults = self.content.defaults.for_entry(collection, entry_file);
            applied = folder_defaults::apply(&mut document.value, &defaults, &schema);
            let schema_name = format!("the collection `{}`", collection.name);
            diagnostics.extend(document::check_and_complete(document, &yaml, &schema, &schema_name, Some(config)));
        }
        if let Some(start) = markdown_start {
            add_help(&mut diagnostics, start > 0, schema.heading_field());
        }
        diagnostics.extend(diagnostics_of_body.unwrap_or_default());
        let Some(ParsedDocument { value: Value::Object(fields), samples }) = document else {
            return (None, diagnostics);
        };
        let name = collection.name_for_slug(id);
        let slug = match fields.get("slug").and_then(Value::as_str) {
            Some(own) => into_nfc(own.to_owned()),
            None if name.is_empty() => String::new(),
            None => settings.file_slug(name, language).unwrap_or_else(|| {
                diagnostics.push(no_slug(name).at(Place::file(file.file.clone())));
                name.to_owned()
            }),
        };
        let entry = Entry {
            id: id.into(),
            role,
            language,
            slug,
            collection: index,
            date: moment(&fields, &collection.date_field, &settings.zone),
            visibility: Visibility::of(&fields, self.content.now, &settings.zone),
            file: file.clone(),
            markdown_start: markdown_start.unwrap_or(file.text.len()),
            fields,
            schema,
            body,
            defaults: applied,
            samples,
        };
        (Some(Arc::new(entry)), diagnostics)
    }

    /// Returns the schema of an entry: the collection's, extended by the file's own schema if there is a valid one.
    fn schema_of(&self, file: &SourceFile, of_collection: &Arc<Schema>) -> (Arc<Schema>, Vec<Diagnostic>) {
        let Some(own) = self.content.file_schemas.get(self.loader.schema_path(&file.path)) else {
            return (of_collection.clone(), Vec::new());
        };
        let reserved = || find_reserved_names(&own.value, &document::whole_file(&own.file), "");
        match own.compile(Some(of_collection)) {
            Ok(extended) => (Arc::new(extended), reserved()),
            Err(diagnostics) => (of_collection.clone(), diagnostics),
        }
    }
}

/// Adds help to the diagnostics of a Markdown file's fields: that front matter is missing, or that a heading could
/// supply a missing field.
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

/// Parses the Markdown of a file. If `value` lacks the schema's `heading_field`, adds the field with the text's title.
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
    let (body, diagnostics) = markdown::parse(&file.file, &file.text, start, &options);
    fields.extend(body.title.as_ref().map(|title| (field.to_owned(), Value::from(title.text.as_str()))));
    (body, diagnostics)
}

/// Adds a note that the schema may be wrong, if a collection has several entries and all of them have mistakes.
fn note_suspect_schemas(files: &ContentFiles, mut read: &mut [ReadEntry]) {
    for entries in files.entries.chunk_by(|one, other| one.collection == other.collection) {
        let Some(of_collection) = read.split_off_mut(..entries.len()) else { return };
        let has_errors = |(_, diagnostics): &ReadEntry| diagnostics.iter().any(Diagnostic::is_error);
        if entries.len() > 1 && of_collection.iter().all(has_errors) {
            let (name, file) = files.collections[entries[0].collection];
            let file = &file.file;
            let note = format!("all entries of `{name}` have mistakes: perhaps the `schema` in {file} is wrong");
            of_collection[0].1[0].notes.push(note);
        }
    }
}
