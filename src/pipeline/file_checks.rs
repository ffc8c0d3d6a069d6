//! The checks of the site's files: the files that fields of entries name, photos, and style sheets.

use rayon::prelude::*;
use serde_json::Value;

use super::output_index::OutputIndex;
use crate::asset::shown_path;
use crate::check::resolver::{OutputId, Referrer, Resolver};
use crate::check::{broken_links, style};
use crate::config::PUBLIC;
use crate::content::entry::Entry;
use crate::diagnostic::{Diagnostic, Mistake, Place};
use crate::render::content_paths::{named_key, suggest_file};
use crate::site::Site;
use crate::yaml::pointer::{all_values, escape};
use crate::yaml::tree::PairSide;

/// Reports the missing files that published entries name in fields with `format: file`.
pub fn check_named_files(site: &Site) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for entry in site.published_in_all_languages() {
        for field in &entry.schema.file_fields {
            let pointer = format!("/{}", escape(field));
            let paths = entry.fields.get(field).map(all_values).unwrap_or_default();
            let check =
                |(within, path): (String, &Value)| check_file(site, entry, &[&*pointer, &within].concat(), path);
            diagnostics.extend(paths.into_iter().filter_map(check));
        }
    }
    diagnostics
}

/// Reports the file that a field at `pointer` names by `path`, if the site lacks it.
fn check_file(site: &Site, entry: &Entry, pointer: &str, path: &Value) -> Option<Diagnostic> {
    let path = path.as_str()?;
    let suffix = site.content.settings.suffixes.get(entry.language).map(String::as_str);
    let key = named_key(&entry.file.path, suffix, path, |key| site.assets.find(key).is_some());
    let Mistake { message, hint } = match key {
        Some(key) => site.assets.get(&key).err()?,
        None => Mistake::new(format!("`{path}` leads out of `content/`"), "name a file beside the entry"),
    };
    let place = entry.place_of(pointer, PairSide::Value);
    let meant = suggest_file(&site.assets, &entry.file.path, path).filter(|_| !path.starts_with('/'));
    let hint = meant.map_or(hint, |meant| format!("did you mean `{meant}`?"));
    let help = "put the file beside the entry's `index.md`, or into `public/` and begin with a slash";
    Some(Diagnostic::error("missing-file", message).at(place).label(hint).help(help))
}

/// Warns of copied photos of `public/` whose EXIF data say where they were taken.
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

/// Finds broken references and syntax errors in the style sheets of `public/` that are copied. esbuild checks the
/// bundled ones.
pub fn check_copied_styles(site: &Site, index: &OutputIndex) -> Vec<Diagnostic> {
    let mut resolver = Resolver::new(index, &index.base_url);
    let mut diagnostics = Vec::new();
    let sheets = site.assets.published().filter(|(path, asset)| path.ends_with(".css") && asset.is_copied());
    for (path, asset) in sheets {
        // A file that can't be read as text is published without a check.
        let Ok(css) = asset.text(path) else { continue };
        let route = format!("/{}", asset.output_path);
        let referrer = Referrer { route: &route, output: OutputId::of(&asset.output_path) };
        let (mut links, error) = style::examine(css, referrer, &mut resolver);
        broken_links::add_suggestions(&mut links, &mut resolver, &index.paths(), |_| &route);
        let place = |span| Place::new(format!("{PUBLIC}/{path}"), css, span);
        diagnostics.extend(links.into_iter().map(|link| link.diagnostic().at(place(link.found.span))));
        diagnostics.extend(error.map(|(error, span)| error.at(place(span))));
    }
    diagnostics
}
