//! The pieces of a Markdown body: HTML, and what is rendered per page.

use std::ops::Range;

use serde_json::Value;

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
