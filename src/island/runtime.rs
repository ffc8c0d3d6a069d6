//! The program's own part of what islands run on, in the browser and while pages are built.

use std::fmt::Write as _;
use std::path::Path;

use super::react::RENDERER;
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

/// What React's files find each other by, and islands React; not bundled.
pub const REQUIRE: &str = include_str!("runtime/require.js");

/// The types of what islands import from `site`.
pub const TYPES: &str = include_str!("runtime/site.d.ts");

/// The module that renders the islands of these names.
fn entry(islands: &[String]) -> String {
    let mut text =
        format!("import {{ renderToString }} from \"{RENDERER}\";\nimport {{ serve }} from \"./server\";\nserve({{\n");
    for name in islands {
        // A String takes anything that is written to it.
        let _ = writeln!(text, "  {name}: () => require(\"../../../islands/{name}.tsx\"),");
    }
    text + "}, renderToString);\n"
}

/// Puts the files where esbuild finds them, for islands of these names.
///
/// # Errors
/// They can't be written.
pub fn write(root: &Path, islands: &[String]) -> Result<(), Diagnostic> {
    let folder = root.join(FOLDER);
    fs::create_dir(&folder)?;
    let entry = entry(islands);
    FILES.into_iter().chain([(ENTRY, &*entry)]).try_for_each(|(name, text)| put(&folder.join(name), text.as_bytes()))
}

/// Puts one of them, if it is not there.
///
/// # Errors
/// It can't be written.
fn put(file: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    if fs::read_bytes(file, "").is_ok_and(|present| present == bytes) {
        return Ok(());
    }
    fs::write_atomic(file, bytes)
}

/// The file of the module that renders.
pub const ENTRY: &str = "entry.ts";
