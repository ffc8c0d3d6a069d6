//! The reads of pages, and their fingerprints.
//!
//! While a page is rendered, everything that it takes from the [`Snapshot`] is recorded as a [`Read`].
//! [`Snapshot::fingerprint`] hashes the result of a read: a page can be reused if all its reads have the same
//! fingerprints in a later snapshot. That something is missing is a result too.

use std::sync::Arc;

use serde_json::Value as Json;
use xxhash_rust::xxh3::Xxh3Default;

use super::world::Snapshot;
use crate::content::settings::{Period, SlugLetters};
use crate::markdown::{Heading, MarkdownBody};
use crate::site::EntryIndex;
use crate::site::plan::{DeclaredFor, PageSubject, PlannedPage, Term};
use crate::yaml::pointer::is_below;

/// One recorded dependency of a page on the snapshot.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Read {
    /// A part of the entry of this file.
    Entry(Arc<str>, EntryPart),
    /// The entry of an id, whether it is published, and its route.
    Find(Box<str>),
    /// The entries of a collection, in its order or that of a field: `take` of them after `skip`.
    Listed {
        collection: Box<str>,
        sort: Option<Box<str>>,
        skip: usize,
        take: usize,
    },
    /// Whether entries of a collection may have a field, and whether it is a date.
    MayHave {
        collection: Box<str>,
        field: Box<str>,
    },
    /// The newest entries of a collection.
    Newest(Box<str>, usize),
    /// The values of a field over a collection, or the periods of its dates.
    Terms {
        collection: Box<str>,
        field: Box<str>,
        by: Option<Period>,
    },
    /// The entries that have a value in a field, with their dates.
    Tagged {
        collection: Box<str>,
        field: Box<str>,
        name: Box<str>,
    },
    /// The route of a term's page.
    TermPage {
        collection: Box<str>,
        field: Box<str>,
        slug: Box<str>,
    },
    /// The template, subject and slice of the page at a route.
    Page(Arc<str>),
    /// The routes and subjects of all documents.
    Pages,
    /// The route or file that a path leads to.
    Link(Box<str>),
    /// An aspect of a file of `public/`.
    Asset(Box<str>, AssetAspect),
    /// The fonts of drawings.
    Fonts,
    /// The code of an island, its module, and the schema of its props.
    Island(Box<str>),
    /// The URL of a plain script, and its text.
    Script(Box<str>),
    /// The loader of islands, and its imports.
    Loader,
    /// The names of the data files.
    DataNames,
    /// Whether a data file has fields. If it has none, its whole value.
    Data(Box<str>),
    /// The names of a data file's fields.
    DataKeys(Box<str>),
    /// A field of a data file.
    DataField(Box<str>, Box<str>),
    Setting(SettingGroup),
    /// The text of a template.
    Template(Box<str>),
    /// The build's "now".
    Now,
}

/// A part of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntryPart {
    /// Its id, its slug, its collection.
    Identity,
    Field(Box<str>),
    Body,
    /// The part of its Markdown before `<!-- more -->`.
    Summary,
    Toc,
    Words,
    /// The route of its page.
    Route,
    Previous,
    Next,
}

/// An aspect of a file of `public/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AssetAspect {
    /// Its output path, and whether it is a source that is not published.
    Address,
    /// Its image header, and a digest of its bytes.
    Picture,
    Size,
    Text,
}

/// A group of settings that pages read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SettingGroup {
    /// Scheme, host and base path.
    Address,
    Description,
    /// Sizes, formats and qualities of pictures.
    Images,
    Language,
    /// The options of Markdown.
    Markdown,
    /// The letters of slugs, and the language that says how they are written.
    Slugs,
    Title,
    Zone,
}

/// A hash of the result of a read.
pub type Fingerprint = u128;

