//! The texts of Markdown that can be edited as they are written: paragraphs, headings, items of lists, cells of tables
//! and fenced code, each with its bytes.
//!
//! Texts with a component are left out, and texts whose lines have different prefixes: replacing them as a whole could
//! break their structure.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag};
use serde::{Deserialize, Serialize};

use super::options::MarkdownOptions;
use super::parser_events;
use super::tag_mask::mask_all;
use super::text::MarkdownText;
use super::word_count::is_block;
use crate::lines::line_start;

/// The kind of block that contains an editable text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextBlockKind {
    Paragraph,
    Heading,
    Item,
    Cell,
    /// The lines of a fenced code block.
    Code,
}

/// An editable text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextBlock {
    pub kind: TextBlockKind,
    /// The level of a heading, from 1 to 6.
    pub level: Option<u8>,
    /// The bytes of the text in the file, from the first character to the last.
    pub span: Range<usize>,
    /// The prefix of each line but the first: blanks, or the `>` of a quote.
    pub prefix: String,
    /// The text as written, without the prefixes.
    pub text: String,
}

/// Finds the editable texts of the Markdown from the byte `start` of `text`.
pub fn text_blocks(text: &str, start: usize, options: &MarkdownOptions) -> Vec<TextBlock> {
    let markdown = text.get(start..).unwrap_or_default();
    // `MarkdownText` replaces a NUL by a longer character, so the spans after it would be wrong.
    if markdown.contains('\0') {
        return Vec::new();
    }
    let source = MarkdownText::new(text, start);
    let masked = mask_all(&source);
    let mut finder = BlockFinder { markdown, start, open: Vec::new(), found: Vec::new() };
    for (event, span) in parser_events(&masked, options) {
        finder.add(&event, span);
    }
    finder.found
}

/// The kind of a block whose text can be edited, and the level of a heading.
type EditableKind = (TextBlockKind, Option<u8>);

/// A block whose end is not read yet.
struct OpenBlock {
    /// `None` if the text of the block can't be edited.
    kind: Option<EditableKind>,
    /// The bytes of the inline content read so far; `None` before its first event. An item may have several inline
    /// contents, with blocks between them.
    span: Option<Range<usize>>,
    /// The text of a code block.
    code: String,
}

struct BlockFinder<'t> {
    markdown: &'t str,
    /// The byte in the file at which the Markdown begins.
    start: usize,
    /// The open blocks, the innermost last.
    open: Vec<OpenBlock>,
    found: Vec<TextBlock>,
}

impl BlockFinder<'_> {
    fn add(&mut self, event: &Event<'_>, span: Range<usize>) {
        match event {
            Event::Start(tag) if is_block(tag.to_end()) => {
                // The inline content of an item ends where a block begins inside the item.
                self.finish_inline();
                self.open.push(OpenBlock { kind: editable_kind(tag), span: None, code: String::new() });
            }
            Event::End(end) if is_block(*end) => {
                self.finish_inline();
                self.open.pop();
            }
            Event::End(_) | Event::Html(_) | Event::Rule | Event::TaskListMarker(_) => {}
            _ => {
                let Some(block) = self.open.last_mut() else { return };
                let known = block.span.get_or_insert(span.clone());
                *known = known.start.min(span.start)..known.end.max(span.end);
                if let (Some((TextBlockKind::Code, _)), Event::Text(text)) = (block.kind, event) {
                    block.code.push_str(text);
                }
            }
        }
    }

    /// Adds the inline content of the innermost block to the editable texts.
    fn finish_inline(&mut self) {
        let Some(OpenBlock { kind: Some(kind), span, code }) = self.open.last_mut() else { return };
        let Some(span) = span.take() else { return };
        self.found.extend(match kind {
            (TextBlockKind::Code, _) => read_code(self.markdown, self.start, &span, code),
            _ => read_block(self.markdown, self.start, *kind, span),
        });
    }
}

/// Returns the kind of a block whose text can be edited.
fn editable_kind(tag: &Tag<'_>) -> Option<EditableKind> {
    match tag {
        Tag::Paragraph => Some((TextBlockKind::Paragraph, None)),
        Tag::Heading { level, .. } => Some((TextBlockKind::Heading, Some(*level as u8))),
        Tag::Item => Some((TextBlockKind::Item, None)),
        Tag::TableCell => Some((TextBlockKind::Cell, None)),
        Tag::CodeBlock(CodeBlockKind::Fenced(_)) => Some((TextBlockKind::Code, None)),
        _ => None,
    }
}

