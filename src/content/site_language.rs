//! A language of the site.

use crate::language::LanguageRules;

/// A language of the site, with the texts that are the site's own in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteLanguage {
    /// The language tag: `en-IN`.
    pub tag: String,
    pub rules: LanguageRules,
    pub title: String,
    pub description: String,
}

impl SiteLanguage {
    pub fn new(tag: String, title: String, description: String) -> Self {
        Self { rules: LanguageRules::new(&tag), tag, title, description }
    }
}
