//! Changes of text blocks in Markdown: a block is replaced, a paragraph becomes several blocks, or blocks are inserted.
//! The result is parsed to check that all other blocks stay as they are.

use std::ops::Range;

use serde::Deserialize;

use super::change::{block_number, find_unchanged};
use super::new_blocks::NewBlocks;
use super::refused::Refused;
use super::workspace::OpenFile;
use crate::lines::{line_break, line_end, line_start, next_line};
use crate::markdown::{Outline, OutlineBlock, TextBlock, TextBlockKind};
use crate::yaml::write::Splice;

/// The insertion or removal of blocks of Markdown, or a new level of one. A new text of a block is a `Change` instead.
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
    /// Inserts a heading, an item of a list or, with the kind `Paragraph`, any blocks in Markdown.
    Insert {
        kind: TextBlockKind,
        text: String,
        /// Whether the blocks are inserted below the outermost list, quotation or table around the block.
        #[serde(default)]
        is_outside: bool,
    },
    Remove,
    /// Makes the block a heading of this level; `None` makes it a paragraph.
    Level {
        level: Option<u8>,
    },
}

/// The kinds of blocks that can be added outside of lists and tables.
const KINDS_OF_BLOCKS: [TextBlockKind; 2] = [TextBlockKind::Paragraph, TextBlockKind::Heading];

pub fn kinds_below(kind: TextBlockKind) -> Vec<TextBlockKind> {
    match kind {
        TextBlockKind::Paragraph | TextBlockKind::Heading | TextBlockKind::Code => KINDS_OF_BLOCKS.to_vec(),
        TextBlockKind::Item => vec![TextBlockKind::Item],
        TextBlockKind::Cell => Vec::new(),
    }
}

/// Replaces the text `was` of the block at `at`. A paragraph becomes the blocks of the Markdown `to`. Returns `None` if
/// `to` is the same text.
pub fn replace_block<'f>(file: &OpenFile<'f>, at: &str, was: &str, to: &str) -> Result<Option<OpenFile<'f>>, Refused> {
    let before = file.text_blocks();
    let number = find_block(&before, at, was)?;
    let block = &before[number];
    // Empty lines at the end of code are no part of its text.
    let to = if block.kind == TextBlockKind::Code { to.trim_end() } else { to };
    if was == to {
        return Ok(None);
    }
    let new = NewBlocks::read(block.kind, to, file.content.markdown)?;
    let outline = file.outline();
    let replaced = outline.find(&block.span).map(OutlineBlock::events);
    let lines = LineWriter::of_block(file.text(), block);
    let splice = Splice::smallest(file.text(), block.span.clone(), &lines.write_lines(&new.text));
    let place = Place { numbers: number..number + 1, events: replaced.unwrap_or_default() };
    splice_blocks(file, &splice, &place, &new).map(Some).ok_or_else(|| new.unfit_here())
}

