//! New entries: the form to fill in, the name of the file, and its text, which is formatted like that of other entries.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::blank_form::{BlankForm, build_blank_form};
use super::content_file::{ContentFile, ContentRole, check_no_link, in_words, title_field};
use super::file_change::FileChange;
use super::form::{FieldChoice, FormBuilder};
use super::journal::{ChangeKind, DescribedChange};
use super::link_check::check_pictures;
use super::refused::Refused;
use super::rename::{check_free, check_no_namesake};
use super::workspace::{OpenFile, Workspace};
use crate::config::CONTENT;
use crate::content::collection::Collection;
use crate::content::document;
use crate::content::entry::Entry;
use crate::content::entry_file::EntryFile;
use crate::content::entry_name::{extension, is_portable_name, is_valid_name};
use crate::route;
use crate::site::Site;
use crate::snapshot::Snapshot;
use crate::source::SourceFile;
use crate::unicode::into_nfc;
use crate::yaml::ParsedDocument;
use crate::yaml::pointer::join;
use crate::yaml::write::new_document;

/// The text of a new entry in Markdown, until somebody writes another one.
pub const PLACEHOLDER: &str = "Write here.";

#[derive(Debug, Serialize)]
pub struct EntryForm {
    pub collection: String,
    pub label: String,
    /// The pointer of the field that names the entry.
    pub title_at: Option<String>,
    /// Whether the entry is a page: then it begins as a draft.
    pub is_page: bool,
    /// The present day in the time zone of the site, such as `2026-03-01`.
    pub today: String,
    pub form: BlankForm,
}

/// The name of a new entry, with the file and the route that follow from it.
#[derive(Debug, Serialize)]
pub struct ProposedName {
    pub name: String,
    pub file: String,
    /// The route of the entry's page, if the name decides it.
    pub route: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewEntry {
    pub collection: String,
    pub name: String,
    pub value: Map<String, Value>,
}

/// Lists the collections to which entries can be added.
pub fn list_collections(workspace: &Workspace<'_>) -> Vec<FieldChoice> {
    let site = workspace.site();
    let names = site.collections().iter().filter(|collection| takes_entries(site, collection));
    let names = names.map(|collection| &*collection.name);
    names.map(|name| FieldChoice { value: name.into(), label: in_words(name) }).collect()
}

/// Returns the collection of an entry's file, if entries can be added to it.
pub fn collection_of(site: &Site, file: &ContentFile<'_>) -> Option<String> {
    let ContentRole::Entry(index) = file.role else { return None };
    let collection = &site.collections()[site.entry(index).collection];
    takes_entries(site, collection).then(|| collection.name.clone())
}

/// Whether the editor can add entries. Developers add forms, entries with routes of their own, and the entries of
/// collections outside of `content/`.
fn takes_entries(site: &Site, collection: &Collection) -> bool {
    let has_own_routes = || entries_of(site, collection).any(|entry| entry.text("route").is_some());
    collection.forms.is_none()
        && route::is_within(&collection.file.file, CONTENT)
        && (collection.route.is_some() || !has_own_routes())
}

fn entries_of<'a>(site: &'a Site, collection: &'a Collection) -> impl Iterator<Item = &'a Arc<Entry>> {
    site.entries().iter().filter(move |entry| site.collections()[entry.collection].name == collection.name)
}

/// Finds a collection to which entries can be added. Also returns its index.
fn find_collection<'a>(site: &'a Site, name: &str) -> Result<(usize, &'a Collection), Refused> {
    let found = site.collection(name).map(|index| (index, &*site.collections()[index]));
    found.filter(|(_, collection)| takes_entries(site, collection)).ok_or(Refused::NotFound)
}

pub fn build_blank_entry(workspace: &Workspace<'_>, collection: &str) -> Result<EntryForm, Refused> {
    let site = workspace.site();
    let (index, collection) = find_collection(site, collection)?;
    let source = Arc::new(empty_file(collection, "new", extension(&site.content, index)));
    let file = ContentFile::new(site, &source, &collection.schema, ContentRole::New);
    let document = ParsedDocument { value: json!({}), samples: Vec::new() };
    let builder = FormBuilder { workspace, file: &file, document };
    let mut form = build_blank_form(builder, "", &Value::Null).ok_or(Refused::NotFound)?;
    let is_page = collection.route.is_some();
    // Nobody chooses whether a new entry is a draft: pages begin as drafts. An optional date matters to pages only.
    form.fields.retain(|field| field.at != "/draft" && (field.at != "/date" || !field.is_optional || is_page));
    if is_page && let Some(base) = form.base.as_object_mut() {
        base.shift_insert(0, "draft".to_owned(), true.into());
    }
    let today = site.now.date().to_string();
    for field in &mut form.fields {
        let key = field.at.trim_start_matches('/').to_owned();
        field.offer_pictures(entries_of(site, collection).filter_map(|entry| entry.fields.get(&key)));
        let numbers = entries_of(site, collection).filter_map(|entry| entry.fields.get(&key)?.as_i64());
        if collection.sort.as_ref().is_some_and(|sort| sort.field == key)
            && let Some(last) = numbers.max()
        {
            field.value = last.saturating_add(1).into();
        } else if key == "date" && !field.is_optional {
            field.value = today.clone().into();
        }
    }
    let title_at = title_field(&collection.schema).map(|field| join("", field));
    let title_at = title_at.filter(|at| form.fields.iter().any(|field| field.at == *at));
    let (collection, label) = (collection.name.clone(), in_words(&collection.name));
    Ok(EntryForm { collection, label, title_at, is_page, today, form })
}

