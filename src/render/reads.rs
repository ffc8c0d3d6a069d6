//! What a page can read, and what was read: the one list of both.
//!
//! While a page is rendered, each look at anything beyond the page's own template text is noted as a [`Read`]. What a read
//! came to is told by [`World::fingerprint`] alone: a page is good again in a later world in which all its reads come to the
//! same. That something is not there is an answer like any other.

use std::sync::Arc;

use serde_json::Value as Json;
use xxhash_rust::xxh3::Xxh3Default;

use super::world::World;
use crate::content::markdown::Heading;
use crate::plan::{Page, Subject, Term};
use crate::site::EntryIndex;

/// One look at the site.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Read {
    /// A part of the entry that this file is.
    Entry(Arc<str>, Part),
    /// Which entry has an id, whether it is published, and where its page is.
    Find(Box<str>),
    /// The entries of a collection, in its order or that of a field: so many, after so many.
    Listed {
        collection: Box<str>,
        sort: Option<Box<str>>,
        skip: usize,
        take: usize,
    },
    /// Whether entries of a collection may have a field.
    MayHave {
        collection: Box<str>,
        field: Box<str>,
    },
    /// The newest entries of a collection.
    Newest(Box<str>, usize),
    /// The values of a field over a collection.
    Terms {
        collection: Box<str>,
        field: Box<str>,
    },
    /// The entries that have a value in a field, with their dates.
    Tagged {
        collection: Box<str>,
        field: Box<str>,
        name: Box<str>,
    },
    /// Where the page of a term is.
    TermPage {
        collection: Box<str>,
        field: Box<str>,
        slug: Box<str>,
    },
    /// What the page at a route is made from.
    Page(Arc<str>),
    /// All documents.
    Pages,
    /// Where a path leads.
    Link(Box<str>),
    /// An aspect of a file of `public/`.
    Asset(Box<str>, Aspect),
    /// The fonts that drawings are written with.
    Fonts,
    /// What an island shows for given props, and how it comes to life.
    Island(Box<str>),
    /// Where a plain script is, and its text.
    Script(Box<str>),
    /// What brings islands to life.
    Loader,
    /// The names of the data files.
    DataNames,
    /// Whether a data file has fields; one that has none as a whole.
    Data(Box<str>),
    /// The names of a data file's fields.
    DataKeys(Box<str>),
    /// A field of a data file.
    DataField(Box<str>, Box<str>),
    Setting(Setting),
    /// The text of a template.
    Template(Box<str>),
    /// The build's "now".
    Now,
}

/// A part of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Its name, its collection, its file.
    Identity,
    Field(Box<str>),
    Body,
    Toc,
    Words,
    /// Where its page is.
    Route,
    Previous,
    Next,
}

/// An aspect of a file of `public/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aspect {
    /// Where it is published, if it is.
    Address,
    /// Its pixels.
    Picture,
    Size,
    Text,
}

/// What pages read of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Setting {
    /// Scheme, host and path before all addresses.
    Address,
    Description,
    /// How pictures are made.
    Images,
    Language,
    /// How Markdown is read.
    Markdown,
    Title,
    Zone,
}

/// What a read came to, in a few bytes that no two answers share.
pub type Fingerprint = u128;

