//! The inputs of a bundle and their digest. A site has two bundles: one of its islands and plain scripts (scripts
//! without React), and one of its style sheets.

use std::collections::BTreeMap;
use std::env::consts::ARCH;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::esbuild::StepOutputs;
use super::npm;
use super::runtime::{self, HYDRATE};
use super::script::ENGINE;
use crate::config::{Config, ISLANDS, PUBLIC};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs::{self, Bounds};
use crate::unicode::into_nfc;

/// The folder of the plain scripts, below `islands/`.
const SCRIPTS: &str = "scripts/";

/// The packages whose `package.json` every bundle depends on: the installed version may differ from the version in the
/// lock file.
const PACKAGES: [&str; 3] = ["esbuild", "react", "react-dom"];

#[derive(Debug, Default)]
pub struct BundleInputs {
    /// The islands' names: `Counter` for `islands/Counter.tsx`.
    pub islands: Vec<String>,
    /// The scripts' names: `frame` for `islands/scripts/frame.ts`.
    pub scripts: Vec<String>,
    /// The style sheets' paths, relative to `public/`.
    pub styles: Vec<String>,
    /// The files that the commands of the setting `steps` add to `public/`. The digest covers all of them.
    pub step_outputs: StepOutputs,
    /// A digest of all files and of the tools that bundle them. It names the bundle in the cache.
    pub digest: u64,
    /// The hash of each file, by its path relative to the root. Files are hashed before esbuild reads them: if a file
    /// changes in between, the next build finds another digest.
    pub files: BTreeMap<String, u64>,
    /// A digest of the tools, the settings and the paths of all files. A new file changes it, because an import may
    /// resolve to the new file.
    common_digest: u64,
}

impl BundleInputs {
    /// Finds and hashes the islands and plain scripts. Also reports files that can't be islands because of their names.
    pub fn find_scripts(config: &Config, bounds: &Bounds) -> (Self, Vec<Diagnostic>) {
        let folder = config.path(ISLANDS);
        // Errors are ignored: reading the sources of the site reports an unreadable folder.
        let files = if fs::is_dir(&folder) { fs::walk(&folder, ISLANDS, bounds).0 } else { Vec::new() };
        let mut diagnostics = Vec::new();
        let files: Vec<String> = files.into_iter().filter(|file| !is_test(file)).map(into_nfc).collect();
        let mut inputs = Self::default();
        for file in &files {
            if let Some(name) = file.strip_suffix(".tsx").filter(|name| !name.contains('/')) {
                if is_island_name(name) {
                    inputs.islands.push(name.to_owned());
                } else {
                    diagnostics.push(invalid_name(file));
                }
            } else if let Some(name) = file.strip_prefix(SCRIPTS).and_then(|name| name.strip_suffix(".ts"))
                && !name.contains('/')
                && !name.ends_with(".d")
            {
                inputs.scripts.push(name.to_owned());
            }
        }
        inputs.hash_files(config, &files);
        (inputs, diagnostics)
    }

    /// Hashes these style sheets, whose paths are relative to `public/`. Style sheets may import any file of
    /// `step_outputs`.
    pub fn of_styles(config: &Config, styles: &[String], step_outputs: &StepOutputs) -> Self {
        let mut inputs = Self { styles: styles.to_vec(), step_outputs: step_outputs.clone(), ..Self::default() };
        inputs.hash_files(config, &[]);
        inputs
    }

    pub fn is_empty(&self) -> bool {
        !self.has_scripts() && self.styles.is_empty()
    }

    /// Whether there are islands or plain scripts.
    pub fn has_scripts(&self) -> bool {
        !self.islands.is_empty() || !self.scripts.is_empty()
    }

    /// Hashes the style sheets and these files, whose paths are relative to `islands/`.
    fn hash_files(&mut self, config: &Config, island_files: &[String]) {
        let island_files = island_files.iter().map(|path| format!("{ISLANDS}/{path}"));
        let styles = self.styles.iter().map(|path| format!("{PUBLIC}/{path}"));
        for path in island_files.chain(styles) {
            let hash = hash_input(&config.root, &path);
            self.files.insert(path, hash);
        }
        // The cache path of a step's file stands for the contents: the path has a digest of what the step read.
        let in_cache = |file: &Path| file.strip_prefix(&config.root).unwrap_or(file).to_string_lossy().into_owned();
        let step_outputs: Vec<_> = self.step_outputs.files.iter().map(|(path, file)| (path, in_cache(file))).collect();
        let paths: Vec<_> = self.files.keys().collect();
        self.common_digest =
            fs::value_digest(&(common_inputs(config), config.source_maps, runtime::FILES, paths, step_outputs));
        self.digest = self.digest_of(self.files.keys().map(String::as_str)).unwrap_or_default();
    }

