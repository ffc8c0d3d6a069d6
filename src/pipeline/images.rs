//! The derived images that pages request: each is made once, or taken from the cache.

use std::collections::{BTreeMap, BTreeSet};

use parking_lot::Mutex;
use rayon::prelude::*;

use super::job::Job;
use super::output_writer::OutputWriter;
use crate::asset::derived::{self, DeriveError, DerivedImage, Recipe};
use crate::asset::memory_budget::MemoryBudget;
use crate::asset::svg::{MissingResource, SvgError};
use crate::asset::{Assets, shown_path};
use crate::config::TEMPLATES;
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, Place, character_at};
use crate::fs::Cache;
use crate::site::plan::{PageIndex, PageSubject};
use crate::snapshot::Snapshot;
use crate::yaml::pointer::{all_values, join};
use crate::yaml::tree::PairSide;

/// The number of images that the cache keeps besides the requested ones: those used most recently.
const MAX_UNUSED_IMAGES: usize = 500;

/// The memory for bitmaps. It suffices to encode three images at the same time, each of a million pixels. The whole
/// program then needs some 300 MiB.
const MAX_BITMAP_BYTES: u64 = 224 << 20;

/// The requested images by output path, each with the first page that requests it.
#[derive(Default)]
pub struct ImageRequests(Mutex<BTreeMap<String, (DerivedImage, PageIndex)>>);

impl ImageRequests {
    pub fn add(&self, page: PageIndex, derived: &[DerivedImage]) {
        for derived in derived {
            let mut requests = self.0.lock();
            let request = requests.entry(derived.output_path.clone());
            let (_, first) = request.or_insert_with(|| (derived.clone(), page));
            // Threads add pages in any order, so compare their indexes in the plan.
            *first = page.min(*first);
        }
    }

    pub fn has(&self, path: &str) -> bool {
        self.0.lock().contains_key(path)
    }

    pub fn paths(&self) -> BTreeSet<String> {
        self.0.lock().keys().cloned().collect()
    }
}

/// The writer of the derived images of a build, which makes those that the cache lacks.
pub struct ImageWriter<'a> {
    job: &'a Job<'a>,
    snapshot: &'a Snapshot,
    pub requests: &'a ImageRequests,
    writer: &'a OutputWriter<'a>,
    /// The paths of the images that are written, by this build or an earlier one.
    pub written: BTreeSet<String>,
    cache: Cache,
}

impl<'a> ImageWriter<'a> {
    pub fn new(
        job: &'a Job<'a>,
        snapshot: &'a Snapshot,
        requests: &'a ImageRequests,
        writer: &'a OutputWriter<'a>,
        written: BTreeSet<String>,
    ) -> Self {
        let cache = Cache::new(job.config.path(job.config.cache("derived")), MAX_UNUSED_IMAGES);
        Self { job, snapshot, requests, writer, written, cache }
    }

    /// Removes all images from the cache except the requested ones and `MAX_UNUSED_IMAGES` others.
    pub fn remove_unused(&self) {
        self.requests.0.lock().values().for_each(|(derived, _)| self.cache.mark_used(&derived.cache_key));
        self.cache.remove_unused();
    }

    /// Writes the images that are requested so far and not written yet. Returns the diagnostics of failed writes, of
    /// images that can't be made (one diagnostic for each picture), and of the fonts, if drawings are requested.
    pub fn write_requested(&mut self) -> Vec<Diagnostic> {
        let (requests, assets) = (self.requests.0.lock(), &self.snapshot.site().assets);
        let requested = requests.values().map(|(derived, _)| derived);
        let new: Vec<&DerivedImage> =
            requested.filter(|derived| !self.written.contains(&derived.output_path)).collect();
        let (diagnostics, written) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        let (writer, cache) = (self.writer, &self.cache);
        let write = |derived: &DerivedImage, bytes: &[u8]| match writer.put(&derived.output_path, bytes) {
            Ok(()) => written.lock().push(derived.output_path.clone()),
            Err(diagnostic) => diagnostics.lock().push(diagnostic),
        };
        let write_if_cached = |derived: &DerivedImage| {
            let cached = cache.get(&derived.cache_key);
            cached.iter().for_each(|bytes| write(derived, bytes));
            cached.is_some()
        };
        let uncached: Vec<_> = new.into_par_iter().filter(|derived| !write_if_cached(derived)).collect();
        if requests.values().any(|(derived, _)| matches!(derived.recipe, Recipe::Svg { .. })) {
            diagnostics.lock().extend_from_slice(assets.font_diagnostics());
        }
        // Copies of a picture give equal images.
        let mut equal: BTreeMap<&str, Vec<&DerivedImage>> = BTreeMap::new();
        uncached.iter().for_each(|derived| equal.entry(&derived.cache_key).or_default().push(derived));
        if equal.len() >= MIN_ANNOUNCED_IMAGES {
            (self.job.announce)(&format!("preparing {} pictures, once", equal.len()));
        }
        let write_made = |derived: &DerivedImage, bytes: Vec<u8>| {
            cache.put(&derived.cache_key, &bytes);
            equal[&*derived.cache_key].iter().for_each(|derived| write(derived, &bytes));
        };
        let (memory, snapshot) = (MemoryBudget::new(MAX_BITMAP_BYTES), self.snapshot);
        derived::group_into_batches(equal.values().map(|equal| equal[0])).par_iter().for_each(|batch| {
            if let Err((failed, failure)) = derived::make_batch(batch, assets, &memory, &write_made) {
                // Copies of a broken picture are broken too: each of these files is reported once. If the picture can't
                // be read, it alone is reported, because its copies may be readable.
                let copies = batch.iter().flat_map(|derived| &equal[&*derived.cache_key]);
                let copies = copies.filter(|_| !matches!(failure, DeriveError::Unread(_)));
                let mut by_file = BTreeMap::from([(source_file(failed), failed)]);
                copies.for_each(|&copy| _ = by_file.entry(source_file(copy)).or_insert(copy));
                let reported = by_file.values().map(|derived| {
                    let (_, page) = requests[&derived.output_path];
                    failed_image(snapshot, page, derived, &failure)
                });
                diagnostics.lock().extend(reported);
            }
        });
        self.written.extend(written.into_inner());
        diagnostics.into_inner()
    }
}

