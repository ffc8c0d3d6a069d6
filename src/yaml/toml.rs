//! TOML: the values and nodes of a document, from one pass over the tables of the crate `toml`. Dates become strings,
//! as in YAML.

use std::ops::Range;

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::tree::{DocumentNode, DocumentTree, NodeKind, ScalarStyle, push_node};
use crate::diagnostic::Diagnostic;

/// Parses a TOML document.
///
/// # Errors
/// Returns every syntax error, or else every number that JSON lacks, each with its span.
pub(super) fn parse(text: &str) -> Result<Value, Vec<(Diagnostic, Range<usize>)>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(errors.iter().map(explain).collect());
    }
    let mut reader = Reader::default();
    let (value, _) = reader.read_table(table.get_ref(), table.span());
    if reader.refused.is_empty() { Ok(value) } else { Err(reader.refused) }
}

/// Builds the tree of a document, from what can be read in spite of syntax errors.
pub(super) fn tree(text: &str) -> DocumentTree<'_> {
    let (table, _) = DeTable::parse_recoverable(text);
    let mut reader = Reader::default();
    let (_, root) = reader.read_table(table.get_ref(), table.span());
    DocumentTree::from_nodes(text, reader.nodes, Some(root))
}

fn explain(error: &toml::de::Error) -> (Diagnostic, Range<usize>) {
    let diagnostic = Diagnostic::error("toml-syntax", "this is not valid TOML").label(error.message().to_owned());
    let help = "a line is `key = value`, with strings in quotes; `[name]` begins a table";
    (diagnostic.help(help), error.span().unwrap_or(0..0))
}

/// The reader, which makes the value of a document, and a node for each part of the document.
#[derive(Default)]
struct Reader {
    nodes: Vec<DocumentNode>,
    /// The diagnostics of numbers that JSON lacks, with their spans.
    refused: Vec<(Diagnostic, Range<usize>)>,
}

impl Reader {
    /// Returns a value with the index of its node.
    fn read_value(&mut self, value: &Spanned<DeValue<'_>>) -> (Value, usize) {
        let span = value.span();
        let read = match value.get_ref() {
            DeValue::Table(table) => return self.read_table(table, span),
            DeValue::Array(items) => {
                let (values, nodes) = items.iter().map(|item| self.read_value(item)).unzip();
                return (Value::Array(values), push_node(&mut self.nodes, span, NodeKind::Sequence(nodes), true));
            }
            DeValue::String(text) => Value::from(&**text),
            DeValue::Boolean(value) => Value::from(*value),
            DeValue::Datetime(date) => Value::from(date.to_string().replace(' ', "T")),
            DeValue::Integer(number) => {
                let number = i64::from_str_radix(number.as_str(), number.radix()).ok();
                self.read_number(number.map(Number::from), &span)
            }
            DeValue::Float(number) => {
                let number = number.as_str().parse().ok();
                self.read_number(number.and_then(Number::from_f64), &span)
            }
        };
        let is_string = matches!(value.get_ref(), DeValue::String(_));
        let style = if is_string { ScalarStyle::DoubleQuoted } else { ScalarStyle::Plain };
        let text = read.as_str().map_or_else(|| read.to_string(), str::to_owned);
        (read, push_node(&mut self.nodes, span, NodeKind::Scalar { text, style }, false))
    }

    fn read_table(&mut self, table: &DeTable<'_>, span: Range<usize>) -> (Value, usize) {
        let (mut map, mut pairs) = (Map::with_capacity(table.len()), Vec::with_capacity(table.len()));
        for (key, value) in table {
            let text = key.get_ref().to_string();
            let kind = NodeKind::Scalar { text: text.clone(), style: ScalarStyle::DoubleQuoted };
            let node = push_node(&mut self.nodes, key.span(), kind, false);
            let (value, value_node) = self.read_value(value);
            map.insert(text, value);
            pairs.push((node, value_node));
        }
        (Value::Object(map), push_node(&mut self.nodes, span, NodeKind::Mapping(pairs), false))
    }

    /// Returns a number as a value. `None` stands for a number that JSON lacks: it is reported, and becomes null.
    fn read_number(&mut self, number: Option<Number>, span: &Range<usize>) -> Value {
        if number.is_none() {
            let diagnostic = Diagnostic::error("toml-number", "this number can't be used")
                .label("too large, infinite or not a number")
                .help("write a smaller number, or quotes around it if it is a string");
            self.refused.push((diagnostic, span.clone()));
        }
        number.map_or(Value::Null, Value::Number)
    }
}
