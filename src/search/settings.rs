//! The setting `search`: which pages the search finds, and which parts of them.

use serde::Deserialize;

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct SearchSettings {
    /// Globs of the routes of searched pages; without globs, all HTML pages except 404 pages are searched. A page with
    /// `noindex` is never searched.
    pub pages: Vec<String>,
    /// A selector of the elements whose text is searched. Without one, `main` is searched, or the whole page if it has
    /// no `main`.
    pub within: Option<String>,
    /// Selectors of elements that are left out of the searched ones.
    pub leave_out: Vec<String>,
}
