//! The snapshot as one page sees it. Every access records a read, unless another recorded read covers it. Without a
//! record, a later build would reuse the page although its input changed. `site build`, whose pages no later build
//! reuses, records nothing.

use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::{FxHashMap, FxHashSet};

use super::family::{Reader, Record};
use super::read::{Read, ReadGroup};
use super::reads::assets::ReadAssets;
use super::reads::data::ReadData;
use super::reads::entries::{EntryPart, EntryRead, ReadEntries, RecordPart};
use super::reads::islands::ReadIslands;
use super::reads::lists::ReadLists;
use super::reads::pages::{PageRead, ReadPages};
use super::reads::settings::ReadSettings;
use super::reads::templates::{ReadTemplates, TemplateRead};
use super::snapshot::Snapshot;
use crate::site::EntryIndex;
use crate::site::plan::{PageIndex, PlannedPage};
use crate::template::Templates;

pub struct Tracked {
    snapshot: Arc<Snapshot>,
    page: PageIndex,
    recorded: Option<Mutex<RecordedReads>>,
}

/// The reads so far. Reads of entries have a map of their own: they are the most frequent, and mostly of a few entries.
#[derive(Default)]
struct RecordedReads {
    entries: FxHashMap<EntryIndex, Vec<EntryPart>>,
    others: FxHashSet<Read>,
}

impl Tracked {
    /// Creates the snapshot as a page sees it. With `is_recording`, the page's reads are recorded.
    pub fn new(snapshot: Arc<Snapshot>, page: PageIndex, is_recording: bool) -> Self {
        let language = snapshot.plan().pages[page].language;
        let snapshot = snapshot.in_language(language).cloned().unwrap_or(snapshot);
        let tracked = Self { snapshot, page, recorded: is_recording.then(Mutex::default) };
        tracked.record(|| PageRead::At(tracked.own_page().route.clone()));
        tracked.record(|| TemplateRead { name: tracked.own_page().template.as_str().into() });
        tracked
    }

    /// Creates a reader for the same page, with a record of its own.
    pub fn fork(&self) -> Arc<Self> {
        let recorded = self.recorded.as_ref().map(|_| Mutex::default());
        Arc::new(Self { snapshot: self.snapshot.clone(), page: self.page, recorded })
    }

    pub fn is_recording(&self) -> bool {
        self.recorded.is_some()
    }

    pub fn record_group(&self, group: &ReadGroup) {
        self.record(|| group.clone());
    }

    pub fn take_reads(&self) -> Vec<Read> {
        let Some(recorded) = &self.recorded else { return Vec::new() };
        let RecordedReads { entries, others } = std::mem::take(&mut *recorded.lock());
        let mut reads: Vec<Read> = others.into_iter().collect();
        for (entry, parts) in entries {
            let file = &self.snapshot.site().entry(entry).file.file;
            reads.extend(parts.into_iter().map(|part| Read::Entry(EntryRead { file: file.clone(), part })));
        }
        reads
    }

    /// Returns the snapshot itself, for diagnostics: a page with diagnostics is rendered in every build anyway.
    pub fn untracked(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Returns the templates of the site. Records no read: callers write diagnostics, or record the template that they
    /// ask about.
    pub fn templates(&self) -> &Arc<Templates> {
        self.snapshot.templates()
    }

    pub fn own_page(&self) -> &PlannedPage {
        &self.snapshot.plan().pages[self.page]
    }

    pub fn own_page_index(&self) -> PageIndex {
        self.page
    }
}

impl Reader for Tracked {
    fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }
}

impl<R: Into<Read>> Record<R> for Tracked {
    fn record(&self, read: impl FnOnce() -> R) -> &Snapshot {
        if let Some(recorded) = &self.recorded {
            recorded.lock().others.insert(read().into());
        }
        &self.snapshot
    }
}

impl RecordPart for Tracked {
    fn record_part(&self, entry: EntryIndex, is_same: impl Fn(&EntryPart) -> bool, part: impl FnOnce() -> EntryPart) {
        if let Some(recorded) = &self.recorded {
            let mut recorded = recorded.lock();
            let parts = recorded.entries.entry(entry).or_default();
            if !parts.iter().any(is_same) {
                parts.push(part());
            }
        }
    }
}

impl ReadAssets for Tracked {}
impl ReadData for Tracked {}
impl ReadEntries for Tracked {}
impl ReadIslands for Tracked {}
impl ReadLists for Tracked {}
impl ReadPages for Tracked {}
impl ReadSettings for Tracked {}
impl ReadTemplates for Tracked {}
