//! A tracker of elements that a visitor treats as a whole, with everything in them.

use super::tag::Tag;

/// The outermost such element, if one is open: its name as written, and the number of open elements of that name.
#[derive(Debug, Default)]
pub struct OpenElement<'a>(Option<(&'a str, usize)>);

impl<'a> OpenElement<'a> {
    /// Whether such an element is open.
    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Processes a start tag. `opens` decides whether the tag begins such an element, and is called only outside of
    /// one.
    pub fn start(&mut self, tag: &Tag<'a>, opens: impl FnOnce(&Tag<'a>) -> bool) {
        // In pictures and formulas, a tag may be its own end tag.
        let has_end = !(tag.element.is_void() || tag.is_foreign && tag.self_closing);
        match &mut self.0 {
            Some((name, depth)) => *depth += usize::from(has_end && tag.name.eq_ignore_ascii_case(name)),
            None if has_end && opens(tag) => self.0 = Some((tag.name, 1)),
            None => {}
        }
    }

    /// Processes an end tag of this name.
    pub fn end(&mut self, name: &str) {
        if let Some((open, depth)) = &mut self.0
            && name.eq_ignore_ascii_case(open)
        {
            *depth -= 1;
            if *depth == 0 {
                self.0 = None;
            }
        }
    }
}
