//! Tests of compiled schemas, of their messages, and of any combination of keywords.

use std::sync::Arc;

use super::Schema;
use super::typescript::{declare_content, declare_props};
use crate::diagnostic::Diagnostic;
use crate::yaml::{DocumentSource, parse};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Compiles a schema without mistakes.
#[track_caller]
pub fn compile(yaml: &str) -> Schema {
    let file: Arc<str> = "a.schema.yaml".into();
    let source = DocumentSource::whole(&file, yaml);
    Schema::compile(&parse(&source).unwrap().value, &source, "", None).unwrap()
}

#[track_caller]
fn valid(schema: &Schema, yaml: &str, expected: bool) {
    let value: Value = serde_yaml::from_str(yaml).unwrap();
    let file: Arc<str> = "a.yaml".into();
    let found = schema.check(&value, &DocumentSource::whole(&file, yaml), "this", &[]);
    assert_eq!(found.is_empty(), expected, "{yaml}: {found:#?}");
}

#[test]
fn objects_are_closed_unless_opened() {
    let schema =
        compile("properties: { a: {}, b: { properties: { c: {} } }, d: { items: { properties: { e: {} } } } }");
    for (yaml, expected) in [
        ("a: 1", true),
        ("x: 1", false),
        ("b: { c: 1 }", true),
        ("b: { x: 1 }", false),
        ("d: [{ e: 1 }]", true),
        ("d: [{ x: 1 }]", false),
    ] {
        valid(&schema, yaml, expected);
    }
    valid(&compile("{ properties: { a: {} }, additionalProperties: true }"), "x: 1", true);
    valid(&Schema::open(), "x: [1]", true);
}

fn extend(base: &Schema, yaml: &str) -> Schema {
    let file: Arc<str> = "a.schema.yaml".into();
    let source = DocumentSource::whole(&file, yaml);
    Schema::compile(&parse(&source).unwrap().value, &source, "", Some(base)).unwrap()
}

#[test]
fn extended_schemas_have_the_fields_of_both() {
    let base = compile("{ required: [title], properties: { title: { type: string } } }");
    let merged = extend(&base, "{ required: [price], properties: { price: { type: number } } }");
    valid(&merged, "{ title: a, price: 1 }", true);
    valid(&merged, "{ title: a }", false);
    valid(&merged, "{ price: 1 }", false);
    valid(&merged, "{ title: a, price: 1, x: 1 }", false);
    assert_eq!(merged.field_names().collect::<Vec<_>>(), ["price", "title"]);
    let needs_title = extend(&base, "{ required: [title], properties: { titles: { type: array } } }");
    valid(&needs_title, "{ title: a }", true);
    let open = extend(&Schema::open(), "{ required: [title], properties: { title: { type: string } } }");
    valid(&open, "{ title: a, x: 1 }", true);
    valid(&open, "{ title: 1 }", false);
}

#[test]
fn circles_that_a_merge_closes_are_reported() {
    let base = compile("properties: { a: {}, c: { $ref: '#/properties/a', properties: {} } }");
    let file: Arc<str> = "a.schema.yaml".into();
    let yaml = "properties: { a: { $ref: '#/properties/c' }, c: { properties: {} } }";
    let source = DocumentSource::whole(&file, yaml);
    let found = Schema::compile(&parse(&source).unwrap().value, &source, "", Some(&base)).unwrap_err();
    let places: Vec<_> = found.iter().map(|d| (d.code, d.place.as_ref().unwrap().column)).collect();
    assert_eq!(places, [("schema-ref", 26)]);
}

#[test]
fn formats_are_checked() {
    let schema = compile(
        "properties: { d: { format: date }, t: { format: date-time }, m: { format: markdown },
           e: { format: email }, u: { format: uri } }",
    );
    for (yaml, expected) in [
        ("d: 2023-06-16", true),
        ("d: 2023-02-30", false),
        ("t: 2023-06-16T10:00", true),
        ("t: 2023-06-16T10:00+05:30", true),
        ("t: soon", false),
        ("m: '*any*'", true),
        ("e: a@example.com", true),
        ("e: nobody", false),
        ("u: https://example.com/", true),
        ("u: example", false),
    ] {
        valid(&schema, yaml, expected);
    }
}

