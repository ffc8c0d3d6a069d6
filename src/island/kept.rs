//! Bundles in their cache: written into a folder beside it, moved into their place as a whole, dropped when others are in use.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::bundle::{MANIFEST, Manifest};
use super::esbuild::Made;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// How many bundles are kept beside the one in use: that of the other mode, and of a branch or two.
const SPARE: usize = 5;

/// Writes what was made into a new folder: file by file, as the pool's threads may all be busy, or wait for this.
///
/// # Errors
/// It can't be written.
pub fn put(made: &Made, folder: &Path) -> Result<(), Diagnostic> {
    let files = || made.files.iter().map(|(path, bytes)| (folder.join(path), bytes));
    let folders: BTreeSet<PathBuf> = files().filter_map(|(file, _)| Some(file.parent()?.to_owned())).collect();
    folders.iter().try_for_each(|folder| fs::create_dir(folder).map(drop))?;
    files().try_for_each(|(file, bytes)| fs::write_new(&file, bytes))
}

/// The digest and size of each file that is written into the folder of this name, by its path from the bundle's own.
pub fn held(folder: &str, made: &Made) -> impl Iterator<Item = (String, (u64, u64))> {
    made.files.iter().map(move |(path, bytes)| (format!("{folder}/{path}"), (xxh3_64(bytes), bytes.len() as u64)))
}

/// Moves the finished work to its place among the bundles, and drops bundles that were not used for long.
///
/// # Errors
/// It can't be moved.
pub fn keep(cache: &Path, manifest: &Manifest, work: &Path, folder: &Path) -> Result<(), Diagnostic> {
    let text = serde_json::to_string(manifest).unwrap_or_default();
    fs::write_new(&work.join(MANIFEST), text.as_bytes())?;
    fs::remove_tree(folder)?;
    fs::rename(work, folder)?;
    forget_old(cache, folder)
}

/// Notes that a folder of a cache is in use, and drops those that were not for long.
///
/// # Errors
/// They can't be removed.
pub fn forget_old(cache: &Path, used: &Path) -> Result<(), Diagnostic> {
    let own = used.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_bundle = |name: &str| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    fs::keep_recent(cache, &[own].into(), SPARE, is_bundle)
}
