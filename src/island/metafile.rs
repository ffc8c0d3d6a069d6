//! Readers of esbuild's metafile: they describe a bundle, digest its islands, and list its external imports.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

use super::bundle::Bundle;
use super::esbuild::BundleOutput;
use super::esbuild::options::OUT;
use super::inputs::{self, BundleInputs, hash_input};
use crate::config::{Config, ISLANDS};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

/// The extensions of files that a style sheet may reference.
pub const STYLE_FILE_EXTENSIONS: [&str; 11] =
    ["avif", "gif", "jpeg", "jpg", "otf", "png", "svg", "ttf", "webp", "woff", "woff2"];

/// Describes a bundle by the metafile of the files for browsers. The fields that need more than this metafile stay
/// empty: `folder`, `react`, `island_digests`, `standalone_scripts` and `file_digests`.
///
/// # Errors
/// Fails if a script imports a style sheet.
pub fn describe_bundle(config: &Config, inputs: &BundleInputs, metafile: &Value) -> Result<Bundle, Vec<Diagnostic>> {
    let (islands, scripts) = (inputs.islands.clone(), inputs.scripts.clone());
    let mut bundle = Bundle { islands, scripts, ..Bundle::default() };
    add_outputs(&mut bundle, inputs, metafile)?;
    add_inputs(&mut bundle, config, inputs, metafile);
    Ok(bundle)
}

/// Adds the published files and what they import.
fn add_outputs(bundle: &mut Bundle, inputs: &BundleInputs, metafile: &Value) -> Result<(), Vec<Diagnostic>> {
    let entry_names: BTreeMap<String, String> = inputs.entries().map(|(name, path)| (path, name)).collect();
    let mut direct_imports: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut errors = Vec::new();
    let out = format!("{OUT}/");
    for (output, info) in metafile["outputs"].as_object().into_iter().flatten() {
        let Some(published) = output.strip_prefix(&out) else { continue };
        bundle.files.push(published.to_owned());
        if let Some(entry) = info["entryPoint"].as_str()
            && let Some(name) = entry_names.get(entry)
        {
            bundle.entries.insert(name.clone(), published.to_owned());
            if info.get("cssBundle").is_some() {
                errors.push(style_in_script(entry));
            }
        }
        if STYLE_FILE_EXTENSIONS.iter().any(|extension| published.rsplit('.').next() == Some(extension)) {
            let paths = keys(&info["inputs"]).filter_map(|source| source.strip_prefix("public/"));
            bundle.style_files.extend(paths.map(|path| (path.to_owned(), published.to_owned())));
        }
        let imports = info["imports"].as_array().into_iter().flatten();
        let statements = imports.filter(|import| import["kind"] == "import-statement");
        let imported = statements.filter_map(|import| Some(import["path"].as_str()?.strip_prefix(&out)?.to_owned()));
        direct_imports.insert(published.to_owned(), imported.collect());
    }
    for published in direct_imports.keys() {
        let imports = |file: &str| Some(direct_imports.get(file).into_iter().flatten().map(String::as_str));
        let all = reachable_files(published, imports).into_iter().flatten().filter(|file| file != published);
        bundle.imports.insert(published.clone(), all.map(str::to_owned).collect());
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Adds the imported style sheets, and the checked inputs: files and folders that the bundle depends on.
fn add_inputs(bundle: &mut Bundle, config: &Config, inputs: &BundleInputs, metafile: &Value) {
    for source in keys(&metafile["inputs"]).filter(|source| !inputs::is_package_or_runtime(source)) {
        if let Some(path) = source.strip_prefix("public/").filter(|path| path.ends_with(".css"))
            && !inputs.styles.iter().any(|style| style == path)
        {
            bundle.imported_styles.push(path.to_owned());
        }
        // The digest of the inputs covers the outputs of steps, the files of `islands/` that are neither hidden nor
        // tests, and the style sheets that are entry points. So none of them needs a check. Only the style sheets are
        // checked inputs all the same: `Bundle::is_affected_by` looks for their paths there.
        let is_covered = source.starts_with(&format!("{ISLANDS}/")) && inputs.files.contains_key(source);
        if !is_covered && !inputs.step_outputs.files.contains_key(source) {
            bundle.checked_inputs.insert(source.to_owned(), hash_input(&config.root, source));
        }
    }
    // The folders of files other than style sheets are checked too: an import may resolve to a new file in them.
    let scripts = bundle.checked_inputs.keys().filter(|path| !path.ends_with(".css"));
    let folders: BTreeSet<String> = scripts.filter_map(|path| Some(path[..=path.rfind('/')?].to_owned())).collect();
    for folder in folders {
        bundle.checked_inputs.insert(folder.clone(), hash_input(&config.root, &folder));
    }
}

/// Lists the keys of an object; nothing for any other value.
pub fn keys(value: &Value) -> impl Iterator<Item = &str> {
    value.as_object().into_iter().flat_map(serde_json::Map::keys).map(String::as_str)
}

/// Returns the file `from` and all files that it imports, directly or not, sorted. `imports` lists the direct imports
/// of a file. Returns `None` if `imports` returns `None` for one of the files.
fn reachable_files<'m, I>(from: &'m str, imports: impl Fn(&str) -> Option<I>) -> Option<BTreeSet<&'m str>>
where
    I: IntoIterator<Item = &'m str>,
{
    let mut found = BTreeSet::new();
    let mut unvisited = vec![from];
    while let Some(file) = unvisited.pop() {
        if found.insert(file) {
            unvisited.extend(imports(file)?);
        }
    }
    Some(found)
}

/// Returns a digest of each island's code, by the island's name. The code is the React script, the island's file, and
/// all files that this file imports. If one of the files belongs neither to the `inputs`, nor to a package or the
/// runtime, the whole prerenderer is hashed in place of the files. `react` is the name of the React script in its
/// cache.
pub fn island_digests(inputs: &BundleInputs, prerenderer: &BundleOutput, react: &str) -> BTreeMap<String, u64> {
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

/// Returns the imports that esbuild left out of a bundle, because they are marked as external.
pub fn external_imports(metafile: &Value) -> BTreeSet<String> {
    let outputs = metafile["outputs"].as_object().into_iter().flatten();
    let imports = outputs.filter_map(|(_, info)| info["imports"].as_array()).flatten();
    let external = imports.filter(|import| import["external"] == true);
    external.filter_map(|import| import["path"].as_str().map(str::to_owned)).collect()
}

fn style_in_script(entry: &str) -> Diagnostic {
    Diagnostic::error("style-in-island", "an island can't bring a style sheet: it would come after the page is shown")
        .at(Place::file(entry))
        .label("imports CSS, itself or through another file")
        .help(
            "put the rules into a file of public/ and list it in `assets: { bundles: […] }` of content/site.yaml, or \
             import it in one that is listed there",
        )
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
