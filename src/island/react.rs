//! The React script of the prerenderer. It is separate from the prerenderer's script, so that after an edit only the
//! islands are bundled and compiled again.
//!
//! After an edit, esbuild bundles the script anew only if React, a setting, or the set of React's modules that islands
//! import has changed. The islands' bundle leaves React out and imports it from this script, by the names of React's
//! modules.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::bundle_store::mark_used;
use super::esbuild::options::{SCRIPT_FLAGS, flags};
use super::esbuild::{BundleRequest, Esbuild};
use super::inputs::common_inputs;
use super::npm;
use super::runtime::{self, REACT_ENTRY, RENDERER};
use super::script::Script;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

/// The folder of the scripts in the cache.
const SCRIPT_CACHE: &str = "islands/react";

/// The name of the script's file, also in stack traces.
const SCRIPT: &str = "react.js";

/// The name of the bundle, and of its file without the extension.
const BUNDLE: &str = "react";

/// The package and file of React's renderer without streams. Streams need APIs that the engine lacks.
const RENDERER_FILE: (&str, &str) = ("react-dom", "react-dom-server-legacy.browser");

/// The packages that the prerenderer's script leaves out.
pub const EXTERNAL: [&str; 3] = ["react", "react-dom", RENDERER];

/// The modules that every React script contains.
const BASE_MODULES: [&str; 4] = ["react", "react/jsx-runtime", "react-dom", RENDERER];

/// Returns the React script with the base modules and the modules `imports`, and the script's name in the cache.
/// Bundles the script if the cache lacks it.
///
/// # Errors
/// Fails if the installed React has no renderer, if esbuild does not work, or if the script can't be written.
pub fn find_or_bundle(
    config: &Config,
    imports: &BTreeSet<String>,
    esbuild: &Esbuild,
) -> Result<(String, Script), Vec<Diagnostic>> {
    let modules: BTreeSet<&str> = BASE_MODULES.into_iter().chain(imports.iter().map(String::as_str)).collect();
    let name = format!("{:016x}", fs::value_digest(&(common_inputs(config), &modules, runtime::FILES)));
    let folder = folder(config, &name);
    let script = match find(config, &name) {
        Some(script) => script,
        None => {
            let text = bundle(config, &modules, esbuild)?;
            fs::create_dir(&folder)?;
            fs::write_sealed(&folder.join(SCRIPT), SCRIPT, &text)?;
            Script::new(SCRIPT, String::from_utf8_lossy(&text).into_owned(), &folder)
        }
    };
    mark_used(&config.path(config.cache(SCRIPT_CACHE)), &folder)?;
    Ok((name, script))
}

/// Finds the React script of this name in the cache; `None` if the file is missing or damaged.
pub fn find(config: &Config, name: &str) -> Option<Script> {
    let folder = folder(config, name);
    let text = fs::read_sealed(&folder.join(SCRIPT), SCRIPT)?;
    Some(Script::new(SCRIPT, String::from_utf8(text).ok()?, &folder))
}

fn folder(config: &Config, name: &str) -> PathBuf {
    config.path(config.cache(SCRIPT_CACHE)).join(name)
}

/// Bundles the React script with these modules, and returns its text.
fn bundle(config: &Config, modules: &BTreeSet<&str>, esbuild: &Esbuild) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let renderer = find_renderer(config).ok_or_else(missing_renderer)?;
    runtime::write_react_entry(&config.root, modules)?;
    let mut flags = flags(config, &SCRIPT_FLAGS);
    flags.push(format!("--alias:{RENDERER}={}", renderer.display()));
    let entries = vec![(BUNDLE.to_owned(), format!("{}/{REACT_ENTRY}", runtime::FOLDER))];
    let request = BundleRequest { name: BUNDLE, entries, flags, ..BundleRequest::default() };
    let mut output = esbuild.build(&config.root, &request)?;
    Ok(output.files.remove(SCRIPT).unwrap_or_default())
}

/// Finds the file of React's renderer by its path in React 19, since the package does not export it.
fn find_renderer(config: &Config) -> Option<PathBuf> {
    let kind = if config.development { "development" } else { "production" };
    let (package, file) = RENDERER_FILE;
    let path = npm::package_folder(&config.root, package)?.join(format!("cjs/{file}.{kind}.js"));
    fs::is_file(&path).then_some(path)
}

fn missing_renderer() -> Diagnostic {
    Diagnostic::error("missing-react", "the React that is installed can't render islands")
        .at(Place::file("package.json"))
        .label("lists the packages")
        .note(format!("it has no file for `{}` where React 19 has it", RENDERER_FILE.1))
        .help("run `npm install --save-exact react@19 react-dom@19` in the site's folder, and commit package-lock.json")
}
