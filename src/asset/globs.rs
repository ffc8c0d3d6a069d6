//! The globs of assets in the settings.

use globset::{Glob, GlobSet};

/// The globs in the settings that classify the files of `public/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AssetGlobs {
    /// Files whose published name contains a hash.
    pub hashed: Vec<String>,
    /// Files that images are derived from. They are not published themselves.
    pub sources: Vec<String>,
    /// The fonts of SVG drawings.
    pub fonts: Vec<String>,
}

/// Compiles globs. Invalid ones are skipped, because the check of the settings reports them.
pub fn compile_globs(patterns: &[String]) -> GlobSet {
    GlobSet::new(patterns.iter().filter_map(|pattern| Glob::new(pattern).ok())).unwrap_or_default()
}
