//! Attachments: the files in a collection's folder that are not content themselves and belong to an entry, such as the
//! pictures of a bundle.
//!
//! A file belongs to the bundle or section of its folder, or of the nearest folder above that has one.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::route;
use crate::source::{PublicFile, is_misnamed_content, stray};

/// A file that belongs to an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The path below `content/`.
    pub path: Arc<str>,
    /// The id of the entry.
    pub owner: Arc<str>,
}

/// Finds the owner of each file that is not content: the bundle or section of the nearest folder that has one. `owners`
/// are the ids of bundles and sections. Reports files without an owner.
pub(super) fn find(owners: &FxHashSet<&str>, files: &[Arc<PublicFile>]) -> (Vec<Attachment>, Vec<Diagnostic>) {
    let (mut attachments, mut diagnostics) = (Vec::new(), Vec::new());
    for PublicFile { path, .. } in files.iter().map(|file| &**file) {
        let owner = route::folders(path).find(|folder| owners.contains(folder));
        match owner.filter(|_| !is_misnamed_content(path)) {
            Some(owner) => attachments.push(Attachment { path: path.as_str().into(), owner: owner.into() }),
            None => diagnostics.push(stray(path)),
        }
    }
    (attachments, diagnostics)
}
