//! The built-in schemas that every build needs, compiled on a thread while the site's files are read.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::collection;
use super::entry_schemas::EntrySchemas;
use super::settings;
use crate::schema::Schema;

/// The built-in schemas, compiled once for a series of builds.
#[derive(Debug)]
pub struct BuiltInSchemas {
    /// The schema of `content/site.yaml`.
    pub settings: Schema,
    /// The schema of `_collection.yaml`.
    pub collection: Schema,
    /// The schemas that those of collections extend.
    pub entries: EntrySchemas,
}

impl BuiltInSchemas {
    pub fn compile() -> Self {
        Self { settings: settings::schema(), collection: collection::schema(), entries: EntrySchemas::default() }
    }
}

/// Compiles the schemas on a thread, or takes over those of an earlier build. Compiling takes as long as reading a
/// thousand files.
pub fn compile_on_thread(earlier: Option<Arc<BuiltInSchemas>>) -> JoinHandle<Arc<BuiltInSchemas>> {
    thread::spawn(|| earlier.unwrap_or_else(|| Arc::new(BuiltInSchemas::compile())))
}
