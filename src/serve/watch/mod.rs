//! The watcher: waits for changes of files and folders, some of which may not exist yet.
//!
//! - A folder is watched with everything below it, except ignored files (`roots`).
//! - A file is watched through its folder, because editors that save by renaming replace the file.
//! - A missing file or folder is watched through the nearest folder that exists.
//! - The target of a symbolic link is watched as a root at its own path if builds follow the link. A change of the
//!   target is reported as a change of the link.
//! - When a folder or a symbolic link was created, removed or renamed and other watches may be needed, all watches are
//!   set again before the next build. So no change is missed: the build reads what changed before, and the watches
//!   report what changes later.
//!
//! Changes are collected until none has arrived for some milliseconds, or until `MAX_COLLECTING_TIME` is over. During a
//! build, events wait in a channel.

mod roots;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};
use parking_lot::Mutex;

use crate::diagnostic::{Diagnostic, Severity};
use crate::fs::Bounds;
use crate::source::Changes;
use roots::{Root, links_below, needed_watches};

/// Changes closer together than this belong to one save: an editor writes, renames and sets times in a row.
const SETTLE_TIME: Duration = Duration::from_millis(4);
/// The longer settle time while a file may be incomplete: it was created or written to, and not closed yet.
const SETTLE_TIME_WHEN_INCOMPLETE: Duration = Duration::from_millis(15);
/// A build starts after this time even if changes continue, as in a large copy.
const MAX_COLLECTING_TIME: Duration = Duration::from_millis(200);
/// Pause after the system lost events. A build that reads very many files can itself cause a loss, which starts the
/// next build. Without a pause, builds would follow each other at once.
const PAUSE_AFTER_LOSS: Duration = Duration::from_secs(2);

pub struct Watch {
    /// The site's own folder.
    site: PathBuf,
    /// The roots that the server watches from the beginning.
    initial_roots: Vec<Root>,
    /// Files and folders outside the initial roots that builds read.
    external_roots: Vec<Root>,
    watcher: RecommendedWatcher,
    events: Receiver<notify::Result<notify::Event>>,
    /// Events that were taken out of the channel, but not collected yet.
    queued: RefCell<VecDeque<notify::Result<notify::Event>>>,
    watches: BTreeMap<PathBuf, RecursiveMode>,
    /// The symbolic links that builds follow.
    links: BTreeSet<Root>,
    /// The folders into which symbolic links are followed.
    bounds: Bounds,
    pub announced_files: AnnouncedFiles,
}

/// The files of a change that the editor is making. When one of them changes, the next build reads all of them.
pub type AnnouncedFiles = Arc<Mutex<BTreeSet<PathBuf>>>;

impl Watch {
    /// Watches these files and folders of the site in the folder `site`.
    ///
    /// # Errors
    /// Fails if the system allows no watching, or too few watches.
    pub fn start(paths: &[PathBuf], site: &Path) -> Result<Self, Diagnostic> {
        let (sender, events) = mpsc::channel();
        let send = move |event: notify::Result<notify::Event>| {
            // Reading is no change. Closing after writing is a change: files written through memory maps have no other
            // event.
            const WRITTEN: AccessKind = AccessKind::Close(AccessMode::Write);
            let is_read = |event: &notify::Event| matches!(event.kind, EventKind::Access(access) if access != WRITTEN);
            if !event.as_ref().is_ok_and(is_read) {
                // An error is ignored: nobody receives events while the server ends.
                sender.send(event).ok();
            }
        };
        // Symbolic links are not followed: otherwise a file with two paths would be reported under only one of them.
        let started = RecommendedWatcher::new(send, notify::Config::default().with_follow_symlinks(false));
        let fatal = |diagnostic| Diagnostic { severity: Severity::Error, ..diagnostic };
        let watcher = started.map_err(|error| fatal(watch_failure(&error)))?;
        let mut watch = Self {
            site: site.to_owned(),
            initial_roots: paths.iter().map(|path| Root::new(path, site)).collect(),
            external_roots: Vec::new(),
            watcher,
            events,
            queued: RefCell::default(),
            watches: BTreeMap::new(),
            links: BTreeSet::new(),
            bounds: Bounds::default(),
            announced_files: AnnouncedFiles::default(),
        };
        watch.set_watches().map_err(fatal)?;
        Ok(watch)
    }

