//! The implementation of `pipeline::Viewers` for one build: finds the outputs that browsers show, and publishes
//! previews.

use std::cell::Cell;
use std::time::{Duration, Instant};

use super::live_site::LiveSite;
use super::watch::Watch;
use crate::output::MemoryOutput;
use crate::pipeline::{Preview, Viewers};

/// The viewers of the site during one build.
pub struct BuildViewers<'a> {
    pub live: &'a LiveSite,
    pub outputs: &'a MemoryOutput,
    /// `None` if changes are not watched.
    pub watch: Option<&'a Watch>,
    /// An origin that pages may connect to besides those of the host policy.
    pub redirect_origin: &'a str,
    pub start: Instant,
    /// When the first preview of this build was published, measured from `start`.
    pub first_preview: Cell<Option<Duration>>,
}

impl Viewers for BuildViewers<'_> {
    fn viewed_outputs(&self) -> Vec<String> {
        self.live.viewed_outputs()
    }

    fn preview(&self, mut preview: Preview) {
        preview.policy.iter_mut().for_each(|policy| policy.allow_connections(self.redirect_origin));
        self.live.preview(self.outputs.changes_except(&preview.pending), preview);
        self.first_preview.set(self.first_preview.get().or_else(|| Some(self.start.elapsed())));
    }

    fn has_queued_changes(&self) -> bool {
        self.watch.is_some_and(Watch::has_queued_changes)
    }
}
