//! Watching files and folders, those that don't exist yet included.
//!
//! A folder is watched with everything below it, but for what is ignored. A file is watched through its folder: editors that
//! save by renaming put another file in its place. What does not exist is waited for in the nearest folder that does. When
//! something at these places comes, goes or is renamed, all watches are set again, before the build that follows, so that
//! whatever the build does not see yet is seen by a watch.
//!
//! Changes gather until it is quiet for a moment. They wait in a channel while a build runs, so none is lost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::WalkDir;

use crate::diagnostic::{Diagnostic, Severity};

/// Changes closer together than this are one change: an editor writes, renames and sets times in a row.
const QUIET: Duration = Duration::from_millis(15);
/// After this long it is time to build, even if changes go on, as in a large copy.
const AT_MOST: Duration = Duration::from_millis(200);
/// When the system lost count of the changes. A build that reads very many files can cause that itself: without a pause it
/// would cause the next one, for ever.
const AFTER_LOSS: Duration = Duration::from_secs(2);

/// Folders that hold what is made, not written, when they stand right below a watched folder.
const MADE: [&str; 2] = ["dist", "target"];
/// Never watched, wherever it stands.
const PACKAGES: &str = "node_modules";
/// How the temporary files of editors and systems end.
const TEMPORARY_ENDS: [&str; 9] =
    ["~", ".swp", ".swo", ".swx", ".tmp", ".bak", ".crswap", "___jb_tmp___", "___jb_old___"];
/// Temporary files by name; the number is vim's, to try whether it may write.
const TEMPORARY_NAMES: [&str; 3] = ["4913", "Thumbs.db", "desktop.ini"];

/// Watches, and waits for changes.
pub struct Watch {
    roots: Arc<[PathBuf]>,
    watcher: RecommendedWatcher,
    news: Receiver<News>,
    set: BTreeMap<PathBuf, RecursiveMode>,
}

/// What there is to know about the watched files.
#[derive(Debug, PartialEq, Eq)]
enum News {
    Changed,
    /// Changed, in a way that other watches may be needed.
    Moved,
    /// The system lost count.
    Lost,
    Trouble(Diagnostic),
}

impl Watch {
    /// Watches these files and folders.
    pub fn start(paths: &[PathBuf]) -> Result<Self, Diagnostic> {
        let roots: Arc<[PathBuf]> = paths.iter().map(|path| absolute(path)).collect();
        let (sender, news) = mpsc::channel();
        let within = Arc::clone(&roots);
        let started = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let news = match event {
                Ok(event) => news_of(&event, &within),
                Err(error) => Some(News::Trouble(trouble(&error))),
            };
            // Nobody listens any more when the server ends.
            news.map(|news| sender.send(news).ok());
        });
        let fatal = |trouble| Diagnostic { severity: Severity::Error, ..trouble };
        let watcher = started.map_err(|error| fatal(trouble(&error)))?;
        let mut watch = Self { roots, watcher, news, set: BTreeMap::new() };
        watch.set_watches().map_or(Ok(watch), |trouble| Err(fatal(trouble)))
    }

    /// Returns when something changed and it has been quiet since. What does not work is told to `tell`.
    pub fn wait(&mut self, tell: &dyn Fn(Diagnostic)) -> Result<(), Diagnostic> {
        let mut gathered = Gathered::default();
        while !gathered.anything() {
            let Ok(news) = self.news.recv() else {
                return Err(Diagnostic::error("watch-ended", "the system has stopped telling what changes")
                    .help("start `site serve --watch` again"));
            };
            gathered.add(news, tell);
        }
        let start = Instant::now();
        loop {
            let patience =
                if gathered.only_lost() { AFTER_LOSS } else { AT_MOST.saturating_sub(start.elapsed()).min(QUIET) };
            match self.news.recv_timeout(patience) {
                Ok(news) => gathered.add(news, tell),
                // Quiet, or at an end, which the next wait tells.
                Err(_) => break,
            }
            if !gathered.only_lost() && start.elapsed() >= AT_MOST {
                break;
            }
        }
        if (gathered.moved || gathered.lost)
            && let Some(trouble) = self.set_watches()
        {
            tell(trouble);
        }
        Ok(())
    }

    /// Sets the watches that are needed now. The first that can't be set is returned.
    fn set_watches(&mut self) -> Option<Diagnostic> {
        let needed = needed(&self.roots);
        for gone in self.set.keys().filter(|path| !needed.contains_key(*path)) {
            // The system gives up watches of deleted folders itself.
            let _ = self.watcher.unwatch(gone);
        }
        let mut failed = None;
        for (path, mode) in &needed {
            // A folder that came back under its old name is another one: watching again costs little.
            match self.watcher.watch(path, *mode) {
                Err(error) if !matches!(error.kind, ErrorKind::PathNotFound) => {
                    failed = failed.or(Some(trouble(&error)));
                }
                _ => {}
            }
        }
        self.set = needed;
        failed
    }
}

