//! Tests of the tree of YAML nodes.

use super::{DocumentTree, PairSide};
use crate::yaml::pointer::join;
use proptest::prelude::*;

fn check(yaml: &str, pointer: &str, key: &str, value: &str) {
    let tree = DocumentTree::of(yaml);
    assert_eq!(&yaml[tree.find(pointer, PairSide::Key)], key, "key {pointer} of {yaml:?}");
    assert_eq!(&yaml[tree.find(pointer, PairSide::Value)], value, "value {pointer} of {yaml:?}");
}

#[test]
fn keys_and_values_are_found() {
    check("a: x\nb: y\n", "/b", "b", "y");
    check("a:\n  b: c\n", "/a", "a", "b: c");
    check("a:\n  b: c\n", "/a/b", "b", "c");
    check("a/b:\n  ~1: x\n", &join(&join("", "a/b"), "~1"), "~1", "x");
    check("a:\n- x\n- y: z\n", "/a/1/y", "y", "z");
    check("a:\n- x\n- y\n", "/a/1", "y", "y");
    check("a: [x, {y: z}]\n", "/a/1/y", "y", "z");
    check("a: [x, {y: z}]\n", "/a", "a", "[x, {y: z}]");
    check("a: {b: [1, 2]} # c\n", "/a/b/1", "2", "2");
}

#[test]
fn every_scalar_style_has_its_exact_span() {
    check("a: 'it''s' # b: c\nd: 1\n", "/a", "a", "'it''s'");
    check("a: \"x\\\" y\" # b\n", "/a", "a", "\"x\\\" y\"");
    check("a: \"x\n  y\"\nb: 1\n", "/a", "a", "\"x\n  y\"");
    check("a: |\n  x\n  y\nb: z\n", "/a", "a", "|\n  x\n  y");
    check("a: |\n  x\n\nb: z\n", "/b", "b", "z");
    check("- >-\n  x\n", "/0", ">-\n  x", ">-\n  x");
    check("- x\n# y > z\n- |\n\n  > a\n", "/1", "|\n\n  > a", "|\n\n  > a");
    check("\"a b\": 'c'\n", "/a b", "\"a b\"", "'c'");
}

#[test]
fn spans_leave_out_tags_and_anchors() {
    check("a: !sample \"x\"\n", "/a", "a", "\"x\"");
    check("a: &b !sample 1.10\n", "/a", "a", "1.10");
    check("a: !sample [x]\n", "/a", "a", "[x]");
    check("a: !sample >-\n  x\n  y\nb: z\n", "/a", "a", ">-\n  x\n  y");
    check("a: !sample\n  b: c\n", "/a/b", "b", "c");
    check("a: !sample # b\n  # c\n  x # d\ne: 1\n", "/a", "a", "x");
    check("a: !sample # b\n  [x]\n", "/a", "a", "[x]");
}

#[test]
fn pointers_lead_through_aliases() {
    check("a: &x {b: c}\nd: *x\n", "/d", "d", "*x");
    check("a: &x {b: c}\nd: *x\n", "/d/b", "b", "c");
    check("a: &x [*x]\n", "/a/0/0/0", "*x", "*x");
}

#[test]
fn spans_are_bytes_after_characters_of_any_width() {
    check("ä: ✓✓\nö: [ü, x]\r\nü: z\r\n", "/ö/1", "x", "x");
    check("ä: ✓✓\nö: [ü, x]\r\nü: z\r\n", "/ü", "ü", "z");
    check("\u{feff}a: ä\nb: c\n", "/b", "b", "c");
}

#[test]
fn absent_values_have_the_span_of_their_nearest_ancestor() {
    check("a: {b: c}\n", "/a/x/y", "{b: c}", "{b: c}");
    check("a: x\n", "/b", "a: x", "a: x");
    check("a:\nb: 1\n", "/a", "a", "a");
    check("", "/a", "", "");
    check("a: [x, y\nb: 1\n", "/a/0", "x", "x");
    check("a: [x, y\nb: 1\n", "/a", "a", "[x");
}

proptest! {
    #[test]
    fn spans_of_any_text_are_within_it(text in "([a-b:\\-#'\"|>!&*{}\\[\\],? \t\r\näé✓\u{feff}]{0,40}|.{0,40})") {
        let tree = DocumentTree::of(&text);
        for node in &tree.nodes {
            prop_assert!(text.get(node.span.clone()).is_some(), "{:?}", node);
        }
        for pointer in ["", "/a", "/0", "/a/b/0", "~"] {
            prop_assert!(text.get(tree.find(pointer, PairSide::Key)).is_some());
            prop_assert!(text.get(tree.missing_key_span(pointer, "a")).is_some());
            let _ = tree.written_text(pointer);
        }
    }
}
