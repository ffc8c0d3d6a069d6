//! The built-in schemas that every build needs, compiled on a thread while the site's files are read.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::collection;
use super::entry_schemas::EntrySchemas;
use super::settings;
use crate::schema::Schema;
use crate::thread::propagate_panic;

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

/// The schemas of an earlier build, or a thread that compiles them. Compiling takes as long as reading a thousand
/// files. Dropping the handle abandons the thread's result.
#[derive(Debug)]
pub enum SchemaHandle {
    Compiled(Arc<BuiltInSchemas>),
    Compiling(JoinHandle<BuiltInSchemas>),
}

impl SchemaHandle {
    /// Starts to compile the schemas on a thread.
    pub fn compile() -> Self {
        Self::Compiling(thread::spawn(BuiltInSchemas::compile))
    }

    /// Waits for the schemas.
    pub fn wait(self) -> Arc<BuiltInSchemas> {
        match self {
            Self::Compiled(schemas) => schemas,
            Self::Compiling(thread) => Arc::new(propagate_panic(thread.join())),
        }
    }
}
