//! The scripts and the style sheet of the search, which are part of the program. Pages load the loader, the loader
//! fetches the dialog on first use, and the dialog fetches its styles and the index.

use std::sync::Arc;

use super::index::FOLDER;
use crate::route::hashed_path;

/// A file that browsers fetch.
#[derive(Debug, PartialEq, Eq)]
pub struct BrowserFile {
    /// The name among the assets. No file of `public/` has it.
    pub name: &'static str,
    pub output_path: String,
    pub text: Arc<str>,
}

/// The loader's name among the assets.
pub const LOADER: &str = "search: loader";

pub fn browser_files() -> [BrowserFile; 3] {
    let styles = BrowserFile::new("search: styles", "search", "css", include_str!("browser/search.css").to_owned());
    // The dialog and the engine are one file, so that browsers fetch both at once.
    let import = "import { SearchIndex, marks } from \"./engine.js\";\n";
    let dialog = include_str!("browser/dialog.js").replace(import, "").replace("search.css", styles.file_name());
    let engine = include_str!("browser/engine.js").replace("\nexport ", "\n");
    let dialog = BrowserFile::new("search: dialog", "dialog", "js", strip_comments(&format!("{engine}{dialog}")));
    let loader = include_str!("browser/loader.js").replace("dialog.js", dialog.file_name());
    let loader = BrowserFile::new(LOADER, "search", "js", strip_comments(&loader));
    [loader, dialog, styles]
}

impl BrowserFile {
    fn new(name: &'static str, stem: &str, extension: &str, text: String) -> Self {
        let output_path = hashed_path(&format!("{FOLDER}/{stem}.{extension}"), text.as_bytes());
        Self { name, output_path, text: text.into() }
    }

    fn file_name(&self) -> &str {
        &self.output_path[FOLDER.len() + 1..]
    }
}

/// Leaves out comments, which stand on lines of their own, and indentation.
fn strip_comments(script: &str) -> String {
    let lines = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !["//", "/**", "* ", "*/"].iter().any(|comment| line.starts_with(comment)));
    lines.collect::<Vec<_>>().join("\n")
}
