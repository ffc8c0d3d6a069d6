//! The builder of shapes. It gathers all schemas that always apply to a value into one node.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::parts::resolve;
use super::shape::{Property, Shape, ShapeNode};
use super::value_type::ValueType;

/// Builds the shape of a schema as written.
pub(super) fn build(raw: &Value) -> Shape {
    let mut builder = ShapeBuilder { root: raw, shape: Shape::default(), known: FxHashMap::default() };
    builder.node_for(vec![raw]);
    builder.shape
}

struct ShapeBuilder<'a> {
    root: &'a Value,
    shape: Shape,
    /// The nodes by the schemas that they are made from. A schema inside itself gets the same node again.
    known: FxHashMap<Vec<*const Value>, usize>,
}

/// The schemas of a value's fields, items and alternatives.
#[derive(Default)]
struct GatheredSchemas<'a> {
    /// The schemas of the value itself that were gathered so far. A `$ref` that leads back to one of them adds nothing.
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
        let (mut node, mut gathered) = (ShapeNode::default(), GatheredSchemas::default());
        for schema in schemas {
            self.gather(schema, &mut node, &mut gathered);
        }
        for (name, schemas) in gathered.fields {
            let child = self.node_for(schemas);
            node.fields.push(Property { name: name.to_owned(), node: child });
        }
        node.prefix_items = gathered.prefix_items.into_iter().map(|schemas| self.node_for(schemas)).collect();
        node.items = (!gathered.items.is_empty()).then(|| self.node_for(gathered.items));
        node.other_keys = gathered.other_keys.into_iter().map(|schema| self.node_for(vec![schema])).collect();
        node.alternatives = gathered.alternatives.into_iter().map(|schema| self.node_for(vec![schema])).collect();
        self.shape.nodes[index] = node;
        index
    }

    /// Adds what a schema says to `node`, and the schemas in it to `gathered`.
    fn gather(&self, schema: &'a Value, node: &mut ShapeNode, gathered: &mut GatheredSchemas<'a>) {
        let Value::Object(map) = schema else { return };
        if gathered.seen.contains(&std::ptr::from_ref(schema)) {
            return;
        }
        gathered.seen.push(schema);
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
        for (key, value) in map {
            self.gather_keyword(key, value, node, gathered);
        }
    }

    /// Adds what one keyword says to `node` and `gathered`.
    fn gather_keyword(&self, key: &str, value: &'a Value, node: &mut ShapeNode, gathered: &mut GatheredSchemas<'a>) {
        match (key, value) {
            ("required", Value::Array(names)) => {
                node.required.extend(names.iter().filter_map(|name| name.as_str().map(str::to_owned)));
            }
            ("properties", Value::Object(properties)) => {
                for (name, schema) in properties {
                    match gathered.fields.iter_mut().find(|(known, _)| known == name) {
                        Some((_, schemas)) => schemas.push(schema),
                        None => gathered.fields.push((name, vec![schema])),
                    }
                }
            }
            ("additionalProperties" | "unevaluatedProperties", Value::Object(_)) => gathered.other_keys.push(value),
            ("patternProperties", Value::Object(patterns)) => gathered.other_keys.extend(patterns.values()),
            ("items" | "unevaluatedItems", Value::Object(_)) => gathered.items.push(value),
            ("prefixItems", Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    if gathered.prefix_items.len() == index {
                        gathered.prefix_items.push(Vec::new());
                    }
                    gathered.prefix_items[index].push(schema);
                }
            }
            ("allOf", Value::Array(schemas)) => schemas.iter().for_each(|s| self.gather(s, node, gathered)),
            ("$ref", Value::String(target)) => {
                if let Some(schema) = resolve(self.root, target) {
                    self.gather(schema, node, gathered);
                }
            }
            ("anyOf" | "oneOf", Value::Array(schemas)) => gathered.alternatives.extend(schemas),
            ("then" | "else", Value::Object(_)) => gathered.alternatives.push(value),
            ("dependentSchemas", Value::Object(schemas)) => gathered.alternatives.extend(schemas.values()),
            _ => {}
        }
    }
}
