//! Tests of the declarations that schemas become.

use super::{declare_content, declare_props, pascal_case};
use crate::schema::Schema;
use crate::schema::tests::compile;

/// Checks the declarations of a data file `x`, without the lines at their head.
fn check(yaml: &str, expected: &str) {
    let schema = compile(yaml);
    let text = declare_content(&Schema::open(), &[], &[("x".to_owned(), &schema)]);
    let lines: Vec<&str> = text.lines().skip(3).collect();
    assert_eq!(lines.join("\n"), expected, "{yaml}");
}

/// Checks the type of a required field.
fn field(yaml: &str, expected: &str) {
    check(
        &format!("{{ required: [f], properties: {{ f: {yaml} }} }}"),
        &format!("export interface XData {{\n  f: {expected};\n}}"),
    );
}

#[test]
fn entries_extend_the_interface_of_every_entry() {
    let every = compile(
        "{ properties: { slug: { type: string }, draft: { type: boolean, default: false }, date: { type: string } } }",
    );
    let articles = compile(
        "{ required: [title, date, slug], properties: { title: { type: string, description: The headline }, slug: { type: string },
           draft: { type: boolean, default: false }, date: { type: string }, author: { reference: team },
           tags: { type: array, items: { type: string }, default: [] } } }",
    );
    let text = declare_content(&every, &[("case-studies".to_owned(), &articles)], &[]);
    assert_eq!(
        text,
        "// Made by `site` from the site's schemas. Changes here are lost.

/** What every entry has. */
export interface Entry {
  id: string;
  slug: string;
  collection: string;
  url: string | null;
  draft: boolean;
  date: string | null;
}

/** An entry of the collection `case-studies`. */
export interface CaseStudiesEntry extends Omit<Entry, \"date\"> {
  collection: \"case-studies\";
  /** The headline */
  title: string;
  date: string;
  author: string | null;
  tags: string[];
}
"
    );
    let plain = compile("{ properties: { draft: { type: boolean, default: false }, x: { type: number } } }");
    let text = declare_content(&every, &[("a".to_owned(), &plain)], &[]);
    let expected = "export interface AEntry extends Entry {\n  collection: \"a\";\n  x: number | null;\n}";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn each_schema_has_its_type() {
    field("{ type: string }", "string");
    field("{ type: integer }", "number");
    field("{ type: boolean }", "boolean");
    field("{ type: [string, 'null'] }", "string | null");
    field("{ enum: [a, 'b\"c', 3, null] }", "\"a\" | \"b\\\"c\" | 3 | null");
    field("{ const: a }", "\"a\"");
    field("{ type: array }", "unknown[]");
    field("{ type: array, items: { enum: [a, b] } }", "(\"a\" | \"b\")[]");
    field("{ type: array, prefixItems: [{ type: number }], items: false }", "[number?]");
    field("{ anyOf: [{ type: string }, { type: number }] }", "string | number");
    field("{ type: string, anyOf: [{ format: date }, { format: date-time }] }", "string");
    field("{}", "unknown");
    field("{ type: object }", "Record<string, unknown>");
    field("{ additionalProperties: { type: string }, type: object }", "Record<string, string>");
    field("{ unevaluatedProperties: { type: string }, type: object }", "Record<string, string>");
    field("{ properties: { a: { type: string } } }", "{\n    a: string | null;\n  }");
    field("{ type: array, items: { required: [a], properties: { a: { type: string } } } }", "{\n    a: string;\n  }[]");
}

#[test]
fn a_null_inside_a_list_does_not_make_the_list_null() {
    let check = |field: &str, expected: &str| {
        let interface = format!("export interface XData {{\n  f: {expected};\n}}");
        check(&format!("properties: {{ f: {field} }}"), &interface);
    };
    check("{ type: [string, 'null', number] }", "string | null | number");
    check("{ type: array, items: { type: [string, 'null', number] } }", "(string | null | number)[] | null");
    check("{ enum: ['(', null] }", "\"(\" | null");
    check("{ enum: ['\"[', '\\', null] }", "\"\\\"[\" | \"\\\\\" | null");
    check("{ const: ' | null | ' }", "\" | null | \" | null");
}

#[test]
fn unusual_keys_are_quoted_and_open_objects_indexed() {
    check("{ properties: { a-b: {} } }", "export interface XData {\n  \"a-b\": unknown;\n}");
    check(
        "{ properties: { a: { type: string } }, additionalProperties: true }",
        "export interface XData {\n  a: string | null;\n  [key: string]: unknown;\n}",
    );
    check("{ type: array, items: { type: string } }", "export type XData = string[];");
}

