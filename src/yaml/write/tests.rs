//! Tests of the writer: single edits by example, and random ones over documents of every style.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Splice, Unwritable, insert_key, new_document, remove_key, set_scalar};
use crate::yaml::pointer::{all_values, join};
use crate::yaml::{DocumentSource, parse};

#[test]
fn only_the_middle_that_differs_is_replaced() {
    let check = |text: &str, written: &str, expected: (usize, &str, &str)| {
        let splice = Splice::smallest(text, 1..text.len() - 1, written);
        assert_eq!((splice.start, &*splice.removed, &*splice.inserted), expected, "{text} {written}");
    };
    check("(one two)", "one 2", (5, "two", "2"));
    check("(aa)", "aaa", (3, "", "a"));
    check("(äöü)", "äü", (3, "ö", ""));
    check("(a)", "a", (2, "", ""));
}

fn edit(text: &str, pointer: &str, value: &Value) -> Result<String, Unwritable> {
    let file: Arc<str> = "a.yaml".into();
    let splice = set_scalar(&DocumentSource::whole(&file, text), pointer, value)?;
    Ok(splice.apply(text).expect("its own text"))
}

#[track_caller]
fn check(text: &str, pointer: &str, value: &Value, expected: &str) {
    assert_eq!(edit(text, pointer, value).as_deref(), Ok(expected), "{text:?} {pointer} {value}");
}

#[test]
fn values_keep_their_style() {
    check("a: x # c\n", "/a", &json!("y z"), "a: y z # c\n");
    check("a: 'x' # c\n", "/a", &json!("it's"), "a: 'it''s' # c\n");
    check("a: \"x\"\n", "/a", &json!("\"y\""), "a: \"\\\"y\\\"\"\n");
    check("a: [x, {b: y}]\n", "/a/1/b", &json!("z"), "a: [x, {b: z}]\n");
    check("- { value: 9, suffix: + }\n", "/0/value", &json!(10), "- { value: 10, suffix: + }\n");
    check("a: true\n", "/a", &json!(false), "a: false\n");
    check("a: 2023-06-16\n", "/a", &json!("2024-01-02"), "a: 2024-01-02\n");
    check("a: x\r\nb: y\r\n", "/a", &json!("z"), "a: z\r\nb: y\r\n");
    check("a: x", "/a", &json!("வணக்கம்"), "a: வணக்கம்");
    check("a:\nb: 1\n", "/a", &json!("x"), "a: x\nb: 1\n");
}

#[test]
fn texts_get_quotes_where_they_need_them() {
    check("a: x\n", "/a", &json!("b: c"), "a: \"b: c\"\n");
    check("a: x\nb: 'y'\n", "/a", &json!("b: c"), "a: 'b: c'\nb: 'y'\n");
    check("a: x\n", "/a", &json!("10:00"), "a: \"10:00\"\n");
    check("a: x\n", "/a", &json!("yes"), "a: \"yes\"\n");
    check("a: x\n", "/a", &json!("9"), "a: \"9\"\n");
    check("a: x\n", "/a", &json!("y # z"), "a: \"y # z\"\n");
    check("a: x\n", "/a", &json!(""), "a: \"\"\n");
    check("a: [x]\n", "/a/0", &json!("y, z"), "a: [\"y, z\"]\n");
}

#[test]
fn only_the_middle_of_long_texts_is_replaced() {
    let folded = "a: >-\n  one two\n  three four\n\n  five\nb: 1\n";
    check(folded, "/a", &json!("one two three 3 four\nfive"), "a: >-\n  one two\n  three 3 four\n\n  five\nb: 1\n");
    check(folded, "/a", &json!("one two three four\nsix"), "a: >-\n  one two\n  three four\n\n  six\nb: 1\n");
    check(
        folded,
        "/a",
        &json!("one two three four\nfive\nsix"),
        "a: >-\n  one two\n  three four\n\n  five\n\n  six\nb: 1\n",
    );
    check("a: |\n  one\n  two\n", "/a", &json!("one\n2\ntwo\n"), "a: |\n  one\n  2\n  two\n");
    check("a: one\n  two\n", "/a", &json!("one 2 two"), "a: one\n  2 two\n");
    check("a: \"one\n  two\"\n", "/a", &json!("one twos"), "a: \"one\n  twos\"\n");
    check("a: x\n", "/a", &json!("x\ny"), "a: |-\n  x\n  y\n");
    check("- a: x\n", "/0/a", &json!("x\ny"), "- a: |-\n    x\n    y\n");
}

