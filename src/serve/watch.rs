//! Watching files and folders, those that don't exist yet included, and telling which of them changed.
//!
//! A folder is watched with everything below it, but for what is ignored. A file is watched through its folder: editors that
//! save by renaming put another file in its place. What does not exist is waited for in the nearest folder that does. Where a
//! link leads to a file elsewhere, that is watched too, and its changes are those of the link. When a folder or a link comes,
//! goes or is renamed, all watches are set again, before the build that follows, so that whatever the build does not see yet is
//! seen by a watch.
//!
//! Changes gather until it is quiet for a moment. They wait in a channel while a build runs, so none is lost.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::WalkDir;

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Changes;

/// Changes closer together than this are one change: an editor writes, renames and sets times in a row.
const QUIET: Duration = Duration::from_millis(15);
/// A file that was closed after it was written, or renamed into its place, is whole: what else an editor does comes at once.
const QUIET_WHEN_WHOLE: Duration = Duration::from_millis(4);
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
    /// What is watched from the beginning.
    own: Vec<Root>,
    /// What builds were found to read besides.
    further: Vec<Root>,
    watcher: RecommendedWatcher,
    news: Receiver<notify::Result<notify::Event>>,
    /// Taken out of the channel, but not gathered yet.
    early: RefCell<VecDeque<notify::Result<notify::Event>>>,
    set: BTreeMap<PathBuf, RecursiveMode>,
    links: Links,
}

/// A watched file or folder.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Root {
    /// As it was named, and as changes are told.
    named: PathBuf,
    /// As events name it.
    absolute: PathBuf,
}

/// The files elsewhere that links lead to, and the links, as changes are told.
type Links = BTreeMap<PathBuf, Vec<PathBuf>>;

/// What there is to know about the watched files.
#[derive(Debug, PartialEq, Eq)]
enum News {
    Changed {
        paths: Vec<PathBuf>,
        /// They are as they will be.
        whole: bool,
    },
    /// A root, or a folder that it lies in, came or went.
    Moved,
    /// The system lost count.
    Lost,
    Trouble(Diagnostic),
}

