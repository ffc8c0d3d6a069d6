//! From the front end's sources to the files that are published, and the bundle that pre-renders.
//!
//! Islands and scripts are one bundle, style sheets another: neither is made again for a change of the other.
//!
//! 1. Look whether the same inputs were bundled before: everything below `.site/islands/` and `.site/styles/` is a cache.
//! 2. Else run esbuild: for browsers (modules with shared parts, or styles), and beside it for scripts that stand alone
//!    (the pre-renderer, the loader, scripts that stand in pages).
//! 3. Keep what came out under the digest of its inputs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::esbuild;
use super::inputs::{Inputs, Seen, TOOLS};
use super::runtime;
use crate::config::{Config, ISLANDS, PUBLIC};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

/// The caches of bundles: those of islands and scripts, and those of styles.
const CACHES: [&str; 2] = ["islands", "styles"];
/// How many bundles are kept beside the one in use: that of the other mode, and of a branch or two.
const SPARE: usize = 5;

/// What came of the front end.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    manifest: Manifest,
    /// Where its files lie.
    folder: PathBuf,
    /// The names of the islands.
    pub islands: Vec<String>,
    /// The names of the plain scripts.
    pub scripts: Vec<String>,
    /// What stands in pages, read once.
    texts: Texts,
}

/// Texts that were read: no part of what a bundle is.
#[derive(Debug, Default)]
struct Texts(Mutex<BTreeMap<String, Arc<str>>>);

impl PartialEq for Texts {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Texts {}

/// What is known of the files.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    /// By what they are made of (`islands/Counter`, `css/site`): where they are published.
    entries: BTreeMap<String, String>,
    /// Every file to publish.
    files: Vec<String>,
    /// What each script imports, and what that imports.
    imports: BTreeMap<String, Vec<String>>,
    /// Style sheets of `public/` that are parts of others.
    parts: Vec<String>,
    /// Files beyond those that the digest covers.
    seen: Vec<Seen>,
}

/// The folder, in a bundle's own, of the files to publish.
const CLIENT: &str = "client";
/// The folder of the scripts that stand alone.
const ALONE: &str = "alone";
/// The pre-renderer.
const SERVER: &str = "server";
/// The loader.
const LOADER: &str = "loader";
/// What hydrates islands, as it is published.
const HYDRATE: &str = "islands/hydrate";

impl Bundle {
    /// Bundles the site's islands and scripts, or takes them from the cache. A site without any gets an empty bundle, without
    /// esbuild.
    pub fn of_scripts(config: &Config) -> (Self, Vec<Diagnostic>) {
        let (inputs, diagnostics) = Inputs::scripts(config);
        if diagnostics.is_empty() { Self::make(config, inputs) } else { (Self::default(), diagnostics) }
    }

    /// Bundles these style sheets of `public/`, or takes them from the cache.
    pub fn of_styles(config: &Config, styles: &[String]) -> (Self, Vec<Diagnostic>) {
        Self::make(config, Inputs::styles(config, styles))
    }

    fn make(config: &Config, inputs: Inputs) -> (Self, Vec<Diagnostic>) {
        if inputs.is_empty() {
            return (Self::default(), Vec::new());
        }
        let folder = config.path(format!("{}/{:016x}", config.cache(inputs.cache()), inputs.digest));
        let made = match cached(config, &folder) {
            Some(manifest) => Ok(manifest),
            None => build(config, &inputs, &folder),
        };
        let (manifest, diagnostics) = match made {
            Ok(manifest) => (manifest, Vec::new()),
            Err(problems) => (Manifest::default(), problems),
        };
        let Inputs { islands, scripts, .. } = inputs;
        (Self { manifest, folder, islands, scripts, texts: Texts::default() }, diagnostics)
    }

    /// Whether a change at `path`, a file or a folder, may make it another.
    pub fn is_made_from(&self, path: &Path, config: &Config) -> bool {
        let islands = config.folder(ISLANDS);
        path.starts_with(&islands)
            || islands.starts_with(path)
            || TOOLS.iter().any(|tool| config.path(tool).starts_with(path))
            || self.manifest.seen.iter().any(|seen| config.path(seen.path()).starts_with(path))
    }

    /// Where the module of an island is published.
    pub fn island(&self, name: &str) -> Option<&str> {
        self.entry(&format!("{ISLANDS}/{name}"))
    }

    /// Where a plain script is published.
    pub fn script(&self, name: &str) -> Option<&str> {
        self.entry(&format!("scripts/{name}"))
    }

