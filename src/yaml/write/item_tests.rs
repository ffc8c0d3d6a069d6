//! Tests of edited lists: by example, and at random over lists of every form.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{ItemEdit, Unwritable, edit_items};
use crate::yaml::pointer::join;
use crate::yaml::{DocumentSource, parse};

const fn remove(number: usize) -> ItemEdit {
    ItemEdit::Remove { number }
}

const fn move_to(number: usize, to: usize) -> ItemEdit {
    ItemEdit::Move { number, to }
}

const fn insert(number: usize, value: Value) -> ItemEdit {
    ItemEdit::Insert { number, value }
}

fn edit(text: &str, pointer: &str, edit: &ItemEdit) -> Result<String, Unwritable> {
    let file: Arc<str> = "a.yaml".into();
    let splice = edit_items(&DocumentSource::whole(&file, text), pointer, edit)?;
    Ok(splice.apply(text).expect("its own text"))
}

#[track_caller]
fn check(text: &str, pointer: &str, change: &ItemEdit, expected: &str) {
    assert_eq!(edit(text, pointer, change).as_deref(), Ok(expected), "{text:?} {pointer} {change:?}");
}

#[test]
fn items_move_with_the_comments_right_above_them() {
    let text = "a:\n  # One.\n  - one # 1\n  # Two.\n  - two # 2\n\n  # Of the rest.\n\n  - three\nb: 1\n";
    check(
        text,
        "/a",
        &move_to(0, 1),
        "a:\n  # Two.\n  - two # 2\n  # One.\n  - one # 1\n\n  # Of the rest.\n\n  - three\nb: 1\n",
    );
    check(text, "/a", &remove(1), "a:\n  # One.\n  - one # 1\n\n  # Of the rest.\n\n  - three\nb: 1\n");
    check(text, "/a", &remove(2), "a:\n  # One.\n  - one # 1\n  # Two.\n  - two # 2\n\n  # Of the rest.\nb: 1\n");
    check("- a: 1\n  b: 2\n  # Inside.\n- c", "", &move_to(1, 0), "- c\n- a: 1\n  b: 2\n  # Inside.");
    check("a:\r\n- x\r\n- y\r\n", "/a", &move_to(0, 1), "a:\r\n- y\r\n- x\r\n");
    check("a:\n- |\n  x\n\n  y\n\n- z\n", "/a", &move_to(0, 1), "a:\n- z\n\n- |\n  x\n\n  y\n");
    check("- - a\n  - b\n- c\n", "/0", &move_to(0, 1), "- - b\n  - a\n- c\n");
}

#[test]
fn items_in_brackets_move_and_their_commas_stay() {
    check("a: [x, 'y', {b: 1}] # c\n", "/a", &move_to(2, 0), "a: [{b: 1}, x, 'y'] # c\n");
    check("a: [ x, y ]\n", "/a", &remove(1), "a: [ x ]\n");
    check("a: [ x, y ]\n", "/a", &remove(0), "a: [ y ]\n");
    check("a: [x] # c\n", "/a", &remove(0), "a: [] # c\n");
    let lines = "a: [\n  # Above.\n  x, # 1\n  y, # 2\n  z # 3\n]\n";
    check(lines, "/a", &move_to(0, 2), "a: [\n  y, # 2\n  z, # 3\n  # Above.\n  x # 1\n]\n");
    check(lines, "/a", &remove(2), "a: [\n  # Above.\n  x, # 1\n  y # 2\n]\n");
    check(lines, "/a", &insert(3, json!("w")), "a: [\n  # Above.\n  x, # 1\n  y, # 2\n  z, # 3\n  w\n]\n");
    check("a: [\n  x,\n]\n", "/a", &insert(1, json!("w")), "a: [\n  x,\n  w,\n]\n");
}

