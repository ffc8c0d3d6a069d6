//! CSV (RFC 4180): a list of mappings, whose keys are in the first row, with the place of every cell.
//!
//! Columns are separated by commas, semicolons or tabs: by the first of these, in this order, that divides the first
//! row into several cells. Empty cells are null. The reader is our own because the crate `csv` gives neither the span
//! of a cell nor the mistake in a cell.

use std::ops::Range;

use rustc_hash::FxHashSet;
use serde_json::{Map, Value};

use super::tree::{DocumentTree, NodeKind, ScalarStyle, push_node};
use crate::diagnostic::{Diagnostic, units};
use crate::lines::{line_end, line_start, next_line};

struct TableCell {
    /// The span of the cell, with its quotes.
    span: Range<usize>,
    text: String,
    /// A mistake in the cell's quotes: the label and the help of its diagnostic.
    problem: Option<(&'static str, &'static str)>,
}

/// Parses a table; a file without rows is an empty table.
///
/// # Errors
/// Returns mistakes of one kind, each with its span: wrong quotes, or else columns without a name of their own, or else
/// rows with more or fewer cells than the first row.
pub(super) fn parse(text: &str) -> Result<Value, Vec<(Diagnostic, Range<usize>)>> {
    let rows = split_rows(text);
    let problems = find_problems(&rows);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut rows = rows.into_iter();
    let header = rows.next().unwrap_or_default();
    let value = |text: String| if text.is_empty() { Value::Null } else { Value::String(text) };
    let row = |row: Vec<TableCell>| {
        let pairs = header.iter().zip(row).map(|(column, cell)| (column.text.clone(), value(cell.text)));
        Value::Object(pairs.collect::<Map<_, _>>())
    };
    Ok(Value::Array(rows.map(row).collect()))
}

pub(super) fn tree(text: &str) -> DocumentTree<'_> {
    let mut nodes = Vec::new();
    let mut add = |span: Range<usize>, kind| push_node(&mut nodes, span, kind, false);
    let scalar = |text: String| NodeKind::Scalar { text, style: ScalarStyle::DoubleQuoted };
    let mut rows = split_rows(text).into_iter();
    let header = rows.next().unwrap_or_default();
    let header_span = row_span(&header);
    let keys: Vec<usize> = header.into_iter().map(|cell| add(cell.span, scalar(cell.text))).collect();
    let rows: Vec<usize> = rows
        .map(|row| {
            let span = row_span(&row);
            let pairs = keys.iter().zip(row).map(|(key, cell)| (*key, add(cell.span, scalar(cell.text)))).collect();
            add(span, NodeKind::Mapping(pairs))
        })
        .collect();
    let root = add(0..text.len(), NodeKind::Sequence(rows));
    let mut tree = DocumentTree::from_nodes(text, nodes, Some(root));
    tree.header = Some(header_span);
    tree
}

fn row_span(row: &[TableCell]) -> Range<usize> {
    row.first().map_or(0, |cell| cell.span.start)..row.last().map_or(0, |cell| cell.span.end)
}

/// Splits a table into rows of cells; blank lines are left out.
fn split_rows(text: &str) -> Vec<Vec<TableCell>> {
    let separator = find_separator(text);
    let (mut rows, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let is_blank = |c: char| c.is_whitespace() && c != separator;
        if !text[at..line_end(text, at)].chars().all(is_blank) {
            let row = read_row(text, at, separator);
            at = row_span(&row).end;
            rows.push(row);
        }
        at = next_line(text, at).unwrap_or(text.len());
    }
    rows
}

/// Finds the separator in the first row: the first that divides the row into several cells.
fn find_separator(text: &str) -> char {
    let first_row = line_start(text, text.len() - text.trim_start().len());
    let divides = |separator: &char| read_row(text, first_row, *separator).len() > 1;
    [',', ';', '\t'].into_iter().find(divides).unwrap_or(',')
}

/// Reads the row that begins at a byte. Its last cell ends at the line break.
fn read_row(text: &str, start: usize, separator: char) -> Vec<TableCell> {
    let next = |cell: &TableCell| {
        let rest = text[cell.span.end..].strip_prefix(separator)?;
        Some(read_cell(text, text.len() - rest.len(), separator))
    };
    std::iter::successors(Some(read_cell(text, start, separator)), next).collect()
}

