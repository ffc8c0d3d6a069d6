//! The insertion and the removal of one key of a mapping, with its value.

use std::ops::Range;

use serde_json::{Map, Value};

use super::new_value::ValueWriter;
use super::{Splice, Unwritable, first_exact, parse_yaml};
use crate::lines::{before_line_break, begins_line, indent_of, line_break, line_end, line_start, next_line};
use crate::yaml::DocumentSource;
use crate::yaml::pointer::{is_within, split_last};
use crate::yaml::tree::{DocumentNode, DocumentTree, NodeKind};

/// Returns the splice of the file that gives the mapping at `pointer` a new key with a value, written like its
/// neighbours. The new key is inserted after its nearest predecessor in `order` that the mapping has, or else at the
/// beginning or end.
///
/// # Errors
/// Fails if the document is not valid YAML, if there is no mapping, if the mapping has the key, or if the insertion
/// would change another value.
pub fn insert_key(
    source: &DocumentSource<'_>,
    pointer: &str,
    key: &str,
    value: &Value,
    order: &[&str],
) -> Result<Splice, Unwritable> {
    let mut expected = parse_yaml(source)?;
    if expected.value.is_null() && pointer.is_empty() {
        expected.value = Value::Object(Map::new());
    }
    match expected.value.pointer_mut(pointer) {
        Some(Value::Object(fields)) if !fields.contains_key(key) => fields.insert(key.to_owned(), value.clone()),
        _ => return Err(Unwritable::WrongKind),
    };
    let (text, tree) = (source.document_text(), source.tree());
    let path = tree.path(pointer);
    let is_in_flow = path.iter().flatten().any(|(_, node)| node.is_flow);
    let (points, column) = match path.as_deref() {
        Some([.., (_, node)]) if matches!(node.kind, NodeKind::Mapping(_)) => {
            let mapping = Mapping::new(text, &tree, node);
            (mapping.insertion_points(key, order), mapping.key_column())
        }
        _ if pointer.is_empty() => (vec![point_in_empty(text)], 0),
        _ => return Err(Unwritable::Shared),
    };
    // A key that would be read as something else gets quotes.
    let names = [key.to_owned(), Value::from(key).to_string()];
    let writer = ValueWriter::new(text, &tree);
    let like_neighbours = if is_in_flow {
        format!(" {}", writer.write_in_flow(value, None))
    } else {
        writer.write_after_indicator(value, None, column)
    };
    // JSON is valid YAML.
    let values = [like_neighbours, format!(" {value}")];
    let pairs = || names.iter().flat_map(|name| values.iter().map(move |value| format!("{name}:{value}")));
    let candidates = points.iter().flat_map(|InsertionPoint { range, before, after }| {
        pairs().map(move |pair| (range.clone(), [before, &*pair, after].concat()))
    });
    first_exact(source, candidates, &expected)
}

/// Returns the splice of the file that removes the key at the end of `pointer` with its value. Lines in which at most a
/// comment is left are removed too.
///
/// # Errors
/// Fails if the document is not valid YAML, if the key is missing, or if the removal would change another value.
pub fn remove_key(source: &DocumentSource<'_>, pointer: &str) -> Result<Splice, Unwritable> {
    let mut expected = parse_yaml(source)?;
    let (parent, key) = split_last(pointer).ok_or(Unwritable::WrongKind)?;
    let fields = expected.value.pointer_mut(parent).and_then(Value::as_object_mut).ok_or(Unwritable::WrongKind)?;
    fields.shift_remove(&*key).ok_or(Unwritable::WrongKind)?;
    expected.samples.retain(|sample| !is_within(sample, pointer));
    let tree = source.tree();
    let path = tree.path(parent).ok_or(Unwritable::Shared)?;
    let mapping = path.last().map(|(_, node)| *node).ok_or(Unwritable::WrongKind)?;
    let mapping = Mapping::new(source.document_text(), &tree, mapping);
    let number = mapping.pairs.iter().position(|pair| pair.name == key).ok_or(Unwritable::Shared)?;
    first_exact(source, mapping.removals(number), &expected)
}

/// An insertion point for a new key: the bytes that are replaced, and the text around the key.
struct InsertionPoint {
    range: Range<usize>,
    before: String,
    after: String,
}

impl InsertionPoint {
    fn at(at: usize, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self { range: at..at, before: before.into(), after: after.into() }
    }
}

/// Returns the insertion point in a document that is empty except for comments.
fn point_in_empty(text: &str) -> InsertionPoint {
    let line_break = line_break(text);
    let before = if text.is_empty() || text.ends_with('\n') { "" } else { line_break };
    InsertionPoint::at(text.len(), before, line_break)
}

struct Mapping<'a> {
    text: &'a str,
    node: &'a DocumentNode,
    pairs: Vec<PairSpan<'a>>,
}

