//! The tracker of an element that a visitor skips or copies with everything in it.

use super::tag::Tag;

/// The tracked element, if one is open: its name as written, and how many elements of that name are open.
#[derive(Debug, Default)]
pub struct OpenElement<'a>(Option<(&'a str, usize)>);

impl<'a> OpenElement<'a> {
    /// Whether a tracked element is open.
    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Processes a start tag. Outside a tracked element, `is_tracked` decides whether the tag begins one.
    pub fn start(&mut self, tag: &Tag<'a>, is_tracked: impl FnOnce(&Tag<'a>) -> bool) {
        // `/>` closes elements of SVG and MathML only.
        let is_foreign = tag.is_foreign || tag.element.is_foreign_root();
        let has_end = !(tag.element.is_void() || is_foreign && tag.self_closing);
        match &mut self.0 {
            Some((name, depth)) => *depth += usize::from(has_end && tag.name.eq_ignore_ascii_case(name)),
            None if has_end && is_tracked(tag) => self.0 = Some((tag.name, 1)),
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
