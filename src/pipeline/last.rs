//! The last look at every output on its way out: nothing leaves that must not, and texts get their compressed twins.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::check::leaks::{Gate, Secret};
use crate::config::Config;
use crate::content::settings::Compress;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::fs;
use crate::output::Sink;
use crate::output::compress::{Compressor, is_text};
use crate::plan::Plan;
use crate::site::Site;
use crate::source::Sources;

/// Where compressed twins are kept, below the root.
const CACHE: &str = ".site/compressed";

/// Texts larger than this are data: they are copied unseen.
const MOST: u64 = 8 * 1024 * 1024;

/// A sink before the sink.
pub struct Last<'a> {
    sink: &'a dyn Sink,
    gate: Gate,
    compressor: Option<Compressor>,
    found: Mutex<Vec<Diagnostic>>,
}

impl<'a> Last<'a> {
    pub fn new(sink: &'a dyn Sink, site: &Site, plan: &Plan, config: &Config, deliberate: &[String]) -> Self {
        let publishes = config.samples == Some(Severity::Error);
        let wanted = match site.content.settings.compress {
            Compress::Never => false,
            Compress::Publish => publishes,
            Compress::Always => true,
        };
        let compressor = (wanted && sink.is_folder()).then(|| Compressor::new(config.path(CACHE)));
        let gate = Gate::new(secrets(site, plan, config, deliberate));
        Self { sink, gate, compressor, found: Mutex::default() }
    }

    /// What must not get out, and was about to.
    pub fn finish(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.found.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn look(&self, path: &str, bytes: &[u8]) {
        for (secret, span) in self.gate.leaks(bytes) {
            let text = std::str::from_utf8(bytes).ok();
            let place = text.map_or_else(|| Place::file(path), |text| Place::new(format!("dist/{path}"), text, span));
            let diagnostic = diagnostic(secret, place);
            self.found.lock().unwrap_or_else(PoisonError::into_inner).push(diagnostic);
        }
    }

    fn twins(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.compressor.as_ref().map_or(Ok(()), |compressor| compressor.put(path, bytes, self.sink))
    }
}

impl Sink for Last<'_> {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.look(path, bytes);
        self.sink.put(path, bytes)?;
        self.twins(path, bytes)
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let shown = source.display().to_string();
        if is_text(path) && fs::size(source, &shown)? <= MOST {
            let bytes = fs::read_bytes(source, &shown)?;
            return self.put(path, &bytes);
        }
        self.sink.put_file(path, source)
    }

    fn is_folder(&self) -> bool {
        self.sink.is_folder()
    }
}

/// The names in the environment that content asks for: what they hold is meant to be shown.
pub fn deliberate(sources: &Sources, config: &Config) -> Vec<String> {
    let names = config.environment.iter().map(|(name, _)| name).filter(|name| is_secret(name));
    let asked = |name: &&String| sources.content.iter().any(|file| file.text.contains(name.as_str()));
    names.filter(asked).cloned().collect()
}

fn secrets(site: &Site, plan: &Plan, config: &Config, deliberate: &[String]) -> Vec<(String, Secret)> {
    let mut secrets = Vec::new();
    let root = fs::resolve(&config.root).to_string_lossy().into_owned();
    // The root of a container, such as `/app`, may be an address as well.
    let is_long = root.split(['/', '\\']).filter(|part| !part.is_empty()).count() > 1;
    if is_long && !plan.pages.iter().any(|page| page.route.starts_with(&root)) {
        secrets.push((root.clone(), Secret::Path(root)));
    }
    for (index, entry) in site.entries().iter().enumerate().filter(|(index, _)| !site.is_published(*index)) {
        let address = format!("/{}", entry.slug);
        let part = |route: &str| route.split('/').any(|part| part == &*entry.slug);
        let has_page = site.collections()[entry.collection].route.is_some() && !entry.slug.is_empty();
        if has_page && !plan.pages.iter().any(|page| part(&page.route)) && site.entry(index).slug.len() > 2 {
            secrets.push((address, Secret::Unpublished(entry.id.to_string())));
        }
    }
    for (name, value) in config.environment.iter().filter(|(name, _)| is_secret(name) && !deliberate.contains(name)) {
        if value.len() >= SHORTEST {
            secrets.push((value.clone(), Secret::Variable(name.clone())));
        }
    }
    secrets
}

/// Shorter values are words that may stand anywhere.
const SHORTEST: usize = 12;

/// Is a variable of this name meant to stay where it is?
fn is_secret(name: &str) -> bool {
    ["SECRET", "TOKEN", "PASSWORD", "PASSWD", "PRIVATE_KEY", "API_KEY", "ACCESS_KEY"]
        .iter()
        .any(|word| name.contains(word))
}

fn diagnostic(secret: &Secret, place: Place) -> Diagnostic {
    let leak = |message: String| Diagnostic::error("leak", message);
    // A secret is not shown again in the message that warns of it.
    let file = Place::file(place.file.clone());
    match secret {
        Secret::Path(path) => leak(format!("the output names a folder of this machine: `{path}`"))
            .at(place)
            .help("write paths in content and templates relative to the site"),
        Secret::Unpublished(id) => leak(format!("the output names the entry `{id}`, which is not published"))
            .at(place)
            .help("take its address out until it is published"),
        Secret::Variable(name) => {
            leak(format!("the output holds the value of the variable `{name}` of the environment"))
                .at(file)
                .help("take it out; if visitors may see it, let content ask for it with `env` in its schema")
        }
        Secret::Token(whose) => leak(format!("the output holds {whose}"))
            .at(file)
            .help("take it out, and have it replaced: others may have seen it"),
    }
}
