//! Changes of text blocks in Markdown: a block is replaced, a paragraph is split into several, or a block is inserted.
//! The result is parsed to check that all other blocks stay as they are.

use std::ops::Range;
use std::slice;

use serde::Deserialize;

use super::change::{block_number, find_unchanged};
use super::labels;
use super::refused::Refused;
use super::workspace::OpenFile;
use crate::lines::{line_break, line_end, line_start, next_line};
use crate::markdown::{TextBlock, TextBlockKind};
use crate::yaml::write::Splice;

/// A change of the blocks of Markdown. Replacing the text of a block is a `Change`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockChange {
    pub file: String,
    /// `#` and the number of the block that is changed, or below which a block is inserted.
    pub at: String,
    /// The text of this block, by which the block is found if others were added or removed meanwhile.
    pub was: String,
    pub edit: BlockEdit,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum BlockEdit {
    Insert {
        kind: TextBlockKind,
        text: String,
    },
    Remove,
    /// Makes the block a heading of this level; `None` makes it a paragraph.
    Level {
        level: Option<u8>,
    },
}

pub fn kinds_below(kind: TextBlockKind) -> Vec<TextBlockKind> {
    match kind {
        TextBlockKind::Paragraph | TextBlockKind::Heading | TextBlockKind::Code => {
            vec![TextBlockKind::Paragraph, TextBlockKind::Heading]
        }
        TextBlockKind::Item => vec![TextBlockKind::Item],
        TextBlockKind::Cell => Vec::new(),
    }
}

/// Replaces the text `was` of the block at `at`. An empty line splits a paragraph. Returns `None` if `to` is the same
/// text.
pub fn replace_block<'f>(file: &OpenFile<'f>, at: &str, was: &str, to: &str) -> Result<Option<OpenFile<'f>>, Refused> {
    let before = file.text_blocks();
    let number = find_block(&before, at, was)?;
    let block = &before[number];
    // Empty lines at the end of code are no part of its text.
    let to = if block.kind == TextBlockKind::Code { to.trim_end() } else { to };
    if was == to {
        return Ok(None);
    }
    let lines = LineWriter::new(file.text(), block);
    let written = write_pieces(block.kind, to, |pieces| {
        let splice = Splice::smallest(file.text(), block.span.clone(), &lines.write_paragraphs(pieces));
        apply_exact(file, &splice, number..number + 1, block.kind, pieces)
    });
    written.map(Some)
}

/// Inserts a block below `above`, or several paragraphs that empty lines separate. Returns the new file, and the number
/// of the first new block.
pub fn insert_block<'f>(
    file: &OpenFile<'f>,
    above: &TextBlock,
    kind: TextBlockKind,
    inserted: &str,
) -> Result<(OpenFile<'f>, usize), Refused> {
    if !kinds_below(above.kind).contains(&kind) {
        return Err(Refused::NotFound);
    }
    let (text, before) = (file.text(), file.text_blocks());
    let lines = LineWriter::new(text, above);
    let ends = if kind == TextBlockKind::Item { vec![lines.item_end()] } else { lines.block_ends() };
    // A place fits if the text becomes a block and all other blocks stay. The text may need an empty line below.
    let gaps_below = ["", lines.line_break];
    let places: Vec<_> = ends.into_iter().flat_map(|end| gaps_below.map(|gap_below| (end, gap_below))).collect();
    write_pieces(kind, inserted, |pieces| {
        let written = match kind {
            TextBlockKind::Item => lines.write_item(inserted),
            TextBlockKind::Heading => lines.write_below(&[format!("{} {inserted}", heading_marks(&before, above))]),
            _ => lines.write_below(pieces),
        };
        places.iter().find_map(|&(end, gap_below)| {
            let splice = Splice::new(text, end..end, format!("{written}{gap_below}"));
            let number = before.iter().filter(|block| block.span.start < end).count();
            Some((apply_exact(file, &splice, number..number, kind, pieces)?, number))
        })
    })
}

/// Returns the marks of a new heading below `above`: those of the nearest heading from `above` upwards, or else `##`.
fn heading_marks(blocks: &[TextBlock], above: &TextBlock) -> String {
    let mut upwards = blocks.iter().rev().skip_while(|block| block.span.start > above.span.start);
    "#".repeat(upwards.find_map(|block| block.level).unwrap_or(2).into())
}

/// Finds the block with the text `was`: the block at `at` or, if its text differs, the only block with this text.
pub fn find_block(blocks: &[TextBlock], at: &str, was: &str) -> Result<usize, Refused> {
    let number = block_number(at).ok_or(Refused::NotFound)?;
    find_unchanged(blocks, number, |block| block.text == was).ok_or_else(|| match blocks.get(number) {
        Some(block) => Refused::Conflict { current: block.text.clone().into() },
        None => Refused::NotFound,
    })
}

