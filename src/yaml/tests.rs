//! Tests of parsed values, of their places, and of the errors of YAML that is refused.

use super::pointer::all_values;
use super::{DocumentSource, parse, parse_value};
use crate::diagnostic::Diagnostic;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

fn check(yaml: &str, value: &Value, samples: &[&str]) {
    let file: Arc<str> = "a.yaml".into();
    let document = parse(&DocumentSource::whole(&file, yaml)).unwrap_or_else(|e| panic!("{yaml:?}: {e:#?}"));
    assert_eq!((&document.value, document.samples), (value, samples.iter().map(|&s| s.to_owned()).collect()));
}

fn diagnostics(yaml: &str) -> Vec<Diagnostic> {
    let file: Arc<str> = "a.yaml".into();
    parse(&DocumentSource::whole(&file, yaml)).expect_err(yaml)
}

fn codes(yaml: &str) -> Vec<&'static str> {
    diagnostics(yaml).iter().map(|d| d.code).collect()
}

#[test]
fn values_are_those_of_yaml_1_2() {
    check("", &Value::Null, &[]);
    check("# nothing\n", &Value::Null, &[]);
    check("a: no\nb: on\nc: true\n", &json!({"a": "no", "b": "on", "c": true}), &[]);
    check("a: 10:00\nb: 1.10\nc: 007\n", &json!({"a": "10:00", "b": 1.1, "c": "007"}), &[]);
    check("a: 2023-06-16\nb:\nc: ~\n", &json!({"a": "2023-06-16", "b": null, "c": null}), &[]);
    check("a: -3\nb: 18446744073709551615\n", &json!({"a": -3, "b": u64::MAX}), &[]);
    check("a: &x [1]\nb: *x\n", &json!({"a": [1], "b": [1]}), &[]);
    check("a: |\n  x\n  y\n", &json!({"a": "x\ny\n"}), &[]);
    check("'1': a\n\"true\": b\n", &json!({"1": "a", "true": "b"}), &[]);
    check("\u{feff}a: 1\n", &json!({"a": 1}), &[]);
    check("a: !!str 5\n", &json!({"a": "5"}), &[]);
}

#[test]
fn keys_of_json_are_any_strings_each_given_once() {
    let file: Arc<str> = "a.json".into();
    let parse = |json: &str| parse(&DocumentSource::whole(&file, json));
    assert_eq!(parse("{\"<<\": {\"a\": 1}}").unwrap().value, json!({"<<": {"a": 1}}));
    assert_eq!(parse("{\"a\": 1, \"a\": 2}").unwrap_err()[0].code, "json-duplicate-key");
    let unclosed = &parse("{\"a\": 1, \"a\": 2").unwrap_err()[0];
    assert_eq!(
        (unclosed.label.as_str(), unclosed.help.join(" ").as_str()),
        ("a key is given twice", "keep one of the two")
    );
}

#[test]
fn single_values_are_json_or_yaml() {
    assert_eq!(parse_value("[1, {\"a\": 2}]"), Ok(json!([1, {"a": 2}])));
    assert_eq!(parse_value("[a, {b: true}]"), Ok(json!(["a", {"b": true}])));
    assert_eq!(parse_value("[1, .inf]"), Err("the number `.inf` can't be used".to_owned()));
    assert_eq!(parse_value("[a"), Err("this `[` is not closed".to_owned()));
    assert_eq!(parse_value("{a: 1, a: 2}"), Err("`a` is given twice".to_owned()));
    assert_eq!(parse_value("{\"a\": 1, \"a\": 2}"), Err("`a` is given twice".to_owned()));
    assert!(parse_value("!sample 1").is_err());
}

#[test]
fn pointers_of_samples_are_recorded() {
    check("a: !sample \"+91\"\n", &json!({"a": "+91"}), &["/a"]);
    check("a: !sample 5\nb: !sample\n", &json!({"a": 5, "b": null}), &["/a", "/b"]);
    check("a: [x, !sample {b/c: !sample 1}]\n", &json!({"a": ["x", {"b/c": 1}]}), &["/a/1", "/a/1/b~1c"]);
    check("a: &x !sample y\nb: *x\n", &json!({"a": "y", "b": "y"}), &["/a", "/b"]);
    check("!sample\na: 1\n", &json!({"a": 1}), &[""]);
}

