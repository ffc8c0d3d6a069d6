//! The text of a document inside a file, and the places of its values in the whole file.

use std::ops::Range;
use std::sync::Arc;

use super::format::DataFormat;
use super::tree::{DocumentTree, PairSide};
use super::{csv, json, toml};
use crate::diagnostic::Place;

/// A document inside a file: a whole file, or the front matter of a Markdown file.
#[derive(Debug, Clone)]
pub struct DocumentSource<'a> {
    pub file: &'a Arc<str>,
    /// The whole file.
    pub text: &'a str,
    /// The span of the document in `text`.
    pub range: Range<usize>,
    pub format: DataFormat,
}

impl<'a> DocumentSource<'a> {
    /// Makes the source of a whole file. The extension says the format; an unknown extension counts as YAML.
    pub fn whole(file: &'a Arc<str>, text: &'a str) -> Self {
        Self { file, text, range: 0..text.len(), format: DataFormat::of(file).unwrap_or(DataFormat::Yaml) }
    }

    /// Makes the source of a YAML part of a file.
    pub fn part(file: &'a Arc<str>, text: &'a str, range: Range<usize>) -> Self {
        Self { file, text, range, format: DataFormat::Yaml }
    }

    /// Parses the document again, and builds its tree. This is slow: only messages and edits need the tree.
    pub fn tree(&self) -> DocumentTree<'a> {
        match self.format {
            DataFormat::Yaml => DocumentTree::of(self.document_text()),
            DataFormat::Json => json::tree(self.document_text()),
            DataFormat::Toml => toml::tree(self.document_text()),
            DataFormat::Csv => csv::tree(self.document_text()),
        }
    }

    pub fn document_text(&self) -> &'a str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns the place of a span of the document.
    pub fn place(&self, span: Range<usize>) -> Place {
        Place::new(self.file.clone(), self.text, self.span_in_file(span))
    }

    /// Returns the place of the key or value at a JSON pointer. Parses the document again.
    pub fn place_of(&self, pointer: &str, side: PairSide) -> Place {
        self.place(self.tree().find(pointer, side))
    }

    /// Returns the span in the whole file of the key or value at a JSON pointer. Parses the document again.
    pub fn span_of(&self, pointer: &str, side: PairSide) -> Range<usize> {
        self.span_in_file(self.tree().find(pointer, side))
    }

    fn span_in_file(&self, span: Range<usize>) -> Range<usize> {
        let base = self.range.start;
        base + span.start..base + span.end
    }
}
