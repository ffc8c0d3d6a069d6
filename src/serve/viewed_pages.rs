//! The viewed pages: those that browsers have open, and those that were requested last.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

/// The maximum number of open pages. The server allows more connections than that, so that pages can still be
/// requested.
const MAX_OPEN: usize = 128;
/// The maximum number of pages that count as viewed only because they were requested, such as pages that a program
/// fetches.
const MAX_REQUESTED: usize = 8;

/// The viewed pages, by the decoded paths of their URLs.
#[derive(Debug, Default)]
pub struct ViewedPages {
    /// The pages whose events a browser listens to, once for each browser.
    open: Mutex<Vec<Weak<str>>>,
    /// Requested pages, the latest last.
    requested: Mutex<VecDeque<Arc<str>>>,
}

impl ViewedPages {
    /// Counts a page as open in one more browser, as long as the returned path is kept; `None` if too many pages are
    /// open.
    pub fn open(&self, path: &str) -> Option<Arc<str>> {
        let mut open = self.open.lock();
        open.retain(|page| page.strong_count() > 0);
        if open.len() == MAX_OPEN {
            return None;
        }
        let path = Arc::from(path);
        open.push(Arc::downgrade(&path));
        Some(path)
    }

    pub fn record_request(&self, path: &str) {
        let mut requested = self.requested.lock();
        requested.retain(|other| **other != *path);
        if requested.len() == MAX_REQUESTED {
            requested.pop_front();
        }
        requested.push_back(path.into());
    }

    pub fn paths(&self) -> BTreeSet<Arc<str>> {
        let (open, requested) = (self.open.lock(), self.requested.lock());
        open.iter().filter_map(Weak::upgrade).chain(requested.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_viewed_until_its_last_listener_leaves() {
        let pages = ViewedPages::default();
        let (one, two) = (pages.open("/a/"), pages.open("/a/"));
        drop(one);
        assert_eq!(pages.paths(), ["/a/".into()].into());
        drop(two);
        assert!(pages.paths().is_empty());
    }

    #[test]
    fn the_pages_requested_last_are_viewed() {
        let pages = ViewedPages::default();
        (0..MAX_REQUESTED + 2).for_each(|number| pages.record_request(&format!("/{number}/")));
        pages.record_request("/2/");
        pages.record_request("/new/");
        let paths = pages.paths();
        assert_eq!(paths.len(), MAX_REQUESTED);
        assert!(paths.contains("/2/") && paths.contains("/new/"), "{paths:?}");
        assert!(!paths.contains("/3/"), "{paths:?}");
    }

    #[test]
    fn the_number_of_open_pages_is_limited() {
        let pages = ViewedPages::default();
        let mut open: Vec<_> = (0..MAX_OPEN).map(|_| pages.open("/")).collect();
        assert!(open.iter().all(Option::is_some) && pages.open("/").is_none());
        open.pop();
        assert!(pages.open("/").is_some());
    }
}
