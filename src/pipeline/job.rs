//! The parameters of one build.

use super::viewers::Viewers;
use crate::config::Config;
use crate::output::Sink;
use crate::source::Changes;

pub struct Job<'a> {
    pub config: &'a Config,
    /// The paths that may have changed since the build before.
    pub changes: &'a Changes,
    /// The destination of the outputs; builds that follow each other share it.
    pub sink: &'a dyn Sink,
    /// The function to call before steps that take seconds.
    pub announce: &'a dyn Fn(&str),
    /// The open pages, which are rendered first and previewed.
    pub viewers: Option<&'a dyn Viewers>,
    /// Whether another build will follow: only then are reads recorded, and esbuild keeps running.
    pub is_incremental: bool,
}
