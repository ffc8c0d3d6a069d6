//! Attachments: the files in a collection's folder that are not content themselves and belong to an entry, such as the
//! pictures of a bundle.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::route;
use crate::source::{PublicFile, is_misnamed_content, stray_file};

/// A file that belongs to an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The path below `content/`.
    pub path: Arc<str>,
    /// The id of the entry.
    pub owner: Arc<str>,
}

/// Finds the owner of each file: the bundle or section of the nearest folder around it. `owners` are the ids of bundles
/// and sections. Reports files without an owner, and misnamed content.
pub(super) fn find_owners(owners: &FxHashSet<&str>, files: &[Arc<PublicFile>]) -> (Vec<Attachment>, Vec<Diagnostic>) {
    let (mut attachments, mut diagnostics) = (Vec::new(), Vec::new());
    for file in files {
        let path = file.path.as_str();
        match route::folders(path).find(|folder| owners.contains(folder)) {
            Some(owner) if !is_misnamed_content(path) => {
                attachments.push(Attachment { path: path.into(), owner: owner.into() });
            }
            _ => diagnostics.push(stray_file(path)),
        }
    }
    (attachments, diagnostics)
}