#[test]
fn fields_have_their_type_and_reference() {
    let schema = compile(
        "{ required: [title], properties: { title: { type: string }, date: { type: string, format: date },
           when: { anyOf: [{ format: date }, { format: date-time }] }, by: { reference: team },
           intro: { format: markdown } } }",
    );
    assert_eq!(schema.field_names().collect::<Vec<_>>(), ["title", "date", "when", "by", "intro"]);
    assert!(schema.is_date("date") && schema.is_date("when") && !schema.is_date("title") && !schema.is_date("x"));
    let fields: Vec<_> = schema.fields().map(|field| (field.is_required, field.reference)).collect();
    assert_eq!(fields, [(true, None), (false, None), (false, None), (false, Some("team")), (false, None)]);
}

#[test]
fn parts_are_found_through_references_and_alternatives() {
    let schema = json!({
        "$defs": { "button": { "properties": { "label": { "title": "Label" } } } },
        "properties": {
            "buttons": { "items": { "$ref": "#/$defs/button" } },
            "sale": { "dependentSchemas": { "price": { "properties": { "unit": { "const": "kg" } } } } },
            "sizes": { "unevaluatedProperties": { "unevaluatedItems": { "const": 1 } } },
            "block": { "oneOf": [{ "properties": { "kind": { "const": "a" } } }, { "properties": { "kind": { "const": "b" } } }] }
        },
        "patternProperties": { "^x-": { "type": "string" } }
    });
    let schema = Schema::built_in(schema, None);
    let check = |pointer: &str, expected: &[Value]| {
        assert_eq!(schema.parts_at(pointer), expected.iter().collect::<Vec<_>>(), "{pointer}");
    };
    check("/buttons/3/label", &[json!({ "title": "Label" })]);
    check("/sale/unit", &[json!({ "const": "kg" })]);
    check("/block/kind", &[json!({ "const": "a" }), json!({ "const": "b" })]);
    check("/sizes/large/0", &[json!({ "const": 1 })]);
    check("/x-y", &[json!({ "type": "string" })]);
    check("/buttons/x/y", &[]);
    assert!(Schema::open().parts_at("/a").is_empty());
}

#[test]
fn open_schemas_may_have_any_field() {
    for (rest, expected) in [
        ("", false),
        ("additionalProperties: true", true),
        ("unevaluatedProperties: true", true),
        ("additionalProperties: false, unevaluatedProperties: true", false),
        ("patternProperties: { '^x': {} }", true),
    ] {
        let schema = compile(&format!("{{ properties: {{ a: {{}} }}, {rest} }}"));
        assert!(schema.may_have("a"), "{rest}");
        assert_eq!(schema.may_have("x"), expected, "{rest}");
    }
}

#[test]
fn recursive_schemas_of_several_parts_compile() {
    let schema = compile(
        "{ $defs: { part: { allOf: [
             { properties: { title: { type: string } } },
             { properties: { parts: { items: { $ref: '#/$defs/part' } } } }] } },
           allOf: [{ $ref: '#/$defs/part' }], properties: { date: { format: date } } }",
    );
    valid(&schema, "{ date: 2026-01-31, parts: [{ title: a, parts: [{ title: b }] }] }", true);
    valid(&schema, "{ parts: [{ title: a, date: 2026-01-31 }] }", false);
    valid(&schema, "{ parts: [{ parts: [{ titel: b }] }] }", false);
}

