//! The finder of page marks, which remembers the markers that change what templates render.

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
    /// The numbers of the markers that change what templates render, with these templates. Finding them takes many
    /// renderings.
    left_out: Mutex<Option<(Arc<Templates>, BTreeSet<usize>)>>,
}

impl PageMarker {
    /// Finds the marks of a page.
    pub fn find_marks(&self, snapshot: &Arc<Snapshot>, page: PageIndex) -> PageMarks {
        let renderer = Renderer::new(snapshot.clone(), false);
        let templates = snapshot.templates();
        let mut known = self.left_out.lock().take().filter(|(of, _)| Arc::ptr_eq(of, templates));
        let (_, left_out) = known.get_or_insert_with(|| (templates.clone(), BTreeSet::new()));
        let marks = page_marks(snapshot, page, renderer.trace_in_part(page, left_out));
        *self.left_out.lock() = known;
        marks
    }
}
