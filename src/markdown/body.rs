//! The result of parsing Markdown.

use super::headings::Heading;
use super::pieces::Piece;

/// Markdown as HTML, with pieces that are rendered per page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MarkdownBody {
    pub pieces: Vec<Piece>,
    /// The headings as a tree.
    pub toc: Vec<Heading>,
    /// The first heading of level 1, if it was taken out of the pieces.
    pub title: Option<Heading>,
    /// The number of words, including code.
    pub words: usize,
    /// The number of pieces before the line `<!-- more -->`, which make up the summary.
    pub summary_end: Option<usize>,
}

impl MarkdownBody {
    /// Returns the pieces before the line `<!-- more -->`.
    pub fn summary(&self) -> Option<&[Piece]> {
        Some(&self.pieces[..self.summary_end?])
    }
}