/// Making this number of images or more is announced, as it may take seconds.
const MIN_ANNOUNCED_IMAGES: usize = 4;

/// Returns the path of the picture or template that an image is made from.
fn source_file(derived: &DerivedImage) -> String {
    match &derived.recipe {
        Recipe::Picture { source, .. } => shown_path(source),
        Recipe::Svg { template, .. } => format!("{TEMPLATES}/{template}"),
    }
}

/// Returns the diagnostic of an image that could not be made. The diagnostic names the page that requested the image.
fn failed_image(snapshot: &Snapshot, page: PageIndex, derived: &DerivedImage, failure: &DeriveError) -> Diagnostic {
    let (page, site) = (&snapshot.plan().pages[page], snapshot.site());
    let entry = match page.subject {
        PageSubject::Entry(index) => Some(&**site.entry(index)),
        _ => None,
    };
    let file = source_file(derived);
    let broken = |message: String| Diagnostic::error("broken-drawing", message);
    let diagnostic = match failure {
        DeriveError::Unread(diagnostic) => diagnostic.clone(),
        DeriveError::Picture(words) => {
            Diagnostic::error("broken-picture", format!("the picture `{file}` can't be used: {words}"))
                .at(Place::file(file))
                .help("open it in an image editor and save it again, as JPEG or PNG")
        }
        DeriveError::Svg(SvgError::Syntax { at, message }) => {
            let svg = if let Recipe::Svg { svg, .. } = &derived.recipe { &**svg } else { "" };
            let place = at.map(|(line, column)| {
                Place::new(format!("{file} (as filled in)"), svg, character_at(svg, line, column))
            });
            broken(format!("the drawing is no SVG: {message}"))
                .at(place.unwrap_or_else(|| Place::file(file)))
                .help("an SVG is XML: every tag is closed, every value quoted, every `&` written as `&amp;`")
        }
        DeriveError::Svg(SvgError::Shape { width, height }) => {
            broken(format!("the drawing is {width}×{height}, which is not the shape that is asked for"))
                .at(Place::file(file))
                .help("give the `svg` the `viewBox` of that size, or request a different `width` and `height`")
        }
        DeriveError::Svg(SvgError::Missing(missing)) => missing_resources(missing, file, &site.assets, entry),
    };
    diagnostic.note(format!("on the page {}", page.route))
}

/// Returns the diagnostic of a drawing for which the site lacks fonts, characters or pictures.
fn missing_resources(missing: &[MissingResource], file: String, assets: &Assets, entry: Option<&Entry>) -> Diagnostic {
    let broken = Diagnostic::error("broken-drawing", "the drawing asks for what there is not");
    let mut diagnostic = match entry.and_then(|entry| find_character(entry, missing)) {
        Some(place) => broken.at(place).note(format!("in the drawing {file}")),
        None => broken.at(Place::file(file)),
    };
    let mut characters = Vec::new();
    for missing in missing {
        diagnostic = match missing {
            MissingResource::Font(name) => {
                let families: Vec<&str> = assets.fonts().families().into_iter().collect();
                let there = if families.is_empty() { "none".to_owned() } else { families.join(", ") };
                diagnostic
                    .note(format!("the font `{name}` is not among those of the site: {there}"))
                    .help("put the font into public/ as a .ttf or .otf file (`images.fonts` in content/site.yaml)")
            }
            MissingResource::Character(c) => {
                characters.push(format!("`{c}`"));
                diagnostic
            }
            MissingResource::Picture(address) => {
                diagnostic.note(format!("the picture `{address}` can't be drawn")).help(
                    "put SVG pictures in with `inline(\"images/star.svg\")`, and others as `data:` URLs of PNG or JPEG",
                )
            }
        };
    }
    if characters.is_empty() {
        return diagnostic;
    }
    diagnostic
        .note(format!("no font of the site has the character {}", characters.join(", ")))
        .help("add a font that has it, or write it otherwise")
}

/// Finds the place of the first field of an entry that has one of the missing characters.
fn find_character(entry: &Entry, missing: &[MissingResource]) -> Option<Place> {
    let is_missing =
        |c: char| missing.iter().any(|resource| matches!(resource, MissingResource::Character(of) if *of == c));
    let values = entry
        .fields
        .iter()
        .flat_map(|(key, value)| all_values(value).into_iter().map(|(within, value)| (join("", key) + &within, value)));
    let mut texts = values.filter_map(|(pointer, value)| Some((pointer, value.as_str()?)));
    let (pointer, _) = texts.find(|(_, text)| text.contains(is_missing))?;
    Some(entry.place_of(&pointer, PairSide::Value))
}
