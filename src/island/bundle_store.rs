//! The cache of bundles. A bundle is written into a working folder, which is then renamed. Bundles that were not used
//! recently are removed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::esbuild::BundleOutput;
use super::manifest::{MANIFEST, Manifest};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The number of unused bundles that are kept, so that switching the mode or the branch finds a bundle in the cache.
const MAX_UNUSED: usize = 5;

/// The prefix of the names of working folders. The process id follows.
pub const WORK_PREFIX: &str = "work-";

/// Writes the files of a bundle into a new folder. Works on the calling thread alone, as all threads of the pool
/// may be busy, or wait for this thread.
///
/// # Errors
/// Fails if a file can't be written.
pub fn write_files(output: &BundleOutput, folder: &Path) -> Result<(), Diagnostic> {
    let files = || output.files.iter().map(|(path, bytes)| (folder.join(path), bytes));
    let folders: BTreeSet<PathBuf> = files().filter_map(|(file, _)| Some(file.parent()?.to_owned())).collect();
    folders.iter().try_for_each(|folder| fs::create_dir(folder).map(drop))?;
    files().try_for_each(|(file, bytes)| fs::write_new(&file, bytes))
}

/// Lists the files of `output` with their paths in the bundle, below `folder`, their digests and sizes in bytes.
pub fn file_digests(folder: &str, output: &BundleOutput) -> impl Iterator<Item = (String, (u64, u64))> {
    output.files.iter().map(move |(path, bytes)| (format!("{folder}/{path}"), (xxh3_64(bytes), bytes.len() as u64)))
}

/// Writes the manifest into the working folder `work`, renames `work` to `folder`, and removes old bundles from
/// `cache`.
///
/// # Errors
/// Fails if a file can't be written, moved or removed.
pub fn commit(cache: &Path, manifest: &Manifest, work: &Path, folder: &Path) -> Result<(), Diagnostic> {
    let text = serde_json::to_string(manifest).unwrap_or_default();
    // The name of the file is also the key of its seal.
    fs::write_sealed(&work.join(MANIFEST), MANIFEST, text.as_bytes())?;
    fs::remove_tree(folder)?;
    fs::rename(work, folder)?;
    fs::remove_abandoned(cache, WORK_PREFIX);
    mark_used(cache, folder)
}

/// Records that the folder `used` of a cache is in use, and removes folders that were not used recently.
///
/// # Errors
/// Fails if a folder can't be removed.
pub fn mark_used(cache: &Path, used: &Path) -> Result<(), Diagnostic> {
    let name = used.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_bundle = |name: &str| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    fs::keep_recent(cache, &[name].into(), MAX_UNUSED, is_bundle)
}