#[test]
fn hostile_documents_are_refused_quickly() {
    let laughs = (1..30).fold("a0: &a0 [x, x, x, x]\n".to_owned(), |yaml, i| {
        let before = i - 1;
        yaml + &format!("a{i}: &a{i} [*a{before}, *a{before}, *a{before}, *a{before}]\n")
    });
    assert_eq!(codes(&laughs), ["yaml-size"]);
    let text = format!("a: &x {}\nb: [{}]\n", "y".repeat(100_000), "*x, ".repeat(10_000));
    assert_eq!(codes(&text), ["yaml-size"]);
    assert_eq!(codes("a: &x [*x]\n"), ["yaml-depth"]);
    assert_eq!(codes(&"- ".repeat(100_000)), ["yaml-depth"]);
    assert!(!codes(&"[".repeat(100_000)).is_empty());
    assert!(!codes(&"{a: ".repeat(10_000)).is_empty());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e9..1e9f64).prop_map(Value::from),
        "[ -~äé✓\n]{0,12}".prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::vec(("[ -~é]{0,6}".prop_filter("merge", |k| k != "<<"), inner), 0..5)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_json_survives_a_round_trip(value in any_json()) {
        check(&serde_yaml::to_string(&value).unwrap(), &value, &[]);
    }

    #[test]
    fn every_scalar_has_its_exact_span(value in any_json()) {
        let file: [Arc<str>; 2] = ["a.yaml".into(), "a.json".into()];
        let escaped = json!({ "\\d": value }).to_string().replace('✓', "\\ud83d\\uDE00");
        let unescaped = serde_json::from_str(&escaped).unwrap();
        for (file, text, value) in [
            (&file[0], serde_yaml::to_string(&value).unwrap(), &value),
            (&file[1], serde_json::to_string_pretty(&value).unwrap(), &value),
            (&file[1], escaped, &unescaped),
        ] {
            let tree = DocumentSource::whole(file, &text).tree();
            for (pointer, value) in all_values(value).into_iter().filter(|(_, v)| !v.is_object() && !v.is_array()) {
                let written = tree.written_text(&pointer).unwrap();
                let found = if **file == *"a.json" {
                    serde_json::from_str(written).unwrap()
                } else if value.is_string() && written.starts_with(['|', '>']) {
                    continue;
                } else {
                    serde_yaml::from_str::<Value>(written).unwrap()
                };
                prop_assert_eq!(&found, value, "{} in {}", pointer, text);
            }
        }
    }

    #[test]
    fn any_text_is_parsed_or_refused_with_a_place(
        text in "([a-b:\\-#'\"|>!&*{}\\[\\],?<%@. \t\r\n0-9éx]{0,40}|.{0,40})",
    ) {
        let file: Arc<str> = "a.yaml".into();
        if let Err(diagnostics) = parse(&DocumentSource::whole(&file, &text)) {
            prop_assert!(!diagnostics.is_empty());
            for diagnostic in diagnostics {
                prop_assert!(diagnostic.place.is_some_and(|p| p.line > 0), "{}", diagnostic.message);
            }
        }
    }
}

