//! The last look at every output on its way out: nothing leaves that must not, and texts get their compressed twins.

use std::ops::Range;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3Default;

use crate::check::leaks::{Gate, Secret};
use crate::config::Config;
use crate::content::settings::Compress;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::fs;
use crate::output::Sink;
use crate::output::compress::{Compressor, is_text};
use crate::plan::Plan;
use crate::render::World;
use crate::site::Site;
use crate::source::Sources;

/// The cache of compressed twins.
const CACHE: &str = "compressed";

/// Texts larger than this are data: they are copied unseen.
const MOST: u64 = 8 * 1024 * 1024;

/// A sink before the sink.
pub struct Last<'a> {
    sink: &'a dyn Sink,
    gate: Gate,
    compressor: Option<Compressor>,
    digest: u64,
}

impl<'a> Last<'a> {
    pub fn new(sink: &'a dyn Sink, world: &World, config: &Config, sources: &Sources) -> Self {
        let (site, plan) = (world.site(), world.plan());
        let publishes = config.samples == Some(Severity::Error);
        let wanted = match site.content.settings.compress {
            Compress::Never => false,
            Compress::Publish => publishes,
            Compress::Always => true,
        };
        let compressor = (wanted && sink.is_folder()).then(|| Compressor::new(config.path(config.cache(CACHE))));
        let secrets = secrets(site, plan, config, &deliberate(sources, config));
        let mut hasher = Xxh3Default::new();
        secrets.iter().for_each(|(text, _)| hasher.update(format!("{text}\n").as_bytes()));
        hasher.update(&[u8::from(wanted), u8::from(site.content.settings.minify)]);
        Self { sink, gate: Gate::new(secrets), compressor, digest: hasher.digest() }
    }

    /// What is looked for, and done with outputs: where it is the same as before, what went out then is good still.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Drops from the cache of compressed twins what was not used in long, once all are put.
    pub fn drop_unused(&self) {
        self.compressor.iter().for_each(Compressor::drop_unused);
    }

    /// Puts out a page, and says all that is wrong with that.
    pub fn page(&self, path: &str, text: &str) -> Vec<Diagnostic> {
        let mut problems = self.leaks(path, text.as_bytes());
        problems.extend(self.put_seen(path, text.as_bytes()).err());
        problems
    }

    fn leaks(&self, path: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        let leak = |(secret, span): (&Secret, Range<usize>)| {
            let file = format!("dist/{path}");
            let text = std::str::from_utf8(bytes).ok();
            let place = text.map_or_else(|| Place::file(file.as_str()), |text| Place::new(file.as_str(), text, span));
            diagnostic(secret, place)
        };
        self.gate.leaks(bytes).into_iter().map(leak).collect()
    }

    fn put_seen(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.sink.put(path, bytes)?;
        self.compressor.as_ref().map_or(Ok(()), |compressor| compressor.put(path, bytes, self.sink))
    }
}

impl Sink for Last<'_> {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        match self.leaks(path, bytes).into_iter().next() {
            Some(leak) => Err(leak),
            None => self.put_seen(path, bytes),
        }
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let shown = source.display().to_string();
        if is_text(path) && fs::size(source, &shown)? <= MOST {
            return self.put(path, &fs::read_bytes(source, &shown)?);
        }
        self.sink.put_file(path, source)
    }

    fn remove(&self, path: &str) {
        self.sink.remove(path);
    }

    fn is_folder(&self) -> bool {
        self.sink.is_folder()
    }
}

/// The names in the environment that content asks for: what they hold is meant to be shown.
fn deliberate(sources: &Sources, config: &Config) -> Vec<String> {
    let names = config.environment.iter().map(|(name, _)| name).filter(|name| is_secret(name));
    let asked = |name: &&String| sources.content.files.iter().any(|file| file.text.contains(name.as_str()));
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