    /// Where the module that hydrates islands is published.
    pub fn hydrate(&self) -> Option<&str> {
        self.entry(HYDRATE)
    }

    fn entry(&self, name: &str) -> Option<&str> {
        self.manifest.entries.get(name).map(String::as_str)
    }

    /// What a published module imports, directly and through others.
    pub fn imports(&self, published: &str) -> &[String] {
        self.manifest.imports.get(published).map_or(&[], Vec::as_slice)
    }

    /// What each published module imports.
    pub fn all_imports(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.manifest.imports.iter().map(|(published, imports)| (published.as_str(), imports.as_slice()))
    }

    /// Every file to publish: its path in the output, and where it lies.
    pub fn files(&self) -> impl Iterator<Item = (&str, PathBuf)> {
        let folder = self.folder.join(CLIENT);
        self.manifest.files.iter().map(move |path| (path.as_str(), folder.join(path)))
    }

    /// The bundled style sheets: the path in `public/`, and where it is published.
    pub fn styles(&self) -> impl Iterator<Item = (String, &str)> {
        let styles = self.manifest.entries.iter().filter(|(_, published)| published.ends_with(".css"));
        styles.map(|(entry, published)| (format!("{entry}.css"), published.as_str()))
    }

    /// Style sheets of `public/` that are within others and not for themselves.
    pub fn parts(&self) -> &[String] {
        &self.manifest.parts
    }

    /// The files that were bundled and lie outside of the islands and `public/`, relative to the root.
    pub fn elsewhere(&self) -> impl Iterator<Item = &str> {
        let paths = self.manifest.seen.iter().map(Seen::path);
        paths.filter(|path| !path.starts_with(&format!("{PUBLIC}/")))
    }

    /// The text of a plain script that stands alone.
    ///
    /// # Errors
    /// It can't be read.
    pub fn alone(&self, name: &str) -> Result<Arc<str>, Diagnostic> {
        self.shown(&format!("{ALONE}/scripts/{name}.js"))
    }

    /// The loader's text.
    ///
    /// # Errors
    /// It can't be read.
    pub fn loader(&self) -> Result<Arc<str>, Diagnostic> {
        self.shown(&format!("{ALONE}/{LOADER}.js"))
    }

    /// A text that many pages show.
    fn shown(&self, path: &str) -> Result<Arc<str>, Diagnostic> {
        let mut texts = self.texts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = texts.get(path) {
            return Ok(text.clone());
        }
        let text: Arc<str> = self.text(path)?.into();
        texts.insert(path.to_owned(), text.clone());
        Ok(text)
    }

    /// The text of the pre-renderer.
    ///
    /// # Errors
    /// It can't be read.
    pub fn server(&self) -> Result<String, Diagnostic> {
        self.text(&format!("{ALONE}/{SERVER}.js"))
    }

    /// Its source map.
    ///
    /// # Errors
    /// It can't be read.
    pub fn server_map(&self) -> Result<String, Diagnostic> {
        self.text(&format!("{ALONE}/{SERVER}.js.map"))
    }

