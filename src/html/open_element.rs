//! The tracker of an element that a reader skips or copies with everything in it.

use std::borrow::Cow;

use super::scanner::Token;
use super::tag::Tag;

/// The tracked element, if one is open: its name, and how many elements of that name are open.
#[derive(Debug, Default)]
pub struct OpenElement<'a>(Option<(Cow<'a, str>, usize)>);

impl<'a> OpenElement<'a> {
    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Processes the next token of a page. Outside a tracked element, `is_tracked` decides whether a start tag begins
    /// one.
    pub fn update(&mut self, token: &Token<'a, '_>, is_tracked: impl FnOnce(&Tag<'a>) -> bool) {
        match (token, &mut self.0) {
            (Token::Start(tag), None) if is_tracked(tag) && tag.has_content() => self.0 = Some((tag.name.clone(), 1)),
            (Token::Start(tag), Some((name, depth))) if tag.name == *name => *depth += usize::from(tag.has_content()),
            (Token::End(tag), Some((name, 1))) if tag.name == *name => self.0 = None,
            (Token::End(tag), Some((name, depth))) if tag.name == *name => *depth -= 1,
            _ => {}
        }
    }
}
