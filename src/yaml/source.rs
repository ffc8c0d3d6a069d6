//! The text of a document inside a file, and the places of its values in the whole file.

use std::ops::Range;
use std::sync::Arc;

use super::format::DataFormat;
use super::tree::{PairSide, YamlTree};
use super::{csv, json, toml};
use crate::diagnostic::Place;

/// A document inside a file: a whole file, or the front matter of a Markdown file.
#[derive(Debug, Clone)]
pub struct YamlSource<'a> {
    pub file: &'a Arc<str>,
    /// The whole file.
    pub text: &'a str,
    /// The bytes of the document in `text`.
    pub range: Range<usize>,
    pub format: DataFormat,
}

impl<'a> YamlSource<'a> {
    /// Takes the whole file as a document of the format that its ending says.
    pub fn whole(file: &'a Arc<str>, text: &'a str) -> Self {
        Self { file, text, range: 0..text.len(), format: DataFormat::of(file).unwrap_or(DataFormat::Yaml) }
    }

    /// Takes a part of the file as YAML.
    pub fn part(file: &'a Arc<str>, text: &'a str, range: Range<usize>) -> Self {
        Self { file, text, range, format: DataFormat::Yaml }
    }

    /// Builds the tree of the document, for messages only.
    pub fn tree(&self) -> YamlTree<'a> {
        match self.format {
            DataFormat::Yaml => YamlTree::of(self.yaml()),
            DataFormat::Json => json::tree(self.yaml()),
            DataFormat::Toml => toml::tree(self.yaml()),
            DataFormat::Csv => csv::tree(self.yaml()),
        }
    }

    /// Returns the document alone.
    pub fn yaml(&self) -> &'a str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the place in the file of bytes of the document.
    pub fn place(&self, span_in_yaml: Range<usize>) -> Place {
        Place::new(self.file.clone(), self.text, self.in_text(span_in_yaml))
    }

    /// Returns the place of the value at a JSON pointer. Parses the document again, so it is for messages only.
    pub fn place_of(&self, pointer: &str, side: PairSide) -> Place {
        self.place(self.tree().find(pointer, side))
    }

    /// Returns the bytes of the value at a JSON pointer, counted in the whole file. Parses the document again.
    pub fn span_of(&self, pointer: &str, side: PairSide) -> Range<usize> {
        self.in_text(self.tree().find(pointer, side))
    }

    fn in_text(&self, span_in_yaml: Range<usize>) -> Range<usize> {
        let base = self.range.start;
        base + span_in_yaml.start..base + span_in_yaml.end
    }
}
