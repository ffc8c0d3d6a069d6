//! The rendering of all stale pages, in batches from the queue. A batch of viewed pages is previewed.

use super::images::ImageWriter;
use super::log::Log;
use super::page_renderer::{PageRenderer, RenderedPage};
use super::pages::Pages;
use super::preview::Previewer;
use super::queue::{Batch, RenderQueue};
use super::site_check::merge_by_mistake;
use super::suppress::KnownErrors;
use super::viewers::Viewers;
use crate::diagnostic::Diagnostic;
use crate::site::plan::{PageIndex, Plan};

/// The result of rendering the stale pages.
#[derive(Default)]
pub struct RenderedPages {
    /// How many pages were rendered.
    pub count: usize,
    /// Diagnostics of the content that the pages show.
    content_diagnostics: Vec<Diagnostic>,
    /// Errors of the templates and components, each with the page that shows it.
    failures: Vec<(PageIndex, Diagnostic)>,
    /// Whether inputs changed, so that the rest of the pages is left to the next build.
    pub is_interrupted: bool,
}

/// Renders the pages of a queue and replaces their records.
pub fn render(
    mut queue: RenderQueue,
    renderer: &PageRenderer,
    previewer: &Previewer,
    pages: &mut Pages,
    images: &mut ImageWriter,
) -> RenderedPages {
    let mut result = RenderedPages::default();
    while let Some(Batch { pages: batch, is_viewed }) = previewer.next_batch(&mut queue) {
        let rendered = renderer.render(batch);
        let is_clean = rendered.iter().all(RenderedPage::is_clean);
        result.add(rendered, pages);
        let is_done = queue.pages().is_empty();
        // If no work is left, the build publishes all pages as soon as a preview would.
        if is_viewed && is_clean && (!is_done || renderer.has_unchecked_islands()) {
            previewer.publish(&queue, pages, images);
        }
        if !is_done && previewer.viewers.is_some_and(Viewers::has_queued_changes) {
            result.is_interrupted = true;
            break;
        }
    }
    result
}

impl RenderedPages {
    fn add(&mut self, rendered: Vec<RenderedPage>, pages: &mut Pages) {
        self.count += rendered.len();
        for RenderedPage { index, language, record, reads, content_diagnostics, failures } in rendered {
            pages.replace(index, language, record, reads);
            self.content_diagnostics.extend(content_diagnostics);
            self.failures.extend(failures.into_iter().map(|failure| (index, failure)));
        }
    }

    /// Reports the diagnostics, without follow-up errors.
    pub fn report(self, known_errors: &KnownErrors, plan: &Plan, log: &mut Log) {
        log.report(self.content_diagnostics.into_iter().filter(|error| !known_errors.may_cause_content_error(error)));
        let failures = self.failures.into_iter().filter(|(_, failure)| !known_errors.may_cause_failure(failure));
        log.report(merge_by_mistake(failures.collect(), plan));
    }
}
