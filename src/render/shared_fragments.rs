//! The shared templates that are rendered so far. Threads share them.

use std::sync::Arc;

use minijinja::Value;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use crate::asset::derived::DerivedImage;

/// The shared templates rendered so far, by name.
#[derive(Default)]
pub struct SharedFragments(Mutex<FxHashMap<String, SharedFragment>>);

/// The HTML of a shared template.
#[derive(Clone)]
pub struct SharedFragment {
    pub html: Value,
    /// The derived images that the HTML shows.
    pub derived: Arc<[DerivedImage]>,
}

impl SharedFragments {
    pub fn get(&self, name: &str) -> Option<SharedFragment> {
        self.0.lock().get(name).cloned()
    }

    pub fn insert(&self, name: &str, fragment: SharedFragment) {
        self.0.lock().insert(name.to_owned(), fragment);
    }
}
