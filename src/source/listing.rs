//! One folder's files as they were found, and what becomes of that when some of them change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::{PublicFile, SourceFile};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Kind, Stamp};

/// The files of a folder, sorted by path.
#[derive(Debug)]
pub struct Listing<T> {
    pub files: Vec<Arc<T>>,
    /// Of each file, if a later read is to go by them.
    stamps: Vec<Option<Stamp>>,
    /// Those that could not be read.
    pub failed: Vec<(String, Diagnostic)>,
    /// Those that do not belong here.
    pub strays: Vec<String>,
    /// What could not be looked at.
    pub problems: Vec<Diagnostic>,
}

/// What a listing holds of each file.
pub trait Input: Sized + Send + Sync {
    fn path(&self) -> &str;

    /// Takes a file in. Where its content is that of `earlier`, that is given.
    fn take(look: &Look, path: String, earlier: Option<&Arc<Self>>) -> Result<Arc<Self>, (String, Diagnostic)>;
}

/// Which folder is looked at, and for what.
pub struct Look {
    pub folder: PathBuf,
    /// How people are told of it.
    pub name: &'static str,
    /// Whether a path belongs here.
    pub takes: fn(&str) -> bool,
    /// Whether a later read will follow this one.
    pub stamps: bool,
}

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Self { files: Vec::new(), stamps: Vec::new(), failed: Vec::new(), strays: Vec::new(), problems: Vec::new() }
    }
}

impl<T: Input> Listing<T> {
    fn find(&self, path: &str) -> Result<usize, usize> {
        self.files.binary_search_by(|file| file.path().cmp(path))
    }

    fn clone(&self) -> Self {
        Self {
            files: self.files.clone(),
            stamps: self.stamps.clone(),
            failed: self.failed.clone(),
            strays: self.strays.clone(),
            problems: self.problems.clone(),
        }
    }

    fn remove(&mut self, path: &str) {
        if let Ok(at) = self.find(path) {
            self.files.remove(at);
            self.stamps.remove(at);
        }
        self.failed.retain(|(other, _)| other != path);
        self.strays.retain(|other| other != path);
    }

    fn insert(&mut self, file: Arc<T>, stamp: Option<Stamp>) {
        match self.find(file.path()) {
            Ok(at) => (self.files[at], self.stamps[at]) = (file, stamp),
            Err(at) => {
                self.files.insert(at, file);
                self.stamps.insert(at, stamp);
            }
        }
    }
}