#[test]
fn a_new_item_looks_like_its_neighbours() {
    check("a: [x]\n", "/a", &insert(1, json!("y, z")), "a: [x, \"y, z\"]\n");
    check("a: ['x']\n", "/a", &insert(0, json!("w")), "a: ['w', 'x']\n");
    check("a:\n- x\n", "/a", &insert(1, json!("w")), "a:\n- x\n- w\n");
    check("a:\n- x", "/a", &insert(1, json!("w")), "a:\n- x\n- w");
    check(
        "a:\n  - { value: 9, label: years } # c\n",
        "/a",
        &insert(1, json!({ "label": "cups: 2", "value": 3 })),
        "a:\n  - { value: 9, label: years } # c\n  - { value: 3, label: \"cups: 2\" }\n",
    );
    check(
        "a:\n  - q: \"x\"\n    link:\n        href: /a/\n    list: [1, 2]\n",
        "/a",
        &insert(0, json!({ "list": [3], "link": { "href": "/b/" }, "q": "y", "more": true })),
        "a:\n  - q: \"y\"\n    link:\n        href: /b/\n    list: [3]\n    more: true\n  - q: \"x\"\n    link:\n        href: /a/\n    list: [1, 2]\n",
    );
    check("a:\n- b: x\n", "/a", &insert(1, json!({ "b": "x\ny" })), "a:\n- b: x\n- b: |-\n    x\n    y\n");
    check("a:\n- - x\n", "/a", &insert(1, json!(["v", "w"])), "a:\n- - x\n- - v\n  - w\n");
    let blocks = "a:\n- b: |-\n    x: y\n";
    check(blocks, "/a", &insert(1, json!({ "b": "v: w" })), "a:\n- b: |-\n    x: y\n- b: |-\n    v: w\n");
    check(blocks, "/a", &insert(1, json!({ "b": "v" })), "a:\n- b: |-\n    x: y\n- b: v\n");
    check(blocks, "/a", &insert(1, json!({ "b": "v\nw" })), "a:\n- b: |-\n    x: y\n- b: |-\n    v\n    w\n");
}

#[test]
fn lists_may_be_empty_before_and_after() {
    check("a: [] # c\n", "/a", &insert(0, json!("x")), "a: [x] # c\n");
    check("a: []\nb: 1\n", "/a", &insert(0, json!({ "c": 1, "d": [] })), "a:\n  - c: 1\n    d: []\nb: 1\n");
    check("a: {b: []}\n", "/a/b", &insert(0, json!({ "c": 1 })), "a: {b: [{ c: 1 }]}\n");
    check("a: # c\n  # Gone.\n  - x\nb: 1\n", "/a", &remove(0), "a: [] # c\nb: 1\n");
    check("a: !sample\n- x\n", "/a", &remove(0), "a: !sample []\n");
    check("- x", "", &remove(0), "[]");
    check("# c\n- - x\n- y\n", "/0", &remove(0), "# c\n- []\n- y\n");
}

#[test]
fn items_with_an_alias_are_refused() {
    assert_eq!(edit("a: &x [y]\nb: *x\n", "/b", &remove(0)), Err(Unwritable::Shared));
    assert_eq!(edit("a: &x [y]\nb: *x\n", "/a", &remove(0)), Err(Unwritable::Shared));
    assert_eq!(edit("- &x y\n- *x\n", "", &remove(0)), Err(Unwritable::Shared));
    assert_eq!(edit("- &x y\n- *x\n", "", &move_to(0, 1)), Err(Unwritable::Shared));
    assert_eq!(edit("a: x\n", "/a", &remove(0)), Err(Unwritable::WrongKind));
    assert_eq!(edit("a: [x]\n", "/a", &remove(1)), Err(Unwritable::WrongKind));
    assert_eq!(edit("a: [\n", "/a", &remove(1)), Err(Unwritable::Mistakes));
}

/// An item of a list with dashes; `@` is the indentation of its further lines.
fn any_dash_item() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "plain",
        "'single ''quoted'''",
        "\"double # no comment\"",
        "9 # nine",
        "",
        "~ # nothing",
        "!sample x",
        "!sample\n@in: 1 # one",
        "k: v\n@l: 2\n\n@m: 3 # three",
        "k:\n@- n # n\n@- o\n@# Below.",
        "k:\n@  deep: { a: 1 }",
        "- n\n@- o",
        ">-\n@one\n@two\n\n@three",
        "|\n@one\n@# no comment\n@two",
        "|-\n@- one\n@- two",
        "{ k: v, l: 'w' } # braces",
        "[\n@  one, # first\n@  two,\n@]",
        "plain of\n@two lines",
        "வணக்கம் # தமிழ்",
        "&anchor anchored",
        "# Behind the dash.\n@k: v",
    ])
}

fn any_bracket_item() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "plain",
        "'sin, gle'",
        "\"dou ] ble\"",
        "9",
        "~",
        "!sample x",
        "{ k: v, l: [w] }",
        "{k: v}",
        "[one, two]",
        "வணக்கம்",
        "k: v",
        "\"two\n      lines\"",
    ])
}

