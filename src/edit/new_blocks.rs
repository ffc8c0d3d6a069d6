//! The new text of a block in Markdown, or of several blocks.

use super::labels;
use super::refused::Refused;
use crate::lines::line_end;
use crate::markdown::{MarkdownOptions, Outline, TextBlockKind, text_blocks};

/// A text, and the blocks that it is to become.
pub struct NewBlocks {
    /// The text, with one empty line between paragraphs.
    pub text: String,
    pub kinds_and_texts: Vec<(TextBlockKind, String)>,
    /// The structure of Markdown that may have several blocks; `None` for a text that stays one block of its kind.
    pub outline: Option<Outline>,
}

impl NewBlocks {
    /// Reads a text of this kind. With the kind `Paragraph`, the text may become any blocks in Markdown.
    ///
    /// # Errors
    /// Fails if a part of the Markdown would become a block whose text can't be edited.
    pub fn read(kind: TextBlockKind, text: &str, options: &MarkdownOptions) -> Result<Self, Refused> {
        if kind != TextBlockKind::Paragraph {
            return Ok(Self { text: text.to_owned(), kinds_and_texts: vec![(kind, text.to_owned())], outline: None });
        }
        let paragraphs = split_paragraphs(text);
        let text = paragraphs.join("\n\n");
        let kinds_and_texts = read_blocks(&text, options).ok_or_else(|| {
            let unfit = paragraphs.iter().find(|paragraph| read_blocks(paragraph, options).is_none());
            unfit_markdown(unfit.filter(|_| paragraphs.len() > 1).map(String::as_str))
        })?;
        let outline = Some(Outline::read(&text, 0, options));
        Ok(Self { text, kinds_and_texts, outline })
    }

    /// Makes the error that the text does not become these blocks where it is written.
    pub fn unfit_here(&self) -> Refused {
        let [(kind, _), ..] = &*self.kinds_and_texts else { return unfit_markdown(None) };
        let (message, help) = match kind {
            _ if self.outline.is_some() => (
                "this text, or what stands beside it, would become something else here",
                "write it at another place; beside a list, add an item to that list",
            ),
            TextBlockKind::Code => ("the code would end before its last line", "leave out lines of backticks"),
            TextBlockKind::Cell => ("this text would not stay in its cell", "leave out `|` and line breaks"),
            _ => (
                "this text would not stay one heading or item",
                "begin no line with a sign such as `#`, `-` or `1.`; write other blocks below it",
            ),
        };
        Refused::invalid("edit-block", message, help)
    }
}

/// Finds the blocks of a Markdown text. Returns `None` if a line belongs to no text that can be edited, if a heading
/// has the level of the page's title, or if a list begins with another number than 1, as in `1986. A dry year`.
fn read_blocks(text: &str, options: &MarkdownOptions) -> Option<Vec<(TextBlockKind, String)>> {
    let blocks = text_blocks(text, 0, options);
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let mut lines =
        starts.map(|start| start..line_end(text, start)).filter(|line| !text[line.clone()].trim().is_empty());
    let has_code = blocks.iter().any(|block| block.kind == TextBlockKind::Code);
    let is_fence =
        |line: &str| ["```", "~~~"].iter().any(|fence| line.trim_start_matches([' ', '>']).starts_with(fence));
    let is_of_text = lines.all(|line| {
        blocks.iter().any(|block| block.span.start < line.end && line.start < block.span.end)
            || has_code && is_fence(&text[line])
    });
    let is_fit = is_of_text
        && !blocks.is_empty()
        && blocks.iter().all(|block| block.level != Some(1))
        && Outline::read(text, 0, options).first_numbers().all(|number| number == 1);
    is_fit.then(|| blocks.into_iter().map(|block| (block.kind, block.text)).collect())
}

fn unfit_markdown(unfit_paragraph: Option<&str>) -> Refused {
    let quoted = unfit_paragraph.map(|text| format!(": “{}”", labels::shortened(text))).unwrap_or_default();
    let message = format!("the editor has no form for what this text would become{quoted}");
    let help = "use the buttons of `Add below`, or begin a line with `## `, `- `, `1. ` or `> ` and a text; \
                write `\\` before a sign at the beginning of a line to keep it; a developer adds tables";
    Refused::invalid("edit-block", message, help)
}

/// Splits a text at its empty lines.
fn split_paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let pieces = lines.split(|line| line.trim().is_empty()).filter(|piece| !piece.is_empty());
    pieces.map(|lines| lines.join("\n")).collect()
}
