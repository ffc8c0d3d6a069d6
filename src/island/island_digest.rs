//! A digest of each island's code: of the island's file and of all files that it imports. While the digest is the same,
//! the island renders the same HTML, whatever else changes in the prerenderer's bundle.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::esbuild::BundleOutput;
use super::inputs::BundleInputs;
use super::metafile::reachable_files;
use crate::config::ISLANDS;
use crate::fs;

/// Returns the digest of each island, by its name. The metafile of `prerenderer` lists the files that an island
/// imports. If one of them is not among the `inputs`, the whole prerenderer is hashed instead. `react` is the name of
/// the React script in its cache.
pub fn digests(inputs: &BundleInputs, prerenderer: &BundleOutput, react: &str) -> BTreeMap<String, u64> {
    let files_digest = |name: &String| {
        let file = format!("{ISLANDS}/{name}.tsx");
        inputs.digest_of(imported_files(&prerenderer.metafile["inputs"], &file)?.into_iter())
    };
    let whole: Vec<u64> = prerenderer.files.values().map(|bytes| xxh3_64(bytes)).collect();
    let island_digest = |name| match files_digest(name) {
        Some(files) => fs::value_digest(&(files, react)),
        None => fs::value_digest(&(&whole, react)),
    };
    inputs.islands.iter().map(|name| (name.clone(), island_digest(name))).collect()
}

/// Returns a file and all files that it imports, directly or not; `None` if the metafile lacks one of them.
fn imported_files<'m>(metafile_inputs: &'m Value, from: &'m str) -> Option<BTreeSet<&'m str>> {
    reachable_files(from, |file| {
        let imports = metafile_inputs.get(file)?["imports"].as_array()?;
        Some(imports.iter().filter(|import| import["external"] != true).filter_map(|import| import["path"].as_str()))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::imported_files;

    #[test]
    fn direct_and_indirect_imports_are_collected() {
        let imports =
            |paths: &[&str]| json!({ "imports": paths.iter().map(|path| json!({ "path": path })).collect::<Vec<_>>() });
        let metafile_inputs = json!({
            "a": { "imports": [{ "path": "b" }, { "path": "react", "external": true }] },
            "b": imports(&["c", "a"]),
            "c": imports(&[]),
            "d": imports(&["gone"]),
        });
        let check = |from: &str, expected: Option<&[&str]>| {
            let expected = expected.map(|paths| paths.iter().copied().collect());
            assert_eq!(imported_files(&metafile_inputs, from), expected, "{from}");
        };
        check("a", Some(&["a", "b", "c"]));
        check("c", Some(&["c"]));
        check("d", None);
        check("gone", None);
    }
}
