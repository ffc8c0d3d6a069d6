//! Between pulldown-cmark's parser and its HTML writer: most events pass untouched; headings get ids, and links, images
//! and component tags become marks (one NUL each) in the HTML.

use std::collections::VecDeque;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};

use super::headings::Headings;
use super::pieces::{Cut, Mark, Site};
use super::source::Source;
use super::words::Words;
use super::{Body, Options, Problem, tag};

pub(super) struct Events<'a, I> {
    parser: I,
    source: &'a Source<'a>,
    /// What the parser reads: the source, or as long as it.
    parsed: &'a str,
    options: &'a Options,
    any_tag: bool,
    /// Events that come before the parser's next.
    queue: VecDeque<Event<'a>>,
    /// Where each element around begins, if the text may hold a component.
    around: Vec<usize>,
    html: HtmlBlock,
    headings: Headings,
    words: Words,
    marks: Vec<Mark>,
    problems: Vec<Problem>,
    /// Where component tags were met.
    tags: Vec<usize>,
}

/// What the HTML block being read may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HtmlBlock {
    /// Scripts, comments and the like: nothing to be found in them.
    Verbatim,
    Markup,
    /// Markup, within a comment.
    Comment,
    /// The line `<!-- more -->`.
    SummaryEnd,
}

impl<'a, I: Iterator<Item = (Event<'a>, Range<usize>)>> Events<'a, I> {
    pub fn new(parser: I, source: &'a Source<'a>, parsed: &'a str, options: &'a Options, any_tag: bool) -> Self {
        Self {
            parser,
            source,
            parsed,
            options,
            any_tag,
            queue: VecDeque::new(),
            around: Vec::with_capacity(8),
            html: HtmlBlock::Markup,
            headings: Headings::new(parsed, options.heading_ids),
            words: Words::of(parsed.len()),
            marks: Vec::new(),
            problems: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// The body from the HTML that was written, the mistakes, and where component tags were met.
    pub fn finish(self, html: &str) -> (Body, Vec<Problem>, Vec<usize>) {
        let cut = Cut::new(html, self.marks);
        let mut problems = self.problems;
        problems.extend(cut.problems);
        let toc = self.headings.into_tree();
        let body = Body { pieces: cut.pieces, toc, words: self.words.count(), summary_end: cut.summary_end };
        (body, problems, self.tags)
    }

    /// Takes note of an event; true if it goes on as it is. Every event passes here, and most need little: for the
    /// compiler to put that into the writer's loop, what needs more stays out of line.
    #[inline]
    fn passes(&mut self, event: &Event<'a>, range: &Range<usize>) -> bool {
        match event {
            Event::Text(text) | Event::Code(text) => self.words.text(text),
            Event::SoftBreak | Event::HardBreak | Event::Rule => self.words.gap(),
            Event::Start(tag) => return self.start_passes(tag, range),
            Event::End(tag) => {
                if self.any_tag && *tag != TagEnd::HtmlBlock {
                    self.around.pop();
                }
                if !matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) {
                    self.words.gap();
                }
            }
            Event::Html(_) | Event::InlineHtml(_) => return self.html_passes(event),
            _ => {}
        }
        true
    }

    #[inline(never)]
    fn start_passes(&mut self, tag: &Tag<'a>, range: &Range<usize>) -> bool {
        // Only components ask what is around them.
        if self.any_tag && !matches!(tag, Tag::Image { .. } | Tag::HtmlBlock) {
            self.around.push(range.start);
        }
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough => return true,
            Tag::Link { link_type, dest_url, .. } => return *link_type == LinkType::Email || leads_out(dest_url),
            Tag::Image { .. } => return false,
            _ => self.words.gap(),
        }
        match tag {
            Tag::Heading { .. } => false,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                !self.options.highlight.as_ref().is_some_and(|h| h.knows(info))
            }
            Tag::HtmlBlock => {
                self.html = self.html_block(range);
                true
            }
            _ => true,
        }
    }

    #[inline(never)]
    fn html_passes(&self, event: &Event<'a>) -> bool {
        match (event, self.html) {
            (Event::Html(_), HtmlBlock::SummaryEnd) => false,
            (Event::Html(_), HtmlBlock::Verbatim) => true,
            _ => !self.any_tag,
        }
    }

    /// Puts what becomes of the event into the queue.
    fn expand(&mut self, event: Event<'a>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let span = self.written(&dest_url, range);
                self.mark(Mark::Link { target: dest_url.into_string(), span });
                self.queue.push_back(Event::Start(Tag::Link { link_type, dest_url: "".into(), title, id }));
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let span = self.written(&dest_url, range);
                let alt = self.alt();
                self.mark(Mark::Image { target: dest_url.into_string(), alt, title: title.into_string(), span });
            }
            Event::Start(Tag::Heading { level, id, classes, attrs }) => self.heading(level, id, classes, attrs),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => self.highlighted(info),
            Event::Html(_) if self.html == HtmlBlock::SummaryEnd => {
                self.mark(Mark::SummaryEnd);
                // Once: the line's end may come as an event of its own.
                self.html = HtmlBlock::Verbatim;
            }
            Event::Html(html) => self.html_line(html, range),
            Event::InlineHtml(html) => match self.component(range, false) {
                Some(_) => {}
                None => self.queue.push_back(Event::InlineHtml(html)),
            },
            other => self.queue.push_back(other),
        }
    }

    fn mark(&mut self, mark: Mark) {
        self.marks.push(mark);
        self.queue.push_back(Event::InlineHtml("\0".into()));
    }

    /// Where a link's target is written, be it in the link or in a reference definition: a part of the parsed text,
    /// unless escapes had to be resolved in it.
    fn written(&self, target: &CowStr<'a>, link: Range<usize>) -> Range<usize> {
        let part = match target {
            CowStr::Borrowed(part) if !part.is_empty() => part.as_ptr().addr().checked_sub(self.parsed.as_ptr().addr()),
            _ => None,
        };
        let part = part.map(|start| start..start.saturating_add(target.len()));
        self.source.span(part.filter(|p| p.end <= self.parsed.len()).unwrap_or(link))
    }

    /// The text of the image that has begun, up to its end.
    fn alt(&mut self) -> String {
        let mut alt = String::new();
        let mut depth = 1;
        while depth > 0 {
            match self.parser.next() {
                Some((Event::Start(_), _)) => depth += 1,
                Some((Event::End(_), _)) => depth -= 1,
                Some((event, _)) => push_text(&mut alt, &event),
                None => break,
            }
        }
        alt
    }

    fn heading(
        &mut self,
        level: HeadingLevel,
        id: Option<CowStr<'a>>,
        classes: Vec<CowStr<'a>>,
        attrs: Vec<(CowStr<'a>, Option<CowStr<'a>>)>,
    ) {
        let at = self.queue.len();
        self.queue.push_back(Event::Start(Tag::Heading { level, id: None, classes, attrs }));
        let mut text = String::new();
        while let Some((event, range)) = self.parser.next() {
            let ends = matches!(event, Event::End(TagEnd::Heading(_)));
            let is_image = matches!(event, Event::Start(Tag::Image { .. }));
            if !matches!(event, Event::InlineHtml(_)) {
                push_text(&mut text, &event);
            }
            if self.passes(&event, &range) {
                self.queue.push_back(event);
            } else {
                self.expand(event, range);
            }
            if let (true, Some(Mark::Image { alt, .. })) = (is_image, self.marks.last()) {
                text.push_str(alt);
            }
            if ends {
                break;
            }
        }
        let given = self.headings.add(level as u8, id.map(CowStr::into_string), text);
        if let (Some(Event::Start(Tag::Heading { id, .. })), Some(given)) = (self.queue.get_mut(at), given) {
            *id = Some(given.to_owned().into());
        }
    }

    fn highlighted(&mut self, info: CowStr<'a>) {
        let mut code = String::new();
        for (event, _) in self.parser.by_ref() {
            match event {
                Event::End(_) => break,
                event => push_text(&mut code, &event),
            }
        }
        if self.any_tag {
            self.around.pop();
        }
        self.words.text(&code);
        self.words.gap();
        let html = self.options.highlight.as_ref().and_then(|h| h.html(&info, &code));
        let content = html.map_or_else(|| Event::Text(code.into()), |html| Event::Html(html.into()));
        self.queue.push_back(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))));
        self.queue.push_back(content);
        self.queue.push_back(Event::End(TagEnd::CodeBlock));
    }

    fn html_block(&self, range: &Range<usize>) -> HtmlBlock {
        let text = self.source.text[range.clone()].trim();
        let begins = |tag: &str| {
            let name = text.get(1..=tag.len());
            let after = text.as_bytes().get(tag.len() + 1);
            name.is_some_and(|n| n.eq_ignore_ascii_case(tag)) && after.is_none_or(|b| !b.is_ascii_alphanumeric())
        };
        let comment = text.strip_prefix("<!--").and_then(|t| t.strip_suffix("-->"));
        // At the very beginning of a line an HTML block lies in no list or quote.
        let begins_line = range.start == 0 || self.source.text.as_bytes()[range.start - 1] == b'\n';
        if comment.is_some_and(|c| c.trim() == "more") && begins_line {
            HtmlBlock::SummaryEnd
        } else if text.starts_with("<!")
            || text.starts_with("<?")
            || ["script", "pre", "style", "textarea"].iter().any(|t| begins(t))
        {
            HtmlBlock::Verbatim
        } else {
            HtmlBlock::Markup
        }
    }

    /// One line of an HTML block, with the component tags in it as marks.
    fn html_line(&mut self, html: CowStr<'a>, range: Range<usize>) {
        let line = &self.source.text[range.clone()];
        let mut passed = 0;
        let mut at = 0;
        loop {
            if self.html == HtmlBlock::Comment {
                let Some(end) = line[at..].find("-->") else { break };
                at += end + 3;
                self.html = HtmlBlock::Markup;
            }
            let Some(tag) = line[at..].find('<') else { break };
            at += tag;
            if line[at..].starts_with("<!--") {
                self.html = HtmlBlock::Comment;
                at += 4;
                continue;
            }
            let queued = self.queue.len();
            if let Some(end) = self.component(range.start + at..range.end, true) {
                if passed < at {
                    self.queue.insert(queued, Event::Html(line[passed..at].into()));
                }
                at = end - range.start;
                passed = at;
            } else {
                at += 1;
            }
        }
        if passed == 0 {
            self.queue.push_back(Event::Html(html));
        } else if passed < line.len() {
            self.queue.push_back(Event::Html(line[passed..].into()));
        }
    }

    /// Puts a mark for the component tag at the beginning of `range`, and gives where it ends; `None` if there is none.
    fn component(&mut self, range: Range<usize>, block: bool) -> Option<usize> {
        let site = Site { block, within: (self.around.len(), self.around.last().copied().unwrap_or(0)) };
        let at = range.start;
        let rest = &self.source.text[range.clone()];
        if let Some((name, length)) = tag::closing(rest) {
            let span = self.source.span(at..at + length);
            self.mark(Mark::Close { name: name.to_owned(), span, site });
            return Some(at + length);
        }
        let tag = tag::Tag::read(self.source, at).filter(|tag| tag.end <= range.end)?;
        self.tags.push(at);
        self.problems.extend(tag.problems);
        let tag::Tag { name, attributes, self_closing, span, .. } = tag;
        self.mark(Mark::Open { name, attributes, self_closing, span, site });
        Some(tag.end)
    }
}

