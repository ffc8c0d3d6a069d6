//! What is bundled: the islands and the plain scripts of a site, or its style sheets, and a digest that tells whether any of it
//! changed.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use super::runtime;
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
    /// Of each file, as it was before esbuild was asked, by its path from the root.
    files: BTreeMap<String, u64>,
    /// Of what they are bundled with and how, and of which files there are: it decides where imports lead.
    setting: u64,
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
        inputs.look(config, &files);
        (inputs, diagnostics)
    }

    /// Looks at these style sheets of `public/`.
    pub fn styles(config: &Config, styles: &[String]) -> Self {
        let mut inputs = Self { styles: styles.to_vec(), ..Self::default() };
        inputs.look(config, &[]);
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

    fn look(&mut self, config: &Config, islands: &[String]) {
        let islands = islands.iter().map(|path| format!("{ISLANDS}/{path}"));
        let paths = islands.chain(self.styles.iter().map(|path| format!("{PUBLIC}/{path}")));
        let files = paths.map(|path| (Seen::now(&config.root, &path).hash, path));
        self.files = files.map(|(hash, path)| (path, hash)).collect();
        let mut digest = Digest::of_tools(config);
        digest.add("maps", &[u8::from(config.source_maps)]);
        for (name, text) in runtime::FILES {
            digest.add(name, text.as_bytes());
        }
        self.files.keys().for_each(|path| digest.add(path, &[]));
        self.setting = digest.finish();
        self.digest = self.digest_of(self.files.keys().map(String::as_str)).unwrap_or_default();
    }

    /// Whether the digest covers a file in esbuild's account.
    pub fn know(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Of what these files are bundled to, by their paths in esbuild's account: nothing else can make it another. None where one
    /// of them is none of the inputs, nor of what they are bundled with.
    pub fn digest_of<'f>(&self, files: impl Iterator<Item = &'f str>) -> Option<u64> {
        let mut digest = Digest(Xxh3::new());
        digest.add("setting", &self.setting.to_le_bytes());
        for path in files.filter(|path| !is_tool(path)) {
            digest.add(path, &self.files.get(path)?.to_le_bytes());
        }
        Some(digest.finish())
    }
}

/// Of the islands and scripts of a site, of which there are and of what they are bundled with. None where one of them has no good name.
pub fn digest(config: &Config) -> Option<u64> {
    let (inputs, problems) = Inputs::scripts(config);
    problems.is_empty().then_some(inputs.digest)
}

/// Whether a file in esbuild's account belongs to what everything is bundled with.
pub fn is_tool(path: &str) -> bool {
    path.contains("node_modules/") || path.starts_with(runtime::FOLDER)
}

/// What something is made of, in a number.
#[derive(Default)]
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
        let names = fs::list(&config.root, "the site's folder").unwrap_or_default();
        names.iter().filter(|name| is_setting(name)).for_each(|path| digest.add_file(config, path));
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

/// Whether a bundle depends on the file at this path in the site's folder: `package.json`, the lock file, `tsconfig.json` and what
/// that may extend.
pub fn is_setting(path: &str) -> bool {
    path.ends_with(".json") && !path.contains('/')
}

/// The packages whose version counts: what is installed may be another than what the lock file says.
const PACKAGES: [&str; 3] = ["esbuild", "react", "react-dom"];

/// A file that was bundled and what its bytes were, or a folder (with a slash at the end) and what names were in it.
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

    /// The folder that it lies in.
    pub fn folder(&self) -> Option<String> {
        self.path.rfind('/').map(|at| self.path[..=at].to_owned())
    }

    pub fn is_folder(&self) -> bool {
        self.path.ends_with('/')
    }

    /// The file or folder as it is now.
    pub fn now(root: &Path, path: &str) -> Self {
        let place = root.join(path);
        let bytes = if path.ends_with('/') {
            fs::list(&place, path).unwrap_or_default().join("\n").into_bytes()
        } else {
            fs::read_bytes(&place, path).unwrap_or_default()
        };
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

#[cfg(test)]
mod tests {
    use super::Inputs;
    use crate::config::Config;
    use crate::date::Clock;

    #[test]
    fn a_digest_is_of_its_files_and_of_what_there_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("written");
        };
        let config = Config::new(folder.path(), Clock::system());
        let digest = |files: &[&str]| Inputs::scripts(&config).0.digest_of(files.iter().copied());
        write("islands/Counter.tsx", "1");
        write("islands/scripts/a.ts", "1");
        let (script, all) =
            (["islands/scripts/a.ts", "node_modules/b/b.js"], ["islands/Counter.tsx", "islands/scripts/a.ts"]);
        let before = (digest(&script), digest(&all));
        write("islands/Counter.tsx", "2");
        assert_eq!(digest(&script), before.0, "no file of its own");
        assert_ne!(digest(&all), before.1);
        write("islands/scripts/a.ts", "2");
        let changed = digest(&script);
        assert_ne!(changed, before.0);
        write("islands/lib/c.ts", "");
        let more = digest(&script);
        assert_ne!(more, changed, "an import may lead to a file that is new");
        write("package-lock.json", "{}");
        assert_ne!(digest(&script), more);
        assert_eq!(digest(&["content/data.json"]), None);
    }
}
