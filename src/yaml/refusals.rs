//! The mistakes in YAML that `parse` refused: every duplicate key, key that is not a string, unknown tag and impossible
//! number, and the first syntax error.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::source::YamlSource;
use super::syntax_errors;
use super::tree::{YamlKind, YamlTree};
use super::value_visitor::Refusal;
use crate::diagnostic::{Diagnostic, did_you_mean};

/// The tags that are accepted: the program's own and those of YAML.
const KNOWN_TAGS: [&str; 8] = ["!sample", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map"];

/// Explains a refusal by at least one diagnostic, each with a place.
pub(super) fn diagnose(
    source: &YamlSource<'_>,
    error: &serde_yaml::Error,
    refusal: Option<Refusal>,
) -> Vec<Diagnostic> {
    let tree = YamlTree::of(source.yaml());
    let mut found = refused_nodes(source, &tree);
    if tree.error.is_some() || refusal.is_none() {
        found.push(syntax_errors::explain(source, &tree, error));
    } else if found.is_empty() {
        found.push(from_refusal(source, error, refusal));
    }
    found
}

/// Finds the nodes of well-formed YAML that are refused.
fn refused_nodes(source: &YamlSource<'_>, tree: &YamlTree<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for node in tree.nodes() {
        if let Some(tag) = node.tag.as_deref().filter(|tag| !KNOWN_TAGS.contains(tag)) {
            found.push(unknown_tag(source, tag, &node.span));
        }
        match &node.kind {
            YamlKind::Mapping(pairs) => {
                let mut first: FxHashMap<&str, Range<usize>> = FxHashMap::default();
                for &(key, _) in pairs {
                    let span = tree.nodes()[key].span.clone();
                    match check_key(tree, key) {
                        Err(diagnostic) => found.push(diagnostic.at(source.place(span))),
                        Ok(key) => match first.get(key) {
                            Some(first) => found.push(duplicate_key(source, key, first, span)),
                            None => drop(first.insert(key, span)),
                        },
                    }
                }
            }
            YamlKind::Scalar { text, plain: true } if node.tag.is_none() && !is_valid_in_json(text) => {
                found.push(invalid_number(text).at(source.place(node.span.clone())));
            }
            _ => {}
        }
    }
    found
}

/// Returns the key's text.
///
/// # Errors
///
/// Returns a diagnostic without a place if the key is not a string.
fn check_key<'t>(tree: &'t YamlTree<'_>, key: usize) -> Result<&'t str, Box<Diagnostic>> {
    let wrong = |message: String, label: String, help: String| {
        Err(Box::new(Diagnostic::error("yaml-key", message).label(label).help(help)))
    };
    let node = &tree.nodes()[key];
    let Some(text) = tree.scalar(key) else {
        return wrong(
            "found a list or mapping, expected a key".to_owned(),
            "a key is a text".to_owned(),
            "A text that begins with `[` or `{` is written in quotes".to_owned(),
        );
    };
    if let Some(tag) = &node.tag {
        return wrong(
            format!("the key `{text}` carries the tag `{tag}`"),
            "there is a tag before the value".to_owned(),
            format!("Write `{text}: {tag} …`"),
        );
    }
    if text == "<<" {
        return wrong(
            "`<<` does not merge mappings here".to_owned(),
            "YAML 1.2 has no merge key".to_owned(),
            "Write the keys of the other mapping out".to_owned(),
        );
    }
    if !matches!(node.kind, YamlKind::Scalar { plain: true, .. }) {
        return Ok(text);
    }
    let kind = match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Bool(_)) => "true or false",
        Ok(serde_yaml::Value::Number(_)) => "a number",
        Ok(serde_yaml::Value::Null) => "nothing",
        _ => return Ok(text),
    };
    wrong(
        format!("the key `{text}` is {kind}, and a key is a text"),
        format!("quote it: \"{text}\""),
        format!("Write the key in quotes: `\"{text}\": …`"),
    )
}

fn duplicate_key(source: &YamlSource<'_>, key: &str, first: &Range<usize>, second: Range<usize>) -> Diagnostic {
    Diagnostic::error("yaml-duplicate-key", format!("`{key}` is given twice"))
        .at(source.place(second))
        .label("given again here")
        .note(format!("It is given first on line {}", source.place(first.clone()).line))
        .help("keep one of the two")
}

fn unknown_tag(source: &YamlSource<'_>, tag: &str, node: &Range<usize>) -> Diagnostic {
    let yaml = source.yaml();
    // The tag is before its value; an anchor may be between the two.
    let written = tag.trim_start_matches('!');
    let end = yaml[..node.start].rfind(written).map_or(node.start, |at| at + written.len());
    let start =
        yaml[..end].rfind('!').map_or(node.start, |at| if at > 0 && tag.starts_with("!!") { at - 1 } else { at });
    Diagnostic::error("yaml-tag", format!("`{tag}` is not a known tag"))
        .at(source.place(start..end.max(start)))
        .label(did_you_mean(tag, KNOWN_TAGS, "the only tag is `!sample`"))
        .help("A text that begins with `!` is written in quotes")
}

/// Whether a plain scalar is a number that JSON has, or no number at all.
fn is_valid_in_json(text: &str) -> bool {
    if !text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return true;
    }
    match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Number(number)) => number.is_finite(),
        Ok(_) => true,
        // An integer beyond 64 bits.
        Err(_) => !text.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit()),
    }
}

fn invalid_number(text: &str) -> Diagnostic {
    Diagnostic::error("yaml-number", format!("`{text}` is not a number that can be used"))
        .label("too large, or not a number")
        .help(format!("where a text is meant, quote it: \"{text}\""))
}

/// Explains the refusal of text in which the event parser finds nothing wrong: the two parsers rarely disagree.
fn from_refusal(source: &YamlSource<'_>, error: &serde_yaml::Error, refusal: Option<Refusal>) -> Diagnostic {
    let at = syntax_errors::error_offset(source.yaml(), error);
    let diagnostic = match refusal {
        Some(Refusal::Size) => Diagnostic::error("yaml-size", "the aliases (`*name`) unfold to far too much")
            .help("write out what is meant, with fewer aliases to aliases"),
        Some(Refusal::Tag) => Diagnostic::error("yaml-tag", "a tag other than `!sample`")
            .help("A text that begins with `!` is written in quotes"),
        Some(Refusal::Number) => {
            Diagnostic::error("yaml-number", "a number that can't be used").help("where a text is meant, quote it")
        }
        Some(Refusal::Key) | None => Diagnostic::error("yaml-key", "a key is given twice or is not a text")
            .help("give each key once, and quote those that look like numbers"),
    };
    diagnostic.at(source.place(at..at + 1)).label("found here")
}
