//! Makes a bundle: what to ask of esbuild, and what becomes of the answers.
//!
//! 1. Ask, all at once: for what browsers get (modules with shared parts, or styles), for scripts that stand alone (the loader,
//!    scripts that stand in pages), and for the islands' pre-renderer; an engine takes up React for it meanwhile.
//! 2. Note what the files are, by esbuild's account of them.
//! 3. Keep what came out under the digest of its inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::ScopedJoinHandle;

use serde_json::Value;

use super::bundle::{ALONE, CLIENT, Manifest, SERVER};
use super::esbuild::{self, Esbuild, Made, OUT, Order};
use super::inputs::{self, Inputs, Seen};
use super::kept::{held, keep, put};
use super::prerender::{Begun, Waiting};
use super::{alone, origin, react, runtime};
use crate::config::{Config, ISLANDS, PUBLIC};
use crate::diagnostic::{self, Diagnostic, Place};
use crate::fs;

/// The loader.
pub const LOADER: &str = "loader";
/// What hydrates islands, as it is published.
pub const HYDRATE: &str = "islands/hydrate";

/// The endings of what a style sheet may name.
const FILES_OF_STYLES: [&str; 11] = ["avif", "gif", "jpeg", "jpg", "otf", "png", "svg", "ttf", "webp", "woff", "woff2"];

/// Bundles the inputs into `folder`. The pre-renderer is given too, where there is one: it began meanwhile.
///
/// # Errors
/// Everything that is wrong with them.
pub fn make(
    config: &Config,
    inputs: &Inputs,
    folder: &Path,
    esbuild: &Esbuild,
) -> Result<(Manifest, Option<Begun>), Vec<Diagnostic>> {
    let one = |diagnostic| vec![diagnostic];
    let islands = !inputs.islands.is_empty();
    if islands && esbuild::package(&config.root, "react-dom").is_none() {
        // Without esbuild either, that comes first: its message names all packages.
        return Err(one(esbuild.is_there(&config.root).err().unwrap_or_else(no_react)));
    }
    if !inputs.has_no_scripts() {
        runtime::write(&config.root, &inputs.islands).map_err(one)?;
    }
    let work = config.path(format!("{}/work-{}", config.cache(inputs.cache()), std::process::id()));
    fs::remove_tree(&work).map_err(one)?;
    let made = make_in(config, inputs, folder, esbuild, &work).and_then(|(manifest, begun)| {
        keep(&config.path(config.cache(inputs.cache())), &manifest, &work, folder).map_err(one)?;
        Ok((manifest, begun))
    });
    if made.is_err() {
        fs::remove_tree(&work).map_err(one)?;
    }
    made
}

