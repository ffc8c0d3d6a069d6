//! The TypeScript types of a site's content and islands, which `site schema` writes.

use std::collections::BTreeMap;

use super::loaded_content::Content;
use super::props::PropsSchema;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place};
use crate::schema::{Schema, typescript};
use crate::{fs, island};

const CONTENT_TYPES: &str = "islands/content.d.ts";
const PROPS_TYPES: &str = "islands/props.d.ts";
/// The file with the types of the module `site`, which islands import.
const SITE_TYPES: &str = "islands/site.d.ts";

/// Generates the types of a site with islands: those of the content, of the module `site` and, if there are any, of the
/// islands' props. Returns the path below the root and the text of each file.
pub fn generate(content: &Content, props: &BTreeMap<String, PropsSchema>) -> Vec<(String, String)> {
    let collections: Vec<(String, &Schema)> =
        content.collections.iter().map(|c| (c.name.clone(), &*c.schema)).collect();
    let data: Vec<(String, &Schema)> =
        content.data[0].iter().map(|(name, file)| (name.clone(), &*file.schema)).collect();
    let props: Vec<(String, &Schema)> = props.iter().map(|(name, props)| (name.clone(), &props.0)).collect();
    let content_types = typescript::declare_content(&content.built_in.entry, &collections, &data);
    let mut files = vec![(CONTENT_TYPES, content_types), (SITE_TYPES, island::SITE_TYPES.to_owned())];
    if !props.is_empty() {
        files.push((PROPS_TYPES, typescript::declare_props(&props)));
    }
    files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect()
}

pub fn is_up_to_date(config: &Config, path: &str, text: &str) -> bool {
    fs::read_text(&config.path(path), path).is_ok_and(|present| present == text)
}

/// Creates a warning for the first of these files that differs on disk.
pub fn find_outdated(config: &Config, files: &[(String, String)]) -> Option<Diagnostic> {
    let (path, _) = files.iter().find(|(path, text)| !is_up_to_date(config, path, text))?;
    let diagnostic = Diagnostic::warning("types-out-of-date", format!("{path} does not say what the schemas say"));
    Some(diagnostic.at(Place::file(path.as_str())).help("run `site schema` and commit the file"))
}