#[test]
fn fields_that_apply_under_a_condition_have_an_index_signature() {
    let check =
        |more: &str, expected: &str| check(&format!("{{ properties: {{ a: {{ type: string }} }}, {more} }}"), expected);
    let indexed = "export interface XData {\n  a: string | null;\n  [key: string]: unknown;\n}";
    check("patternProperties: { '^b': { type: string } }", indexed);
    check("if: { required: [a] }, then: { properties: { b: {} } }", indexed);
    check("if: { required: [a] }, else: { allOf: [{ properties: { b: {} } }] }", indexed);
    check("dependentSchemas: { a: { properties: { b: {} } } }", indexed);
    check(
        "allOf: [{ if: { required: [a] }, then: { properties: { b: {} } } }]",
        "export type XData = {\n  a: string | null;\n} & Record<string, unknown>;",
    );
    check("if: { properties: { b: {} } }, then: { required: [a] }", "export interface XData {\n  a: string | null;\n}");
}

#[test]
fn definitions_are_named_after_their_schema() {
    check(
        "{ $defs: { item: { required: [label], properties: { label: { type: string },
             children: { type: array, items: { $ref: '#/$defs/item' } } } } },
           type: array, items: { $ref: '#/$defs/item' } }",
        "export type XData = XDataItem[];

export interface XDataItem {
  label: string;
  children: XDataItem[] | null;
}",
    );
    check(
        "{ properties: { a: { type: string } }, allOf: [{ properties: { b: { type: string } } }] }",
        "export type XData = {\n  a: string | null;\n} & {\n  b: string | null;\n};",
    );
}

#[test]
fn parts_that_a_ref_leads_to_have_a_type_of_their_own() {
    check(
        "{ $defs: { button: { required: [to], properties: { to: { enum: [a, b] } } } },
           required: [first, list], properties: { first: { $ref: '#/$defs/button/properties/to' },
             list: { type: array, items: { $ref: '#/properties/list' } } } }",
        "export interface XData {
  first: XDataTo;
  list: XDataList[];
}

export interface XDataButton {
  to: \"a\" | \"b\";
}

export type XDataTo = \"a\" | \"b\";

export type XDataList = XDataList[];",
    );
}

#[test]
fn a_ref_to_an_anchor_has_the_type_of_its_definition() {
    check(
        "{ $defs: { l: { $anchor: x, type: string } }, required: [f], properties: { f: { $ref: '#x' } } }",
        "export interface XData {\n  f: XDataL;\n}\n\nexport type XDataL = string;",
    );
}

#[test]
fn optional_props_may_be_left_out() {
    let counter = compile(
        "{ required: [start], properties: { start: { type: integer }, step: { type: integer }, label: { html: true } } }",
    );
    assert_eq!(
        declare_props(&[("Counter".to_owned(), &counter)]),
        "// Made by `site` from the site's schemas. Changes here are lost.

import type { Html } from \"site\";

/** The props of the island `Counter`. */
export interface CounterProps {
  start: number;
  step?: number;
  label?: Html;
}
"
    );
}

#[test]
fn equal_names_are_numbered() {
    assert_eq!(["case-studies", "2023", "a.b"].map(pascal_case), ["CaseStudies", "_2023", "AB"]);
    let any = Schema::open();
    let text = declare_content(&Schema::open(), &[], &[("a-b".to_owned(), &any), ("a_b".to_owned(), &any)]);
    assert!(text.contains("ABData ") && text.contains("ABData2 "), "{text}");
}

#[test]
fn a_shared_definition_without_letters_has_a_name() {
    let text =
        "{ $defs: { 'shared:_': { type: string } }, required: [f], properties: { f: { $ref: '#/$defs/shared:_' } } }";
    check(text, "export interface XData {\n  f: Shared;\n}\n\nexport type Shared = string;");
}

#[test]
fn shared_definitions_are_not_named_like_used_types() {
    let schema = compile(
        "{ $defs: { 'shared:html': { type: string }, 'shared:omit': { type: number }, 'shared:record': { type: boolean } },
           required: [a, b, c], properties: { a: { $ref: '#/$defs/shared:html' }, b: { html: true },
             c: { type: object, additionalProperties: { $ref: '#/$defs/shared:record' } } } }",
    );
    let text = declare_props(&[("A".to_owned(), &schema)]);
    for expected in [
        "a: Html2;",
        "b: Html;",
        "c: Record<string, Record2>;",
        "type Html2 = string;",
        "type Omit2 = number;",
        "type Record2 = boolean;",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
}
