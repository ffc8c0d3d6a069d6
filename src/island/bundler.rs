//! The bundler, which builds bundles from the inputs of the front end or finds them in the cache.
//!
//! 1. Look for a cached bundle of the same inputs. The caches are `.site/islands/` and `.site/styles/`.
//! 2. Request from esbuild, in parallel, the files for browsers (modules with shared chunks, or style sheets), the
//!    standalone scripts, and the prerenderer. Run the prerenderer's scripts without waiting for the other files.
//! 3. Derive the bundle's manifest from esbuild's metafile.
//! 4. Store the bundle in the cache, under the digest of its inputs.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use serde_json::Value;

use super::bundle::{Bundle, CLIENT, PRERENDERER};
use super::bundle_store::{self, WORK_PREFIX, commit, file_digests, mark_used, write_files};
use super::esbuild::options::{OUT, SCRIPT_FLAGS, flags, minify_flag};
use super::esbuild::{BundleOutput, BundleRequest, Esbuild, StepOutputs};
use super::inputs::BundleInputs;
use super::metafile::{self, STYLE_FILE_EXTENSIONS};
use super::prerender::{PreparedPrerenderer, Prerenderer};
use super::standalone::StandaloneCache;
use super::{npm, react, runtime};
use crate::config::{Config, ISLANDS, PUBLIC};
use crate::diagnostic::{self, Diagnostic, Place};
use crate::fs::{Bounds, LockedFolder};
use crate::thread::propagate_panic;

#[derive(Debug, Default)]
pub struct Bundler {
    esbuild: Esbuild,
    standalone: StandaloneCache,
}

#[derive(Default)]
pub struct Bundled {
    /// The bundle, which has no files if there are no inputs or if bundling failed.
    pub bundle: Arc<Bundle>,
    /// The prerenderer of the bundle; `None` if there are no islands or if bundling failed.
    pub prerenderer: Option<Prerenderer>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A new bundle, with its prerenderer if there are islands; or the errors.
type BuiltBundle = Result<(Bundle, Option<PreparedPrerenderer>), Vec<Diagnostic>>;

impl Bundler {
    /// Creates a bundler, for many builds if `is_long_lived`.
    pub fn new(is_long_lived: bool) -> Self {
        Self { esbuild: Esbuild::new(is_long_lived), standalone: StandaloneCache::default() }
    }

    /// Bundles the site's islands and plain scripts. A site without any does not need esbuild.
    pub fn bundle_scripts(&self, config: &Config, bounds: &Bounds) -> Bundled {
        let (inputs, mut diagnostics) = BundleInputs::find_scripts(config, bounds);
        let mut bundled = self.find_or_build(config, inputs);
        diagnostics.append(&mut bundled.diagnostics);
        Bundled { diagnostics, ..bundled }
    }

    /// Bundles these style sheets, whose paths are relative to `public/`.
    pub fn bundle_styles(&self, config: &Config, styles: &[String], step_outputs: &StepOutputs) -> Bundled {
        self.find_or_build(config, BundleInputs::of_styles(config, styles, step_outputs))
    }

    /// Finds the bundle of these inputs in the cache, or builds it.
    fn find_or_build(&self, config: &Config, inputs: BundleInputs) -> Bundled {
        if inputs.is_empty() {
            return Bundled::default();
        }
        let cache = config.path(config.cache(inputs.cache_name()));
        let folder = cache.join(format!("{:016x}", inputs.digest));
        let found = Self::find(config, &folder);
        let built = found.map_or_else(|| self.build(config, &inputs, &folder), Ok);
        let built = built.and_then(|built| mark_used(&cache, &folder).map(|()| built).map_err(Vec::from));
        let ((bundle, prepared), diagnostics) = match built {
            Ok(built) => (built, Vec::new()),
            Err(errors) => {
                let BundleInputs { islands, scripts, .. } = inputs;
                ((Bundle { islands, scripts, ..Bundle::default() }, None), errors)
            }
        };
        let bundle = Arc::new(Bundle { folder, ..bundle });
        let prerenderer = prepared.map(|prepared| Prerenderer::new(bundle.clone(), prepared));
        Bundled { bundle, prerenderer, diagnostics }
    }

