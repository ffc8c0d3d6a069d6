//! The writer of outputs: scans them for leaks, weighs them, writes them, and writes their precompressed variants.

use std::ops::Range;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3Default;

use super::budgets::WeightRecorder;
use super::job::Job;
use crate::asset::Asset;
use crate::check::leak_scan::{LeakScanner, Secret};
use crate::config::{Config, OUTPUT};
use crate::content::settings::Compress;
use crate::diagnostic::{Diagnostic, Place};
use crate::fs::{self, Cache};
use crate::output::Sink;
use crate::output::precompress::{MAX_UNUSED_VARIANTS, is_text, put_variants};
use crate::site::Site;
use crate::site::plan::Plan;
use crate::snapshot::Snapshot;
use crate::source::Sources;

/// The size up to which a copied text file is scanned and precompressed. A larger file counts as data.
const MAX_SCANNED_BYTES: u64 = 8 * 1024 * 1024;

pub struct OutputWriter<'a> {
    pub sink: &'a dyn Sink,
    leak_scanner: LeakScanner,
    /// `None` if budgets are not checked.
    weights: Option<WeightRecorder>,
    /// The cache of precompressed variants; `None` if none are written.
    variants: Option<Cache>,
    /// The digest of the secrets and of the settings for outputs. While it is the same, outputs can be reused.
    pub digest: u64,
}

impl<'a> OutputWriter<'a> {
    pub fn new(job: &Job<'a>, snapshot: &Snapshot, sources: &Sources) -> Self {
        let (config, site) = (job.config, snapshot.site());
        let is_compressed = match site.content.settings.output.compress {
            Compress::Never => false,
            Compress::Publish => config.is_for_publishing(),
            Compress::Always => true,
        };
        let cache = || Cache::new(config.path(config.cache("compressed")), MAX_UNUSED_VARIANTS);
        let variants = (is_compressed && job.sink.is_folder()).then(cache);
        let secrets = collect_secrets(site, snapshot.plan(), config, sources);
        let mut hasher = Xxh3Default::new();
        secrets.iter().for_each(|(text, _)| hasher.update(format!("{text}\n").as_bytes()));
        hasher.update(&[u8::from(is_compressed), u8::from(site.content.settings.output.minify)]);
        // The recorded words of pages depend on the settings of the search.
        hasher.update(format!("{:?}", site.content.settings.search).as_bytes());
        let weights = (config.check_budgets && !site.content.settings.budgets.is_empty()).then(WeightRecorder::default);
        Self { sink: job.sink, leak_scanner: LeakScanner::new(secrets), weights, variants, digest: hasher.digest() }
    }

    /// Writes a page and returns all leaks in it, with the error if writing fails.
    pub fn put_page(&self, path: &str, text: &str) -> Vec<Diagnostic> {
        let mut diagnostics = self.find_leaks(path, text.as_bytes());
        diagnostics.extend(self.write(path, text.as_bytes()).err());
        diagnostics
    }