    /// Where something that is made of this bundle is kept.
    pub fn cache(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn text(&self, path: &str) -> Result<String, Diagnostic> {
        let text = fs::read_text(&self.folder.join(path), path)?;
        Ok(text.trim_end().to_owned())
    }
}

/// The manifest of a bundle made before, if it is still true.
fn cached(config: &Config, folder: &Path) -> Option<Manifest> {
    let text = fs::read_text(&folder.join("manifest.json"), "manifest.json").ok()?;
    let manifest: Manifest = serde_json::from_str(&text).ok()?;
    manifest.seen.iter().all(|seen| seen.is_current(&config.root)).then_some(manifest)
}

fn build(config: &Config, inputs: &Inputs, folder: &Path) -> Result<Manifest, Vec<Diagnostic>> {
    let binary = esbuild::find(&config.root).map_err(|diagnostic| vec![diagnostic])?;
    let one = |diagnostic| vec![diagnostic];
    let entry = if inputs.islands.is_empty() {
        String::new()
    } else {
        let react_dom = esbuild::package(&config.root, "react-dom").ok_or_else(|| one(no_react()))?;
        runtime::server_entry(&react_dom, &inputs.islands, config.development)
    };
    if !inputs.has_no_scripts() {
        runtime::write(&config.root, &entry).map_err(one)?;
    }
    let work = format!("{}/work-{}", config.cache(inputs.cache()), std::process::id());
    fs::remove_tree(&config.path(&work)).map_err(one)?;
    let client = || esbuild::run(&binary, &config.root, &client_arguments(config, inputs, &work));
    let alone = || {
        if inputs.has_no_scripts() {
            return Ok(());
        }
        esbuild::run(&binary, &config.root, &alone_arguments(config, inputs, &work))
    };
    let (client, alone) = std::thread::scope(|scope| {
        let alone = scope.spawn(alone);
        (client(), alone.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let mut problems: Vec<Diagnostic> = [client, alone].into_iter().filter_map(Result::err).flatten().collect();
    if !problems.is_empty() {
        // Both bundles hold the islands: what is wrong with one is told twice.
        crate::diagnostic::sort(&mut problems);
        return Err(problems);
    }
    let manifest = manifest(config, inputs, &work)?;
    keep(&config.path(config.cache(inputs.cache())), &manifest, &config.path(&work), folder).map_err(one)?;
    Ok(manifest)
}

/// The arguments that both runs of esbuild have.
fn common_arguments(config: &Config) -> Vec<String> {
    let mode = if config.development { "development" } else { "production" };
    let mut arguments = vec![
        "--platform=browser".to_owned(),
        "--jsx=automatic".to_owned(),
        "--charset=utf8".to_owned(),
        "--legal-comments=none".to_owned(),
        format!("--define:process.env.NODE_ENV=\"{mode}\""),
        format!("--alias:site=./{}/site.tsx", runtime::FOLDER),
    ];
    if !config.development {
        arguments.push("--minify".to_owned());
    }
    arguments
}

fn client_arguments(config: &Config, inputs: &Inputs, work: &str) -> Vec<String> {
    let mut arguments = common_arguments(config);
    arguments.extend([
        "--format=esm".to_owned(),
        "--splitting".to_owned(),
        "--target=es2022".to_owned(),
        format!("--metafile={work}/meta.json"),
        format!("--outdir={work}/{CLIENT}"),
        format!("--outbase={PUBLIC}"),
        "--entry-names=[dir]/[name].[hash]".to_owned(),
        "--chunk-names=islands/[name].[hash]".to_owned(),
        // The files of `public/` that styles name keep their names: they are published anyway.
        "--asset-names=[dir]/[name]".to_owned(),
    ]);
    arguments.extend(FILES_OF_STYLES.iter().map(|ending| format!("--loader:.{ending}=file")));
    if config.source_maps {
        arguments.push("--sourcemap=linked".to_owned());
    }
    arguments.extend(inputs.entries().map(|(name, path)| format!("{name}={path}")));
    arguments
}

/// The endings of what a style sheet may name.
const FILES_OF_STYLES: [&str; 11] = ["avif", "gif", "jpeg", "jpg", "otf", "png", "svg", "ttf", "webp", "woff", "woff2"];

fn alone_arguments(config: &Config, inputs: &Inputs, work: &str) -> Vec<String> {
    let mut arguments = common_arguments(config);
    arguments.extend([
        "--format=iife".to_owned(),
        "--target=es2020".to_owned(),
        "--sourcemap=external".to_owned(),
        format!("--outdir={work}/{ALONE}"),
    ]);
    if !inputs.islands.is_empty() {
        arguments.push(format!("{SERVER}=./{}/{}", runtime::FOLDER, runtime::ENTRY));
    }
    arguments.push(format!("{LOADER}=./{}/loader.ts", runtime::FOLDER));
    arguments.extend(inputs.scripts.iter().map(|name| format!("scripts/{name}=./{ISLANDS}/scripts/{name}.ts")));
    arguments
}

impl Inputs {
    /// Where their bundles are kept.
    fn cache(&self) -> &'static str {
        CACHES[usize::from(self.has_no_scripts())]
    }

    /// What browsers get, by the name that it is published under without hash and ending: the files it is made of.
    fn entries(&self) -> impl Iterator<Item = (String, String)> {
        let hydrate = || (HYDRATE.to_owned(), format!("{}/hydrate.ts", runtime::FOLDER));
        let islands = self.islands.iter().map(|name| (format!("{ISLANDS}/{name}"), format!("{ISLANDS}/{name}.tsx")));
        let scripts =
            self.scripts.iter().map(|name| (format!("scripts/{name}"), format!("{ISLANDS}/scripts/{name}.ts")));
        let styles = self.styles.iter().map(|path| {
            let name = path.strip_suffix(".css").unwrap_or(path);
            (name.to_owned(), format!("{PUBLIC}/{path}"))
        });
        let hydrate = (!self.islands.is_empty()).then(hydrate);
        islands.chain(hydrate).chain(scripts).chain(styles)
    }
}

/// What esbuild's own account of its files says.
fn manifest(config: &Config, inputs: &Inputs, work: &str) -> Result<Manifest, Vec<Diagnostic>> {
    let path = format!("{work}/meta.json");
    let meta = fs::read_text(&config.path(&path), &path).map_err(|diagnostic| vec![diagnostic])?;
    let meta: Value = serde_json::from_str(&meta).unwrap_or_default();
    let names: BTreeMap<String, String> = inputs.entries().map(|(name, path)| (path, name)).collect();
    let mut manifest = Manifest::default();
    let mut direct: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut problems = Vec::new();
    let client = format!("{work}/{CLIENT}/");
    let empty = serde_json::Map::new();
    for (output, about) in meta["outputs"].as_object().unwrap_or(&empty) {
        let Some(published) = output.strip_prefix(&client) else { continue };
        if let Some(entry) = about["entryPoint"].as_str()
            && let Some(name) = names.get(entry)
        {
            manifest.entries.insert(name.clone(), published.to_owned());
            if about.get("cssBundle").is_some() {
                problems.push(style_in_script(entry));
            }
        }
        let is_copy = about["inputs"].as_object().is_some_and(|inputs| {
            inputs.len() == 1 && inputs.keys().any(|input| input.strip_prefix("public/") == Some(published))
        });
        if !is_copy {
            manifest.files.push(published.to_owned());
        }
        let imports = about["imports"].as_array().into_iter().flatten();
        let imports = imports.filter(|import| import["kind"] == "import-statement");
        let imports = imports.filter_map(|import| Some(import["path"].as_str()?.strip_prefix(&client)?.to_owned()));
        direct.insert(published.to_owned(), imports.collect());
    }
    for published in direct.keys() {
        manifest.imports.insert(published.clone(), reached(&direct, published));
    }
    let inputs_of_meta = meta["inputs"].as_object().unwrap_or(&empty).keys();
    for input in inputs_of_meta.filter(|input| !input.contains("node_modules/") && !input.starts_with(runtime::FOLDER))
    {
        if let Some(part) = input.strip_prefix("public/").filter(|path| path.ends_with(".css"))
            && !inputs.styles.iter().any(|style| style == part)
        {
            manifest.parts.push(part.to_owned());
        }
        if !input.starts_with(&format!("{ISLANDS}/")) {
            manifest.seen.push(Seen::now(&config.root, input));
        }
    }
    if problems.is_empty() { Ok(manifest) } else { Err(problems) }
}

/// All that a file imports, directly and through others, in the order of their names.
fn reached(direct: &BTreeMap<String, Vec<String>>, from: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = vec![from.to_owned()];
    while let Some(next) = open.pop() {
        for import in direct.get(&next).into_iter().flatten() {
            if import != from && !found.contains(import) {
                found.push(import.clone());
                open.push(import.clone());
            }
        }
    }
    found.sort();
    found
}

fn no_react() -> Diagnostic {
    Diagnostic::error("missing-react", "the site has islands, but React is not installed")
        .at(Place::file("package.json"))
        .label("lists the packages")
        .help("run `npm install --save-exact react react-dom` in the site's folder, and commit package-lock.json")
}

fn style_in_script(entry: &str) -> Diagnostic {
    Diagnostic::error("style-in-island", "an island can't bring a style sheet: it would come after the page is shown")
        .at(Place::file(entry))
        .label("imports CSS, itself or through another file")
        .help("put the rules into a file of public/ and list it in `assets: { bundles: […] }` of content/site.yaml, or import it in one that is listed there")
}

/// Moves the finished work to its place among the bundles, and drops bundles that were not used for long.
fn keep(cache: &Path, manifest: &Manifest, work: &Path, folder: &Path) -> Result<(), Diagnostic> {
    let text = serde_json::to_string(manifest).unwrap_or_default();
    fs::remove_file(&work.join("meta.json"))?;
    fs::write_new(&work.join("manifest.json"), text.as_bytes())?;
    fs::remove_tree(folder)?;
    fs::rename(work, folder)?;
    let own = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_bundle = |name: &str| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    fs::keep_recent(cache, &[own].into(), SPARE, is_bundle)
}
