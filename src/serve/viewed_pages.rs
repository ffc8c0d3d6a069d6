//! The viewed pages: those that browsers have open, and those that were requested last.

use std::collections::VecDeque;

use parking_lot::Mutex;

/// The most pages that count as viewed only because they were requested, such as pages that a program fetches.
const MAX_REQUESTED: usize = 8;

/// The viewed pages, by the decoded paths of their URLs.
#[derive(Debug, Default)]
pub struct ViewedPages(Mutex<Pages>);

#[derive(Debug, Default)]
struct Pages {
    /// The pages whose events a browser listens to, once for each browser.
    open: Vec<String>,
    /// Requested pages, the latest last.
    requested: VecDeque<String>,
}

/// The guard of a page that is open in one browser. The page counts as open there until the guard is dropped.
pub struct ViewGuard<'a> {
    pages: &'a ViewedPages,
    path: String,
}

impl ViewedPages {
    /// Counts a page as open in one more browser.
    pub fn open(&self, path: &str) -> ViewGuard<'_> {
        self.0.lock().open.push(path.to_owned());
        ViewGuard { pages: self, path: path.to_owned() }
    }

    pub fn record_request(&self, path: &str) {
        let mut pages = self.0.lock();
        if pages.requested.back().is_some_and(|last| last == path) {
            return;
        }
        pages.requested.retain(|other| other != path);
        if pages.requested.len() == MAX_REQUESTED {
            pages.requested.pop_front();
        }
        pages.requested.push_back(path.to_owned());
    }

    pub fn paths(&self) -> Vec<String> {
        let pages = self.0.lock();
        let mut paths: Vec<String> = pages.open.iter().chain(&pages.requested).cloned().collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }
}

impl Drop for ViewGuard<'_> {
    fn drop(&mut self) {
        let mut pages = self.pages.0.lock();
        if let Some(at) = pages.open.iter().position(|path| *path == self.path) {
            pages.open.swap_remove(at);
        }
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
        assert_eq!(pages.paths(), ["/a/"]);
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
        assert!(paths.contains(&"/2/".to_owned()) && paths.contains(&"/new/".to_owned()), "{paths:?}");
        assert!(!paths.contains(&"/3/".to_owned()), "{paths:?}");
    }
}