#[test]
fn a_replaced_sample_loses_its_tag() {
    check("a: !sample x\nb: !sample y\n", "/a", &json!("z"), "a: z\nb: !sample y\n");
    check("a: !sample\nb: 1\n", "/a", &json!("x"), "a: x\nb: 1\n");
    check("a: !sample >-\n  x\n  y\n", "/a", &json!("x z"), "a: >-\n  x\n  z\n");
}

#[test]
fn values_with_an_alias_are_refused() {
    assert_eq!(edit("a: &x y\nb: *x\n", "/a", &json!("z")), Err(Unwritable::Shared));
    assert_eq!(edit("a: &x y\nb: *x\n", "/b", &json!("z")), Err(Unwritable::Shared));
    assert_eq!(edit("a: &x {c: y}\nb: *x\n", "/b/c", &json!("z")), Err(Unwritable::Shared));
    assert_eq!(edit("a: [x]\n", "/a", &json!("z")), Err(Unwritable::WrongKind));
    assert_eq!(edit("a: x\n", "/b", &json!("z")), Err(Unwritable::WrongKind));
    assert_eq!(edit("a: [\n", "/a", &json!("z")), Err(Unwritable::Mistakes));
}

#[track_caller]
fn check_insert(text: &str, pointer: &str, key: &str, value: &Value, order: &[&str], expected: &str) {
    let file: Arc<str> = "a.yaml".into();
    let splice = insert_key(&DocumentSource::whole(&file, text), pointer, key, value, order).expect("a mapping");
    assert_eq!(splice.apply(text).as_deref(), Some(expected), "{text:?} {pointer} {key}");
    assert_eq!(splice.inverse().apply(expected).as_deref(), Some(text));
}

#[test]
fn a_new_key_comes_after_the_nearest_one_before_it() {
    let order = ["a", "b", "c", "d"];
    let check = |text: &str, key: &str, expected: &str| check_insert(text, "", key, &json!("x"), &order, expected);
    check("a: 1 # one\nd: 4\n", "b", "a: 1 # one\nb: x\nd: 4\n");
    check("d: 4\na: 1", "c", "d: 4\na: 1\nc: x");
    check("a: >-\n  one\n  two\n\n# Four.\nd: 4\n", "b", "a: >-\n  one\n  two\nb: x\n\n# Four.\nd: 4\n");
    check("a:\n- 1\n- 2\nd: 4\n", "b", "a:\n- 1\n- 2\nb: x\nd: 4\n");
    check("b: 2\r\nc: 3\r\n", "a", "a: x\r\nb: 2\r\nc: 3\r\n");
    check("# Two.\nb: 2\nc: 3\n", "a", "# Two.\nb: 2\nc: 3\na: x\n");
    check("{ a: 1, d: 4 } # all\n", "b", "{ a: 1, b: x, d: 4 } # all\n");
    check("{ b: 2 }\n", "a", "{ a: x, b: 2 }\n");
    check("{}\n", "a", "{ a: x }\n");
    check("{\n  a: 1, # one\n  d: 4\n}\n", "b", "{\n  a: 1, # one\n  b: x,\n  d: 4\n}\n");
    check("{\n  a: 1,\n  b: 2 # two\n}\n", "c", "{\n  a: 1,\n  b: 2, # two\n  c: x\n}\n");
    check("# Nothing yet.\n", "a", "# Nothing yet.\na: x\n");
    check("", "a", "a: x\n");
    check("a: |+\n  one\n\n\nd: 4\n", "b", "a: |+\n  one\n\n\nb: x\nd: 4\n");
    check("a:\nd: 4\n", "b", "a:\nb: x\nd: 4\n");
}

