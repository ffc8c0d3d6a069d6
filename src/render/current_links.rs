//! The marking of links in the HTML of a shared template: those to the rendered page get `aria-current`. The links are
//! found once, so that the marking costs each page little more than a copy of the HTML.

use rustc_hash::FxHashMap;

use super::marks;
use crate::html::{Tag, Token, replace_spans, scan};

/// The attribute of a link to the rendered page.
const CURRENT: &str = " aria-current=\"page\"";
/// The attribute of a `<details>` around a link to the rendered page.
const OPEN: &str = " open";

/// The attributes that mark links as current, by URL, with the offsets at which they are inserted.
#[derive(Debug, Default)]
pub struct LinkOffsets(FxHashMap<Box<str>, Vec<(usize, &'static str)>>);

impl LinkOffsets {
    pub fn find(html: &str) -> Self {
        let mut finder = LinkFinder { html, links: Self::default(), details: Vec::new() };
        scan(html, |token| finder.read(&token));
        finder.links
    }

    /// Marks the links to `url` in `html`, the text in which `find` has found them.
    pub fn mark(&self, html: &str, url: &str) -> String {
        let mut insertions = self.0.get(url).cloned().unwrap_or_default();
        // A `<details>` with several links to `url` gets `open` once.
        insertions.sort_unstable();
        insertions.dedup();
        replace_spans(html, insertions.into_iter().map(|(at, attribute)| (at..at, attribute)))
    }
}

struct LinkFinder<'a> {
    html: &'a str,
    links: LinkOffsets,
    /// The offset for `open` in each `<details>` around the tag; `None` if the element has the attribute.
    details: Vec<Option<usize>>,
}

impl LinkFinder<'_> {
    fn read(&mut self, token: &Token<'_, '_>) {
        match token {
            Token::Start(tag) => self.read_start(tag),
            Token::End(tag) if tag.name == "details" => _ = self.details.pop(),
            _ => {}
        }
    }

    fn read_start(&mut self, tag: &Tag<'_>) {
        if tag.name == "details" {
            let offset = if tag.has("open") { None } else { Some(self.end_of_attributes(tag)) };
            self.details.push(offset);
        }
        let href = tag.get("href").filter(|_| tag.name == "a" && !tag.has("aria-current"));
        let Some(href) = href else { return };
        let end = self.end_of_attributes(tag);
        let url = href.value();
        let insertions = self.links.0.entry(marks::without(&url).into()).or_default();
        insertions.push((end, CURRENT));
        insertions.extend(self.details.iter().flatten().map(|&at| (at, OPEN)));
    }

    /// Returns the byte offset at which an attribute can be inserted into a tag: after the last attribute, or after the
    /// tag's name if the attributes end with a `=` that lacks its value.
    fn end_of_attributes(&self, tag: &Tag) -> usize {
        let tag_text = &self.html[tag.span.clone()];
        let end = tag.span.start + tag_text.trim_end_matches(['>', '/', ' ', '\n', '\r', '\t']).len();
        if self.html[..end].ends_with('=') {
            return tag.span.start + 1 + tag.name.len();
        }
        // A slash at the end of an unquoted value belongs to the value.
        tag.attributes.last().map_or(end, |last| end.max(last.span().end))
    }
}

#[cfg(test)]
mod tests {
    use super::LinkOffsets;

    #[test]
    fn links_to_the_page_are_marked_and_the_details_around_them_opened() {
        let check = |html: &str, expected: &str| {
            assert_eq!(LinkOffsets::find(html).mark(html, "/a&b/"), expected, "{html}");
        };
        check("<a href=\"/b/\">B</a>", "<a href=\"/b/\">B</a>");
        check("<a href='/a&amp;b/' >A</a>", "<a href='/a&amp;b/' aria-current=\"page\" >A</a>");
        check("<a href=/a&b/>A</a>", "<a href=/a&b/ aria-current=\"page\">A</a>");
        check("<a href=/a&b/ data-b=/c/>A</a>", "<a href=/a&b/ data-b=/c/ aria-current=\"page\">A</a>");
        check("<a aria-current=\"step\" href=\"/a&b/\">A</a>", "<a aria-current=\"step\" href=\"/a&b/\">A</a>");
        check(
            "<details><details>B</details><details open><details class=x><A HREF=\"/a&b/\">A</A>",
            "<details open><details>B</details><details open><details class=x open><A HREF=\"/a&b/\" aria-current=\"page\">A</A>",
        );
        check("<a href=/a&b/ class= >A</a>", "<a aria-current=\"page\" href=/a&b/ class= >A</a>");
        check("<link href=\"/a&b/\">", "<link href=\"/a&b/\">");
        check("<!-- <a href=\"/a&b/\"> -->", "<!-- <a href=\"/a&b/\"> -->");
    }
}
