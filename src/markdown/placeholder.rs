//! Placeholders: the parts of the text that become pieces. Each is one NUL in the HTML until `assemble` replaces it.

use std::ops::Range;

use super::pieces::{ComponentAttribute, Piece};

/// The meaning of one NUL in the HTML. Placeholders are in the order of the NULs.
pub(super) enum Placeholder {
    /// A piece of the body. The placeholder of a link stands before an `<a` with an empty `href`.
    Piece(Piece),
    /// A [`Piece::FootnoteReference`]. Its numbers are set at the end of the text.
    Reference { label: String, note: usize, reference: usize },
    /// The opening tag of a component.
    Open {
        name: String,
        attributes: Vec<ComponentAttribute>,
        self_closing: bool,
        span: Range<usize>,
        context: TagContext,
    },
    /// The closing tag of a component.
    Close { name: String, span: Range<usize>, context: TagContext },
    /// The line `<!-- more -->`.
    SummaryEnd,
}

impl Placeholder {
    /// Whether the line break after the placeholder is removed.
    pub fn removes_line_break(&self) -> bool {
        match self {
            Placeholder::Open { context, .. } | Placeholder::Close { context, .. } => context.in_html_block,
            Placeholder::SummaryEnd => true,
            _ => false,
        }
    }
}

/// The surroundings of a component's tag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TagContext {
    /// Whether the tag is in an HTML block, not in a paragraph.
    pub in_html_block: bool,
    /// The innermost block or inline element around the tag: its depth and its start.
    pub parent: (usize, usize),
}
