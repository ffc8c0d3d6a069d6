//! Previews: viewed pages are published as soon as they are rendered, with their images.

use super::host_policy::HostFiles;
use super::images::ImageWriter;
use super::job::Job;
use super::pages::Pages;
use super::prepare::Prepared;
use super::queue::{Batch, RenderQueue};
use super::viewers::{Preview, Viewers};

/// The publisher of previews.
pub struct Previewer<'a> {
    /// `None` if nobody views the site.
    pub viewers: Option<&'a dyn Viewers>,
    prepared: &'a Prepared,
    /// The paths of the files for hosts that the build before wrote.
    host_files: &'a [String],
    has_errors: bool,
}

impl<'a> Previewer<'a> {
    /// If the build `has_errors` already, nothing is published.
    pub fn new(job: &Job<'a>, prepared: &'a Prepared, host_files: &'a [String], has_errors: bool) -> Self {
        Self { viewers: job.viewers, prepared, host_files, has_errors }
    }

    /// Returns the next pages to render.
    pub fn next_batch(&self, queue: &mut RenderQueue) -> Option<Batch> {
        queue.next(self.viewers, &self.prepared.index)
    }

    /// Publishes a preview of the pages that are not in the queue, unless there are errors or one of the images
    /// fails.
    pub fn publish(&self, queue: &RenderQueue, pages: &Pages, images: &mut ImageWriter) {
        let Some(viewers) = self.viewers.filter(|_| !self.has_errors && images.write_early()) else { return };
        let snapshot = &self.prepared.snapshot;
        let hosts = HostFiles::new(self.prepared, pages, &images.requested());
        let unrendered = queue.pages().iter().map(|&page| snapshot.plan().pages[page].output.clone());
        let host_files = hosts.iter().flat_map(HostFiles::paths).chain(self.host_files.iter().cloned());
        let pending = unrendered.chain(host_files).collect();
        let base_path = snapshot.site().content.settings.base_path.clone();
        viewers.preview(Preview { pending, base_path, policy: hosts.map(|hosts| hosts.policy) });
    }
}
