//! What one page sees of the world. Every look is noted, if anybody wants to know: a look that went past this would be a page
//! that stays as it is when it must not.

use std::sync::{Arc, Mutex, PoisonError};

use memchr::memchr2;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;

use super::island::Islands;
use super::reads::{Aspect, Part, Read, Setting};
use super::world::{DataValue, Field, Terms, World};
use crate::asset::drawing::Fonts;
use crate::asset::{Asset, Size};
use crate::content::entry::Entry;
use crate::content::markdown::{self, Body, Heading};
use crate::content::settings::{ImageSettings, Settings};
use crate::date;
use crate::island::Bundle;
use crate::plan::{Page, PageIndex};
use crate::route;
use crate::site::EntryIndex;
use crate::template::Templates;

/// The world as the page `page` sees it.
pub struct View {
    world: Arc<World>,
    page: PageIndex,
    noted: Option<Mutex<Noted>>,
}

/// What was read. Most reads are of entries, and most of them are of the same few.
#[derive(Default)]
struct Noted {
    entries: FxHashMap<EntryIndex, Vec<Part>>,
    others: FxHashSet<Read>,
}

/// Where the entry is to which a link leads.
pub struct Target<'v> {
    pub entry: Option<EntryIndex>,
    pub is_published: bool,
    pub is_unread: bool,
    pub route: Option<&'v str>,
}

impl View {
    /// The view of a page; with `noting`, what it reads is noted.
    pub fn new(world: Arc<World>, page: PageIndex, noting: bool) -> Self {
        let view = Self { world, page, noted: noting.then(Mutex::default) };
        view.note(|| Read::Page(view.own().route.clone()));
        view.note(|| Read::Template(view.own().template.as_str().into()));
        view
    }

    /// All that was read.
    pub fn reads(&self) -> Vec<Read> {
        let Some(noted) = &self.noted else { return Vec::new() };
        let noted = std::mem::take(&mut *noted.lock().unwrap_or_else(PoisonError::into_inner));
        let mut reads: Vec<Read> = noted.others.into_iter().collect();
        for (entry, parts) in noted.entries {
            let file = &self.world.site().entry(entry).file.file;
            reads.extend(parts.into_iter().map(|part| Read::Entry(file.clone(), part)));
        }
        reads
    }

    fn note(&self, read: impl FnOnce() -> Read) {
        if let Some(noted) = &self.noted {
            noted.lock().unwrap_or_else(PoisonError::into_inner).others.insert(read());
        }
    }

    fn note_part(&self, entry: EntryIndex, is: impl Fn(&Part) -> bool, part: impl FnOnce() -> Part) {
        if let Some(noted) = &self.noted {
            let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
            let parts = noted.entries.entry(entry).or_default();
            if !parts.iter().any(is) {
                parts.push(part());
            }
        }
    }

    /// The world itself, for telling of a mistake: a page with one is made again each time.
    pub fn for_mistakes(&self) -> &World {
        &self.world
    }

    /// The templates that pages are made with.
    pub fn templates(&self) -> &Arc<Templates> {
        self.world.templates()
    }

    /// What the page itself is made from.
    pub fn own(&self) -> &Page {
        &self.world.plan().pages[self.page]
    }

    pub fn own_index(&self) -> PageIndex {
        self.page
    }

    // Settings

    fn settings(&self, setting: Setting) -> &Settings {
        self.note(|| Read::Setting(setting));
        &self.world.site().content.settings
    }

    pub fn title(&self) -> &str {
        &self.settings(Setting::Title).title
    }

    pub fn description(&self) -> &str {
        &self.settings(Setting::Description).description
    }

    pub fn language(&self) -> &str {
        &self.settings(Setting::Language).language
    }

    pub fn zone(&self) -> (&jiff::tz::TimeZone, &str) {
        let settings = self.settings(Setting::Zone);
        (&settings.zone, &settings.zone_name)
    }

