//! The live site: the published state of the site, which builds replace and clients wait for.
//!
//! A [`ServedSite`] never changes once published. A request takes the current one and releases the lock at once, so no
//! slow client delays a build. Each state gets a generation number. A waiting client passes the number of the last
//! change that it has seen, so a change between two waits is not lost.
//!
//! During a build, pages that are open in a browser may be published before the other pages are rendered. A page that
//! is not rendered yet is *pending*. A request for it waits, so that no old page is sent after a new one.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::served_site::{ServedFile, ServedFiles, ServedSite};
use super::viewed_pages::ViewedPages;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::styled::{self, StyledText};
use crate::output::ChangedFiles;
use crate::output::hosts::HostPolicy;
use crate::pipeline::Preview;

/// The maximum number of errors that an open page shows. The terminal shows all.
const MAX_SHOWN_ERRORS: usize = 20;

/// How long a request waits for its page to be rendered.
const PENDING_TIMEOUT: Duration = Duration::from_secs(20);

/// The published site, replaced as a whole.
pub struct LiveSite {
    current: Mutex<Generation>,
    changed: Condvar,
    pub viewed_pages: ViewedPages,
    /// The origin to which mock endpoints redirect.
    redirect_origin: String,
}

/// The published site with its number. Each published build and each preview raises the number.
#[derive(Clone)]
struct Generation {
    number: u64,
    site: Arc<ServedSite>,
    /// The last complete site without errors.
    last_clean: Arc<ServedSite>,
}

impl LiveSite {
    /// Creates an empty site. Its pages may connect to `redirect_origin`. The editor at `editor_origin`, if there is
    /// one, may show them in a frame.
    pub fn new(watch: bool, editor_origin: Option<&str>, redirect_origin: &str) -> Self {
        let editor_origin = editor_origin.map(Into::into);
        let site = Arc::new(ServedSite { base: "/".to_owned(), watch, editor_origin, ..ServedSite::default() });
        let current = Mutex::new(Generation { number: 0, last_clean: site.clone(), site });
        let redirect_origin = redirect_origin.to_owned();
        Self { current, changed: Condvar::new(), viewed_pages: ViewedPages::default(), redirect_origin }
    }

    pub fn current(&self) -> Arc<ServedSite> {
        Arc::clone(&self.current.lock().site)
    }

    /// Returns the site as soon as the page at `path`, the decoded path of a URL, is rendered; `None` if the rendering
    /// takes too long. While watching, counts the page as viewed.
    pub fn wait_for_page(&self, path: &str) -> Option<Arc<ServedSite>> {
        let mut current = self.current.lock();
        if current.site.watch && current.site.is_page_path(path) {
            self.viewed_pages.record_request(path);
        }
        self.changed.wait_while_for(&mut current, |current| current.site.is_pending(path), PENDING_TIMEOUT);
        (!current.site.is_pending(path)).then(|| Arc::clone(&current.site))
    }

    /// Returns the names of the outputs that browsers show, whether or not they exist.
    pub fn viewed_outputs(&self) -> Vec<String> {
        let site = self.current();
        self.viewed_pages.paths().iter().flat_map(|path| site.output_names(path)).collect()
    }

    /// Waits until the generation's number differs from `seen`; returns the new number and the site, or `None` after
    /// `timeout`.
    pub fn wait_for_change(&self, seen: Option<u64>, timeout: Duration) -> Option<(u64, Arc<ServedSite>)> {
        let mut current = self.current.lock();
        let wait = self.changed.wait_while_for(&mut current, |current| Some(current.number) == seen, timeout);
        (!wait.timed_out()).then(|| (current.number, Arc::clone(&current.site)))
    }

    /// Publishes the result of a build; returns the number of changed, new and removed files. After a build with
    /// errors, publishes the files of the last build without errors, and returns 0.
    pub fn publish(
        &self,
        files: ChangedFiles,
        base_path: &str,
        policy: Option<HostPolicy>,
        diagnostics: &[Diagnostic],
    ) -> usize {
        let Generation { number, last_clean, .. } = self.current.lock().clone();
        let errors = style_errors(diagnostics);
        let (site, changes) = if errors.is_empty() {
            let (files, changes) = apply_changes(&last_clean.files, files);
            let (base, policy) = (base_path.to_owned(), self.adapt_policy(policy, &last_clean));
            (ServedSite { base, policy, files, ..ServedSite::clone(&last_clean) }, changes)
        } else {
            // Without files of an earlier build, the new base path applies.
            let base = if last_clean.files.is_empty() { base_path } else { &last_clean.base };
            (ServedSite { base: base.to_owned(), errors, ..ServedSite::clone(&last_clean) }, 0)
        };
        let site = Arc::new(site);
        let last_clean = if site.errors.is_empty() { site.clone() } else { last_clean };
        *self.current.lock() = Generation { number: number + 1, site, last_clean };
        self.changed.notify_all();
        changes
    }

    /// Publishes what the build has rendered so far; the build continues. The errors are still those of the last build,
    /// because those of this build are not known yet.
    pub fn preview(&self, files: ChangedFiles, preview: Preview) {
        let Generation { number, site: before, last_clean } = self.current.lock().clone();
        let (files, _) = apply_changes(&last_clean.files, files);
        let site = Arc::new(ServedSite {
            base: preview.base_path,
            errors: before.errors.clone(),
            policy: self.adapt_policy(preview.policy, &before),
            files,
            pending: preview.pending,
            ..ServedSite::clone(&last_clean)
        });
        *self.current.lock() = Generation { number: number + 1, site, last_clean };
        self.changed.notify_all();
    }

