//! The HTML of the shared templates that are rendered so far. Threads share it.

use std::sync::{Arc, OnceLock};

use minijinja::Value;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::current_links::LinkOffsets;
use crate::asset::derived::DerivedImage;
use crate::content::site_language::LanguageIndex;
use crate::snapshot::ReadGroup;

/// The HTML of shared templates, by language and name.
#[derive(Default)]
pub struct SharedHtmlCache(Mutex<FxHashMap<(LanguageIndex, String), SharedHtml>>);

/// The HTML of a shared template.
#[derive(Clone)]
pub struct SharedHtml {
    pub html: Value,
    /// The derived images that the HTML shows.
    pub derived: Arc<[DerivedImage]>,
    /// What the template read, if reads are recorded.
    pub reads: Option<ReadGroup>,
    /// The links in the HTML, found on first use.
    links: Arc<OnceLock<LinkOffsets>>,
}

impl SharedHtml {
    pub fn new(html: String, derived: Vec<DerivedImage>, reads: Option<ReadGroup>) -> Self {
        Self { html: Value::from_safe_string(html), derived: derived.into(), reads, links: Arc::default() }
    }

    /// Returns the links in the HTML.
    pub fn links(&self) -> &LinkOffsets {
        self.links.get_or_init(|| LinkOffsets::find(self.html.as_str().unwrap_or_default()))
    }
}

impl SharedHtmlCache {
    pub fn get(&self, language: LanguageIndex, name: &str) -> Option<SharedHtml> {
        self.0.lock().get(&(language, name.to_owned())).cloned()
    }

    pub fn insert(&self, language: LanguageIndex, name: &str, html: SharedHtml) {
        self.0.lock().insert((language, name.to_owned()), html);
    }
}
