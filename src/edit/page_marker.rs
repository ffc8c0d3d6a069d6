//! The finder of page marks. It caches the renderer of a snapshot, and which markers change what templates render.

use std::collections::BTreeSet;
use std::sync::Arc;

use parking_lot::Mutex;

use super::page_marks::{PageMarks, page_marks};
use crate::render::Renderer;
use crate::site::plan::PageIndex;
use crate::snapshot::Snapshot;
use crate::template::Templates;

/// The finder of page marks.
#[derive(Default)]
pub struct PageMarker {
    /// The renderer of marked pages, with its snapshot.
    renderer: Mutex<Option<(Arc<Snapshot>, Arc<Renderer>)>>,
    /// The numbers of the markers that change what templates render, with these templates.
    left_out: Mutex<Option<(Arc<Templates>, BTreeSet<usize>)>>,
}

impl PageMarker {
    /// Finds the marks of a page.
    pub fn find_marks(&self, snapshot: &Arc<Snapshot>, page: PageIndex) -> PageMarks {
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
