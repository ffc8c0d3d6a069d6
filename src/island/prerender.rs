//! The prerenderer, which renders islands to HTML. Any number of threads may call it.
//!
//! 1. An island that was rendered with the same props and id prefix before is taken from the cache.
//! 2. An island that reads the clock, the time zone or random numbers is rendered in two more sandboxes with other
//!    values. If the HTML differs, that is an error, because it would differ in the browser too.
//! 3. After all pages, each worker checks the islands that it rendered more than once: it repeats the last rendering in
//!    a fresh sandbox. If the HTML differs, that is an error, because the island kept state between renderings.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rayon::prelude::*;

use super::bundle::{Bundle, PRERENDERER};
use super::engine::{Engine, IslandError, PRERENDERER_SCRIPT, PrerenderScripts, Sandbox};
use super::render_cache::{Outcome, RenderCache, RenderKey};
use super::render_error;
use super::script::Script;
use super::source_map::SourceMap;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The environment of published HTML: a Sunday in June 2025, 15:06:40. `runtime/sandbox.js` describes the fields.
const ENVIRONMENT: &str = "{ clock: 1750000000000, utcOffset: 0, randomShift: 0 }";
/// The environments in which islands must render the same HTML: a Wednesday in November 2002, 08:52:11.753, and a
/// Wednesday in August 2061, 22:15:57.260, both in local time. Every field of the date differs from [`ENVIRONMENT`],
/// and each likely condition on a field (before noon, in the evening, at the weekend, odd) is true in one environment
/// and false in another.
const OTHER_ENVIRONMENTS: [&str; 2] = [
    "{ clock: 1037761631753, utcOffset: 345, randomShift: 1 / 3 }",
    "{ clock: 2890367157260, utcOffset: -570, randomShift: 2 / 3 }",
];

/// A renderer of the islands of one bundle.
pub struct Prerenderer {
    scripts: PrerenderScripts,
    bundle: Arc<Bundle>,
    /// The prerenderer's source map, parsed for the first error.
    source_map: OnceLock<Option<SourceMap>>,
    cache: RenderCache,
    idle_workers: Mutex<Vec<Worker>>,
    /// The workers of [`Self::render_uncached`], whose props contain marks. An island that keeps state could show these
    /// marks in later HTML, so [`Self::render`] never uses these workers.
    idle_uncached_workers: Mutex<Vec<Worker>>,
}

/// An engine with its sandboxes, used by one thread at a time.
struct Worker {
    engine: Engine,
    sandbox: Sandbox,
    /// Sandboxes with [`OTHER_ENVIRONMENTS`], created for the first island that needs them.
    other_sandboxes: Vec<Sandbox>,
    /// The last rendering of each island, by its name.
    last_renderings: BTreeMap<String, LastRendering>,
}

/// A rendering that can be repeated.
struct LastRendering {
    /// Whether the worker had rendered the island before, so that the HTML may depend on kept state.
    has_earlier: bool,
    props: String,
    id_prefix: String,
    html: Arc<str>,
}

impl Prerenderer {
    pub fn new(bundle: Arc<Bundle>, prepared: PreparedPrerenderer) -> Self {
        let PreparedPrerenderer { scripts, worker } = prepared;
        let island_digests = bundle.island_digests.values().copied().collect();
        let cache = RenderCache::open(&bundle.folder, &island_digests);
        let (idle_workers, idle_uncached_workers) = (Mutex::new(worker.into_iter().collect()), Mutex::default());
        Self { scripts, bundle, source_map: OnceLock::new(), cache, idle_workers, idle_uncached_workers }
    }

    /// Returns the HTML of an island, cached or rendered. `props` is JSON. `id_prefix` is the beginning of the ids that
    /// React generates.
    pub fn render(&self, name: &str, props: &str, id_prefix: &str) -> Outcome {
        let key = RenderKey::new(self.bundle.island_digest(name), name, props, id_prefix);
        self.cache.find_or_render(key, || {
            let html =
                self.with_worker(&self.idle_workers, |worker| worker.render(&self.scripts, name, props, id_prefix));
            html.map_err(|error| self.explain(name, &error))
        })
    }

    /// Renders an island whose props contain marks, which say where texts were written. Nothing is cached or checked.
    pub fn render_uncached(&self, name: &str, props: &str, id_prefix: &str) -> Outcome {
        let rendered = self.with_worker(&self.idle_uncached_workers, |worker| {
            worker.engine.render(&mut worker.sandbox, name, props, id_prefix)
        });
        rendered.map(|rendered| rendered.html.into()).map_err(|error| self.explain(name, &error))
    }

    /// Renders with an idle worker or, if there is none, a new one.
    fn with_worker<T>(
        &self,
        idle_workers: &Mutex<Vec<Worker>>,
        render: impl FnOnce(&mut Worker) -> Result<T, IslandError>,
    ) -> Result<T, IslandError> {
        let idle = idle_workers.lock().pop();
        let mut worker = idle.map_or_else(|| Worker::new(&self.scripts), Ok)?;
        let result = render(&mut worker);
        // An engine that was stopped may be in an inconsistent state.
        if !matches!(result, Err(IslandError::TimedOut | IslandError::OutOfMemory)) {
            idle_workers.lock().push(worker);
        }
        result
    }

