//! The settings, `content/site.yaml`, checked by a schema.

use std::borrow::Cow;
use std::sync::Arc;

use globset::Glob;
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::budgets::Budget;
use super::declared_page::{self, DeclaredPage};
use super::diagnostic_rules::{self, SeverityRule};
use super::document;
use super::site_language::{self, LanguageIndex, SiteLanguage};
use super::steps::{self, Step};
use crate::config::PUBLIC;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::history::HistorySettings;
use crate::markdown::MarkdownSettings;
use crate::schema::Schema;
use crate::search::{SearchSettings, Selector};
use crate::source::{SourceFile, Sources};
use crate::unicode::nfc;
use crate::yaml::DocumentSource;
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;
use crate::{date, route};

/// The settings, parsed. [`read`] sets the skipped fields.
#[derive(Debug, Clone, Deserialize)]
pub struct Settings {
    /// The site's languages. The setting `language` names the first one.
    #[serde(skip)]
    pub languages: Vec<SiteLanguage>,
    /// The language tags that names of files may have as suffix: none if the site has one language.
    #[serde(skip)]
    pub suffixes: Vec<String>,
    /// Scheme and host without a trailing slash: `https://example.com`.
    #[serde(skip)]
    pub origin: String,
    /// The path below which the site is published, beginning and ending with a slash.
    #[serde(skip)]
    pub base_path: String,
    #[serde(skip, default = "utc")]
    pub zone: TimeZone,
    #[serde(rename = "time_zone")]
    pub zone_name: String,
    pub slugs: SlugLetters,
    pub markdown: MarkdownSettings,
    pub assets: AssetSettings,
    pub images: ImageSettings,
    pub output: OutputSettings,
    pub links: LinkSettings,
    pub navigation: Navigation,
    /// `None` if the site has no search.
    pub search: Option<SearchSettings>,
    /// `None` if pages have no history.
    pub history: Option<HistorySettings>,
    /// Rules that lower the severity of diagnostics; the first one that matches counts.
    pub diagnostics: Vec<SeverityRule>,
    pub pages: Vec<DeclaredPage>,
    pub budgets: Vec<Budget>,
    pub steps: Vec<Step>,
    #[serde(skip)]
    pub file: Arc<SourceFile>,
    /// JSON pointers of the values with the tag `!sample`.
    #[serde(skip)]
    pub samples: Vec<String>,
}

fn utc() -> TimeZone {
    TimeZone::UTC
}

impl Settings {
    pub fn first_language(&self) -> &SiteLanguage {
        &self.languages[0]
    }

    /// Returns the JSON pointer of a language's own `title` or `description`, or else of the site's.
    pub fn localized_pointer(&self, language: LanguageIndex, key: &str) -> String {
        let own = self.language_pointer(language, key);
        let is_written = document::whole_file(&self.file).tree().written_text(&own).is_some();
        if is_written { own } else { format!("/{key}") }
    }

    /// Returns the JSON pointer of a setting of a language.
    pub fn language_pointer(&self, language: LanguageIndex, key: &str) -> String {
        format!("/languages/{}/{key}", escape(&self.languages[language].tag))
    }

    /// Makes a slug of a text in a language; `None` if slugs are ASCII and the text can't be written in ASCII.
    pub fn slug(&self, text: &str, language: LanguageIndex) -> Option<String> {
        self.to_slug_letters(text, language).map(|text| route::slug(&text))
    }

    /// Makes a slug of the name of an entry's file. Unlike [`Self::slug`], it keeps capital letters, blanks and
    /// punctuation. `None` if slugs are ASCII and the name can't be written in ASCII.
    pub fn file_slug(&self, name: &str, language: LanguageIndex) -> Option<String> {
        if self.slugs == SlugLetters::Unicode {
            return Some(name.to_owned());
        }
        let slug = self.to_slug_letters(name, language)?.replace(|c: char| !c.is_ascii(), "-");
        slug.contains(|c: char| c.is_ascii_alphanumeric()).then_some(slug)
    }

