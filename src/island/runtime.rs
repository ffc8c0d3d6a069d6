//! The runtime of islands: the scripts of this program that islands need in the browser and in the prerenderer.
//!
//! In the browser, `runtime/loader.ts` waits for each island's trigger, and `runtime/hydrate.ts` hydrates it. In the
//! prerenderer, `runtime/server.ts` renders islands, with React from `runtime/react.ts`. This file writes the scripts
//! into a folder of the cache, where esbuild bundles them.

use std::collections::BTreeSet;
use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::fs;

/// The files that are written into [`FOLDER`], where esbuild bundles them: names and texts.
pub const FILES: [(&str, &str); 6] = [
    ("form-state.ts", include_str!("runtime/form-state.ts")),
    ("hydrate.ts", include_str!("runtime/hydrate.ts")),
    ("loader.ts", include_str!("runtime/loader.ts")),
    ("react.ts", include_str!("runtime/react.ts")),
    ("server.ts", include_str!("runtime/server.ts")),
    ("site.tsx", include_str!("runtime/site.tsx")),
];

/// The folder of the runtime's files, relative to the root.
pub const FOLDER: &str = ".site/islands/runtime";

/// The script that prepares a sandbox. It is not bundled.
pub const SANDBOX: &str = include_str!("runtime/sandbox.js");

/// The declarations of the module `site`, which islands import.
pub const SITE_TYPES: &str = include_str!("runtime/site.d.ts");

/// The file name of the prerenderer's entry point.
pub const PRERENDERER_ENTRY: &str = "entry.ts";

/// The file name of the React script's entry point.
pub const REACT_ENTRY: &str = "react-entry.ts";

/// The name of the entry that hydrates islands in browsers: its published path without hash and extension.
pub const HYDRATE: &str = "islands/hydrate";

/// The name of the loader among the standalone scripts.
pub const LOADER: &str = "loader";

/// The name under which the entry points import React's server renderer: an alias for the renderer's file, which React
/// does not export. No package has a colon in its name.
pub const RENDERER: &str = "react:renderer";

/// Writes the runtime's files, and the prerenderer's entry point for these islands, into [`FOLDER`].
pub fn write_files(root: &Path, islands: &[String]) -> Result<(), Diagnostic> {
    let load = |name: &String| format!("  {name}: () => require(\"../../../islands/{name}.tsx\"),\n");
    let islands = islands.iter().map(load).collect::<String>();
    let entry = format!(
        "import {{ renderToString }} from \"{RENDERER}\";\nimport {{ provideIslands }} from \"./server\";\n\
         provideIslands({{\n{islands}}}, renderToString);\n"
    );
    write_changed(root, FILES.into_iter().chain([(PRERENDERER_ENTRY, &*entry)]))
}

/// Writes the entry point of a React script with these modules into [`FOLDER`]. Each `require` is within a `try`, so
/// that esbuild accepts a module that does not exist. The error is reported for the island that imports the module.
pub fn write_react_entry(root: &Path, modules: &BTreeSet<&str>) -> Result<(), Diagnostic> {
    // `react-dom/server` and `react-dom/static` are for servers only, so islands can't use them.
    let is_for_browsers = |name: &&&str| !name.starts_with("react-dom/server") && !name.starts_with("react-dom/static");
    let load = |name: &&str| {
        let name = serde_json::Value::from(*name);
        format!("  {name}: () => {{ try {{ return require({name}); }} catch (error) {{ throw error; }} }},\n")
    };
    let modules = modules.iter().filter(is_for_browsers).map(load).collect::<String>();
    let entry = format!("import {{ provide }} from \"./react\";\nprovide({{\n{modules}}});\n");
    write_changed(root, [(REACT_ENTRY, &*entry)])
}

/// Writes files, given as names and texts, into [`FOLDER`], unless they have these texts already.
fn write_changed<'f>(root: &Path, files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<(), Diagnostic> {
    let folder = root.join(FOLDER);
    fs::create_dir(&folder)?;
    let files = files.into_iter().map(|(name, text)| (folder.join(name), text.as_bytes()));
    let mut changed = files.filter(|(file, text)| !fs::has_bytes(file, text));
    changed.try_for_each(|(file, text)| fs::write_atomic(&file, text))
}
