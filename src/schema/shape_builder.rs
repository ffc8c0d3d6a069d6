//! The builder of shapes: for each value that a schema describes, gathers all schemas that apply to it into one node.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::parts::resolve;
use super::shape::{Property, Shape, ShapeNode};
use super::value_type::ValueType;

/// Builds the shape of a schema as written.
pub(super) fn build(raw: &Value) -> Shape {
    let mut builder = ShapeBuilder { root: raw, shape: Shape::default(), known: FxHashMap::default() };
    builder.node_for(vec![raw]);
    builder.shape.propagate_references();
    builder.shape
}

/// The state of the builder.
struct ShapeBuilder<'a> {
    root: &'a Value,
    shape: Shape,
    /// The nodes by the schemas that they are made from, so that a recursive schema makes finitely many.
    known: FxHashMap<Vec<*const Value>, usize>,
}

/// The schemas for the parts of one value: its fields, items and alternatives.
#[derive(Default)]
struct SchemaParts<'a> {
    /// The schemas of the value itself gathered so far: a `$ref` that leads back adds nothing.
    seen: Vec<*const Value>,
    fields: Vec<(&'a str, Vec<&'a Value>)>,
    prefix_items: Vec<Vec<&'a Value>>,
    items: Vec<&'a Value>,
    other_keys: Vec<&'a Value>,
    alternatives: Vec<&'a Value>,
}

impl<'a> ShapeBuilder<'a> {
    /// Returns the node of a value that all these schemas apply to.
    fn node_for(&mut self, schemas: Vec<&'a Value>) -> usize {
        let key: Vec<*const Value> = schemas.iter().map(|&schema| std::ptr::from_ref(schema)).collect();
        if let Some(&node) = self.known.get(&key) {
            return node;
        }
        let index = self.shape.nodes.len();
        self.known.insert(key, index);
        self.shape.nodes.push(ShapeNode::default());
        let (mut node, mut parts) = (ShapeNode::default(), SchemaParts::default());
        for schema in schemas {
            self.gather(schema, &mut node, &mut parts);
        }
        for (name, schemas) in parts.fields {
            let child = self.node_for(schemas);
            node.fields.push(Property { name: name.to_owned(), node: child });
        }
        node.prefix_items = parts.prefix_items.into_iter().map(|schemas| self.node_for(schemas)).collect();
        node.items = (!parts.items.is_empty()).then(|| self.node_for(parts.items));
        node.other_keys = parts.other_keys.into_iter().map(|schema| self.node_for(vec![schema])).collect();
        node.alternatives = parts.alternatives.into_iter().map(|schema| self.node_for(vec![schema])).collect();
        self.shape.nodes[index] = node;
        index
    }

    /// Adds a schema to the rules of `node` and to the schemas of its parts.
    fn gather(&self, schema: &'a Value, node: &mut ShapeNode, parts: &mut SchemaParts<'a>) {
        let Value::Object(map) = schema else { return };
        if parts.seen.contains(&std::ptr::from_ref(schema)) {
            return;
        }
        parts.seen.push(schema);
        let text = |key: &str| map.get(key).and_then(Value::as_str).map(str::to_owned);
        node.format = node.format.take().or_else(|| text("format"));
        node.reference = node.reference.take().or_else(|| text("reference"));
        node.env = node.env.take().or_else(|| text("env"));
        node.default = node.default.take().or_else(|| map.get("default").cloned());
        if node.types.is_empty() {
            node.types = ValueType::types_of(schema);
            if node.types.is_empty() && map.contains_key("properties") {
                node.types.push(ValueType::Mapping);
            } else if node.types.is_empty() && map.contains_key("reference") {
                node.types.push(ValueType::String);
            }
        }
        if node.allowed.is_none() {
            let options = map.get("enum").and_then(Value::as_array).cloned();
            node.allowed = map.get("const").map(|value| vec![value.clone()]).or(options);
        }
        for (key, value) in map {
            self.gather_keyword(key, value, node, parts);
        }
    }

    /// Adds what one keyword says to `node` and `parts`.
    fn gather_keyword(&self, key: &str, value: &'a Value, node: &mut ShapeNode, parts: &mut SchemaParts<'a>) {
        match (key, value) {
            ("required", Value::Array(names)) => {
                node.required.extend(names.iter().filter_map(|name| name.as_str().map(str::to_owned)));
            }
            ("properties", Value::Object(properties)) => {
                for (name, schema) in properties {
                    match parts.fields.iter_mut().find(|(known, _)| known == name) {
                        Some((_, schemas)) => schemas.push(schema),
                        None => parts.fields.push((name, vec![schema])),
                    }
                }
            }
            ("additionalProperties" | "unevaluatedProperties", Value::Object(_)) => parts.other_keys.push(value),
            ("patternProperties", Value::Object(patterns)) => parts.other_keys.extend(patterns.values()),
            ("items" | "unevaluatedItems", Value::Object(_)) => parts.items.push(value),
            ("prefixItems", Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    if parts.prefix_items.len() == index {
                        parts.prefix_items.push(Vec::new());
                    }
                    parts.prefix_items[index].push(schema);
                }
            }
            ("allOf", Value::Array(schemas)) => schemas.iter().for_each(|s| self.gather(s, node, parts)),
            ("$ref", Value::String(target)) => {
                if let Some(schema) = resolve(self.root, target) {
                    self.gather(schema, node, parts);
                }
            }
            ("anyOf" | "oneOf", Value::Array(schemas)) => parts.alternatives.extend(schemas),
            ("then" | "else", Value::Object(_)) => parts.alternatives.push(value),
            ("dependentSchemas", Value::Object(schemas)) => parts.alternatives.extend(schemas.values()),
            _ => {}
        }
    }
}
