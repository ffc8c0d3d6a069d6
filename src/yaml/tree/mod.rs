//! The tree of a document's nodes with their spans, for the places in messages and for edits.
//!
//! An event parser reads YAML again to build its tree. `json`, `toml` and `csv` build the trees of the other formats.

use std::ops::Range;

pub use saphyr_parser::ScalarStyle;
use saphyr_parser::{Event, Parser, Span, Tag};

use super::pointer::{join, segments};
use crate::lines::line_start;

/// A side of `key: value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairSide {
    Key,
    Value,
}

/// The nodes of a document, as far as it can be read.
#[derive(Debug)]
pub struct DocumentTree<'a> {
    text: &'a str,
    pub nodes: Vec<DocumentNode>,
    root: Option<usize>,
    /// The lists and mappings that are not closed yet, the innermost last. A syntax error leaves some unclosed.
    pub unclosed: Vec<usize>,
    /// The syntax error that ended the parsing of YAML.
    pub error: Option<ScanError>,
    /// The `---` of a second document.
    pub second_document: Option<Range<usize>>,
    /// The span of the first row, if the document is a table. The cells of this row are the keys of all mappings.
    pub(super) header: Option<Range<usize>>,
}

/// A scalar, list, mapping or alias.
#[derive(Debug)]
pub struct DocumentNode {
    /// The byte at which the node begins, with its tag and anchor.
    pub start: usize,
    /// The span of the node without its tag and anchor.
    pub span: Range<usize>,
    pub tag: Option<String>,
    pub kind: NodeKind,
    /// Whether the node is written in brackets or braces; always false for a table of TOML.
    pub is_flow: bool,
}

/// The content of a node; the numbers are indices of nodes.
#[derive(Debug)]
pub enum NodeKind {
    Scalar {
        text: String,
        style: ScalarStyle,
    },
    Sequence(Vec<usize>),
    Mapping(Vec<(usize, usize)>),
    /// `None` if the anchor is missing.
    Alias(Option<usize>),
}

/// A syntax error in the event parser's words.
#[derive(Debug)]
pub struct ScanError {
    pub at: usize,
    pub message: String,
}

/// Adds a node without a tag, and returns its index.
pub(super) fn push_node(nodes: &mut Vec<DocumentNode>, span: Range<usize>, kind: NodeKind, is_flow: bool) -> usize {
    nodes.push(DocumentNode { start: span.start, span, tag: None, kind, is_flow });
    nodes.len() - 1
}

impl<'a> DocumentTree<'a> {
    /// Parses YAML up to its first syntax error or a second document.
    pub fn of(text: &'a str) -> Self {
        let tree = Self::from_nodes(text, Vec::new(), None);
        let offsets = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        TreeBuilder { tree, open_keys: Vec::new(), anchors: Vec::new(), offsets, last_end: 0 }.build()
    }

    pub(super) fn from_nodes(text: &'a str, nodes: Vec<DocumentNode>, root: Option<usize>) -> Self {
        Self { text, nodes, root, unclosed: Vec::new(), error: None, second_document: None, header: None }
    }

    /// Returns the span of the key or value at `pointer`, or of its nearest ancestor that exists. An item has only a
    /// value. An empty value has nothing to mark, so its key is marked; in a table, where all rows share one key, the
    /// empty cell is marked.
    pub fn find(&self, pointer: &str, side: PairSide) -> Range<usize> {
        let Some(root) = self.root else { return 0..0 };
        let (mut at, mut key) = (root, None);
        for segment in segments(pointer) {
            let Some((next_key, next)) = self.child(at, &segment) else { return self.nodes[at].span.clone() };
            (at, key) = (next, next_key);
        }
        let value = &self.nodes[at].span;
        match key {
            Some(key) if side == PairSide::Key || value.is_empty() && self.header.is_none() => {
                self.nodes[key].span.clone()
            }
            _ => value.clone(),
        }
    }

    /// Returns the span to mark if the mapping at `pointer` lacks `key`: its first key, or the whole value if it has no
    /// keys. In a table, the row's empty cell is marked, or the header if no column has this name.
    pub fn missing_key_span(&self, pointer: &str, key: &str) -> Range<usize> {
        if let Some(header) = &self.header {
            let has_column = self.has_column(pointer, key);
            return if has_column { self.find(&join(pointer, key), PairSide::Value) } else { header.clone() };
        }
        match self.node(pointer).map(|n| &self.nodes[n].kind) {
            Some(NodeKind::Mapping(pairs)) if !pairs.is_empty() => self.nodes[pairs[0].0].span.clone(),
            _ => self.find(pointer, PairSide::Value),
        }
    }

    /// Whether the document is a table, and the mapping at `pointer` has the column `key`.
    pub fn has_column(&self, pointer: &str, key: &str) -> bool {
        self.header.is_some() && self.node(pointer).is_some_and(|node| self.child(node, key).is_some())
    }

