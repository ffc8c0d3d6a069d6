//! JSON: the value of a document, made by `value_visitor` as for YAML, and the tree of its nodes.

use std::ops::Range;

use rustc_hash::FxHashSet;
use serde_json::{Deserializer, Value};

use super::format::DataFormat;
use super::tree::{DocumentNode, DocumentTree, NodeKind, ScalarStyle, push_node};
use super::value_visitor::{DUPLICATE_KEY, ValuePass};
use crate::diagnostic::{Diagnostic, character_at_byte};

/// The depth at which `serde_json` refuses a document, so deeper values need no place.
const MAX_DEPTH: usize = 128;

/// Parses a JSON document; an empty document is `null`.
///
/// # Errors
/// Returns the mistake with its span if `serde_json` can't read the text, or a key is given twice.
pub(super) fn parse(text: &str) -> Result<Value, (Diagnostic, Range<usize>)> {
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    let pass = ValuePass::new(text, DataFormat::Json);
    let mut deserializer = Deserializer::from_str(text);
    let read = pass.read(&mut deserializer).and_then(|value| deserializer.end().map(|()| value));
    read.map_err(|error| find_duplicate_key(text).unwrap_or_else(|| explain(text, &error)))
}

/// Builds the tree of a document. The tree of an invalid document may have no root.
pub(super) fn tree(text: &str) -> DocumentTree<'_> {
    let mut scanner = Scanner { text, at: 0, nodes: Vec::new() };
    let root = scanner.scan_value(0);
    DocumentTree::from_nodes(text, scanner.nodes, root)
}

/// Explains a syntax error, with advice against the usual slips.
fn explain(text: &str, error: &serde_json::Error) -> (Diagnostic, Range<usize>) {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let mut span = character_at_byte(text, error.line(), error.column());
    let rest = &text[span.start..];
    if rest.trim().is_empty() {
        let end = text.trim_end().len();
        span = text[..end].char_indices().next_back().map_or(0, |(at, _)| at)..end;
    }
    let help = match message {
        "trailing comma" => "remove the comma before this bracket",
        DUPLICATE_KEY => "keep one of the two",
        "key must be a string" => "keys are in double quotes: `\"title\": …`",
        _ if rest.starts_with('/') => "JSON has no comments: remove it, or write the file as YAML",
        _ if rest.starts_with('\'') => "strings are in double quotes",
        _ if message.starts_with("EOF") => "close every bracket and quote that is open here",
        _ => "keys and strings are in double quotes, with a comma between two values and none after the last",
    };
    // The parser's words are replaced by the words of our documentation.
    let message = message.replace("EOF while parsing", "the file ends within").replace("a list", "a list `[`");
    let message = message.replace("an object", "a mapping `{`").replace("a value", "the document");
    (Diagnostic::error("json-syntax", "this is not valid JSON").label(message).help(help), span)
}

fn find_duplicate_key(text: &str) -> Option<(Diagnostic, Range<usize>)> {
    let tree = tree(text);
    let key = tree.nodes.iter().find_map(|node| {
        let NodeKind::Mapping(pairs) = &node.kind else { return None };
        let mut known = FxHashSet::default();
        pairs.iter().map(|(key, _)| *key).find(|key| !known.insert(tree.scalar(*key)))
    })?;
    let span = tree.nodes[key].span.clone();
    let key = text[span.clone()].trim_matches('"');
    let diagnostic = Diagnostic::error("json-duplicate-key", format!("`{key}` is given twice"))
        .label("given again here")
        .help("keep one of the two");
    Some((diagnostic, span))
}

/// The scanner that finds the span of each value. `parse` reports syntax errors, so the scanner validates little.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<DocumentNode>,
}

impl Scanner<'_> {
    fn scan_value(&mut self, depth: usize) -> Option<usize> {
        if depth == MAX_DEPTH {
            return None;
        }
        let start = self.skip_blanks();
        let kind = match self.peek_byte()? {
            b'[' => NodeKind::Sequence(self.scan_items(b']', |scanner| scanner.scan_value(depth + 1))?),
            b'{' => NodeKind::Mapping(self.scan_items(b'}', |scanner| {
                let key = scanner.scan_scalar()?;
                scanner.skip_blanks();
                scanner.peek_byte().filter(|byte| *byte == b':')?;
                scanner.at += 1;
                Some((key, scanner.scan_value(depth + 1)?))
            })?),
            _ => return self.scan_scalar(),
        };
        Some(push_node(&mut self.nodes, start..self.at, kind, true))
    }

    /// Reads the items between two brackets, separated by commas.
    fn scan_items<T>(&mut self, close: u8, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        loop {
            // Skips the opening bracket or a comma.
            self.at += 1;
            self.skip_blanks();
            if self.peek_byte()? == close && items.is_empty() {
                break;
            }
            items.push(read(self)?);
            self.skip_blanks();
            match self.peek_byte()? {
                b',' => {}
                byte if byte == close => break,
                _ => return None,
            }
        }
        self.at += 1;
        Some(items)
    }

    fn scan_scalar(&mut self) -> Option<usize> {
        let start = self.at;
        let mut values = Deserializer::from_str(&self.text[start..]).into_iter::<Value>();
        let value = values.next()?.ok()?;
        self.at += values.byte_offset();
        let (text, style) = match value {
            Value::String(text) => (text, ScalarStyle::DoubleQuoted),
            _ => (self.text[start..self.at].to_owned(), ScalarStyle::Plain),
        };
        Some(push_node(&mut self.nodes, start..self.at, NodeKind::Scalar { text, style }, false))
    }

    fn skip_blanks(&mut self) -> usize {
        while self.peek_byte().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.at
    }

    fn peek_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}
