//! Markup in texts of pulldown-cmark's events: bare addresses (`https://example.com`, `www.example.com`,
//! `ada@example.com`), and sub- and superscripts within words (`H~2~O`, `x^2^`).
//!
//! The parser splits text at characters that might be markup, so neighbouring texts are read as one.

use std::collections::VecDeque;
use std::iter::Peekable;
use std::ops::Range;

use linkify::{LinkFinder, LinkKind};
use memchr::memmem;
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::events::{ParserEvent, ParserEvents};
use super::options::MarkdownSettings;
use super::text::is_escaped;
use crate::html;

/// The parser's events, with the markup in text.
struct TextMarkup<'a> {
    events: Peekable<ParserEvents<'a>>,
    /// The parser's input.
    text: &'a str,
    settings: &'a MarkdownSettings,
    /// The number of open elements whose text stays as it is: links, images, code.
    literal_depth: usize,
    /// Whether an `<a>` of HTML is open.
    in_html_link: bool,
    /// The events that replace the texts read last.
    queue: VecDeque<ParserEvent<'a>>,
}

/// An element, and the range of the parsed text that it replaces.
type Markup<'a> = (Tag<'a>, Range<usize>);

/// Adds the markup in text to the events of the parser, whose input is `text`.
pub(super) fn add_markup<'a>(
    events: ParserEvents<'a>,
    text: &'a str,
    settings: &'a MarkdownSettings,
) -> ParserEvents<'a> {
    if !may_hold_markup(text.as_bytes(), settings) {
        return events;
    }
    let (events, queue) = (events.peekable(), VecDeque::new());
    Box::new(TextMarkup { events, text, settings, literal_depth: 0, in_html_link: false, queue })
}

/// Whether a text has characters of addresses, or of sub- and superscripts.
fn may_hold_markup(text: &[u8], settings: &MarkdownSettings) -> bool {
    let &MarkdownSettings { autolinks, sub_superscript, .. } = settings;
    let has = |part: &[u8]| memmem::find(text, part).is_some();
    autolinks && (has(b"@") || has(b"://") || has(b"www.")) || sub_superscript && (has(b"~") || has(b"^"))
}

impl<'a> TextMarkup<'a> {
    /// Whether text at this point stays as it is.
    fn is_literal(&self) -> bool {
        self.literal_depth > 0 || self.in_html_link
    }