    /// Replaces the external roots and the bounds of symbolic links. Returns whether different files are watched now.
    pub fn set_external_roots(&mut self, paths: &[PathBuf], bounds: &Bounds, warn: &dyn Fn(Diagnostic)) -> bool {
        let external_roots: Vec<Root> = paths.iter().map(|path| Root::new(path, &self.site)).collect();
        if external_roots == self.external_roots && *bounds == self.bounds {
            return false;
        }
        let old_roots = std::mem::replace(&mut self.external_roots, external_roots);
        let old_links = std::mem::take(&mut self.links);
        self.bounds = bounds.clone();
        self.set_watches().unwrap_or_else(warn);
        self.external_roots != old_roots || self.links != old_links
    }

    /// Waits for a change, and for further changes that follow closely. Returns `Changes::Unknown` if a root was
    /// created, removed or renamed, or if events were lost. Reports failures to watch to `warn`.
    ///
    /// # Errors
    /// Fails if the system stops sending events.
    pub fn wait(&mut self, warn: &dyn Fn(Diagnostic)) -> Result<Changes, Diagnostic> {
        let mut collected = CollectedChanges::default();
        while !collected.has_changes() {
            let Some(event) = self.next_event(None) else {
                return Err(Diagnostic::error("watch-ended", "the system has stopped reporting changes")
                    .help("start the server again"));
            };
            self.collect(event, &mut collected, warn);
        }
        let start = Instant::now();
        // If the channel is closed, the next `wait` fails.
        while let Some(timeout) = collected.timeout(start.elapsed())
            && let Some(event) = self.next_event(Some(timeout))
        {
            self.collect(event, &mut collected, warn);
        }
        if collected.needs_new_watches || collected.root_moved || collected.events_lost {
            self.set_watches().unwrap_or_else(warn);
        }
        if collected.root_moved || collected.events_lost {
            return Ok(Changes::Unknown);
        }
        let mut announced = self.announced_files.lock();
        if !announced.is_disjoint(&collected.paths) {
            collected.paths.append(&mut announced);
        }
        Ok(Changes::At(collected.paths))
    }

    /// Takes the next event; `None` if none comes in time, or if the channel is closed.
    fn next_event(&mut self, timeout: Option<Duration>) -> Option<notify::Result<notify::Event>> {
        let queued = self.queued.get_mut().pop_front();
        queued.or_else(|| match timeout {
            Some(timeout) => self.events.recv_timeout(timeout).ok(),
            None => self.events.recv().ok(),
        })
    }

    /// Whether something changed since `wait` returned.
    pub fn has_queued_changes(&self) -> bool {
        let mut queued = self.queued.borrow_mut();
        queued.extend(self.events.try_iter());
        queued.iter().flatten().any(|event| CollectedChanges::default().add(event, self.roots(), &self.links))
    }

    fn collect(
        &self,
        event: notify::Result<notify::Event>,
        collected: &mut CollectedChanges,
        warn: &dyn Fn(Diagnostic),
    ) {
        let event = match event {
            Ok(event) => event,
            Err(error) => return warn(watch_failure(&error)),
        };
        let is_relevant = collected.add(&event, self.roots(), &self.links);
        collected.needs_new_watches |=
            is_relevant && changes_tree(&event) && event.paths.iter().any(|path| self.affects_watches(path));
    }

    fn roots(&self) -> impl Iterator<Item = &Root> {
        self.initial_roots.iter().chain(&self.external_roots)
    }

    /// Whether other watches may be needed after something was created, removed or renamed at this path.
    fn affects_watches(&self, path: &Path) -> bool {
        path.is_dir()
            || path.is_symlink()
            || self.watches.keys().any(|watched| watched.starts_with(path))
            || self
                .links
                .iter()
                .any(|link| link.absolute == path || Root::new(&link.given, &self.site).absolute == path)
    }

