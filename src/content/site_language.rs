//! The languages of a site, which the settings `language` and `languages` name.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::language::{LanguageRules, correction, is_tag};
use crate::yaml::DocumentSource;
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;

/// An index into [`super::settings::Settings::languages`]; 0 is the first language.
pub type LanguageIndex = usize;

/// A language of the site, with the site's title and other settings in it.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteLanguage {
    /// The language tag: `en-IN`.
    pub tag: String,
    pub rules: LanguageRules,
    /// The name in the language itself, such as `தமிழ்`; by default the tag.
    pub name: String,
    /// The route below which its pages lie: by default `/` for the first language, and `/ta/` for another one.
    pub prefix: String,
    pub title: String,
    pub description: String,
    pub untranslated: Untranslated,
    /// Whether missing texts of translated data files are warnings, not errors.
    pub is_partial: bool,
    /// The titles of alerts, if the language sets its own.
    pub alert_titles: Option<BTreeMap<String, String>>,
}

/// What the lists of a language show for entries without a translation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Untranslated {
    /// Nothing.
    #[default]
    Hide,
    /// The entry in another language, with a link to its page.
    Link,
}

/// A language as written in the setting `languages`. `Default` stands for a first language that is not listed there.
#[derive(Default, Deserialize)]
struct RawLanguage {
    name: Option<String>,
    prefix: Option<String>,
    title: Option<String>,
    description: Option<String>,
    untranslated: Untranslated,
    partial: bool,
    alert_titles: Option<BTreeMap<String, String>>,
}

/// Reads the languages. `first` is the tag of the first language. `listed` is the setting `languages`, which may list
/// the first language too.
pub(super) fn read(
    first: &str,
    title: &str,
    description: &str,
    listed: &Map<String, Value>,
    source: &DocumentSource,
) -> (Vec<SiteLanguage>, Vec<Diagnostic>) {
    let mut diagnostics: Vec<Diagnostic> =
        invalid_tag(first, source, "/language", PairSide::Value).into_iter().collect();
    let language = |tag: &str, value: Option<&Value>| {
        let default_prefix = if tag == first { "/".to_owned() } else { format!("/{}/", tag.to_lowercase()) };
        // The schema of the settings reports a language that can't be deserialized.
        let raw = value.and_then(|value| RawLanguage::deserialize(value).ok()).unwrap_or_default();
        SiteLanguage {
            rules: LanguageRules::new(tag),
            name: raw.name.unwrap_or_else(|| tag.to_owned()),
            prefix: raw.prefix.unwrap_or(default_prefix),
            title: raw.title.unwrap_or_else(|| title.to_owned()),
            description: raw.description.unwrap_or_else(|| description.to_owned()),
            untranslated: raw.untranslated,
            is_partial: raw.partial,
            alert_titles: raw.alert_titles,
            tag: tag.to_owned(),
        }
    };
    let mut languages = vec![language(first, listed.get(first))];
    for (tag, value) in listed.iter().filter(|(tag, _)| *tag != first) {
        let pointer = format!("/languages/{}", escape(tag));
        diagnostics.extend(invalid_tag(tag, source, &pointer, PairSide::Key));
        let added = language(tag, Some(value));
        if let Some(known) = languages.iter().find(|known| known.prefix == added.prefix) {
            let message = format!("the languages `{}` and `{tag}` have the prefix `{}`", known.tag, added.prefix);
            diagnostics.push(
                Diagnostic::error("bad-prefix", message)
                    .at(source.place_of(&pointer, PairSide::Key))
                    .label("its pages would have the addresses of the other's")
                    .help(format!("give one of them another, such as `prefix: /{}/`", tag.to_lowercase())),
            );
        }
        languages.push(added);
    }
    (languages, diagnostics)
}

/// Reports a tag that is none of the site's languages. The caller adds the place.
pub(super) fn unknown_language(tag: &str, languages: &[SiteLanguage]) -> Option<Diagnostic> {
    let known = || languages.iter().map(|language| language.tag.as_str());
    let is_unknown = known().all(|known| known != tag);
    is_unknown.then(|| {
        Diagnostic::error("unknown-language", format!("the site has no language `{tag}`"))
            .label(did_you_mean(tag, known(), "not in `languages`"))
            .help("add it to `languages`, or name one that is there")
    })
}

fn invalid_tag(tag: &str, source: &DocumentSource, pointer: &str, side: PairSide) -> Option<Diagnostic> {
    let diagnostic = Diagnostic::error("invalid-language", format!("`{tag}` is not a language tag"));
    (!is_tag(tag)).then(|| diagnostic.at(source.place_of(pointer, side)).label(correction(tag)))
}
