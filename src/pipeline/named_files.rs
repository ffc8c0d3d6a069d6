//! The checks of files that fields of entries name, and of photos that are published.

use rayon::prelude::*;
use serde_json::Value;

use crate::asset::{attachment_key, has_photo_place, shown_path};
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, Mistake, Place};
use crate::render::content_paths::resolve;
use crate::site::Site;
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;

/// Reports the fields of published entries with `format: file` that name a file which is not there.
pub fn check(site: &Site) -> Vec<Diagnostic> {
    let entries = site.entries().iter().enumerate().filter(|(index, _)| site.is_published(*index));
    let fields = entries.flat_map(|(_, entry)| entry.schema.file_fields().map(move |field| (entry, field)));
    let named = fields.flat_map(|(entry, field)| {
        let pointer = format!("/{}", escape(field));
        match entry.fields.get(field) {
            Some(Value::String(path)) => vec![(entry, pointer, path)],
            Some(Value::Array(paths)) => {
                let texts = paths.iter().enumerate().filter_map(|(at, path)| match path {
                    Value::String(path) => Some((entry, format!("{pointer}/{at}"), path)),
                    _ => None,
                });
                texts.collect()
            }
            _ => Vec::new(),
        }
    });
    named.filter_map(|(entry, pointer, path)| missing(site, entry, &pointer, path)).collect()
}

/// Reports a file that is not there.
fn missing(site: &Site, entry: &Entry, pointer: &str, path: &str) -> Option<Diagnostic> {
    let beside = || resolve(&entry.file.path, path).map(|path| attachment_key(&path));
    let key = path.strip_prefix('/').map(str::to_owned).or_else(beside);
    let found = key.map_or_else(
        || Err(Mistake::new(format!("`{path}` leads out of `content/`"), "name a file beside the entry")),
        |key| site.assets.get(&key).map(drop),
    );
    let Mistake { message, hint } = found.err()?;
    let place = entry.place_of(pointer, PairSide::Value);
    let help = "put the file beside the entry's `index.md`, or into `public/` and begin with a slash";
    Some(Diagnostic::error("missing-file", message).at(place).label(hint).help(help))
}

/// Warns of published photos that say where they were taken.
pub fn check_photo_places(site: &Site) -> Vec<Diagnostic> {
    let is_photo = |path: &str| [".jpg", ".jpeg"].iter().any(|end| path.to_ascii_lowercase().ends_with(end));
    let photos: Vec<_> = site.assets.iter().filter(|(path, asset)| asset.is_copied() && is_photo(path)).collect();
    let placed = photos.into_par_iter().filter(|(path, asset)| has_photo_place(&asset.source, path));
    let warning = |(path, _)| {
        let file = shown_path(path);
        Diagnostic::warning("picture-tells-place", format!("`{file}` tells where it was taken"))
            .at(Place::file(file))
            .help("name it in `assets.sources` and show it with `picture`, which publishes the pixels alone")
            .help("or take its EXIF data out with a program for pictures")
    };
    placed.map(warning).collect()
}
