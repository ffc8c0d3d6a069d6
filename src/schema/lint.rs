//! The linter of schemas. It finds unknown keywords, types and formats, invalid values of keywords, `reference` and
//! `env` on types that cannot have them, `$ref`s that lead nowhere or in a circle, and misspelt required names.

use serde_json::{Map, Value};

use super::inner_schemas::{all_schemas, schemas_in};
use super::keywords::{FORMATS, HEADING, KeywordValue, keyword_value, keywords};
use super::same_value::{resolve, resolve_ref, same_value_schemas};
use super::shared::as_written;
use super::value_type::ValueType;
use crate::diagnostic::{Diagnostic, closest, did_you_mean, list_names};
use crate::yaml::DocumentSource;
use crate::yaml::pointer::{children, join};
use crate::yaml::tree::PairSide;

/// Checks the schema `raw`. `pointer` is its pointer in its file; `inherited` are the fields of the schema that it
/// extends. Returns the pointer of each default in the schema, with the schema around the default.
///
/// # Errors
/// Returns all mistakes that the linter finds.
pub(super) fn lint(
    raw: &Value,
    source: &DocumentSource<'_>,
    pointer: &str,
    inherited: &[&str],
) -> Result<Vec<(String, Value)>, Vec<Diagnostic>> {
    let mut linter = Linter { root: raw, source, inherited, defaults: Vec::new(), found: Vec::new() };
    linter.check_schema(raw, pointer);
    if linter.found.is_empty() { Ok(linter.defaults) } else { Err(linter.found) }
}

/// Checks the `$ref`s of the schema `whole`, the merge of `raw` and its base: together, the `$ref`s of two schemas may
/// form a circle.
///
/// # Errors
/// Returns one `$ref` that leads back to itself: the first such `$ref` of `raw`, or else of the base.
pub(super) fn check_merged_refs(
    whole: &Value,
    raw: &Value,
    source: &DocumentSource<'_>,
    pointer: &str,
) -> Result<(), Vec<Diagnostic>> {
    let parts = all_schemas(whole).into_iter().filter(|(_, part)| leads_back(whole, part));
    let refs = parts.map(|(at, _)| join(&at, "$ref"));
    let Some(first) = refs.min_by_key(|at| raw.pointer(at).is_none()) else { return Ok(()) };
    Err(vec![explain_circular_ref().at(source.place_of(&format!("{pointer}{first}"), PairSide::Value))])
}

/// Creates the diagnostic for a part of the schema that the validator's compiler refused.
pub(super) fn explain_compile_error(
    source: &DocumentSource<'_>,
    pointer: &str,
    error: &jsonschema::ValidationError<'_>,
) -> Diagnostic {
    let (path, diagnostic) = match error.kind() {
        jsonschema::error::ValidationErrorKind::Format { format } if format == "regex" => {
            let diagnostic = Diagnostic::error("schema-pattern", "this pattern is not a regular expression")
                .label("can't be read")
                .help("in a YAML text in double quotes every `\\` is written twice; single quotes need none of that");
            (error.schema_path(), diagnostic)
        }
        _ => {
            let diagnostic = Diagnostic::error("schema-invalid", "this part of the schema can't be used")
                .label("not what JSON Schema expects here")
                .note(error.to_string());
            // The schema was checked as a value, by the metaschema: the error's instance path leads to the mistake.
            (error.instance_path(), diagnostic)
        }
    };
    diagnostic.at(source.place_of(&format!("{pointer}{}", path.as_str()), PairSide::Value))
}

struct Linter<'a> {
    root: &'a Value,
    source: &'a DocumentSource<'a>,
    inherited: &'a [&'a str],
    defaults: Vec<(String, Value)>,
    found: Vec<Diagnostic>,
}