/// A list with dashes, in brackets, or in brackets with a line for each item, below the key `k`.
fn any_list() -> impl Strategy<Value = String> {
    let gap = prop::sample::select(vec!["", "", "", "\n", "# Right above.\n", "\n# Apart.\n\n", "\n# Right above.\n"]);
    let dashes =
        (proptest::collection::vec((any_dash_item(), gap), 1..6), any::<bool>()).prop_map(|(items, is_indented)| {
            let blanks = if is_indented { "  " } else { "" };
            let lines = items.iter().enumerate().flat_map(|(number, (item, gap))| {
                let item = item.replace('@', &format!("{blanks}  ")).replace("anchor ", &format!("anchor{number} "));
                let before =
                    gap.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{blanks}{line}\n") });
                before.chain([format!("{blanks}- {item}\n")]).collect::<Vec<_>>()
            });
            ["k: # list\n".to_owned()].into_iter().chain(lines).collect::<String>()
        });
    let brackets = proptest::collection::vec(any_bracket_item(), 0..6)
        .prop_map(|items| format!("k: [{}] # list\n", items.join(", ")));
    let comment = prop::sample::select(vec!["", "", " # beside"]);
    let lines =
        (proptest::collection::vec((any_bracket_item(), comment), 1..6), any::<bool>()).prop_map(|(items, has_end)| {
            let lines = items.iter().enumerate().map(|(number, (item, comment))| {
                let comma = if has_end || number + 1 < items.len() { "," } else { "" };
                format!("    # Right above.\n    {item}{comma}{comment}\n")
            });
            format!("k: [\n{}  ]\n", lines.collect::<String>())
        });
    prop_oneof![6 => dashes, 2 => brackets, 2 => lines]
}

fn any_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        prop::sample::select(vec![
            "word",
            "a: b",
            "#c",
            "x, y",
            "yes",
            "",
            "9",
            "வணக்கம்",
            "it's",
            "two\nlines",
            "]",
            "- x"
        ])
        .prop_map(Value::from),
        any::<i16>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    scalar.prop_recursive(2, 8, 3, |inner| {
        let key = prop::sample::select(vec!["k", "l", "in", "a b", "yes", "ä"]);
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..3)
                .prop_map(|fields| fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Value>()),
        ]
    })
}

fn comments(text: &str) -> usize {
    let all = [
        "# list",
        "# nine",
        "# nothing",
        "# one",
        "# three",
        "# n\n",
        "# n\r",
        "# Below.",
        "# braces",
        "# first",
        "# தமிழ்",
        "# Behind",
        "# Right above.",
        "# Apart.",
        "# beside",
        "# End.",
    ];
    all.iter().map(|comment| text.matches(comment).count()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]
    #[test]
    fn random_edits_of_lists_change_one_item_and_nothing_else(
        list in any_list(),
        is_nested in any::<bool>(),
        is_windows in any::<bool>(),
        has_end in any::<bool>(),
        edits in proptest::collection::vec(
            (0..3u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), any_value()),
            10,
        ),
    ) {
        let mut text = format!("# A list.\nbefore: 1\n{list}# End.\nafter: 2\n");
        if is_nested {
            text = format!("top:\n{}", text.lines().fold(String::new(), |all, line| all + if line.is_empty() { "" } else { "  " } + line + "\n"));
        }
        // A literal block without a line break at its end has another value.
        if !has_end && !list.contains("- |\n") {
            text.truncate(text.find("# End.").expect("its end"));
            text.truncate(text.trim_end().len());
        }
        if is_windows {
            text = text.replace('\n', "\r\n");
        }
        let pointer = if is_nested { "/top/k" } else { "/k" };
        let file: Arc<str> = "a.yaml".into();
        for (kind, one, other, value) in edits {
            let source = DocumentSource::whole(&file, &text);
            let before = parse(&source);
            prop_assert!(before.is_ok(), "{text:?}");
            let before = before.expect("read");
            let items = before.value.pointer(pointer).and_then(Value::as_array).cloned().expect("a list");
            let change = match kind {
                0 => insert(one.index(items.len() + 1), value),
                _ if items.is_empty() => insert(0, value),
                1 => remove(one.index(items.len())),
                _ => move_to(one.index(items.len()), other.index(items.len())),
            };
            let written = edit_items(&source, pointer, &change);
            prop_assert!(written.is_ok(), "{text}\n{change:?}: {written:?}");
            let splice = written.expect("written");
            let after = splice.apply(&text).expect("its own text");
            let undone = splice.inverse().apply(&after);
            prop_assert_eq!(undone.as_deref(), Some(&*text));
            let document = parse(&DocumentSource::whole(&file, &after)).expect("checked");
            let mut expected = items.clone();
            change.apply_to_values(&mut expected).expect("an item");
            prop_assert_eq!(document.value.pointer(pointer), Some(&Value::from(expected)));
            prop_assert_eq!(document.value.pointer(&join(&pointer[..pointer.len() - 2], "before")), Some(&json!(1)));
            let lost = comments(&text) - comments(&after).min(comments(&text));
            let is_removal = matches!(change, ItemEdit::Remove { .. });
            prop_assert!(lost == 0 || is_removal, "{text}\n{change:?}\n{after}");
            prop_assert_eq!(text.contains("\r\n"), after.contains("\r\n") || !after.contains('\n'));
            prop_assert_eq!(text.ends_with('\n'), after.ends_with('\n'));
            text = after;
        }
    }
}