/// Inserts a heading, an item or the blocks of a Markdown text below `above`, or below the outermost list, quotation or
/// table around it if `is_outside`. Returns the new file, and the number of the first new block.
pub fn insert_block<'f>(
    file: &OpenFile<'f>,
    above: &TextBlock,
    kind: TextBlockKind,
    inserted: &str,
    is_outside: bool,
) -> Result<(OpenFile<'f>, usize), Refused> {
    let (text, before, outline) = (file.text(), file.text_blocks(), file.outline());
    let container = outline.container(&above.span).filter(|_| is_outside);
    let kinds = if is_outside { KINDS_OF_BLOCKS.to_vec() } else { kinds_below(above.kind) };
    if !kinds.contains(&kind) || is_outside && container.is_none() {
        return Err(Refused::NotFound);
    }
    let new = NewBlocks::read(kind, inserted, file.content.markdown)?;
    let lines = match container {
        Some((container, _)) => LineWriter::new(text, outline.span(container), "", false),
        None => LineWriter::of_block(text, above),
    };
    let ends = if kind == TextBlockKind::Item { vec![lines.item_end()] } else { lines.block_ends() };
    let written = match kind {
        TextBlockKind::Item => lines.write_item(inserted),
        TextBlockKind::Heading => lines.write_below(&format!("{} {inserted}", heading_marks(&before, above))),
        _ => lines.write_below(&new.text),
    };
    let upper = container.map(|(container, _)| container).or_else(|| outline.find(&above.span));
    let below = upper.map_or(0, |upper| upper.events().end);
    // The text goes to the first place where it becomes the new blocks and all other blocks stay. It may need an empty
    // line below.
    let gaps_below = ["", lines.line_break];
    let mut places = ends.into_iter().flat_map(|end| gaps_below.map(|gap_below| (end, gap_below)));
    let found = places.find_map(|(end, gap_below)| {
        let splice = Splice::new(text, end..end, format!("{written}{gap_below}"));
        let number = before.iter().filter(|block| block.span.start < end).count();
        Some((splice_blocks(file, &splice, &Place { numbers: number..number, events: below..below }, &new)?, number))
    });
    found.ok_or_else(|| new.unfit_here())
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

/// The place of new blocks. They replace the blocks in these ranges. An empty range is the gap where they are inserted.
struct Place {
    /// The numbers of the text blocks.
    numbers: Range<usize>,
    /// The numbers of the events of the outline.
    events: Range<usize>,
}

/// Applies a splice. Returns `None` unless it puts the `new` blocks at their place, and keeps all other blocks.
fn splice_blocks<'f>(file: &OpenFile<'f>, splice: &Splice, place: &Place, new: &NewBlocks) -> Option<OpenFile<'f>> {
    let kinds_and_texts = |file: &OpenFile<'_>| -> Vec<_> {
        file.text_blocks().into_iter().map(|block| (block.kind, block.text)).collect()
    };
    let mut expected = kinds_and_texts(file);
    expected.splice(place.numbers.clone(), new.kinds_and_texts.iter().cloned());
    let changed = file.with_splice(splice).ok().filter(|changed| kinds_and_texts(changed) == expected)?;
    let has_structure = |outline: &Outline| {
        changed.outline().has_same_blocks(&file.outline().with_blocks(place.events.clone(), outline))
    };
    new.outline.as_ref().is_none_or(has_structure).then_some(changed)
}

/// The writer of lines in or below a block. The lines get the prefix of the block's lines, such as `> `.
struct LineWriter<'a> {
    text: &'a str,
    /// Where the block ends.
    end: usize,
    /// What stands before the block in its first line.
    start: &'a str,
    /// What stands before the block in each further line, such as the indentation of an item.
    prefix: String,
    line_break: &'static str,
}

impl<'a> LineWriter<'a> {
    fn of_block(text: &'a str, block: &TextBlock) -> Self {
        Self::new(text, block.span.clone(), &block.prefix, block.kind == TextBlockKind::Heading)
    }

    /// Makes the writer for the block at `span`. If `prefix` is empty, the lines get a prefix that is derived from the
    /// start of the block's first line.
    fn new(text: &'a str, span: Range<usize>, prefix: &str, is_heading: bool) -> Self {
        let start = &text[line_start(text, span.start)..span.start];
        let around = if is_heading { start.trim_end_matches([' ', '#']) } else { start };
        // Lines below the mark of a list item are indented.
        let indented = || around.chars().map(|c| if matches!(c, '>' | '\t') { c } else { ' ' }).collect();
        let prefix = if prefix.is_empty() { indented() } else { prefix.to_owned() };
        let end = span.start + text[span].trim_end().len();
        Self { text, end, start, prefix, line_break: line_break(text) }
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

    /// Writes an empty line below the block, and then a text.
    fn write_below(&self, text: &str) -> String {
        self.write_lines(&format!("\n\n{text}"))
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
        let first = line_end(self.text, self.end);
        next_line(self.text, first).map_or(vec![first], |next| vec![first, line_end(self.text, next)])
    }

    /// Returns where the item ends, with all lines that are indented below it.
    fn item_end(&self) -> usize {
        let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t', '>']).len();
        let column = indentation(self.start);
        let mut end = line_end(self.text, self.end);
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
