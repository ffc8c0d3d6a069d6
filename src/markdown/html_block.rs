//! The classification of HTML blocks.

use std::ops::Range;

/// The kinds of HTML block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HtmlBlock {
    /// A script, a declaration and the like, in which no tags are components.
    Verbatim,
    Markup,
    /// The line `<!-- more -->`.
    SummaryEnd,
}

impl HtmlBlock {
    /// Classifies the HTML block in a byte range of the text.
    pub fn classify(source: &str, range: &Range<usize>) -> Self {
        let text = source[range.clone()].trim();
        // The block begins with `<`.
        let begins_with = |tag: &str| {
            let name = text.get(1..=tag.len());
            let after = text.as_bytes().get(tag.len() + 1);
            name.is_some_and(|n| n.eq_ignore_ascii_case(tag)) && after.is_none_or(|b| !b.is_ascii_alphanumeric())
        };
        let comment = text.strip_prefix("<!--").and_then(|t| t.strip_suffix("-->"));
        // Only a block outside of lists and quotes begins its line.
        let begins_line = range.start == 0 || source.as_bytes()[range.start - 1] == b'\n';
        if comment.is_some_and(|c| c.trim() == "more") && begins_line {
            Self::SummaryEnd
        } else if (text.starts_with("<!") && !text.starts_with("<!--"))
            || text.starts_with("<?")
            || ["script", "pre", "style", "textarea"].into_iter().any(begins_with)
        {
            Self::Verbatim
        } else {
            Self::Markup
        }
    }
}
