//! Readers of esbuild's metafile: they create the manifest of a bundle, and list the imports that esbuild left out.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::bundle_store::Manifest;
use super::esbuild::options::OUT;
use super::inputs::{self, BundleInputs, hash_input};
use crate::config::{Config, ISLANDS};
use crate::diagnostic::{Diagnostic, Place};

/// The extensions of files that a style sheet may reference.
pub const STYLE_FILE_EXTENSIONS: [&str; 11] =
    ["avif", "gif", "jpeg", "jpg", "otf", "png", "svg", "ttf", "webp", "woff", "woff2"];

/// Creates a manifest from the metafile of the files for browsers. The fields that need more than this metafile stay
/// empty: `react`, `island_digests`, `standalone_scripts` and `file_digests`.
///
/// # Errors
/// Fails if a script imports a style sheet.
pub fn create_manifest(config: &Config, inputs: &BundleInputs, metafile: &Value) -> Result<Manifest, Vec<Diagnostic>> {
    let mut manifest = Manifest::default();
    add_outputs(&mut manifest, inputs, metafile)?;
    add_inputs(&mut manifest, config, inputs, metafile);
    Ok(manifest)
}

/// Adds the published files and what they import.
fn add_outputs(manifest: &mut Manifest, inputs: &BundleInputs, metafile: &Value) -> Result<(), Vec<Diagnostic>> {
    let entry_names: BTreeMap<String, String> = inputs.entries().map(|(name, path)| (path, name)).collect();
    let mut direct_imports: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut problems = Vec::new();
    let out = format!("{OUT}/");
    for (output, info) in metafile["outputs"].as_object().into_iter().flatten() {
        let Some(published) = output.strip_prefix(&out) else { continue };
        manifest.files.push(published.to_owned());
        if let Some(entry) = info["entryPoint"].as_str()
            && let Some(name) = entry_names.get(entry)
        {
            manifest.entries.insert(name.clone(), published.to_owned());
            if info.get("cssBundle").is_some() {
                problems.push(style_in_script(entry));
            }
        }
        if STYLE_FILE_EXTENSIONS.iter().any(|extension| published.rsplit('.').next() == Some(extension)) {
            let paths = keys(&info["inputs"]).filter_map(|source| source.strip_prefix("public/"));
            manifest.style_files.extend(paths.map(|path| (path.to_owned(), published.to_owned())));
        }
        let imports = info["imports"].as_array().into_iter().flatten();
        let statements = imports.filter(|import| import["kind"] == "import-statement");
        let imported = statements.filter_map(|import| Some(import["path"].as_str()?.strip_prefix(&out)?.to_owned()));
        direct_imports.insert(published.to_owned(), imported.collect());
    }
    for published in direct_imports.keys() {
        let imports = |file: &str| Some(direct_imports.get(file).into_iter().flatten().map(String::as_str));
        let all = reachable_files(published, imports).into_iter().flatten().filter(|file| file != published);
        manifest.imports.insert(published.clone(), all.map(str::to_owned).collect());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Adds the imported style sheets, and the checked inputs: the files that the bundle depends on and that its digest
/// does not cover.
fn add_inputs(manifest: &mut Manifest, config: &Config, inputs: &BundleInputs, metafile: &Value) {
    for source in keys(&metafile["inputs"]).filter(|source| !inputs::is_package_or_runtime(source)) {
        if let Some(path) = source.strip_prefix("public/").filter(|path| path.ends_with(".css"))
            && !inputs.styles.iter().any(|style| style == path)
        {
            manifest.imported_styles.push(path.to_owned());
        }
        // The digest covers the files of `islands/`, except hidden ones. It covers style sheets too, but they are added
        // nevertheless, because `Bundle::is_affected_by` looks for them among the checked inputs.
        let is_covered = source.starts_with(&format!("{ISLANDS}/")) && inputs.covers(source);
        if !is_covered && !inputs.step_outputs.contains(source) {
            manifest.checked_inputs.insert(source.to_owned(), hash_input(&config.root, source));
        }
    }
    // The folders of scripts outside of `islands/` are checked too: an import may resolve to a new file in them.
    let scripts = manifest.checked_inputs.keys().filter(|path| !path.ends_with(".css"));
    let folders: BTreeSet<String> = scripts.filter_map(|path| Some(path[..=path.rfind('/')?].to_owned())).collect();
    for folder in folders {
        manifest.checked_inputs.insert(folder.clone(), hash_input(&config.root, &folder));
    }
}

/// Returns the keys of an object; none of another value.
pub fn keys(value: &Value) -> impl Iterator<Item = &str> {
    value.as_object().into_iter().flat_map(serde_json::Map::keys).map(String::as_str)
}

/// Returns the file `from` and all files that it imports, directly or not, sorted. `imports` lists the direct imports
/// of a file. Returns `None` if `imports` returns `None` for one of the files.
pub fn reachable_files<'m, I>(from: &'m str, imports: impl Fn(&str) -> Option<I>) -> Option<BTreeSet<&'m str>>
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
