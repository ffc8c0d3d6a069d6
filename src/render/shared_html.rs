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
pub type SharedHtmlCache = Mutex<FxHashMap<(LanguageIndex, String), Arc<SharedHtml>>>;

/// The HTML of a shared template.
pub struct SharedHtml {
    pub html: Value,
    /// The derived images that the HTML shows.
    pub derived: Vec<DerivedImage>,
    /// What the template read, if reads are recorded.
    pub reads: Option<ReadGroup>,
    /// The links in the HTML, found on first use.
    pub links: OnceLock<LinkOffsets>,
}
