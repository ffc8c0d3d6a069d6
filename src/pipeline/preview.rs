//! Previews: viewed pages are published as soon as they are rendered, with their images.

use super::host_policy::{DerivedOutputs, HostFiles};
use super::images::ImageWriter;
use super::job::Job;
use super::pages::Pages;
use super::prepare::Prepared;
use super::previous::Written;
use super::queue::{Batch, RenderQueue};
use super::viewers::{Preview, Viewers};

/// The publisher of previews.
pub struct Previewer<'a> {
    /// `None` if nobody views the site.
    pub viewers: Option<&'a dyn Viewers>,
    prepared: &'a Prepared,
    /// The outputs of the build before.
    written: &'a Written,
    has_errors: bool,
}

impl<'a> Previewer<'a> {
    /// Creates a publisher. If the build `has_errors` already, it publishes nothing.
    pub fn new(job: &Job<'a>, prepared: &'a Prepared, written: &'a Written, has_errors: bool) -> Self {
        Self { viewers: job.viewers, prepared, written, has_errors }
    }

    /// Returns the next pages to render.
    pub fn next_batch(&self, queue: &mut RenderQueue) -> Option<Batch> {
        queue.next(self.viewers, &self.prepared.index)
    }

    /// Publishes a preview of the pages that are not in the queue, unless there are errors or one of the images
    /// fails.
    pub fn publish(&self, queue: &RenderQueue, pages: &Pages, images: &mut ImageWriter) {
        let Some(viewers) = self.viewers.filter(|_| !self.has_errors) else { return };
        let Some(written_images) = images.write_early() else { return };
        let snapshot = &self.prepared.snapshot;
        let derived = DerivedOutputs { images: &written_images, search: &self.written.search };
        let hosts = HostFiles::new(self.prepared, pages, derived);
        let unrendered = queue.pages().iter().map(|&page| snapshot.plan().pages[page].output.clone());
        // The files for hosts, of the search and of steps after the build are pending until all pages are rendered.
        let host_files = hosts.iter().flat_map(HostFiles::paths).chain(self.written.host_files.iter().cloned());
        let search_files = self.written.search.unhashed_paths().map(str::to_owned);
        let step_files = self.written.step_files.iter().cloned();
        let pending = unrendered.chain(host_files).chain(search_files).chain(step_files).collect();
        let base_path = snapshot.site().content.settings.base_path.clone();
        let (snapshot, policy) = (Some(snapshot.clone()), hosts.map(|hosts| hosts.policy));
        viewers.preview(Preview { snapshot, pending, base_path, policy });
    }
}