proptest! {
    #[test]
    fn any_schema_compiles_or_is_refused_and_merges(parts in prop::collection::vec(0..SNIPPETS.len(), 1..5), value in 0..VALUES.len()) {
        let yaml = parts.iter().fold("{}".to_owned(), |inner, &part| SNIPPETS[part].replace('%', &inner));
        let file: Arc<str> = "a.schema.yaml".into();
        let source = DocumentSource::whole(&file, &yaml);
        match Schema::compile(&parse(&source).unwrap().value, &source, "", None) {
            Err(found) => prop_assert!(found.iter().all(|d| d.place.as_ref().is_some_and(|p| p.line > 0))),
            Ok(schema) => {
                let mut value = serde_yaml::from_str(VALUES[value]).unwrap();
                let source = DocumentSource::whole(&file, VALUES[0]);
                let found = schema.check(&value, &source, "x", &[]);
                prop_assert!(value.is_null() || found.is_empty() == schema.validator.is_valid(&value), "{yaml} {value}");
                schema.shape.complete(&mut value);
                schema.shape.visit_references(&value, &mut |_, _, _| {});
                for merged in [extend(&schema, "additionalProperties: true"), extend(&Schema::open(), &yaml), extend(&schema, &yaml)] {
                    merged.check(&value, &source, "x", &[]);
                }
                declare_content(&Schema::open(), &[("a".to_owned(), &schema)], &[("b".to_owned(), &schema)]);
                declare_props(&[("C".to_owned(), &schema)]);
            }
        }
    }
}

/// Schemas around another schema, which replaces `%`.
const SNIPPETS: [&str; 14] = [
    "{ properties: { a: % } }",
    "{ properties: { a: %, b: { type: string } }, required: [b] }",
    "{ items: % }",
    "{ allOf: [%, { properties: { b: { default: 1 } } }] }",
    "{ anyOf: [%, { type: string }] }",
    "{ oneOf: [%, { properties: { a: { const: x } } }] }",
    "{ $defs: { d: % }, $ref: '#/$defs/d' }",
    "{ $defs: { d: { properties: { a: { $ref: '#/$defs/d' }, b: % } } }, $ref: '#/$defs/d', properties: { c: {} } }",
    "{ if: %, then: { required: [a] }, else: { properties: { b: { enum: [1] } } } }",
    "{ not: % }",
    "{ additionalProperties: % }",
    "{ patternProperties: { '^a': % }, properties: { b: {} } }",
    "{ prefixItems: [%], items: { reference: team }, properties: { a: { $ref: '#' } } }",
    "{ dependentSchemas: { a: % }, properties: { a: { format: date, minLength: 2 } } }",
];

const VALUES: [&str; 6] =
    ["{ a: { a: [1, x], b: 2 }, b: x, c: { d: 1 } }", "[{ a: 1 }, x]", "x", "{ a: x }", "{ b: 1, a: { a: {} } }", "~"];

#[test]
fn the_standard_schema_has_no_keywords_of_our_own() {
    let schema =
        compile("properties: { by: { reference: team, env: BY, description: Who }, t: { format: date-time } }");
    assert_eq!(
        &schema.normalized,
        &json!({"type": "object", "additionalProperties": false, "properties": {
            "by": {"type": "string", "description": "Who"}, "t": {"format": "local-date-time"}}})
    );
}

pub fn diagnostics(schema: &str, yaml: &str) -> Vec<Diagnostic> {
    let file: Arc<str> = "a.md".into();
    let source = DocumentSource::whole(&file, yaml);
    compile(schema).check(&parse(&source).unwrap().value, &source, "the collection `articles`", &[])
}

/// The code, line, column, marked text and some words of a diagnostic.
pub type Expected<'e> = (&'e str, usize, usize, &'e str, &'e [&'e str]);

#[track_caller]
pub fn check(schema: &str, yaml: &str, expected: &[Expected<'_>]) {
    let found = diagnostics(schema, yaml);
    let got: Vec<_> = found
        .iter()
        .map(|d| {
            let place = d.place.as_ref().unwrap();
            (d.code, place.line, place.column, &place.text[place.mark.clone()])
        })
        .collect();
    let wanted: Vec<_> = expected.iter().map(|e| (e.0, e.1, e.2, e.3)).collect();
    assert_eq!(got, wanted, "{yaml}\n{found:#?}");
    for (d, (.., words)) in found.iter().zip(expected) {
        let all = format!("{}. {}. {}. {}", d.message, d.label, d.notes.join(". "), d.help.join(". "));
        words.iter().for_each(|word| assert!(all.contains(word), "{word:?} in {all:?}"));
    }
}

/// Checks that a property `x` of this schema has one mistake.
#[track_caller]
pub fn one(schema: &str, yaml: &str, expected: Expected<'_>) {
    check(&format!("properties: {{ x: {schema} }}"), yaml, &[expected]);
}

const ARTICLE: &str = "{ required: [title, date], properties: { title: { type: string },
    date: { type: string, format: date }, tags: { type: array, items: { type: string } },
    hero: { required: [href], properties: { href: { type: string } } },
    links: { type: array, items: { required: [href], properties: { href: { type: string }, label: {} } } } } }";

