//! The places in Markdown at which an address can stand: targets of links and pictures, and quoted texts within tags.
//!
//! Code is left out.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::links::target_range;
use super::options::MarkdownOptions;
use super::text::MarkdownText;
use super::{mask_tags, parser_events};

/// A place at which an address can stand. Spans are bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkSpan {
    pub target: Range<usize>,
    /// The address: the target without escapes and character references.
    pub address: String,
    /// The spans of the whole link and of the text that readers see; `None` for a picture or a tag.
    pub link: Option<(Range<usize>, Range<usize>)>,
}

/// Finds the places of addresses in the Markdown that begins at the byte `start` of `text`, sorted by their targets.
pub fn find_link_spans(text: &str, start: usize, options: &MarkdownOptions) -> Vec<LinkSpan> {
    let source = MarkdownText::new(text, start);
    let masked = mask_tags(&source, options);
    let mut spans = Vec::new();
    // Links do not nest, so at most one is open.
    let mut open: Option<LinkSpan> = None;
    let mut events = parser_events(&masked, options);
    while let Some((event, range)) = events.next() {
        if let Some(LinkSpan { link: Some((_, shown)), .. }) = &mut open
            && !matches!(event, Event::End(_))
        {
            let start = if shown.start == shown.end { range.start } else { shown.start };
            *shown = start..shown.end.max(range.end);
        }
        match event {
            Event::Start(tag @ (Tag::Link { .. } | Tag::Image { .. })) => {
                let is_link = matches!(tag, Tag::Link { .. });
                let (Tag::Link { dest_url, id, .. } | Tag::Image { dest_url, id, .. }) = tag else { continue };
                let definition = events.reference_definitions().get(&id).map(|definition| &definition.span);
                let Some(target) = target_range(&masked, &dest_url, definition.unwrap_or(&range)) else { continue };
                let address = dest_url.into_string();
                let link = is_link.then(|| (range.clone(), range.start..range.start));
                let span = LinkSpan { target, address, link };
                if is_link { open = Some(span) } else { spans.push(span) }
            }
            Event::End(TagEnd::Link) => spans.extend(open.take()),
            // The parser reads the mask of a component's tag as an HTML tag.
            Event::Html(_) | Event::InlineHtml(_) => add_quoted(&source.text, range, &mut spans),
            _ => {}
        }
    }
    spans.sort_by_key(|span| span.target.start);
    let in_file = |span: LinkSpan| LinkSpan {
        target: source.span(span.target),
        address: span.address,
        link: span.link.map(|(whole, shown)| (source.span(whole), source.span(shown))),
    };
    spans.into_iter().map(in_file).collect()
}

/// Adds the texts between single or double quotes in a tag. The range may also contain text beside the tag, in which a
/// quote after a letter or digit is an apostrophe: `It's <a href="/b/">`.
fn add_quoted(text: &str, range: Range<usize>, spans: &mut Vec<LinkSpan>) {
    let mut at = range.start;
    while let Some(found) = text[at..range.end].find(['"', '\'']) {
        let quote_start = at + found;
        let first = quote_start + 1;
        let quote = char::from(text.as_bytes()[quote_start]);
        let is_apostrophe = text[..quote_start].ends_with(char::is_alphanumeric);
        at = match text[first..range.end].find(quote) {
            Some(length) if !is_apostrophe => {
                let target = first..first + length;
                spans.push(LinkSpan { address: text[target.clone()].to_owned(), target, link: None });
                first + length + 1
            }
            _ => first,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::find_link_spans;
    use crate::markdown::MarkdownOptions;

    #[track_caller]
    fn check(markdown: &str, targets: &[&str], shown: &[&str]) {
        let text = format!("---\n---\n{markdown}");
        let found = find_link_spans(&text, 8, &MarkdownOptions::default());
        assert_eq!(found.iter().map(|span| &text[span.target.clone()]).collect::<Vec<_>>(), targets, "{markdown}");
        let links = found.into_iter().filter_map(|span| Some(&text[span.link?.1]));
        assert_eq!(links.collect::<Vec<_>>(), shown, "{markdown}");
    }

    #[test]
    fn targets_of_links_and_pictures_are_found() {
        check("[*a* b](/c/) and ![d](e.svg \"f\"), [g](<h i.md>)", &["/c/", "e.svg", "h i.md"], &["*a* b", "g"]);
        check("[a][b], [c][b]\n\n[b]: /d/ 'e'\n", &["/d/", "/d/"], &["a", "c"]);
        check("| [a](/b/) |\n|---|\n| [c](/d/#e) |\n", &["/b/", "/d/#e"], &["a", "c"]);
        check("ä [a](/தமிழ்/) [![b](c.svg)](/d/)\n", &["/தமிழ்/", "c.svg", "/d/"], &["a", "![b](c.svg)"]);
        check("[a](/b\\_c/ 'd') [e](</f g&amp;h/>)\n", &["/b\\_c/", "/f g&amp;h/"], &["a", "e"]);
        check("![a] [b]\n\n[a]: /\\(c.svg\n[b]:\n  <d&#58;e>\n", &["/\\(c.svg", "d&#58;e"], &["b"]);
        check("\0 [a](/b/) \0[c](/d/)\n", &["/b/", "/d/"], &["a", "c"]);
    }

    #[test]
    fn quoted_texts_of_tags_are_found() {
        let tags = "<a href=\"/b/\">c</a> <Card to=\"/d/\" more={[\"/e/\", 5]} />";
        check(tags, &["/b/", "/d/", "/e/"], &[]);
        check("<Card\n  to='/d/'\n/>\n", &["/d/"], &[]);
        check("<p>It's <a href=\"/b/\">c</a>, isn't it?</p>\n", &["/b/"], &[]);
    }

    #[test]
    fn code_is_left_out() {
        check("`[a](/b/)` and\n\n```\n[a](/b/)\n<a href=\"/b/\">\n```\n\n    [a](/b/)\n", &[], &[]);
        check("```\n<A b={\n```\n}>[a](/b/)\n", &["/b/"], &["a"]);
    }
}
