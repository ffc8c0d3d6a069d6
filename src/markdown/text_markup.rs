//! Markup in texts of pulldown-cmark's events: bare addresses (`https://example.com`, `www.example.com`,
//! `ada@example.com`), and sub- and superscripts within words (`H~2~O`, `x^2^`).
//!
//! The parser splits text at characters that might be markup, so neighbouring texts are read as one.

use std::ops::Range;

use linkify::{LinkFinder, LinkKind};
use memchr::memmem;
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::events::ParserEvent;
use super::options::MarkdownSettings;
use super::text::is_escaped;
use crate::html;

/// An element, and the range of the parsed text that it replaces.
type Markup<'a> = (Tag<'a>, Range<usize>);

/// Adds the markup in text to the events of the parser, whose input is `text`.
pub(super) fn add_markup<'a>(
    events: Vec<ParserEvent<'a>>,
    text: &'a str,
    settings: &MarkdownSettings,
) -> Vec<ParserEvent<'a>> {
    let signs = find_signs(text.as_bytes(), settings);
    if signs.is_empty() {
        return events;
    }
    // The indices of events, and the events that replace them.
    let mut replacements: Vec<(Range<usize>, Vec<ParserEvent<'a>>)> = Vec::new();
    let mut run_start = 0;
    // The number of open elements whose text stays as it is: links, images, code.
    let mut literal_depth = 0_usize;
    // Whether an `<a>` of HTML is open.
    let mut in_html_link = false;
    let are_one_text = |(event, range): &ParserEvent<'_>, (next, next_range): &ParserEvent<'_>| {
        matches!((event, next), (Event::Text(_), Event::Text(_))) && range.end == next_range.start
    };
    for run in events.chunk_by(are_one_text) {
        let indices = run_start..run_start + run.len();
        run_start = indices.end;
        match &run[0].0 {
            Event::Text(_) if literal_depth == 0 && !in_html_link => {
                let all = run[0].1.start..run[run.len() - 1].1.end;
                let next_sign = signs.partition_point(|sign| *sign < all.start);
                if signs.get(next_sign).is_some_and(|sign| *sign < all.end) {
                    replacements.push((indices, add_markup_to_run(run, all, text, settings)));
                }
            }
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => literal_depth += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => literal_depth -= 1,
            Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::Item
                | TagEnd::TableCell
                | TagEnd::DefinitionListTitle
                | TagEnd::DefinitionListDefinition,
            ) => in_html_link = false,
            Event::InlineHtml(tag) if is_link_tag(tag, "<") => in_html_link = true,
            Event::InlineHtml(tag) if is_link_tag(tag, "</") => in_html_link = false,
            _ => {}
        }
    }
    if replacements.is_empty() {
        return events;
    }
    let mut result = Vec::with_capacity(events.len());
    let mut events = events.into_iter();
    let mut copied = 0;
    for (indices, replacement) in replacements {
        result.extend(events.by_ref().take(indices.start - copied));
        result.extend(replacement);
        events.by_ref().take(indices.len()).for_each(drop);
        copied = indices.end;
    }
    result.extend(events);
    result
}

/// Finds the signs of markup in `text`: every address has an `@`, `://` or `www.`, and every sub- or superscript a `~`
/// or `^`. Returns their positions, sorted.
fn find_signs(text: &[u8], settings: &MarkdownSettings) -> Vec<usize> {
    let addresses: &[&str] = if settings.autolinks { &["@", "://", "www."] } else { &[] };
    let scripts: &[&str] = if settings.sub_superscript { &["~", "^"] } else { &[] };
    let mut signs: Vec<_> = addresses.iter().chain(scripts).flat_map(|sign| memmem::find_iter(text, sign)).collect();
    signs.sort_unstable();
    signs
}

/// Returns neighbouring texts, which fill the range `all`, with the markup in the texts.
fn add_markup_to_run<'a>(
    texts: &[ParserEvent<'a>],
    all: Range<usize>,
    text: &'a str,
    settings: &MarkdownSettings,
) -> Vec<ParserEvent<'a>> {
    let mut markup = Vec::new();
    if settings.autolinks {
        find_links(text, &all, texts, &mut markup);
    }
    if settings.sub_superscript {
        find_sub_superscripts(text, &all, &mut markup);
    }
    markup.sort_by_key(|(_, range)| range.start);
    let mut result = Vec::new();
    let mut at = all.start;
    for (tag, range) in markup {
        push_texts(&mut result, texts, at..range.start);
        at = range.end;
        let end = tag.to_end();
        result.push((Event::Start(tag), range.clone()));
        if end == TagEnd::Link {
            result.push((Event::Text(html::decode(&text[range.clone()]).into()), range.clone()));
        } else {
            push_texts(&mut result, texts, range.start + 1..range.end - 1);
        }
        result.push((Event::End(end), range));
    }
    push_texts(&mut result, texts, at..all.end);
    result
}