    /// Sets the watches that are needed now.
    ///
    /// # Errors
    /// Returns the first failure, after setting the other watches.
    fn set_watches(&mut self) -> Result<(), Diagnostic> {
        self.links = links_below(self.roots(), &self.bounds);
        let needed = needed_watches(self.roots().chain(&self.links));
        for gone in self.watches.keys().filter(|path| !needed.contains_key(*path)) {
            // An error is ignored: the system has removed the watches of a deleted folder itself.
            let _ = self.watcher.unwatch(gone);
        }
        let mut first_failure = None;
        for (path, mode) in &needed {
            // All watches are set again, as a folder may have been removed and created again.
            if let Err(error) = self.watcher.watch(path, *mode)
                && !matches!(error.kind, ErrorKind::PathNotFound)
            {
                first_failure.get_or_insert_with(|| watch_failure(&error));
            }
        }
        self.watches = needed;
        first_failure.map_or(Ok(()), Err)
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct CollectedChanges {
    paths: BTreeSet<PathBuf>,
    /// How long to wait for further changes.
    settle_time: Duration,
    needs_new_watches: bool,
    /// Whether a root, or a folder above it, was created, removed or renamed.
    root_moved: bool,
    events_lost: bool,
}

impl CollectedChanges {
    /// Adds what an event means for these roots and links. Returns false if the event means nothing for them.
    fn add<'r>(
        &mut self,
        event: &notify::Event,
        roots: impl Iterator<Item = &'r Root>,
        links: &BTreeSet<Root>,
    ) -> bool {
        let roots: Vec<&Root> = roots.collect();
        let holds_root = |path: &PathBuf| roots.iter().any(|root| root.absolute.starts_with(path));
        let root_moved = changes_tree(event) && event.paths.iter().any(holds_root);
        let is_metadata = matches!(event.kind, EventKind::Modify(ModifyKind::Metadata(_)));
        let changed = event.paths.iter().filter(|path| !(is_metadata && path.is_dir()));
        let watched = || roots.iter().copied().chain(links);
        let paths: Vec<_> = changed.flat_map(|path| watched().filter_map(|root| root.reported_path(path))).collect();
        if !paths.is_empty() {
            // A file is complete once it is closed after writing, renamed into place or removed.
            let is_incomplete =
                matches!(event.kind, EventKind::Create(_) | EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any));
            self.settle_time = if is_incomplete { SETTLE_TIME_WHEN_INCOMPLETE } else { SETTLE_TIME };
        }
        let is_relevant = event.need_rescan() || root_moved || !paths.is_empty();
        self.events_lost |= event.need_rescan();
        self.root_moved |= root_moved;
        self.paths.extend(paths);
        is_relevant
    }

    fn has_changes(&self) -> bool {
        !self.paths.is_empty() || self.root_moved || self.events_lost
    }

    /// Returns how long to wait for another change; `None` if it is time to build.
    fn timeout(&self, collecting_time: Duration) -> Option<Duration> {
        if self.events_lost && self.paths.is_empty() && !self.root_moved {
            return PAUSE_AFTER_LOSS.checked_sub(collecting_time);
        }
        MAX_COLLECTING_TIME.checked_sub(collecting_time).map(|left| left.min(self.settle_time))
    }
}

/// Whether an event creates, removes or renames a file or folder.
fn changes_tree(event: &notify::Event) -> bool {
    matches!(event.kind, EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)))
}

fn watch_failure(error: &notify::Error) -> Diagnostic {
    let limit = || {
        Diagnostic::warning("watch-limit", "there are more folders than the system lets programs watch")
            .note("changes in some folders will not be seen")
            .help("raise the limit, for example with `sudo sysctl fs.inotify.max_user_watches=524288`, and start again")
    };
    match &error.kind {
        ErrorKind::MaxFilesWatch => limit(),
        // `EMFILE`: too many watchers.
        ErrorKind::Io(error) if error.raw_os_error() == Some(24) => limit(),
        _ => {
            let mut diagnostic =
                Diagnostic::warning("watch-trouble", "changes of some files can't be watched").note(error.to_string());
            diagnostic.notes.extend(error.paths.iter().map(|path| format!("at `{}`", path.display())));
            diagnostic.help("start the server again after a change of these files")
        }
    }
}

#[cfg(test)]
mod tests;
