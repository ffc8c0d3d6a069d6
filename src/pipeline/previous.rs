//! The state that a build leaves to the next build.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::inputs::Inputs;
use super::pages::Pages;
use super::prepare::Prepared;
use crate::snapshot::Snapshot;

/// The inputs and results of the last build; empty before the first build. The next build reuses what is not stale, and
/// must have the same options and the same sink.
#[derive(Default)]
pub struct Previous {
    pub(super) inputs: Inputs,
    /// `None` until the settings could be read.
    pub(super) prepared: Option<Prepared>,
    pub(super) pages: Pages,
    pub(super) written: Written,
    /// Whether pages are left to the next build. A build that can't read the settings keeps the previous value.
    pub(super) is_interrupted: bool,
}

impl Previous {
    /// Returns the snapshot of the last build; `None` until the settings could be read.
    pub fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.prepared.as_ref().map(|prepared| &prepared.snapshot)
    }
}

/// The outputs of the last build except pages and copied files, with the digest of the writer.
#[derive(Default)]
pub(super) struct Written {
    /// The paths of the derived images.
    pub images: BTreeSet<String>,
    /// The paths of the files of the search.
    pub search: BTreeSet<String>,
    /// The paths of the files for hosts.
    pub host_files: BTreeSet<String>,
    /// The paths of the files of steps after the build.
    pub step_files: BTreeSet<String>,
    /// The `digest` of the `OutputWriter`; `None` before the first build, or if a file could not be copied.
    pub writer_digest: Option<u64>,
}

impl Written {
    pub fn has(&self, path: &str) -> bool {
        [&self.images, &self.search, &self.host_files, &self.step_files].iter().any(|paths| paths.contains(path))
    }
}
