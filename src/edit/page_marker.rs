//! The maker of pages' marks, which keeps what it needs for all pages of a snapshot.

use std::collections::BTreeSet;
use std::sync::Arc;

use parking_lot::Mutex;

use super::page_marks::{PageMarks, page_marks};
use crate::render::Renderer;
use crate::site::plan::PageIndex;
use crate::snapshot::Snapshot;
use crate::template::Templates;

/// The maker of pages' marks.
#[derive(Default)]
pub struct PageMarker {
    /// The renderer of marked pages, for the snapshot that it was made for.
    renderer: Mutex<Option<(Arc<Snapshot>, Arc<Renderer>)>>,
    /// The marks that change what pages are, until the templates change.
    left_out: Mutex<Option<(Arc<Templates>, BTreeSet<usize>)>>,
}

impl PageMarker {
    /// Finds the marks of a page.
    pub fn marks(&self, snapshot: &Arc<Snapshot>, page: PageIndex) -> PageMarks {
        let renderer = self.renderer(snapshot);
        let templates = snapshot.templates();
        let mut known = self.left_out.lock().take().filter(|(of, _)| Arc::ptr_eq(of, templates));
        let (_, left_out) = known.get_or_insert_with(|| (templates.clone(), BTreeSet::new()));
        let marks = page_marks(snapshot, page, renderer.trace_in_part(page, left_out));
        *self.left_out.lock() = known;
        marks
    }

    fn renderer(&self, snapshot: &Arc<Snapshot>) -> Arc<Renderer> {
        let mut known = self.renderer.lock();
        if let Some((of, renderer)) = &*known
            && Arc::ptr_eq(of, snapshot)
        {
            return renderer.clone();
        }
        let renderer = Arc::new(Renderer::new(snapshot.clone(), false));
        *known = Some((snapshot.clone(), renderer.clone()));
        renderer
    }
}
