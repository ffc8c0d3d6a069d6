//! The builder of shapes. It gathers all schemas that always apply to a value into one node.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::same_value::target_pointer;
use super::shape::{Property, Shape, ShapeNode};
use super::value_type::ValueType;
use crate::yaml::pointer::{children, join};

pub(super) fn build(raw: &Value) -> Shape {
    let mut builder = ShapeBuilder { root: raw, shape: Shape::default(), known: FxHashMap::default() };
    builder.node_for(vec![String::new()]);
    builder.shape
}

struct ShapeBuilder<'a> {
    root: &'a Value,
    shape: Shape,
    /// The nodes by the pointers of the schemas that they are made from. A schema inside itself gets the same node
    /// again.
    known: FxHashMap<Vec<String>, usize>,
}

/// The pointers of the schemas of a value's fields, items and alternatives.
#[derive(Default)]
struct GatheredSchemas {
    fields: Vec<(String, Vec<String>)>,
    prefix_items: Vec<Vec<String>>,
    items: Vec<String>,
    other_keys: Vec<String>,
    /// The alternatives. A `then` or `else` may have a condition: the pointer of the `if`, and whether a value has to
    /// fit the `if`.
    alternatives: Vec<(String, Option<(String, bool)>)>,
}

impl ShapeBuilder<'_> {
    /// Returns the node of a value to which all `schemas` apply. They are given by their pointers.
    fn node_for(&mut self, schemas: Vec<String>) -> usize {
        if let Some(&node) = self.known.get(&schemas) {
            return node;
        }
        let index = self.shape.nodes.len();
        self.shape.nodes.push(ShapeNode::default());
        let (mut node, mut gathered) = (ShapeNode::default(), GatheredSchemas::default());
        for schema in &schemas {
            self.gather(schema, &mut node, &mut gathered);
        }
        self.known.insert(schemas, index);
        for (name, schemas) in gathered.fields {
            node.fields.push(Property { name, node: self.node_for(schemas) });
        }
        node.prefix_items = gathered.prefix_items.into_iter().map(|schemas| self.node_for(schemas)).collect();
        node.items = (!gathered.items.is_empty()).then(|| self.node_for(gathered.items));
        node.other_keys = gathered.other_keys.into_iter().map(|schema| self.node_for(vec![schema])).collect();
        for (schema, condition) in gathered.alternatives {
            let alternative = self.node_for(vec![schema]);
            self.shape.nodes[alternative].condition =
                condition.map(|(condition, fits)| (self.node_for(vec![condition]), fits));
            node.alternatives.push(alternative);
        }
        self.shape.nodes[index] = node;
        index
    }

    /// Adds to `node` what the schema at `at` says about the value itself, and to `gathered` its schemas for fields,
    /// items and alternatives.
    fn gather(&self, at: &str, node: &mut ShapeNode, gathered: &mut GatheredSchemas) {
        let Some(schema) = self.root.pointer(at) else { return };
        // A schema that is reached again, by a `$ref`, adds nothing.
        if node.schemas.iter().any(|known| known == at) {
            return;
        }
        node.schemas.push(at.to_owned());
        let Value::Object(map) = schema else { return };
        let text = |key: &str| map.get(key).and_then(Value::as_str).map(str::to_owned);
        node.format = node.format.take().or_else(|| text("format"));
        node.reference = node.reference.take().or_else(|| text("reference"));
        node.env = node.env.take().or_else(|| text("env"));
        node.default = node.default.take().or_else(|| map.get("default").cloned());
        if node.types.is_empty() {
            node.types = ValueType::types_of(schema);
        }
        if node.types.is_empty() {
            if map.contains_key("properties") {
                node.types.push(ValueType::Mapping);
            } else if map.contains_key("reference") {
                node.types.push(ValueType::String);
            }
        }
        if node.allowed.is_none() {
            let options = map.get("enum").and_then(Value::as_array).cloned();
            node.allowed = map.get("const").map(|value| vec![value.clone()]).or(options);
        }
        let condition = map.get("if").filter(|condition| is_decided_by_fields(condition)).map(|_| join(at, "if"));
        for (key, value) in map {
            let at = join(at, key);
            let inside = children(&at, value).into_iter().map(|(pointer, _)| pointer);
            match (key.as_str(), value) {
                ("required", Value::Array(names)) => {
                    node.required.extend(names.iter().filter_map(|name| name.as_str().map(str::to_owned)));
                }
                ("properties", Value::Object(properties)) => {
                    for name in properties.keys() {
                        match gathered.fields.iter_mut().find(|(known, _)| known == name) {
                            Some((_, schemas)) => schemas.push(join(&at, name)),
                            None => gathered.fields.push((name.clone(), vec![join(&at, name)])),
                        }
                    }
                }
                ("additionalProperties" | "unevaluatedProperties", Value::Object(_)) => gathered.other_keys.push(at),
                ("items" | "unevaluatedItems", Value::Object(_)) => gathered.items.push(at),
                ("then" | "else", Value::Object(_)) => {
                    gathered.alternatives.push((at, condition.clone().map(|condition| (condition, key == "then"))));
                }
                ("patternProperties", _) => gathered.other_keys.extend(inside),
                ("anyOf" | "oneOf" | "dependentSchemas", _) => {
                    gathered.alternatives.extend(inside.map(|schema| (schema, None)));
                }
                ("allOf", _) => inside.for_each(|schema| self.gather(&schema, node, gathered)),
                ("prefixItems", _) => {
                    for (index, schema) in inside.enumerate() {
                        if gathered.prefix_items.len() == index {
                            gathered.prefix_items.push(Vec::new());
                        }
                        gathered.prefix_items[index].push(schema);
                    }
                }
                ("$ref", Value::String(target)) => {
                    if let Some(target) = target_pointer(self.root, target) {
                        self.gather(&target, node, gathered);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether a condition only names required fields and the values of fields, so that `Shape::fits` decides it.
fn is_decided_by_fields(condition: &Value) -> bool {
    let has_only = |schema: &Value, keywords: [&str; 2]| {
        schema.as_object().is_some_and(|map| map.keys().all(|key| keywords.contains(&key.as_str())))
    };
    let mut fields = condition.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::values);
    has_only(condition, ["properties", "required"]) && fields.all(|field| has_only(field, ["const", "enum"]))
}

#[cfg(test)]
mod tests {
    use super::build;
    use serde_json::Value;

    fn check(schema: &str, value: &str, expected: &str) {
        let [schema, mut value, expected] =
            [schema, value, expected].map(|text| serde_yaml::from_str::<Value>(text).unwrap());
        build(&schema).complete(&mut value);
        assert_eq!(value, expected, "{schema}");
    }

    #[test]
    fn an_if_decides_between_then_and_else() {
        let schema = |condition: &str| {
            format!(
                "{{ if: {condition}, then: {{ required: [y], properties: {{ x: {{ default: 1 }}, y: {{}} }} }},
                   else: {{ properties: {{ x: {{ default: 2 }} }} }} }}"
            )
        };
        let is_a = schema("{ required: [kind], properties: { kind: { const: a } } }");
        check(&is_a, "{ kind: a }", "{ kind: a, x: 1, y: null }");
        check(&is_a, "{ kind: b }", "{ kind: b, x: 2, y: null }");
        check(&is_a, "{}", "{ x: 2, y: null }");
        // Nothing is known of other conditions.
        check(&schema("{ properties: { kind: { minLength: 2 } } }"), "{ kind: b, y: 3 }", "{ kind: b, y: 3, x: 1 }");
    }
}
