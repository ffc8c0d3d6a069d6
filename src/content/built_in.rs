//! The schemas that come with the program and that every build needs: compiled while the site's files are still being read.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

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

/// Those of the build before, or being compiled, which takes as long as reading a thousand files. Whoever finds that they are
/// not needed leaves them.
#[derive(Debug)]
pub enum Pending {
    Known(Arc<BuiltIn>),
    Compiling(JoinHandle<BuiltIn>),
}

impl Pending {
    /// Begins to compile them, beside what comes next.
    pub fn begin() -> Self {
        Self::Compiling(thread::spawn(BuiltIn::compile))
    }

    pub fn get(self) -> Arc<BuiltIn> {
        match self {
            Self::Known(known) => known,
            Self::Compiling(thread) => Arc::new(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        }
    }
}
