//! Attachments: the files in a collection's folder that are no content themselves and belong to an entry, such as the pictures of a
//! bundle.
//!
//! A file belongs to the bundle or section of its folder, or of the nearest folder above that has one.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::source::{is_misnamed_content, stray};

/// A file that belongs to an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The path below `content/`.
    pub path: Arc<str>,
    /// The id of the entry.
    pub owner: Arc<str>,
}

/// Finds the entry to which each file belongs that is no content itself, by the ids of bundles and sections. Files that belong to
/// none are reported.
pub(super) fn find(owners: &FxHashSet<&str>, paths: &[String]) -> (Vec<Attachment>, Vec<Diagnostic>) {
    let (mut attachments, mut diagnostics) = (Vec::new(), Vec::new());
    for path in paths {
        let folders = std::iter::successors(path.rsplit_once('/'), |(folder, _)| folder.rsplit_once('/'));
        let owner = folders.map(|(folder, _)| folder).find(|folder| owners.contains(folder));
        match owner.filter(|_| !is_misnamed_content(path)) {
            Some(owner) => attachments.push(Attachment { path: path.as_str().into(), owner: owner.into() }),
            None => diagnostics.push(stray(path)),
        }
    }
    (attachments, diagnostics)
}