impl World {
    /// What a read comes to in this world.
    pub fn fingerprint(&self, read: &Read) -> Fingerprint {
        let mut print = Print(Xxh3Default::new());
        let (site, plan) = (self.site(), self.plan());
        match read {
            Read::Entry(file, part) => match site.of_file(file) {
                Some(entry) => self.part(entry, part, &mut print),
                None => print.absent(),
            },
            Read::Find(id) => {
                let found = self.site().find(id);
                print.entry(self, found);
                print.number(usize::from(found.is_some_and(|entry| site.is_published(entry))));
                print.number(usize::from(site.content.unread.contains(&**id)));
                print.text(self.route_of(found).unwrap_or_default());
            }
            Read::Listed { collection, sort, skip, take } => {
                let listed = self.listed(collection, sort.as_deref(), *skip, *take);
                print.entries(self, listed.as_deref());
            }
            Read::MayHave { collection, field } => print.number(usize::from(self.may_have(collection, field))),
            Read::Newest(collection, count) => {
                let newest = site.collection(collection).map(|at| site.newest(at));
                print.entries(self, newest.map(|newest| &newest[..newest.len().min(*count)]));
            }
            Read::Terms { collection, field } => {
                for term in self.terms(collection, field).iter() {
                    print.term(self, term);
                }
            }
            Read::Tagged { collection, field, name } => {
                let terms = self.terms(collection, field);
                match terms.iter().find(|term| *term.name == **name) {
                    Some(term) => print.term(self, term),
                    None => print.absent(),
                }
            }
            Read::TermPage { collection, field, slug } => {
                let page = self.term_page(collection, field, slug);
                print.text(page.map_or("", |page| &plan.pages[page].route));
            }
            Read::Page(route) => match plan.at(route) {
                Some(page) => print.page(self, &plan.pages[page]),
                None => print.absent(),
            },
            Read::Pages => {
                for page in plan.documents() {
                    print.text(&page.route);
                    print.subject(self, &page.subject);
                }
            }
            Read::Link(path) => print.text(&self.leads_to(path)),
            Read::Asset(path, aspect) => match site.assets.find(path) {
                None => print.absent(),
                Some(asset) => match aspect {
                    Aspect::Address => {
                        print.text(&asset.published);
                        print.number(usize::from(asset.is_source));
                    }
                    Aspect::Picture => match asset.picture() {
                        Some(picture) => print.text(&format!("{:?} {:x}", picture.header, picture.digest)),
                        None => print.absent(),
                    },
                    Aspect::Size => match asset.size() {
                        Some(size) => {
                            [size.width, size.height].into_iter().for_each(|side| print.number(side as usize));
                        }
                        None => print.absent(),
                    },
                    Aspect::Text => print.text(asset.text().map_or("", |text| text)),
                },
            },
            Read::Fonts => print.text(&site.assets.fonts().digest.to_string()),
            Read::Island(name) => self.island(name, &mut print),
            Read::Script(name) => {
                let bundle = &self.islands().bundle;
                print.number(usize::from(bundle.scripts.iter().any(|script| **script == **name)));
                print.text(bundle.script(name).unwrap_or_default());
                print.text(bundle.alone(name).as_deref().unwrap_or_default());
            }
            Read::Loader => {
                let bundle = &self.islands().bundle;
                let hydrate = bundle.hydrate().unwrap_or_default();
                print.text(hydrate);
                bundle.imports(hydrate).iter().for_each(|import| print.text(import));
                print.text(bundle.loader().as_deref().unwrap_or_default());
            }
            Read::DataNames => site.content.data.keys().for_each(|name| print.text(name)),
            Read::Data(name) => match site.content.data.get(&**name).map(|data| &data.value) {
                None => print.absent(),
                Some(Json::Object(_)) => print.text("fields"),
                Some(value) => {
                    print.json(value);
                    print.references(self, self.data_references(name), "");
                }
            },
            Read::DataKeys(name) => match site.content.data.get(&**name).map(|data| &data.value) {
                Some(Json::Object(fields)) => fields.keys().for_each(|key| print.text(key)),
                _ => print.absent(),
            },
            Read::DataField(name, key) => {
                match site.content.data.get(&**name).and_then(|data| data.value.get(&**key)) {
                    None => print.absent(),
                    Some(value) => {
                        print.json(value);
                        print.references(self, self.data_references(name), key);
                    }
                }
            }
            Read::Setting(setting) => self.setting(*setting, &mut print),
            Read::Template(name) => match self.templates().source(name) {
                Some(source) => print.text(&source.text),
                None => print.absent(),
            },
            Read::Now => print.text(&self.site().now.to_string()),
        }
        print.0.digest128()
    }