impl Linter<'_> {
    fn report(&mut self, pointer: &str, side: PairSide, diagnostic: Diagnostic) {
        self.found.push(diagnostic.at(self.source.place_of(pointer, side)));
    }

    /// Checks a schema and all schemas inside it. Here and below, `at` is the pointer of what is checked.
    fn check_schema(&mut self, schema: &Value, at: &str) {
        let Value::Object(map) = schema else {
            if !schema.is_boolean() {
                self.report(at, PairSide::Value, explain_not_a_schema(schema));
            }
            return;
        };
        for (keyword, value) in map {
            let at = join(at, keyword);
            match keyword_value(keyword) {
                None => {
                    let diagnostic = explain_unknown_keyword(keyword, map);
                    self.report(&at, PairSide::Key, diagnostic);
                }
                Some(takes) => self.check_keyword(keyword, takes, value, &at),
            }
        }
        // A default of null means that there is no default.
        if !schema["default"].is_null() {
            self.defaults.push((join(at, "default"), schema.clone()));
        }
        if leads_back(self.root, schema) {
            self.report(&join(at, "$ref"), PairSide::Value, explain_circular_ref());
        }
        self.check_reference_and_env(schema, at);
        self.check_required_names(map, at);
    }

    /// Checks the value of a known keyword, and the schemas in it. `takes` is the kind of value that the keyword takes.
    fn check_keyword(&mut self, keyword: &str, takes: KeywordValue, value: &Value, at: &str) {
        if let Some(expected) = find_mismatch(takes, value) {
            return self.report_mismatch(keyword, expected, value, at);
        }
        match (takes, value) {
            (KeywordValue::Type, Value::String(name)) => self.check_type_name(name, at),
            (KeywordValue::Type, _) => {
                let names = children(at, value);
                names.iter().for_each(|(at, name)| self.check_type_name(name.as_str().unwrap_or_default(), at));
            }
            (KeywordValue::Format, Value::String(name)) if FORMATS.split(' ').all(|known| known != name) => {
                let diagnostic = Diagnostic::error("schema-format", format!("`{name}` is not a format"))
                    .label(did_you_mean(name, FORMATS.split(' '), "not known"))
                    .help(format!("the formats are {}", list_names(FORMATS.split(' '))));
                self.report(at, PairSide::Value, diagnostic);
            }
            (KeywordValue::RefTarget, Value::String(target)) => self.check_ref(target, at),
            _ => schemas_in(takes, value, at).iter().for_each(|(at, schema)| self.check_schema(schema, at)),
        }
    }

    fn report_mismatch(&mut self, keyword: &str, expected: &str, value: &Value, at: &str) {
        if keyword == "required" && value.is_boolean() {
            let diagnostic = Diagnostic::error("schema-value", "`required` is a list of names")
                .label("is beside `properties`, not in a property")
                .help("write `required: [title, …]` one level up, at the same depth as `properties`");
            return self.report(at, PairSide::Key, diagnostic);
        }
        let diagnostic = Diagnostic::error("schema-value", format!("`{keyword}` can't be this"))
            .label(format!("expected {expected}"))
            .help(format!("`{keyword}` holds {expected}"));
        self.report(at, PairSide::Value, diagnostic);
    }

    fn check_type_name(&mut self, name: &str, at: &str) {
        if ValueType::named(name).is_some() {
            return;
        }
        let meant = ValueType::meant_by(name).or_else(|| closest(name, ValueType::names()));
        let label = meant.and_then(|meant| meant.split(',').next());
        let label = label.map_or_else(|| "not known".to_owned(), |meant| format!("did you mean `{meant}`?"));
        let help = match meant.filter(|meant| meant.contains("format")) {
            Some(meant) => format!("write `type: {meant}`"),
            None => format!("the types are {}", list_names(ValueType::names())),
        };
        let mut diagnostic =
            Diagnostic::error("schema-type", format!("`{name}` is not a type")).label(label).help(help);
        if name == "reference" {
            diagnostic = diagnostic.help("a reference is a string: `{ type: string, reference: COLLECTION }`");
        }
        self.report(at, PairSide::Value, diagnostic);
    }

    fn check_ref(&mut self, reference: &str, at: &str) {
        if resolve(self.root, reference).is_some() {
            return;
        }
        let names = self.root.get("$defs").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        let targets: Vec<String> = names.map(|name| as_written(&join("#/$defs", name))).collect();
        let written = as_written(reference);
        let help = if !reference.starts_with('#') {
            "a `$ref` leads to a definition of its own file, as in `#/$defs/link`, or of content/shared.schema.yaml, \
             as in `shared#/$defs/link`"
                .to_owned()
        } else if targets.is_empty() {
            "put the schema it refers to below `$defs` at the top of this schema".to_owned()
        } else {
            format!("there is {}", list_names(&targets))
        };
        let mut diagnostic = Diagnostic::error("schema-ref", format!("`$ref: \"{written}\"` leads nowhere"))
            .label(did_you_mean(&written, targets.iter().map(String::as_str), "there is no such definition"))
            .help(help);
        if written != reference {
            diagnostic = diagnostic.help("definitions of `shared` are in content/shared.schema.yaml");
        }
        self.report(at, PairSide::Value, diagnostic);
    }

    fn check_reference_and_env(&mut self, schema: &Value, at: &str) {
        let types = ValueType::types_of(schema);
        if schema.get("reference").is_some_and(Value::is_string)
            && !types.is_empty()
            && !types.contains(&ValueType::String)
        {
            let diagnostic = Diagnostic::error("schema-reference", "a reference is a string, the id of an entry")
                .label("is set for a type other than `string`")
                .help("for several, write `type: array` and `items: { type: string, reference: COLLECTION }`");
            self.report(&join(at, "reference"), PairSide::Key, diagnostic);
        }
        let is_single = |t: &ValueType| !matches!(t, ValueType::List | ValueType::Mapping | ValueType::Null);
        if schema.get("env").is_some_and(Value::is_string) && !types.is_empty() && !types.iter().any(is_single) {
            let diagnostic =
                Diagnostic::error("schema-env", "an environment variable holds one text, number, true or false")
                    .label("is set for a type that does not have it")
                    .help("put `env` on the properties within");
            self.report(&join(at, "env"), PairSide::Key, diagnostic);
        }
    }

    /// Reports each required name that looks like a misspelt property.
    fn check_required_names(&mut self, map: &Map<String, Value>, at: &str) {
        let Some(Value::Object(properties)) = map.get("properties") else { return };
        let Some(Value::Array(required)) = map.get("required") else { return };
        for (i, name) in required.iter().enumerate() {
            let is_defined = |name: &str| properties.contains_key(name) || self.inherited.contains(&name);
            let Some(name) = name.as_str().filter(|name| !is_defined(name)) else { continue };
            if let Some(meant) = closest(name, properties.keys().map(String::as_str)) {
                let diagnostic = Diagnostic::error("schema-required", format!("`{name}` is required, but no property"))
                    .label(format!("did you mean `{meant}`?"))
                    .help("each name of `required` is one of `properties`");
                self.report(&format!("{at}/required/{i}"), PairSide::Value, diagnostic);
            }
        }
    }
}

