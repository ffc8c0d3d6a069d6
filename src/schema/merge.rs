//! The merge of two schemas as written: `own`, such as the schema of a single entry, and `base`, such as the schema of
//! the entry's collection.

use serde_json::{Map, Value, json};

use super::inner_schemas::for_each_ref;
use super::keywords::{DEFINITIONS, KeywordValue, keyword_value};
use crate::yaml::pointer::{is_within, join};

/// Returns a schema with the properties and required names of both. If both define the same property, `own` wins; if
/// the property has `properties` in both, its two schemas are merged.
pub(super) fn merge(base: &Value, own: &Value) -> Value {
    let (Value::Object(base), Value::Object(own)) = (base, rename_conflicting_definitions(base, own)) else {
        return json!({ "allOf": [base, own] });
    };
    let mut out = base.clone();
    move_conflicts_to_all_of(&mut out, &own);
    for (key, value) in own {
        let Some(existing) = out.get_mut(&key) else {
            out.insert(key, value);
            continue;
        };
        match (keyword_value(&key), existing, value) {
            (Some(KeywordValue::SchemasByName), Value::Object(existing), Value::Object(value)) => {
                *existing = merge_by_name(std::mem::take(existing), value);
            }
            (_, Value::Array(existing), Value::Array(value)) if matches!(key.as_str(), "required" | "allOf") => {
                for item in value {
                    if !existing.contains(&item) {
                        existing.push(item);
                    }
                }
            }
            (_, existing, value) => *existing = value,
        }
    }
    Value::Object(out)
}

/// Returns the named schemas of both: those of `own` first, then those that only `base` has.
fn merge_by_name(base: Map<String, Value>, mut own: Map<String, Value>) -> Map<String, Value> {
    for (name, base_schema) in base {
        match own.get_mut(&name) {
            None => drop(own.insert(name, base_schema)),
            Some(schema) if schema.get("properties").is_some() && base_schema.get("properties").is_some() => {
                *schema = merge(&base_schema, schema);
            }
            Some(_) => {}
        }
    }
    own
}

/// The keywords that can't be merged, in groups that apply together. A group conflicts if both schemas have its first
/// keyword.
const CONFLICTING_KEYWORDS: [&[&str]; 9] = [
    &["if", "then", "else"],
    &["contains", "minContains", "maxContains"],
    &["anyOf"],
    &["oneOf"],
    &["not"],
    &["propertyNames"],
    &["dependentSchemas"],
    &["dependentRequired"],
    &["$ref"],
];

/// Moves conflicting keywords from the top of `base` into its `allOf`, so that the keywords of both schemas apply.
fn move_conflicts_to_all_of(base: &mut Map<String, Value>, own: &Map<String, Value>) {
    for group in CONFLICTING_KEYWORDS {
        if own.contains_key(group[0]) && base.contains_key(group[0]) {
            let part: Map<_, _> = group.iter().filter_map(|key| base.shift_remove_entry(*key)).collect();
            if let Value::Array(all) = base.entry("allOf").or_insert_with(|| json!([])) {
                all.push(part.into());
            }
        }
    }
}

/// Returns `own` with new names for the definitions that `base` defines differently. The `$ref`s to a renamed
/// definition change too. A definition with such a `$ref` then differs from that of `base`, and is renamed in turn.
fn rename_conflicting_definitions(base: &Value, own: &Value) -> Value {
    let mut result = own.clone();
    // Old targets of `$ref`s with new ones: `#/$defs/link`, `#/$defs/link2`.
    let mut renamed: Vec<(String, String)> = Vec::new();
    for key in DEFINITIONS {
        let (Some(Value::Object(in_base)), Some(Value::Object(in_own))) = (base.get(key), own.get(key)) else {
            continue;
        };
        let target = |name: &str| join(&format!("#/{key}"), name);
        let is_free = |name: &String| !in_base.contains_key(name) && !in_own.contains_key(name);
        let mut definitions = Map::new();
        for (name, schema) in in_own {
            let conflicts = in_base.get(name).is_some_and(|other| other != schema);
            let mut numbered = (2..).map(|number| format!("{name}{number}"));
            let new = if conflicts { numbered.find(is_free) } else { None };
            renamed.extend(new.as_ref().map(|new| (target(name), target(new))));
            definitions.insert(new.unwrap_or_else(|| name.clone()), schema.clone());
        }
        result[key] = definitions.into();
    }
    if renamed.is_empty() {
        return result;
    }
    let mut rename = |target: &mut String| {
        if let Some((old, new)) = renamed.iter().find(|(old, _)| is_within(target, old)) {
            target.replace_range(..old.len(), new);
        }
    };
    for_each_ref(&mut result, &mut rename);
    rename_conflicting_definitions(base, &result)
}