    /// Returns the text in which the value at `pointer` is written, if it is a scalar or in brackets.
    pub fn written_text(&self, pointer: &str) -> Option<&'a str> {
        let node = &self.nodes[self.node(pointer)?];
        (node.is_flow || matches!(node.kind, NodeKind::Scalar { .. })).then(|| &self.text[node.span.clone()])
    }

    /// Returns the text of a scalar, or of the scalar that an alias stands for.
    pub fn scalar(&self, node: usize) -> Option<&str> {
        match &self.nodes[self.resolve_alias(node)].kind {
            NodeKind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Returns the nodes from the root to `pointer`, each with its key if it has one; `None` if one of the nodes is
    /// missing or an alias.
    pub fn path(&self, pointer: &str) -> Option<Vec<(Option<&DocumentNode>, &DocumentNode)>> {
        let mut at = self.root?;
        let mut path = vec![(None, &self.nodes[at])];
        for segment in segments(pointer) {
            let (key, value) = self.child(at, &segment).filter(|_| self.resolve_alias(at) == at)?;
            path.push((key.map(|key| &self.nodes[key]), &self.nodes[value]));
            at = value;
        }
        (self.resolve_alias(at) == at).then_some(path)
    }

    /// Returns the node of the value at `pointer`; for an alias, the node that it stands for.
    fn node(&self, pointer: &str) -> Option<usize> {
        segments(pointer)
            .try_fold(self.root?, |at, segment| self.child(at, &segment).map(|(_, value)| value))
            .map(|node| self.resolve_alias(node))
    }

    /// Returns the nodes to which a segment of a pointer leads: the key, if the node is a mapping, and the value.
    fn child(&self, node: usize, segment: &str) -> Option<(Option<usize>, usize)> {
        match &self.nodes[self.resolve_alias(node)].kind {
            NodeKind::Sequence(items) => Some((None, *items.get(segment.parse::<usize>().ok()?)?)),
            NodeKind::Mapping(pairs) => {
                pairs.iter().find(|(key, _)| self.scalar(*key) == Some(segment)).map(|&(key, value)| (Some(key), value))
            }
            _ => None,
        }
    }

    fn resolve_alias(&self, node: usize) -> usize {
        match self.nodes[node].kind {
            NodeKind::Alias(Some(target)) => target,
            _ => node,
        }
    }
}

struct TreeBuilder<'a> {
    tree: DocumentTree<'a>,
    /// For each unclosed list or mapping, the key whose value comes next.
    open_keys: Vec<Option<usize>>,
    /// The node of each anchor, by the parser's number of the anchor.
    anchors: Vec<Option<usize>>,
    /// The byte at which each character begins, and the end of the text.
    offsets: Vec<usize>,
    /// The end of the last node so far.
    last_end: usize,
}