/// Returns what a keyword takes, if `value` is something else.
fn find_mismatch(takes: KeywordValue, value: &Value) -> Option<&'static str> {
    let is_filled_list = value.as_array().is_some_and(|list| !list.is_empty());
    let is_list_of_texts = value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    let (is_accepted, expected) = match takes {
        KeywordValue::Schema | KeywordValue::Anything => return None,
        KeywordValue::SchemaList => (is_filled_list, "a list of schemas"),
        KeywordValue::SchemasByName => (value.is_object(), "a mapping of names to schemas"),
        KeywordValue::Type => {
            let is_list_of_names = is_filled_list && is_list_of_texts;
            (value.is_string() || is_list_of_names, "the name of a type, or a list of such names")
        }
        KeywordValue::Texts => (is_list_of_texts, "a list of names"),
        KeywordValue::Values => (is_filled_list, "a list with at least one value"),
        KeywordValue::Count => (value.is_u64(), "a whole number"),
        KeywordValue::Number => (value.is_number(), "a number"),
        KeywordValue::Flag => (value.is_boolean(), "true or false"),
        KeywordValue::ValueSource => (value == HEADING, "`heading`, the text's first heading of level 1"),
        KeywordValue::Text | KeywordValue::Format | KeywordValue::RefTarget => (value.is_string(), "a string"),
    };
    (!is_accepted).then_some(expected)
}

