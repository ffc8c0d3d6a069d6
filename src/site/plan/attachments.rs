//! The output paths of attachments: below the pages of their entries.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::planner::Planner;
use crate::asset::{attachment_path, compile_globs};
use crate::route::path_below;

/// Returns the output path of each attachment of an entry with a page. Leaves out JPEG and PNG files, and those that
/// the setting `assets.sources` names: only images derived from them are published.
pub fn output_paths(planner: &Planner) -> BTreeMap<Arc<str>, String> {
    let site = planner.site;
    let mut paths = BTreeMap::new();
    if site.content.attachments.is_empty() {
        return paths;
    }
    let sources = compile_globs(&site.content.settings.assets.sources);
    let is_source = |path: &str| {
        let extension = path.rsplit_once('.').map_or_else(String::new, |(_, extension)| extension.to_lowercase());
        ["jpg", "jpeg", "png"].contains(&&*extension) || sources.is_match(path)
    };
    let routes = planner.entry_routes();
    // An attachment that pages of several languages see is published once: below the entry's page in the first of them.
    for site in site.languages() {
        for (entry, route) in &routes {
            let folder = route.rfind('/').map_or("", |end| &route[1..=end]);
            for key in site.attachments(*entry) {
                let Some(path) = attachment_path(key).filter(|path| !is_source(path)) else { continue };
                let name = path_below(path, &site.entry(*entry).id).unwrap_or_default();
                paths.entry(key.clone()).or_insert_with(|| [folder, name].concat());
            }
        }
    }
    paths
}