    fn record_open_elements(&mut self, event: &Event) {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => self.literal_depth += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => self.literal_depth -= 1,
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell | TagEnd::DefinitionListTitle,
            ) => self.in_html_link = false,
            Event::InlineHtml(tag) if opens_link(tag) => self.in_html_link = true,
            Event::InlineHtml(tag) if tag.eq_ignore_ascii_case("</a>") => self.in_html_link = false,
            _ => {}
        }
    }

    /// Reads a text and the texts that follow it without a gap, and queues the events that replace them.
    fn read_texts(&mut self, text: CowStr<'a>, range: Range<usize>) {
        let mut texts = vec![(text, range.clone())];
        let mut all = range;
        while let Some((Event::Text(text), range)) =
            self.events.next_if(|(event, range)| matches!(event, Event::Text(_)) && range.start == all.end)
        {
            all.end = range.end;
            texts.push((text, range));
        }
        if !may_hold_markup(&self.text.as_bytes()[all.clone()], self.settings) {
            return self.queue.extend(texts.into_iter().map(|(text, range)| (Event::Text(text), range)));
        }
        let mut at = all.start;
        for (tag, range) in self.find_markup(&all, &texts) {
            push_texts(&mut self.queue, &texts, at..range.start);
            at = range.end;
            let end = tag.to_end();
            self.queue.push_back((Event::Start(tag), range.clone()));
            if end == TagEnd::Link {
                let address = html::decode(&self.text[range.clone()]);
                self.queue.push_back((Event::Text(address.into()), range.clone()));
            } else {
                push_texts(&mut self.queue, &texts, range.start + 1..range.end - 1);
            }
            self.queue.push_back((Event::End(end), range));
        }
        push_texts(&mut self.queue, &texts, at..all.end);
    }

    /// Finds the markup in a range of the text, in order.
    fn find_markup(&self, all: &Range<usize>, texts: &[(CowStr, Range<usize>)]) -> Vec<Markup<'a>> {
        let mut markup = if self.settings.autolinks { self.find_links(all, texts) } else { Vec::new() };
        if self.settings.sub_superscript {
            self.find_sub_superscripts(all, &mut markup);
        }
        markup.sort_by_key(|(_, range)| range.start);
        markup
    }

    fn find_links(&self, all: &Range<usize>, texts: &[(CowStr, Range<usize>)]) -> Vec<Markup<'a>> {
        let mut found = Vec::new();
        let mut finder = LinkFinder::new();
        finder.url_must_have_scheme(false);
        for link in finder.links(&self.text[all.clone()]) {
            let mut range = all.start + link.start()..all.start + link.end();
            let before = self.text[..range.start].chars().next_back();
            let is_web = ["http://", "https://"].iter().any(|start| link.as_str().starts_with(start));
            let (link_type, scheme) = match link.kind() {
                // The part before the `@` is incomplete: it begins in an earlier text.
                LinkKind::Email if before.is_some_and(|c| c.is_alphanumeric() || "._-+:/\\".contains(c)) => continue,
                LinkKind::Email => (LinkType::Email, ""),
                _ if link.as_str().starts_with("www.") => (LinkType::Autolink, "http://"),
                _ if is_web => (LinkType::Autolink, ""),
                _ => continue,
            };
            // An address that would end within a character reference ends before it: in `https://a.org/b&gt;`, before
            // the `&`.
            let cut = texts.iter().find(|(_, part)| part.start < range.end && range.end < part.end);
            if let Some((_, part)) = cut
                && self.text.as_bytes()[part.start] == b'&'
            {
                range.end = part.start.max(range.start + 1);
            }
            let dest_url = [scheme, &html::decode(&self.text[range.clone()])].concat().into();
            found.push((Tag::Link { link_type, dest_url, title: "".into(), id: "".into() }, range));
        }
        found
    }

    /// Adds the sub- and superscripts outside of links: `~2~`, `^2^`, without spaces.
    fn find_sub_superscripts(&self, all: &Range<usize>, markup: &mut Vec<Markup<'a>>) {
        let bytes = self.text.as_bytes();
        // Only the first character can be escaped: texts before and after a backslash are not read as one.
        let mut at = all.start + usize::from(is_escaped(&bytes[..all.start]));
        while let Some(open) = memchr::memchr2(b'~', b'^', &bytes[at.min(all.end)..all.end]).map(|found| at + found) {
            let mark = bytes[open];
            at = open + 1;
            let inner = bytes[at..all.end].iter().take_while(|b| **b != mark && !b.is_ascii_whitespace()).count();
            let close = at + inner;
            let is_single = |i: usize| !bytes[..i].ends_with(&[mark]) && !bytes[i + 1..].starts_with(&[mark]);
            let is_closed = inner > 0 && close < all.end && bytes[close] == mark;
            let in_link = markup.iter().any(|(_, link)| link.start < close && open < link.end);
            if !is_closed || !is_single(open) || !is_single(close) || in_link {
                continue;
            }
            at = close + 1;
            markup.push((if mark == b'~' { Tag::Subscript } else { Tag::Superscript }, open..at));
        }
    }
}

/// Queues the parts of the texts within a range. A text that differs from its source, as a character reference does, is
/// queued only as a whole.
fn push_texts<'a>(queue: &mut VecDeque<ParserEvent<'a>>, texts: &[(CowStr<'a>, Range<usize>)], range: Range<usize>) {
    for (text, at) in texts {
        let part = at.start.max(range.start)..at.end.min(range.end);
        if part.is_empty() {
            continue;
        }
        let part_of_text = part.start - at.start..part.end - at.start;
        match text {
            _ if part == *at => queue.push_back((Event::Text(text.clone()), part)),
            CowStr::Borrowed(text) if text.len() == at.len() => {
                queue.push_back((Event::Text(CowStr::Borrowed(&text[part_of_text])), part));
            }
            _ => {}
        }
    }
}

fn opens_link(tag: &str) -> bool {
    matches!(tag.as_bytes(), [b'<', b'a' | b'A', after, ..] if *after == b'>' || after.is_ascii_whitespace())
}

impl<'a> Iterator for TextMarkup<'a> {
    type Item = ParserEvent<'a>;

    fn next(&mut self) -> Option<ParserEvent<'a>> {
        if !self.queue.is_empty() {
            return self.queue.pop_front();
        }
        let mut next = self.events.next();
        match &mut next {
            Some((Event::Text(text), range)) if !self.is_literal() => {
                let (text, range) = (std::mem::replace(text, "".into()), range.clone());
                self.read_texts(text, range);
                return self.queue.pop_front();
            }
            Some((event, _)) => self.record_open_elements(event),
            None => {}
        }
        next
    }
}
