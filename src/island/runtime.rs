//! The program's own part of what islands run on, in the browser and while pages are built.

use std::fmt::Write as _;
use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::fs;

/// Its files, as esbuild finds them in [`FOLDER`].
pub const FILES: [(&str, &str); 5] = [
    ("fields.ts", include_str!("runtime/fields.ts")),
    ("hydrate.ts", include_str!("runtime/hydrate.ts")),
    ("loader.ts", include_str!("runtime/loader.ts")),
    ("server.ts", include_str!("runtime/server.ts")),
    ("site.tsx", include_str!("runtime/site.tsx")),
];

/// Where they lie, below the root.
pub const FOLDER: &str = ".site/islands/runtime";

/// What makes the world that islands are rendered in; not bundled.
pub const WORLD: &str = include_str!("runtime/world.js");

/// The types of what islands import from `site`.
pub const TYPES: &str = include_str!("runtime/site.d.ts");

/// The module that renders the islands of these names.
pub fn server_entry(react_dom: &Path, islands: &[String], development: bool) -> String {
    let kind = if development { "development" } else { "production" };
    // By its path: the package hides it from others than browsers.
    let renderer = react_dom.join(format!("cjs/react-dom-server-legacy.browser.{kind}.js"));
    let renderer = serde_json::Value::from(renderer.to_string_lossy());
    let mut text =
        format!("import {{ renderToString }} from {renderer};\nimport {{ serve }} from \"./server\";\nserve({{\n");
    for name in islands {
        // A String takes anything that is written to it.
        let _ = writeln!(text, "  {name}: () => require(\"../../../islands/{name}.tsx\"),");
    }
    text + "}, renderToString);\n"
}

/// Puts the files where esbuild finds them.
///
/// # Errors
/// They can't be written.
pub fn write(root: &Path, entry: &str) -> Result<(), Diagnostic> {
    let folder = root.join(FOLDER);
    fs::create_dir(&folder)?;
    for (name, text) in FILES.into_iter().chain([(ENTRY, entry)]) {
        let path = folder.join(name);
        if fs::read_bytes(&path, name).is_ok_and(|present| present == text.as_bytes()) {
            continue;
        }
        fs::write_atomic(&path, text.as_bytes())?;
    }
    Ok(())
}

/// The file of [`server_entry`].
pub const ENTRY: &str = "entry.ts";
