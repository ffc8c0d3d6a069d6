//! Who looks at the site while it is made anew: the pages that are open come first, and are shown before the others are made.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::known::Known;
use crate::output::hosts::Policy;
use crate::plan::{PageIndex, Plan};

/// Whoever looks, told and asked while a build runs.
pub trait Audience {
    /// The paths of the outputs that somebody looks at now; those that there are not count for nothing.
    fn looks_at(&self) -> Vec<String>;

    /// All outputs are what they will be, but for those that are `awaited`.
    fn show(&self, first: First);

    /// Whether inputs have changed again: what is made from now on would have to be made once more.
    fn is_outdated(&self) -> bool;
}

/// What there is to see before a build has ended.
#[derive(Debug, Default)]
pub struct First {
    /// The outputs that are not made yet, by path.
    pub awaited: BTreeSet<String>,
    /// The path below which the site is published.
    pub base_path: String,
    /// How hosts are to answer, as far as it is known.
    pub policy: Option<Policy>,
}

/// The pages that are still to be made, in the order in which they are.
pub(super) struct Left(Vec<PageIndex>);

/// Pages to be made at once.
pub(super) struct Batch {
    pub pages: Vec<PageIndex>,
    /// Somebody looks at one of them, and waits for others not to be made before.
    pub is_awaited: bool,
}

/// So many pages are made before it is asked again who looks.
const BATCH: usize = 256;

/// So few pages are made all at once: to show some of them earlier would gain nothing.
const FEW: usize = 8;

impl Left {
    /// Pages that may hold long lists begin first, so that none is left alone at the end.
    pub fn new(plan: &Plan, pages: Vec<PageIndex>) -> Self {
        let (mut lists, others): (Vec<_>, Vec<_>) = pages.into_iter().partition(|&index| plan.is_list(index));
        lists.extend(others);
        Self(lists)
    }

    pub fn pages(&self) -> &[PageIndex] {
        &self.0
    }

    /// The next pages; all of them where nobody looks, and where they are few.
    pub fn next(&mut self, audience: Option<&dyn Audience>, known: &Arc<Known>) -> Option<Batch> {
        let all = self.0.len();
        if all == 0 {
            return None;
        }
        let Some(audience) = audience else {
            return Some(Batch { pages: std::mem::take(&mut self.0), is_awaited: false });
        };
        let seen: FxHashSet<PageIndex> = audience.looks_at().iter().filter_map(|path| known.page_at(path)).collect();
        if all <= FEW {
            let is_awaited = self.0.iter().any(|index| seen.contains(index));
            return Some(Batch { pages: std::mem::take(&mut self.0), is_awaited });
        }
        let (first, others): (Vec<_>, Vec<_>) = self.0.iter().partition(|index| seen.contains(index));
        if !first.is_empty() {
            self.0 = others;
            return Some(Batch { pages: first, is_awaited: true });
        }
        Some(Batch { pages: self.0.drain(..all.min(BATCH)).collect(), is_awaited: false })
    }
}
