//! The body of a Markdown text: pieces of HTML, and parts that are rendered per page.

use std::ops::Range;

use serde::Serialize;
use serde_json::Value;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct MarkdownBody {
    pub pieces: Vec<Piece>,
    /// The headings as a tree, without the `title`.
    pub toc: Vec<Heading>,
    /// The first heading of level 1, if the pieces leave the heading out.
    pub title: Option<Heading>,
    /// The number of words, including code.
    pub words: usize,
    /// The number of pieces before the line `<!-- more -->`, which make up the summary.
    pub summary_end: Option<usize>,
}

impl MarkdownBody {
    pub fn summary(&self) -> Option<&[Piece]> {
        Some(&self.pieces[..self.summary_end?])
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Heading {
    /// From 1 to 6.
    pub level: u8,
    pub id: String,
    /// The text without markup, not escaped.
    pub text: String,
    /// The deeper headings that follow, up to the next heading that is not deeper.
    pub children: Vec<Heading>,
}

/// HTML, or a part of the body that only the finished site can render. Spans are bytes of the file.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    Html(String),
    /// An id, to be escaped into the `id` or `href` that the HTML before it has opened. If another page shows the text,
    /// that page puts a prefix before the id.
    Id(String),
    /// The target of a link as written, to be resolved and escaped into the `href` that the HTML before it has opened.
    /// Links with a scheme or host are `Html`.
    Link {
        target: String,
        span: Range<usize>,
    },
    /// A reference to a footnote: a link with a number. Summaries show no footnotes, and leave out the references.
    FootnoteReference {
        /// The number of the note, from 1.
        note: usize,
        /// The number of this reference to the note, from 1.
        reference: usize,
    },
    /// The target of `[a](my file.md)`, which is text to CommonMark because of the spaces. Rendering only reports the
    /// target: the text follows as `Html`.
    LinkWithSpaces {
        target: String,
        span: Range<usize>,
    },
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

#[derive(Debug, Clone, PartialEq)]
pub struct ComponentAttribute {
    pub name: String,
    pub value: Value,
    /// Whether the attribute is written `name={…}`.
    pub in_braces: bool,
    pub span: Range<usize>,
}