#[test]
fn a_new_key_is_written_like_its_neighbours() {
    check_insert(
        "l:\n  - a: 1\n  - a: 2\n",
        "/l/0",
        "b",
        &json!(true),
        &["a", "b"],
        "l:\n  - a: 1\n    b: true\n  - a: 2\n",
    );
    check_insert("l:\n  - b: 1\n", "/l/0", "a", &json!(5), &["a", "b"], "l:\n  - a: 5\n    b: 1\n");
    check_insert("l: [{ a: 1 }]\n", "/l/0", "b", &json!("x, y"), &["a", "b"], "l: [{ a: 1, b: \"x, y\" }]\n");
    check_insert("m:\n  a: 1\n", "/m", "b", &json!("x\ny"), &["a", "b"], "m:\n  a: 1\n  b: |-\n    x\n    y\n");
    check_insert("a: 1\n", "", "5", &json!("no"), &[], "a: 1\n\"5\": \"no\"\n");
    let file: Arc<str> = "a.yaml".into();
    let insert =
        |text: &str, pointer: &str| insert_key(&DocumentSource::whole(&file, text), pointer, "b", &json!(1), &[]);
    assert_eq!(insert("a: &x { c: 1 }\nd: *x\n", "/a"), Err(Unwritable::Shared));
    assert_eq!(insert("a: &x { c: 1 }\nd: *x\n", "/d"), Err(Unwritable::Shared));
    assert_eq!(insert("a: [1]\n", "/a"), Err(Unwritable::WrongKind));
    assert_eq!(insert("b: 1\n", ""), Err(Unwritable::WrongKind));
    assert_eq!(insert("a: 1\n", "/c"), Err(Unwritable::WrongKind));
}

#[test]
fn a_new_document_has_unix_line_breaks() {
    assert_eq!(new_document(&json!({ "a": "x\ny" }), "a: |-\r\n  b\r\n  c\r\n"), "a: |-\n  x\n  y\n");
}

#[test]
fn a_removed_key_is_removed_with_its_line() {
    let file: Arc<str> = "a.yaml".into();
    let remove = |text: &str, pointer: &str| {
        let splice = remove_key(&DocumentSource::whole(&file, text), pointer)?;
        let after = splice.apply(text).expect("its own text");
        assert_eq!(splice.inverse().apply(&after).as_deref(), Some(text));
        Ok(after)
    };
    for (text, pointer, expected) in [
        ("a: 1\nb: 2 # two\nc: 3\n", "/b", "a: 1\nc: 3\n"),
        ("a: 1\nb: 2", "/b", "a: 1"),
        ("a: 1\r\nb: 2\r\n", "/a", "b: 2\r\n"),
        ("a: >-\n  one\n  two\n\nb: 2\n", "/a", "\nb: 2\n"),
        ("a: |+\n  one\n\nb: 2\n", "/a", "\nb: 2\n"),
        ("# A.\na: !sample 1\nb: 2\n", "/a", "# A.\nb: 2\n"),
        ("l:\n  - a: 1\n    b: 2\n", "/l/0/a", "l:\n  - b: 2\n"),
        ("l:\n  - a: 1\n    b: 2\n", "/l/0/b", "l:\n  - a: 1\n"),
        ("m:\n  a: 1 # one\n", "/m/a", "m:\n  {} # one\n"),
        ("{ a: 1, b: 2 }\n", "/a", "{ b: 2 }\n"),
        ("{ a: 1, b: 2 }\n", "/b", "{ a: 1 }\n"),
        ("{ a: 1 }\n", "/a", "{}\n"),
        ("{\n  a: 1, # one\n  b: 2\n}\n", "/b", "{\n  a: 1, # one\n}\n"),
        ("{\n  a: 1, # one\n  b: 2\n}\n", "/a", "{\n  b: 2\n}\n"),
        ("a:\nb: 2\n", "/a", "b: 2\n"),
        ("a: { b: [1] }\nc: 3\n", "/a", "c: 3\n"),
    ] {
        assert_eq!(remove(text, pointer).as_deref(), Ok(expected), "{text:?} {pointer}");
    }
    assert_eq!(remove("a: &x 1\nb: *x\n", "/a"), Err(Unwritable::Shared));
    assert_eq!(remove("a: 1\n", "/b"), Err(Unwritable::WrongKind));
    assert_eq!(remove("a: 1\n", ""), Err(Unwritable::WrongKind));
}

