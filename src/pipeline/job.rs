//! The parameters of one build, and its interface to the server: which pages are viewed, and previews of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::config::Config;
use crate::output::Sink;
use crate::output::hosts::HostPolicy;
use crate::snapshot::Snapshot;
use crate::source::Changes;

pub struct Job<'a> {
    pub config: &'a Config,
    /// The paths that may have changed since the last build.
    pub changes: &'a Changes,
    /// The destination of the outputs; builds that follow each other share it.
    pub sink: &'a dyn Sink,
    /// The function to call before work that takes seconds.
    pub announce: &'a dyn Fn(&str),
    /// The viewers, whose open pages are rendered first and previewed; `None` if the site is not served.
    pub viewers: Option<&'a dyn Viewers>,
    /// Whether another build will follow. If so, the build records reads, and esbuild keeps running.
    pub is_incremental: bool,
}

/// The snapshot of the last build or preview; `None` until the settings could be read.
pub type LatestSnapshot = Mutex<Option<Arc<Snapshot>>>;

/// The viewers of a site: a running build asks which pages they have open, and sends them previews. `serve` implements
/// this trait.
pub trait Viewers {
    /// Returns the output paths of the viewed pages. Paths without an output are ignored.
    fn viewed_outputs(&self) -> Vec<String>;

    /// Publishes a preview: all outputs are final, except those that are `pending`.
    fn preview(&self, preview: Preview);

    /// Whether inputs have changed again, so that the pages still to be rendered would be stale at once.
    fn has_queued_changes(&self) -> bool;
}

/// The state of the outputs before a build has ended.
#[derive(Default)]
pub struct Preview {
    /// The paths of the outputs that are not final yet.
    pub pending: BTreeSet<String>,
    /// The path below which the site is published, beginning and ending with a slash.
    pub base_path: String,
    /// Headers and redirects, as far as known.
    pub policy: Option<HostPolicy>,
}