    /// Adds to the policy what builds don't know: pages may connect to the redirects of mock endpoints, and the editor
    /// may show pages in a frame even if the site forbids frames.
    fn adapt_policy(&self, policy: Option<HostPolicy>, site: &ServedSite) -> Option<HostPolicy> {
        let mut policy = policy?;
        policy.allow_connections(&self.redirect_origin);
        if let Some(editor_origin) = &site.editor_origin {
            policy.allow_framing(editor_origin);
        }
        Some(policy)
    }
}

/// Applies changes to the files. Returns the files, and the number of changed, new and removed ones.
fn apply_changes(before: &Arc<ServedFiles>, changes: ChangedFiles) -> (Arc<ServedFiles>, usize) {
    let mut files = Arc::clone(before);
    let mut count = 0;
    for (name, bytes) in changes {
        if files.get(&*name).map(|file| &file.bytes) == bytes.as_ref() {
            continue;
        }
        count += 1;
        let files = Arc::make_mut(&mut files);
        match bytes {
            Some(bytes) => drop(files.insert(name.into(), Arc::new(ServedFile::new(bytes)))),
            None => drop(files.remove(&*name)),
        }
    }
    (files, count)
}

/// Returns the first errors as a terminal shows them, and the number of further ones.
fn style_errors(diagnostics: &[Diagnostic]) -> Vec<StyledText> {
    let plain = |text: String| StyledText { bold: false, colour: None, text };
    let errors: Vec<_> = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
    let mut texts = Vec::new();
    for (number, error) in errors.iter().take(MAX_SHOWN_ERRORS).enumerate() {
        if number > 0 {
            texts.push(plain("\n\n".to_owned()));
        }
        texts.extend(styled::styled_texts(error));
    }
    if errors.len() > MAX_SHOWN_ERRORS {
        texts.push(plain(format!("\n\n… and {} more, in the terminal", errors.len() - MAX_SHOWN_ERRORS)));
    }
    texts
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Returns a published site of these files.
    pub fn site(watch: bool, base: &str, files: &[(&str, &[u8])]) -> Arc<ServedSite> {
        let live = LiveSite::new(watch, None, "");
        live.publish(changes(files), base, None, &[]);
        live.current()
    }

    /// Returns changes that add these files and remove the others named `a`, `b` or `c`.
    pub fn changes(files: &[(&str, &[u8])]) -> ChangedFiles {
        let removed = ["a", "b", "c"].map(|name| (name.to_owned(), None));
        let added = files.iter().map(|(name, bytes)| ((*name).to_owned(), Some(Arc::from(*bytes))));
        removed.into_iter().chain(added).collect()
    }

    fn publish(live: &LiveSite, files: &[(&str, &[u8])], diagnostics: &[Diagnostic]) -> usize {
        live.publish(changes(files), "/", None, diagnostics)
    }

    #[test]
    fn changed_new_and_removed_files_are_counted() {
        let live = LiveSite::new(true, None, "");
        let check = |files: &[(&str, &[u8])], expected: usize| {
            assert_eq!(publish(&live, files, &[]), expected, "{files:?}");
        };
        check(&[("a", b"1"), ("b", b"1")], 2);
        check(&[("a", b"1"), ("b", b"1")], 0);
        check(&[("a", b"2"), ("c", b"1")], 3);
        check(&[], 2);
    }

    #[test]
    fn errors_keep_the_files_of_the_last_clean_build() {
        let live = LiveSite::new(true, None, "");
        publish(&live, &[("a", b"1")], &[]);
        let error = [Diagnostic::error("bad", "an error")];
        assert_eq!(publish(&live, &[("b", b"1")], &error), 0);
        let site = live.current();
        assert!(site.file("a").is_some() && site.file("b").is_none());
        assert!(site.errors.iter().any(|piece| piece.text.contains("an error")), "{:?}", site.errors);
        let warning = [Diagnostic::warning("odd", "a warning")];
        publish(&live, &[("a", b"1")], &warning);
        assert_eq!(live.current().errors, []);
    }

    #[test]
    fn no_change_between_two_waits_is_lost() {
        let live = LiveSite::new(true, None, "");
        let moment = Duration::from_millis(1);
        let (seen, _) =
            live.wait_for_change(None, moment).expect("a client that has seen nothing gets the current site");
        assert!(live.wait_for_change(Some(seen), moment).is_none());
        publish(&live, &[("a", b"1")], &[]);
        publish(&live, &[("a", b"2")], &[]);
        let (_, site) = live.wait_for_change(Some(seen), moment).expect("published before the wait");
        assert_eq!(site.file("a").map(|f| &*f.bytes), Some(&b"2"[..]));
    }

    #[test]
    fn the_developers_pages_do_not_wait_for_the_404_page() {
        let live = LiveSite::new(true, None, "");
        let pending = ["404.html".to_owned()].into();
        live.preview(changes(&[]), Preview { base_path: "/a%20b/".to_owned(), pending, ..Preview::default() });
        let check = |path: &str, expected: bool| assert_eq!(live.current().is_pending(path), expected, "{path}");
        check("/a b/none/", true);
        check("/__site/", true);
        for path in ["", "reload.js", "events", "none"] {
            check(&format!("/a b/__site/{path}"), false);
        }
    }

    #[test]
    fn an_error_after_a_preview_restores_the_files() {
        let live = LiveSite::new(true, None, "");
        let moment = Duration::from_millis(1);
        let error = [Diagnostic::error("bad", "an error")];
        publish(&live, &[], &error);
        live.preview(changes(&[("a", b"1")]), Preview { base_path: "/".to_owned(), ..Preview::default() });
        let (seen, _) = live.wait_for_change(None, moment).expect("the preview");
        publish(&live, &[("a", b"1")], &error);
        let (_, site) = live.wait_for_change(Some(seen), moment).expect("the files before the preview");
        assert!(site.file("a").is_none());
    }
}