    /// Finds the bundle in `folder` with the prerenderer's scripts; `None` if a part is missing, damaged or outdated.
    fn find(config: &Config, folder: &Path) -> Option<(Bundle, Option<PreparedPrerenderer>)> {
        let bundle = bundle_store::read(&config.root, folder)?;
        if bundle.react.is_empty() {
            return Some((bundle, None));
        }
        let prepared = PreparedPrerenderer::read(folder, react::find(config, &bundle.react)?).ok()?;
        Some((bundle, Some(prepared)))
    }

    /// Builds a bundle in a working folder, and moves it to `folder` in the cache.
    fn build(&self, config: &Config, inputs: &BundleInputs, folder: &Path) -> BuiltBundle {
        if !inputs.islands.is_empty() && npm::package_folder(&config.root, "react-dom").is_none() {
            // If esbuild is missing too, only esbuild is reported: the message about esbuild names React as well.
            Esbuild::check_installed(&config.root)?;
            return Err(missing_react().into());
        }
        if inputs.has_scripts() {
            runtime::write_files(&config.root, &inputs.islands)?;
        }
        let cache = config.path(config.cache(inputs.cache_name()));
        // After an error, the working folder stays until a later build stores a bundle.
        let work = LockedFolder::create(&cache, WORK_PREFIX)?;
        let built = self.build_in(&work.path, config, inputs)?;
        commit(&built.0, &config.root, &work.path, folder)?;
        Ok(built)
    }

    /// Builds the files of a bundle into the folder `work`, and returns the bundle without writing its manifest.
    fn build_in(&self, work: &Path, config: &Config, inputs: &BundleInputs) -> BuiltBundle {
        let (client, standalone, prerenderer) = thread::scope(|scope| {
            let client = scope.spawn(|| self.esbuild.build(&config.root, &client_request(config, inputs)));
            let build_standalone = || scope.spawn(|| self.standalone.build(config, inputs, &self.esbuild));
            let standalone = inputs.has_scripts().then(build_standalone);
            let build_prerenderer = || self.build_prerenderer(work, config);
            let prerenderer = (!inputs.islands.is_empty()).then(build_prerenderer).transpose();
            let standalone = standalone.map_or_else(|| Ok(Arc::default()), |thread| propagate_panic(thread.join()));
            (propagate_panic(client.join()), standalone, prerenderer)
        });
        let ((mut client, standalone), prerenderer) = both(both(client, standalone), prerenderer)?;
        replace_wrapped_scripts(inputs, &mut client, &standalone);
        write_files(&client, &work.join(CLIENT))?;
        let mut bundle = metafile::describe_bundle(config, inputs, &client.metafile)?;
        bundle.standalone_scripts = texts_of_scripts(&standalone);
        bundle.file_digests = file_digests(CLIENT, &client).collect();
        let Some((output, react, prepared)) = prerenderer else { return Ok((bundle, None)) };
        bundle.island_digests = metafile::island_digests(inputs, &output, &react);
        bundle.react = react;
        bundle.file_digests.extend(file_digests(PRERENDERER, &output));
        Ok((bundle, Some(prepared)))
    }

    /// Builds, writes and starts the prerenderer. Also returns the name of its React script in the cache.
    fn build_prerenderer(
        &self,
        work: &Path,
        config: &Config,
    ) -> Result<(BundleOutput, String, PreparedPrerenderer), Vec<Diagnostic>> {
        let output = self.esbuild.build(&config.root, &prerenderer_request(config))?;
        write_files(&output, &work.join(PRERENDERER))?;
        let imports = metafile::external_imports(&output.metafile);
        let (react_name, react) = react::find_or_bundle(config, &imports, &self.esbuild)?;
        let prepared = PreparedPrerenderer::read(work, react)?;
        Ok((output, react_name, prepared.start()))
    }
}

/// Returns both values.
///
/// # Errors
/// Fails with all errors of `a` and `b`. Equal errors are returned once: two bundles with the same broken island fail
/// with the same errors.
fn both<A, B>(a: Result<A, Vec<Diagnostic>>, b: Result<B, Vec<Diagnostic>>) -> Result<(A, B), Vec<Diagnostic>> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => {
            let mut errors: Vec<Diagnostic> = a.err().into_iter().chain(b.err()).flatten().collect();
            // `sort` removes duplicates.
            diagnostic::sort(&mut errors);
            Err(errors)
        }
    }
}

