//! The records of the pages of a build, such as their reads and findings. The next build reuses the records of pages
//! that are not stale: `snapshot::ReadSets` finds the reads that changed, and `Pages::invalidate` the stale pages.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::output_index::OutputDiff;
use crate::asset::derived::DerivedImage;
use crate::check::PageFindings;
use crate::content::site_language::LanguageIndex;
use crate::diagnostic::Place;
use crate::search::PageWords;
use crate::site::plan::{PageIndex, Plan};
use crate::snapshot::{Read, ReadSet, ReadSets, Snapshot};

/// The records of the pages, in the order of the plan.
#[derive(Default)]
pub struct Pages {
    pub records: Vec<PageRecord>,
    pub read_sets: ReadSets,
}

#[derive(Default)]
pub struct PageRecord {
    /// The reads of the page. `None` if the page is not rendered yet or is stale.
    pub reads: Option<ReadSet>,
    /// Whether the page has mistakes. If so, it is always stale, as any input may have caused them.
    pub has_mistakes: bool,
    /// The findings in the page; `None` if the page is not rendered, or if it is not HTML and has no problems.
    pub checked: Option<CheckedPage>,
    /// The images that the page requests.
    pub derived: Vec<DerivedImage>,
    /// The words of the page, if the search finds it.
    pub words: Option<PageWords>,
}

/// The findings of a page's check.
#[derive(Debug)]
pub struct CheckedPage {
    pub findings: PageFindings,
    /// The place in the finished page of each of `findings.diagnostics`.
    pub places: Vec<Place>,
}

impl Pages {
    /// Finds the stale pages: those that are not rendered yet, had mistakes, read something that changed, or have
    /// findings that may differ after the changes in `diff`. Without a snapshot `before`, all pages are stale.
    pub fn invalidate(
        self,
        before: Option<&Arc<Snapshot>>,
        now: &Arc<Snapshot>,
        diff: &OutputDiff,
    ) -> (Self, Vec<PageIndex>) {
        let Some(before) = before else {
            let records: Vec<PageRecord> = now.plan().pages.iter().map(|_| PageRecord::default()).collect();
            let stale = (0..records.len()).collect();
            return (Self { records, read_sets: ReadSets::default() }, stale);
        };
        let mut pages = self.reorder(before.plan(), now.plan());
        let changed = pages.read_sets.find_changed(before, now);
        let is_reusable = |record: &PageRecord| {
            !record.has_mistakes
                && record.reads.as_ref().is_some_and(|reads| !changed.touches(reads))
                && !record.checked.as_ref().is_some_and(|checked| diff.touches(&checked.findings.probes))
        };
        let stale: Vec<PageIndex> =
            (0..pages.records.len()).filter(|&index| !is_reusable(&pages.records[index])).collect();
        // A page without reads is stale. If this build is interrupted, the pages that are left stay stale.
        for &index in &stale {
            if let Some(reads) = pages.records[index].reads.take() {
                pages.read_sets.remove(&reads);
            }
        }
        (pages, stale)
    }

    /// Puts the records into the order of a new plan. Records of removed pages are dropped.
    fn reorder(mut self, before: &Arc<Plan>, now: &Arc<Plan>) -> Self {
        if Arc::ptr_eq(before, now) {
            return self;
        }
        let routes = before.pages.iter().map(|page| &*page.route);
        let mut known: FxHashMap<&str, PageRecord> = routes.zip(self.records).collect();
        let records = now.pages.iter().map(|page| known.remove(&*page.route).unwrap_or_default()).collect();
        known.into_values().filter_map(|gone| gone.reads).for_each(|reads| self.read_sets.remove(&reads));
        Self { records, read_sets: self.read_sets }
    }

    /// Replaces the record of a page, and stores the page's reads. `language` is that of the page.
    pub fn replace(&mut self, page: PageIndex, language: LanguageIndex, mut record: PageRecord, reads: Vec<Read>) {
        record.reads = Some(self.read_sets.add(language, reads));
        self.records[page] = record;
    }

    /// Returns the pages that are not stale, each with the images that it requests.
    pub fn reused(&self) -> impl Iterator<Item = (PageIndex, &[DerivedImage])> {
        let reused = self.records.iter().enumerate().filter(|(_, record)| record.reads.is_some());
        reused.map(|(page, record)| (page, &*record.derived))
    }

    pub fn checked(&self) -> impl Iterator<Item = (PageIndex, &CheckedPage)> {
        self.records.iter().enumerate().filter_map(|(page, record)| Some((page, record.checked.as_ref()?)))
    }
}
