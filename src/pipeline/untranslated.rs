//! The list of untranslated files and pages: those that a language of the site lacks and takes from another language.
//! `site check` prints it.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use serde_json::Value;

use crate::config::CONTENT;
use crate::content::declared_page::PageLanguages;
use crate::content::site_language::{LanguageIndex, SiteLanguage, Untranslated};
use crate::site::Site;

/// A file or page that a language lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UntranslatedItem {
    /// The tag of the language.
    pub language: String,
    /// The file in another language, or `content/site.yaml: /about/` for a declared page.
    pub source: String,
}

/// Lists what each language lacks and takes from another language: forms, and data files that have words or that are
/// translated into another language. With the setting `untranslated: link`, also other entries and declared pages.
pub fn list(site: &Site) -> Vec<UntranslatedItem> {
    let languages = &site.content.settings.languages;
    if languages.len() == 1 {
        return Vec::new();
    }
    let mut items = Vec::new();
    for (language, SiteLanguage { tag, untranslated, .. }) in languages.iter().enumerate() {
        let links_to_others = *untranslated == Untranslated::Link;
        let mut lacking: BTreeSet<String> = data_files(site, language).collect();
        lacking.extend(entries(site, language, links_to_others));
        if links_to_others {
            lacking.extend(declared_pages(site, language));
        }
        items.extend(lacking.into_iter().map(|source| UntranslatedItem { language: tag.clone(), source }));
    }
    items
}

/// Lists the files of published entries that the language lacks: only forms, or all entries if `links_to_others`.
fn entries(site: &Site, language: LanguageIndex, links_to_others: bool) -> Vec<String> {
    let content = &site.content;
    let entries = content.entries.iter().enumerate();
    let published = || entries.clone().filter(|(index, _)| site.is_published(*index)).map(|(_, entry)| entry);
    let own: FxHashSet<&str> = published().filter(|entry| entry.language == language).map(|entry| &*entry.id).collect();
    let is_listed = |collection: usize| links_to_others || content.collections[collection].forms.is_some();
    let mut others: Vec<_> =
        published().filter(|entry| is_listed(entry.collection) && !own.contains(&*entry.id)).collect();
    // If several other languages have an entry, pages show that of the first.
    others.sort_by(|a, b| (&a.id, a.language).cmp(&(&b.id, b.language)));
    others.dedup_by(|a, b| a.id == b.id);
    others.into_iter().map(|entry| entry.file.file.to_string()).collect()
}

/// Lists the data files that the language lacks, if they have words or are translated into another language.
fn data_files(site: &Site, language: LanguageIndex) -> impl Iterator<Item = String> {
    let content = &site.content;
    let lacks = move |name: &str| !content.data[language].contains_key(name);
    let is_translated = |name: &str| content.data[1..].iter().any(|data| data.contains_key(name));
    let files = content.data[0].iter();
    let files = files.filter(move |(name, file)| lacks(name) && (is_translated(name) || has_words(&file.value)));
    files.map(|(_, file)| file.file.file.to_string())
}

/// Whether a value has a text that is probably read by people.
fn has_words(value: &Value) -> bool {
    match value {
        Value::String(text) => is_read_by_people(text),
        Value::Array(items) => items.iter().any(has_words),
        Value::Object(fields) => fields.values().any(has_words),
        _ => false,
    }
}

/// Whether a text has several words, or one that does not look like a name in a program: `Home`, `FAQ:` and `முகப்பு`,
/// but not `form-post`, `#DDD` and `/Team/`.
fn is_read_by_people(text: &str) -> bool {
    let mut words = text.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
    match (words.next(), words.next()) {
        (Some(word), None) => {
            let name = word.trim_end_matches(['.', ':', '!', '?', ',']);
            !name.starts_with(char::is_lowercase)
                && name.chars().all(|c| !c.is_ascii() || c.is_ascii_alphabetic() || matches!(c, '-' | '\''))
        }
        (_, second) => second.is_some(),
    }
}

fn declared_pages(site: &Site, language: LanguageIndex) -> impl Iterator<Item = String> {
    let settings = &site.content.settings;
    let (tag, first) = (&settings.languages[language].tag, settings.first_language());
    let lacks = move |languages: &PageLanguages| !languages.contains(language, tag);
    settings.pages.iter().filter(move |page| lacks(&page.languages)).filter_map(move |page| {
        let route = page.route.in_language(first, first)?;
        let is_page = route.ends_with('/') || route.ends_with(".html");
        is_page.then(|| format!("{CONTENT}/site.yaml: {route}"))
    })
}

#[cfg(test)]
mod tests {
    use super::is_read_by_people;

    #[test]
    fn names_in_programs_are_no_words() {
        for text in ["Home", "FAQ:", "Read more", "முகப்பு", "读更多", "E-mail", "Kites!", "Élan"] {
            assert!(is_read_by_people(text), "{text}");
        }
        for text in ["", "form-post", "#DDD", "/Team/", "https://example.com/", "2024-01-05", "A4", "été", "—", "12 €"]
        {
            assert!(!is_read_by_people(text), "{text}");
        }
    }
}
