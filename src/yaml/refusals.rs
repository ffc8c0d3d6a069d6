//! The mistakes in YAML that `parse` refused: every duplicate key, key that is not a string, unknown tag and impossible
//! number, and the first syntax error.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::source::DocumentSource;
use super::syntax_errors::{self, ALIAS_EXPANSION};
use super::tree::{DocumentTree, NodeKind, ScalarStyle};
use super::value_visitor::Refusal;
use crate::diagnostic::{Diagnostic, did_you_mean};

/// The tags that are accepted: `!sample`, and those that YAML defines.
const KNOWN_TAGS: [&str; 8] = ["!sample", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map"];

/// Explains a refusal by at least one diagnostic, each with a place.
pub(super) fn diagnose(
    source: &DocumentSource<'_>,
    error: &serde_yaml::Error,
    refusal: Option<Refusal>,
) -> Vec<Diagnostic> {
    let tree = DocumentTree::of(source.document_text());
    let mut found = find_refused_nodes(source, &tree);
    match refusal {
        Some(_) if tree.error.is_none() && !found.is_empty() => {}
        // Rarely, the parser of the tree reads a text in another way than `serde_yaml`.
        Some(refusal) if tree.error.is_none() => found.push(explain_refusal(source, error, refusal)),
        _ => found.push(syntax_errors::explain(source, &tree, error)),
    }
    found
}

/// Returns a diagnostic for each node that the event parser accepts, but `parse` refuses.
fn find_refused_nodes(source: &DocumentSource<'_>, tree: &DocumentTree<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for node in &tree.nodes {
        if let Some(tag) = node.tag.as_deref().filter(|tag| !KNOWN_TAGS.contains(tag)) {
            found.push(explain_unknown_tag(source, tag, &node.span));
        }
        match &node.kind {
            NodeKind::Mapping(pairs) => {
                let mut first: FxHashMap<&str, Range<usize>> = FxHashMap::default();
                for &(key, _) in pairs {
                    let span = tree.nodes[key].span.clone();
                    match check_key(tree, key) {
                        Err(diagnostic) => found.push(diagnostic.at(source.place(span))),
                        Ok(key) => match first.get(key) {
                            Some(first) => found.push(explain_duplicate_key(source, key, first, span)),
                            None => drop(first.insert(key, span)),
                        },
                    }
                }
            }
            NodeKind::Scalar { text, style: ScalarStyle::Plain } if node.tag.is_none() && !is_valid_in_json(text) => {
                found.push(explain_invalid_number(text).at(source.place(node.span.clone())));
            }
            _ => {}
        }
    }
    found
}

/// Returns the key's text.
///
/// # Errors
/// Fails if the key is not a string. The diagnostic has no place yet.
fn check_key<'t>(tree: &'t DocumentTree<'_>, key: usize) -> Result<&'t str, Box<Diagnostic>> {
    let error = |message: String| Diagnostic::error("yaml-key", message);
    let node = &tree.nodes[key];
    let Some(text) = tree.scalar(key) else {
        let diagnostic = error("found a list or mapping, expected a key".to_owned());
        let help = "a string that begins with `[` or `{` is written in quotes";
        return Err(Box::new(diagnostic.label("a key is a string").help(help)));
    };
    if let Some(tag) = &node.tag {
        let diagnostic = error(format!("the key `{text}` has the tag `{tag}`"));
        let help = format!("write `{text}: {tag} …`");
        return Err(Box::new(diagnostic.label("only values have tags").help(help)));
    }
    if text == "<<" {
        let diagnostic = error("`<<` does not merge mappings here".to_owned());
        let help = "copy the keys of the other mapping to this one";
        return Err(Box::new(diagnostic.label("YAML 1.2 has no merge key").help(help)));
    }
    if !matches!(node.kind, NodeKind::Scalar { style: ScalarStyle::Plain, .. }) {
        return Ok(text);
    }
    let kind = match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Bool(_)) => "a boolean",
        Ok(serde_yaml::Value::Number(_)) => "a number",
        Ok(serde_yaml::Value::Null) => "null",
        _ => return Ok(text),
    };
    let diagnostic = error(format!("the key `{text}` is {kind}, but a key must be a string"));
    let help = format!("write the key in quotes: `\"{text}\": …`");
    Err(Box::new(diagnostic.label("without quotes this is not a string").help(help)))
}

fn explain_duplicate_key(
    source: &DocumentSource<'_>,
    key: &str,
    first: &Range<usize>,
    second: Range<usize>,
) -> Diagnostic {
    Diagnostic::error("yaml-duplicate-key", format!("`{key}` is given twice"))
        .at(source.place(second))
        .label("given again here")
        .note(format!("it is given first on line {}", source.place(first.clone()).line))
        .help("keep one of the two")
}

fn explain_unknown_tag(source: &DocumentSource<'_>, tag: &str, value: &Range<usize>) -> Diagnostic {
    let yaml = source.document_text();
    // The tag is before its value; an anchor may be between the two.
    let written = tag.trim_start_matches('!');
    let end = yaml[..value.start].rfind(written).map_or(value.start, |at| at + written.len());
    let start =
        yaml[..end].rfind('!').map_or(value.start, |at| if at > 0 && tag.starts_with("!!") { at - 1 } else { at });
    Diagnostic::error("yaml-tag", format!("`{tag}` is not a known tag"))
        .at(source.place(start..end.max(start)))
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
        // `serde_yaml` fails on an integer beyond 64 bits.
        Err(_) => !text.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit()),
    }
}

fn explain_invalid_number(text: &str) -> Diagnostic {
    Diagnostic::error("yaml-number", format!("the number `{text}` can't be used"))
        .label("too large, infinite or not a number")
        .help(format!("if a string is meant, quote it: \"{text}\""))
}

/// Explains a refusal whose cause is not found in the tree.
fn explain_refusal(source: &DocumentSource<'_>, error: &serde_yaml::Error, refusal: Refusal) -> Diagnostic {
    let at = syntax_errors::error_offset(source.document_text(), error);
    let (code, message, help) = match refusal {
        Refusal::Size => ("yaml-size", ALIAS_EXPANSION, "write out what is meant, with fewer aliases to aliases"),
        Refusal::Tag => {
            ("yaml-tag", "a tag other than `!sample`", "a string that begins with `!` is written in quotes")
        }
        Refusal::Number => ("yaml-number", "a number that can't be used", "if a string is meant, quote it"),
        Refusal::Key => {
            let help = "give each key once, and quote those that look like numbers";
            ("yaml-key", "a key is given twice or is not a string", help)
        }
    };
    Diagnostic::error(code, message).at(source.place(at..at + 1)).label("found here").help(help)
}