    fn part(&self, index: EntryIndex, part: &Part, print: &mut Print) {
        let site = self.site();
        let entry = site.entry(index);
        match part {
            Part::Identity => {
                print.text(&entry.id);
                print.text(&entry.slug);
                print.text(&site.collections()[entry.collection].name);
            }
            Part::Field(key) => match entry.fields.get(&**key) {
                None => print.absent(),
                Some(value) => {
                    print.json(value);
                    print.references(self, site.references(index), key);
                }
            },
            Part::Body => match entry.body {
                Some(_) => print.text(entry.markdown()),
                None => print.absent(),
            },
            Part::Toc => print.toc(entry.body.as_ref().map_or(&[][..], |body| &body.toc)),
            Part::Words => print.number(entry.body.as_ref().map_or(0, |body| body.words)),
            Part::Route => print.text(self.route_of(Some(index)).unwrap_or_default()),
            Part::Previous => print.entry(self, site.neighbour(index, -1)),
            Part::Next => print.entry(self, site.neighbour(index, 1)),
        }
    }

    /// What the island shows, and what it is hydrated by.
    fn island(&self, name: &str, print: &mut Print) {
        let islands = self.islands();
        print.number(usize::from(islands.has(name)));
        let published = islands.bundle.island(name).unwrap_or_default();
        print.text(published);
        islands.bundle.imports(published).iter().for_each(|import| print.text(import));
        print.text(&islands.bundle.origin(name).to_string());
        match islands.props.get(name) {
            Some(props) => print.json(props.schema().raw()),
            None => print.absent(),
        }
    }

    fn setting(&self, setting: Setting, print: &mut Print) {
        let settings = &self.site().content.settings;
        match setting {
            Setting::Address => {
                print.text(&settings.origin);
                print.text(&settings.base_path);
            }
            Setting::Description => print.text(&settings.description),
            Setting::Images => print.text(&format!("{:?}", settings.images)),
            Setting::Language => print.text(&settings.language),
            Setting::Markdown => {
                print.number(usize::from(settings.markdown.smart_punctuation));
                print.number(usize::from(settings.markdown.highlight));
            }
            Setting::Title => print.text(&settings.title),
            Setting::Zone => print.text(&settings.zone_name),
        }
    }
}

/// Takes an answer in, piece by piece. Each piece says how long it is, so that no two rows of pieces look alike.
struct Print(Xxh3Default);

impl Print {
    fn number(&mut self, number: usize) {
        self.0.update(&(number as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.update(text.as_bytes());
    }

    /// Other than any answer, as none is so long.
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

    /// The entries that the references below a key lead to; below all keys without one.
    fn references(&mut self, world: &World, references: &[(String, EntryIndex)], key: &str) {
        for (pointer, entry) in references {
            let below = pointer.strip_prefix('/').and_then(|rest| rest.strip_prefix(key));
            if key.is_empty() || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
                self.text(pointer);
                self.entry(world, Some(*entry));
            }
        }
    }

    fn entry(&mut self, world: &World, entry: Option<EntryIndex>) {
        match entry {
            Some(entry) => self.text(&world.site().entry(entry).file.file),
            None => self.absent(),
        }
    }

    fn entries(&mut self, world: &World, entries: Option<&[EntryIndex]>) {
        match entries {
            Some(entries) => {
                self.number(entries.len());
                entries.iter().for_each(|entry| self.entry(world, Some(*entry)));
            }
            None => self.absent(),
        }
    }

    fn term(&mut self, world: &World, term: &Term) {
        self.text(&term.name);
        self.text(&term.slug);
        self.entries(world, Some(&term.entries));
        for entry in &term.entries {
            let date = world.site().entry(*entry).date;
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

    fn page(&mut self, world: &World, page: &Page) {
        self.text(&page.template);
        self.subject(world, &page.subject);
        let Some(slice) = &page.slice else { return };
        [slice.number, slice.size, slice.count, slice.items.len()].into_iter().for_each(|number| self.number(number));
        self.text(&slice.first);
        self.entries(world, Some(slice.shown()));
    }

    fn subject(&mut self, world: &World, subject: &Subject) {
        match subject {
            Subject::Entry(entry) => {
                self.number(0);
                self.entry(world, Some(*entry));
            }
            Subject::Declared { index, term } => {
                self.number(1);
                self.number(world.site().content.settings.pages[*index].fields.len());
                for (key, value) in &world.site().content.settings.pages[*index].fields {
                    self.text(key);
                    self.json(value);
                }
                if let Some(term) = term {
                    self.text(&term.collection);
                    self.text(&term.field);
                    self.term(world, term);
                }
            }
            Subject::Alias { to } => {
                self.number(2);
                self.text(to);
            }
        }
    }
}