/// Whether the `$ref` of a schema leads back to the schema without a step to a field or item, and so has no end.
fn leads_back(root: &Value, schema: &Value) -> bool {
    let mut unvisited = Vec::from_iter(resolve_ref(root, schema));
    let mut seen = Vec::new();
    while let Some(next) = unvisited.pop() {
        if std::ptr::eq(next, schema) {
            return true;
        }
        if !seen.contains(&std::ptr::from_ref(next)) {
            seen.push(std::ptr::from_ref(next));
            unvisited.extend(same_value_schemas(root, next));
            unvisited.extend(["if", "not"].into_iter().filter_map(|condition| next.get(condition)));
        }
    }
    false
}

fn explain_circular_ref() -> Diagnostic {
    Diagnostic::error("schema-ref", "this `$ref` refers back to itself")
        .label("goes round in a circle")
        .help("a schema may refer to itself only from a part, such as `items` or one of `properties`")
}

fn explain_not_a_schema(value: &Value) -> Diagnostic {
    let diagnostic = Diagnostic::error("schema-value", "a schema is expected here");
    let known_type = |name: &str| ValueType::names().find(|known| *known == name);
    match value.as_str().and_then(|name| known_type(name).or_else(|| ValueType::meant_by(name))) {
        Some(name) => {
            diagnostic.label(format!("write `{{ type: {name} }}`")).help("a schema is a mapping of keywords to values")
        }
        _ => diagnostic.label("expected a mapping").help("a schema is a mapping, such as `{ type: string }`"),
    }
}

fn explain_unknown_keyword(keyword: &str, map: &Map<String, Value>) -> Diagnostic {
    let label = match keyword {
        "ref" | "defs" | "id" | "schema" => format!("did you mean `${keyword}`?"),
        _ => did_you_mean(keyword, keywords(), "not a keyword of JSON Schema"),
    };
    let diagnostic = Diagnostic::error("schema-keyword", format!("a schema has no keyword `{keyword}`")).label(label);
    if keyword == "sample" {
        diagnostic.help("mark a sample in the content: `phone: !sample \"+91 …\"`")
    } else if map.contains_key("properties") || map.contains_key("type") {
        diagnostic.help("write the fields of the content below `properties`")
    } else {
        diagnostic.help("write fields below `properties`: `properties: { title: { type: string } }`")
    }
}

#[cfg(test)]
mod tests {
    use crate::schema::Schema;
    use crate::yaml::{DocumentSource, parse};
    use std::sync::Arc;

    #[track_caller]
    fn check(yaml: &str, code: &str, line: usize, column: usize, marked: &str, words: &[&str]) {
        let file: Arc<str> = "_collection.yaml".into();
        let yaml = format!("schema:\n{yaml}");
        let source = DocumentSource::whole(&file, &yaml);
        let document = parse(&source).unwrap();
        let found = Schema::compile(&document.value["schema"], &source, "/schema", None).unwrap_err();
        let place = found[0].place.as_ref().unwrap();
        let got = (found[0].code, place.line, place.column, &place.text[place.mark.clone()]);
        assert_eq!(got, (code, line, column, marked), "{found:#?}");
        assert_eq!(found.len(), 1, "{found:#?}");
        let all =
            format!("{} {} {} {}", found[0].message, found[0].label, found[0].notes.join(" "), found[0].help.join(" "));
        words.iter().for_each(|word| assert!(all.contains(word), "{word} in {all}"));
    }