#[cfg(test)]
mod tests {
    use super::merge;
    use serde_json::Value;

    fn check(base: &str, own: &str, expected: &str) {
        let [base, own, expected] = [base, own, expected].map(|yaml| serde_yaml::from_str::<Value>(yaml).unwrap());
        assert_eq!(merge(&base, &own), expected);
    }

    #[test]
    fn properties_and_requirements_are_united() {
        check(
            "{ required: [a], properties: { a: { type: string }, b: {} } }",
            "{ required: [a, c], properties: { b: { type: number }, c: {} } }",
            "{ required: [a, c], properties: { a: { type: string }, b: { type: number }, c: {} } }",
        );
        check(
            "properties: { a: { properties: { b: {} } } }",
            "properties: { a: { properties: { c: {} } } }",
            "properties: { a: { properties: { b: {}, c: {} } } }",
        );
        check(
            "{ additionalProperties: true }",
            "properties: { a: {} }",
            "{ additionalProperties: true, properties: { a: {} } }",
        );
    }

    #[test]
    fn conditions_of_both_apply() {
        check(
            "{ anyOf: [{ a: 1 }] }",
            "{ anyOf: [{ b: 1 }] }",
            "{ anyOf: [{ b: 1 }], allOf: [{ anyOf: [{ a: 1 }] }] }",
        );
        check(
            "{ if: { const: 1 }, then: { const: 2 } }",
            "{ if: { const: 3 }, else: { const: 4 } }",
            "{ if: { const: 3 }, else: { const: 4 }, allOf: [{ if: { const: 1 }, then: { const: 2 } }] }",
        );
        check(
            "{ contains: { const: 1 }, minContains: 2 }",
            "{ contains: { const: 3 }, maxContains: 4 }",
            "{ contains: { const: 3 }, maxContains: 4, allOf: [{ contains: { const: 1 }, minContains: 2 }] }",
        );
        check(
            "{ dependentRequired: { a: [b] } }",
            "{ dependentRequired: { c: [d] } }",
            "{ dependentRequired: { c: [d] }, allOf: [{ dependentRequired: { a: [b] } }] }",
        );
    }

    #[test]
    fn definitions_of_the_same_name_are_renamed() {
        check(
            "{ $defs: { l: { type: string } }, properties: { a: { $ref: '#/$defs/l' } } }",
            "{ $defs: { l: { type: number } }, properties: { b: { $ref: '#/$defs/l' } } }",
            "{ $defs: { l: { type: string }, l2: { type: number } },
               properties: { a: { $ref: '#/$defs/l' }, b: { $ref: '#/$defs/l2' } } }",
        );
        check(
            "$defs: { l/m: { type: string } }",
            "{ $defs: { l/m: { type: number } }, items: { $ref: '#/$defs/l~1m' } }",
            "{ $defs: { l/m: { type: string }, l/m2: { type: number } }, items: { $ref: '#/$defs/l~1m2' } }",
        );
        check(
            "$defs: { l: { type: string } }",
            "{ $defs: { l: { type: number } }, $ref: '#/$defs/l' }",
            "{ $defs: { l: { type: string }, l2: { type: number } }, $ref: '#/$defs/l2' }",
        );
    }

    #[test]
    fn definitions_that_lead_to_renamed_ones_are_renamed() {
        check(
            "{ $defs: { k: { $ref: '#/$defs/l' }, l: { $ref: '#/$defs/m' }, m: { type: string } },
               properties: { a: { $ref: '#/$defs/k' } } }",
            "{ $defs: { k: { $ref: '#/$defs/l' }, l: { $ref: '#/$defs/m' }, m: { type: number } },
               properties: { b: { $ref: '#/$defs/k' } } }",
            "{ $defs: { k: { $ref: '#/$defs/l' }, l: { $ref: '#/$defs/m' }, m: { type: string },
                 k2: { $ref: '#/$defs/l2' }, l2: { $ref: '#/$defs/m2' }, m2: { type: number } },
               properties: { a: { $ref: '#/$defs/k' }, b: { $ref: '#/$defs/k2' } } }",
        );
    }

    #[test]
    fn renamed_definitions_keep_their_place() {
        let [base, own] = ["$defs: { l: { type: string } }", "$defs: { l: { type: number }, m: {}, n: {} }"]
            .map(|yaml| serde_yaml::from_str::<Value>(yaml).unwrap());
        let merged = merge(&base, &own);
        assert_eq!(merged["$defs"].as_object().unwrap().keys().collect::<Vec<_>>(), ["l2", "m", "n", "l"], "{merged}");
    }
}