/// Calls `write` with the blocks that a text becomes: a paragraph is split at its empty lines. Refuses the text if
/// `write` returns `None`, which means that a piece would not become a block of its kind.
fn write_pieces<T>(kind: TextBlockKind, text: &str, write: impl Fn(&[String]) -> Option<T>) -> Result<T, Refused> {
    let mut pieces = if kind == TextBlockKind::Paragraph { split_paragraphs(text) } else { Vec::new() };
    if pieces.is_empty() {
        pieces.push(text.to_owned());
    }
    write(&pieces).ok_or_else(|| {
        let unfit = pieces.iter().find(|piece| write(slice::from_ref(piece)).is_none());
        unfit_text(kind, unfit.filter(|_| pieces.len() > 1).map(String::as_str))
    })
}

/// Applies a splice. Returns `None` unless it replaces the blocks of these numbers by `pieces` of this kind, and keeps
/// all other blocks.
fn apply_exact<'f>(
    file: &OpenFile<'f>,
    splice: &Splice,
    numbers: Range<usize>,
    kind: TextBlockKind,
    pieces: &[String],
) -> Option<OpenFile<'f>> {
    let kinds_and_texts = |file: &OpenFile<'_>| -> Vec<_> {
        file.text_blocks().into_iter().map(|block| (block.kind, block.text)).collect()
    };
    let mut expected = kinds_and_texts(file);
    expected.splice(numbers, pieces.iter().map(|piece| (kind, piece.clone())));
    file.with_splice(splice).ok().filter(|new| kinds_and_texts(new) == expected)
}

fn unfit_text(kind: TextBlockKind, unfit_paragraph: Option<&str>) -> Refused {
    let (message, help) = match kind {
        TextBlockKind::Code => ("the code would end before its last line", "leave out lines of backticks"),
        TextBlockKind::Cell => ("this text would not stay in its cell", "leave out `|` and line breaks"),
        TextBlockKind::Paragraph | TextBlockKind::Heading | TextBlockKind::Item => (
            "this text would not stay one paragraph, heading or item",
            "begin no line with a sign such as `#`, `-` or `1.`; add lists item by item",
        ),
    };
    let quoted = unfit_paragraph.map(|text| format!(": “{}”", labels::shortened(text))).unwrap_or_default();
    Refused::invalid("edit-block", format!("{message}{quoted}"), help)
}

/// Splits a text at its empty lines.
pub fn split_paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let pieces = lines.split(|line| line.trim().is_empty()).filter(|piece| !piece.is_empty());
    pieces.map(|lines| lines.join("\n")).collect()
}

/// The writer of lines in or below a block. The lines get the prefix of the block's lines, such as `> `.
struct LineWriter<'a> {
    text: &'a str,
    block: &'a TextBlock,
    /// What stands before the block in its first line.
    start: &'a str,
    /// What stands before the block in each further line, such as the indentation of an item.
    prefix: String,
    line_break: &'static str,
}

impl<'a> LineWriter<'a> {
    fn new(text: &'a str, block: &'a TextBlock) -> Self {
        let start = &text[line_start(text, block.span.start)..block.span.start];
        let is_heading = block.kind == TextBlockKind::Heading;
        let around = if is_heading { start.trim_end_matches([' ', '#']) } else { start };
        // Lines below the mark of a list item are indented.
        let indented = || around.chars().map(|c| if matches!(c, '>' | '\t') { c } else { ' ' }).collect();
        let prefix = if block.prefix.is_empty() { indented() } else { block.prefix.clone() };
        Self { text, block, start, prefix, line_break: line_break(text) }
    }

    /// Returns what separates two paragraphs: an empty line, and the prefix of the second.
    fn gap(&self) -> String {
        let Self { prefix, line_break, .. } = self;
        format!("{line_break}{}{line_break}{prefix}", prefix.trim_end())
    }

    /// Writes a text, with the prefix before each line after the first.
    fn write_lines(&self, text: &str) -> String {
        let lines = text.split('\n').enumerate().map(|(number, line)| match (number, line) {
            (0, line) => line.to_owned(),
            (_, "") => format!("{}{}", self.line_break, self.prefix.trim_end()),
            (_, line) => format!("{}{}{line}", self.line_break, self.prefix),
        });
        lines.collect()
    }

    fn write_paragraphs(&self, pieces: &[String]) -> String {
        pieces.iter().map(|piece| self.write_lines(piece)).collect::<Vec<_>>().join(&self.gap())
    }

