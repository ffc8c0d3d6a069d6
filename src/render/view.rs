//! The snapshot as one page sees it. Every access records a read, if reads are recorded: a page with an unrecorded read
//! would stay stale in later builds.

use std::sync::{Arc, Mutex, PoisonError};

use memchr::memchr2;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value as Json;

use super::island::Islands;
use super::reads::{AssetAspect, EntryPart, Read, SettingGroup};
use super::world::{DataValue, EntryField, Snapshot, Terms};
use crate::asset::svg::Fonts;
use crate::asset::{Asset, Size};
use crate::content::entry::Entry;
use crate::content::settings::{ImageSettings, Period, Settings};
use crate::diagnostic::Diagnostic;
use crate::island::Bundle;
use crate::markdown::{self, Heading, MarkdownBody, Piece};
use crate::site::EntryIndex;
use crate::site::plan::{PageIndex, PlannedPage};
use crate::template::Templates;
use crate::unicode::nfc;
use crate::{date, route};

/// The snapshot as one page sees it.
pub struct Tracked {
    snapshot: Arc<Snapshot>,
    page: PageIndex,
    recorded: Option<Mutex<RecordedReads>>,
}

/// The reads so far. Those of entries are kept apart because they are the most frequent, and mostly of the same few
/// entries.
#[derive(Default)]
struct RecordedReads {
    entries: FxHashMap<EntryIndex, Vec<EntryPart>>,
    others: FxHashSet<Read>,
}

/// The entry that an id names, as links need it.
pub struct EntryLink<'v> {
    pub entry: Option<EntryIndex>,
    pub is_published: bool,
    pub is_unread: bool,
    pub route: Option<&'v str>,
}

impl Tracked {
    /// Creates the snapshot as a page sees it. With `is_recording`, its reads are recorded.
    pub fn new(snapshot: Arc<Snapshot>, page: PageIndex, is_recording: bool) -> Self {
        let view = Self { snapshot, page, recorded: is_recording.then(Mutex::default) };
        view.record(|| Read::Page(view.own().route.clone()));
        view.record(|| Read::Template(view.own().template.as_str().into()));
        view
    }

    /// Takes the reads recorded so far.
    pub fn reads(&self) -> Vec<Read> {
        let Some(recorded) = &self.recorded else { return Vec::new() };
        let recorded = std::mem::take(&mut *recorded.lock().unwrap_or_else(PoisonError::into_inner));
        let mut reads: Vec<Read> = recorded.others.into_iter().collect();
        for (entry, parts) in recorded.entries {
            let file = &self.snapshot.site().entry(entry).file.file;
            reads.extend(parts.into_iter().map(|part| Read::Entry(file.clone(), part)));
        }
        reads
    }

    fn record(&self, read: impl FnOnce() -> Read) {
        if let Some(recorded) = &self.recorded {
            recorded.lock().unwrap_or_else(PoisonError::into_inner).others.insert(read());
        }
    }

    fn record_part(&self, entry: EntryIndex, is: impl Fn(&EntryPart) -> bool, part: impl FnOnce() -> EntryPart) {
        if let Some(recorded) = &self.recorded {
            let mut recorded = recorded.lock().unwrap_or_else(PoisonError::into_inner);
            let parts = recorded.entries.entry(entry).or_default();
            if !parts.iter().any(is) {
                parts.push(part());
            }
        }
    }