impl Watch {
    /// Watches these files and folders.
    pub fn start(paths: &[PathBuf]) -> Result<Self, Diagnostic> {
        let (sender, news) = mpsc::channel();
        let started = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Reading is no change; the end of writing is, for files that are written through memory.
            let is_read = |event: &notify::Event| matches!(event.kind, EventKind::Access(access) if access != AccessKind::Close(AccessMode::Write));
            if !event.as_ref().is_ok_and(is_read) {
                // Nobody listens any more when the server ends.
                sender.send(event).ok();
            }
        });
        let fatal = |trouble| Diagnostic { severity: Severity::Error, ..trouble };
        let watcher = started.map_err(|error| fatal(trouble(&error)))?;
        let own = paths.iter().map(|path| Root::new(path)).collect();
        let (early, set, links) = (RefCell::default(), BTreeMap::new(), Links::new());
        let mut watch = Self { own, further: Vec::new(), watcher, news, early, set, links };
        watch.set_watches().map_or(Ok(watch), |trouble| Err(fatal(trouble)))
    }

    /// Watches these besides, and no others that were added like this before. Are they other than those?
    pub fn follow(&mut self, paths: &[PathBuf], tell: &dyn Fn(Diagnostic)) -> bool {
        let further: Vec<Root> = paths.iter().map(|path| Root::new(path)).collect();
        let other = further != self.further;
        if other {
            self.further = further;
            self.set_watches().into_iter().for_each(tell);
        }
        other
    }

    /// Returns when something changed and it has been quiet since, and says what. What does not work is told to `tell`.
    pub fn wait(&mut self, tell: &dyn Fn(Diagnostic)) -> Result<Changes, Diagnostic> {
        let mut gathered = Gathered::default();
        while !gathered.anything() {
            let early = self.early.get_mut().pop_front();
            let Some(event) = early.or_else(|| self.news.recv().ok()) else {
                return Err(Diagnostic::error("watch-ended", "the system has stopped telling what changes")
                    .help("start `site serve --watch` again"));
            };
            self.gather(event, &mut gathered, tell);
        }
        let start = Instant::now();
        loop {
            let quiet = if gathered.whole { QUIET_WHEN_WHOLE } else { QUIET };
            let patience =
                if gathered.only_lost() { AFTER_LOSS } else { AT_MOST.saturating_sub(start.elapsed()).min(quiet) };
            let early = self.early.get_mut().pop_front();
            match early.map_or_else(|| self.news.recv_timeout(patience), Ok) {
                Ok(event) => self.gather(event, &mut gathered, tell),
                // Quiet, or at an end, which the next wait tells.
                Err(_) => break,
            }
            if !gathered.only_lost() && start.elapsed() >= AT_MOST {
                break;
            }
        }
        if (gathered.rewatch || gathered.moved || gathered.lost)
            && let Some(trouble) = self.set_watches()
        {
            tell(trouble);
        }
        let known = !gathered.moved && !gathered.lost;
        Ok(if known { Changes::At(gathered.paths) } else { Changes::Unknown })
    }

    /// Whether something changed since `wait` returned.
    pub fn has_news(&self) -> bool {
        let mut early = self.early.borrow_mut();
        early.extend(self.news.try_iter());
        let mut events = early.iter().flatten();
        events.any(|event| news_of(event, self.roots(), &self.links).is_some())
    }

    fn gather(&self, event: notify::Result<notify::Event>, gathered: &mut Gathered, tell: &dyn Fn(Diagnostic)) {
        let news = match event {
            Ok(event) => {
                let news = news_of(&event, self.roots(), &self.links);
                let other_watches = news.is_some() && moves(&event) && event.paths.iter().any(|path| self.holds(path));
                gathered.rewatch |= other_watches;
                news
            }
            Err(error) => Some(News::Trouble(trouble(&error))),
        };
        match news {
            None => {}
            Some(News::Changed { paths, whole }) => {
                gathered.paths.extend(paths);
                gathered.whole = whole;
            }
            Some(News::Moved) => gathered.moved = true,
            Some(News::Lost) => gathered.lost = true,
            Some(News::Trouble(trouble)) => tell(trouble),
        }
    }

    fn roots(&self) -> impl Iterator<Item = &Root> {
        self.own.iter().chain(&self.further)
    }

    /// Whether watches depend on what stands, or stood, at a path.
    fn holds(&self, path: &Path) -> bool {
        path.is_dir()
            || path.is_symlink()
            || self.set.keys().any(|watched| watched.starts_with(path))
            || self.links.values().flatten().any(|link| Root::new(link).absolute == path)
    }

    /// Sets the watches that are needed now. The first that can't be set is returned.
    fn set_watches(&mut self) -> Option<Diagnostic> {
        self.links = links(self.roots());
        let needed = needed(self.roots(), &self.links);
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

impl Root {
    fn new(path: &Path) -> Self {
        Self { named: path.to_owned(), absolute: absolute(path) }
    }

    /// A path below it as changes are told, if it is of use.
    fn told(&self, path: &Path) -> Option<PathBuf> {
        let below = path.strip_prefix(&self.absolute).ok()?;
        // To join nothing would put a slash behind a file.
        (!ignored(below))
            .then(|| if below.as_os_str().is_empty() { self.named.clone() } else { self.named.join(below) })
    }
}

/// What came together while waiting.
#[derive(Default)]
struct Gathered {
    paths: BTreeSet<PathBuf>,
    /// The last of them is as it will be.
    whole: bool,
    rewatch: bool,
    moved: bool,
    lost: bool,
}

impl Gathered {
    fn anything(&self) -> bool {
        !self.paths.is_empty() || self.moved || self.lost
    }

    fn only_lost(&self) -> bool {
        self.lost && self.paths.is_empty() && !self.moved
    }
}

/// The links below these roots that lead to files.
fn links<'r>(roots: impl Iterator<Item = &'r Root>) -> Links {
    let mut links = Links::new();
    for root in roots {
        let entries = WalkDir::new(&root.absolute).into_iter();
        let of_use = entries.filter_entry(|entry| root.told(entry.path()).is_some()).flatten();
        for entry in of_use.filter(|entry| entry.path_is_symlink() && entry.path().is_file()) {
            if let (Ok(target), Some(told)) = (entry.path().canonicalize(), root.told(entry.path())) {
                links.entry(target).or_default().push(told);
            }
        }
    }
    links
}

/// The watches that these roots need: the folders in a root with all below them, the root itself and what stands above it
/// for themselves only, and the folders of what links lead to.
fn needed<'r>(roots: impl Iterator<Item = &'r Root>, links: &Links) -> BTreeMap<PathBuf, RecursiveMode> {
    let mut deep = Vec::new();
    let mut shallow: Vec<PathBuf> = links.keys().filter_map(|target| target.parent()).map(Path::to_owned).collect();
    for root in roots {
        let root = &root.absolute;
        if root.is_dir() {
            shallow.push(root.clone());
            let below = WalkDir::new(root).min_depth(1).max_depth(1).follow_links(true).into_iter().flatten();
            let folders =
                below.filter(|e| e.file_type().is_dir() && e.path().strip_prefix(root).is_ok_and(|p| !ignored(p)));
            deep.extend(folders.map(walkdir::DirEntry::into_path));
        }
        shallow.extend(root.ancestors().skip(1).find(|above| above.is_dir()).map(Path::to_owned));
    }
    // A shallow watch would undo a deep one of the same folder.
    shallow.retain(|path| !deep.iter().any(|above| path.starts_with(above)));
    let shallow = shallow.into_iter().map(|path| (path, RecursiveMode::NonRecursive));
    shallow.chain(deep.into_iter().map(|path| (path, RecursiveMode::Recursive))).collect()
}

/// Whether something came, went or got another name.
fn moves(event: &notify::Event) -> bool {
    matches!(event.kind, EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)))
}

