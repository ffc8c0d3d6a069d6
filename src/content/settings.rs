//! `content/site.yaml`: the generator's settings, checked by a schema like any other content.

use std::sync::Arc;

use globset::Glob;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::budgets::Budget;
use super::document;
use super::locate::Part;
use super::schema::Schema;
use crate::config::PUBLIC;
use crate::date;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::source::{SourceFile, Sources};

/// The settings, as the rest of the generator reads them.
#[derive(Debug, Clone)]
pub struct Settings {
    pub title: String,
    pub description: String,
    pub language: String,
    /// Scheme and host, without a slash at the end: `https://example.com`.
    pub origin: String,
    /// The path below which the site is published; begins and ends with a slash.
    pub base_path: String,
    pub zone: TimeZone,
    pub zone_name: String,
    pub markdown: MarkdownSettings,
    /// Globs of the files of `public/` whose name is hashed.
    pub hashed: Vec<String>,
    /// Globs of the files of `public/` that others are made from, and that are not published.
    pub sources: Vec<String>,
    pub images: ImageSettings,
    /// Style sheets of `public/` that are bundled.
    pub bundles: Vec<String>,
    /// When texts get compressed twins.
    pub compress: Compress,
    /// Are comments and needless white space left out of pages?
    pub minify: bool,
    /// Globs of internal addresses that are not checked.
    pub ignored_links: Vec<String>,
    pub pages: Vec<DeclaredPage>,
    /// What pages may weigh.
    pub budgets: Vec<Budget>,
    file: Arc<SourceFile>,
}

impl Settings {
    /// The file they are in.
    pub fn file(&self) -> &Arc<SourceFile> {
        &self.file
    }

    /// Where a setting stands.
    pub fn place_of(&self, pointer: &str, part: Part) -> Place {
        document::whole(&self.file).place_of(pointer, part)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct MarkdownSettings {
    pub smart_punctuation: bool,
    pub highlight: bool,
}

/// When texts get compressed twins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compress {
    Never,
    /// With `--publish`.
    Publish,
    Always,
}

/// How pictures are made.
#[derive(Debug, Clone, Deserialize)]
pub struct ImageSettings {
    /// In pixels, for pictures that ask for no others.
    pub widths: Vec<u32>,
    /// The `sizes` of pictures that say nothing of it.
    pub sizes: String,
    /// The formats beside the original one, the best first.
    pub formats: Vec<String>,
    pub quality: Quality,
    /// Globs of the fonts of `public/` that drawings are written with.
    pub fonts: Vec<String>,
}

/// How good pictures look, from 1 to 100.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Quality {
    pub avif: u8,
    pub webp: u8,
    pub jpeg: u8,
}

/// A page that no entry makes.
#[derive(Debug, Clone)]
pub struct DeclaredPage {
    pub route: String,
    pub template: String,
    pub for_each: Option<ForEach>,
    pub paginate: Option<Paginate>,
    /// Everything the declaration holds: its template's `page`.
    pub fields: Map<String, Value>,
    /// Where it stands in the settings, as a JSON pointer.
    pub pointer: String,
}

/// One page for each value of a field.
#[derive(Debug, Clone, Deserialize)]
pub struct ForEach {
    pub collection: String,
    pub field: String,
}

/// One page for every `size` entries.
#[derive(Debug, Clone, Deserialize)]
pub struct Paginate {
    /// Left out where `for_each` says which entries.
    #[serde(default)]
    pub collection: Option<String>,
    pub size: usize,
}

const SCHEMA: &str = include_str!("settings.schema.yaml");

/// The schema of `content/site.yaml`.
pub fn schema() -> Schema {
    document::built_in_schema(SCHEMA)
}

/// Reads the settings, checked by their schema; `base_url` takes the place of theirs.
pub fn read(file: &Arc<SourceFile>, schema: &Schema, base_url: Option<&str>) -> (Option<Settings>, Vec<Diagnostic>) {
    let source = document::whole(file);
    let (value, mut diagnostics) = document::read(&source, schema, &file.file);
    let Some(value) = value else { return (None, diagnostics) };
    let raw: Raw = match serde_json::from_value(value) {
        Ok(raw) => raw,
        // What keeps the settings from being used is told already.
        Err(_) if !diagnostics.is_empty() => return (None, diagnostics),
        Err(error) => {
            let place = source.place_of("", Part::Value);
            return (
                None,
                vec![Diagnostic::error("wrong-type", format!("the settings can't be read: {error}")).at(place)],
            );
        }
    };
    let zone = date::zone(&raw.time_zone).unwrap_or_else(|label| {
        let message = format!("`{}` is not a time zone", raw.time_zone);
        let place = source.place_of("/time_zone", Part::Value);
        diagnostics.push(Diagnostic::error("unknown-time-zone", message).at(place).label(label));
        TimeZone::UTC
    });
    let globs = [
        ("assets/hashed", &raw.assets.hashed),
        ("assets/sources", &raw.assets.sources),
        ("images/fonts", &raw.images.fonts),
        ("links/ignore", &raw.links.ignore),
    ];
    let listed = globs.into_iter().flat_map(|(setting, patterns)| {
        patterns.iter().enumerate().map(move |(index, pattern)| (format!("/{setting}/{index}"), pattern))
    });
    let templates = raw.budgets.iter().enumerate();
    let templates = templates.map(|(index, budget)| (format!("/budgets/{index}/template"), &budget.template));
    for (pointer, pattern) in listed.chain(templates).filter(|(_, pattern)| Glob::new(pattern).is_err()) {
        diagnostics.push(
            Diagnostic::error("bad-glob", format!("`{pattern}` is no pattern of paths"))
                .at(source.place_of(&pointer, Part::Value))
                .label(glob_label(pattern))
                .help(
                    "`*` stands for any name, `**` for any folders, `{a,b}` for a or b, `[ab]` for one letter of them",
                ),
        );
    }
    let (origin, base_path) = split_base_url(base_url.unwrap_or(&raw.base_url));
    let pages = raw.pages.into_iter().enumerate().map(|(index, page)| page.declared(index)).collect();
    let settings = Settings {
        title: raw.title,
        description: raw.description,
        language: raw.language,
        origin,
        base_path,
        zone,
        zone_name: raw.time_zone,
        markdown: raw.markdown,
        hashed: raw.assets.hashed,
        sources: raw.assets.sources,
        images: raw.images,
        compress: raw.output.compress,
        minify: raw.output.minify,
        bundles: raw.assets.bundles,
        ignored_links: raw.links.ignore,
        pages,
        budgets: raw.budgets,
        file: file.clone(),
    };
    (Some(settings), diagnostics)
}