    /// Returns the snapshot itself, for diagnostics: a page with diagnostics is rendered in every build, whatever it
    /// reads.
    pub fn untracked(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns the templates of the site.
    pub fn templates(&self) -> &Arc<Templates> {
        self.snapshot.templates()
    }

    /// Returns the page itself.
    pub fn own(&self) -> &PlannedPage {
        &self.snapshot.plan().pages[self.page]
    }

    pub fn own_index(&self) -> PageIndex {
        self.page
    }

    // Settings

    fn settings(&self, setting: SettingGroup) -> &Settings {
        self.record(|| Read::Setting(setting));
        &self.snapshot.site().content.settings
    }

    pub fn title(&self) -> &str {
        &self.settings(SettingGroup::Title).title
    }

    pub fn description(&self) -> &str {
        &self.settings(SettingGroup::Description).description
    }

    pub fn language(&self) -> &str {
        &self.settings(SettingGroup::Language).language
    }

    pub fn zone(&self) -> (&jiff::tz::TimeZone, &str) {
        let settings = self.settings(SettingGroup::Zone);
        (&settings.zone, &settings.zone_name)
    }

    /// Makes a slug of a text, in the letters that the settings want; `None` if it can't be written in them.
    pub fn slug_of(&self, text: &str) -> Option<String> {
        self.settings(SettingGroup::Slugs).slug(text)
    }

    pub fn markdown(&self) -> &markdown::MarkdownOptions {
        self.settings(SettingGroup::Markdown);
        &self.snapshot.site().content.markdown
    }

    /// Returns scheme and host.
    pub fn origin(&self) -> &str {
        &self.settings(SettingGroup::Address).origin
    }

    pub fn base_url(&self) -> String {
        let settings = self.settings(SettingGroup::Address);
        format!("{}{}", settings.origin, settings.base_path)
    }

    pub fn now(&self) -> String {
        self.record(|| Read::Now);
        date::format(&self.snapshot.site().now, "rfc3339").unwrap_or_default()
    }

    // URLs

    /// Returns the URL of a route, without scheme and host.
    pub fn url(&self, route: &str) -> String {
        route::url(&self.settings(SettingGroup::Address).base_path, route)
    }

    /// Returns the URL of a route with scheme and host.
    pub fn permalink(&self, route: &str) -> String {
        [self.origin(), &self.url(route)].concat()
    }

    /// Returns the URL for a link that is written as a route, perhaps with a query and a fragment.
    pub fn link(&self, target: &str) -> String {
        let target = &*nfc(target);
        let (path, rest) = target.split_at(memchr2(b'#', b'?', target.as_bytes()).unwrap_or(target.len()));
        self.record(|| Read::Link(path.into()));
        let url = self.url(&self.snapshot.resolve_path(path));
        if rest.is_empty() { url } else { url + rest }
    }

    // Entries

    fn entry(&self, index: EntryIndex) -> &Entry {
        self.snapshot.site().entry(index)
    }

    /// Returns the id of an entry. This records no read: an entry with another id is another entry.
    pub fn id(&self, index: EntryIndex) -> &Arc<str> {
        &self.entry(index).id
    }

    /// Returns the path of an entry's file from the root, such as `content/team/ada.yaml`.
    pub fn file(&self, index: EntryIndex) -> &str {
        &self.entry(index).file.file
    }

    /// Returns the path of an entry's file below `content/`.
    pub fn path(&self, index: EntryIndex) -> &str {
        &self.entry(index).file.path
    }

    pub fn slug(&self, index: EntryIndex) -> &str {
        self.record_part(index, |part| *part == EntryPart::Identity, || EntryPart::Identity);
        &self.entry(index).slug
    }

    /// Returns the name of an entry's collection.
    pub fn collection_of(&self, index: EntryIndex) -> &str {
        self.record_part(index, |part| *part == EntryPart::Identity, || EntryPart::Identity);
        &self.snapshot.site().collections()[self.entry(index).collection].name
    }

    /// Returns a field of an entry's front matter.
    pub fn field(&self, index: EntryIndex, key: &str) -> Option<EntryField<'_>> {
        self.record_part(
            index,
            |part| matches!(part, EntryPart::Field(name) if **name == *key),
            || EntryPart::Field(key.into()),
        );
        let json = self.entry(index).fields.get(key)?;
        Some(EntryField {
            json,
            references: self.snapshot.site().references(index),
            converted: self.snapshot.converted_field(index, key, json),
        })
    }

    pub fn body(&self, index: EntryIndex) -> Option<&MarkdownBody> {
        self.record_part(index, |part| *part == EntryPart::Body, || EntryPart::Body);
        self.markdown();
        self.entry(index).body.as_ref()
    }

    /// Returns the pieces of an entry's summary, if its Markdown has one.
    pub fn summary(&self, index: EntryIndex) -> Option<&[Piece]> {
        self.record_part(index, |part| *part == EntryPart::Summary, || EntryPart::Summary);
        self.markdown();
        self.entry(index).body.as_ref()?.summary()
    }

    pub fn toc(&self, index: EntryIndex) -> &[Heading] {
        self.record_part(index, |part| *part == EntryPart::Toc, || EntryPart::Toc);
        self.entry(index).body.as_ref().map_or(&[][..], |body| &body.toc)
    }

    pub fn words(&self, index: EntryIndex) -> usize {
        self.record_part(index, |part| *part == EntryPart::Words, || EntryPart::Words);
        self.entry(index).body.as_ref().map_or(0, |body| body.words)
    }

    /// Returns the route of an entry's page.
    pub fn route_of(&self, index: EntryIndex) -> Option<&str> {
        self.record_part(index, |part| *part == EntryPart::Route, || EntryPart::Route);
        self.snapshot.route_of(Some(index))
    }

