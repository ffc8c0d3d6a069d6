//! Headings: their ids and the table of contents.

use std::iter::Peekable;

use rustc_hash::FxHashMap;

use super::footnotes::is_footnote_id;
use super::options::IdStyle;
use super::pieces::Heading;
use crate::route::{slug, transliterate};
use crate::unicode::{into_nfc, is_combining_mark, nfc};

/// The beginning of an anchor in HTML, as authors write it above a heading.
const ANCHOR: &str = "<a id=\"";

/// The ids of the headings of a text. Ids that are made from headings are unique.
pub(super) struct HeadingIds {
    /// Each used id, with the last number that was appended to it to form another id.
    used: FxHashMap<String, usize>,
    style: IdStyle,
}

impl HeadingIds {
    /// Reserves the ids that the text sets (`{#own-id}`, `<a id="own-id">`), so that none is generated for another
    /// heading.
    pub fn new(text: &str, style: IdStyle) -> Self {
        let mut used = FxHashMap::default();
        for brace in memchr::memchr_iter(b'{', text.as_bytes()) {
            let rest = &text[brace + 1..];
            let attributes = &rest[..memchr::memchr3(b'{', b'}', b'\n', rest.as_bytes()).unwrap_or(rest.len())];
            let ids = attributes.split_ascii_whitespace().filter_map(|attribute| attribute.strip_prefix('#'));
            used.extend(ids.map(|id| (nfc(id).into_owned(), 0)));
        }
        let anchors = memchr::memmem::find_iter(text.as_bytes(), ANCHOR);
        let ids = anchors.filter_map(|at| text[at + ANCHOR.len()..].split('"').next());
        used.extend(ids.map(|id| (id.to_owned(), 0)));
        Self { used, style }
    }

    /// Creates the next heading. Its id is `own_id` if the text sets one.
    pub fn create_heading(&mut self, level: u8, own_id: Option<String>, text: &str) -> Heading {
        let text = text.trim().to_owned();
        let own_id = own_id.filter(|id| !id.is_empty()).map(into_nfc);
        let id = own_id.unwrap_or_else(|| self.unique_id(id_of(&text, self.style)));
        Heading { level, id, text, children: Vec::new() }
    }

    fn unique_id(&mut self, slug: String) -> String {
        let slug = match slug.as_str() {
            "" => "section".to_owned(),
            slug if is_footnote_id(slug) => format!("section-{slug}"),
            _ => slug,
        };
        let Some(&last) = self.used.get(&slug) else {
            self.used.insert(slug.clone(), 0);
            return slug;
        };
        let mut number = last + 1;
        while self.used.contains_key(&format!("{slug}-{number}")) {
            number += 1;
        }
        let id = format!("{slug}-{number}");
        self.used.insert(slug, number);
        self.used.insert(id.clone(), 0);
        id
    }
}

/// Makes the table of contents: gives each heading the deeper ones that follow as its children.
pub(super) fn into_tree(headings: Vec<Heading>) -> Vec<Heading> {
    take_deeper_than(0, &mut headings.into_iter().peekable())
}

fn id_of(text: &str, style: IdStyle) -> String {
    match style {
        IdStyle::Site => slug(text),
        IdStyle::Github => {
            let is_kept = |c: &char| c.is_alphanumeric() || is_combining_mark(*c) || matches!(c, ' ' | '-' | '_');
            let text = nfc(text);
            let kept = text.chars().filter(is_kept).flat_map(char::to_lowercase);
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        }
        IdStyle::Ascii => {
            let text = transliterate(text, "en").map_or_else(|| slug(text), |ascii| ascii.to_ascii_lowercase());
            let parts =
                text.split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c)).filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join("-")
        }
    }
}

/// Takes headings as long as they are deeper than `level`, each with its children.
fn take_deeper_than(level: u8, rest: &mut Peekable<std::vec::IntoIter<Heading>>) -> Vec<Heading> {
    let mut headings = Vec::new();
    while let Some(mut heading) = rest.next_if(|next| next.level > level) {
        heading.children = take_deeper_than(heading.level, rest);
        headings.push(heading);
    }
    headings
}

#[cfg(test)]
mod tests {
    use super::{Heading, HeadingIds, IdStyle, id_of, into_tree};

    fn check_ids(text: &str, headings: &[(&str, Option<&str>)], expected: &[&str]) {
        let mut all = HeadingIds::new(text, IdStyle::Site);
        let ids: Vec<_> = headings.iter().map(|(h, own)| all.create_heading(2, own.map(Into::into), h).id).collect();
        assert_eq!(ids, expected);
    }

    #[test]
    fn ids_are_unique_and_own_ids_are_kept() {
        check_ids("", &[("A", None), ("A", None), ("A 1", None), ("a", None)], &["a", "a-1", "a-1-1", "a-2"]);
        check_ids("", &[("!", None), ("?", None)], &["section", "section-1"]);
        check_ids("## B {#a}", &[("A", None), ("B", Some("a"))], &["a-1", "a"]);
        check_ids("## B {.wide #a}", &[("A", None), ("B", Some("a"))], &["a-1", "a"]);
        check_ids("## B {#u\u{308}}", &[("ü", None), ("B", Some("u\u{308}"))], &["ü-1", "ü"]);
        check_ids("<a id=\"a\"></a>\n\n## A", &[("A", None)], &["a-1"]);
        check_ids("", &[("A", Some(""))], &["a"]);
        check_ids(
            "",
            &[("FN 1", None), ("fnref-2-1", None), ("fn-a", None)],
            &["section-fn-1", "section-fnref-2-1", "fn-a"],
        );
    }

    #[test]
    fn github_keeps_every_space_as_a_hyphen() {
        let check = |text: &str, expected: &str| assert_eq!(id_of(text, IdStyle::Github), expected, "{text:?}");
        check("What's new?", "whats-new");
        check("A & B -- C", "a--b----c");
        check("snake_case, v1.2", "snake_case-v12");
        check("தமிழ் மொழி", "தமிழ்-மொழி");
        check("Größe 🚀", "größe-");
    }

    #[test]
    fn ids_in_ascii_are_those_of_zola() {
        let check = |text: &str, expected: &str| assert_eq!(id_of(text, IdStyle::Ascii), expected, "{text:?}");
        check("What's new in snake_case?", "what-s-new-in-snake-case");
        check("Größe & ÄNDERN", "grosse-andern");
        check("தமிழ் மொழி", "தமிழ்-மொழி");
    }

    #[test]
    fn deeper_headings_become_children() {
        let h = |level, id: &str, children| Heading { level, id: id.into(), text: id.into(), children };
        let headings = [(3, "a"), (2, "b"), (4, "c"), (3, "d"), (2, "e")].map(|(level, id)| h(level, id, vec![]));
        let b = h(2, "b", vec![h(4, "c", vec![]), h(3, "d", vec![])]);
        assert_eq!(into_tree(headings.into()), [h(3, "a", vec![]), b, h(2, "e", vec![])]);
    }
}