/// Finds the addresses in the range `all` of the text.
fn find_links<'a>(text: &'a str, all: &Range<usize>, texts: &[ParserEvent<'a>], markup: &mut Vec<Markup<'a>>) {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    for link in finder.links(&text[all.clone()]) {
        let mut range = all.start + link.start()..all.start + link.end();
        let before = text[..range.start].chars().next_back();
        let is_web = ["http://", "https://"].iter().any(|start| link.as_str().starts_with(start));
        let (link_type, scheme) = match link.kind() {
            // Only the last part of an address was found, as in `a\_b@c.org`.
            LinkKind::Email if before.is_some_and(|c| c.is_alphanumeric() || "._-+:/\\".contains(c)) => continue,
            LinkKind::Email => (LinkType::Email, ""),
            _ if link.as_str().starts_with("www.") => (LinkType::Autolink, "http://"),
            _ if is_web => (LinkType::Autolink, ""),
            _ => continue,
        };
        // An address that would end within a character reference ends before the reference: in `https://a.org/b&gt;`,
        // before the `&`. A text is a character reference if its source begins with `&` and the shown text differs from
        // the source. An ordinary `&` is shown as written.
        let is_reference = |event: &Event<'_>, part: &str| {
            part.starts_with('&') && !matches!(event, Event::Text(shown) if **shown == *part)
        };
        let cut = texts.iter().find(|(event, part)| {
            let has_end = part.start < range.end && range.end < part.end;
            has_end && range.start < part.start && is_reference(event, &text[part.clone()])
        });
        if let Some((_, part)) = cut {
            range.end = part.start;
        }
        let dest_url = [scheme, &html::decode(&text[range.clone()])].concat().into();
        markup.push((Tag::Link { link_type, dest_url, title: "".into(), id: "".into() }, range));
    }
}

/// Finds the sub- and superscripts outside of links: `~2~`, `^2^`, without spaces.
fn find_sub_superscripts(text: &str, all: &Range<usize>, markup: &mut Vec<Markup<'_>>) {
    let bytes = text.as_bytes();
    // Only the first character of the range can be escaped: after a backslash, a new range begins.
    let mut at = all.start + usize::from(is_escaped(&bytes[..all.start]));
    while let Some(open) = memchr::memchr2(b'~', b'^', &bytes[at.min(all.end)..all.end]).map(|found| at + found) {
        let sign = bytes[open];
        at = open + 1;
        let inner = bytes[at..all.end].iter().take_while(|b| **b != sign && !b.is_ascii_whitespace()).count();
        let close = at + inner;
        let is_single = |i: usize| !bytes[..i].ends_with(&[sign]) && !bytes[i + 1..].starts_with(&[sign]);
        let is_closed = inner > 0 && close < all.end && bytes[close] == sign;
        let in_link = markup.iter().any(|(_, link)| link.start < close && open < link.end);
        if !is_closed || !is_single(open) || !is_single(close) || in_link {
            continue;
        }
        at = close + 1;
        markup.push((if sign == b'~' { Tag::Subscript } else { Tag::Superscript }, open..at));
    }
}

/// Adds the parts of the texts within a range. A text that differs from its source, such as a character reference, is
/// added only as a whole.
fn push_texts<'a>(result: &mut Vec<ParserEvent<'a>>, texts: &[ParserEvent<'a>], range: Range<usize>) {
    for (event, at) in texts {
        let part = at.start.max(range.start)..at.end.min(range.end);
        if part.is_empty() {
            continue;
        }
        let part_of_text = part.start - at.start..part.end - at.start;
        match event {
            _ if part == *at => result.push((event.clone(), part)),
            Event::Text(CowStr::Borrowed(text)) if text.len() == at.len() => {
                result.push((Event::Text(CowStr::Borrowed(&text[part_of_text])), part));
            }
            _ => {}
        }
    }
}

/// Whether a tag belongs to `<a>`. `start` is `<` for an opening tag, and `</` for a closing tag.
fn is_link_tag(tag: &str, start: &str) -> bool {
    let rest = tag.strip_prefix(start).unwrap_or_default();
    matches!(rest.as_bytes(), [b'a' | b'A', after, ..] if *after == b'>' || after.is_ascii_whitespace())
}