    /// Whether [`Self::check_kept_state`] has a rendering to repeat.
    pub fn has_unchecked_state(&self) -> bool {
        self.idle_workers.lock().iter().any(|worker| worker.last_renderings.values().any(|last| last.has_earlier))
    }

    /// Ends the renderings of a build: returns a diagnostic for each island that kept state between them, and saves the
    /// cache. If an island kept state, no new HTML is cached.
    pub fn check_kept_state(&self) -> Vec<Diagnostic> {
        let workers = std::mem::take(&mut *self.idle_workers.lock());
        let check = workers.into_par_iter().flat_map_iter(|worker| worker.check_kept_state(self));
        let found: BTreeMap<String, Diagnostic> = check.collect();
        if !found.is_empty() {
            self.cache.drop_new();
        }
        self.cache.save();
        found.into_values().collect()
    }

    fn explain(&self, name: &str, error: &IslandError) -> Diagnostic {
        let source_map = self.source_map.get_or_init(|| self.bundle.read_prerenderer_map());
        render_error::explain(name, error, &self.scripts.prerenderer.text, source_map.as_ref())
    }
}

/// The scripts of a prerenderer that is not created yet.
pub struct PreparedPrerenderer {
    scripts: PrerenderScripts,
    /// A worker that has run the scripts; `None` if the first rendering has to run them.
    worker: Option<Worker>,
}

impl PreparedPrerenderer {
    /// Reads the prerenderer's script of the bundle in `folder`.
    pub fn read(folder: &Path, react: Script) -> Result<Self, Diagnostic> {
        let path = format!("{PRERENDERER}/{PRERENDERER}.js");
        let prerenderer = Script::new(PRERENDERER_SCRIPT, fs::read_text(&folder.join(&path), &path)?, folder);
        Ok(Self { scripts: PrerenderScripts { react, prerenderer }, worker: None })
    }

    /// Runs the scripts, so that the first rendering does not wait for them. If they fail, the first rendering reports
    /// the error.
    pub fn start(mut self) -> Self {
        self.worker = Worker::new(&self.scripts).ok();
        self
    }
}

impl Worker {
    fn new(scripts: &PrerenderScripts) -> Result<Self, IslandError> {
        let engine = Engine::new();
        let sandbox = engine.create_sandbox(scripts, ENVIRONMENT)?;
        Ok(Self { engine, sandbox, other_sandboxes: Vec::new(), last_renderings: BTreeMap::new() })
    }

    /// Renders an island. If it reads the environment, renders it in the other sandboxes too and compares the HTML.
    fn render(
        &mut self,
        scripts: &PrerenderScripts,
        name: &str,
        props: &str,
        id_prefix: &str,
    ) -> Result<Arc<str>, IslandError> {
        let rendered = self.engine.render(&mut self.sandbox, name, props, id_prefix)?;
        if rendered.used_environment {
            let mut different = None;
            for (index, environment) in OTHER_ENVIRONMENTS.into_iter().enumerate() {
                if self.other_sandboxes.len() <= index {
                    self.other_sandboxes.push(self.engine.create_sandbox(scripts, environment)?);
                }
                // Both sandboxes render even if the first HTML differs, so that each sandbox draws the same number of
                // random numbers.
                let other = self.engine.render(&mut self.other_sandboxes[index], name, props, id_prefix)?;
                if other.html != rendered.html {
                    different.get_or_insert(other.html);
                }
            }
            if let Some(other) = different {
                return Err(IslandError::Differs { first: rendered.html, other });
            }
        }
        let html: Arc<str> = rendered.html.into();
        let has_earlier = self.last_renderings.contains_key(name);
        let last =
            LastRendering { has_earlier, props: props.to_owned(), id_prefix: id_prefix.to_owned(), html: html.clone() };
        self.last_renderings.insert(name.to_owned(), last);
        Ok(html)
    }

    /// Repeats the last renderings in a fresh sandbox. Returns the name of each island that renders other HTML or fails
    /// in the sandbox, with a diagnostic.
    fn check_kept_state(self, prerenderer: &Prerenderer) -> Vec<(String, Diagnostic)> {
        let unchecked: Vec<_> = self.last_renderings.into_iter().filter(|(_, last)| last.has_earlier).collect();
        if unchecked.is_empty() {
            return Vec::new();
        }
        // An error is ignored: the scripts have run in this worker before, so they should not fail now.
        let Ok(mut sandbox) = self.engine.create_sandbox(&prerenderer.scripts, ENVIRONMENT) else { return Vec::new() };
        let check = |(name, last): (String, LastRendering)| {
            let diagnostic = match self.engine.render(&mut sandbox, &name, &last.props, &last.id_prefix) {
                Ok(fresh) if *fresh.html == *last.html => return None,
                Ok(fresh) => render_error::explain_kept_state(&name, &fresh.html, &last.html),
                Err(error) => prerenderer.explain(&name, &error).note(render_error::HIDDEN_BY_STATE),
            };
            Some((name, diagnostic))
        };
        unchecked.into_iter().filter_map(check).collect()
    }
}