    /// Writes an output from memory, unless it has a leak.
    pub fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        match self.find_leaks(path, bytes).into_iter().next() {
            Some(leak) => Err(leak),
            None => self.write(path, bytes),
        }
    }

    /// Writes an asset. The built-in texts of the program are not scanned.
    pub fn put_asset(&self, path: &str, asset: &Asset) -> Result<(), Diagnostic> {
        match &asset.built_in {
            Some(text) => self.write(path, text.as_bytes()),
            None => self.put_file(path, &asset.disk_path),
        }
    }

    /// Writes an output as a copy of the file `source`. Only texts of up to `MAX_SCANNED_BYTES` are scanned and
    /// precompressed.
    pub fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        let shown = source.display().to_string();
        if is_text(path) && fs::size(source, &shown)? <= MAX_SCANNED_BYTES {
            return self.put(path, &fs::read_bytes(source, &shown)?);
        }
        self.weights.iter().for_each(|weights| weights.record_file(path, source));
        self.sink.put_file(path, source)
    }

    /// Removes unused variants from the cache, except those used most recently. Call this after all outputs are
    /// written.
    pub fn remove_unused(&self) {
        self.variants.iter().for_each(Cache::remove_unused);
    }

    /// Compares the weights of all outputs with the budgets. Call this after all outputs are written.
    pub fn check_budgets(self, snapshot: &Snapshot) -> Vec<Diagnostic> {
        self.weights.map_or_else(Vec::new, |weights| weights.check(snapshot))
    }

    fn find_leaks(&self, path: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        let leak = |(secret, span): (&Secret, Range<usize>)| {
            let file = format!("{OUTPUT}/{path}");
            let text = std::str::from_utf8(bytes).ok();
            let place = text.map_or_else(|| Place::file(file.as_str()), |text| Place::new(file.as_str(), text, span));
            leak_diagnostic(secret, place)
        };
        self.leak_scanner.find_leaks(bytes).into_iter().map(leak).collect()
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.weights.iter().for_each(|weights| weights.record(path, bytes));
        self.sink.put(path, bytes)?;
        self.variants.as_ref().map_or(Ok(()), |cache| put_variants(cache, path, bytes, self.sink))
    }
}

/// Collects the texts that no output may contain, each with what it reveals.
fn collect_secrets(site: &Site, plan: &Plan, config: &Config, sources: &Sources) -> Vec<(String, Secret)> {
    let mut secrets = Vec::new();
    let root = fs::resolve(&config.root).to_string_lossy().into_owned();
    // A folder without parents, such as `/app` in a container, is no secret: its path may also be a route.
    let has_parents = root.split(['/', '\\']).filter(|part| !part.is_empty()).count() > 1;
    if has_parents && !plan.pages.iter().any(|page| page.route.starts_with(&root)) {
        secrets.push((root.clone(), Secret::Path(root)));
    }
    for entry in site.unpublished().map(|index| site.entry(index)) {
        let has_slug = |route: &str| route.split('/').any(|part| part == &*entry.slug);
        let has_route = site.collections()[entry.collection].route.is_some();
        let is_long = entry.slug.len() >= MIN_SECRET_SLUG_BYTES;
        if has_route && is_long && !plan.pages.iter().any(|page| has_slug(&page.route)) {
            secrets.push((format!("/{}", entry.slug), Secret::Unpublished(entry.id.to_string())));
        }
    }
    // A variable that content names is meant for visitors.
    let is_in_word = |c: char| c == '_' || c.is_alphanumeric();
    let is_public = |name: &str| {
        let is_whole = |text: &str, at: usize| {
            !text[..at].ends_with(is_in_word) && !text[at + name.len()..].starts_with(is_in_word)
        };
        let names = |text: &str| text.match_indices(name).any(|(at, _)| is_whole(text, at));
        sources.content.texts.iter().any(|file| names(&file.text))
    };
    for (name, value) in &config.environment {
        if is_secret_name(name) && value.len() >= MIN_SECRET_BYTES && !is_public(name) {
            secrets.push((value.clone(), Secret::Variable(name.clone())));
        }
    }
    secrets
}

/// The length from which slugs are secrets. A shorter slug may be a part of any address.
const MIN_SECRET_SLUG_BYTES: usize = 3;

/// The length from which values of variables are secrets. A shorter value may be an ordinary word.
const MIN_SECRET_BYTES: usize = 12;

/// Whether the value of an environment variable with this name is probably secret.
fn is_secret_name(name: &str) -> bool {
    ["SECRET", "TOKEN", "PASSWORD", "PASSWD", "PRIVATE_KEY", "API_KEY", "ACCESS_KEY"]
        .iter()
        .any(|word| name.contains(word))
}

fn leak_diagnostic(secret: &Secret, place: Place) -> Diagnostic {
    let leak = |message: String| Diagnostic::error("leak", message);
    // The text of a place would show the secret.
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
                .help("take it out; if visitors may see it, let content read it with `env` in its schema")
        }
        Secret::Token(whose) => leak(format!("the output holds {whose}"))
            .at(file)
            .help("take it out, and have it replaced: others may have seen it"),
    }
}