    fn to_slug_letters<'t>(&self, text: &'t str, language: LanguageIndex) -> Option<Cow<'t, str>> {
        match self.slugs {
            SlugLetters::Unicode => Some(Cow::Borrowed(text)),
            SlugLetters::Ascii => route::transliterate(text, &self.languages[language].tag),
        }
    }

    /// Whether files get the same ids and slugs as with the `earlier` settings.
    pub fn gives_same_ids_and_slugs(&self, earlier: &Self) -> bool {
        self.slugs == earlier.slugs
            && self.languages.iter().map(|l| &l.tag).eq(earlier.languages.iter().map(|l| &l.tag))
    }

    /// Lists all globs, each with its JSON pointer.
    fn globs(&self) -> impl Iterator<Item = (String, &String)> {
        let lists = [
            ("search/pages", self.search.as_ref().map_or(&[][..], |search| &search.pages)),
            ("assets/hashed", &self.assets.hashed[..]),
            ("assets/sources", &self.assets.sources[..]),
            ("images/fonts", &self.images.fonts[..]),
            ("links/ignore", &self.links.ignore[..]),
            ("links/external/ignore", &self.links.external.ignore[..]),
        ];
        let listed = lists.into_iter().flat_map(|(setting, globs)| {
            globs.iter().enumerate().map(move |(index, glob)| (format!("/{setting}/{index}"), glob))
        });
        let budgets = self.budgets.iter().enumerate();
        let templates = budgets.map(|(index, budget)| (format!("/budgets/{index}/template"), &budget.template));
        let rules = self.diagnostics.iter().enumerate();
        let rules = rules.map(|(index, rule)| (format!("/diagnostics/{index}/at"), &rule.at));
        listed.chain(templates).chain(rules).chain(steps::globs(&self.steps))
    }

    pub fn place_of(&self, pointer: &str, side: PairSide) -> Place {
        document::whole_file(&self.file).place_of(pointer, side)
    }

    /// Returns the place of the route pattern that the item `index` of `pages` has in a language.
    pub fn place_of_page_route(&self, index: usize, language: LanguageIndex) -> Place {
        let pointer = self.pages[index].route.pointer_in(&self.languages[language], self.first_language());
        self.place_of(&format!("/pages/{index}/route{pointer}"), PairSide::Value)
    }

    /// Returns the style sheets to bundle, without those that don't exist.
    pub fn bundles(&self, sources: &Sources) -> Vec<String> {
        self.assets.bundles.iter().filter(|style| exists_in_public(sources, style)).cloned().collect()
    }

    pub fn missing_bundles(&self, sources: &Sources) -> Vec<Diagnostic> {
        let missing = self.assets.bundles.iter().enumerate().filter(|(_, style)| !exists_in_public(sources, style));
        let report = |(index, style): (usize, &String)| {
            let styles =
                sources.public.files.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(".css"));
            Diagnostic::error("unknown-style", format!("there is no style sheet `{PUBLIC}/{style}`"))
                .at(self.place_of(&format!("/assets/bundles/{index}"), PairSide::Value))
                .label(did_you_mean(style, styles, "no such file"))
                .help(format!("style sheets to bundle are named from the folder `{PUBLIC}`, such as `css/site.css`"))
        };
        missing.map(report).collect()
    }
}

/// What browsers do before a visitor follows a link, and while the next page appears.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Navigation {
    pub prefetch: Eagerness,
    pub prerender: Eagerness,
    /// Whether one page blends into the next.
    pub transitions: bool,
}

/// When a page is fetched or prerendered in advance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eagerness {
    #[default]
    Never,
    /// When the visitor presses the link.
    Press,
    /// When the pointer rests on the link.
    Hover,
}

