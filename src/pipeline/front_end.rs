//! The front end of a build: bundled islands and style sheets, reused from the build before if their inputs are
//! unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::asset;
use crate::config::Config;
use crate::content::props;
use crate::diagnostic::Diagnostic;
use crate::fs::Bounds;
use crate::island::{Bundle, Bundled, Bundler, Prerenderer, StepOutputs};
use crate::snapshot::Islands;
use crate::source::Changes;
use crate::thread::propagate_panic;

/// The bundled islands and style sheets.
#[derive(Default)]
pub struct FrontEnd {
    pub islands: Arc<Islands>,
    styles: Styles,
}

/// The bundled style sheets.
#[derive(Default)]
struct Styles {
    /// The style sheets of `public/` that the settings ask to bundle.
    wanted: Vec<String>,
    /// The files of steps that style sheets may import.
    step_outputs: StepOutputs,
    bundle: Bundle,
    problems: Vec<Diagnostic>,
}

impl FrontEnd {
    /// Bundles islands and the style sheets `styles`. Reuses `earlier` bundles whose inputs have not changed.
    pub fn bundle(
        config: &Config,
        bounds: &Bounds,
        (styles, step_outputs): (Vec<String>, StepOutputs),
        changes: &Changes,
        earlier: Option<Self>,
        bundler: &Bundler,
    ) -> Self {
        let (islands, sheets) = earlier.map_or((None, None), |earlier| (Some(earlier.islands), Some(earlier.styles)));
        let is_same = |sheets: &Styles| sheets.wanted == styles && sheets.step_outputs == step_outputs;
        let sheets = sheets.filter(|sheets| is_same(sheets) && sheets.is_reusable(changes, config));
        std::thread::scope(|scope| {
            let sheets = scope.spawn(|| sheets.unwrap_or_else(|| Styles::new(config, styles, step_outputs, bundler)));
            let islands = match islands {
                Some(reusable) if is_reusable(&reusable, changes, config) => reusable,
                earlier => {
                    let new = bundle_islands(config, bounds, bundler);
                    // If both render alike, keep the earlier engines with their cached renderings.
                    earlier.filter(|earlier| new.is_equivalent(earlier)).unwrap_or_else(|| Arc::new(new))
                }
            };
            let styles = propagate_panic(sheets.join());
            Self { islands, styles }
        })
    }

    /// Returns the diagnostics of both bundles.
    pub fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        self.islands.problems.iter().chain(&self.styles.problems)
    }

    /// Returns the input files outside of the folders of islands and styles, relative to the root.
    pub fn external_inputs(&self) -> impl Iterator<Item = &str> {
        self.islands.bundle.external_inputs().chain(self.styles.bundle.external_inputs())
    }

    /// Returns the files to publish: bundles and the files that they name, in place of files of `public/`. Imported
    /// style sheets are not published on their own.
    pub fn files(&self) -> asset::BundledFiles {
        let bundles = [&*self.islands.bundle, &self.styles.bundle];
        let replaced = bundles.into_iter().flat_map(Bundle::replaced_assets);
        let replaced: BTreeMap<&str, String> = replaced.map(|(path, published)| (published, path)).collect();
        let files = bundles.into_iter().flat_map(Bundle::files).map(|(published, source)| {
            let path = replaced.get(published).cloned().unwrap_or_else(|| published.to_owned());
            (path, published.to_owned(), source)
        });
        asset::BundledFiles {
            files: files.collect(),
            parts: self.styles.bundle.imported_styles().to_vec(),
            built_in: Vec::new(),
        }
    }
}

fn bundle_islands(config: &Config, bounds: &Bounds, bundler: &Bundler) -> Islands {
    // Bundling mostly waits for esbuild, so the props schemas are loaded meanwhile.
    let (Bundled { bundle, prepared, diagnostics: mut problems }, (props, found)) = std::thread::scope(|scope| {
        let props = scope.spawn(|| props::load(config, bounds));
        let bundled = bundler.bundle_scripts(config, bounds);
        (bundled, propagate_panic(props.join()))
    });
    problems.extend(found);
    let bundle = Arc::new(bundle);
    let prerender = bundle.hydrator().map(|_| Prerenderer::new(bundle.clone(), prepared));
    let prerender = prerender.and_then(|made| made.map_err(|diagnostic| problems.push(diagnostic)).ok());
    Islands { bundle, prerender, props, problems, ..Islands::default() }
}

impl Styles {
    fn new(config: &Config, wanted: Vec<String>, step_outputs: StepOutputs, bundler: &Bundler) -> Self {
        let Bundled { bundle, diagnostics: problems, .. } = bundler.bundle_styles(config, &wanted, &step_outputs);
        Self { wanted, step_outputs, bundle, problems }
    }

    fn is_reusable(&self, changes: &Changes, config: &Config) -> bool {
        self.problems.is_empty() && is_untouched(&self.bundle, changes, config)
    }
}

fn is_reusable(islands: &Islands, changes: &Changes, config: &Config) -> bool {
    islands.problems.is_empty() && is_untouched(&islands.bundle, changes, config)
}

/// Whether a bundle is on disk and none of its inputs can have changed.
fn is_untouched(bundle: &Bundle, changes: &Changes, config: &Config) -> bool {
    let can_have_changed = |paths: &BTreeSet<PathBuf>| paths.iter().any(|path| bundle.is_affected_by(path, config));
    bundle.is_on_disk() && matches!(changes, Changes::At(paths) if !can_have_changed(paths))
}
