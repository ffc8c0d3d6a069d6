//! One schema on top of another, both as written: an entry's own on its collection's.

use serde_json::{Map, Value, json};

use super::keywords::{Holds, holds};

/// The union of both: every property and requirement of either; where both speak of one thing, `own` has the last word.
pub(super) fn merge(base: &Value, own: &Value) -> Value {
    let (Value::Object(base), Value::Object(own)) = (base, own) else {
        return json!({ "allOf": [base, own] });
    };
    let own = with_own_names(base, own);
    let mut out = base.clone();
    keep_apart(&mut out, &own);
    for (key, value) in own {
        let Some(before) = out.get_mut(&key) else {
            out.insert(key, value);
            continue;
        };
        match (holds(&key), before, value) {
            (Some(Holds::PartByKey | Holds::Named), Value::Object(before), Value::Object(mut value)) => {
                for (name, theirs) in std::mem::take(before) {
                    match value.get_mut(&name) {
                        None => drop(value.insert(name, theirs)),
                        Some(ours) if ours.get("properties").is_some() && theirs.get("properties").is_some() => {
                            *ours = merge(&theirs, ours);
                        }
                        Some(_) => {}
                    }
                }
                *before = value;
            }
            (_, Value::Array(before), Value::Array(value)) if matches!(key.as_str(), "required" | "allOf") => {
                for item in value {
                    if !before.contains(&item) {
                        before.push(item);
                    }
                }
            }
            (_, before, value) => *before = value,
        }
    }
    Value::Object(out)
}

/// Moves what both say and can't be joined out of `own`'s way: both hold then. `if`, `then` and `else` stay together.
fn keep_apart(base: &mut Map<String, Value>, own: &Map<String, Value>) {
    let mut parts = Vec::new();
    let condition = ["if", "then", "else"];
    if own.contains_key("if") && base.contains_key("if") {
        parts.push(condition.iter().filter_map(|key| base.shift_remove_entry(*key)).collect());
    }
    for key in ["anyOf", "oneOf", "not", "contains", "propertyNames", "dependentSchemas", "$ref"] {
        if own.contains_key(key) {
            parts.extend(base.shift_remove_entry(key).map(|entry| Map::from_iter([entry])));
        }
    }
    if !parts.is_empty()
        && let Value::Array(all) = base.entry("allOf").or_insert_with(|| json!([]))
    {
        all.extend(parts.into_iter().map(Value::Object));
    }
}

/// `own` with its definitions renamed where `base` has others of the same name.
fn with_own_names(base: &Map<String, Value>, own: &Map<String, Value>) -> Map<String, Value> {
    let mut renamed: Vec<(String, String)> = Vec::new();
    for key in ["$defs", "definitions"] {
        let (Some(Value::Object(theirs)), Some(Value::Object(ours))) = (base.get(key), own.get(key)) else { continue };
        for (name, schema) in ours {
            if theirs.get(name).is_some_and(|other| other != schema) {
                let free =
                    (2..1000).map(|n| format!("{name}{n}")).find(|n| !theirs.contains_key(n) && !ours.contains_key(n));
                renamed.extend(free.map(|new| (format!("#/{key}/{name}"), format!("#/{key}/{new}"))));
            }
        }
    }
    let mut own = own.clone();
    for (old, new) in &renamed {
        let (Some((_, key)), Some((_, to))) = (old.split_once('/'), new.rsplit_once('/')) else { continue };
        if let Some((key, name)) = key.split_once('/')
            && let Some(Value::Object(definitions)) = own.get_mut(key)
            && let Some(schema) = definitions.remove(name)
        {
            definitions.insert(to.to_owned(), schema);
        }
    }
    own.values_mut().for_each(|value| rename(value, &renamed));
    own
}

fn rename(schema: &mut Value, renamed: &[(String, String)]) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                if key == "$ref"
                    && let Value::String(target) = value
                    && let Some((old, new)) = renamed.iter().find(|(old, _)| points_into(target, old))
                {
                    *target = format!("{new}{}", &target[old.len()..]);
                } else {
                    rename(value, renamed);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| rename(value, renamed)),
        _ => {}
    }
}

fn points_into(target: &str, definition: &str) -> bool {
    target.strip_prefix(definition).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
    fn conditions_of_both_hold() {
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
    }

    #[test]
    fn definitions_of_one_name_stay_apart() {
        check(
            "{ $defs: { l: { type: string } }, properties: { a: { $ref: '#/$defs/l' } } }",
            "{ $defs: { l: { type: number } }, properties: { b: { $ref: '#/$defs/l' } } }",
            "{ $defs: { l: { type: string }, l2: { type: number } },
               properties: { a: { $ref: '#/$defs/l' }, b: { $ref: '#/$defs/l2' } } }",
        );
    }
}