/// A text that YAML may have to quote.
fn any_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("word"),
        Just("வணக்கம்"),
        Just("Größe"),
        Just("it's"),
        Just("a: b"),
        Just("#c"),
        Just("\"q\""),
        Just("yes"),
        Just("10:00"),
        Just("9"),
        Just("-"),
        Just("?"),
        Just("&a"),
        Just("*a"),
        Just("!t"),
        Just("{x"),
        Just("[y]"),
        Just("|"),
        Just(">"),
        Just("%"),
        Just("@"),
        Just("`"),
        Just("\\n"),
        Just("null"),
        Just("🦅"),
        Just("x,"),
        Just("\t"),
        Just("\u{a0}"),
        Just("\u{2028}"),
        Just("\u{7f}"),
        Just(""),
        Just("---"),
        Just("...")
    ];
    let gap = prop_oneof![6 => Just(" "), 1 => Just("\n"), 1 => Just("\n\n"), 1 => Just("  ")];
    prop_oneof![
        8 => proptest::collection::vec((word, gap), 0..6).prop_map(|parts| {
            let text: String = parts.iter().flat_map(|(word, gap)| [*word, *gap]).collect();
            text.trim_end_matches(' ').to_owned()
        }),
        1 => ".{0,12}",
    ]
}

fn any_scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => any_text().prop_map(Value::from),
        1 => any::<i32>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => (0..1000u32).prop_map(|n| json!(f64::from(n) + 0.5)),
    ]
}

/// A value as written in a document; `@` is the indentation of its further lines.
fn any_written() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "plain text",
        "'single ''quoted'''",
        "\"double \\\"quoted\\\" \\u00e9 \\x41\"",
        "9",
        "-1.5",
        "true",
        "",
        "~",
        ">-\n@one two\n@three four\n\n@five",
        ">\n@one\n@  two\n@three",
        "|\n@one\n@two\n\n@three",
        "|-\n@ one\n@two",
        "|2-\n@  one\n@two",
        ">+\n@one\n\n@two\n",
        "plain of\n@two lines\n\n@and more",
        "'single\n@of two'",
        "\"double\n@of \\\n@three\"",
        "!sample x",
        "!sample >-\n@one\n@two",
        "!sample 5",
        "&anchor anchored",
        "[a, 'b', \"c\"]",
        "{ k: v, l: 2 } # braces",
        "[\n@  one, # first\n@  two,\n@]",
        "வணக்கம் உலகம் # தமிழ்",
        "x # comment",
        "!!str 5",
        "2024-01-01",
        "http://a.b/c?d#e",
        "\"a # b\" # c",
        "- x",
    ])
}

fn any_document() -> impl Strategy<Value = String> {
    let line = (any_written(), 0..4u8);
    (proptest::collection::vec(line, 1..8), any::<bool>(), any::<bool>()).prop_map(|(lines, is_windows, has_end)| {
        let mut text = "# A comment.\n".to_owned();
        for (number, (written, form)) in lines.iter().enumerate() {
            let written = written.replace("anchor ", &format!("anchor{number} "));
            let at = |indent: usize| written.replace('@', &" ".repeat(indent));
            let lines = match form {
                0 => format!("k{number}: {}\n", at(2)),
                1 => format!("k{number}:\n  # Inside.\n  in: {}\n  last: 1 # one\n", at(4)),
                2 => format!("k{number}:\n- {}\n- x\n", at(4)),
                _ => format!("\"k {number}\":\n  - a: {}\n    b: y\n\n", at(6)),
            };
            text.push_str(&lines);
        }
        if !has_end {
            text.truncate(text.trim_end_matches('\n').len());
        }
        if is_windows { text.replace('\n', "\r\n") } else { text }
    })
}

