//! What is wrong in YAML that was refused: every key given twice, key that is no text, unknown tag and impossible number,
//! and the first spot that can't be read at all.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{Refusal, YamlSource, syntax};
use crate::content::locate::{Kind, Tree};
use crate::diagnostic::{Diagnostic, did_you_mean};

/// The tags of YAML itself that mean something here.
const OWN_TAGS: [&str; 8] = ["!sample", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map"];

/// At least one diagnostic, each with a place.
pub(super) fn find(source: &YamlSource<'_>, error: &serde_yaml::Error, refusal: Option<Refusal>) -> Vec<Diagnostic> {
    let tree = Tree::of(source.yaml());
    let mut found = refused_nodes(source, &tree);
    if tree.problem.is_some() || refusal.is_none() {
        found.push(syntax::explain(source, &tree, error));
    } else if found.is_empty() {
        found.push(by_refusal(source, error, refusal));
    }
    found
}

/// Well-formed YAML that says what can't be used.
fn refused_nodes(source: &YamlSource<'_>, tree: &Tree<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for node in tree.nodes() {
        if let Some(tag) = node.tag.as_deref().filter(|tag| !OWN_TAGS.contains(tag)) {
            found.push(unknown_tag(source, tag, &node.span));
        }
        match &node.kind {
            Kind::Mapping(pairs) => {
                let mut first: FxHashMap<&str, Range<usize>> = FxHashMap::default();
                for &(key, _) in pairs {
                    let span = tree.nodes()[key].span.clone();
                    match usable_key(tree, key) {
                        Err(diagnostic) => found.push(diagnostic.at(source.place(span))),
                        Ok(key) => match first.get(key) {
                            Some(first) => found.push(given_twice(source, key, first, span)),
                            None => drop(first.insert(key, span)),
                        },
                    }
                }
            }
            Kind::Scalar { text, plain: true } if node.tag.is_none() && !is_number_of_json(text) => {
                found.push(impossible_number(text).at(source.place(node.span.clone())));
            }
            _ => {}
        }
    }
    found
}

/// The key's text, or what is wrong with it.
fn usable_key<'t>(tree: &'t Tree<'_>, key: usize) -> Result<&'t str, Box<Diagnostic>> {
    let wrong = |message: String, label: String, help: String| {
        Err(Box::new(Diagnostic::error("yaml-key", message).label(label).help(help)))
    };
    let node = &tree.nodes()[key];
    let Some(text) = tree.scalar(key) else {
        return wrong(
            "a list or mapping stands where a key is expected".to_owned(),
            "a key is a text".to_owned(),
            "A text that begins with `[` or `{` is written in quotes".to_owned(),
        );
    };
    if let Some(tag) = &node.tag {
        return wrong(
            format!("the key `{text}` carries the tag `{tag}`"),
            "a tag stands before the value".to_owned(),
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
    if !matches!(node.kind, Kind::Scalar { plain: true, .. }) {
        return Ok(text);
    }
    let is = match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Bool(_)) => "true or false",
        Ok(serde_yaml::Value::Number(_)) => "a number",
        Ok(serde_yaml::Value::Null) => "nothing",
        _ => return Ok(text),
    };
    wrong(
        format!("the key `{text}` is {is}, and a key is a text"),
        format!("quote it: \"{text}\""),
        format!("Write the key in quotes: `\"{text}\": …`"),
    )
}

fn given_twice(source: &YamlSource<'_>, key: &str, first: &Range<usize>, second: Range<usize>) -> Diagnostic {
    Diagnostic::error("yaml-duplicate-key", format!("`{key}` is given twice"))
        .at(source.place(second))
        .label("given again here")
        .note(format!("It is given first on line {}", source.place(first.clone()).line))
        .help("keep one of the two")
}

fn unknown_tag(source: &YamlSource<'_>, tag: &str, node: &Range<usize>) -> Diagnostic {
    let yaml = source.yaml();
    // The tag stands before its value, an anchor perhaps between the two.
    let written = tag.trim_start_matches('!');
    let end = yaml[..node.start].rfind(written).map_or(node.start, |at| at + written.len());
    let start =
        yaml[..end].rfind('!').map_or(node.start, |at| if at > 0 && tag.starts_with("!!") { at - 1 } else { at });
    Diagnostic::error("yaml-tag", format!("`{tag}` is not a known tag"))
        .at(source.place(start..end.max(start)))
        .label(did_you_mean(tag, OWN_TAGS, "the only tag is `!sample`"))
        .help("A text that begins with `!` is written in quotes")
}

