//! Stand-ins for component tags that CommonMark would take for text: those over several lines, with values in braces,
//! or with a mistake that deserves a message of its own. The parser reads `<AAAA>` of the same length, so that every
//! offset holds; what the tag says is read from the text as written.

use std::borrow::Cow;
use std::ops::Range;

use super::source::Source;
use super::tag::Tag;

#[derive(Default)]
pub(super) struct Masks {
    /// Whether the text may hold a component at all.
    pub any_tag: bool,
    tags: Vec<Range<usize>>,
}

impl Masks {
    pub fn find(source: &Source) -> Self {
        let mut masks = Self::default();
        let bytes = source.text.as_bytes();
        let mut past = 0;
        for at in memchr::memchr_iter(b'<', bytes) {
            match bytes.get(at + 1..) {
                Some([b'A'..=b'Z', ..]) if at >= past && !is_escaped(&bytes[..at]) => {
                    masks.any_tag = true;
                    if let Some(tag) = Tag::read(source, at) {
                        past = tag.end;
                        if !tag.plain {
                            masks.tags.push(at..tag.end);
                        }
                    }
                }
                Some([b'/', b'A'..=b'Z', ..]) => masks.any_tag = true,
                _ => {}
            }
        }
        masks
    }

    pub fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.tags.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut masked = String::with_capacity(text.len());
        for tag in &self.tags {
            masked.push_str(&text[masked.len()..tag.start]);
            masked.push('<');
            masked.extend(std::iter::repeat_n('A', tag.len() - 2));
            masked.push('>');
        }
        masked.push_str(&text[masked.len()..]);
        Cow::Owned(masked)
    }

    /// Gives up the stand-ins that the parser did not meet as tags; true if there were none.
    pub fn keep(&mut self, met: &[usize]) -> bool {
        let before = self.tags.len();
        self.tags.retain(|tag| met.contains(&tag.start));
        self.tags.len() == before
    }
}

/// Whether a backslash takes its meaning from what follows.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::{Masks, Source};

    fn check(text: &str, masked: &str) {
        assert_eq!(Masks::find(&Source::new(text, 0)).apply(text), masked);
    }

    #[test]
    fn only_unusual_tags_are_masked() {
        check("a <b> 1 < 2", "a <b> 1 < 2");
        check("<A b=\"c\"> </A>", "<A b=\"c\"> </A>");
        check("é <A b={ü}/>é", "é <AAAAAAAAA>é");
        check("<A\nb>\n<B c={\"<C d={1}>\"}>", "<AAA>\n<AAAAAAAAAAAAAAAAA>");
        check("\\<A b={1}> \\\\<A b={1}>", "\\<A b={1}> \\\\<AAAAAAA>");
        check("<A b=\"c>\nd", "<AAAAAA>\nd");
    }
}
