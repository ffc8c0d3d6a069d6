//! The shared templates that are rendered so far. Threads share them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use minijinja::Value;
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
        self.lock().get(name).cloned()
    }

    pub fn insert(&self, name: &str, fragment: SharedFragment) {
        self.lock().insert(name.to_owned(), fragment);
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<String, SharedFragment>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
