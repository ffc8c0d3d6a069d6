//! The HTML of the shared templates that a build has rendered so far. Threads share the HTML.

use std::sync::{Arc, OnceLock};

use minijinja::Value;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::current_links::LinkOffsets;
use crate::asset::derived::DerivedImage;
use crate::content::site_language::LanguageIndex;
use crate::snapshot::ReadGroup;

pub type SharedHtmlCache = Mutex<FxHashMap<SharedHtmlKey, Arc<SharedHtml>>>;

/// All that decides the HTML of a shared template, besides the snapshot.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SharedHtmlKey {
    pub name: String,
    pub language: LanguageIndex,
    /// Whether the page is a document. Other pages, such as feeds, may have English dates in any language.
    pub is_document: bool,
}

pub struct SharedHtml {
    pub html: Value,
    pub derived: Vec<DerivedImage>,
    /// What the template read, if reads are recorded.
    pub reads: Option<ReadGroup>,
    /// The links in the HTML, found on first use.
    pub links: OnceLock<LinkOffsets>,
}
