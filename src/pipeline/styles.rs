//! The check of the style sheets of `public/` that are copied. esbuild checks those that are bundled.

use super::output_index::OutputIndex;
use crate::check::resolver::{OutputLookup, Referrer, Resolver};
use crate::check::{broken_links, style};
use crate::config::PUBLIC;
use crate::diagnostic::{Diagnostic, Place};
use crate::site::Site;

/// Reports broken references and syntax errors.
pub fn check(site: &Site, known: &OutputIndex) -> Vec<Diagnostic> {
    let mut resolver = Resolver::new(known, &known.base_url);
    let mut diagnostics = Vec::new();
    let sheets = site.assets.iter().filter(|(path, asset)| path.ends_with(".css") && asset.is_copied());
    for (path, asset) in sheets {
        // A file that is not text is published without a check.
        let (Ok(css), Some(output)) = (asset.text(path), known.output(&asset.published)) else { continue };
        let route = format!("/{}", asset.published);
        let (mut links, slip) = style::examine(css, Referrer { route: &route, output }, &mut resolver);
        broken_links::add_suggestions(&mut links, &mut resolver, |_| &route);
        let place = |span| Place::new(format!("{PUBLIC}/{path}"), css, span);
        diagnostics.extend(links.into_iter().map(|link| {
            Diagnostic::error("broken-link", link.message()).at(place(link.span.clone())).help(link.help())
        }));
        diagnostics
            .extend(slip.map(|slip| Diagnostic::error(slip.code, slip.message).at(place(slip.span)).help(slip.help)));
    }
    diagnostics
}