    pub fn markdown(&self) -> &markdown::Options {
        self.settings(Setting::Markdown);
        &self.world.site().content.markdown
    }

    /// Scheme and host.
    pub fn origin(&self) -> &str {
        &self.settings(Setting::Address).origin
    }

    pub fn base_url(&self) -> String {
        let settings = self.settings(Setting::Address);
        format!("{}{}", settings.origin, settings.base_path)
    }

    pub fn now(&self) -> String {
        self.note(|| Read::Now);
        date::format(self.world.now(), "rfc3339").unwrap_or_default()
    }

    // Addresses

    /// The address of a route on this host.
    pub fn url(&self, route: &str) -> String {
        route::url(&self.settings(Setting::Address).base_path, route)
    }

    /// The address of a route with scheme and host.
    pub fn permalink(&self, route: &str) -> String {
        [self.origin(), &self.url(route)].concat()
    }

    /// The address for a link written as a route, with whatever query and fragment follow it.
    pub fn link(&self, target: &str) -> String {
        let (path, rest) = target.split_at(memchr2(b'#', b'?', target.as_bytes()).unwrap_or(target.len()));
        self.note(|| Read::Link(path.into()));
        let url = self.url(&self.world.leads_to(path));
        if rest.is_empty() { url } else { url + rest }
    }

    // Entries

    fn entry(&self, index: EntryIndex) -> &Entry {
        self.world.site().entry(index)
    }

    /// What never changes for an entry: it is another one if this does.
    pub fn id(&self, index: EntryIndex) -> &Arc<str> {
        &self.entry(index).id
    }

    /// Its file, from `content/` on.
    pub fn file(&self, index: EntryIndex) -> &str {
        &self.entry(index).file.file
    }

    /// The same, below `content/`.
    pub fn path(&self, index: EntryIndex) -> &str {
        &self.entry(index).file.path
    }

    pub fn slug(&self, index: EntryIndex) -> &str {
        self.note_part(index, |part| *part == Part::Identity, || Part::Identity);
        &self.entry(index).slug
    }

    /// The name of its collection.
    pub fn collection_of(&self, index: EntryIndex) -> &str {
        self.note_part(index, |part| *part == Part::Identity, || Part::Identity);
        &self.world.site().collections()[self.entry(index).collection].name
    }