#[test]
fn unknown_keys_list_the_known_ones() {
    check(
        ARTICLE,
        "title: a\ndate: 2023-06-16\ntgas: [a]\n",
        &[(
            "unknown-key",
            3,
            1,
            "tgas",
            &["the collection `articles` has no key `tgas`", "did you mean `tags`", "`hero`"],
        )],
    );
    check(
        ARTICLE,
        "title: a\ndate: 2023-06-16\ncolour: red\n",
        &[("unknown-key", 3, 1, "colour", &["not known here", "`title`, `date`, `tags`, `hero`, `links`"])],
    );
    check(
        ARTICLE,
        "title: a\ndate: 2023-06-16\nlinks:\n  - href: x\n  - href: y\n    lable: z\n",
        &[("unknown-key", 6, 5, "lable", &["item 2 of `links` has no key `lable`", "did you mean `label`"])],
    );
}

#[test]
fn missing_fields_show_an_example() {
    check(
        ARTICLE,
        "tags: []\nhero: { href: x }\n",
        &[
            (
                "missing-field",
                1,
                1,
                "tags",
                &["`date` is missing", "a date such as `2023-06-16`", "`date: 2023-06-16`"],
            ),
            ("missing-field", 1, 1, "tags", &["`title` is missing", "needs `title`, a string", "`title: …`"]),
        ],
    );
    check(
        ARTICLE,
        "title: a\ndate: 2023-06-16\nhero:\n  {}\nlinks:\n  - label: x\n",
        &[
            ("missing-field", 4, 3, "{}", &["`hero` needs `href`, a string"]),
            ("missing-field", 6, 5, "label", &["item 1 of `links` needs `href`"]),
        ],
    );
    let both = [("missing-field", 1, 1, "{}", &["`date`"][..]), ("missing-field", 1, 1, "{}", &["`title`"][..])];
    check(ARTICLE, "{}", &both);
}

#[test]
fn a_misspelt_key_is_not_missing_too() {
    check(ARTICLE, "titel: a\ndate: 2023-06-16\n", &[("unknown-key", 1, 1, "titel", &["did you mean `title`"])]);
}

#[test]
fn all_mistakes_are_reported_in_the_order_of_the_text() {
    check(
        ARTICLE,
        "title: 5\ndate: 2023-02-30\ntags: a\nhero: { href: true, x: 1 }\n",
        &[
            ("wrong-type", 1, 8, "5", &[]),
            ("invalid-date", 2, 7, "2023-02-30", &[]),
            ("wrong-type", 3, 7, "a", &[]),
            ("wrong-type", 4, 15, "true", &[]),
            ("unknown-key", 4, 21, "x", &[]),
        ],
    );
}

#[test]
fn parts_of_one_object_report_a_mistake_once() {
    let schema = "{ allOf: [{ properties: { a: { type: string } } }, { properties: { b: { type: string } } }] }";
    check(schema, "a: 1\nb: x\n", &[("wrong-type", 1, 4, "1", &[])]);
    check(schema, "a: x\nc: y\n", &[("unknown-key", 2, 1, "c", &["`a`, `b`"])]);
    let refers = "{ $defs: { l: { properties: { a: { type: string } } } }, properties: { l: { $ref: '#/$defs/l' } } }";
    check(refers, "l: { b: 1 }\n", &[("unknown-key", 1, 6, "b", &["`l` has no key `b`", "`a`"])]);
    let never = "{ properties: { a: false, b: {} } }";
    check(never, "a: 1\n", &[("unknown-key", 1, 1, "a", &["`b`"])]);
}

