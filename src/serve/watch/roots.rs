//! The roots that are watched, and the watches that they need.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use notify::RecursiveMode;
use walkdir::WalkDir;

use crate::fs::{self, Bounds};

/// Folders of generated files directly below the site's own folder.
const GENERATED_FOLDERS: [&str; 2] = ["dist", "target"];
/// The folder of installed packages, ignored at any depth.
const PACKAGES: &str = "node_modules";
/// Suffixes of the temporary files of editors and systems, besides `~`, which `fs::is_hidden` knows.
const TEMPORARY_SUFFIXES: [&str; 8] =
    [".swp", ".swo", ".swx", ".tmp", ".bak", ".crswap", "___jb_tmp___", "___jb_old___"];
/// Temporary files by name. Vim creates `4913` to test whether it may write.
const TEMPORARY_NAMES: [&str; 3] = ["4913", "Thumbs.db", "desktop.ini"];

/// A watched file or folder, or the target of a symbolic link.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Root {
    /// The path as given; for the target of a symbolic link, the path of the link. Changes are reported under this
    /// path.
    pub given: PathBuf,
    /// The path in events of the system: absolute, and without symbolic links in the folders above it.
    pub absolute: PathBuf,
    /// Whether this is the site's own folder, which also holds generated files.
    pub is_site: bool,
}

impl Root {
    pub fn new(path: &Path, site: &Path) -> Self {
        let absolute = absolute(path);
        Self { given: path.to_owned(), is_site: absolute == self::absolute(site), absolute }
    }

    /// Returns the path under which a change at `path` is reported; `None` if it is ignored or not below the root.
    pub fn reported_path(&self, path: &Path) -> Option<PathBuf> {
        let below = path.strip_prefix(&self.absolute).ok()?;
        // Joining with an empty path would append a slash.
        let join = || if below.as_os_str().is_empty() { self.given.clone() } else { self.given.join(below) };
        (!self.ignores(below)).then(join)
    }

    /// Whether a path below the root is in a folder of generated files or packages, hidden or temporary.
    fn ignores(&self, below: &Path) -> bool {
        self.is_site && GENERATED_FOLDERS.iter().any(|folder| below.starts_with(folder))
            || below.components().any(|name| is_ignored(name.as_os_str()))
    }
}

/// Finds the symbolic links below these roots whose targets are within the bounds. Broken links are included, as their
/// targets may be created.
pub fn links_below<'r>(roots: impl Iterator<Item = &'r Root>, bounds: &Bounds) -> BTreeSet<Root> {
    let mut links = BTreeSet::new();
    for root in roots {
        let mut entries = WalkDir::new(&root.absolute).follow_links(true).into_iter();
        while let Some(entry) = entries.next() {
            let (path, is_link, is_folder) = match &entry {
                Ok(entry) => (entry.path(), entry.path_is_symlink(), entry.file_type().is_dir()),
                // A broken link, a link to a folder that contains the link, or a file that can't be read.
                Err(error) => match error.path() {
                    Some(path) => (path, path.is_symlink() && error.loop_ancestor().is_none(), false),
                    None => continue,
                },
            };
            let leads_outside = is_link && bounds.target_outside(path).is_some();
            match root.reported_path(path).filter(|_| !leads_outside) {
                Some(given) if is_link => _ = links.insert(Root { given, absolute: target_of(path), is_site: false }),
                // The folder is ignored or outside the bounds.
                None if is_folder => entries.skip_current_dir(),
                _ => {}
            }
        }
    }
    links
}

/// Returns the absolute path of the target of a symbolic link. The target may be missing.
fn target_of(link: &Path) -> PathBuf {
    let written = || Some(absolute(&link.parent()?.join(fs::link_target(link)?)));
    link.canonicalize().ok().or_else(written).unwrap_or_default()
}

