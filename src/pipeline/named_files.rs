//! The checks of files that the sources name or publish: files that fields of entries name and the site lacks, and
//! photos that tell where they were taken.

use rayon::prelude::*;
use serde_json::Value;

use crate::asset::{attachment_key, shown_path};
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, Mistake, Place};
use crate::render::content_paths::resolve;
use crate::site::Site;
use crate::yaml::pointer::{all_values, escape};
use crate::yaml::tree::PairSide;

/// Reports the missing files that published entries name in fields with `format: file`.
pub fn check(site: &Site) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for (_, entry) in site.entries().iter().enumerate().filter(|(index, _)| site.is_published(*index)) {
        for field in entry.schema.file_fields() {
            let pointer = format!("/{}", escape(field));
            let paths = entry.fields.get(field).map(all_values).unwrap_or_default();
            let check =
                |(within, path): (String, &Value)| check_file(site, entry, &[&*pointer, &within].concat(), path);
            problems.extend(paths.into_iter().filter_map(check));
        }
    }
    problems
}

/// Reports the file that a field at `pointer` names by `path`, if the site lacks it.
fn check_file(site: &Site, entry: &Entry, pointer: &str, path: &Value) -> Option<Diagnostic> {
    let path = path.as_str()?;
    let beside = || resolve(&entry.file.path, path).map(|path| attachment_key(&path));
    let key = path.strip_prefix('/').map(str::to_owned).or_else(beside);
    let Mistake { message, hint } = match key {
        Some(key) => site.assets.get(&key).err()?,
        None => Mistake::new(format!("`{path}` leads out of `content/`"), "name a file beside the entry"),
    };
    let place = entry.place_of(pointer, PairSide::Value);
    let help = "put the file beside the entry's `index.md`, or into `public/` and begin with a slash";
    Some(Diagnostic::error("missing-file", message).at(place).label(hint).help(help))
}

/// Warns of published photos whose EXIF data say where they were taken.
pub fn check_photo_locations(site: &Site) -> Vec<Diagnostic> {
    let is_photo = |path: &str| [".jpg", ".jpeg"].iter().any(|end| path.to_ascii_lowercase().ends_with(end));
    let photos: Vec<_> = site.assets.published().filter(|(path, asset)| asset.is_copied() && is_photo(path)).collect();
    let placed = photos.into_par_iter().filter(|(_, asset)| asset.photo_facts().place.is_some());
    let warning = |(path, _)| {
        let file = shown_path(path);
        Diagnostic::warning("picture-tells-place", format!("`{file}` tells where it was taken"))
            .at(Place::file(file))
            .help("name it in `assets.sources` and show it with `picture`, which publishes the pixels alone")
            .help("or take its EXIF data out with a program for pictures")
    };
    placed.map(warning).collect()
}