impl Snapshot {
    /// Hashes the result of a read in this snapshot.
    pub fn fingerprint(&self, read: &Read) -> Fingerprint {
        let mut hasher = FingerprintHasher(Xxh3Default::new());
        let (site, plan) = (self.site(), self.plan());
        match read {
            Read::Entry(file, part) => match site.entry_by_file(file) {
                Some(entry) => self.part(entry, part, &mut hasher),
                None => hasher.absent(),
            },
            Read::Find(id) => {
                let found = self.site().entry_by_id(id);
                hasher.entry(self, found);
                hasher.number(usize::from(found.is_some_and(|entry| site.is_published(entry))));
                hasher.number(usize::from(site.content.unreadable.contains(&**id)));
                hasher.text(self.route_of(found).unwrap_or_default());
            }
            Read::Listed { collection, sort, skip, take } => {
                let listed = self.listed(collection, sort.as_deref(), *skip, *take);
                hasher.entries(self, listed.as_deref());
            }
            Read::MayHave { collection, field } => {
                hasher.number(usize::from(self.may_have(collection, field)));
                hasher.number(usize::from(self.is_date(collection, field)));
            }
            Read::Newest(collection, count) => {
                let newest = site.collection(collection).map(|at| site.newest(at));
                hasher.entries(self, newest.map(|newest| &newest[..newest.len().min(*count)]));
            }
            Read::Terms { collection, field, by } => {
                for term in self.terms(collection, field, *by).iter() {
                    hasher.term(self, term);
                }
            }
            Read::Tagged { collection, field, name } => match self.term(collection, field, name) {
                Some(term) => hasher.term(self, &term),
                None => hasher.absent(),
            },
            Read::TermPage { collection, field, slug } => {
                let page = self.term_page(collection, field, slug);
                hasher.text(page.map_or("", |page| &plan.pages[page].route));
            }
            Read::Page(route) => match plan.page_at(route) {
                Some(page) => hasher.page(self, &plan.pages[page]),
                None => hasher.absent(),
            },
            Read::Pages => {
                for page in plan.documents() {
                    hasher.text(&page.route);
                    hasher.subject(self, &page.subject);
                }
            }
            Read::Link(path) => hasher.text(&self.resolve_path(path)),
            Read::Asset(path, aspect) => match site.assets.find(path) {
                None => hasher.absent(),
                Some(asset) => match aspect {
                    AssetAspect::Address => {
                        hasher.text(&asset.published);
                        hasher.number(usize::from(asset.is_source));
                    }
                    AssetAspect::Picture => match asset.picture() {
                        Some(picture) => hasher.text(&format!("{:?} {:x}", picture.header, picture.digest)),
                        None => hasher.absent(),
                    },
                    AssetAspect::Size => match asset.size() {
                        Some(size) => {
                            [size.width, size.height].into_iter().for_each(|side| hasher.number(side as usize));
                        }
                        None => hasher.absent(),
                    },
                    AssetAspect::Text => hasher.text(asset.text(path).map_or("", |text| text)),
                },
            },
            Read::Fonts => hasher.text(&site.assets.fonts().digest.to_string()),
            Read::Island(name) => self.island(name, &mut hasher),
            Read::Script(name) => {
                let bundle = &self.islands().bundle;
                hasher.number(usize::from(bundle.scripts.iter().any(|script| **script == **name)));
                hasher.text(bundle.script(name).unwrap_or_default());
                hasher.text(bundle.standalone_script(name).as_deref().unwrap_or_default());
            }
            Read::Loader => {
                let bundle = &self.islands().bundle;
                let hydrate = bundle.hydrate().unwrap_or_default();
                hasher.text(hydrate);
                bundle.imports(hydrate).iter().for_each(|import| hasher.text(import));
                hasher.text(bundle.loader().as_deref().unwrap_or_default());
            }
            Read::DataNames => site.content.data.keys().for_each(|name| hasher.text(name)),
            Read::Data(name) => match site.content.data.get(&**name).map(|data| &data.value) {
                None => hasher.absent(),
                Some(Json::Object(_)) => hasher.text("fields"),
                Some(value) => {
                    hasher.json(value);
                    hasher.references(self, self.data_references(name), "");
                }
            },
            Read::DataKeys(name) => match site.content.data.get(&**name).map(|data| &data.value) {
                Some(Json::Object(fields)) => fields.keys().for_each(|key| hasher.text(key)),
                _ => hasher.absent(),
            },
            Read::DataField(name, key) => {
                match site.content.data.get(&**name).and_then(|data| data.value.get(&**key)) {
                    None => hasher.absent(),
                    Some(value) => {
                        hasher.json(value);
                        hasher.references(self, self.data_references(name), key);
                    }
                }
            }
            Read::Setting(setting) => self.setting(*setting, &mut hasher),
            Read::Template(name) => match self.templates().source(name) {
                Some(source) => hasher.text(&source.text),
                None => hasher.absent(),
            },
            Read::Now => hasher.text(&self.site().now.to_string()),
        }
        hasher.0.digest128()
    }

