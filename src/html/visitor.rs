//! The interface between the scanner and the visitors of a page.

use std::ops::Range;

use super::tag::Tag;

/// A visitor of a page, called for each piece in document order.
pub trait ScanVisitor<'a> {
    /// Called with each start tag.
    fn start(&mut self, tag: &Tag<'a>);

    /// Called with the name of each end tag, as written.
    fn end(&mut self, _name: &'a str) {}

    /// Called with text as written, character references not decoded.
    fn text(&mut self, _text: &'a str) {}

    /// Called with the content of a `script`, `style`, `iframe` …, which begins at byte `at`. Browsers do not show the
    /// content, and decode no character references in it.
    fn raw(&mut self, _text: &'a str, _at: usize) {}

    /// Called with a comment, including its `<!--`, but not with a doctype or bogus comment.
    fn comment(&mut self, _span: Range<usize>) {}
}
