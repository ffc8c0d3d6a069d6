//! What each island is rendered by: the files that it is made of, by esbuild's account of the pre-renderer. Where none of them has
//! changed, it renders as it did before, whatever else the pre-renderer holds.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::esbuild::Made;
use super::inputs::{Digest, Inputs};
use crate::config::ISLANDS;

/// By the name of each island: a digest of what it is rendered by. `server` is the pre-renderer, whose `text` stands for what can't
/// be told; `react` names what React is made of.
pub fn digests(inputs: &Inputs, server: &Made, text: &[u8], react: &str) -> BTreeMap<String, u64> {
    let files = |name: &String| {
        let files = reached(&server.account["inputs"], format!("{ISLANDS}/{name}.tsx"))?;
        inputs.digest_of(files.iter().map(String::as_str))
    };
    let digest = |name: &String| {
        let mut digest = Digest::default();
        digest.add("files", &files(name).unwrap_or_else(|| xxh3_64(text)).to_le_bytes());
        digest.add("react", react.as_bytes());
        digest.finish()
    };
    inputs.islands.iter().map(|name| (name.clone(), digest(name))).collect()
}

/// The file and all that it imports, directly and through others. None where the account does not know one of them.
fn reached(account: &Value, from: String) -> Option<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        let imports = account.get(&file)?["imports"].as_array()?;
        if found.insert(file) {
            let own = imports.iter().filter(|import| import["external"] != true);
            open.extend(own.filter_map(|import| import["path"].as_str().map(str::to_owned)));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::reached;

    #[test]
    fn what_is_reached_is_the_file_and_its_imports() {
        let imports =
            |paths: &[&str]| json!({ "imports": paths.iter().map(|path| json!({ "path": path })).collect::<Vec<_>>() });
        let account = json!({
            "a": { "imports": [{ "path": "b" }, { "path": "react", "external": true }] },
            "b": imports(&["c", "a"]),
            "c": imports(&[]),
            "d": imports(&["gone"]),
        });
        let check = |from: &str, expected: Option<&[&str]>| {
            let expected = expected.map(|paths| paths.iter().map(|path| (*path).to_owned()).collect());
            assert_eq!(reached(&account, from.to_owned()), expected, "{from}");
        };
        check("a", Some(&["a", "b", "c"]));
        check("c", Some(&["c"]));
        check("d", None);
        check("gone", None);
    }
}