    /// Returns a digest of everything that a bundle of these files depends on. The paths are those in esbuild's
    /// metafile. Returns `None` if a file belongs neither to the inputs, nor to a package or the runtime.
    pub fn digest_of<'f>(&self, files: impl Iterator<Item = &'f str>) -> Option<u64> {
        let own = files.filter(|path| !is_package_or_runtime(path));
        let digests: Option<Vec<_>> = own.map(|path| Some((path, self.files.get(path)?))).collect();
        Some(fs::value_digest(&(self.common_digest, digests?)))
    }

    /// Returns the name of the cache folder of the bundle: `islands`, also for plain scripts, or `styles`.
    pub fn cache_name(&self) -> &'static str {
        if self.has_scripts() { "islands" } else { "styles" }
    }

    /// Lists the entry points for browsers: the published path without hash and extension, and the source file.
    pub fn entries(&self) -> impl Iterator<Item = (String, String)> {
        let islands = self.islands.iter().map(|name| (format!("{ISLANDS}/{name}"), format!("{ISLANDS}/{name}.tsx")));
        let styles = self.styles.iter().map(|path| {
            let name = path.strip_suffix(".css").unwrap_or(path);
            (name.to_owned(), format!("{PUBLIC}/{path}"))
        });
        let has_islands = !self.islands.is_empty();
        let hydrate = has_islands.then(|| (HYDRATE.to_owned(), format!("{}/hydrate.ts", runtime::FOLDER)));
        islands.chain(hydrate).chain(self.script_entries()).chain(styles)
    }

    /// Lists the entry points of the plain scripts, like [`Self::entries`].
    pub fn script_entries(&self) -> impl Iterator<Item = (String, String)> {
        self.scripts.iter().map(|name| (format!("scripts/{name}"), format!("{ISLANDS}/scripts/{name}.ts")))
    }
}

/// Returns all that every bundle depends on: this program, the mode, the packages and the settings.
pub fn common_inputs(config: &Config) -> impl Serialize {
    let digest = |path: PathBuf| fs::digest(&path, "").ok();
    let package = |name| digest(npm::package_folder(&config.root, name).unwrap_or_default().join("package.json"));
    let installed = digest(config.path(npm::INSTALLED_LIST));
    let names = fs::list(&config.root, ".").unwrap_or_default();
    let settings = names.into_iter().filter(|name| is_build_setting(name));
    let settings: Vec<_> = settings.map(|name| (digest(config.path(&name)), name)).collect();
    (env!("CARGO_PKG_VERSION"), ARCH, ENGINE, config.development, PACKAGES.map(package), installed, settings)
}

/// Whether all bundles depend on the file at `path`, relative to the root: a JSON file in the root (`package.json`, the
/// lock file, `tsconfig.json` or a file that it may extend), or npm's list of the installed packages.
pub fn is_build_setting(path: &str) -> bool {
    path == npm::INSTALLED_LIST || path.ends_with(".json") && !path.contains('/')
}

/// Whether the file at this path, as esbuild's metafile names it, belongs to an npm package or to the runtime.
pub fn is_package_or_runtime(path: &str) -> bool {
    path.contains("node_modules/") || path.starts_with(runtime::FOLDER)
}

/// Hashes the bytes of a file or, if the path ends with a slash, the names in a folder. A missing or unreadable file
/// has the hash 0, and a missing or unreadable folder has the hash of an empty folder.
pub fn hash_input(root: &Path, path: &str) -> u64 {
    let full_path = fs::stored_path(&root.join(path));
    if path.ends_with('/') {
        return fs::value_digest(&fs::list(&full_path, path).unwrap_or_default());
    }
    fs::digest(&full_path, path).unwrap_or_default().0
}

/// Whether a file contains tests: `Counter.test.tsx`.
fn is_test(file: &str) -> bool {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    stem.ends_with(".test") || stem.ends_with(".spec")
}

/// Whether an island can have this name in templates and Markdown.
fn is_island_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn invalid_name(file: &str) -> Diagnostic {
    Diagnostic::error("island-name", format!("`{file}` can't be the name of an island"))
        .at(Place::file(format!("{ISLANDS}/{file}")))
        .help("an island is named like a component, such as `Counter.tsx`; what islands share is in islands/lib/")
}

#[cfg(test)]
mod tests {
    use super::BundleInputs;
    use crate::config::Config;
    use crate::date::Clock;
    use crate::fs::Bounds;

    #[test]
    fn a_digest_changes_with_its_files_and_with_the_list_of_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("written");
        };
        let config = Config::new(folder.path(), Clock::system());
        let digest = |files: &[&str]| {
            let (inputs, _) = BundleInputs::find_scripts(&config, &Bounds::default());
            inputs.digest_of(files.iter().copied())
        };
        write("islands/Counter.tsx", "1");
        write("islands/scripts/a.ts", "1");
        let script = ["islands/scripts/a.ts", "node_modules/b/b.js"];
        let all = ["islands/Counter.tsx", "islands/scripts/a.ts"];
        let before = (digest(&script), digest(&all));
        write("islands/Counter.tsx", "2");
        assert_eq!(digest(&script), before.0, "a file that the script does not use");
        assert_ne!(digest(&all), before.1);
        write("islands/scripts/a.ts", "2");
        let changed = digest(&script);
        assert_ne!(changed, before.0);
        write("islands/lib/c.ts", "");
        let more = digest(&script);
        assert_ne!(more, changed, "an import may resolve to a new file");
        write("package-lock.json", "{}");
        assert_ne!(digest(&script), more);
        assert_eq!(digest(&["content/data.json"]), None);
    }
}