/// Checks that the YAML has one error, with this code, line, column, marked text and these words.
#[track_caller]
fn check_error(yaml: &str, code: &str, line: usize, column: usize, marked: &str, words: &[&str]) {
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
fn duplicate_keys_name_both_lines() {
    check_error("a: 1\nb: 2\na: 3\n", "yaml-duplicate-key", 3, 1, "a", &["`a` is given twice", "line 1"]);
    check_error("x:\n  ä: 1\n  \"ä\": 2\n", "yaml-duplicate-key", 3, 3, "\"ä\"", &["`ä`", "line 2"]);
    check_error("x: [{a: 1, a: 2}]\n", "yaml-duplicate-key", 1, 12, "a", &["line 1"]);
}

#[test]
fn all_duplicate_keys_are_reported() {
    let lines: Vec<_> = diagnostics("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3\n")
        .into_iter()
        .map(|d| (d.code, d.place.unwrap().line))
        .collect();
    assert_eq!(lines, [("yaml-duplicate-key", 2), ("yaml-duplicate-key", 4), ("yaml-duplicate-key", 3)]);
}

#[test]
fn keys_that_are_not_strings_are_refused() {
    check_error("2023: x\n", "yaml-key", 1, 1, "2023", &["a number", "\"2023\""]);
    check_error("a:\n  true: x\n", "yaml-key", 2, 3, "true", &["a boolean", "\"true\""]);
    check_error("[a]: x\n", "yaml-key", 1, 1, "[a]", &["list or mapping"]);
    check_error("~: x\n", "yaml-key", 1, 1, "~", &["null"]);
    check_error("a: &a {b: 1}\nc:\n  <<: *a\n", "yaml-key", 3, 3, "<<", &["merge"]);
    check_error("!sample a: 1\n", "yaml-key", 1, 9, "a", &["`a: !sample …`"]);
}

#[test]
fn a_decimal_comma_is_no_key() {
    check_error("a: { EUR: 4,5, AED: 18 }\n", "yaml-number", 1, 11, "4,5", &["write `4.5`"]);
    check_error("a: {b: -1,500}\n", "yaml-number", 1, 8, "-1,500", &["write `-1.500` or `-1500`"]);
    check_error("a: {b: é,5: c}\n", "yaml-key", 1, 10, "5", &["write the key in quotes"]);
    check_error("a: {b: 4, 5: c}\n", "yaml-key", 1, 11, "5", &["write the key in quotes"]);
}

#[test]
fn tags_other_than_sample_are_unknown() {
    check_error("a: !smaple x\n", "yaml-tag", 1, 4, "!smaple", &["did you mean `!sample`"]);
    check_error("a:\n  - !date 2023-01-01\n", "yaml-tag", 2, 5, "!date", &["the only tag is `!sample`"]);
    check_error("a: !foo\n  b: 1\n", "yaml-tag", 1, 4, "!foo", &["quotes"]);
}

#[test]
fn numbers_that_json_lacks_are_refused() {
    check_error("a: .nan\n", "yaml-number", 1, 4, ".nan", &["quote it"]);
    check_error("a: [-.inf]\n", "yaml-number", 1, 5, "-.inf", &[]);
    check_error("a: 0xfffffffffffffffff\n", "yaml-number", 1, 4, "0xfffffffffffffffff", &["too large"]);
    check_error(
        "a: 123456789012345678901234567890\n",
        "yaml-number",
        1,
        4,
        "123456789012345678901234567890",
        &["too large"],
    );
}

#[test]
fn recursive_aliases_are_refused() {
    check_error("a: &x [*x]\n", "yaml-depth", 1, 4, "&", &["nested"]);
}

#[test]
fn tabs_in_indentation_are_marked() {
    check_error("a:\n\tb: 1\n", "yaml-tab", 2, 1, "\t", &["tab", "spaces"]);
    check_error("a:\n  b: 1\n\tc: 2\n\td: 3\n", "yaml-tab", 3, 1, "\t", &["1 more"]);
    check_error("a:\n  \tb: 1\n", "yaml-tab", 2, 3, "\t", &[]);
}

#[test]
fn values_with_a_colon_are_to_be_quoted() {
    check_error("title: A: b\n", "yaml-unquoted", 1, 8, "A: b", &["quote the value", "`title: \"A: b\"`"]);
    check_error("title: \u{3000}A: éx\n", "yaml-unquoted", 1, 9, "A: éx", &["quote the value"]);
    check_error("a:\n  - b: c: \"d\"\n", "yaml-unquoted", 2, 8, "c: \"d\"", &["'c: \"d\"'"]);
    check_error("title: [Draft] My post\n", "yaml-unquoted", 1, 8, "[Draft] My post", &["closing bracket"]);
}

#[test]
fn values_with_a_reserved_first_character_are_marked() {
    check_error("title: @x y\n", "yaml-unquoted", 1, 8, "@x y", &["`@`", "\"@x y\""]);
    check_error("a: [@x, y]\n", "yaml-unquoted", 1, 5, "@x", &["\"@x\""]);
    check_error("a: `x`\n", "yaml-unquoted", 1, 4, "`x`", &[]);
    check_error("a: >x\n", "yaml-unquoted", 1, 4, ">x", &["next line"]);
    check_error("a: - b\n", "yaml-syntax", 1, 4, "-", &["line below its key"]);
}

#[test]
fn bad_quotes_are_marked() {
    check_error("title: \"abc\ndate: x\n", "yaml-quote", 1, 8, "\"", &["not closed"]);
    check_error("title: \"abc\ndate: \"x\"\nfoo: 1\n", "yaml-quote", 1, 8, "\"", &["not closed"]);
    check_error("a: 'x\n", "yaml-quote", 1, 4, "'", &["not closed"]);
    check_error("title: 'It's here'\n", "yaml-quote", 1, 12, "s here'", &["twice"]);
    check_error("a: \"x\\dy\"\n", "yaml-escape", 1, 6, "\\d", &["single quotes"]);
}

#[test]
fn bad_brackets_are_marked() {
    check_error("tags: [a, b\ndate: x\n", "yaml-bracket", 1, 7, "[", &["not closed", "`]`"]);
    check_error("tags: [a, b\n", "yaml-bracket", 1, 7, "[", &[]);
    check_error("m: {a: 1\nb: 2\n", "yaml-bracket", 1, 4, "{", &["`}`"]);
    check_error("a: [b]]\n", "yaml-bracket", 1, 7, "]", &["closes nothing"]);
    check_error("a: {b: [1] ✓}\n", "yaml-syntax", 1, 12, "✓", &["between `{` and `}`"]);
}

#[test]
fn bad_indentation_is_marked() {
    check_error("title: x\n  date: y\n", "yaml-indent", 2, 3, "date: y", &["more than the one above"]);
    check_error("a:\n  b: 1\n c: 2\n", "yaml-indent", 3, 2, "c: 2", &["1 space", "0 or 2"]);
    check_error("- a: 1\n  b: 2\n c: 3\n", "yaml-indent", 3, 2, "c: 3", &[]);
    check_error(" a: 1\nb: 2\n", "yaml-indent", 2, 1, "b: 2", &["no space"]);
    check_error("- a\nb: 1\n", "yaml-indent", 2, 1, "b: 1", &["list item"]);
    check_error("a: 1\n- b\n", "yaml-indent", 2, 1, "- b", &["list item"]);
    check_error("a: |\n   x\n  y\nb: 1\n", "yaml-indent", 3, 3, "y", &[]);
}

#[test]
fn missing_colons_are_marked() {
    check_error("title My post\ndate: x\n", "yaml-syntax", 1, 1, "title My post", &["`title: …`"]);
    check_error("title:My post\ndate: x\n", "yaml-syntax", 1, 1, "title:My post", &["space", "`title: My post`"]);
    check_error("a: x # c\nb\n", "yaml-syntax", 2, 1, "b", &["colon"]);
}

#[test]
fn keys_of_json_are_refused_with_a_reason() {
    let check = |text: &str, label: &str| {
        let found = parse(&DocumentSource::whole(&"data.json".into(), text)).expect_err("a mistake");
        assert_eq!(found[0].label, label, "{text}");
    };
    check("{\"a\": 1, \"a\": 2}", "given again here");
    // Without a colon after `b`, the tree can't be built, so the label is the message of `value_visitor`.
    check("{\"a\": 1, \"a\": 2, \"b\" é}", "a key is given twice");
}

#[test]
fn rare_slips_are_marked() {
    check_error("a: 1\nb: *y\n", "yaml-alias", 2, 4, "*y", &["no `&y` above"]);
    check_error("a: *Bold* text\n", "yaml-alias", 1, 4, "*Bold*", &["quotes"]);
    check_error("a: 1\n---\nb: 2\n", "yaml-documents", 2, 1, "---", &["one document"]);
    check_error("a: 1\nb: x\u{7}y\n", "yaml-character", 2, 5, "\u{7}", &["U+0007"]);
}
