//! A digest of each island's code: of the files that it imports, by the metafile of the prerenderer's bundle. If the
//! digest is the same, the island renders the same HTML, whatever else changed in that bundle.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::cache_key::CacheKey;
use super::esbuild::BundleOutput;
use super::inputs::BundleInputs;
use crate::config::ISLANDS;

/// Computes the digest of each island, by its name. `react` names the React script in its cache; `text`, the whole text
/// of the prerenderer, is hashed for an island whose files the metafile of `prerenderer` does not list completely.
pub fn digests(inputs: &BundleInputs, prerenderer: &BundleOutput, text: &[u8], react: &str) -> BTreeMap<String, u64> {
    let files_digest = |name: &String| {
        let files = imported_files(&prerenderer.metafile["inputs"], format!("{ISLANDS}/{name}.tsx"))?;
        inputs.digest_of(files.iter().map(String::as_str))
    };
    let island_digest = |name: &String| {
        let mut key = CacheKey::default();
        key.add("files", &files_digest(name).unwrap_or_else(|| xxh3_64(text)).to_le_bytes());
        key.add("react", react.as_bytes());
        key.finish()
    };
    inputs.islands.iter().map(|name| (name.clone(), island_digest(name))).collect()
}

/// Collects a file and all that it imports, directly or not; `None` if the metafile lacks one of them.
fn imported_files(metafile_inputs: &Value, from: String) -> Option<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        let imports = metafile_inputs.get(&file)?["imports"].as_array()?;
        if found.insert(file) {
            let bundled = imports.iter().filter(|import| import["external"] != true);
            open.extend(bundled.filter_map(|import| import["path"].as_str().map(str::to_owned)));
        }
    }
    Some(found)
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
            let expected = expected.map(|paths| paths.iter().map(|path| (*path).to_owned()).collect());
            assert_eq!(imported_files(&metafile_inputs, from.to_owned()), expected, "{from}");
        };
        check("a", Some(&["a", "b", "c"]));
        check("c", Some(&["c"]));
        check("d", None);
        check("gone", None);
    }
}
