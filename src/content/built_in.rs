//! The schemas that come with the program and that every build needs: compiled while the site's files are still being read.

use super::collection::{self, Common};
use super::schema::Schema;
use super::settings;

/// Each compiled once, for all builds that follow each other.
#[derive(Debug)]
pub struct BuiltIn {
    /// Of `content/site.yaml`.
    pub settings: Schema,
    /// Of `_collection.yaml`.
    pub collection: Schema,
    /// Those that the schemas of collections are on top of.
    pub common: Common,
}

impl BuiltIn {
    pub fn compile() -> Self {
        Self { settings: settings::schema(), collection: collection::schema(), common: Common::default() }
    }
}
