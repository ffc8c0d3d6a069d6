//! Which pages somebody looks at: those that browsers have open, and those that were asked for last.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Who asks for a page without listening to its events, such as a program, looks at it until so many others were asked for.
const LAST: usize = 8;

/// Who looks at what. Pages are known by the decoded paths of their URLs.
#[derive(Debug, Default)]
pub struct Visitors(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    /// How many listen to a page's events.
    open: BTreeMap<String, usize>,
    /// The latest is the last.
    asked: VecDeque<String>,
}

/// Somebody has a page open, until this is dropped.
pub struct Visit<'a> {
    visitors: &'a Visitors,
    path: String,
}

impl Visitors {
    /// Somebody listens to a page's events.
    pub fn open(&self, path: &str) -> Visit<'_> {
        *self.lock().open.entry(path.to_owned()).or_default() += 1;
        Visit { visitors: self, path: path.to_owned() }
    }

    /// Somebody asks for a page.
    pub fn ask(&self, path: &str) {
        let mut seen = self.lock();
        if seen.asked.back().is_some_and(|last| last == path) {
            return;
        }
        seen.asked.retain(|other| other != path);
        if seen.asked.len() == LAST {
            seen.asked.pop_front();
        }
        seen.asked.push_back(path.to_owned());
    }

    /// The pages that somebody looks at.
    pub fn paths(&self) -> Vec<String> {
        let seen = self.lock();
        let mut paths: Vec<String> = seen.open.keys().chain(&seen.asked).cloned().collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        let mut seen = self.visitors.lock();
        if let Some(count) = seen.open.get_mut(&self.path) {
            *count -= 1;
            if *count == 0 {
                seen.open.remove(&self.path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_pages_are_looked_at_until_the_last_one_closes() {
        let visitors = Visitors::default();
        let (one, two) = (visitors.open("/a/"), visitors.open("/a/"));
        drop(one);
        assert_eq!(visitors.paths(), ["/a/"]);
        drop(two);
        assert!(visitors.paths().is_empty());
    }

    #[test]
    fn the_pages_asked_for_last_are_looked_at() {
        let visitors = Visitors::default();
        (0..LAST + 2).for_each(|number| visitors.ask(&format!("/{number}/")));
        visitors.ask("/2/");
        visitors.ask("/new/");
        let paths = visitors.paths();
        assert_eq!(paths.len(), LAST);
        assert!(paths.contains(&"/2/".to_owned()) && paths.contains(&"/new/".to_owned()), "{paths:?}");
        assert!(!paths.contains(&"/3/".to_owned()), "{paths:?}");
    }
}
