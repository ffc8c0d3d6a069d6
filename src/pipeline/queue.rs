//! The queue of stale pages: viewed pages are rendered first, and previewed before the others are rendered.

use rustc_hash::FxHashSet;

use super::output_index::OutputIndex;
use super::viewers::Viewers;
use crate::site::plan::{PageIndex, Plan};

/// The pages still to be rendered, in order.
pub struct RenderQueue(Vec<PageIndex>);

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
    /// Creates a queue. Pages that may hold long lists come first, so that none of them is rendered alone at the end.
    pub fn new(plan: &Plan, pages: Vec<PageIndex>) -> Self {
        let (mut lists, others): (Vec<_>, Vec<_>) = pages.into_iter().partition(|&index| plan.is_list(index));
        lists.extend(others);
        Self(lists)
    }

    pub fn pages(&self) -> &[PageIndex] {
        &self.0
    }

    /// Takes the next pages: viewed pages first; all pages if nobody views the site or if few are left.
    pub fn next(&mut self, viewers: Option<&dyn Viewers>, index: &OutputIndex) -> Option<Batch> {
        let count = self.0.len();
        if count == 0 {
            return None;
        }
        let Some(viewers) = viewers else {
            return Some(Batch { pages: std::mem::take(&mut self.0), is_viewed: false });
        };
        let viewed: FxHashSet<PageIndex> =
            viewers.viewed_outputs().iter().filter_map(|path| index.page_at(path)).collect();
        if count <= MAX_UNSPLIT_PAGES {
            let is_viewed = self.0.iter().any(|index| viewed.contains(index));
            return Some(Batch { pages: std::mem::take(&mut self.0), is_viewed });
        }
        let (first, others): (Vec<_>, Vec<_>) = self.0.iter().partition(|index| viewed.contains(index));
        if !first.is_empty() {
            self.0 = others;
            return Some(Batch { pages: first, is_viewed: true });
        }
        Some(Batch { pages: self.0.drain(..count.min(PAGES_PER_BATCH)).collect(), is_viewed: false })
    }
}
