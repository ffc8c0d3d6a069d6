//! The result of parsing Markdown, in pieces: HTML, and what is rendered per page.

use std::ops::Range;

use serde_json::Value;

use super::headings::Heading;

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

/// HTML, or a part of the body that only the finished site can render. Spans are bytes of the file.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    Html(String),
    /// An id, to be escaped into the `id` or `href` that the HTML before has opened. Another page that shows the text
    /// puts a prefix before it.
    Id(String),
    /// The target of a link as written, to be resolved and escaped into the attribute that the HTML before has opened.
    /// Links with a scheme or host of their own are HTML.
    Link {
        target: String,
        span: Range<usize>,
    },
    /// A link to a footnote. A summary leaves it out, as it has no notes.
    FootnoteReference {
        /// The number of the note, from 1.
        note: usize,
        /// The number of the link among those to the same note, from 1.
        reference: usize,
    },
    /// The target of what looks like a link, but is text to CommonMark because the target contains spaces. It renders
    /// nothing; the text follows as HTML.
    LinkWithSpaces {
        target: String,
        span: Range<usize>,
    },
    /// An image element.
    Image {
        target: String,
        alt: String,
        title: String,
        span: Range<usize>,
    },
    Component {
        name: String,
        attributes: Vec<ComponentAttribute>,
        children: Vec<Piece>,
        span: Range<usize>,
    },
}

/// An attribute of a component.
#[derive(Debug, Clone, PartialEq)]
pub struct ComponentAttribute {
    pub name: String,
    pub value: Value,
    /// Whether the attribute is written `name={…}`.
    pub in_braces: bool,
    pub span: Range<usize>,
}
