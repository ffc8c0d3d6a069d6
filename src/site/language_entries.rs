//! The selection of the entries that pages of one language see.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::content::entry::Entry;
use crate::content::entry_file::{split_language, without_extension};
use crate::content::loaded_content::Content;
use crate::content::site_language::{LanguageIndex, Untranslated};
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::language::is_tag;

/// Selects the entry that each id names. Of the entries with one id, published ones are preferred, then the one in this
/// language, then the one whose language the settings list first. Reports an id that two entries of this language have.
/// An entry whose file has a language suffix is also found by the file's path, such as `posts/trip/index.ta`.
pub(super) fn select_by_id(
    content: &Content,
    language: LanguageIndex,
    is_published: &[bool],
    diagnostics: &mut Vec<Diagnostic>,
) -> FxHashMap<Arc<str>, usize> {
    let entries = &content.entries;
    let suffixes = content.settings.suffixes();
    let mut by_id: FxHashMap<Arc<str>, usize> =
        FxHashMap::with_capacity_and_hasher(entries.len(), rustc_hash::FxBuildHasher);
    let rank = |at: usize| (!is_published[at], entries[at].language != language, entries[at].language);
    for (at, entry) in entries.iter().enumerate() {
        let path = without_extension(&entry.file.path);
        if split_language(path, &suffixes).1.is_some() {
            by_id.insert(path.into(), at);
        }
        let best = by_id.get(&entry.id).copied();
        if best.is_none_or(|best| rank(at) < rank(best)) {
            by_id.insert(entry.id.clone(), at);
        }
        let Some(other) = best.map(|best| &entries[best]) else { continue };
        if entry.language == language && other.language == language {
            diagnostics.push(
                Diagnostic::error("duplicate-entry", format!("two files are the entry `{}`", entry.id))
                    .at(Place::file(entry.file.file.clone()))
                    .note(format!("the other is {}", other.file.file))
                    .help("rename one of them"),
            );
        }
    }
    by_id
}

/// Warns of files such as `trip.xx.md` beside an entry `trip`, if the suffix looks like a language and the site does
/// not have that language.
pub(super) fn unknown_suffixes(content: &Content, by_id: &FxHashMap<Arc<str>, usize>) -> Vec<Diagnostic> {
    let languages = || content.settings.languages.iter().map(|language| language.tag.as_str());
    let is_unknown = |tag: &str| is_tag(tag) && languages().all(|known| known != tag);
    let report = |entry: &Arc<Entry>| {
        let split = entry.id.rsplit_once('.');
        let (original, suffix) = split.filter(|(id, tag)| is_unknown(tag) && by_id.contains_key(*id))?;
        let message = format!("the site has no language `{suffix}`, so this is not `{original}` in another language");
        let diagnostic = Diagnostic::warning("unknown-language", message).at(Place::file(entry.file.file.clone()));
        let label = did_you_mean(suffix, languages(), "add the language to `languages` in content/site.yaml");
        Some(diagnostic.help(label).help("or give the file a name without a dot, if it is an entry of its own"))
    };
    content.entries.iter().filter_map(report).collect()
}

/// Keeps the attachments of an entry that pages of the language see: in Tamil `map.ta.svg`, if there is one, and not
/// `map.svg`.
pub(super) fn retain_in_language(keys: &mut Vec<Arc<str>>, language: LanguageIndex, suffixes: &[String]) {
    let split = |key: &str| {
        let stem = without_extension(key);
        let (name, suffix) = split_language(stem, suffixes);
        ([name, &key[stem.len()..]].concat(), suffix)
    };
    let in_language = |(name, suffix)| (suffix == Some(language)).then_some(name);
    let names_in_language: FxHashSet<String> = keys.iter().filter_map(|key| in_language(split(key))).collect();
    keys.retain(|key| match split(key) {
        (_, Some(suffix)) => suffix == language,
        (name, None) => !names_in_language.contains(&name),
    });
}

/// Selects the published entries that lists in a language hold, one for each id: the entry in `by_id`.
pub(super) fn select_listed(
    content: &Content,
    language: LanguageIndex,
    is_published: &[bool],
    by_id: &FxHashMap<Arc<str>, usize>,
) -> Vec<usize> {
    let hides_others = content.settings.languages[language].untranslated == Untranslated::Hide;
    let is_listed = |&at: &usize| {
        let entry = &content.entries[at];
        is_published[at] && by_id.get(&entry.id) == Some(&at) && !(hides_others && entry.language != language)
    };
    (0..content.entries.len()).filter(is_listed).collect()
}
