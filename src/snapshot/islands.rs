//! The islands of a site: their bundle, the prerenderer, and the schemas of their props.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::config::ISLANDS;
use crate::content::props::PropsSchema;
use crate::diagnostic::Diagnostic;
use crate::island::{Bundle, Prerenderer};
use crate::route::path_below;
use crate::source::SourceFile;

#[derive(Default)]
pub struct Islands {
    pub bundle: Arc<Bundle>,
    /// `None` if there are no islands, or if the bundle has errors.
    pub prerenderer: Option<Prerenderer>,
    /// By the island's name.
    pub props: BTreeMap<String, PropsSchema>,
    /// The diagnostics of bundling and of the schemas.
    pub diagnostics: Vec<Diagnostic>,
    /// The site's own files in the bundle. Collected only when a page is rendered with marks (`template::marked`).
    pub files: OnceLock<Vec<Arc<SourceFile>>>,
}

impl Islands {
    /// Whether these islands and the earlier ones have no mistakes and are rendered alike, so that the earlier
    /// prerenderer and its renderings can be reused.
    pub fn is_equivalent(&self, earlier: &Self) -> bool {
        self.bundle == earlier.bundle
            && self.props == earlier.props
            && self.diagnostics.is_empty()
            && earlier.diagnostics.is_empty()
            && self.prerenderer.is_some() == earlier.prerenderer.is_some()
    }

    /// Returns the file of an island as it was bundled.
    pub fn file(&self, name: &str) -> Option<Arc<SourceFile>> {
        let files = self.files.get_or_init(|| {
            let sources = self.bundle.sources().into_iter();
            sources
                .map(|(file, text)| Arc::new(SourceFile { path: file.to_string(), file, text: text.into() }))
                .collect()
        });
        let is_of_island = |file: &str| {
            let extension = path_below(file, ISLANDS).and_then(|path| path.strip_prefix(name));
            extension.is_some_and(|extension| extension.starts_with('.') && !extension.contains('/'))
        };
        files.iter().find(|file| is_of_island(&file.file)).cloned()
    }

    pub fn has(&self, name: &str) -> bool {
        self.bundle.islands.iter().any(|island| island == name)
    }
}