/// Creates the request for the files that browsers load.
fn client_request(config: &Config, inputs: &BundleInputs) -> BundleRequest {
    let own = [
        "--format=esm",
        "--splitting",
        "--target=es2022",
        "--entry-names=[dir]/[name].[hash]",
        "--chunk-names=islands/[name].[hash]",
        // esbuild's assets: the files that style sheets reference, published in place of the originals in `public/`.
        "--asset-names=[dir]/[name].[hash]",
    ];
    let mut flags = flags(config, &own);
    flags.push(format!("--outbase={PUBLIC}"));
    flags.extend(minify_flag(config));
    flags.extend(STYLE_FILE_EXTENSIONS.iter().map(|extension| format!("--loader:.{extension}=file")));
    if config.source_maps {
        flags.push("--sourcemap=linked".to_owned());
    }
    let (entries, step_outputs) = (inputs.entries().collect(), inputs.step_outputs.clone());
    BundleRequest { name: inputs.cache_name(), entries, flags, step_outputs }
}

fn prerenderer_request(config: &Config) -> BundleRequest {
    // The script is not minified, so that names and positions in errors are right.
    let mut flags = flags(config, &SCRIPT_FLAGS);
    // A package's build for workers expects neither Node nor a document. `module` is listed because `--conditions`
    // replaces this default of esbuild.
    flags.push("--conditions=worker,module".to_owned());
    flags.push("--sourcemap=external".to_owned());
    flags.extend(react::EXTERNAL.iter().map(|package| format!("--external:{package}")));
    let entry = (PRERENDERER.to_owned(), format!("{}/{}", runtime::FOLDER, runtime::PRERENDERER_ENTRY));
    BundleRequest { name: PRERENDERER, entries: vec![entry], flags, ..BundleRequest::default() }
}

/// Replaces plain scripts in `client` by their standalone versions if esbuild has wrapped them as CommonJS modules. A
/// wrapped script imports a helper of esbuild from another file; a standalone script imports nothing. esbuild treats a
/// script without imports and exports as CommonJS if `package.json` contains `"type": "commonjs"`, which `npm init`
/// writes.
fn replace_wrapped_scripts(inputs: &BundleInputs, client: &mut BundleOutput, standalone: &BundleOutput) {
    for name in &inputs.scripts {
        let path = format!("{ISLANDS}/scripts/{name}.ts");
        if client.metafile["inputs"][&path]["format"] != "cjs" {
            continue;
        }
        let mut outputs = client.metafile["outputs"].as_object().into_iter().flatten();
        let output = outputs.find(|(_, info)| info["entryPoint"] == *path).map(|(output, _)| output.clone());
        let text = standalone.files.get(&format!("scripts/{name}.js"));
        let (Some(output), Some(text)) = (output, text) else { continue };
        let map = format!("{output}.map");
        client.metafile["outputs"][&output]["imports"] = Value::Array(Vec::new());
        client.metafile["outputs"].as_object_mut().map(|outputs| outputs.remove(&map));
        let out = format!("{OUT}/");
        client.files.remove(map.strip_prefix(&out).unwrap_or_default());
        client.files.insert(output.strip_prefix(&out).unwrap_or_default().to_owned(), text.clone());
    }
}

/// Returns the texts of scripts by their paths without `.js`.
fn texts_of_scripts(output: &BundleOutput) -> BTreeMap<String, String> {
    let files = output.files.iter().filter_map(|(path, text)| Some((path.strip_suffix(".js")?, text)));
    files.map(|(name, text)| (name.to_owned(), String::from_utf8_lossy(text).trim_end().to_owned())).collect()
}

fn missing_react() -> Diagnostic {
    Diagnostic::error("missing-react", "the site has islands, but React is not installed")
        .at(Place::file("package.json"))
        .label("lists the packages")
        .help("run `npm install --save-exact react react-dom` in the site's folder, and commit package-lock.json")
}
