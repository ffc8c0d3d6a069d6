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
    #[inline]
    pub fn update(&mut self, token: &Token<'a, '_>, is_tracked: impl FnOnce(&Tag<'a>) -> bool) {
        if self.is_open() {
            self.update_depth(token);
        } else if let Token::Start(tag) = token
            && is_tracked(tag)
            && tag.has_content()
        {
            self.0 = Some((tag.name.clone(), 1));
        }
    }

    fn update_depth(&mut self, token: &Token<'a, '_>) {
        let Some((name, depth)) = &mut self.0 else { return };
        match token {
            Token::Start(tag) if tag.name == *name => *depth += usize::from(tag.has_content()),
            Token::End(tag) if tag.name == *name => *depth -= 1,
            _ => {}
        }
        if *depth == 0 {
            self.0 = None;
        }
    }
}
