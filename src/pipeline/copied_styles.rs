//! The check of the style sheets of `public/` that are copied. esbuild checks the bundled ones.

use super::output_index::OutputIndex;
use crate::check::resolver::{OutputId, Referrer, Resolver};
use crate::check::{broken_links, style};
use crate::config::PUBLIC;
use crate::diagnostic::{Diagnostic, Place};
use crate::site::Site;

/// Reports broken references and syntax errors.
pub fn check(site: &Site, index: &OutputIndex) -> Vec<Diagnostic> {
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