    fn part(&self, index: EntryIndex, part: &EntryPart, hasher: &mut FingerprintHasher) {
        let site = self.site();
        let entry = site.entry(index);
        match part {
            EntryPart::Identity => {
                hasher.text(&entry.id);
                hasher.text(&entry.slug);
                hasher.text(&site.collections()[entry.collection].name);
            }
            EntryPart::Field(key) => match entry.fields.get(&**key) {
                None => hasher.absent(),
                Some(value) => {
                    hasher.json(value);
                    hasher.references(self, site.references(index), key);
                }
            },
            EntryPart::Body => match entry.body {
                Some(_) => hasher.text(entry.markdown()),
                None => hasher.absent(),
            },
            // The pieces depend on the text below as well: it may define the targets of links.
            EntryPart::Summary => hasher.text(&format!("{:?}", entry.body.as_ref().map(MarkdownBody::summary))),
            EntryPart::Toc => hasher.toc(entry.body.as_ref().map_or(&[][..], |body| &body.toc)),
            EntryPart::Words => hasher.number(entry.body.as_ref().map_or(0, |body| body.words)),
            EntryPart::Route => hasher.text(self.route_of(Some(index)).unwrap_or_default()),
            EntryPart::Previous => hasher.entry(self, site.neighbour(index, -1)),
            EntryPart::Next => hasher.entry(self, site.neighbour(index, 1)),
        }
    }

    /// Hashes all that the HTML of an island depends on, and its module.
    fn island(&self, name: &str, hasher: &mut FingerprintHasher) {
        let islands = self.islands();
        hasher.number(usize::from(islands.has(name)));
        let published = islands.bundle.island(name).unwrap_or_default();
        hasher.text(published);
        islands.bundle.imports(published).iter().for_each(|import| hasher.text(import));
        hasher.text(&islands.bundle.island_digest(name).to_string());
        match islands.props.get(name) {
            Some(props) => hasher.json(props.schema().raw()),
            None => hasher.absent(),
        }
    }

    fn setting(&self, setting: SettingGroup, hasher: &mut FingerprintHasher) {
        let settings = &self.site().content.settings;
        match setting {
            SettingGroup::Address => {
                hasher.text(&settings.origin);
                hasher.text(&settings.base_path);
            }
            SettingGroup::Description => hasher.text(&settings.description),
            SettingGroup::Images => hasher.text(&format!("{:?}", settings.images)),
            SettingGroup::Language => hasher.text(&settings.language),
            SettingGroup::Markdown => hasher.text(&format!("{:?}", self.site().content.markdown)),
            SettingGroup::Slugs => {
                hasher.number(usize::from(settings.slugs == SlugLetters::Ascii));
                hasher.text(&settings.language);
            }
            SettingGroup::Title => hasher.text(&settings.title),
            SettingGroup::Zone => hasher.text(&settings.zone_name),
        }
    }
}

/// A hasher of results, piece by piece. Each piece is preceded by its length, so that no two sequences hash the same
/// bytes.
struct FingerprintHasher(Xxh3Default);