impl Eagerness {
    /// Returns the `eagerness` in speculation rules; `None` for no rule.
    pub fn keyword(self) -> Option<&'static str> {
        match self {
            Self::Never => None,
            Self::Press => Some("conservative"),
            Self::Hover => Some("moderate"),
        }
    }
}

/// Settings of the files of `public/`.
#[derive(Debug, Clone, Deserialize)]
pub struct AssetSettings {
    /// Globs of the assets whose published name contains a hash.
    pub hashed: Vec<String>,
    /// Globs of the assets that are not published themselves, only images made from them.
    pub sources: Vec<String>,
    /// Style sheets of `public/` to bundle.
    pub bundles: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct OutputSettings {
    pub compress: Compress,
    /// Whether comments and needless white space are removed from pages.
    pub minify: bool,
}

/// Settings of the check of links.
#[derive(Debug, Clone, Deserialize)]
pub struct LinkSettings {
    /// Globs of internal URLs that are not checked.
    pub ignore: Vec<String>,
    pub external: ExternalLinkSettings,
}

/// Settings of the check of links to other sites.
#[derive(Debug, Clone, Deserialize)]
pub struct ExternalLinkSettings {
    /// Globs of the links that are not requested: `*.example.com`, or with a path `example.com/private/**`.
    pub ignore: Vec<String>,
}

/// When texts are precompressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compress {
    Never,
    /// With `--publish`.
    Publish,
    Always,
}

/// Settings of derived images.
#[derive(Debug, Clone, Deserialize)]
pub struct ImageSettings {
    /// Widths in pixels, for images that set none.
    pub widths: Vec<u32>,
    /// The attribute `sizes` of images that set none.
    pub sizes: String,
    /// The formats beside the original one, the best first.
    pub formats: Vec<String>,
    pub quality: Quality,
    /// Whether templates can read where photos were taken.
    pub exif_place: bool,
    /// Globs of the fonts of `public/` for texts in SVG images.
    pub fonts: Vec<String>,
}

/// Qualities of encoded images, from 1 to 100.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Quality {
    pub avif: u8,
    pub webp: u8,
    pub jpeg: u8,
}

/// The letters of slugs that are made from texts and names of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SlugLetters {
    /// The letters of every script.
    Unicode,
    Ascii,
}

/// Reads the settings and checks them by `schema`. A given `base_url` replaces the file's. The value in the file then
/// does not count as a sample.
pub fn read(file: &Arc<SourceFile>, schema: &Schema, base_url: Option<&str>) -> (Option<Settings>, Vec<Diagnostic>) {
    let source = document::whole_file(file);
    let (raw, mut diagnostics) = document::read_into(file, schema);
    let Some((raw, samples)) = raw else { return (None, diagnostics) };
    let RawSettings { title, base_url: own_base_url, language, languages, description, mut settings } = raw;
    settings.file = file.clone();
    settings.samples = samples;
    settings.samples.retain(|sample| base_url.is_none() || sample != "/base_url");
    (settings.origin, settings.base_path) = split_base_url(base_url.unwrap_or(&own_base_url));
    match date::zone(&settings.zone_name) {
        Ok(zone) => settings.zone = zone,
        Err(label) => {
            let message = format!("`{}` is not a time zone", settings.zone_name);
            let place = source.place_of("/time_zone", PairSide::Value);
            diagnostics.push(Diagnostic::error("unknown-time-zone", message).at(place).label(label));
        }
    }
    let mistakes;
    (settings.languages, mistakes) = site_language::read(&language, &title, &description, &languages, &source);
    diagnostics.extend(mistakes);
    if settings.languages.len() > 1 {
        settings.suffixes = settings.languages.iter().map(|language| language.tag.clone()).collect();
    }
    diagnostics.extend(settings.search.iter().flat_map(|search| check_selectors(search, &source)));
    diagnostics.extend(check_globs(settings.globs(), &source));
    diagnostics.extend(diagnostic_rules::check(&settings.diagnostics, &source));
    diagnostics.extend(steps::check(&settings.steps, &source));
    diagnostics.extend(declared_page::check(&settings.pages, &settings.languages, &source));
    settings.links.ignore.extend(settings.steps.iter().filter_map(Step::published_glob));
    (Some(settings), diagnostics)
}

