//! The mistakes in YAML that `parse` refused: every duplicate or wrong key, unknown tag and impossible number, and the
//! first syntax error.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::source::DocumentSource;
use super::syntax_errors;
use super::tree::{DocumentNode, DocumentTree, NodeKind, ScalarStyle};
use crate::diagnostic::{Diagnostic, Place, did_you_mean};

/// The tags that are accepted: `!sample`, and the tags that YAML defines.
const KNOWN_TAGS: [&str; 8] = ["!sample", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map"];

/// Explains a refusal by at least one diagnostic, each with a place.
pub(super) fn diagnose(source: &DocumentSource<'_>, error: &serde_yaml::Error) -> Vec<Diagnostic> {
    let tree = DocumentTree::of(source.document_text());
    let mut found = find_refused_nodes(source, &tree);
    if found.is_empty() || tree.error.is_some() {
        found.push(syntax_errors::explain(source, &tree, error));
    }
    found
}

/// Returns a diagnostic for each node that the event parser accepts, but `parse` refuses.
fn find_refused_nodes(source: &DocumentSource<'_>, tree: &DocumentTree<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for node in &tree.nodes {
        if let Some(tag) = node.tag.as_deref().filter(|tag| !KNOWN_TAGS.contains(tag)) {
            found.push(explain_unknown_tag(source, tag, node));
        }
        match &node.kind {
            NodeKind::Mapping(pairs) => {
                let mut first_spans: FxHashMap<_, &Range<usize>> = FxHashMap::default();
                for &(key, _) in pairs {
                    let (text, span) = (tree.scalar(key), &tree.nodes[key].span);
                    let place_of = |span: &Range<usize>| source.place(span.clone());
                    let problem = explain_decimal_comma(source, span)
                        .or_else(|| Some(explain_wrong_key(&tree.nodes[key], text)?.at(place_of(span))))
                        .or_else(|| {
                            let first = place_of(first_spans.get(&text)?);
                            Some(explain_duplicate_key(text?, &first).at(place_of(span)))
                        });
                    match problem {
                        Some(diagnostic) => found.push(diagnostic),
                        None => drop(first_spans.insert(text, span)),
                    }
                }
            }
            NodeKind::Scalar { text, style: ScalarStyle::Plain } if node.tag.is_none() && !is_valid_in_json(text) => {
                let diagnostic = Diagnostic::error("yaml-number", format!("the number `{text}` can't be used"))
                    .label("too large, infinite or not a number")
                    .help(format!("if a string is meant, quote it: \"{text}\""));
                found.push(diagnostic.at(source.place(node.span.clone())));
            }
            _ => {}
        }
    }
    found
}

/// Explains a key that is the end of a number with a decimal comma, as in `{ price: 4,5 }`.
fn explain_decimal_comma(source: &DocumentSource<'_>, key: &Range<usize>) -> Option<Diagnostic> {
    let text = source.document_text();
    let before = text[..key.start].strip_suffix(',')?;
    let start = before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-').len();
    let number = &text[start..key.end];
    let label = write_decimal_point(number).filter(|_| text[..start].trim_end().ends_with(':'))?;
    let message = format!("`{number}` is not a number: the comma ends the value");
    Some(Diagnostic::error("yaml-number", message).at(source.place(start..key.end)).label(label))
}

/// Returns the label that says how to write a number with a decimal comma; `None` if the text is no such number.
pub fn write_decimal_point(text: &str) -> Option<String> {
    let (whole, decimals) = text.trim().split_once(',')?;
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // A comma before three digits may separate thousands.
    let thousands = if decimals.len() == 3 { format!(" or `{whole}{decimals}`") } else { String::new() };
    let has_comma = is_number(whole.strip_prefix('-').unwrap_or(whole)) && is_number(decimals);
    has_comma.then(|| format!("write `{whole}.{decimals}`{thousands}"))
}

/// Explains a key that is not a string, has a tag or is `<<`; returns `None` for other keys. `text` is the key's text,
/// if the key is a scalar.
fn explain_wrong_key(key: &DocumentNode, text: Option<&str>) -> Option<Diagnostic> {
    let error =
        |message: &str, label: &str, help: &str| Some(Diagnostic::error("yaml-key", message).label(label).help(help));
    let Some(text) = text else {
        let help = "a string that begins with `[` or `{` is written in quotes";
        return error("found a list or mapping, expected a key", "a key is a string", help);
    };
    if let Some(tag) = &key.tag {
        let message = format!("the key `{text}` has the tag `{tag}`");
        return error(&message, "only values have tags", &format!("write `{text}: {tag} …`"));
    }
    if text == "<<" {
        let help = "copy the keys of the other mapping to this one";
        return error("`<<` does not merge mappings here", "YAML 1.2 has no merge key", help);
    }
    if !matches!(key.kind, NodeKind::Scalar { style: ScalarStyle::Plain, .. }) {
        return None;
    }
    let kind = match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Bool(_)) => "a boolean",
        Ok(serde_yaml::Value::Number(_)) => "a number",
        Ok(serde_yaml::Value::Null) => "null",
        _ => return None,
    };
    let message = format!("the key `{text}` is {kind}, but a key must be a string");
    error(&message, "without quotes this is not a string", &format!("write the key in quotes: `\"{text}\": …`"))
}

fn explain_duplicate_key(key: &str, first: &Place) -> Diagnostic {
    Diagnostic::error("yaml-duplicate-key", format!("`{key}` is given twice"))
        .label("given again here")
        .note(format!("it is given first on line {}", first.line))
        .help("keep one of the two")
}

fn explain_unknown_tag(source: &DocumentSource<'_>, tag: &str, node: &DocumentNode) -> Diagnostic {
    let properties = &source.document_text()[node.start..node.span.start];
    let start = node.start + properties.find('!').unwrap_or_default();
    let written = source.document_text()[start..node.span.start].split_whitespace().next().unwrap_or_default();
    Diagnostic::error("yaml-tag", format!("`{tag}` is not a known tag"))
        .at(source.place(start..start + written.len()))
        .label(did_you_mean(tag, KNOWN_TAGS, "the only tag is `!sample`"))
        .help("a string that begins with `!` is written in quotes")
}

/// Whether a plain scalar is a number that JSON can hold, or no number.
fn is_valid_in_json(text: &str) -> bool {
    if !text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return true;
    }
    match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Number(number)) => number.is_finite(),
        Ok(_) => true,
        // `serde_yaml` fails on an integer beyond 64 bits, also on a hexadecimal one.
        Err(_) => !text.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_alphanumeric()),
    }
}