/// Returns the watches that these roots need: recursive ones for the folders directly in a root, except ignored ones;
/// non-recursive ones for the root itself, if it is a folder, and for the nearest existing folder above it.
pub fn needed_watches<'r>(roots: impl Iterator<Item = &'r Root>) -> BTreeMap<PathBuf, RecursiveMode> {
    let (mut recursive, mut non_recursive) = (Vec::new(), Vec::new());
    for root in roots {
        let path = &root.absolute;
        if path.is_dir() {
            non_recursive.push(path.clone());
            let below = WalkDir::new(path).min_depth(1).max_depth(1).into_iter().flatten();
            let folders =
                below.filter(|entry| entry.file_type().is_dir() && root.reported_path(entry.path()).is_some());
            recursive.extend(folders.map(walkdir::DirEntry::into_path));
        }
        non_recursive.extend(path.ancestors().skip(1).find(|above| above.is_dir()).map(Path::to_owned));
    }
    // Folders below a recursively watched one need no watch. A second watch of the same folder would replace the first.
    non_recursive.retain(|path| !recursive.iter().any(|above| path.starts_with(above)));
    let non_recursive = non_recursive.into_iter().map(|path| (path, RecursiveMode::NonRecursive));
    non_recursive.chain(recursive.into_iter().map(|path| (path, RecursiveMode::Recursive))).collect()
}

/// Whether a file or folder of this name is ignored at any depth.
fn is_ignored(name: &OsStr) -> bool {
    let text = name.to_string_lossy();
    fs::is_hidden(name)
        || text == PACKAGES
        || TEMPORARY_NAMES.contains(&&*text)
        || TEMPORARY_SUFFIXES.iter().any(|end| text.ends_with(end))
        || (text.starts_with('#') && text.ends_with('#'))
}

/// Returns the path as events have it: absolute, and without symbolic links in the folders above.
fn absolute(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let real = |above: &Path| Some((above.canonicalize().ok()?, absolute.strip_prefix(above).ok()?.to_owned()));
    let nearest = absolute.ancestors().skip(1).find_map(real);
    nearest.map_or(absolute.clone(), |(above, rest)| above.join(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_folders_are_not_watched() {
        let site = tempfile::tempdir().expect("a folder");
        for folder in ["content/a/b", "node_modules/x", "dist", ".git"] {
            std::fs::create_dir_all(site.path().join(folder)).expect("a folder");
        }
        let root = absolute(site.path());
        let roots = ["", "content/a/b/x.md", "no/such/folder"].map(|path| Root::new(&root.join(path), &root));
        let needed = needed_watches(roots.iter());
        let at = |path: &str| needed.get(&root.join(path)).copied();
        assert_eq!(at("content"), Some(RecursiveMode::Recursive));
        assert_eq!(at(""), Some(RecursiveMode::NonRecursive));
        assert_eq!(at("content/a/b"), None, "the recursive watch covers it");
        assert_eq!((at("node_modules"), at("dist"), at(".git")), (None, None, None));
    }

    #[cfg(unix)]
    #[test]
    fn targets_of_links_within_the_bounds_are_watched() {
        let (site, elsewhere) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let target = absolute(&elsewhere.path().join("a.md"));
        std::fs::create_dir(site.path().join("content")).expect("a folder");
        std::fs::write(&target, "a").expect("written");
        let folder = target.parent().expect("a folder").to_owned();
        std::fs::create_dir(folder.join("in")).expect("a folder");
        let here = absolute(&site.path().join("content"));
        for (name, target) in [("a.md", &*target), ("all", &folder), ("later.md", Path::new("none.md"))] {
            std::os::unix::fs::symlink(target, here.join(name)).expect("a link");
        }
        let roots = [Root::new(site.path(), site.path())];
        let link = |name: &str, target: &Path| Root {
            given: site.path().join("content").join(name),
            absolute: target.to_owned(),
            is_site: false,
        };
        let missing = link("later.md", &here.join("none.md"));
        let within = |allowed: &[String]| links_below(roots.iter(), &Bounds::new(site.path(), allowed));
        assert_eq!(within(&[]), BTreeSet::from([missing.clone()]), "links out of the site are not followed by default");
        let links = within(&[folder.display().to_string()]);
        assert_eq!(links, BTreeSet::from([missing, link("a.md", &target), link("all", &folder)]));
        let needed = needed_watches(links.iter());
        assert_eq!(needed.get(&folder), Some(&RecursiveMode::NonRecursive));
        assert_eq!(needed.get(&folder.join("in")), Some(&RecursiveMode::Recursive));
    }
}