fn read_cell(text: &str, start: usize, separator: char) -> TableCell {
    let end_from = |at: usize| {
        let end = text[at..].find([separator, '\n']).map_or(text.len(), |end| at + end);
        // Before a separator, a carriage return is no part of a line break.
        let cell = text[at..end].strip_suffix('\r').filter(|_| !text[end..].starts_with(separator));
        cell.map_or(end, |cell| at + cell.len())
    };
    if !text[start..].starts_with('"') {
        let end = end_from(start);
        return TableCell { span: start..end, text: text[start..end].to_owned(), problem: None };
    }
    let mut at = start + 1;
    while let Some(quote) = text[at..].find('"') {
        at += quote + 1;
        if !text[at..].starts_with('"') {
            let end = end_from(at);
            let problem =
                (end > at).then_some(("text after the closing quote", "write a quote within a cell twice: `\"\"`"));
            return TableCell { span: start..end, text: text[start + 1..at - 1].replace("\"\"", "\""), problem };
        }
        at += 1;
    }
    let problem = Some(("this quote is never closed", "close it, and write a quote within a cell twice: `\"\"`"));
    TableCell { span: start..text.len(), text: String::new(), problem }
}

fn find_problems(rows: &[Vec<TableCell>]) -> Vec<(Diagnostic, Range<usize>)> {
    let error =
        |label: &str, help: &str| Diagnostic::error("csv-syntax", "this is not a valid table").label(label).help(help);
    let wrong_quotes =
        rows.iter().flatten().filter_map(|cell| Some((error(cell.problem?.0, cell.problem?.1), cell.span.clone())));
    let mut problems: Vec<_> = wrong_quotes.collect();
    let Some((header, rows)) = rows.split_first().filter(|_| problems.is_empty()) else { return problems };
    let mut names = FxHashSet::default();
    for cell in header {
        let label = if cell.text.is_empty() {
            "a column without a name"
        } else if !names.insert(cell.text.as_str()) {
            "an earlier column has the same name"
        } else {
            continue;
        };
        problems.push((error(label, "give each column a name of its own, in the first row"), cell.span.clone()));
    }
    if !problems.is_empty() {
        return problems;
    }
    for row in rows.iter().filter(|row| row.len() != header.len()) {
        let label = format!("{} here, and {} in the first row", units::count(row.len(), "cell"), header.len());
        let help = "write a cell that holds the separator in quotes, and leave cells without a value empty";
        problems.push((error(&label, help), row_span(row)));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::{parse, tree};
    use crate::yaml::tree::PairSide;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn tables_become_lists_of_mappings() {
        for text in
            ["a,b\n1,x y\n,\"q\"\"\n,\"\n", "\r\na;b\r\n1;x y\r\n\r\n;\"q\"\"\n,\"", "a\tb\n1\tx y\n\t\"q\"\"\n,\"\n\n"]
        {
            let expected = json!([{ "a": "1", "b": "x y" }, { "a": null, "b": "q\"\n," }]);
            assert_eq!(parse(text).expect("a table"), expected, "{text:?}");
        }
        assert_eq!(parse("a,b\n1,").expect("a table"), json!([{ "a": "1", "b": null }]));
        assert_eq!(parse("a,b\n1\r,2\r\n").expect("a table"), json!([{ "a": "1\r", "b": "2" }]));
        assert_eq!(parse("\"a, b\";c\n1;2\n").expect("a table"), json!([{ "a, b": "1", "c": "2" }]));
        assert_eq!(parse("\"a\nb\";c\n1;2\n").expect("a table"), json!([{ "a\nb": "1", "c": "2" }]));
        assert_eq!(parse("5\" pipe;c\n1;2\n").expect("a table"), json!([{ "5\" pipe": "1", "c": "2" }]));
        let empty = json!([{ "a": null, "b": null }]);
        for text in ["a,b\n,\n", "a\tb\n\n\t\n"] {
            assert_eq!(parse(text).expect("a table"), empty, "{text:?}");
        }
        assert_eq!(parse("").expect("a table"), json!([]));
    }

    #[test]
    fn mistakes_name_their_cells() {
        let check = |text: &str, marked: &[&str]| {
            let found = parse(text).expect_err("a mistake");
            assert_eq!(found.iter().map(|(_, span)| &text[span.clone()]).collect::<Vec<_>>(), marked, "{text:?}");
        };
        check("a,\"b\n1,2\n", &["\"b\n1,2\n"]);
        check("a,b\n\"1\"x,2\n", &["\"1\"x"]);
        check("a,b\n\"1\"\r,2\n", &["\"1\"\r"]);
        check("a,,a\n1,2,3\n", &["", "a"]);
        check("a,b\n1\n1,2\n1,2,3\n", &["1", "1,2,3"]);
    }

    #[test]
    fn cells_and_columns_have_places() {
        let text = "ä,b\r\n1,\"x\"\r\n2,\r\n";
        let tree = tree(text);
        assert_eq!(&text[tree.find("/0/b", PairSide::Value)], "\"x\"");
        assert_eq!(&text[tree.find("/0/ä", PairSide::Key)], "ä");
        assert_eq!(tree.find("/1/b", PairSide::Value), 15..15);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "[a-c,;\"\t\r\né]{0,40}") {
            let _ = parse(&text);
            for node in tree(&text).nodes {
                prop_assert!(text.get(node.span.clone()).is_some());
            }
        }
    }
}
