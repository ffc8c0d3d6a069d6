//! Masks for component tags that CommonMark would parse as text: tags over several lines, with values in braces, or
//! with mistakes. The parser reads `<AAAA>` of the same length, so that offsets stay; the tag itself is read from the
//! source.

use std::borrow::Cow;
use std::ops::Range;

use super::component_tag::ComponentTag;
use super::text::MarkdownText;

/// The tags to mask.
#[derive(Default)]
pub(super) struct TagMasks {
    /// Whether the text may contain components, masked or not.
    pub has_tags: bool,
    tags: Vec<Range<usize>>,
}

impl TagMasks {
    /// Finds the tags to mask.
    pub fn find(source: &MarkdownText) -> Self {
        let mut masks = Self::default();
        let bytes = source.text.as_bytes();
        let mut end = 0;
        for at in memchr::memchr_iter(b'<', bytes) {
            match bytes.get(at + 1..) {
                Some([b'A'..=b'Z', ..]) if at >= end && !is_escaped(&bytes[..at]) => {
                    masks.has_tags = true;
                    if let Some(tag) = ComponentTag::read(source, at) {
                        end = tag.end;
                        if !tag.is_commonmark {
                            masks.tags.push(at..tag.end);
                        }
                    }
                }
                Some([b'/', b'A'..=b'Z', ..]) => masks.has_tags = true,
                _ => {}
            }
        }
        masks
    }

    /// Replaces the tags by masks.
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

    /// Removes the masks that don't begin at a tag that the parser found; true if all stay.
    pub fn retain(&mut self, found: &[usize]) -> bool {
        let count = self.tags.len();
        self.tags.retain(|tag| found.contains(&tag.start));
        self.tags.len() == count
    }
}

/// Returns the text with masks in place of all tags that may need one, those in code included.
pub(super) fn mask_all<'t>(source: &'t MarkdownText) -> Cow<'t, str> {
    TagMasks::find(source).apply(&source.text)
}

/// Whether the character after `before` is escaped by a backslash.
pub(super) fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::{MarkdownText, TagMasks};

    fn check(text: &str, masked: &str) {
        assert_eq!(TagMasks::find(&MarkdownText::new(text, 0)).apply(text), masked);
    }

    #[test]
    fn only_tags_that_commonmark_does_not_parse_are_masked() {
        check("a <b> 1 < 2", "a <b> 1 < 2");
        check("<A b=\"c\"> </A>", "<A b=\"c\"> </A>");
        check("é <A b={ü}/>é", "é <AAAAAAAAA>é");
        check("<A\nb>\n<B c={\"<C d={1}>\"}>", "<AAA>\n<AAAAAAAAAAAAAAAAA>");
        check("\\<A b={1}> \\\\<A b={1}>", "\\<A b={1}> \\\\<AAAAAAA>");
        check("<A b=\"c>\nd", "<AAAAAA>\nd");
    }
}