/// What came together while waiting.
#[derive(Default)]
struct Gathered {
    changed: bool,
    moved: bool,
    lost: bool,
}

impl Gathered {
    fn add(&mut self, news: News, tell: &dyn Fn(Diagnostic)) {
        match news {
            News::Changed => self.changed = true,
            News::Moved => self.moved = true,
            News::Lost => self.lost = true,
            News::Trouble(trouble) => tell(trouble),
        }
    }

    fn anything(&self) -> bool {
        self.changed || self.moved || self.lost
    }

    fn only_lost(&self) -> bool {
        self.lost && !self.changed && !self.moved
    }
}

/// The watches that these roots need: the folders in a root with all below them, the root itself and what stands above it
/// for themselves only.
fn needed(roots: &[PathBuf]) -> BTreeMap<PathBuf, RecursiveMode> {
    let mut deep = Vec::new();
    let mut shallow = Vec::new();
    for root in roots {
        if root.is_dir() {
            shallow.push(root.clone());
            let below = WalkDir::new(root).min_depth(1).max_depth(1).follow_links(true).into_iter().flatten();
            deep.extend(
                below.filter(|e| e.file_type().is_dir() && !ignored(root, e.path())).map(walkdir::DirEntry::into_path),
            );
        }
        shallow.extend(root.ancestors().skip(1).find(|above| above.is_dir()).map(Path::to_owned));
    }
    // A shallow watch would undo a deep one of the same folder.
    shallow.retain(|path| !deep.iter().any(|above| path.starts_with(above)));
    let shallow = shallow.into_iter().map(|path| (path, RecursiveMode::NonRecursive));
    shallow.chain(deep.into_iter().map(|path| (path, RecursiveMode::Recursive))).collect()
}

/// What an event means for these roots, if anything.
fn news_of(event: &notify::Event, roots: &[PathBuf]) -> Option<News> {
    if event.need_rescan() {
        return Some(News::Lost);
    }
    let moves = match event.kind {
        EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => true,
        // Reading is no change; the end of writing is, for files that are written through memory.
        EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write) => return None,
        _ => false,
    };
    let within = |path: &PathBuf| roots.iter().any(|root| path.starts_with(root) && !ignored(root, path));
    let at_the_border = |path: &PathBuf| {
        roots.iter().any(|root| root.starts_with(path) || (path.parent() == Some(root) && !ignored(root, path)))
    };
    if moves && event.paths.iter().any(at_the_border) {
        return Some(News::Moved);
    }
    event.paths.iter().any(within).then_some(News::Changed)
}

/// Is `path`, below `root`, nothing that a site is made from?
fn ignored(root: &Path, path: &Path) -> bool {
    let Ok(below) = path.strip_prefix(root) else { return true };
    below.components().enumerate().any(|(depth, component)| {
        let name = component.as_os_str().to_string_lossy();
        name.starts_with('.')
            || name == PACKAGES
            || (depth == 0 && MADE.contains(&&*name))
            || TEMPORARY_NAMES.contains(&&*name)
            || TEMPORARY_ENDS.iter().any(|end| name.ends_with(end))
            || (name.starts_with('#') && name.ends_with('#'))
    })
}

/// The path as events name it: absolute, and without links in the folders above.
fn absolute(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let real = |above: &Path| Some((above.canonicalize().ok()?, absolute.strip_prefix(above).ok()?.to_owned()));
    let nearest = absolute.ancestors().skip(1).find_map(real);
    nearest.map_or(absolute.clone(), |(above, rest)| above.join(rest))
}