impl<'a, I: Iterator<Item = (Event<'a>, Range<usize>)>> Iterator for &mut Events<'a, I> {
    type Item = Event<'a>;

    #[expect(clippy::inline_always, reason = "a call would cost more than what most events need")]
    #[inline(always)]
    fn next(&mut self) -> Option<Event<'a>> {
        while self.queue.is_empty() {
            let (event, range) = self.parser.next()?;
            if self.passes(&event, &range) {
                return Some(event);
            }
            self.expand(event, range);
        }
        self.queue.pop_front()
    }
}

/// Appends what a reader sees of an inline event, without markup.
fn push_text(text: &mut String, event: &Event) {
    match event {
        Event::Text(part) | Event::Code(part) | Event::InlineHtml(part) => text.push_str(part),
        Event::SoftBreak | Event::HardBreak => text.push(' '),
        _ => {}
    }
}

/// Whether a link's target is no matter of this site's pages: it has a scheme or host of its own, or is but a fragment.
fn leads_out(target: &str) -> bool {
    let scheme =
        target.bytes().position(|b| !b.is_ascii_alphanumeric() && !b"+.-".contains(&b)).unwrap_or(target.len());
    let has_scheme = target[scheme..].starts_with(':') && target.starts_with(|c: char| c.is_ascii_alphabetic());
    has_scheme || target.starts_with('#') || target.starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::leads_out;

    fn check(target: &str, expected: bool) {
        assert_eq!(leads_out(target), expected, "{target:?}");
    }

    #[test]
    fn schemes_hosts_and_fragments_lead_out() {
        check("https://example.com/", true);
        check("mailto:a@example.com", true);
        check("tel:+914400000000", true);
        check("//example.com/a", true);
        check("#part", true);
        check("", false);
        check("/ContactUs/#map", false);
        check("../a.md#b:c", false);
        check("a/b:c", false);
        check(":a", false);
    }
}