/// The same, in the folder `work`.
fn make_in(
    config: &Config,
    inputs: &Inputs,
    folder: &Path,
    esbuild: &Esbuild,
    work: &Path,
) -> Result<(Manifest, Option<Begun>), Vec<Diagnostic>> {
    let islands = !inputs.islands.is_empty();
    // Each is written as soon as it is there, while others are still being made.
    let written = |name, made: &Made| put(made, &work.join(name)).map_err(|diagnostic| vec![diagnostic]);
    let (give, given) = mpsc::channel();
    let bundles = || {
        std::thread::scope(|scope| {
            let server = move || {
                let made = Arc::new(esbuild.make(&config.root, &server_order(config))?);
                // Who waits for it is told of a failure by the end of the channel.
                drop(give.send(made.clone()));
                written(SERVER, &made).map(|()| made)
            };
            let server = islands.then(|| scope.spawn(server));
            let alone = || alone::make(config, inputs, esbuild).and_then(|made| written(ALONE, &made).map(|()| made));
            let alone = (!inputs.has_no_scripts()).then(|| scope.spawn(alone));
            let client = esbuild.make(&config.root, &client(config, inputs));
            let client = client.and_then(|made| written(CLIENT, &made).map(|()| made));
            (client, alone.map(joined), server.map(joined))
        })
    };
    // This thread waits for esbuild, and all that follows waits for it: where processors are few, React begins when one of them has
    // nothing else to do. Without islands this may be no thread of the pool, and must not wait for one.
    let ((client, alone, server), react) = if islands {
        let (bundles, react) = rayon::join(bundles, move || begin(config, folder, &given));
        (bundles, Some(react))
    } else {
        (bundles(), None)
    };
    let (client, alone, server, react) = match (client, alone.transpose(), server.transpose(), react.transpose()) {
        (Ok(client), Ok(alone), Ok(server), Ok(react)) => (client, alone, server, react.flatten()),
        (client, alone, server, react) => {
            let react = react.err().map(|problem| vec![problem]);
            let problems = [client.err(), alone.err(), server.err(), react].into_iter().flatten();
            let mut problems: Vec<Diagnostic> = problems.flatten().collect();
            // Several bundles hold the islands: what is wrong with one is told more than once.
            diagnostic::sort(&mut problems);
            return Err(problems);
        }
    };
    let mut manifest = manifest(config, inputs, &client.account)?;
    let (react, begun) = react.unzip();
    manifest.react = react.unwrap_or_default();
    let origins = server.as_ref().map(|made| origin::digests(inputs, made, script(made), &manifest.react));
    manifest.origins = origins.unwrap_or_default();
    let parts = [(CLIENT, Some(&client)), (ALONE, alone.as_deref()), (SERVER, server.as_deref())];
    manifest.holds = parts.into_iter().filter_map(|(name, made)| Some(held(name, made?))).flatten().collect();
    Ok((manifest, begun))
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The flags that all bundles of scripts have.
pub fn common_flags(config: &Config) -> Vec<String> {
    let mode = if config.development { "development" } else { "production" };
    vec![
        "--platform=browser".to_owned(),
        "--jsx=automatic".to_owned(),
        "--charset=utf8".to_owned(),
        "--legal-comments=none".to_owned(),
        format!("--define:process.env.NODE_ENV=\"{mode}\""),
        format!("--alias:site=./{}/site.tsx", runtime::FOLDER),
        format!("--outdir={OUT}"),
    ]
}

/// The flag of bundles that browsers get; development is to be read.
pub fn minify_flag(config: &Config) -> Option<String> {
    (!config.development).then(|| "--minify".to_owned())
}

fn client(config: &Config, inputs: &Inputs) -> Order {
    let mut flags = common_flags(config);
    flags.extend([
        "--format=esm".to_owned(),
        "--splitting".to_owned(),
        "--target=es2022".to_owned(),
        format!("--outbase={PUBLIC}"),
        "--entry-names=[dir]/[name].[hash]".to_owned(),
        "--chunk-names=islands/[name].[hash]".to_owned(),
        // What styles name is published under the name they know, for good: in place of the file in `public/`.
        "--asset-names=[dir]/[name].[hash]".to_owned(),
    ]);
    flags.extend(minify_flag(config));
    flags.extend(FILES_OF_STYLES.iter().map(|ending| format!("--loader:.{ending}=file")));
    if config.source_maps {
        flags.push("--sourcemap=linked".to_owned());
    }
    // With `./` they are named the same by a context that knew them and by a build that finds them gone.
    let entries = inputs.entries().map(|(name, path)| (name, format!("./{path}")));
    Order { name: inputs.cache(), entries: entries.collect(), flags }
}

/// The islands' pre-renderer, by the name of its React in the cache: React, then the bundle that it is given. None where there
/// is no bundle.
fn begin(
    config: &Config,
    folder: &Path,
    bundle: &mpsc::Receiver<Arc<Made>>,
) -> Result<Option<(String, Begun)>, Diagnostic> {
    let react = start_react(config, &BTreeSet::new());
    let Ok(made) = bundle.recv() else { return react.map(|_| None) };
    let imported = imported(&made.account);
    let (react, waiting) = if react::gives(&imported) { react } else { start_react(config, &imported) }?;
    let text = String::from_utf8_lossy(script(&made)).trim_end().to_owned();
    Ok(Some((react, waiting.give(text, folder))))
}

/// What gives this besides what is always given: its name in the cache, and an engine with it.
fn start_react(config: &Config, besides: &BTreeSet<String>) -> Result<(String, Waiting), Diagnostic> {
    let name = react::ready(config, besides)?;
    let waiting = Waiting::start(&react::folder(config, &name))?;
    Ok((name, waiting))
}

/// The pre-renderer's text.
fn script(made: &Made) -> &[u8] {
    made.files.get(&format!("{SERVER}.js")).map_or(&[], Vec::as_slice)
}

fn server_order(config: &Config) -> Order {
    // As it was written, so that errors are told at the right lines.
    let mut flags = common_flags(config);
    flags.extend(["--format=iife".to_owned(), "--target=es2020".to_owned(), "--sourcemap=external".to_owned()]);
    flags.extend(react::EXTERNAL.iter().map(|package| format!("--external:{package}")));
    let entry = (SERVER.to_owned(), format!("./{}/{}", runtime::FOLDER, runtime::ENTRY));
    Order { name: SERVER, entries: vec![entry], flags }
}

impl Inputs {
    /// Where their bundles are kept.
    pub fn cache(&self) -> &'static str {
        if self.has_no_scripts() { "styles" } else { "islands" }
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

/// What esbuild's own account of the files for browsers says.
fn manifest(config: &Config, inputs: &Inputs, account: &Value) -> Result<Manifest, Vec<Diagnostic>> {
    let names: BTreeMap<String, String> = inputs.entries().map(|(name, path)| (path, name)).collect();
    let mut manifest = Manifest::default();
    let mut direct: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut problems = Vec::new();
    let out = format!("{OUT}/");
    let empty = serde_json::Map::new();
    for (output, about) in account["outputs"].as_object().unwrap_or(&empty) {
        let Some(published) = output.strip_prefix(&out) else { continue };
        if let Some(entry) = about["entryPoint"].as_str()
            && let Some(name) = names.get(entry)
        {
            manifest.entries.insert(name.clone(), published.to_owned());
            if about.get("cssBundle").is_some() {
                problems.push(style_in_script(entry));
            }
        }
        manifest.files.push(published.to_owned());
        let is_named = FILES_OF_STYLES.iter().any(|ending| published.rsplit('.').next() == Some(ending));
        let inputs = about["inputs"].as_object().filter(|_| is_named).into_iter().flat_map(serde_json::Map::keys);
        let paths = inputs.filter_map(|input| input.strip_prefix("public/"));
        manifest.named.extend(paths.map(|path| (path.to_owned(), published.to_owned())));
        let imports = about["imports"].as_array().into_iter().flatten();
        let imports = imports.filter(|import| import["kind"] == "import-statement");
        let imports = imports.filter_map(|import| Some(import["path"].as_str()?.strip_prefix(&out)?.to_owned()));
        direct.insert(published.to_owned(), imports.collect());
    }
    for published in direct.keys() {
        manifest.imports.insert(published.clone(), reached(&direct, published));
    }
    let read = account["inputs"].as_object().unwrap_or(&empty).keys();
    for input in read.filter(|input| !inputs::is_tool(input)) {
        if let Some(part) = input.strip_prefix("public/").filter(|path| path.ends_with(".css"))
            && !inputs.styles.iter().any(|style| style == part)
        {
            manifest.parts.push(part.to_owned());
        }
        // Files of islands that are passed over by those who look for all of them may be imported too.
        if !(input.starts_with(&format!("{ISLANDS}/")) && inputs.know(input)) {
            manifest.seen.push(Seen::now(&config.root, input));
        }
    }
    // A file that is new may be what an import leads to then.
    let of_scripts = manifest.seen.iter().filter(|seen| !seen.path().ends_with(".css"));
    let folders: BTreeSet<String> = of_scripts.filter_map(Seen::folder).collect();
    manifest.seen.extend(folders.iter().map(|folder| Seen::now(&config.root, folder)));
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

/// What a bundle wants to be given.
fn imported(account: &Value) -> BTreeSet<String> {
    let outputs = account["outputs"].as_object().into_iter().flatten();
    let imports = outputs.filter_map(|(_, about)| about["imports"].as_array()).flatten();
    let external = imports.filter(|import| import["external"] == true);
    external.filter_map(|import| import["path"].as_str().map(str::to_owned)).collect()
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