fn trouble(error: &notify::Error) -> Diagnostic {
    let limit = || {
        Diagnostic::warning("watch-limit", "there are more folders than the system lets programs watch")
            .note("changes in some folders will not be seen")
            .help("raise the limit, for example with `sudo sysctl fs.inotify.max_user_watches=524288`, and start again")
    };
    match &error.kind {
        ErrorKind::MaxFilesWatch => limit(),
        // The system's word for "too many watchers".
        ErrorKind::Io(error) if error.raw_os_error() == Some(24) => limit(),
        _ => {
            let mut told =
                Diagnostic::warning("watch-trouble", "changes of some files can't be watched").note(error.to_string());
            told.notes.extend(error.paths.iter().map(|path| format!("at `{}`", path.display())));
            told.help("start `site serve --watch` again after changing them")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::Event;
    use notify::event::{CreateKind, DataChange, RenameMode};

    const DATA: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Any));
    const CREATE: EventKind = EventKind::Create(CreateKind::Any);
    const RENAME: EventKind = EventKind::Modify(ModifyKind::Name(RenameMode::Both));

    fn check(kind: EventKind, path: &str, expected: Option<&News>) {
        let roots = [PathBuf::from("/.home/s/content"), PathBuf::from("/.home/s/site.yaml"), PathBuf::from("/.home/t")];
        assert_eq!(news_of(&Event::new(kind).add_path(PathBuf::from(path)), &roots).as_ref(), expected, "{path}");
    }

    #[test]
    fn changes_below_the_roots_are_news() {
        check(DATA, "/.home/s/content/a/b.md", Some(&News::Changed));
        check(DATA, "/.home/s/site.yaml", Some(&News::Changed));
        check(CREATE, "/.home/s/content/a/b.md", Some(&News::Changed));
        check(DATA, "/.home/s/other/a.md", None);
        check(DATA, "/.home/s", None);
        check(EventKind::Access(AccessKind::Read), "/.home/s/content/a.md", None);
        check(EventKind::Access(AccessKind::Close(AccessMode::Write)), "/.home/s/content/a.md", Some(&News::Changed));
    }

    #[test]
    fn coming_and_going_at_the_border_moves_watches() {
        check(CREATE, "/.home/s/content", Some(&News::Moved));
        check(CREATE, "/.home/s/content/a", Some(&News::Moved));
        check(RENAME, "/.home/s/site.yaml", Some(&News::Moved));
        check(CREATE, "/.home/s", Some(&News::Moved));
        check(CREATE, "/.home/s/contents", None);
    }

    #[test]
    fn what_is_made_or_temporary_is_no_news() {
        for path in [
            "dist/a.html",
            "target",
            "a/node_modules/b/c.js",
            ".git/index",
            "a/.hidden",
            "a/b.md~",
            "a/.b.md.swp",
            "a/4913",
            "a/#b.md#",
            "a/b.tmp",
        ] {
            check(DATA, &format!("/.home/s/content/{path}"), None);
            check(CREATE, &format!("/.home/s/content/{path}"), None);
        }
        for path in ["a/dist/b.md", "targets/a.md", "a/b.swap.md", "a/49130"] {
            check(DATA, &format!("/.home/s/content/{path}"), Some(&News::Changed));
        }
    }

    #[test]
    fn deep_watches_leave_out_what_is_ignored() {
        let site = tempfile::tempdir().expect("a folder");
        for folder in ["content/a/b", "node_modules/x", "dist", ".git"] {
            std::fs::create_dir_all(site.path().join(folder)).expect("a folder");
        }
        let root = absolute(site.path());
        let needed = needed(&[root.clone(), root.join("content/a/b/x.md"), root.join("no/such/folder")]);
        let at = |path: &str| needed.get(&root.join(path)).copied();
        assert_eq!(at("content"), Some(RecursiveMode::Recursive));
        assert_eq!(at(""), Some(RecursiveMode::NonRecursive));
        assert_eq!(at("content/a/b"), None, "the deep watch covers it");
        assert_eq!((at("node_modules"), at("dist"), at(".git")), (None, None, None));
    }
}