#[test]
fn mappings_may_be_limited_to_certain_keys_or_none() {
    for names in ["false", "{ pattern: '^a' }"] {
        let schema = format!("{{ additionalProperties: true, propertyNames: {names} }}");
        check(&schema, "{}", &[]);
        check(&schema, "b: 1\n", &[("wrong-key", 1, 1, "b: 1", &["a key here is not one that the schema allows"])]);
    }
}

#[test]
fn a_mistake_of_another_key_hides_no_key() {
    let schema =
        "{ properties: { ab: { type: number } }, if: { required: [b] }, then: { properties: { a: {}, b: {} } } }";
    check(schema, "a: 1\nab: x\n", &[("unknown-key", 1, 1, "a", &[]), ("wrong-type", 2, 5, "x", &[])]);
    // A key whose value has a mistake is not also reported as unknown.
    check(schema, "ab: x\n", &[("wrong-type", 1, 5, "x", &[])]);
}

#[test]
fn places_count_from_the_beginning_of_the_file() {
    let file: Arc<str> = "a.md".into();
    let text = "---\ntitle: 5\ndate: 2023-06-16\n---\nBody\n";
    let source = DocumentSource::part(&file, text, 4..text.find("---\nBody").unwrap());
    let found = compile(ARTICLE).check(&parse(&source).unwrap().value, &source, "x", &[]);
    let place = found[0].place.as_ref().unwrap();
    assert_eq!((place.line, place.column, &*place.file), (2, 8, "a.md"));
}

#[test]
fn some_fields_are_checked_by_definitions_too() {
    let schema = compile(
        "{ $defs: { tone: { enum: [calm] } }, required: [title],
           properties: { title: {}, tone: { $ref: '#/$defs/tone' } } }",
    );
    let file: Arc<str> = "a.yaml".into();
    let source = DocumentSource::whole(&file, "defaults: { tone: loud }\n");
    let document = parse(&source).unwrap();
    let found = schema.check_part("defaults", document.value["defaults"].as_object().unwrap(), &source, "this");
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["not-one-of"]);
}

#[test]
fn defaults_may_lack_fields_that_any_part_of_the_schema_requires() {
    let file: Arc<str> = "a.yaml".into();
    let check = |schema: &str, yaml: &str, codes: &[&str]| {
        let source = DocumentSource::whole(&file, yaml);
        let document = parse(&source).unwrap();
        let values = document.value["defaults"].as_object().unwrap();
        let found = compile(schema).check_part("defaults", values, &source, "this");
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), codes, "{schema}");
    };
    let all = "{ allOf: [{ required: [a], properties: { a: {}, b: { type: string } } }], properties: { c: {} } }";
    check(all, "defaults: { b: x, c: y }\n", &[]);
    check(all, "defaults: { b: 1 }\n", &["wrong-type"]);
    let any = "{ properties: { a: {}, b: {}, c: {} }, anyOf: [{ required: [a] }, { required: [b] }] }";
    check(any, "defaults: { c: 1 }\n", &[]);
    let pair = "{ properties: { a: {}, b: {} }, dependentRequired: { a: [b] }, minProperties: 2, maxProperties: 2 }";
    check(pair, "defaults: { a: 1 }\n", &[]);
    check(
        "{ minProperties: 2, additionalProperties: { minProperties: 1 } }",
        "defaults: { a: {} }\n",
        &["wrong-length"],
    );
    check("properties: { a: { required: [b], properties: { b: {} } } }", "defaults: { a: {} }\n", &["missing-field"]);
}