impl Look {
    /// Looks at everything. Files that the stamp of `earlier` proves to be the same are not read again.
    pub fn at_all<T: Input>(&self, earlier: Option<&Listing<T>>) -> Listing<T> {
        let (paths, problems) = fs::walk(&self.folder, self.name);
        let (paths, strays): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| (self.takes)(path));
        let taken = paths.into_par_iter().map(|path| self.take(path, earlier));
        let mut listing = Listing { strays, problems, ..Listing::default() };
        for taken in taken.collect::<Vec<_>>() {
            match taken {
                Ok((file, stamp)) => {
                    listing.files.push(file);
                    listing.stamps.push(stamp);
                }
                Err(failed) => listing.failed.push(failed),
            }
        }
        listing
    }

    /// Looks only at what stands at these paths; at everything where they don't tell enough.
    pub fn at_some<T: Input>(&self, earlier: &Arc<Listing<T>>, paths: &BTreeSet<PathBuf>) -> Arc<Listing<T>> {
        let mut changes = Vec::new();
        for path in paths {
            let Ok(below) = path.strip_prefix(&self.folder) else { continue };
            if below.iter().any(fs::is_passed_over) {
                continue;
            }
            let Some(change) = Change::at(path, below, earlier) else { return Arc::new(self.at_all(Some(earlier))) };
            changes.push(change);
        }
        if changes.iter().all(|change| matches!(change, Change::None)) {
            return earlier.clone();
        }
        if !earlier.problems.is_empty() {
            return Arc::new(self.at_all(Some(earlier)));
        }
        let mut listing = Listing::clone(earlier);
        for change in changes {
            match change {
                Change::None => {}
                Change::Gone(path) => listing.remove(&path),
                Change::Written(path) => self.put(&mut listing, path),
            }
        }
        Arc::new(listing)
    }

    fn put<T: Input>(&self, listing: &mut Listing<T>, path: String) {
        if !(self.takes)(&path) {
            if let Err(at) = listing.strays.binary_search(&path) {
                listing.strays.insert(at, path);
            }
            return;
        }
        listing.failed.retain(|(other, _)| *other != path);
        let at = listing.find(&path).ok();
        let stamp = if self.stamps { Stamp::of(&self.folder.join(&path)) } else { None };
        match T::take(self, path, at.map(|at| &listing.files[at])) {
            Ok(file) => listing.insert(file, stamp),
            Err((path, diagnostic)) => {
                listing.remove(&path);
                let at = listing.failed.partition_point(|(other, _)| *other < path);
                listing.failed.insert(at, (path, diagnostic));
            }
        }
    }

    fn take<T: Input>(
        &self,
        path: String,
        earlier: Option<&Listing<T>>,
    ) -> Result<(Arc<T>, Option<Stamp>), (String, Diagnostic)> {
        // Before it is read: what is written while it is read must show.
        let stamp = if self.stamps { Stamp::of(&self.folder.join(&path)) } else { None };
        let before = earlier.and_then(|earlier| Some((earlier, earlier.find(&path).ok()?)));
        if let Some((earlier, at)) = before
            && let (Some(now), Some(then)) = (&stamp, &earlier.stamps[at])
            && now.proves(then)
        {
            return Ok((earlier.files[at].clone(), Some(*then)));
        }
        let file = T::take(self, path, before.map(|(earlier, at)| &earlier.files[at]))?;
        Ok((file, stamp))
    }
}

/// What happened to a file.
enum Change {
    /// Nothing that matters.
    None,
    Written(String),
    Gone(String),
}

impl Change {
    /// What happened at a path; none where only a look at all can tell.
    fn at<T: Input>(path: &Path, below: &Path, earlier: &Listing<T>) -> Option<Self> {
        let below = below.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
        let known = earlier.find(&below).is_ok()
            || earlier.strays.contains(&below)
            || earlier.failed.iter().any(|(path, _)| *path == below);
        match fs::kind(path) {
            Kind::File => Some(Self::Written(below)),
            Kind::Nothing if known => Some(Self::Gone(below)),
            Kind::Nothing => {
                let folder = format!("{below}/");
                let next = earlier.find(&folder).unwrap_or_else(|at| at);
                let holds = earlier.files.get(next).is_some_and(|file| file.path().starts_with(&folder));
                let others = earlier.strays.iter().chain(earlier.failed.iter().map(|(path, _)| path));
                let held = below.is_empty() || holds || others.into_iter().any(|path| path.starts_with(&folder));
                (!held).then_some(Self::None)
            }
            Kind::Folder | Kind::Link | Kind::Other => None,
        }
    }
}

impl Input for SourceFile {
    fn path(&self) -> &str {
        &self.path
    }

    fn take(look: &Look, path: String, earlier: Option<&Arc<Self>>) -> Result<Arc<Self>, (String, Diagnostic)> {
        let file = format!("{}/{path}", look.name);
        match fs::read_text(&look.folder.join(&path), &file) {
            Ok(text) => Ok(match earlier.filter(|earlier| *earlier.text == *text) {
                Some(earlier) => earlier.clone(),
                None => Arc::new(Self { file: file.into(), path, text: text.into() }),
            }),
            Err(diagnostic) => Err((path, diagnostic)),
        }
    }
}

impl Input for PublicFile {
    fn path(&self) -> &str {
        &self.path
    }

    fn take(_: &Look, path: String, _: Option<&Arc<Self>>) -> Result<Arc<Self>, (String, Diagnostic)> {
        Ok(Arc::new(Self { path }))
    }
}