impl FingerprintHasher {
    fn number(&mut self, number: usize) {
        self.0.update(&(number as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.update(text.as_bytes());
    }

    /// Hashes a missing result: a length that no piece has.
    fn absent(&mut self) {
        self.number(usize::MAX);
    }

    fn json(&mut self, value: &Json) {
        match value {
            Json::Null => self.number(0),
            Json::Bool(value) => self.number(1 + usize::from(*value)),
            Json::Number(number) => {
                self.number(3);
                self.text(&number.to_string());
            }
            Json::String(text) => {
                self.number(4);
                self.text(text);
            }
            Json::Array(items) => {
                self.number(5);
                self.number(items.len());
                items.iter().for_each(|item| self.json(item));
            }
            Json::Object(fields) => {
                self.number(6);
                self.number(fields.len());
                for (key, value) in fields {
                    self.text(key);
                    self.json(value);
                }
            }
        }
    }

    /// Hashes the entries that the references below a key lead to; all references if the key is empty.
    fn references(&mut self, snapshot: &Snapshot, references: &[(String, EntryIndex)], key: &str) {
        for (pointer, entry) in references {
            if key.is_empty() || is_below(pointer, key) {
                self.text(pointer);
                self.entry(snapshot, Some(*entry));
            }
        }
    }

    fn entry(&mut self, snapshot: &Snapshot, entry: Option<EntryIndex>) {
        match entry {
            Some(entry) => self.text(&snapshot.site().entry(entry).file.file),
            None => self.absent(),
        }
    }

    fn entries(&mut self, snapshot: &Snapshot, entries: Option<&[EntryIndex]>) {
        match entries {
            Some(entries) => {
                self.number(entries.len());
                entries.iter().for_each(|entry| self.entry(snapshot, Some(*entry)));
            }
            None => self.absent(),
        }
    }

    fn term(&mut self, snapshot: &Snapshot, term: &Term) {
        self.text(&term.name);
        self.text(&term.slug);
        self.entry(snapshot, term.entry);
        self.entries(snapshot, Some(&term.entries));
        for entry in &term.entries {
            let date = snapshot.site().entry(*entry).date;
            self.0.update(&date.map_or(0, jiff::Timestamp::as_nanosecond).to_le_bytes());
        }
    }

    fn toc(&mut self, headings: &[Heading]) {
        self.number(headings.len());
        for heading in headings {
            self.number(usize::from(heading.level));
            self.text(&heading.id);
            self.text(&heading.text);
            self.toc(&heading.children);
        }
    }

    fn page(&mut self, snapshot: &Snapshot, page: &PlannedPage) {
        self.text(&page.template);
        self.subject(snapshot, &page.subject);
        let Some(slice) = &page.slice else { return };
        [slice.number, slice.size, slice.count, slice.items.len()].into_iter().for_each(|number| self.number(number));
        self.text(&slice.first);
        self.entries(snapshot, Some(slice.shown()));
    }

    fn subject(&mut self, snapshot: &Snapshot, subject: &PageSubject) {
        match subject {
            PageSubject::Entry(entry) => {
                self.number(0);
                self.entry(snapshot, Some(*entry));
            }
            PageSubject::Declared { index, each } => {
                self.number(1);
                self.number(snapshot.site().content.settings.pages[*index].fields.len());
                for (key, value) in &snapshot.site().content.settings.pages[*index].fields {
                    self.text(key);
                    self.json(value);
                }
                match each {
                    DeclaredFor::Site => {}
                    DeclaredFor::Entry(entry) => self.entry(snapshot, Some(*entry)),
                    DeclaredFor::Term(term) => {
                        self.text(&term.collection);
                        self.text(&term.field);
                        self.term(snapshot, term);
                    }
                }
            }
            PageSubject::Alias { to } => {
                self.number(2);
                self.text(to);
            }
        }
    }
}
