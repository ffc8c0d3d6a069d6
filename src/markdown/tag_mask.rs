//! Masks for component tags that CommonMark may misread. It may read a tag as text if the tag has a mistake, a value in
//! braces, or no space before an attribute. It reads a tag over several lines as a part of a paragraph, even where the
//! tag should be a block. In place of the tag, the parser gets `<AAAA>` of the same length, so that offsets stay.
//! `html_reader` reads the tag from the source.

use std::ops::Range;

use super::component_tag::ComponentTag;
use super::text::{MarkdownText, is_escaped};
use crate::html::replace_spans;

pub(super) struct TagMasks(Vec<Range<usize>>);

impl TagMasks {
    pub fn find(source: &MarkdownText) -> Self {
        let bytes = source.text.as_bytes();
        let (mut tags, mut end) = (Vec::new(), 0);
        for at in memchr::memchr_iter(b'<', bytes).filter(|&at| !is_escaped(&bytes[..at])) {
            if at >= end
                && let Some(tag) = ComponentTag::read(source, at)
            {
                end = tag.end;
                tags.extend(tag.needs_mask.then_some(at..end));
            }
        }
        Self(tags)
    }

    pub fn apply(&self, text: &str) -> String {
        let masks = self.0.iter().map(|tag| (tag.clone(), format!("<{}>", "A".repeat(tag.len() - 2))));
        replace_spans(text, masks)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the masks that begin at one of `starts`. Returns whether all masks were kept.
    pub fn retain(&mut self, starts: &[usize]) -> bool {
        let count = self.0.len();
        self.0.retain(|tag| starts.contains(&tag.start));
        self.0.len() == count
    }
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
