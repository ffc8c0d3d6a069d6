//! The islands of a build: bundled and ready to be rendered, or as they were.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crate::asset;
use crate::config::Config;
use crate::content::props;
use crate::diagnostic::Diagnostic;
use crate::island::{Bundle, Esbuild, Prerender, Seen};
use crate::render::Islands;
use crate::source::Changes;

/// Islands, and the style sheets that are bundled too.
#[derive(Default)]
pub struct Prepared {
    pub islands: Arc<Islands>,
    styles: Styles,
}

/// The bundled style sheets.
#[derive(Default)]
struct Styles {
    /// Which of `public/` the settings want.
    wanted: Vec<String>,
    bundle: Bundle,
    problems: Vec<Diagnostic>,
}

/// Bundles what may be other than it was. `styles` are the style sheets that the settings want bundled.
pub fn prepare(
    config: &Config,
    styles: Vec<String>,
    changes: &Changes,
    earlier: Option<Prepared>,
    esbuild: &Esbuild,
) -> Prepared {
    let (islands, sheets) = earlier.map_or((None, None), |earlier| (Some(earlier.islands), Some(earlier.styles)));
    std::thread::scope(|scope| {
        let sheets = scope.spawn(|| match sheets.filter(|sheets| sheets.are_good(&styles, changes, config)) {
            Some(good) => good,
            None => Styles::new(config, styles, esbuild),
        });
        let islands = match islands {
            Some(good) if are_good(&good, changes, config) => good,
            earlier => {
                let new = new_islands(config, esbuild);
                // What the same ones rendered needs not to be rendered again.
                earlier.filter(|earlier| new.are(earlier)).unwrap_or_else(|| Arc::new(new))
            }
        };
        let styles = sheets.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Prepared { islands, styles }
    })
}

fn new_islands(config: &Config, esbuild: &Esbuild) -> Islands {
    // Bundling is mostly waiting.
    let ((bundle, mut problems), (props, found)) = std::thread::scope(|scope| {
        let props = scope.spawn(|| props::load(config));
        let made = Bundle::of_scripts(config, esbuild);
        (made, props.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    problems.extend(found);
    let bundle = Arc::new(bundle);
    let prerender = bundle.hydrate().map(|_| Prerender::new(bundle.clone()));
    let prerender = prerender.and_then(|made| made.map_err(|diagnostic| problems.push(diagnostic)).ok());
    Islands { bundle, prerender, props, problems }
}

impl Styles {
    fn new(config: &Config, wanted: Vec<String>, esbuild: &Esbuild) -> Self {
        let (bundle, problems) = Bundle::of_styles(config, &wanted, esbuild);
        Self { wanted, bundle, problems }
    }

    fn are_good(&self, wanted: &[String], changes: &Changes, config: &Config) -> bool {
        self.wanted == wanted && self.problems.is_empty() && is_untouched(&self.bundle, changes, config)
    }
}

fn are_good(islands: &Islands, changes: &Changes, config: &Config) -> bool {
    islands.problems.is_empty() && is_untouched(&islands.bundle, changes, config)
}

/// Whether a bundle is there, and nothing that it is made from can have changed.
fn is_untouched(bundle: &Bundle, changes: &Changes, config: &Config) -> bool {
    let can_have_changed = |paths: &BTreeSet<PathBuf>| paths.iter().any(|path| bundle.is_made_from(path, config));
    bundle.is_kept() && matches!(changes, Changes::At(paths) if !can_have_changed(paths))
}

impl Prepared {
    /// Whether nothing that they are made from can have changed.
    pub fn are_good(&self, styles: &[String], changes: &Changes, config: &Config) -> bool {
        self.styles.are_good(styles, changes, config) && are_good(&self.islands, changes, config)
    }

    /// What is wrong with them.
    pub fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        self.islands.problems.iter().chain(&self.styles.problems)
    }

    /// What they are made from that lies elsewhere.
    pub fn seen(&self) -> impl Iterator<Item = &Seen> {
        self.islands.bundle.seen().iter().chain(self.styles.bundle.seen())
    }

    /// The files of it, relative to the root.
    pub fn elsewhere(&self) -> impl Iterator<Item = &str> {
        self.islands.bundle.elsewhere().chain(self.styles.bundle.elsewhere())
    }

    /// The files to publish: bundled styles, and what they name, in place of the files of `public/`; the parts of styles are
    /// not published for themselves.
    pub fn files(&self) -> asset::Made {
        let bundles = [&*self.islands.bundle, &self.styles.bundle];
        let in_place = bundles.into_iter().flat_map(Bundle::in_place);
        let in_place: BTreeMap<&str, String> = in_place.map(|(path, published)| (published, path)).collect();
        let files = bundles.into_iter().flat_map(Bundle::files).map(|(published, source)| {
            let path = in_place.get(published).cloned().unwrap_or_else(|| published.to_owned());
            (path, published.to_owned(), source)
        });
        asset::Made { files: files.collect(), parts: self.styles.bundle.parts().to_vec() }
    }
}
