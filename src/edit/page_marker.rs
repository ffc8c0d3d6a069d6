//! The finder of page marks. It keeps the templates with marks while the templates of the site are unchanged.

use std::collections::BTreeSet;
use std::sync::Arc;

use parking_lot::Mutex;

use super::page_marks::{PageMarks, page_marks};
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
        let mut known = self.0.lock();
        if known.as_ref().is_none_or(|marked| !marked.are_of(templates)) {
            *known = None;
        }
        let marked = known.get_or_insert_with(|| MarkedTemplates::new(templates, BTreeSet::new()));
        let traced = Renderer::new(snapshot.clone(), false).trace_in_part(page, marked);
        drop(known);
        page_marks(snapshot, page, traced)
    }
}