    /// Returns the entry before (negative `step`) or after this one.
    pub fn neighbour(&self, index: EntryIndex, step: isize) -> Option<EntryIndex> {
        let part = if step < 0 { EntryPart::Previous } else { EntryPart::Next };
        self.record_part(index, |known| *known == part, || part.clone());
        self.snapshot.site().neighbour(index, step)
    }

    /// Finds the entry of an id.
    pub fn find(&self, id: &str) -> EntryLink<'_> {
        let id = &*nfc(id);
        self.record(|| Read::Find(id.into()));
        let site = self.snapshot.site();
        let entry = site.entry_by_id(id);
        EntryLink {
            entry,
            is_published: entry.is_some_and(|entry| site.is_published(entry)),
            is_unread: site.content.unreadable.contains(id),
            route: self.snapshot.route_of(entry),
        }
    }

    // Groups of entries

    /// Lists the entries of a collection, in its order or in that of a field: `take` of them after `skip`.
    pub fn listed(&self, collection: &str, sort: Option<&str>, skip: usize, take: usize) -> Option<Vec<EntryIndex>> {
        let (name, field) = (collection.into(), sort.map(Into::into));
        self.record(|| Read::Listed { collection: name, sort: field, skip, take });
        self.snapshot.listed(collection, sort, skip, take)
    }

    /// Whether entries of a collection may have a field in their front matter.
    pub fn may_have(&self, collection: &str, field: &str) -> bool {
        self.record(|| Read::MayHave { collection: collection.into(), field: field.into() });
        self.snapshot.may_have(collection, field)
    }

    /// Whether a field of a collection's entries is a date, by their schema.
    pub fn is_date(&self, collection: &str, field: &str) -> bool {
        self.record(|| Read::MayHave { collection: collection.into(), field: field.into() });
        self.snapshot.is_date(collection, field)
    }

    pub fn newest(&self, collection: &str, count: usize) -> Option<&[EntryIndex]> {
        self.record(|| Read::Newest(collection.into(), count));
        let site = self.snapshot.site();
        site.collection(collection).map(|at| site.newest(at)).map(|newest| &newest[..newest.len().min(count)])
    }

    pub fn terms(&self, collection: &str, field: &str, by: Option<Period>) -> Terms {
        self.record(|| Read::Terms { collection: collection.into(), field: field.into(), by });
        self.snapshot.terms(collection, field, by)
    }

    /// Lists the entries that have a value in a field, newest first.
    pub fn tagged(&self, collection: &str, field: &str, name: &str) -> Vec<EntryIndex> {
        let name = &*nfc(name);
        self.record(|| Read::Tagged { collection: collection.into(), field: field.into(), name: name.into() });
        self.snapshot.term(collection, field, name).map_or_else(Vec::new, |term| term.entries.clone())
    }

    /// Returns the URL of a term's page.
    pub fn term_url(&self, collection: &str, field: &str, slug: &str) -> Option<String> {
        self.record(|| Read::TermPage { collection: collection.into(), field: field.into(), slug: slug.into() });
        let page = self.snapshot.term_page(collection, field, slug)?;
        Some(self.url(&self.snapshot.plan().pages[page].route))
    }

    /// Lists the entries that share the most values of a field with this one, the newest first among equals.
    pub fn related(&self, index: EntryIndex, field: &str, count: usize) -> Vec<EntryIndex> {
        let collection = self.collection_of(index);
        let values = match self.field(index, field) {
            Some(EntryField { json: Json::Array(values), .. }) => values.as_slice(),
            Some(field) => std::slice::from_ref(field.json),
            None => &[],
        };
        let mut shared: FxHashMap<EntryIndex, usize> = FxHashMap::default();
        let names: FxHashSet<_> = values.iter().filter_map(Json::as_str).map(nfc).collect();
        for name in names {
            for other in self.tagged(collection, field, &name).into_iter().filter(|&other| other != index) {
                *shared.entry(other).or_default() += 1;
            }
        }
        // The reads of `tagged` cover the dates, and the order depends on nothing else.
        let newest = self.snapshot.site().collection(collection).map_or(&[][..], |at| self.snapshot.site().newest(at));
        let mut found: Vec<EntryIndex> = newest.iter().copied().filter(|entry| shared.contains_key(entry)).collect();
        found.sort_by_key(|entry| std::cmp::Reverse(shared[entry]));
        found.truncate(count);
        found
    }

    // Pages

    /// Returns the page at a route.
    pub fn page_at(&self, route: &Arc<str>) -> Option<PageIndex> {
        self.record(|| Read::Page(route.clone()));
        self.snapshot.plan().page_at(route)
    }

    /// Returns a page whose index came from here; its read is recorded already.
    pub fn page(&self, index: PageIndex) -> &PlannedPage {
        &self.snapshot.plan().pages[index]
    }

    /// Returns a field of a declared page whose index came from here; its read is recorded already.
    pub fn declared(&self, index: usize, key: &str) -> Option<&Json> {
        self.snapshot.site().content.settings.pages[index].fields.get(key)
    }

    /// Lists all documents.
    pub fn documents(&self) -> impl Iterator<Item = PageIndex> {
        self.record(|| Read::Pages);
        let pages = self.snapshot.plan().pages.iter().enumerate();
        pages.filter(|(_, page)| page.is_document()).map(|(index, _)| index)
    }

    // Files

    fn asset(&self, path: &str, aspect: AssetAspect) -> Result<&Arc<Asset>, (String, String)> {
        self.record(|| Read::Asset(path.into(), aspect));
        self.snapshot.site().assets.get(path)
    }

    /// Returns the URL of a file of `public/`, or a message and a hint.
    pub fn asset_url(&self, path: &str) -> Result<String, (String, String)> {
        self.record(|| Read::Asset(path.into(), AssetAspect::Address));
        let published = &self.snapshot.site().assets.published(path)?.published;
        Ok(self.url(&format!("/{published}")))
    }

    /// Returns a file of `public/` as a picture for derived images.
    pub fn picture(&self, path: &str) -> Result<&Arc<Asset>, (String, String)> {
        self.asset(path, AssetAspect::Picture)
    }

    /// Returns the settings of pictures.
    pub fn images(&self) -> &ImageSettings {
        &self.settings(SettingGroup::Images).images
    }

    /// Returns the fonts of drawings.
    pub fn fonts(&self) -> &Fonts {
        self.record(|| Read::Fonts);
        self.snapshot.site().assets.fonts()
    }

    pub fn asset_size(&self, path: &str) -> Option<Size> {
        self.asset(path, AssetAspect::Size).ok().and_then(|asset| asset.size())
    }

    pub fn asset_text(&self, path: &str) -> Result<Result<&str, &Diagnostic>, (String, String)> {
        Ok(self.asset(path, AssetAspect::Text)?.text(path))
    }

    // Islands

    /// Returns the islands; the read is recorded for the island `name`.
    pub fn island(&self, name: &str) -> &Islands {
        self.record(|| Read::Island(name.into()));
        self.snapshot.islands()
    }

    /// Returns the bundle; the read is recorded for the plain script `name`.
    pub fn script(&self, name: &str) -> &Bundle {
        self.record(|| Read::Script(name.into()));
        &self.snapshot.islands().bundle
    }

    /// Returns the bundle; the read is recorded for the loader.
    pub fn loader(&self) -> &Bundle {
        self.record(|| Read::Loader);
        &self.snapshot.islands().bundle
    }

    // Data

    pub fn data_names(&self) -> impl Iterator<Item = &str> {
        self.record(|| Read::DataNames);
        self.snapshot.site().content.data.keys().map(String::as_str)
    }

    /// Returns a data file. The recorded read covers only whether it has fields, or its whole value if it has none.
    pub fn data(&self, name: &str) -> Option<(&Json, &DataValue)> {
        self.record(|| Read::Data(name.into()));
        Some((&self.snapshot.site().content.data.get(name)?.value, self.snapshot.data(name)?))
    }

    /// Lists the names of a data file's fields.
    pub fn data_keys(&self, name: &str) -> Vec<&str> {
        self.record(|| Read::DataKeys(name.into()));
        let fields = self.snapshot.site().content.data.get(name).and_then(|data| data.value.as_object());
        fields.into_iter().flat_map(|fields| fields.keys().map(String::as_str)).collect()
    }

    /// Returns a field of a data file.
    pub fn data_field(&self, name: &str, key: &str) -> Option<(&Json, &DataValue)> {
        self.record(|| Read::DataField(name.into(), key.into()));
        Some((self.snapshot.site().content.data.get(name)?.value.get(key)?, self.snapshot.data(name)?))
    }

    /// Whether the site has a template of this name.
    pub fn template(&self, name: &str) -> bool {
        let name = &*nfc(name);
        self.record(|| Read::Template(name.into()));
        self.snapshot.templates().has(name)
    }
}