/// The style sheets to bundle that there are, for those who can't wait for the settings as a whole, which tell of mistakes.
pub fn bundles(sources: &Sources, schema: &Schema, earlier: Option<&Settings>) -> Vec<String> {
    let mut files = sources.content.files.iter();
    let settings = files.find(|file| file.path == "site.yaml").filter(|file| file.text.contains("bundles"));
    let mut bundles = match earlier.filter(|earlier| settings.is_some_and(|file| Arc::ptr_eq(file, &earlier.file))) {
        Some(earlier) => earlier.bundles.clone(),
        None => settings.and_then(|file| read(file, schema, None).0).map_or_else(Vec::new, |settings| settings.bundles),
    };
    bundles.retain(|style| is_public(sources, style));
    bundles
}

fn is_public(sources: &Sources, path: &str) -> bool {
    sources.public.files.iter().any(|file| file.path == path)
}

impl Settings {
    /// The style sheets to bundle that are not there.
    pub fn missing_bundles(&self, sources: &Sources) -> Vec<Diagnostic> {
        let missing = self.bundles.iter().enumerate().filter(|(_, style)| !is_public(sources, style));
        let diagnostic = |(index, style): (usize, &String)| {
            let styles =
                sources.public.files.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(".css"));
            Diagnostic::error("unknown-style", format!("there is no style sheet `{PUBLIC}/{style}`"))
                .at(document::whole(&self.file).place_of(&format!("/assets/bundles/{index}"), Part::Value))
                .label(did_you_mean(style, styles, "no such file"))
                .help(format!("style sheets to bundle are named from the folder `{PUBLIC}`, such as `css/site.css`"))
        };
        missing.map(diagnostic).collect()
    }
}

/// What is probably wrong with a glob that can't be read.
fn glob_label(pattern: &str) -> String {
    let open = [('{', '}'), ('[', ']')]
        .into_iter()
        .find(|(open, close)| pattern.matches(*open).count() != pattern.matches(*close).count());
    match open {
        Some((open, close)) => format!("each `{open}` needs a `{close}`"),
        None => "can't be read".to_owned(),
    }
}

/// `https://example.com/docs` → (`https://example.com`, `/docs/`).
fn split_base_url(url: &str) -> (String, String) {
    let host = url.find("://").map_or(0, |at| at + 3);
    let path = url[host..].find('/').map_or(url.len(), |at| host + at);
    let trimmed = url[path..].trim_matches('/');
    (url[..path].to_owned(), if trimmed.is_empty() { "/".to_owned() } else { format!("/{trimmed}/") })
}

#[derive(Deserialize)]
struct Raw {
    title: String,
    base_url: String,
    language: String,
    time_zone: String,
    description: String,
    markdown: MarkdownSettings,
    assets: RawAssets,
    images: ImageSettings,
    output: RawOutput,
    links: RawLinks,
    pages: Vec<RawPage>,
    budgets: Vec<Budget>,
}

#[derive(Deserialize)]
struct RawAssets {
    hashed: Vec<String>,
    sources: Vec<String>,
    bundles: Vec<String>,
}

#[derive(Deserialize)]
struct RawOutput {
    compress: Compress,
    minify: bool,
}

#[derive(Deserialize)]
struct RawLinks {
    ignore: Vec<String>,
}

#[derive(Deserialize)]
struct RawPage {
    route: String,
    template: String,
    for_each: Option<ForEach>,
    paginate: Option<Paginate>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl RawPage {
    fn declared(self, index: usize) -> DeclaredPage {
        DeclaredPage {
            route: self.route,
            template: self.template,
            for_each: self.for_each,
            paginate: self.paginate,
            fields: self.rest,
            pointer: format!("/pages/{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split_base_url;

    fn check(url: &str, origin: &str, path: &str) {
        assert_eq!(split_base_url(url), (origin.to_owned(), path.to_owned()));
    }

    #[test]
    fn a_base_url_is_an_origin_and_a_path() {
        check("https://example.com", "https://example.com", "/");
        check("https://example.com/", "https://example.com", "/");
        check("http://localhost:8080/any/path", "http://localhost:8080", "/any/path/");
    }
}