/// Reads the text of a block; `None` if it contains a component, or if its lines have different prefixes.
fn read_block(markdown: &str, start: usize, (kind, level): EditableKind, span: Range<usize>) -> Option<TextBlock> {
    // The span of an escaped character does not include the backslash.
    let is_escaped = markdown[..span.start].ends_with('\\');
    let first = span.start - usize::from(is_escaped);
    let written = markdown.get(first..span.end)?.trim_end();
    let span = first..first + written.len();
    let has_component = written.as_bytes().windows(2).any(|pair| matches!(pair, [b'<', b'A'..=b'Z']));
    if written.is_empty() || has_component {
        return None;
    }
    let mut lines = written.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let mut text = lines.next()?.to_owned();
    let mut prefix: Option<&str> = None;
    for line in lines {
        let rest = line.trim_start_matches([' ', '\t', '>']);
        let before = &line[..line.len() - rest.len()];
        if prefix.is_some_and(|prefix| prefix != before) {
            return None;
        }
        prefix = Some(before);
        text.push('\n');
        text.push_str(rest);
    }
    let prefix = prefix.unwrap_or_default().to_owned();
    Some(TextBlock { kind, level, span: start + span.start..start + span.end, prefix, text })
}

/// Reads the text of a code block; `None` if the code is empty, or if its lines have different prefixes: then the text
/// differs from the `code` of the parser.
fn read_code(markdown: &str, start: usize, span: &Range<usize>, code: &str) -> Option<TextBlock> {
    let prefix = &markdown[line_start(markdown, span.start)..span.start];
    let written = markdown[span.clone()].trim_end();
    let (first, others) = written.split_once('\n').unwrap_or((written, ""));
    let mut text = first.trim_end_matches('\r').to_owned();
    for line in others.lines() {
        text.push('\n');
        // An empty line may lack the blanks of the prefix.
        text.push_str(line.strip_prefix(prefix).unwrap_or_else(|| line.trim_start_matches([' ', '\t', '>'])));
    }
    let is_exact = !text.is_empty() && text == code.trim_end();
    let prefix = prefix.to_owned();
    let span = start + span.start..start + span.start + written.len();
    is_exact.then_some(TextBlock { kind: TextBlockKind::Code, level: None, span, prefix, text })
}

#[cfg(test)]
mod tests {
    use super::{TextBlockKind, text_blocks};
    use crate::markdown::MarkdownOptions;

    #[track_caller]
    fn check(markdown: &str, expected: &[(TextBlockKind, &str)]) {
        let text = format!("---\n---\n{markdown}");
        let blocks = text_blocks(&text, 8, &MarkdownOptions::default());
        let found: Vec<_> = blocks.iter().map(|block| (block.kind, block.text.as_str())).collect();
        assert_eq!(found, expected, "{markdown:?}");
        for block in blocks.iter().filter(|block| block.prefix.is_empty()) {
            assert_eq!(text[block.span.clone()].replace('\r', ""), block.text);
        }
    }

    #[test]
    fn paragraphs_headings_items_and_cells_are_found() {
        use TextBlockKind::{Cell, Heading, Item, Paragraph};
        check("One *two*\nthree.\n\n## Four {#x}\n", &[(Paragraph, "One *two*\nthree."), (Heading, "Four")]);
        check("- a\n- b\n  - c\n\n1. d\n", &[(Item, "a"), (Item, "b"), (Item, "c"), (Item, "d")]);
        check("- a\n  b\n\n  c\n", &[(Paragraph, "a\nb"), (Paragraph, "c")]);
        check("> a\n> b\n", &[(Paragraph, "a\nb")]);
        check("> a\nb\n> c\n", &[]);
        check("| a | b |\n|---|---|\n| *c* | 5 |\n", &[(Cell, "a"), (Cell, "b"), (Cell, "*c*"), (Cell, "5")]);
        check("a\r\nb\r\n", &[(Paragraph, "a\nb")]);
        check("\\*a\n", &[(Paragraph, "\\*a")]);
        check("வணக்கம் [a](/b \"c\")\n", &[(Paragraph, "வணக்கம் [a](/b \"c\")")]);
    }

    #[test]
    fn the_lines_of_fenced_code_are_found() {
        use TextBlockKind::{Code, Item, Paragraph};
        check("```rust {lines}\na\n\n  <B> b\n```\n", &[(Code, "a\n\n  <B> b")]);
        check("a\n\n~~~\r\na\r\n\r\nb\r\n\r\n~~~\r\nc", &[(Paragraph, "a"), (Code, "a\n\nb"), (Paragraph, "c")]);
        check("- a\n  ```\n  b\n\n    c\n  ```\n", &[(Item, "a"), (Code, "b\n\n  c")]);
        check("> ```\n> a\n>\n> > b\n> ```\n", &[(Code, "a\n\n> b")]);
        check("  ```\n  a\n    b\n  ```\n", &[(Code, "a\n  b")]);
        check("```\na", &[(Code, "a")]);
        check("```\n```\n", &[]);
        check("- ```\n\n  a\n  ```\n", &[]);
        check("  ```\na\n b\n```\n", &[]);
    }

    #[test]
    fn indented_code_html_and_components_are_left_out() {
        check("<p>a</p>\n\n<Figure src=\"a\" />\n\nA <Badge>b</Badge> c.\n\n    code\n", &[]);
    }
}
