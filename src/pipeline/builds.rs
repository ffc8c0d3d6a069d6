//! The builds of a server, one after another, and the last snapshot, which the editor reads while a build runs.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::build::{Build, rebuild};
use super::explain::pages_reading;
use super::job::{Job, LatestSnapshot};
use super::previous::Previous;
use crate::snapshot::Snapshot;

/// The longest wait for a complete build. While the settings can't be read, no build is complete.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The state from which the next build continues, and the last snapshot.
#[derive(Default)]
pub struct Builds {
    /// Locked while a build runs.
    previous: Mutex<Previous>,
    /// Notified when a build ends.
    ended: Condvar,
    snapshot: LatestSnapshot,
    /// The work that the running build has announced last.
    work: Mutex<Option<String>>,
}

impl Builds {
    /// Builds, and reuses what is unchanged since the last build.
    pub fn run(&self, job: &Job) -> Build {
        let mut previous = self.previous.lock();
        let announce = |work: &str| {
            *self.work.lock() = Some(work.to_owned());
            (job.announce)(work);
        };
        let build = rebuild(&Job { announce: &announce, ..*job }, &mut previous, &self.snapshot);
        *self.work.lock() = None;
        self.ended.notify_all();
        build
    }

    /// Returns what the running build does, in words, if it has announced work that takes seconds.
    pub fn work(&self) -> Option<String> {
        self.work.lock().clone()
    }

    /// Returns the last snapshot without waiting for a build.
    pub fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.snapshot.lock().clone()
    }

    /// Waits until no build runs. No build begins until the returned guard is dropped.
    pub fn pause(&self) -> MutexGuard<'_, Previous> {
        self.previous.lock()
    }

    /// Waits for a running build, and returns the result of the function [`pages_reading`]. After an interrupted build,
    /// waits up to `MAX_WAIT` for a complete one, because only a complete build knows the reads of all pages.
    pub fn pages_reading(&self, file: &str, part: Option<&str>) -> Vec<String> {
        let mut previous = self.previous.lock();
        self.ended.wait_while_for(&mut previous, |previous| previous.is_interrupted, MAX_WAIT);
        pages_reading(&previous, file, part)
    }
}
