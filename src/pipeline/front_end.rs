//! The front end of a build: bundled islands and style sheets, reused from the last build if their inputs are
//! unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::asset::{Asset, BundledFiles};
use crate::config::Config;
use crate::content::props;
use crate::diagnostic::Diagnostic;
use crate::island::{Bundle, Bundled, Bundler, StepOutputs};
use crate::snapshot::Islands;
use crate::source::{Changes, Sources};
use crate::thread::propagate_panic;

#[derive(Default)]
pub struct FrontEnd {
    pub islands: Arc<Islands>,
    styles: Styles,
}

#[derive(Default)]
struct Styles {
    wanted: WantedStyles,
    bundle: Arc<Bundle>,
    diagnostics: Vec<Diagnostic>,
}

/// The style sheets to bundle.
#[derive(Default, PartialEq, Eq)]
pub struct WantedStyles {
    /// The style sheets of `public/` that the settings name.
    pub sheets: Vec<String>,
    /// The files of steps that style sheets may import.
    pub step_outputs: StepOutputs,
}

impl FrontEnd {
    /// Bundles islands and style sheets. Reuses `earlier` bundles whose inputs have not changed.
    pub fn bundle(
        config: &Config,
        sources: &Sources,
        wanted: WantedStyles,
        changes: &Changes,
        earlier: Option<Self>,
        bundler: &Bundler,
    ) -> Self {
        let (islands, styles) = earlier.map(|earlier| (earlier.islands, earlier.styles)).unzip();
        let styles = styles.filter(|styles| {
            styles.wanted == wanted && is_reusable(&styles.bundle, &styles.diagnostics, changes, config)
        });
        std::thread::scope(|scope| {
            let bundle_styles = || {
                let bundled = bundler.bundle_styles(config, &wanted.sheets, &wanted.step_outputs);
                Styles { wanted, bundle: bundled.bundle, diagnostics: bundled.diagnostics }
            };
            let styles = scope.spawn(|| styles.unwrap_or_else(bundle_styles));
            let islands = match islands {
                Some(earlier) if is_reusable(&earlier.bundle, &earlier.diagnostics, changes, config) => earlier,
                earlier => {
                    let new = bundle_islands(config, sources, bundler);
                    // If new and earlier islands render alike, keep the earlier engines with their cached renderings.
                    earlier.filter(|earlier| new.is_equivalent(earlier)).unwrap_or_else(|| Arc::new(new))
                }
            };
            Self { islands, styles: propagate_panic(styles.join()) }
        })
    }

    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.islands.diagnostics.iter().chain(&self.styles.diagnostics)
    }

    /// Returns the external inputs of both bundles, relative to the root.
    pub fn external_inputs(&self) -> impl Iterator<Item = &str> {
        self.islands.bundle.external_inputs().chain(self.styles.bundle.external_inputs())
    }

    /// Returns the files of both bundles. Each has the path of the file of `public/` that it replaces, or else its
    /// output path.
    pub fn files(&self) -> BundledFiles {
        let bundles = [&*self.islands.bundle, &*self.styles.bundle];
        let assets = bundles.into_iter().flat_map(Bundle::replaced_assets);
        let replaced: BTreeMap<&str, String> = assets.map(|(path, published)| (published, path)).collect();
        let files = bundles.into_iter().flat_map(Bundle::files).map(|(published, disk_path)| {
            let path = replaced.get(published).cloned().unwrap_or_else(|| published.to_owned());
            (path, Asset::bundled(published.to_owned(), disk_path))
        });
        BundledFiles { files: files.collect(), parts: self.styles.bundle.imported_styles.clone() }
    }
}

fn bundle_islands(config: &Config, sources: &Sources, bundler: &Bundler) -> Islands {
    // Bundling mostly waits for esbuild, so the props schemas are loaded meanwhile.
    let (Bundled { bundle, prerenderer, mut diagnostics }, (props, props_diagnostics)) = std::thread::scope(|scope| {
        let props = scope.spawn(|| props::load(config, sources));
        let bundled = bundler.bundle_scripts(config, &sources.bounds);
        (bundled, propagate_panic(props.join()))
    });
    diagnostics.extend(props_diagnostics);
    Islands { bundle, prerenderer, props, diagnostics, ..Islands::default() }
}

/// Whether a bundle can be reused: it has no diagnostics, it is on disk, and none of its inputs can have changed.
fn is_reusable(bundle: &Bundle, diagnostics: &[Diagnostic], changes: &Changes, config: &Config) -> bool {
    let can_have_changed = |paths: &BTreeSet<PathBuf>| paths.iter().any(|path| bundle.is_affected_by(path, config));
    diagnostics.is_empty() && bundle.is_on_disk() && matches!(changes, Changes::At(paths) if !can_have_changed(paths))
}
