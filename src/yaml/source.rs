//! The text of YAML inside a file, and the places of its values in the whole file.

use std::ops::Range;
use std::sync::Arc;

use super::tree::{PairSide, YamlTree};
use crate::diagnostic::Place;

/// YAML inside a file: a whole YAML file or the front matter of a Markdown file.
#[derive(Debug, Clone)]
pub struct YamlSource<'a> {
    pub file: &'a Arc<str>,
    /// The whole file.
    pub text: &'a str,
    /// The bytes of the YAML in `text`.
    pub range: Range<usize>,
}

impl<'a> YamlSource<'a> {
    /// Takes the whole file as YAML.
    pub fn whole(file: &'a Arc<str>, text: &'a str) -> Self {
        Self { file, text, range: 0..text.len() }
    }

    /// Returns the YAML alone.
    pub fn yaml(&self) -> &'a str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the place in the file of bytes of the YAML.
    pub fn place(&self, span_in_yaml: Range<usize>) -> Place {
        Place::new(self.file.clone(), self.text, self.in_text(span_in_yaml))
    }

    /// Returns the place of the value at a JSON pointer. Parses the YAML again, so it is for messages only.
    pub fn place_of(&self, pointer: &str, side: PairSide) -> Place {
        self.place(YamlTree::of(self.yaml()).find(pointer, side))
    }

    /// Returns the bytes of the value at a JSON pointer, counted in the whole file. Parses the YAML again.
    pub fn span_of(&self, pointer: &str, side: PairSide) -> Range<usize> {
        self.in_text(YamlTree::of(self.yaml()).find(pointer, side))
    }

    fn in_text(&self, span_in_yaml: Range<usize>) -> Range<usize> {
        let base = self.range.start;
        base + span_in_yaml.start..base + span_in_yaml.end
    }
}