    /// A field of its front matter.
    pub fn field(&self, index: EntryIndex, key: &str) -> Option<Field<'_>> {
        self.note_part(index, |part| matches!(part, Part::Field(name) if **name == *key), || Part::Field(key.into()));
        let json = self.entry(index).fields.get(key)?;
        Some(Field {
            json,
            references: self.world.site().references(index),
            made: self.world.made_field(index, key, json),
        })
    }

    pub fn body(&self, index: EntryIndex) -> Option<&Body> {
        self.note_part(index, |part| *part == Part::Body, || Part::Body);
        self.markdown();
        self.entry(index).body.as_ref()
    }

    pub fn toc(&self, index: EntryIndex) -> &[Heading] {
        self.note_part(index, |part| *part == Part::Toc, || Part::Toc);
        self.entry(index).body.as_ref().map_or(&[][..], |body| &body.toc)
    }

    pub fn words(&self, index: EntryIndex) -> usize {
        self.note_part(index, |part| *part == Part::Words, || Part::Words);
        self.entry(index).body.as_ref().map_or(0, |body| body.words)
    }

    /// Where its page is.
    pub fn route_of(&self, index: EntryIndex) -> Option<&str> {
        self.note_part(index, |part| *part == Part::Route, || Part::Route);
        self.world.route_of(Some(index))
    }

    /// The entry before (negative) or after it.
    pub fn neighbour(&self, index: EntryIndex, step: isize) -> Option<EntryIndex> {
        let part = if step < 0 { Part::Previous } else { Part::Next };
        self.note_part(index, |known| *known == part, || part.clone());
        self.world.site().neighbour(index, step)
    }

    /// What there is of this id.
    pub fn find(&self, id: &str) -> Target<'_> {
        self.note(|| Read::Find(id.into()));
        let site = self.world.site();
        let entry = site.find(id);
        Target {
            entry,
            is_published: entry.is_some_and(|entry| site.is_published(entry)),
            is_unread: site.content.unread.contains(id),
            route: self.world.route_of(entry),
        }
    }

    // Groups of entries

    /// The entries of a collection, in its order or in that of a field: `take` of them after `skip`.
    pub fn listed(&self, collection: &str, sort: Option<&str>, skip: usize, take: usize) -> Option<Vec<EntryIndex>> {
        let (name, field) = (collection.into(), sort.map(Into::into));
        self.note(|| Read::Listed { collection: name, sort: field, skip, take });
        self.world.listed(collection, sort, skip, take)
    }

    /// Whether entries of a collection may have a field in their front matter.
    pub fn may_have(&self, collection: &str, field: &str) -> bool {
        self.note(|| Read::MayHave { collection: collection.into(), field: field.into() });
        self.world.may_have(collection, field)
    }

    pub fn newest(&self, collection: &str, count: usize) -> Option<&[EntryIndex]> {
        self.note(|| Read::Newest(collection.into(), count));
        let site = self.world.site();
        site.collection(collection).map(|at| site.newest(at)).map(|newest| &newest[..newest.len().min(count)])
    }

    pub fn terms(&self, collection: &str, field: &str) -> Terms {
        self.note(|| Read::Terms { collection: collection.into(), field: field.into() });
        self.world.terms(collection, field)
    }

    /// The entries that have a value in a field, newest first.
    pub fn tagged(&self, collection: &str, field: &str, name: &str) -> Vec<EntryIndex> {
        self.note(|| Read::Tagged { collection: collection.into(), field: field.into(), name: name.into() });
        let terms = self.world.terms(collection, field);
        terms.iter().find(|term| term.name == name).map_or_else(Vec::new, |term| term.entries.clone())
    }

    /// The address of a term's page.
    pub fn term_url(&self, collection: &str, field: &str, slug: &str) -> Option<String> {
        self.note(|| Read::TermPage { collection: collection.into(), field: field.into(), slug: slug.into() });
        let page = self.world.term_page(collection, field, slug)?;
        Some(self.url(&self.world.plan().pages[page].route))
    }

    /// The entries that share the most values of a field with this one, the newest first among equals.
    pub fn related(&self, index: EntryIndex, field: &str, count: usize) -> Vec<EntryIndex> {
        let collection = self.collection_of(index);
        let values = match self.field(index, field) {
            Some(Field { json: Json::Array(values), .. }) => values.as_slice(),
            Some(field) => std::slice::from_ref(field.json),
            None => &[],
        };
        let mut shared: FxHashMap<EntryIndex, usize> = FxHashMap::default();
        let names: FxHashSet<&str> = values.iter().filter_map(Json::as_str).collect();
        for name in names {
            for other in self.tagged(collection, field, name).into_iter().filter(|&other| other != index) {
                *shared.entry(other).or_default() += 1;
            }
        }
        // What was read tells the dates: their order is the same as long as those are.
        let newest = self.world.site().collection(collection).map_or(&[][..], |at| self.world.site().newest(at));
        let mut found: Vec<EntryIndex> = newest.iter().copied().filter(|entry| shared.contains_key(entry)).collect();
        found.sort_by_key(|entry| std::cmp::Reverse(shared[entry]));
        found.truncate(count);
        found
    }

    // Pages

    /// The page of a route, and what it is made from.
    pub fn page_at(&self, route: &Arc<str>) -> Option<PageIndex> {
        self.note(|| Read::Page(route.clone()));
        self.world.plan().at(route)
    }

    /// A page that was given by this view.
    pub fn page(&self, index: PageIndex) -> &Page {
        &self.world.plan().pages[index]
    }

    /// What the settings say of a declared page that was given by this view.
    pub fn declared(&self, index: usize, key: &str) -> Option<&Json> {
        self.world.site().content.settings.pages[index].fields.get(key)
    }

    /// All documents.
    pub fn documents(&self) -> impl Iterator<Item = PageIndex> {
        self.note(|| Read::Pages);
        let pages = self.world.plan().pages.iter().enumerate();
        pages.filter(|(_, page)| page.is_document()).map(|(index, _)| index)
    }

    // Files

    fn asset(&self, path: &str, aspect: Aspect) -> Result<&Arc<Asset>, (String, String)> {
        self.note(|| Read::Asset(path.into(), aspect));
        self.world.site().assets.get(path)
    }

    /// The address of a file of `public/`, or what is wrong and what may have been meant.
    pub fn asset_url(&self, path: &str) -> Result<String, (String, String)> {
        self.note(|| Read::Asset(path.into(), Aspect::Address));
        let published = &self.world.site().assets.published(path)?.published;
        Ok(self.url(&format!("/{published}")))
    }

    /// A file of `public/` as a picture, which others can be made from.
    pub fn picture(&self, path: &str) -> Result<&Arc<Asset>, (String, String)> {
        self.asset(path, Aspect::Picture)
    }

    /// How pictures are made.
    pub fn images(&self) -> &ImageSettings {
        &self.settings(Setting::Images).images
    }

    /// The fonts that drawings are written with.
    pub fn fonts(&self) -> &Fonts {
        self.note(|| Read::Fonts);
        self.world.site().assets.fonts()
    }

    pub fn asset_size(&self, path: &str) -> Option<Size> {
        self.asset(path, Aspect::Size).ok().and_then(|asset| asset.size())
    }

    pub fn asset_text(&self, path: &str) -> Result<&str, (String, String)> {
        let asset = self.asset(path, Aspect::Text)?;
        asset.text().map_err(|diagnostic| (diagnostic.message.clone(), String::new()))
    }

    // Islands

    /// The islands, for the sake of the one of this name.
    pub fn island(&self, name: &str) -> &Islands {
        self.note(|| Read::Island(name.into()));
        self.world.islands()
    }

    /// What was bundled, for the sake of the plain script of this name.
    pub fn script(&self, name: &str) -> &Bundle {
        self.note(|| Read::Script(name.into()));
        &self.world.islands().bundle
    }

    /// What was bundled, for the sake of the loader of islands.
    pub fn loader(&self) -> &Bundle {
        self.note(|| Read::Loader);
        &self.world.islands().bundle
    }

    // Data

    pub fn data_names(&self) -> impl Iterator<Item = &str> {
        self.note(|| Read::DataNames);
        self.world.site().content.data.keys().map(String::as_str)
    }

    /// A data file: whether it has fields, but not which; one that has none as a whole.
    pub fn data(&self, name: &str) -> Option<(&Json, &DataValue)> {
        self.note(|| Read::Data(name.into()));
        Some((&self.world.site().content.data.get(name)?.value, self.world.data(name)?))
    }

    /// The names of a data file's fields.
    pub fn data_keys(&self, name: &str) -> Vec<&str> {
        self.note(|| Read::DataKeys(name.into()));
        let fields = self.world.site().content.data.get(name).and_then(|data| data.value.as_object());
        fields.into_iter().flat_map(|fields| fields.keys().map(String::as_str)).collect()
    }

    /// A field of a data file.
    pub fn data_field(&self, name: &str, key: &str) -> Option<(&Json, &DataValue)> {
        self.note(|| Read::DataField(name.into(), key.into()));
        Some((self.world.site().content.data.get(name)?.value.get(key)?, self.world.data(name)?))
    }

    /// Whether there is a template of this name.
    pub fn template(&self, name: &str) -> bool {
        self.note(|| Read::Template(name.into()));
        self.world.templates().has(name)
    }
}