/// Proposes the name of an entry with this title. If the name is taken, a number is added.
pub fn propose_name(workspace: &Workspace<'_>, collection: &str, title: &str) -> Result<ProposedName, Refused> {
    let site = workspace.site();
    let (index, collection) = find_collection(site, collection)?;
    let is_free = |name: &str| {
        let route = describe_name(site, index, collection, name.to_owned()).route;
        check_no_namesake(site, workspace.config, &collection.name, name).is_ok()
            && check_route(&workspace.snapshot, route.as_deref()).is_ok()
    };
    // A title without letters has no slug, so an empty name is proposed.
    let slug = site.content.settings.slug(title, 0).unwrap_or_default();
    let numbered = (2..=1000).map(|number| format!("{slug}-{number}"));
    let mut names = std::iter::once(slug.clone()).chain(numbered);
    let free = names.find(|name| slug.is_empty() || is_free(name)).unwrap_or_default();
    Ok(describe_name(site, index, collection, free))
}

/// Returns a name with the file and the route that follow from it.
fn describe_name(site: &Site, index: usize, collection: &Collection, name: String) -> ProposedName {
    let file = empty_file(collection, &name, extension(&site.content, index)).file.to_string();
    // A new entry is in the first language.
    let language = site.content.settings.first_language();
    let pattern = collection.route.as_ref().and_then(|pattern| pattern.in_language(language, language));
    let route = pattern
        .filter(|_| !name.is_empty())
        .and_then(|pattern| route::fill(&pattern, |part| (part == "slug").then(|| name.clone())).ok());
    ProposedName { name, file, route }
}

fn check_route(snapshot: &Snapshot, route: Option<&str>) -> Result<(), Refused> {
    route.map_or(Ok(()), |route| check_free(snapshot, route, |_| false))
}

fn empty_file(collection: &Collection, name: &str, extension: &str) -> SourceFile {
    let path = format!("{}/{name}.{extension}", collection.name);
    SourceFile { file: format!("{CONTENT}/{path}").into(), path, text: "".into() }
}

fn check_new_name(workspace: &Workspace<'_>, collection: &Collection, name: &str) -> Result<(), Refused> {
    let site = workspace.site();
    // A name such as `README`, or one that ends with a language, would give the file another id.
    let id = format!("{}/{name}", collection.name);
    let keeps_id = |path: &str| EntryFile::of(&collection.name, path, &site.content.settings.suffixes).id == id;
    if !is_valid_name(name) || !is_portable_name(name) || !keeps_id(&format!("{id}.md")) {
        return Err(Refused::bad_name(name));
    }
    check_no_namesake(site, workspace.config, &collection.name, name)?;
    Ok(check_no_link(workspace.config, &format!("{CONTENT}/{}", collection.name))?)
}

/// Describes the creation of an entry. Also returns the name, file and route.
pub fn describe_creation(
    workspace: &Workspace<'_>,
    new: &NewEntry,
) -> Result<(DescribedChange, ProposedName), Refused> {
    let site = workspace.site();
    let (index, collection) = find_collection(site, &new.collection)?;
    let name = &into_nfc(new.name.clone());
    check_new_name(workspace, collection, name)?;
    let proposed = describe_name(site, index, collection, name.clone());
    check_route(&workspace.snapshot, proposed.route.as_deref())?;
    let extension = extension(&site.content, index);
    let source = Arc::new(empty_file(collection, name, extension));
    let neighbour = entries_of(site, collection).find(|entry| entry.file.path.ends_with(extension));
    let like = neighbour.and_then(|entry| Some(document::split_entry(&entry.file).ok()?.0.document_text()));
    let value = Value::Object(new.value.clone());
    let fields = new_document(&value, like.unwrap_or_default());
    let text = if extension == "md" { format!("---\n{fields}---\n\n{PLACEHOLDER}\n") } else { fields };
    let file = OpenFile::new(ContentFile::new(site, &source, &collection.schema, ContentRole::New), text);
    let mistakes = file.find_mistakes()?;
    if !mistakes.is_empty() {
        return Err(Refused::Invalid(mistakes));
    }
    check_pictures(&workspace.snapshot, &collection.schema, "", &value)?;
    if file.values()? != value {
        return Err(Refused::invalid("edit-structure", "this can't be written", "a developer adds the entry"));
    }
    let files = vec![FileChange::create(&source.file, file.whole)];
    let title = title_field(&collection.schema).and_then(|field| new.value.get(field)?.as_str()).unwrap_or(name);
    let (file, label, to) = (source.file.to_string(), title.to_owned(), title.into());
    let creation = DescribedChange { file, label, to, files, ..DescribedChange::new(ChangeKind::Create) };
    Ok((creation, proposed))
}
