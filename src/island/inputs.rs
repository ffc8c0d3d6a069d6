//! What is bundled: the islands and the plain scripts of a site, or its style sheets, and a digest that tells whether any of it
//! changed.

use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::config::{Config, ISLANDS, PUBLIC};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

/// The plain scripts, below the islands.
const SCRIPTS: &str = "scripts/";

/// What is bundled together, as files: the islands and scripts of a site, or its style sheets.
#[derive(Debug, Default)]
pub struct Inputs {
    /// By name: `Counter` for `islands/Counter.tsx`.
    pub islands: Vec<String>,
    /// By name: `frame` for `islands/scripts/frame.ts`.
    pub scripts: Vec<String>,
    /// Relative to `public/`.
    pub styles: Vec<String>,
    /// Of all that is bundled, and of what it is bundled with and how.
    pub digest: u64,
}

impl Inputs {
    /// Looks at the islands and scripts.
    pub fn scripts(config: &Config) -> (Self, Vec<Diagnostic>) {
        let folder = config.folder(ISLANDS);
        let (files, mut diagnostics) =
            if fs::is_dir(&folder) { fs::walk(&folder, ISLANDS) } else { (Vec::new(), Vec::new()) };
        let mut inputs = Self::default();
        for file in &files {
            if let Some(name) = file.strip_suffix(".tsx").filter(|name| !name.contains('/')) {
                if is_name(name) {
                    inputs.islands.push(name.to_owned());
                } else {
                    diagnostics.push(misnamed(file));
                }
            } else if let Some(name) = file.strip_prefix(SCRIPTS).and_then(|name| name.strip_suffix(".ts")) {
                let own = !name.contains('/') && !name.ends_with(".d");
                inputs.scripts.extend(own.then(|| name.to_owned()));
            }
        }
        inputs.digest = inputs.digest(config, &files);
        (inputs, diagnostics)
    }

    /// Looks at these style sheets of `public/`.
    pub fn styles(config: &Config, styles: &[String]) -> Self {
        let mut inputs = Self { styles: styles.to_vec(), ..Self::default() };
        inputs.digest = inputs.digest(config, &[]);
        inputs
    }

    /// Whether there is nothing to bundle.
    pub fn is_empty(&self) -> bool {
        self.has_no_scripts() && self.styles.is_empty()
    }

    /// Whether nothing of it runs.
    pub fn has_no_scripts(&self) -> bool {
        self.islands.is_empty() && self.scripts.is_empty()
    }

    fn digest(&self, config: &Config, islands: &[String]) -> u64 {
        let mut digest = Digest::of_tools(config);
        digest.add("maps", &[u8::from(config.source_maps)]);
        for (name, text) in super::runtime::FILES {
            digest.add(name, text.as_bytes());
        }
        islands.iter().for_each(|path| digest.add_file(config, &format!("{ISLANDS}/{path}")));
        self.styles.iter().for_each(|path| digest.add_file(config, &format!("{PUBLIC}/{path}")));
        digest.finish()
    }
}

/// What something is made of, in a number.
pub struct Digest(Xxh3);

impl Digest {
    /// Of what everything is bundled with, and for which mode.
    pub fn of_tools(config: &Config) -> Self {
        let mut digest = Self(Xxh3::new());
        digest.add("program", env!("CARGO_PKG_VERSION").as_bytes());
        digest.add("machine", std::env::consts::ARCH.as_bytes());
        digest.add("engine", super::engine::ENGINE.as_bytes());
        digest.add("mode", &[u8::from(config.development)]);
        for package in PACKAGES {
            let folder = super::esbuild::package(&config.root, package).unwrap_or_default();
            digest.add(package, &fs::read_bytes(&folder.join("package.json"), package).unwrap_or_default());
        }
        TOOLS.iter().for_each(|path| digest.add_file(config, path));
        digest
    }

    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        for part in [name.as_bytes(), bytes] {
            self.0.update(&part.len().to_le_bytes());
            self.0.update(part);
        }
    }

    /// What is not there is as good as empty: esbuild says so where it matters.
    fn add_file(&mut self, config: &Config, path: &str) {
        self.add(path, &fs::read_bytes(&config.path(path), path).unwrap_or_default());
    }

    pub fn finish(&self) -> u64 {
        self.0.digest()
    }
}

/// What a bundle depends on besides the site's own sources.
pub const TOOLS: [&str; 3] = ["package.json", "package-lock.json", "tsconfig.json"];

/// The packages whose version counts: what is installed may be another than what the lock file says.
const PACKAGES: [&str; 3] = ["esbuild", "react", "react-dom"];

/// A file that was bundled, and what its bytes were.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    path: String,
    hash: u64,
}

impl Seen {
    /// Relative to the root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The file as it is now.
    pub fn now(root: &Path, path: &str) -> Self {
        let bytes = fs::read_bytes(&root.join(path), path).unwrap_or_default();
        Self { path: path.to_owned(), hash: xxhash_rust::xxh3::xxh3_64(&bytes) }
    }

    /// Whether the file is still the same.
    pub fn is_current(&self, root: &Path) -> bool {
        *self == Self::now(root, &self.path)
    }
}

/// Whether templates and Markdown can call it by this name.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn misnamed(file: &str) -> Diagnostic {
    Diagnostic::error("island-name", format!("`{file}` can't be the name of an island"))
        .at(Place::file(format!("{ISLANDS}/{file}")))
        .help("an island is named like a component, such as `Counter.tsx`; what islands share lies in islands/lib/")
}
