//! The manifest of a cached bundle: the published paths of its files, and the files that must be unchanged for the
//! bundle to be reused.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::inputs::FileDigest;
use crate::fs;

/// The subfolder of a bundle with the files to publish.
pub const CLIENT: &str = "client";
/// The subfolder of a bundle with the prerenderer's script, and the name of the script without `.js`.
pub const PRERENDERER: &str = "server";
/// The file of the manifest. It is written last, so a bundle without it is incomplete.
pub const MANIFEST: &str = "manifest.json";

/// The manifest of a bundle.
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
    /// The files and folders that the bundle depends on, except for packages, the outputs of steps, and the files of
    /// `islands/` that its digest covers.
    pub checked_inputs: Vec<FileDigest>,
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
        let is_whole = manifest
            .file_digests
            .iter()
            .all(|(path, digest)| fs::digest(&folder.join(path), path).ok() == Some(*digest));
        (is_whole && manifest.checked_inputs.iter().all(|input| input.is_current(root))).then_some(manifest)
    }
}
