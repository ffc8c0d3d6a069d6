//! The cache of bundles. A bundle is written into a working folder, which is then renamed. Bundles that were not used
//! recently are removed.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::bundle::{Bundle, MANIFEST};
use super::esbuild::BundleOutput;
use super::inputs::hash_input;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The number of unused bundles that are kept, so that switching the mode or the branch finds a bundle in the cache.
const MAX_UNUSED: usize = 5;

/// The prefix of the names of working folders. The process id follows.
pub const WORK_PREFIX: &str = "work-";

/// Reads the manifest of the bundle in `folder`; `None` if the bundle is missing, damaged or outdated.
pub fn read(root: &Path, folder: &Path) -> Option<Bundle> {
    let bytes = fs::read_sealed(&folder.join(MANIFEST), MANIFEST)?;
    let bundle: Bundle = serde_json::from_slice(&bytes).ok()?;
    let mut digests = bundle.file_digests.iter();
    let is_whole = digests.all(|(path, digest)| fs::digest(&folder.join(path), path).ok() == Some(*digest));
    let mut inputs = bundle.checked_inputs.iter();
    (is_whole && inputs.all(|(path, hash)| hash_input(root, path) == *hash)).then_some(bundle)
}

/// Writes the files of a bundle into a new folder. Works on the calling thread alone, as all threads of the pool
/// may be busy, or wait for this thread.
pub fn write_files(output: &BundleOutput, folder: &Path) -> Result<(), Diagnostic> {
    output.files.iter().try_for_each(|(path, bytes)| {
        let file = folder.join(path);
        fs::create_parent(&file)?;
        fs::write_new(&file, bytes)
    })
}

/// Lists the files of `output` with their paths in the bundle, below `folder`, their digests and sizes in bytes.
pub fn file_digests(folder: &str, output: &BundleOutput) -> impl Iterator<Item = (String, (u64, u64))> {
    output.files.iter().map(move |(path, bytes)| (format!("{folder}/{path}"), (xxh3_64(bytes), bytes.len() as u64)))
}

/// Writes the manifest of a bundle into the working folder `work`, and renames `work` to `folder`, unless another
/// process has made the bundle meanwhile. Also removes the working folders that other builds left.
pub fn commit(bundle: &Bundle, root: &Path, work: &Path, folder: &Path) -> Result<(), Diagnostic> {
    let text = serde_json::to_vec(bundle).unwrap_or_default();
    fs::write_sealed(&work.join(MANIFEST), MANIFEST, &text)?;
    fs::rename_folder(work, folder, || read(root, folder).is_some())?;
    folder.parent().iter().for_each(|cache| fs::remove_abandoned(cache, WORK_PREFIX));
    Ok(())
}

/// Records that the folder `used` of a cache is in use, and removes folders that were not used recently.
pub fn mark_used(cache: &Path, used: &Path) -> Result<(), Diagnostic> {
    let name = used.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_bundle = |name: &str| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    fs::keep_recent(cache, &[name].into(), MAX_UNUSED, is_bundle)
}