#[test]
fn values_are_named_by_key_or_item_number() {
    let any = compile("{ type: [array, object], items: { $ref: '#' }, additionalProperties: { $ref: '#' } }");
    let file: Arc<str> = "a.yaml".into();
    for (yaml, name) in [
        ("1", "this file"),
        ("title: 1", "`title`"),
        ("[1]", "item 1"),
        ("tags: [[], 1]", "item 2 of `tags`"),
        ("hero/links: { href: 1 }", "`href`"),
        ("a/b: [1]", "item 1 of `a/b`"),
        ("'2026': 1", "`2026`"),
        ("years: { '0': 1 }", "`0`"),
    ] {
        let source = DocumentSource::whole(&file, yaml);
        let found = any.check(&parse(&source).unwrap().value, &source, "this", &[]);
        assert!(found[0].message.starts_with(&format!("{name} is ")), "{yaml}: {}", found[0].message);
    }
    let source = DocumentSource::whole(&file, "prices: { '2026': 1 }");
    let found = any.check_props(&parse(&source).unwrap().value, &source, "the island `I`");
    assert!(found[0].message.starts_with("`prices.2026` is "), "{}", found[0].message);
}

#[test]
fn defaults_are_checked_behind_refs_to_any_part() {
    let file: Arc<str> = "a.schema.yaml".into();
    for yaml in [
        "properties: { a: { type: integer }, b: { $ref: '#/properties/a', default: x } }",
        "{ type: object, properties: { b: { $ref: '#', default: x } } }",
        "properties: { a: { items: { type: integer } }, b: { $ref: '#/properties/a', default: [x] } }",
        "properties: { a: { type: integer }, b: { $ref: '#/properties/a' }, c: { $ref: '#/properties/b', default: x } }",
    ] {
        let source = DocumentSource::whole(&file, yaml);
        let found = Schema::compile(&parse(&source).unwrap().value, &source, "", None).unwrap_err();
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["wrong-type"], "{yaml}");
    }
}

#[test]
fn many_references_between_definitions_end_soon() {
    let names: Vec<String> = (0..14).map(|number| format!("d{number}")).collect();
    let fields: Vec<String> = names.iter().map(|name| format!("{name}: {{ $ref: '#/$defs/{name}' }}")).collect();
    let definition = format!("{{ properties: {{ {} }} }}", fields.join(", "));
    let definitions: Vec<String> = names.iter().map(|name| format!("{name}: {definition}")).collect();
    let definitions = definitions.join(", ");
    compile(&format!(
        "{{ $defs: {{ {definitions} }}, properties: {{ a: {{ env: A }}, d: {{ $ref: '#/$defs/d0' }} }} }}"
    ));
}

#[test]
fn messages_name_props_by_their_whole_paths() {
    let schema = compile(
        "{ required: [a], properties: { a: { items: { required: [b], properties: { b: { minimum: 3 } } } } } }",
    );
    let file: Arc<str> = "a.yaml".into();
    for (yaml, message, label) in [
        ("{}", "`a` is missing", "the island `I` needs `a`"),
        ("a: [{}]", "`a[0].b` is missing", "`a[0]` needs `b`"),
        ("a: [{ b: 3, color: 1 }]", "`a[0]` has no key `color`", "not known here"),
        ("a: [{ b: 3 }, { b: 1 }]", "`a[1].b` is 1, which is out of range", "3 is the least"),
    ] {
        let source = DocumentSource::whole(&file, yaml);
        let found = schema.check_props(&parse(&source).unwrap().value, &source, "the island `I`");
        assert_eq!(found[0].message, message);
        assert!(found[0].label.starts_with(label), "{}", found[0].label);
    }
}

proptest! {
    #[test]
    fn any_document_is_checked_without_a_panic(
        yaml in "((title|date|hero|links|x): ?([a-z0-9]|\\[\\]|\\{href: 1\\}|2023-02-30|\n  - href: x|\n)?\n){0,4}",
    ) {
        let file: Arc<str> = "a.md".into();
        let source = DocumentSource::whole(&file, &yaml);
        if let Ok(document) = parse(&source) {
            let schema = compile(ARTICLE);
            let found = schema.check(&document.value, &source, "x", &[]);
            prop_assert!(found.iter().all(|d| d.place.as_ref().is_some_and(|p| p.line > 0)));
            let mut value = document.value;
            schema.shape.complete(&mut value);
            schema.shape.visit_references(&value, &mut |_, _, _| {});
        }
    }
}