/// What an event means for these roots, if anything.
fn news_of<'r>(event: &notify::Event, roots: impl Iterator<Item = &'r Root>, links: &Links) -> Option<News> {
    if event.need_rescan() {
        return Some(News::Lost);
    }
    let roots: Vec<&Root> = roots.collect();
    let holds_root = |path: &PathBuf| roots.iter().any(|root| root.absolute.starts_with(path));
    if moves(event) && event.paths.iter().any(holds_root) {
        return Some(News::Moved);
    }
    let of_folder = matches!(event.kind, EventKind::Modify(ModifyKind::Metadata(_)));
    let mut paths = Vec::new();
    for path in event.paths.iter().filter(|path| !(of_folder && path.is_dir())) {
        paths.extend(roots.iter().filter_map(|root| root.told(path)));
        paths.extend(links.get(path).into_iter().flatten().cloned());
    }
    let whole = !matches!(event.kind, EventKind::Create(_) | EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any));
    (!paths.is_empty()).then_some(News::Changed { paths, whole })
}

/// Is a path, relative to a root, nothing that a site is made from?
fn ignored(below: &Path) -> bool {
    below.components().enumerate().any(|(depth, component)| {
        let name = component.as_os_str().to_string_lossy();
        (name.starts_with('.') && name != ".well-known")
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

    /// Of the roots `content`, `site.yaml` and `t`, which lie in the folder `/.home/s`, but for the last.
    fn news(kind: EventKind, path: &str) -> Option<News> {
        let root = |named: &str, absolute: &str| Root { named: named.into(), absolute: absolute.into() };
        let roots =
            [root("content", "/.home/s/content"), root("site.yaml", "/.home/s/site.yaml"), root("t", "/.home/t")];
        let links = Links::from([("/.else/linked.md".into(), vec!["content/link.md".into()])]);
        news_of(&Event::new(kind).add_path(PathBuf::from(path)), roots.iter(), &links)
    }

    fn check(kind: EventKind, path: &str, told: &str, whole: bool) {
        let expected = News::Changed { paths: vec![told.into()], whole };
        assert_eq!(news(kind, path), Some(expected), "{path}");
    }

    #[test]
    fn changes_below_the_roots_are_news() {
        check(DATA, "/.home/s/content/a/b.md", "content/a/b.md", false);
        check(DATA, "/.home/s/site.yaml", "site.yaml", false);
        check(CREATE, "/.home/s/content/a/b.md", "content/a/b.md", false);
        check(RENAME, "/.home/s/content/a/b.md", "content/a/b.md", true);
        check(EventKind::Access(AccessKind::Close(AccessMode::Write)), "/.home/s/content/a.md", "content/a.md", true);
        check(DATA, "/.else/linked.md", "content/link.md", false);
        assert_eq!(news(DATA, "/.home/s/other/a.md"), None);
        assert_eq!(news(DATA, "/.home/s"), None);
    }

    #[test]
    fn roots_that_come_and_go_leave_nothing_known() {
        for path in ["/.home/s/content", "/.home/s/site.yaml", "/.home/s"] {
            assert_eq!(news(CREATE, path), Some(News::Moved), "{path}");
        }
        assert_eq!(news(CREATE, "/.home/s/contents"), None);
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
            assert_eq!(news(DATA, &format!("/.home/s/content/{path}")), None);
            assert_eq!(news(CREATE, &format!("/.home/s/content/{path}")), None);
        }
        for path in ["a/dist/b.md", "targets/a.md", "a/b.swap.md", "a/49130", ".well-known/x"] {
            check(DATA, &format!("/.home/s/content/{path}"), &format!("content/{path}"), false);
        }
    }

    #[test]
    fn deep_watches_leave_out_what_is_ignored() {
        let site = tempfile::tempdir().expect("a folder");
        for folder in ["content/a/b", "node_modules/x", "dist", ".git"] {
            std::fs::create_dir_all(site.path().join(folder)).expect("a folder");
        }
        let root = absolute(site.path());
        let roots = ["", "content/a/b/x.md", "no/such/folder"].map(|path| Root::new(&root.join(path)));
        let needed = needed(roots.iter(), &Links::new());
        let at = |path: &str| needed.get(&root.join(path)).copied();
        assert_eq!(at("content"), Some(RecursiveMode::Recursive));
        assert_eq!(at(""), Some(RecursiveMode::NonRecursive));
        assert_eq!(at("content/a/b"), None, "the deep watch covers it");
        assert_eq!((at("node_modules"), at("dist"), at(".git")), (None, None, None));
    }

    #[cfg(unix)]
    #[test]
    fn what_links_lead_to_is_watched() {
        let (site, elsewhere) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let target = absolute(&elsewhere.path().join("a.md"));
        std::fs::create_dir(site.path().join("content")).expect("a folder");
        std::fs::write(&target, "a").expect("written");
        std::os::unix::fs::symlink(&target, site.path().join("content/a.md")).expect("a link");
        let roots = [Root::new(site.path())];
        let links = links(roots.iter());
        assert_eq!(links, Links::from([(target.clone(), vec![site.path().join("content/a.md")])]));
        assert!(needed(roots.iter(), &links).contains_key(target.parent().expect("a folder")));
    }
}
