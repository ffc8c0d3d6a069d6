//! The HTML of the shared templates that are rendered so far, for all threads.

use std::sync::{Arc, OnceLock};

use minijinja::Value;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::current_links::LinkPlaces;
use crate::asset::derived::DerivedImage;
use crate::content::site_language::LanguageIndex;
use crate::snapshot::ReadGroup;

/// The shared templates rendered so far, by language and name.
#[derive(Default)]
pub struct SharedFragments(Mutex<FxHashMap<(LanguageIndex, String), SharedFragment>>);

/// The HTML of a shared template.
#[derive(Clone)]
pub struct SharedFragment {
    pub html: Value,
    /// The derived images that the HTML shows.
    pub derived: Arc<[DerivedImage]>,
    /// What the template read, if reads are recorded.
    pub reads: Option<ReadGroup>,
    /// The links in the HTML, found on first use.
    links: Arc<OnceLock<LinkPlaces>>,
}

impl SharedFragment {
    pub fn new(html: String, derived: Vec<DerivedImage>, reads: Option<ReadGroup>) -> Self {
        Self { html: Value::from_safe_string(html), derived: derived.into(), reads, links: Arc::default() }
    }

    /// Returns the links in the HTML.
    pub fn links(&self) -> &LinkPlaces {
        self.links.get_or_init(|| LinkPlaces::find(self.html.as_str().unwrap_or_default()))
    }
}

impl SharedFragments {
    pub fn get(&self, language: LanguageIndex, name: &str) -> Option<SharedFragment> {
        self.0.lock().get(&(language, name.to_owned())).cloned()
    }

    pub fn insert(&self, language: LanguageIndex, name: &str, fragment: SharedFragment) {
        self.0.lock().insert((language, name.to_owned()), fragment);
    }
}