impl<'a> TreeBuilder<'a> {
    fn build(mut self) -> DocumentTree<'a> {
        let mut parser = Parser::new_from_str(self.tree.text);
        let mut documents = 0;
        while let Some(next) = parser.next_event() {
            match next {
                Err(error) => {
                    let at = self.byte_offset(error.marker().index());
                    self.tree.error = Some(ScanError { at, message: error.info().to_owned() });
                    break;
                }
                Ok((Event::DocumentStart(_), span)) => {
                    documents += 1;
                    if documents == 2 {
                        self.tree.second_document = Some(self.byte_range(span));
                        break;
                    }
                }
                Ok((event, span)) => self.handle_event(event, span),
            }
        }
        for &node in &self.tree.unclosed {
            let span = &mut self.tree.nodes[node].span;
            span.end = self.last_end.max(span.start);
        }
        self.tree
    }

    fn handle_event(&mut self, event: Event<'_>, span: Span) {
        let span = self.byte_range(span);
        match event {
            Event::Alias(anchor) => {
                let target = self.anchors.get(anchor).copied().flatten();
                let kind = NodeKind::Alias(target);
                self.add_node(DocumentNode { start: span.start, span, tag: None, kind, is_flow: false }, 0);
            }
            Event::Scalar(text, style, anchor, tag) => {
                let event_start = span.start;
                let span = self.scalar_span(span, style, anchor > 0 || tag.is_some());
                let (start, tag) = (event_start.min(span.start), tag.as_deref().map(tag_name));
                let kind = NodeKind::Scalar { text: text.into_owned(), style };
                self.add_node(DocumentNode { start, span, tag, kind, is_flow: false }, anchor);
            }
            Event::SequenceStart(anchor, tag) => {
                self.open_node(span, NodeKind::Sequence(vec![]), anchor, tag.as_deref());
            }
            Event::MappingStart(anchor, tag) => self.open_node(span, NodeKind::Mapping(vec![]), anchor, tag.as_deref()),
            Event::SequenceEnd | Event::MappingEnd => self.close_node(span),
            _ => {}
        }
    }

    fn open_node(&mut self, span: Range<usize>, kind: NodeKind, anchor: usize, tag: Option<&Tag>) {
        let content = self.skip_properties(span.start);
        let is_flow = self.tree.text[content..].starts_with(['[', '{']) && !span.is_empty();
        let tag = tag.map(tag_name);
        let node =
            self.add_node(DocumentNode { start: span.start, span: content..content, tag, kind, is_flow }, anchor);
        self.tree.unclosed.push(node);
        self.open_keys.push(None);
    }

    /// Closes the innermost unclosed list or mapping. `event` is the span of the event that ends it.
    fn close_node(&mut self, event: Range<usize>) {
        let Some(node) = self.tree.unclosed.pop() else { return };
        self.open_keys.pop();
        let text = self.tree.text;
        let end = if !self.tree.nodes[node].is_flow {
            self.last_end
        } else if text[event.start..].starts_with([']', '}']) {
            // The span of the event may include a comment after the bracket.
            event.start + 1
        } else {
            text[..event.end].trim_end().len()
        };
        let span = &mut self.tree.nodes[node].span;
        span.end = end.max(span.start);
        self.last_end = span.end;
    }

    /// Adds the node to the innermost unclosed list or mapping, as its next item, key or value. `anchor` is the
    /// parser's number of the node's anchor; 0 if it has none.
    fn add_node(&mut self, node: DocumentNode, anchor: usize) -> usize {
        let index = self.tree.nodes.len();
        self.last_end = self.last_end.max(node.span.end);
        self.tree.nodes.push(node);
        if anchor > 0 {
            self.anchors.resize(self.anchors.len().max(anchor + 1), None);
            self.anchors[anchor] = Some(index);
        }
        let Some(&parent) = self.tree.unclosed.last() else {
            self.tree.root.get_or_insert(index);
            return index;
        };
        match (&mut self.tree.nodes[parent].kind, self.open_keys.last_mut()) {
            (NodeKind::Sequence(items), _) => items.push(index),
            (NodeKind::Mapping(pairs), Some(open_key)) => match open_key.take() {
                Some(key) => pairs.push((key, index)),
                None => *open_key = Some(index),
            },
            _ => {}
        }
        index
    }

    /// Corrects the span of a scalar: the event parser includes the tag, the anchor and any text after a closing quote,
    /// and leaves out the `|` of most block scalars.
    fn scalar_span(&self, span: Range<usize>, style: ScalarStyle, has_properties: bool) -> Range<usize> {
        let text = self.tree.text;
        let start = if has_properties { self.skip_properties(span.start).min(span.end) } else { span.start };
        match style {
            ScalarStyle::Plain => start..span.end,
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => start..closing_quote(text, start),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                // The header, `|` or `>`, is in the nearest line above that is not blank. Lines higher up are not
                // searched, because comments there may have a `|`.
                let header_line = line_start(text, text[..span.start].trim_end().len());
                let from = self.last_end.max(header_line).min(span.start);
                let header = match text[from..span.start].find(['|', '>']) {
                    Some(at) => from + at,
                    // The parser includes the `|` of a block that has properties or no content.
                    None if text[start..].starts_with(['|', '>']) => start,
                    None => span.start,
                };
                header..text[..span.end].trim_end_matches([' ', '\r', '\n']).len().max(header)
            }
        }
    }

    /// Returns the byte after the tag and anchor that may be at `start`, and after the comments that follow them.
    fn skip_properties(&self, start: usize) -> usize {
        let text = self.tree.text;
        let mut rest = &text[start..];
        while rest.starts_with(['!', '&', '#']) {
            let is_comment = rest.starts_with('#');
            let ends = |c: char| if is_comment { c == '\n' } else { c.is_whitespace() || ",[]{}".contains(c) };
            rest = rest[rest.find(ends).unwrap_or(rest.len())..].trim_start();
        }
        text.len() - rest.len()
    }

    fn byte_range(&self, span: Span) -> Range<usize> {
        let start = self.byte_offset(span.start.index());
        start..self.byte_offset(span.end.index()).max(start)
    }

    fn byte_offset(&self, character: usize) -> usize {
        self.offsets[character.min(self.offsets.len() - 1)]
    }
}

fn tag_name(tag: &Tag) -> String {
    match tag.handle.as_str() {
        "tag:yaml.org,2002:" => format!("!!{}", tag.suffix),
        handle => format!("{handle}{}", tag.suffix),
    }
}

/// Returns the byte after the quote that closes the quote at `start`, or the end of the text if none does.
fn closing_quote(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let quote = bytes.get(start).copied();
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == Some(b'"') => at += 1,
            b'\'' if quote == Some(b'\'') && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            found if Some(found) == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests;