fn exists_in_public(sources: &Sources, path: &str) -> bool {
    let path = nfc(path);
    sources.public.files.iter().any(|file| file.path == path)
}

/// Reports texts of the setting `search` that are not simple selectors such as `main` or `div[data-no-search]`.
fn check_selectors(search: &SearchSettings, source: &DocumentSource<'_>) -> Vec<Diagnostic> {
    let within = search.within.iter().map(|text| ("/search/within".to_owned(), text));
    let left_out = search.leave_out.iter().enumerate();
    let left_out = left_out.map(|(index, text)| (format!("/search/leave_out/{index}"), text));
    let wrong = within.chain(left_out).filter(|(_, text)| Selector::parse(text).is_none());
    let report = |(pointer, text): (String, &String)| {
        Diagnostic::error("bad-selector", format!("`{text}` is no selector of one element"))
            .at(source.place_of(&pointer, PairSide::Value))
            .label("an element's name, id, class or attribute is expected")
            .help("such as `main`, `#text`, `.text` or `[data-no-search]`; a list has a line for each")
    };
    wrong.map(report).collect()
}

/// Reports invalid globs. Each glob comes with its JSON pointer.
fn check_globs<'g>(globs: impl Iterator<Item = (String, &'g String)>, source: &DocumentSource) -> Vec<Diagnostic> {
    let invalid = globs.filter(|(_, glob)| Glob::new(glob).is_err());
    let report = |(pointer, glob): (String, &String)| {
        Diagnostic::error("bad-glob", format!("`{glob}` is not a pattern of paths"))
            .at(source.place_of(&pointer, PairSide::Value))
            .label(explain_glob(glob))
            .help("`*` matches any name, `**` any folders, `{a,b}` for a or b, `[ab]` for one letter of them")
    };
    invalid.map(report).collect()
}

fn explain_glob(pattern: &str) -> String {
    let is_unbalanced =
        |(open, close): &(char, char)| pattern.matches(*open).count() != pattern.matches(*close).count();
    match [('{', '}'), ('[', ']')].into_iter().find(is_unbalanced) {
        Some((open, close)) => format!("each `{open}` needs a `{close}`"),
        None => "can't be read".to_owned(),
    }
}

/// Splits a base URL into origin and path: `https://example.com/docs` → (`https://example.com`, `/docs/`).
fn split_base_url(url: &str) -> (String, String) {
    let host_start = url.find("://").map_or(0, |at| at + 3);
    let host_end = url[host_start..].find('/').map_or(url.len(), |at| host_start + at);
    let (origin, path) = url.split_at(host_end);
    let trimmed = path.trim_matches('/');
    (origin.to_owned(), if trimmed.is_empty() { "/".to_owned() } else { format!("/{trimmed}/") })
}

/// The settings as written. [`read`] sets skipped fields of `settings` from the other fields.
#[derive(Deserialize)]
struct RawSettings {
    title: String,
    base_url: String,
    language: String,
    languages: Map<String, Value>,
    description: String,
    #[serde(flatten)]
    settings: Settings,
}

#[cfg(test)]
mod tests {
    use super::split_base_url;

    fn check(url: &str, origin: &str, path: &str) {
        assert_eq!(split_base_url(url), (origin.to_owned(), path.to_owned()));
    }

    #[test]
    fn base_urls_are_split_before_the_path() {
        check("https://example.com", "https://example.com", "/");
        check("https://example.com/", "https://example.com", "/");
        check("http://localhost:8080/any/path", "http://localhost:8080", "/any/path/");
    }
}
