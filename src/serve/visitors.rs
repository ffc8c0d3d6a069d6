//! Which pages somebody looks at: those that browsers have open, and those that were asked for last.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Who asks for a page without listening to its events, such as a program, looks at it until so many others were asked for.
const LAST: usize = 8;

/// Who looks at what. Pages are known by the decoded paths of their URLs.
#[derive(Debug, Default)]
pub struct Visitors {
    seen: Mutex<Seen>,
    told: Condvar,
}

#[derive(Debug, Default)]
struct Seen {
    /// Those who listen to a page's events, by the order in which they came.
    open: BTreeMap<u64, Open>,
    /// How many have come.
    visits: u64,
    /// The latest is the last.
    asked: VecDeque<String>,
}

#[derive(Debug)]
struct Open {
    path: String,
    /// The generation of the site that they were told of last.
    told: Option<u64>,
}

/// Somebody has a page open, until this is dropped.
pub struct Visit<'a> {
    visitors: &'a Visitors,
    number: u64,
}

impl Visit<'_> {
    /// Notes that whoever it is knows of this generation of the site.
    pub fn told(&self, generation: u64) {
        if let Some(open) = self.visitors.lock().open.get_mut(&self.number) {
            open.told = Some(generation);
        }
        self.visitors.told.notify_all();
    }
}

impl Visitors {
    /// Somebody listens to a page's events.
    pub fn open(&self, path: &str) -> Visit<'_> {
        let mut seen = self.lock();
        seen.visits += 1;
        let number = seen.visits;
        seen.open.insert(number, Open { path: path.to_owned(), told: None });
        Visit { visitors: self, number }
    }

    /// Waits until all who listen know of a generation of the site, but no longer than this; those who have just come are not
    /// waited for.
    pub fn wait(&self, generation: u64, patience: Duration) {
        let behind = |seen: &mut Seen| seen.open.values().any(|open| open.told.is_some_and(|told| told < generation));
        drop(self.told.wait_timeout_while(self.lock(), patience, behind));
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
        let mut paths: Vec<String> = seen.open.values().map(|open| &open.path).chain(&seen.asked).cloned().collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.visitors.lock().open.remove(&self.number);
        self.visitors.told.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

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
    fn who_listens_is_waited_for_but_not_for_long() {
        let visitors = Visitors::default();
        let waits = |generation: u64, patience: u64| {
            let start = Instant::now();
            visitors.wait(generation, Duration::from_millis(patience));
            start.elapsed() >= Duration::from_millis(patience)
        };
        let (one, two) = (visitors.open("/a/"), visitors.open("/b/"));
        assert!(!waits(1, 60_000), "both have just come");
        one.told(1);
        two.told(2);
        assert!(!waits(1, 60_000));
        assert!(waits(2, 10), "one is behind");
        std::thread::scope(|scope| {
            scope.spawn(|| one.told(2));
            assert!(!waits(2, 60_000));
        });
        drop(one);
        two.told(3);
        assert!(!waits(3, 60_000), "who is gone is not waited for");
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
