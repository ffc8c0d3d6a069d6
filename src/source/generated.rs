//! Files that commands write, listed as parts of `public/` or `content/`.

use std::path::Path;
use std::sync::Arc;

use super::file::{PublicFile, SourceFile, is_content, stray};
use super::listing::{FolderScan, Listing, SourceInput};
use crate::config::{CONTENT, PUBLIC};
use crate::diagnostic::Diagnostic;
use crate::fs::Bounds;

/// The files that one command wrote.
#[derive(Debug, Clone)]
pub enum GeneratedFiles {
    Content(Arc<Listing<SourceFile>>),
    Public(Arc<Listing<PublicFile>>),
}

impl GeneratedFiles {
    /// Lists the files below `folder` as files of `target`, which is `public` or `content`. Texts that are the same as
    /// in `earlier` keep their `Arc`.
    pub fn scan(folder: &Path, target: &'static str, bounds: &Bounds, earlier: Option<&Self>) -> Self {
        if target == CONTENT {
            let earlier = earlier.and_then(Self::content).map(|listing| &**listing);
            return Self::Content(Arc::new(scan(folder, CONTENT, is_content, bounds, earlier)));
        }
        Self::Public(Arc::new(scan(folder, PUBLIC, |_| true, bounds, None)))
    }

    /// Whether both are the same listing, which no build made anew.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Content(one), Self::Content(other)) => Arc::ptr_eq(one, other),
            (Self::Public(one), Self::Public(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    pub fn content(&self) -> Option<&Arc<Listing<SourceFile>>> {
        match self {
            Self::Content(listing) => Some(listing),
            Self::Public(_) => None,
        }
    }

    pub fn public(&self) -> Option<&Arc<Listing<PublicFile>>> {
        match self {
            Self::Content(_) => None,
            Self::Public(listing) => Some(listing),
        }
    }

    /// Returns the paths of the files of `public/`, with the files themselves.
    pub fn public_files(&self) -> impl Iterator<Item = (&str, &Path)> {
        let files = self.public().into_iter().flat_map(|listing| &listing.files);
        files.map(|file| (file.path.as_str(), file.disk_path.as_path()))
    }

    /// Returns the mistakes in these files: they can't be read, or are no content.
    pub fn problems(&self) -> Vec<Diagnostic> {
        match self {
            Self::Content(listing) => {
                let strays = listing.strays.iter().map(|path| stray(path).note("a command of `steps` writes it"));
                problems(listing).chain(strays).collect()
            }
            Self::Public(listing) => problems(listing).collect(),
        }
    }
}

fn problems<T>(listing: &Listing<T>) -> impl Iterator<Item = Diagnostic> {
    listing.problems.iter().chain(listing.failed.iter().map(|(_, problem)| problem)).cloned()
}

fn scan<T: SourceInput>(
    folder: &Path,
    name: &'static str,
    accepts: fn(&str) -> bool,
    bounds: &Bounds,
    earlier: Option<&Listing<T>>,
) -> Listing<T> {
    let folder = folder.to_owned();
    FolderScan { folder, bounds, name, prefix: "", accepts, records_stamps: false }.all(earlier)
}

/// Adds the files of commands to a listing, of the folder `name`. Where a path is there already, its file stays; these paths
/// are returned too, with the index of the command.
pub fn merge<'g, T: SourceInput + 'g>(
    own: &Arc<Listing<T>>,
    generated: impl Iterator<Item = Option<&'g Arc<Listing<T>>>>,
    name: &str,
) -> (Arc<Listing<T>>, Vec<(usize, String)>) {
    let (indexes, listings): (Vec<usize>, Vec<&Listing<T>>) =
        generated.enumerate().filter_map(|(index, listing)| Some((index, &**listing?))).unzip();
    if listings.is_empty() {
        return (own.clone(), Vec::new());
    }
    let (merged, taken) = own.with(&listings);
    let taken = taken.into_iter().map(|(at, path)| (indexes[at], format!("{name}/{path}"))).collect();
    (Arc::new(merged), taken)
}
