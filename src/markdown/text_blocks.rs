//! The texts of Markdown that can be edited as they are written: paragraphs, headings, items of lists, cells of tables
//! and fenced code, each with its bytes.
//!
//! Texts with a component are left out, and texts whose lines have different prefixes: replacing them as a whole could
//! break their structure.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag};
use serde::{Deserialize, Serialize};

use super::events::{ParserEvent, is_block, is_block_edge, push_text};
use super::options::MarkdownOptions;
use super::spanned_events;
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
    /// The prefix of each line after the first: blanks, or the `>` of a quote.
    pub prefix: String,
    /// The text as written, without the prefixes.
    pub text: String,
}

/// The kind of a block whose text can be edited, and the level of a heading.
type EditableKind = (TextBlockKind, Option<u8>);

/// Finds the editable texts of the Markdown from the byte `start` of `text`.
pub fn text_blocks(text: &str, start: usize, options: &MarkdownOptions) -> Vec<TextBlock> {
    let mut found = Vec::new();
    // The open blocks, the innermost last; `None` for a block whose text can't be edited.
    let mut open: Vec<Option<EditableKind>> = Vec::new();
    // The content between two edges of blocks is one run of events.
    let in_one_run = |(a, _): &ParserEvent<'_>, (b, _): &ParserEvent<'_>| !is_block_edge(a) && !is_block_edge(b);
    for run in spanned_events(text, start, options).chunk_by(in_one_run) {
        match &run[0].0 {
            Event::Start(tag) if is_block(tag.to_end()) => open.push(editable_kind(tag)),
            Event::End(end) if is_block(*end) => _ = open.pop(),
            _ => found.extend(open.last().copied().flatten().and_then(|kind| read_content(text, kind, run))),
        }
    }
    found
}

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

/// Reads the content of a block; `None` if it can't be edited.
fn read_content(file: &str, kind: EditableKind, content: &[ParserEvent<'_>]) -> Option<TextBlock> {
    let is_left_out =
        |event: &Event<'_>| matches!(event, Event::End(_) | Event::Html(_) | Event::Rule | Event::TaskListMarker(_));
    let spans = content.iter().filter(|(event, _)| !is_left_out(event)).map(|(_, span)| span);
    let span = spans.clone().map(|span| span.start).min()?..spans.map(|span| span.end).max()?;
    if kind.0 != TextBlockKind::Code {
        return read_block(file, kind, span);
    }
    let mut code = String::new();
    content.iter().for_each(|(event, _)| push_text(&mut code, event));
    read_code(file, span, &code)
}

/// Reads the text of a block; `None` if it is empty, contains a component, or has lines with different prefixes.
fn read_block(file: &str, (kind, level): EditableKind, span: Range<usize>) -> Option<TextBlock> {
    // The span of an escaped character does not include the backslash.
    let start = span.start - usize::from(file[..span.start].ends_with('\\'));
    let written = file.get(start..span.end)?.trim_end();
    let has_component = written.as_bytes().windows(2).any(|pair| matches!(pair, [b'<', b'A'..=b'Z']));
    if written.is_empty() || has_component {
        return None;
    }
    let mut lines = written.lines();
    let mut text = lines.next()?.to_owned();
    let mut prefix: Option<&str> = None;
    for line in lines {
        let rest = line.trim_start_matches([' ', '\t', '>']);
        let before = &line[..line.len() - rest.len()];
        if *prefix.get_or_insert(before) != before {
            return None;
        }
        text.push('\n');
        text.push_str(rest);
    }
    let prefix = prefix.unwrap_or_default().to_owned();
    Some(TextBlock { kind, level, span: start..start + written.len(), prefix, text })
}

/// Reads the text of a code block; `None` if the code is empty, or if its lines have different prefixes: then the text
/// differs from the `code` of the parser.
fn read_code(file: &str, span: Range<usize>, code: &str) -> Option<TextBlock> {
    let prefix = &file[line_start(file, span.start)..span.start];
    let written = file[span.clone()].trim_end();
    // The first line begins after its prefix, and an empty line may lack the blanks of the prefix.
    let without_prefix = |(index, line)| match index {
        0 => line,
        _ => str::strip_prefix(line, prefix).unwrap_or_else(|| line.trim_start_matches([' ', '\t', '>'])),
    };
    let text = written.lines().enumerate().map(without_prefix).collect::<Vec<_>>().join("\n");
    let is_exact = !text.is_empty() && text == code.trim_end();
    let (prefix, span) = (prefix.to_owned(), span.start..span.start + written.len());
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
        check("```\n<A b={1}>\n```\n", &[(Code, "<A b={1}>")]);
        check("```\n```\n", &[]);
        check("- ```\n\n  a\n  ```\n", &[]);
        check("  ```\na\n b\n```\n", &[]);
    }

    #[test]
    fn indented_code_html_and_components_are_left_out() {
        check("<p>a</p>\n\n<Figure src=\"a\" />\n\nA <Badge>b</Badge> c.\n\n    code\n", &[]);
    }
}