    #[test]
    fn unknown_keywords_are_reported_with_a_guess() {
        check("  requird: [title]\n", "schema-keyword", 2, 3, "requird", &["did you mean `required`"]);
        check("  properties:\n    a: { typ: string }\n", "schema-keyword", 3, 10, "typ", &["did you mean `type`"]);
        check("  items: { refrence: team }\n", "schema-keyword", 2, 12, "refrence", &["did you mean `reference`"]);
        check("  title: { type: string }\n", "schema-value", 2, 10, "{ type: string }", &["a string"]);
        check("  properties: { a: { ref: x } }\n", "schema-keyword", 2, 22, "ref", &["`$ref`"]);
        check("  sample: true\n", "schema-keyword", 2, 3, "sample", &["!sample"]);
    }

    #[test]
    fn unknown_types_are_reported_with_a_guess() {
        check("  properties:\n    a: { type: sting }\n", "schema-type", 3, 16, "sting", &["did you mean `string`"]);
        check("  properties:\n    a: { type: text }\n", "schema-type", 3, 16, "text", &["did you mean `string`"]);
        check(
            "  properties:\n    a: { type: date }\n",
            "schema-type",
            3,
            16,
            "date",
            &["`type: string, format: date`"],
        );
        check("  type: [string, lst]\n", "schema-type", 2, 18, "lst", &["`array`", "`object`"]);
        check("  properties:\n    a: string\n", "schema-value", 3, 8, "string", &["`{ type: string }`"]);
        check("  properties:\n    a:\n", "schema-value", 3, 5, "a", &["expected a mapping"]);
        check("  format: markdwn\n", "schema-format", 2, 11, "markdwn", &["did you mean `markdown`"]);
    }

    #[test]
    fn keywords_with_a_wrong_value_are_reported() {
        check("  required: title\n", "schema-value", 2, 13, "title", &["a list of names"]);
        check("  properties:\n    a: { required: true }\n", "schema-value", 3, 10, "required", &["one level up"]);
        check("  properties: [a]\n", "schema-value", 2, 15, "[a]", &["names to schemas"]);
        check("  maxLength: ten\n", "schema-value", 2, 14, "ten", &["a whole number"]);
        check("  enum: []\n", "schema-value", 2, 9, "[]", &["at least one"]);
        check("  reference: [team]\n", "schema-value", 2, 14, "[team]", &["a string"]);
        check("  uniqueItems: 1\n", "schema-value", 2, 16, "1", &["true or false"]);
    }

    #[test]
    fn references_and_variables_on_unfit_types_are_reported() {
        check("  type: array\n  reference: team\n", "schema-reference", 3, 3, "reference", &["items"]);
        check("  type: object\n  env: X\n", "schema-env", 3, 3, "env", &["within"]);
    }

    #[test]
    fn refs_to_nowhere_or_in_a_circle_are_reported() {
        let defs = "  $defs: { link: { type: string } }\n";
        check(&format!("{defs}  $ref: '#/$defs/lnk'\n"), "schema-ref", 3, 9, "'#/$defs/lnk'", &["`#/$defs/link`"]);
        let slash = "  $defs: { a/b: {} }\n  $ref: '#/$defs/a~1c'\n";
        check(slash, "schema-ref", 3, 9, "'#/$defs/a~1c'", &["`#/$defs/a~1b`"]);
        check("  $ref: '#'\n", "schema-ref", 2, 9, "'#'", &["circle"]);
        check("  anyOf: [{ type: string }, { $ref: '#' }]\n", "schema-ref", 2, 37, "'#'", &["circle"]);
        check("  $anchor: x\n  $ref: '#x'\n", "schema-ref", 3, 9, "'#x'", &["circle"]);
        check("  $ref: 'https://x.org/y'\n", "schema-ref", 2, 9, "'https://x.org/y'", &["of its own file"]);
    }

    #[test]
    fn invalid_patterns_are_reported() {
        check("  properties:\n    a: { pattern: '(' }\n", "schema-pattern", 3, 19, "'('", &["regular expression"]);
    }

    #[test]
    fn misspelt_required_names_are_reported() {
        let yaml = "  required: [titel]\n  properties: { title: { type: string } }\n";
        check(yaml, "schema-required", 2, 14, "titel", &["did you mean `title`"]);
    }
}
