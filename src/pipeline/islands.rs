//! The islands of a build: bundled and ready to be rendered, or as they were.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::asset;
use crate::config::{CONTENT, Config, TEMPLATES};
use crate::content::props;
use crate::island::{Bundle, Prerender};
use crate::render::Islands;
use crate::source::Changes;

/// Islands, and the style sheets that were bundled with them.
#[derive(Default)]
pub struct Prepared {
    pub islands: Arc<Islands>,
    styles: Vec<String>,
}

/// Bundles the front end. `styles` are the style sheets that the settings want bundled.
pub fn prepare(config: &Config, styles: Vec<String>) -> Prepared {
    let (bundle, mut problems) = Bundle::make(config, &styles);
    let (props, found) = props::load(config);
    problems.extend(found);
    let bundle = Arc::new(bundle);
    let prerender = bundle.hydrate().map(|_| Prerender::new(bundle.clone()));
    let prerender = prerender.and_then(|made| made.map_err(|diagnostic| problems.push(diagnostic)).ok());
    Prepared { islands: Arc::new(Islands { bundle, prerender, props, problems }), styles }
}

impl Prepared {
    /// Whether nothing that they are made from can have changed: neither content nor templates are a part of them.
    pub fn are_good(&self, styles: &[String], changes: &Changes, config: &Config) -> bool {
        let Changes::At(paths) = changes else { return false };
        let inputs = [config.folder(CONTENT), config.folder(TEMPLATES)];
        self.styles == styles
            && self.islands.problems.is_empty()
            && paths.iter().all(|path| inputs.iter().any(|folder| path.starts_with(folder)))
    }

    /// These, or the earlier ones if they are the same: what those rendered needs not to be rendered again.
    pub fn or_as(self, earlier: Option<Self>) -> Self {
        match earlier {
            Some(earlier) if self.islands.are(&earlier.islands) => Self { styles: self.styles, ..earlier },
            _ => self,
        }
    }

    /// The files to publish: bundled styles, and what they name, in place of the files of `public/`; the parts of styles are
    /// not published for themselves.
    pub fn files(&self) -> asset::Made {
        let bundle = &self.islands.bundle;
        let in_place: BTreeMap<&str, String> = bundle.in_place().map(|(path, published)| (published, path)).collect();
        let files = bundle.files().map(|(published, source)| {
            let path = in_place.get(published).cloned().unwrap_or_else(|| published.to_owned());
            (path, published.to_owned(), source)
        });
        asset::Made { files: files.collect(), parts: bundle.parts().to_vec() }
    }
}