    fn write_below(&self, pieces: &[String]) -> String {
        format!("{}{}", self.gap(), self.write_paragraphs(pieces))
    }

    /// Writes an item below the block, with the same mark or the next number. A new task is open: `[ ]`.
    fn write_item(&self, text: &str) -> String {
        let mark = self.start.trim_start_matches([' ', '\t', '>']);
        let before = &self.start[..self.start.len() - mark.len()];
        let length = mark.bytes().take_while(u8::is_ascii_digit).count();
        let number: Option<u64> = mark[..length].parse().ok();
        let next = number.map_or_else(String::new, |number| (number + 1).to_string());
        let rest = mark[length..].replace(['x', 'X'], " ");
        format!("{}{before}{next}{rest}{}", self.line_break, self.write_lines(text))
    }

    /// Returns where the block may end: with its last line, or with the line below that one, which may be the underline
    /// of a heading or the end of code.
    fn block_ends(&self) -> Vec<usize> {
        let first = line_end(self.text, self.block.span.end);
        next_line(self.text, first).map_or(vec![first], |next| vec![first, line_end(self.text, next)])
    }

    /// Returns where the item ends, with all lines that are indented below it.
    fn item_end(&self) -> usize {
        let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t', '>']).len();
        let column = indentation(self.start);
        let mut end = line_end(self.text, self.block.span.end);
        let mut below = end;
        while let Some(start) = next_line(self.text, below) {
            below = line_end(self.text, start);
            let content = &self.text[start..below];
            if !content.trim().is_empty() {
                if indentation(content) <= column {
                    break;
                }
                end = below;
            }
        }
        end
    }
}

#[cfg(test)]
pub mod tests {
    use super::{insert_block, replace_block};
    use crate::edit::refused::Refused;
    use crate::edit::workspace::tests::{body, open};
    use crate::markdown::TextBlockKind;

    #[track_caller]
    fn check_split(markdown: &str, number: usize, to: &str, expected: Option<&str>) {
        let file = open(markdown);
        let was = &file.text_blocks()[number].text;
        let new = replace_block(&file, &format!("#{number}"), was, to).ok().flatten().map(|new| body(&new));
        assert_eq!(new.as_deref(), expected, "{markdown:?} {to:?}");
    }

    #[test]
    fn an_empty_line_splits_a_paragraph() {
        check_split("One. Two.\n", 0, "One.\n\nTwo.", Some("One.\n\nTwo.\n"));
        check_split("One\ntwo.\r\n", 0, "One\n \n\ntwo.", Some("One\r\n\r\ntwo.\r\n"));
        check_split("> One. Two.\n", 0, "One.\n\nTwo.", Some("> One.\n>\n> Two.\n"));
        check_split("- One. Two.\n\n  Three.\n", 0, "One.\n\nTwo.", Some("- One.\n\n  Two.\n\n  Three.\n"));
        check_split("> One.\n", 0, "One\ntwo.", Some("> One\n> two.\n"));
        check_split("One.\n", 0, "One.\n\n# Two", None);
        check_split("# One\n", 0, "One\n\nTwo", None);
        check_split("One.\n", 0, "", None);
    }

    #[test]
    fn of_several_paragraphs_the_unfit_one_is_named() {
        let (file, to) = (open("One.\n"), "One.\n\nTwo.\n\n# Three");
        let replaced = replace_block(&file, "#0", "One.", to).map(|_| ());
        let inserted = insert_block(&file, &file.text_blocks()[0], TextBlockKind::Paragraph, to).map(|_| ());
        for result in [replaced, inserted] {
            let Err(Refused::Invalid(found)) = result else { panic!("{result:?}") };
            assert!(found[0].message.contains("“# Three”"), "{}", found[0].message);
        }
    }

    #[test]
    fn code_is_replaced_within_its_fences() {
        check_split("```rust\na\nb\n```\n", 0, "a\n\n  c\n", Some("```rust\na\n\n  c\n```\n"));
        check_split("- a\n\n  ```\r\n  b\r\n  ```\r\n", 1, "# c\nd", Some("- a\n\n  ```\r\n  # c\r\n  d\r\n  ```\r\n"));
        check_split("> ~~~\n> a\n> ~~~\n", 0, "a\n\n```", Some("> ~~~\n> a\n>\n> ```\n> ~~~\n"));
        check_split("```\na\n```\n", 0, "a\n```\nb", None);
        check_split("```\na\n```\n", 0, "", None);
    }

