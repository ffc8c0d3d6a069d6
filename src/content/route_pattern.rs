//! The pattern of routes: one for all languages, below the prefix of each, or one for each language.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::site_language::{SiteLanguage, unknown_language};
use crate::diagnostic::{Diagnostic, Place};
use crate::yaml::pointer::escape;
use crate::yaml::tree::PairSide;

/// A pattern of routes such as `/posts/{slug}/`.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum RoutePattern {
    /// For every language, below its prefix.
    Shared(String),
    /// The patterns by language tag, each with the prefix of its language. Other languages take the pattern of the
    /// first language, below their own prefix.
    ByLanguage(BTreeMap<String, String>),
}

impl RoutePattern {
    /// Returns the pattern in a language, or else in the first language. `None` if there is neither, which `check`
    /// reports.
    pub fn in_language(&self, language: &SiteLanguage, first: &SiteLanguage) -> Option<Cow<'_, str>> {
        let shared = match self {
            Self::Shared(pattern) => pattern,
            Self::ByLanguage(patterns) => match patterns.get(&language.tag) {
                Some(own) => return Some(Cow::Borrowed(own)),
                None => patterns.get(&first.tag)?,
            },
        };
        // `{route}` stands for an entry's route, which begins with the prefix already.
        if language.prefix == "/" || shared.starts_with("{route}") {
            return Some(Cow::Borrowed(shared));
        }
        Some([&language.prefix, shared.strip_prefix('/').unwrap_or(shared)].concat().into())
    }

    /// Returns the JSON pointer of the pattern in a language, relative to the key `route`.
    pub fn pointer_in(&self, language: &SiteLanguage) -> String {
        match self {
            Self::ByLanguage(patterns) if patterns.contains_key(&language.tag) => format!("/{}", escape(&language.tag)),
            _ => String::new(),
        }
    }

    /// Reports languages that the site does not have, and a first language without a pattern. `place` takes a JSON
    /// pointer relative to the key `route`.
    pub fn check(&self, languages: &[SiteLanguage], place: &dyn Fn(&str, PairSide) -> Place) -> Vec<Diagnostic> {
        let Self::ByLanguage(patterns) = self else { return Vec::new() };
        let place_of = |tag: &str| place(&format!("/{}", escape(tag)), PairSide::Key);
        let mut diagnostics: Vec<Diagnostic> =
            patterns.keys().filter_map(|tag| Some(unknown_language(tag, languages)?.at(place_of(tag)))).collect();
        if let Some(first) = languages.first().filter(|first| !patterns.contains_key(&first.tag)) {
            let message = format!("there is no route for `{}`, the first language", first.tag);
            let diagnostic = Diagnostic::error("bad-route", message).at(place("", PairSide::Key));
            let help = format!("add a line such as `{}: /posts/{{slug}}/`; the others can do without", first.tag);
            diagnostics.push(diagnostic.label("names others only").help(help));
        }
        diagnostics
    }
}