/// The span of a key with its value.
struct PairSpan<'a> {
    name: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Mapping<'a> {
    fn new(text: &'a str, tree: &'a DocumentTree<'a>, node: &'a DocumentNode) -> Self {
        let numbers = if let NodeKind::Mapping(pairs) = &node.kind { pairs.as_slice() } else { &[] };
        let pairs = numbers.iter().map(|&(key, value)| {
            let [key_span, value_span] = [key, value].map(|node| tree.nodes[node].span.clone());
            // The span of an empty value may be anywhere, so the pair ends at its colon.
            let colon = text[key_span.end..].find(':').map_or(key_span.end, |colon| key_span.end + colon + 1);
            let end = if value_span.is_empty() { colon } else { value_span.end };
            PairSpan { name: tree.scalar(key).unwrap_or_default(), start: key_span.start, end }
        });
        Self { text, node, pairs: pairs.collect() }
    }

    /// Returns the insertion points for a new key, the best first.
    fn insertion_points(&self, key: &str, order: &[&str]) -> Vec<InsertionPoint> {
        let Some(last) = self.pairs.len().checked_sub(1) else {
            let inside = self.node.span.start + 1;
            let range = inside..self.node.span.end.saturating_sub(1).max(inside);
            return vec![InsertionPoint { range, before: " ".to_owned(), after: " ".to_owned() }];
        };
        let rank = |name: &str| order.iter().position(|known| *known == name);
        let Some(own) = rank(key) else { return self.points_after(last) };
        let above = &self.text[..line_start(self.text, self.pairs[0].start)];
        let has_comment_above = above.lines().next_back().is_some_and(|line| line.trim_start().starts_with('#'));
        let earlier = (0..=last).filter_map(|number| Some((rank(self.pairs[number].name)?, number)));
        match earlier.filter(|(rank, _)| *rank < own).max() {
            Some((_, nearest)) => self.points_after(nearest),
            // A comment above the first key belongs to that key, so nothing is inserted between them.
            None if has_comment_above => self.points_after(last),
            None => vec![self.point_at_start()],
        }
    }

    fn point_at_start(&self) -> InsertionPoint {
        let start = self.pairs[0].start;
        let comma = if self.node.is_flow { "," } else { "" };
        let is_in_line = self.node.is_flow && !begins_line(self.text, start);
        let gap = if is_in_line { " ".to_owned() } else { self.new_line() };
        InsertionPoint::at(start, "", comma.to_owned() + &gap)
    }

    fn key_column(&self) -> usize {
        self.pairs.first().map_or(0, |pair| pair.start - line_start(self.text, pair.start))
    }

    /// Returns the line break and the indentation before a key in a line of its own.
    fn new_line(&self) -> String {
        line_break(self.text).to_owned() + &indent_of(self.text, self.pairs[0].start)
    }

    fn points_after(&self, number: usize) -> Vec<InsertionPoint> {
        if self.node.is_flow { self.points_in_flow(number) } else { self.points_below(number) }
    }

    /// Returns the insertion points after a pair of a mapping without braces.
    fn points_below(&self, number: usize) -> Vec<InsertionPoint> {
        let new_line = self.new_line();
        // Blank lines may belong to a block scalar above: then the new key is inserted after the blank lines.
        let after_blank_lines = match self.pairs.get(number + 1) {
            Some(next) => InsertionPoint::at(next.start, "", &*new_line),
            None => {
                InsertionPoint::at(self.text.len(), indent_of(self.text, self.pairs[0].start), line_break(self.text))
            }
        };
        let below = InsertionPoint::at(line_end(self.text, self.pairs[number].end), new_line, "");
        // If the file ends in a block scalar without a line break, a key below would add a line break to the scalar.
        // Then the new key is inserted before the first key.
        vec![below, after_blank_lines, self.point_at_start()]
    }

    fn points_in_flow(&self, number: usize) -> Vec<InsertionPoint> {
        let PairSpan { start, end, .. } = self.pairs[number];
        let (line_end, new_line) = (line_end(self.text, end), self.new_line());
        let rest = &self.text[end..line_end];
        let in_line = InsertionPoint::at(end, ", ", "");
        if !begins_line(self.text, start) {
            vec![in_line]
        } else if rest.trim_start().starts_with(',') {
            vec![InsertionPoint::at(line_end, new_line, ","), in_line]
        } else {
            let own_line =
                InsertionPoint { range: end..line_end, before: format!(",{rest}{new_line}"), after: String::new() };
            vec![own_line, InsertionPoint::at(end, format!(",{new_line}"), ""), in_line]
        }
    }

    /// Returns the ways to remove a pair, each as a span and its replacement, the best first.
    fn removals(&self, number: usize) -> Vec<(Range<usize>, &'static str)> {
        let PairSpan { start, end, .. } = self.pairs[number];
        if self.pairs.len() == 1 {
            let whole = if self.node.is_flow { self.node.span.clone() } else { start..end };
            return vec![(whole, "{}")];
        }
        let mut found = Vec::new();
        let rest = self.text[end..line_end(self.text, end)].trim_start_matches([' ', '\t', ',']);
        if begins_line(self.text, start) && (rest.is_empty() || rest.starts_with('#')) {
            found.push((self.whole_lines(start..end), ""));
            // Blank lines may belong to the value: then they are removed too, up to the next text.
            let next_text = self.text.len() - self.text[end..].trim_start().len();
            let blank_end = if next_text == self.text.len() {
                next_text
            } else {
                line_start(self.text, next_text).saturating_sub(1).max(end)
            };
            found.push((self.whole_lines(start..blank_end), ""));
        }
        if let Some(next) = self.pairs.get(number + 1) {
            found.push((start..next.start, ""));
        } else if let Some(before) = number.checked_sub(1) {
            found.push((self.pairs[before].end..end, ""));
        }
        found
    }

    /// Extends a span to whole lines and the line break after them. At the end of a text without a line break, the line
    /// break before the lines is included instead.
    fn whole_lines(&self, span: Range<usize>) -> Range<usize> {
        let start = line_start(self.text, span.start);
        match next_line(self.text, span.end) {
            Some(end) => start..end,
            None => before_line_break(self.text, start)..self.text.len(),
        }
    }
}
