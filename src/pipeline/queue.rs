//! The queue of stale pages: viewed pages are rendered first, and previewed before the others are rendered.

use rustc_hash::FxHashSet;

use super::output_index::OutputIndex;
use super::viewers::Viewers;
use crate::site::plan::{PageIndex, Plan};

/// The pages still to be rendered, in order.
pub struct RenderQueue {
    pages: Vec<PageIndex>,
    /// Whether one of them may show many entries, and so take as long as many pages.
    has_lists: bool,
}

/// Pages to be rendered in parallel.
pub struct Batch {
    pub pages: Vec<PageIndex>,
    /// Whether one of the pages is viewed, and should be previewed before further pages are rendered.
    pub is_viewed: bool,
}

/// Pages rendered between two checks for open pages.
const PAGES_PER_BATCH: usize = 256;

/// The most pages that are rendered as one batch although some are viewed: an earlier preview would gain nothing.
const MAX_UNSPLIT_PAGES: usize = 8;

impl RenderQueue {
    pub fn new(plan: &Plan, pages: Vec<PageIndex>) -> Self {
        let has_lists = pages.iter().any(|&page| plan.is_list(page));
        Self { pages, has_lists }
    }

    pub fn pages(&self) -> &[PageIndex] {
        &self.pages
    }

    /// Takes the next pages: viewed pages first; all pages if nobody views the site or if few are left.
    pub fn next(&mut self, viewers: Option<&dyn Viewers>, index: &OutputIndex) -> Option<Batch> {
        let count = self.pages.len();
        if count == 0 {
            return None;
        }
        let outputs = viewers.map(Viewers::viewed_outputs).unwrap_or_default();
        let viewed: FxHashSet<PageIndex> = outputs.iter().filter_map(|path| index.page_at(path)).collect();
        if viewers.is_none() || (count <= MAX_UNSPLIT_PAGES && !self.has_lists) {
            let is_viewed = self.pages.iter().any(|page| viewed.contains(page));
            return Some(Batch { pages: std::mem::take(&mut self.pages), is_viewed });
        }
        let (first, others): (Vec<_>, Vec<_>) = self.pages.iter().partition(|page| viewed.contains(page));
        if !first.is_empty() {
            self.pages = others;
            return Some(Batch { pages: first, is_viewed: true });
        }
        Some(Batch { pages: self.pages.drain(..count.min(PAGES_PER_BATCH)).collect(), is_viewed: false })
    }
}