    #[track_caller]
    fn check_insertion(markdown: &str, number: usize, (kind, text): (TextBlockKind, &str), expected: Option<&str>) {
        let file = open(markdown);
        let new = insert_block(&file, &file.text_blocks()[number], kind, text).ok();
        if let Some((new, at)) = &new {
            assert_eq!(new.text_blocks()[*at].text, text);
        }
        assert_eq!(new.map(|(new, _)| body(&new)).as_deref(), expected, "{markdown:?} {text:?}");
    }

    #[test]
    fn paragraphs_and_headings_are_inserted_as_lines() {
        use TextBlockKind::{Cell, Heading, Item, Paragraph};
        check_insertion("One.\n\nTwo.\n", 0, (Paragraph, "New."), Some("One.\n\nNew.\n\nTwo.\n"));
        check_insertion("One.", 0, (Paragraph, "New\nline."), Some("One.\n\nNew\nline."));
        check_insertion("One.\r\n", 0, (Paragraph, "New."), Some("One.\r\n\r\nNew.\r\n"));
        check_insertion("One.\nÄ\r\n", 0, (Heading, "New"), Some("One.\nÄ\r\n\r\n## New\r\n"));
        check_insertion("# One\nÄ\r\n", 0, (Paragraph, "New."), Some("# One\r\n\r\nNew.\r\n\nÄ\r\n"));
        check_insertion("One.\n- a\n", 0, (Paragraph, "New."), Some("One.\n\nNew.\n- a\n"));
        check_insertion("# One\nTwo.\n", 0, (Paragraph, "New."), Some("# One\n\nNew.\n\nTwo.\n"));
        check_insertion("One\n===\nTwo.\n", 0, (Paragraph, "New."), Some("One\n===\n\nNew.\n\nTwo.\n"));
        check_insertion("### One {#x}\n\nTwo.\n", 1, (Heading, "New"), Some("### One {#x}\n\nTwo.\n\n### New\n"));
        check_insertion("One.\n", 0, (Heading, "New"), Some("One.\n\n## New\n"));
        check_insertion("> One.\n", 0, (Heading, "New"), Some("> One.\n>\n> ## New\n"));
        check_insertion("```sh\n# a\n```\n", 0, (Heading, "New"), Some("```sh\n# a\n```\n\n## New\n"));
        check_insertion("One.\n", 0, (Paragraph, "# New"), None);
        check_insertion("One.\n", 0, (Paragraph, "# New\n\nMore."), None);
        check_insertion("```\na\n```\nOne.\n", 0, (Paragraph, "New."), Some("```\na\n```\n\nNew.\n\nOne.\n"));
        check_insertion("One.\n", 0, (Item, "New"), None);
        check_insertion("| a |\n|---|\n| b |\n", 0, (Cell, "c"), None);
    }

    #[test]
    fn several_paragraphs_are_inserted_at_once() {
        let inserted = |markdown: &str| {
            let file = open(markdown);
            let (new, number) =
                insert_block(&file, &file.text_blocks()[0], TextBlockKind::Paragraph, "New.\n\nMore\nlines.").ok()?;
            Some((body(&new), number))
        };
        assert_eq!(inserted("One.\n\nTwo.\n"), Some(("One.\n\nNew.\n\nMore\nlines.\n\nTwo.\n".to_owned(), 1)));
        assert_eq!(inserted("> One.\n"), Some(("> One.\n>\n> New.\n>\n> More\n> lines.\n".to_owned(), 1)));
    }

    #[test]
    fn items_are_inserted_below_all_that_lies_in_the_item_above() {
        let item = |text| (TextBlockKind::Item, text);
        check_insertion("- a\n- b\n", 0, item("new"), Some("- a\n- new\n- b\n"));
        check_insertion("- a\n- b", 1, item("new"), Some("- a\n- b\n- new"));
        check_insertion("* a\n  * b\n\nText.\n", 0, item("new"), Some("* a\n  * b\n* new\n\nText.\n"));
        check_insertion("* a\n  * b\n\nText.\n", 1, item("new"), Some("* a\n  * b\n  * new\n\nText.\n"));
        check_insertion("1. a\n2. b\n", 1, item("new\nline"), Some("1. a\n2. b\n3. new\n   line\n"));
        check_insertion("> - a\n", 0, item("new"), Some("> - a\n> - new\n"));
        check_insertion("- [x] a\r\n\nÄ\n", 0, item("new"), Some("- [x] a\r\n- [ ] new\r\n\nÄ\n"));
        check_insertion("* [X] a\n", 0, item("new"), Some("* [X] a\n* [ ] new\n"));
        check_insertion("- a\n", 0, item("- new"), None);
    }
}
