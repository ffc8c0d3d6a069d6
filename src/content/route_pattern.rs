//! The pattern of routes: one for all languages, or one for each language.

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
    /// The pattern for every language, without the language's prefix.
    Shared(String),
    /// The patterns by language tag, each with the prefix of its language. Other languages take the pattern of the
    /// first language, with their own prefix in place of the first language's.
    ByLanguage(BTreeMap<String, String>),
}

impl RoutePattern {
    /// Returns the pattern in a language. Returns `None` if neither the language nor the first language has a pattern;
    /// `check` reports the mistake.
    pub fn in_language(&self, language: &SiteLanguage, first: &SiteLanguage) -> Option<String> {
        let (pattern, prefix) = match self {
            Self::Shared(pattern) => (pattern, "/"),
            Self::ByLanguage(patterns) => match patterns.get(&language.tag) {
                Some(own) => return Some(own.clone()),
                None => (patterns.get(&first.tag)?, first.prefix.as_str()),
            },
        };
        let is_prefix = pattern == prefix.trim_end_matches('/');
        let below =
            if is_prefix { Some("") } else { pattern.strip_prefix(prefix).or_else(|| pattern.strip_prefix('/')) };
        // Any other pattern begins with `{route}`, an entry's route, which has the prefix already.
        Some(below.map_or_else(|| pattern.clone(), |below| format!("{}{below}", language.prefix)))
    }

    /// Returns the JSON pointer, relative to the key `route`, of the pattern that `in_language` takes.
    pub fn pointer_in(&self, language: &SiteLanguage, first: &SiteLanguage) -> String {
        let Self::ByLanguage(patterns) = self else { return String::new() };
        let named = [language, first].into_iter().find(|language| patterns.contains_key(&language.tag));
        named.map_or_else(String::new, |language| format!("/{}", escape(&language.tag)))
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::RoutePattern;
    use crate::content::site_language;
    use crate::yaml::DocumentSource;

    #[test]
    fn a_pattern_has_the_prefix_of_its_language_alone() {
        let file: Arc<str> = "content/site.yaml".into();
        let language = |prefix: &str| json!({ "prefix": prefix, "untranslated": "hide", "partial": false });
        let listed = [("en".to_owned(), language("/en/")), ("ta".to_owned(), language("/ta/"))].into_iter().collect();
        let (languages, _) = site_language::read("en", "", "", &listed, &DocumentSource::part(&file, "", 0..0));
        let check = |pattern: serde_json::Value, expected: [&str; 2]| {
            let pattern: RoutePattern = serde_json::from_value(pattern).expect("a pattern");
            let found = [0, 1].map(|at: usize| pattern.in_language(&languages[at], &languages[0]));
            assert_eq!(found, expected.map(|route| Some(route.to_owned())), "{pattern:?}");
        };
        check(json!("/posts/{slug}/"), ["/en/posts/{slug}/", "/ta/posts/{slug}/"]);
        check(json!("{route}feed.xml"), ["{route}feed.xml", "{route}feed.xml"]);
        check(json!({ "en": "/en/posts/" }), ["/en/posts/", "/ta/posts/"]);
        check(json!({ "en": "/en" }), ["/en", "/ta/"]);
        check(json!({ "en": "/posts/" }), ["/posts/", "/ta/posts/"]);
        check(json!({ "en": "/en/posts/", "ta": "/patri/" }), ["/en/posts/", "/patri/"]);
    }
}
