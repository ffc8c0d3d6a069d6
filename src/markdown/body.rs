//! The result of parsing Markdown, and the options of the parser.

use std::sync::Arc;

use super::headings::Heading;
use super::highlight::Highlighter;
use super::pieces::Piece;

/// Extensions of CommonMark. The default is CommonMark alone.
#[derive(Debug, Clone, Default)]
pub struct MarkdownOptions {
    /// Quotes, dashes and dots become typographic.
    pub smart_punctuation: bool,
    /// Every heading gets an id.
    pub heading_ids: bool,
    /// Tables, footnotes, task lists, strikethrough and heading attributes.
    pub extensions: bool,
    /// Tags that begin with a capital letter are components.
    pub components: bool,
    /// Code blocks in known languages are highlighted.
    pub highlight: Option<Arc<Highlighter>>,
}

/// Markdown as HTML, with pieces that are rendered per page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MarkdownBody {
    pub pieces: Vec<Piece>,
    /// The headings that have an id, as a tree.
    pub toc: Vec<Heading>,
    /// The number of words, including code.
    pub words: usize,
    /// The number of pieces before the line `<!-- more -->`, which make up the summary.
    pub summary_end: Option<usize>,
}
