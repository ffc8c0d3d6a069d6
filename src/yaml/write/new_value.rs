//! The text of a new key or item, which looks like its neighbours: brackets, indentation, the order of keys, quotes.
//! A changed value is written by `scalar`.

use std::ops::Range;

use serde_json::{Map, Value};

use super::scalar::{Scalar, is_block};
use crate::lines::{line_break, line_start};
use crate::yaml::parse::parse_value;
use crate::yaml::tree::{DocumentNode, DocumentTree, NodeKind, ScalarStyle};

/// The spaces by which lists and mappings are indented if there is no neighbour to follow.
const INDENT: usize = 2;

/// Writes a new document with the fields of `value`, formatted like the document `like`.
pub fn new_document(value: &Value, like: &str) -> String {
    let tree = DocumentTree::of(like);
    let writer = ValueWriter { line_break: "\n", ..ValueWriter::new(like, &tree) };
    let root = tree.path("").and_then(|path| path.last().map(|(_, node)| *node));
    let Value::Object(fields) = value else { return String::new() };
    let lines = writer.write_pairs(fields, &writer.pairs(root), 0);
    lines.strip_prefix('\n').map_or_else(String::new, |lines| format!("{lines}\n"))
}

/// A key of a mapping, and its value.
type Pair<'t> = (&'t DocumentNode, &'t DocumentNode);

/// A value that a new value should look like.
#[derive(Clone, Copy)]
pub struct Neighbour<'t> {
    pub node: &'t DocumentNode,
    /// The column of its key or its dash.
    pub column: usize,
}

pub struct ValueWriter<'t> {
    text: &'t str,
    tree: &'t DocumentTree<'t>,
    line_break: &'static str,
}

impl<'t> ValueWriter<'t> {
    pub fn new(text: &'t str, tree: &'t DocumentTree<'t>) -> Self {
        Self { text, tree, line_break: line_break(text) }
    }

    /// Returns the ways to write a value as the first item of the empty list `[]`, each with the bytes that it
    /// replaces. `key` is the key of the list; `None` if the list has none or is inside brackets.
    pub fn write_first_item(
        &self,
        list: &DocumentNode,
        key: Option<&DocumentNode>,
        value: &Value,
    ) -> Vec<(Range<usize>, String)> {
        let in_brackets = (list.span.clone(), format!("[{}]", self.write_in_flow(value, None)));
        let Some(key) = key.filter(|_| value.is_object()) else { return vec![in_brackets] };
        let column = self.column(key.span.start) + INDENT;
        let lines = self.new_line(column) + &self.write_item(value, None, column);
        let start = self.text[..list.span.start].trim_end_matches(' ').len();
        vec![(start..list.span.end, lines), in_brackets]
    }

    /// Writes an item with its dash, which is at `column`.
    pub fn write_item(&self, value: &Value, neighbour: Option<Neighbour>, column: usize) -> String {
        let written = self.write_after_indicator(value, neighbour, column);
        // The first key or dash inside an item is in the line of the item's dash.
        match written.strip_prefix(self.line_break) {
            Some(lines) => format!("-{}", &lines[column + 1..]),
            None => format!("-{written}"),
        }
    }

    /// Writes a value that follows a dash or the colon of a key, beginning with a blank or a line break. The dash or
    /// key is at `column`.
    pub fn write_after_indicator(&self, value: &Value, neighbour: Option<Neighbour>, column: usize) -> String {
        let neighbour_node = neighbour.map(|neighbour| neighbour.node);
        let is_in_flow = neighbour_node.is_some_and(|node| node.is_flow);
        // A list gets a line for each item if it contains mappings, or if the neighbour is a list with items. Other
        // lists are in brackets, and so is a list whose neighbour is in brackets or braces.
        let has_lines = |items: &[Value]| {
            items.iter().any(Value::is_object) || (!items.is_empty() && self.first_item_of(neighbour_node).is_some())
        };
        match value {
            Value::Object(fields) if !is_in_flow && !fields.is_empty() => {
                let pairs = self.pairs(neighbour_node);
                let first = pairs.first().map(|(key, _)| self.column(key.span.start));
                self.write_pairs(fields, &pairs, column + indent(neighbour, first))
            }
            Value::Array(items) if !is_in_flow && has_lines(items) => self.write_items(items, neighbour, column),
            Value::Object(_) | Value::Array(_) => format!(" {}", self.write_in_flow(value, neighbour_node)),
            _ => format!(" {}", self.write_scalar(value, Self::style_of(neighbour_node), column, false)),
        }
    }

