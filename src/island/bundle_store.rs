//! The cache of bundles. A bundle is written into a working folder, which is then renamed. Bundles that were not used
//! recently are removed.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::esbuild::BundleOutput;
use super::inputs::hash_input;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The subfolder of a bundle with the files to publish.
pub const CLIENT: &str = "client";
/// The subfolder of a bundle with the prerenderer's script, and the name of the script without `.js`.
pub const PRERENDERER: &str = "server";
/// The file of the manifest, and the key of its seal. The file is written last, so a bundle without it is incomplete.
pub const MANIFEST: &str = "manifest.json";

/// The number of unused bundles that are kept, so that switching the mode or the branch finds a bundle in the cache.
const MAX_UNUSED: usize = 5;

/// The prefix of the names of working folders. The process id follows.
pub const WORK_PREFIX: &str = "work-";

/// The manifest of a cached bundle: the published paths of its files, and the files that must be unchanged for the
/// bundle to be reused.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The published path of each entry, by the entry's name (`islands/Counter`, `css/site`).
    pub entries: BTreeMap<String, String>,
    /// The published paths of all files.
    pub files: Vec<String>,
    /// The published paths of files that style sheets reference, by their paths relative to `public/`.
    pub style_files: BTreeMap<String, String>,
    /// The published paths of the scripts that a script imports, directly or not, by the published path of that script.
    pub imports: BTreeMap<String, Vec<String>>,
    /// The style sheets that others import, as paths relative to `public/`.
    pub imported_styles: Vec<String>,
    /// The hashes of the files and folders that the bundle depends on, by their paths relative to the root. Packages,
    /// the outputs of steps, and the files of `islands/` that the bundle's digest covers are left out.
    pub checked_inputs: BTreeMap<String, u64>,
    /// The name of the islands' React script in the cache; empty without islands.
    pub react: String,
    /// The digest of each island's code, by the island's name.
    pub island_digests: BTreeMap<String, u64>,
    /// The texts of the standalone scripts, by their names: `loader`, `scripts/theme`.
    pub standalone_scripts: BTreeMap<String, String>,
    /// The digest and size in bytes of each file, by its path in the bundle. They reveal damaged files.
    pub file_digests: BTreeMap<String, (u64, u64)>,
}

impl Manifest {
    /// Reads the manifest of the bundle in `folder`; `None` if the bundle is missing, damaged or outdated.
    pub fn read(root: &Path, folder: &Path) -> Option<Self> {
        let bytes = fs::read_sealed(&folder.join(MANIFEST), MANIFEST)?;
        let manifest: Self = serde_json::from_slice(&bytes).ok()?;
        let mut digests = manifest.file_digests.iter();
        let is_whole = digests.all(|(path, digest)| fs::digest(&folder.join(path), path).ok() == Some(*digest));
        let mut inputs = manifest.checked_inputs.iter();
        (is_whole && inputs.all(|(path, hash)| hash_input(root, path) == *hash)).then_some(manifest)
    }
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

/// Writes the manifest into the working folder `work`, and renames `work` to `folder`. Also removes the working folders
/// of killed processes.
pub fn commit(manifest: &Manifest, work: &Path, folder: &Path) -> Result<(), Diagnostic> {
    let text = serde_json::to_vec(manifest).unwrap_or_default();
    fs::write_sealed(&work.join(MANIFEST), MANIFEST, &text)?;
    fs::remove_tree(folder)?;
    fs::rename(work, folder)?;
    folder.parent().iter().for_each(|cache| fs::remove_abandoned(cache, WORK_PREFIX));
    Ok(())
}

/// Records that the folder `used` of a cache is in use, and removes folders that were not used recently.
pub fn mark_used(cache: &Path, used: &Path) -> Result<(), Diagnostic> {
    let name = used.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_bundle = |name: &str| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    fs::keep_recent(cache, &[name].into(), MAX_UNUSED, is_bundle)
}