fn is_number_of_json(text: &str) -> bool {
    if !text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
        return true;
    }
    match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Number(number)) => number.is_finite(),
        Ok(_) => true,
        // Beyond 64 bits.
        Err(_) => !text.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit()),
    }
}

fn impossible_number(text: &str) -> Diagnostic {
    Diagnostic::error("yaml-number", format!("`{text}` is not a number that can be used"))
        .label("too large, or not a number")
        .help(format!("where a text is meant, quote it: \"{text}\""))
}

/// For the rare text that the two parsers read differently.
fn by_refusal(source: &YamlSource<'_>, error: &serde_yaml::Error, refusal: Option<Refusal>) -> Diagnostic {
    let at = syntax::reported(source.yaml(), error);
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

#[cfg(test)]
mod tests {
    use super::super::tests::diagnostics;

    /// The first diagnostic's code, line, column and marked text, and words of it.
    #[track_caller]
    fn check(yaml: &str, code: &str, line: usize, column: usize, marked: &str, words: &[&str]) {
        let found = diagnostics(yaml);
        let first = &found[0];
        let place = first.place.as_ref().unwrap();
        let got = (first.code, place.line, place.column, &place.text[place.mark.clone()]);
        assert_eq!(got, (code, line, column, marked), "{yaml:?}: {found:#?}");
        assert_eq!(found.len(), 1, "{found:#?}");
        let all =
            [&first.message, &first.label, &first.notes.join(" "), &first.help.join(" ")].map(String::as_str).join(" ");
        for word in words {
            assert!(all.contains(word), "{word} in {all}");
        }
    }

    #[test]
    fn keys_given_twice_name_both_lines() {
        check("a: 1\nb: 2\na: 3\n", "yaml-duplicate-key", 3, 1, "a", &["`a` is given twice", "line 1"]);
        check("x:\n  ä: 1\n  \"ä\": 2\n", "yaml-duplicate-key", 3, 3, "\"ä\"", &["`ä`", "line 2"]);
        check("x: [{a: 1, a: 2}]\n", "yaml-duplicate-key", 1, 12, "a", &["line 1"]);
    }

    #[test]
    fn all_keys_given_twice_are_reported() {
        let lines: Vec<_> = diagnostics("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3\n")
            .into_iter()
            .map(|d| (d.code, d.place.unwrap().line))
            .collect();
        assert_eq!(lines, [("yaml-duplicate-key", 2), ("yaml-duplicate-key", 4), ("yaml-duplicate-key", 3)]);
    }

    #[test]
    fn keys_that_are_no_texts_are_to_be_quoted() {
        check("2023: x\n", "yaml-key", 1, 1, "2023", &["a number", "\"2023\""]);
        check("a:\n  true: x\n", "yaml-key", 2, 3, "true", &["true or false", "\"true\""]);
        check("[a]: x\n", "yaml-key", 1, 1, "[a]", &["list or mapping"]);
        check("~: x\n", "yaml-key", 1, 1, "~", &["nothing"]);
        check("a: &a {b: 1}\nc:\n  <<: *a\n", "yaml-key", 3, 3, "<<", &["merge"]);
        check("!sample a: 1\n", "yaml-key", 1, 9, "a", &["`a: !sample …`"]);
    }

    #[test]
    fn tags_other_than_sample_are_unknown() {
        check("a: !smaple x\n", "yaml-tag", 1, 4, "!smaple", &["did you mean `!sample`"]);
        check("a:\n  - !date 2023-01-01\n", "yaml-tag", 2, 5, "!date", &["the only tag is `!sample`"]);
        check("a: !foo\n  b: 1\n", "yaml-tag", 1, 4, "!foo", &["quotes"]);
    }

    #[test]
    fn numbers_that_json_lacks_are_refused() {
        check("a: .nan\n", "yaml-number", 1, 4, ".nan", &["quote it"]);
        check("a: [-.inf]\n", "yaml-number", 1, 5, "-.inf", &[]);
        check(
            "a: 123456789012345678901234567890\n",
            "yaml-number",
            1,
            4,
            "123456789012345678901234567890",
            &["too large"],
        );
    }

    #[test]
    fn what_unfolds_without_end_is_refused() {
        check("a: &x [*x]\n", "yaml-depth", 1, 4, "&", &["nested"]);
    }
}
