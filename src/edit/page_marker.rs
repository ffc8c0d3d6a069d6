//! The finder of page marks. It keeps the marked templates while those of the site are unchanged.

use std::collections::BTreeSet;
use std::sync::Arc;

use parking_lot::Mutex;

use super::page_marks::{PageMarks, collect_marks};
use crate::render::{MarkedTemplates, Renderer};
use crate::site::plan::PageIndex;
use crate::snapshot::Snapshot;

/// The finder of page marks.
#[derive(Default)]
pub struct PageMarker(Mutex<Option<MarkedTemplates>>);

impl PageMarker {
    /// Finds the marks of a page.
    pub fn find_marks(&self, snapshot: &Arc<Snapshot>, page: PageIndex) -> PageMarks {
        let templates = snapshot.templates();
        let mut kept = self.0.lock();
        let unchanged = kept.take().filter(|marked| marked.are_of(templates));
        let marked = kept.insert(unchanged.unwrap_or_else(|| MarkedTemplates::new(templates, BTreeSet::new())));
        let marked_page = Renderer::new(snapshot.clone(), false).render_with_fewer_marks(page, marked);
        drop(kept);
        collect_marks(snapshot, page, marked_page)
    }
}