    /// Writes the pairs of a mapping like the `pairs` of a neighbour, each after a line break and with its key at
    /// `column`.
    fn write_pairs(&self, fields: &Map<String, Value>, pairs: &[Pair<'t>], column: usize) -> String {
        let lines = in_order(fields, pairs).into_iter().map(|(name, field, neighbour)| {
            let neighbour = neighbour.map(|(key, node)| Neighbour { node, column: self.column(key.span.start) });
            let key = self.write_scalar(&name.into(), ScalarStyle::Plain, column, true);
            format!("{}{key}:{}", self.new_line(column), self.write_after_indicator(field, neighbour, column))
        });
        lines.collect()
    }

    /// Writes the items of a list, each in a line of its own, below a dash or key at `column`.
    fn write_items(&self, items: &[Value], neighbour: Option<Neighbour>, column: usize) -> String {
        let first_node = self.first_item_of(neighbour.map(|neighbour| neighbour.node));
        let first_item =
            neighbour.zip(first_node).map(|(list, node)| Neighbour { node, column: self.dash_column(list) });
        let inner = column + indent(neighbour, first_item.map(|item| item.column));
        items.iter().map(|item| self.new_line(inner) + &self.write_item(item, first_item, inner)).collect()
    }

    pub fn write_in_flow(&self, value: &Value, neighbour: Option<&'t DocumentNode>) -> String {
        match value {
            Value::Object(fields) if fields.is_empty() => "{}".to_owned(),
            Value::Object(fields) => {
                let pairs = self.pairs(neighbour);
                let written = neighbour.map_or("{ ", |neighbour| &self.text[neighbour.span.clone()]);
                let blank = if written.starts_with('{') && !written.starts_with("{ ") { "" } else { " " };
                let fields = in_order(fields, &pairs).into_iter().map(|(name, field, neighbour)| {
                    let key = self.write_scalar(&name.into(), ScalarStyle::Plain, 0, true);
                    format!("{key}: {}", self.write_in_flow(field, neighbour.map(|(_, node)| node)))
                });
                format!("{{{blank}{}{blank}}}", fields.collect::<Vec<_>>().join(", "))
            }
            Value::Array(items) => {
                let neighbour = self.first_item_of(neighbour);
                let items = items.iter().map(|item| self.write_in_flow(item, neighbour));
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
            _ => self.write_scalar(value, Self::style_of(neighbour), 0, true),
        }
    }

    /// Writes a scalar in `style`, or in another style if `style` can't hold it. If `style` is a block, plain is tried
    /// first.
    fn write_scalar(&self, value: &Value, style: ScalarStyle, column: usize, is_in_flow: bool) -> String {
        let forms = |style: ScalarStyle| {
            Scalar::absent(self.text, self.line_break, style, column, is_in_flow).written_forms(value).into_iter()
        };
        let plain = forms(ScalarStyle::Plain).take(usize::from(is_block(style)));
        let is_exact = |written: &String| {
            let document =
                if is_in_flow { format!("[{written}]") } else { format!("{}- {written}", " ".repeat(column)) };
            parse_value(&document).is_ok_and(|parsed| parsed.get(0) == Some(value))
        };
        // JSON is valid YAML.
        plain.chain(forms(style)).find(is_exact).unwrap_or_else(|| value.to_string())
    }

    fn style_of(neighbour: Option<&DocumentNode>) -> ScalarStyle {
        match neighbour.map(|node| &node.kind) {
            Some(NodeKind::Scalar { style, .. }) => *style,
            _ => ScalarStyle::Plain,
        }
    }

    fn pairs(&self, neighbour: Option<&DocumentNode>) -> Vec<Pair<'t>> {
        let Some(NodeKind::Mapping(pairs)) = neighbour.map(|node| &node.kind) else { return Vec::new() };
        pairs.iter().map(|&(key, value)| (&self.tree.nodes[key], &self.tree.nodes[value])).collect()
    }

    fn first_item_of(&self, neighbour: Option<&DocumentNode>) -> Option<&'t DocumentNode> {
        let NodeKind::Sequence(items) = &neighbour?.kind else { return None };
        items.first().map(|item| &self.tree.nodes[*item])
    }

    fn new_line(&self, column: usize) -> String {
        self.line_break.to_owned() + &" ".repeat(column)
    }

    /// Returns the column of the dashes of a list. If the dashes are in the column of the list's key, the span of the
    /// list begins after the first dash.
    fn dash_column(&self, list: Neighbour<'t>) -> usize {
        let at = list.node.span.start;
        if self.text[at..].starts_with('-') { self.column(at) } else { list.column }
    }

    fn column(&self, at: usize) -> usize {
        at - line_start(self.text, at)
    }
}

/// Returns the number of columns by which the neighbour's keys or dashes, which are at `inner_column`, are indented;
/// `INDENT` if there are none.
fn indent(neighbour: Option<Neighbour>, inner_column: Option<usize>) -> usize {
    let indent = neighbour.zip(inner_column).and_then(|(neighbour, inner)| inner.checked_sub(neighbour.column));
    indent.unwrap_or(INDENT)
}

/// Returns the fields in the order of a neighbour's keys, each with the neighbour's pair. Fields that the neighbour
/// lacks come last.
fn in_order<'v, 't>(fields: &'v Map<String, Value>, pairs: &[Pair<'t>]) -> Vec<(&'v str, &'v Value, Option<Pair<'t>>)> {
    let is_named = |key: &DocumentNode, name: &str| matches!(&key.kind, NodeKind::Scalar { text, .. } if text == name);
    let find = |name: &str| pairs.iter().position(|(key, _)| is_named(key, name));
    let mut ordered: Vec<_> = fields.iter().map(|(name, value)| (find(name), name.as_str(), value)).collect();
    ordered.sort_by_key(|(at, ..)| at.unwrap_or(pairs.len()));
    ordered.into_iter().map(|(at, name, value)| (name, value, at.map(|at| pairs[at]))).collect()
}