fn pointers_of(document: &Value, is_meant: fn(&Value) -> bool) -> Vec<String> {
    let found = all_values(document).into_iter().filter(|(_, value)| is_meant(value));
    found.map(|(pointer, _)| pointer).collect()
}

/// Counts the comments of a generated document by their texts, which no value contains.
fn comments(text: &str) -> usize {
    ["# A comment.", "# Inside.", "# one", "# first", "# braces", "# தமிழ்", "# comment", "# c\n", "# c\r\n"]
        .iter()
        .map(|comment| text.matches(comment).count())
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]
    #[test]
    fn random_edits_change_one_value_and_nothing_else(
        text in any_document(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any_scalar()), 10),
    ) {
        let file: Arc<str> = "a.yaml".into();
        let Ok(before) = parse(&DocumentSource::whole(&file, &text)) else { return Ok(()) };
        let pointers = pointers_of(&before.value, |value| !value.is_object() && !value.is_array());
        for (index, value) in edits {
            let pointer = index.get(&pointers);
            let source = DocumentSource::whole(&file, &text);
            let written = set_scalar(&source, pointer, &value);
            prop_assert!(written.is_ok(), "{text:?} {pointer} {value}: {written:?}");
            let splice = written.expect("written");
            let after = splice.apply(&text).expect("its own text");
            let undone = splice.inverse().apply(&after);
            prop_assert_eq!(undone.as_deref(), Some(&*text));
            let document = parse(&DocumentSource::whole(&file, &after)).expect("checked");
            let mut expected = before.value.clone();
            *expected.pointer_mut(pointer).expect("a scalar") = value.clone();
            prop_assert_eq!(&document.value, &expected);
            prop_assert!(comments(&after) >= comments(&text), "{text:?} → {after:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]
    #[test]
    fn random_keys_are_added_and_removed_and_nothing_else_changes(
        text in any_document(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..10usize, any_scalar()), 10),
    ) {
        let file: Arc<str> = "a.yaml".into();
        let Ok(before) = parse(&DocumentSource::whole(&file, &text)) else { return Ok(()) };
        let pointers = pointers_of(&before.value, Value::is_object);
        for (index, place, value) in edits {
            let pointer = index.get(&pointers);
            let fields = before.value.pointer(pointer).and_then(Value::as_object).expect("a mapping");
            let mut order: Vec<&str> = fields.keys().map(String::as_str).collect();
            order.insert(place.min(order.len()), "new");
            let written = insert_key(&DocumentSource::whole(&file, &text), pointer, "new", &value, &order);
            prop_assert!(written.is_ok(), "{text:?} {pointer} {value}: {written:?}");
            let splice = written.expect("written");
            let after = splice.apply(&text).expect("its own text");
            let mut expected = before.value.clone();
            let fields = expected.pointer_mut(pointer).and_then(Value::as_object_mut).expect("a mapping");
            fields.insert("new".to_owned(), value.clone());
            let source = DocumentSource::whole(&file, &after);
            prop_assert_eq!(&parse(&source).expect("checked").value, &expected);
            prop_assert!(comments(&after) >= comments(&text), "{text:?} → {after:?}");
            let removed = remove_key(&source, &join(pointer, "new"));
            prop_assert!(removed.is_ok(), "{after:?} {pointer}: {removed:?}");
            let back = removed.expect("removed").apply(&after).expect("its own text");
            prop_assert_eq!(&parse(&DocumentSource::whole(&file, &back)).expect("checked").value, &before.value);
            prop_assert!(comments(&back) >= comments(&text), "{after:?} → {back:?}");
        }
    }
}
