//! The shape of a schema: its fields, their defaults and references, as a small tree.
//!
//! A node describes a value. All schemas that always apply to the value (its own, `allOf`, `$ref`) make one node. The
//! schemas that apply sometimes (`anyOf`, `oneOf`, `then`, `else`, `dependentSchemas`) become alternatives of the node.

use serde_json::{Map, Value};

use super::value_type::{ValueType, convert_cell};
use crate::yaml::pointer::{join, segments, split_last};

/// The nodes of a schema, the root first. A recursive schema makes the tree a graph.
#[derive(Debug, Default)]
pub struct Shape {
    pub nodes: Vec<ShapeNode>,
}

/// The rules for one value. Other nodes are given by their indices in `Shape::nodes`.
#[derive(Debug, Default)]
pub struct ShapeNode {
    /// The pointers of the schemas that always apply to the value. A schema comes before the schemas inside it.
    pub(super) schemas: Vec<String>,
    pub fields: Vec<Property>,
    pub(super) types: Vec<ValueType>,
    pub format: Option<String>,
    /// The collection to whose entries the value refers.
    pub reference: Option<String>,
    /// The environment variable that sets the value.
    pub env: Option<String>,
    pub required: Vec<String>,
    /// The allowed values of `const` or `enum`.
    pub allowed: Option<Vec<Value>>,
    pub default: Option<Value>,
    pub prefix_items: Vec<usize>,
    pub items: Option<usize>,
    /// The nodes for the value of a key that `fields` does not name.
    pub other_keys: Vec<usize>,
    pub alternatives: Vec<usize>,
    /// For a `then` or `else`: the node of the `if`, and whether a value has to fit it.
    pub(super) condition: Option<(usize, bool)>,
}

#[derive(Debug)]
pub struct Property {
    pub name: String,
    pub node: usize,
}

/// A field that a mapping may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SchemaField<'s> {
    pub name: &'s str,
    pub is_required: bool,
    /// The collection whose entries the field refers to.
    pub reference: Option<&'s str>,
    /// The value of an absent field.
    pub default: Option<&'s Value>,
}

impl Shape {
    /// Returns the node of the whole value, which every shape has.
    pub fn root(&self) -> &ShapeNode {
        &self.nodes[0]
    }

    /// Sets every absent field, at any depth, to its default or null.
    pub fn complete(&self, value: &mut Value) {
        self.complete_node(self.root(), value, &mut Vec::new());
    }

    /// Completes a value. `defaults` holds the nodes whose defaults contain the value.
    fn complete_node(&self, node: &ShapeNode, value: &mut Value, defaults: &mut Vec<usize>) {
        match value {
            Value::Object(map) => {
                for (key, value) in map.iter_mut() {
                    for &child in node.nodes_of_key(key) {
                        self.complete_node(&self.nodes[child], value, defaults);
                    }
                }
                self.add_absent_fields(node, map, defaults);
            }
            Value::Array(list) => {
                for (index, item) in list.iter_mut().enumerate() {
                    if let Some(node) = node.item(index) {
                        self.complete_node(&self.nodes[node], item, defaults);
                    }
                }
            }
            _ => {}
        }
        if node.alternatives.is_empty() {
            return;
        }
        let (fitting, others): (Vec<&ShapeNode>, Vec<&ShapeNode>) =
            node.alternatives.iter().map(|&a| &self.nodes[a]).partition(|a| self.fits(a, value, false));
        for alternative in fitting {
            self.complete_node(alternative, value, defaults);
        }
        if let Value::Object(map) = value {
            node.fill_null(map);
            for alternative in others {
                alternative.fill_null(map);
            }
        }
    }

    /// Adds the absent fields of the node itself. If the node has alternatives, fields without a default stay absent
    /// for now, as an alternative may have a default for them. No default is added inside its own value.
    fn add_absent_fields(&self, node: &ShapeNode, map: &mut Map<String, Value>, defaults: &mut Vec<usize>) {
        for field in &node.fields {
            if map.contains_key(&field.name) {
                continue;
            }
            let child = &self.nodes[field.node];
            if let Some(default) = child.default.as_ref().filter(|_| !defaults.contains(&field.node)) {
                let mut value = default.clone();
                defaults.push(field.node);
                self.complete_node(child, &mut value, defaults);
                defaults.pop();
                map.insert(field.name.clone(), value);
            } else if node.alternatives.is_empty() {
                map.insert(field.name.clone(), Value::Null);
            }
        }
    }

    /// Converts the texts in a table (a list of mappings) to numbers and booleans where the type of a field says so.
    pub fn convert_cells(&self, rows: &mut Value) {
        let Some(row_node) = self.root().items.map(|row| &self.nodes[row]) else { return };
        for row in rows.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            for field in &row_node.fields {
                let types = &self.nodes[field.node].types;
                let text = row.get(&field.name).and_then(Value::as_str);
                if let Some(value) = text.and_then(|text| convert_cell(text, types)) {
                    row.insert(field.name.clone(), value);
                }
            }
        }
    }

    /// Calls `visit` with the pointer, collection and id of every reference in a value, completed or not.
    pub fn visit_references(&self, value: &Value, visit: &mut dyn FnMut(&str, &str, &str)) {
        self.visit_references_of(self.root(), value, "", visit);
    }

    fn visit_references_of(&self, node: &ShapeNode, value: &Value, at: &str, visit: &mut dyn FnMut(&str, &str, &str)) {
        match value {
            Value::String(id) => {
                if let Some(collection) = &node.reference {
                    visit(at, collection, id);
                    return;
                }
            }
            Value::Object(map) => {
                for (key, value) in map {
                    for &child in node.nodes_of_key(key) {
                        self.visit_references_of(&self.nodes[child], value, &join(at, key), visit);
                    }
                }
            }
            Value::Array(list) => {
                for (index, item) in list.iter().enumerate() {
                    let Some(child) = node.item(index) else { break };
                    self.visit_references_of(&self.nodes[child], item, &format!("{at}/{index}"), visit);
                }
            }
            _ => {}
        }
        // A text refers to one collection: that of the first alternative that fits.
        let mut visited = Vec::new();
        let alternatives = node.alternatives.iter().map(|&alternative| &self.nodes[alternative]);
        let fitting: Vec<_> = alternatives.filter(|node| self.fits(node, value, true)).collect();
        // A text among the allowed values of an alternative refers to no entry.
        if value.is_string() && fitting.iter().any(|node| node.allowed.is_some() && node.reference.is_none()) {
            return;
        }
        for fitting in fitting {
            self.visit_references_of(fitting, value, at, &mut |at, collection, id| {
                if !visited.iter().any(|known| known == at) {
                    visited.push(at.to_owned());
                    visit(at, collection, id);
                }
            });
        }
    }

    /// Returns the fields that the mapping at `pointer` may have, in the schema's order. With a document, the fields of
    /// alternatives that its values don't fit are left out.
    pub fn fields_at(&self, pointer: &str, document: Option<&Value>) -> Vec<SchemaField<'_>> {
        let mut fields: Vec<SchemaField> = Vec::new();
        for field in self.nodes_at(pointer, document).into_iter().flat_map(|node| self.fields_of(node)) {
            match fields.iter_mut().find(|known| known.name == field.name) {
                Some(known) => known.is_required |= field.is_required,
                None => fields.push(field),
            }
        }
        fields
    }

    /// Returns the fields that the node itself names.
    pub fn fields_of<'s>(&'s self, node: &'s ShapeNode) -> impl Iterator<Item = SchemaField<'s>> {
        node.fields.iter().map(|Property { name, node: child }| {
            let ShapeNode { reference, default, .. } = &self.nodes[*child];
            let is_required = node.required.contains(name);
            SchemaField { name, is_required, reference: reference.as_deref(), default: default.as_ref() }
        })
    }

    /// Returns the nodes of the value at `pointer`. With a document, leaves out alternatives that its values don't fit.
    pub fn nodes_at(&self, pointer: &str, document: Option<&Value>) -> Vec<&ShapeNode> {
        let mut value = document;
        let mut nodes = vec![0];
        self.add_alternatives(&mut nodes, value);
        for segment in segments(pointer) {
            nodes = nodes.iter().flat_map(|&node| self.nodes[node].child_nodes(&segment)).collect();
            value = value.map(|value| value.pointer(&join("", &segment)).unwrap_or(&Value::Null));
            self.add_alternatives(&mut nodes, value);
        }
        nodes.into_iter().map(|node| &self.nodes[node]).collect()
    }

    /// Returns the nodes of the value at `pointer` with all its alternatives, whatever the value is. Alternatives for
    /// the mappings and lists around the value count only if `document` fits them.
    pub fn nodes_of_field(&self, pointer: &str, document: &Value) -> Vec<&ShapeNode> {
        let Some((parent, key)) = split_last(pointer) else { return self.nodes_at(pointer, None) };
        let around = self.nodes_at(parent, Some(document));
        let mut nodes = around.iter().flat_map(|node| node.child_nodes(&key)).collect();
        self.add_alternatives(&mut nodes, None);
        nodes.into_iter().map(|node| &self.nodes[node]).collect()
    }

    /// Adds the alternatives of the nodes, at any depth. With a `value`, adds only alternatives that the value fits.
    fn add_alternatives(&self, nodes: &mut Vec<usize>, value: Option<&Value>) {
        let mut at = 0;
        while at < nodes.len() {
            for &alternative in &self.nodes[nodes[at]].alternatives {
                let fits = value.is_none_or(|value| self.fits(&self.nodes[alternative], value, false));
                if fits && !nodes.contains(&alternative) {
                    nodes.push(alternative);
                }
            }
            at += 1;
        }
    }

    /// Whether the value fits an alternative by its `if`, or else by its type, its constants and its required keys. In
    /// a completed value, a field that is null counts as absent.
    fn fits(&self, node: &ShapeNode, value: &Value, is_completed: bool) -> bool {
        if let Some((condition, fits)) = node.condition {
            return self.fits(&self.nodes[condition], value, is_completed) == fits;
        }
        (node.types.is_empty() || node.types.iter().any(|value_type| value_type.matches(value)))
            && node.allowed.as_ref().is_none_or(|allowed| allowed.contains(value))
            && value.as_object().is_none_or(|map| {
                let present = |name: &str| map.get(name).filter(|field| !(is_completed && field.is_null()));
                node.required.iter().all(|name| present(name).is_some())
                    && node.fields.iter().all(|field| match (&self.nodes[field.node].allowed, present(&field.name)) {
                        (Some(allowed), Some(value)) => allowed.contains(value),
                        _ => true,
                    })
            })
    }
}

impl ShapeNode {
    fn nodes_of_key(&self, key: &str) -> &[usize] {
        match self.fields.iter().find(|field| field.name == key) {
            Some(field) => std::slice::from_ref(&field.node),
            None => &self.other_keys,
        }
    }

    fn item(&self, index: usize) -> Option<usize> {
        self.prefix_items.get(index).copied().or(self.items)
    }

    /// Returns the nodes of the field or item that a segment of a pointer names.
    fn child_nodes(&self, segment: &str) -> Vec<usize> {
        let is_field = self.fields.iter().any(|field| field.name == segment);
        let item = segment.parse().ok().and_then(|index| self.item(index)).filter(|_| !is_field);
        self.nodes_of_key(segment).iter().copied().chain(item).collect()
    }

    fn fill_null(&self, map: &mut Map<String, Value>) {
        for field in &self.fields {
            if !map.contains_key(&field.name) {
                map.insert(field.name.clone(), Value::Null);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::schema::shape_builder::build;
    use serde_json::{Value, json};

    fn yaml(text: &str) -> Value {
        serde_yaml::from_str(text).unwrap()
    }

    fn completes(schema: &str, value: &str, expected: &str) {
        let mut value = yaml(value);
        build(&yaml(schema)).complete(&mut value);
        assert_eq!(value, yaml(expected), "{schema}");
    }

    #[test]
    fn absent_fields_read_as_their_default_or_null() {
        completes("properties: { a: {}, b: { default: 3 } }", "{}", "{ a: null, b: 3 }");
        completes("properties: { a: {}, b: { default: 3 } }", "{ b: null, c: 1 }", "{ a: null, b: null, c: 1 }");
        completes("properties: { a: { properties: { b: {} } } }", "{ a: {} }", "{ a: { b: null } }");
        completes("properties: { a: { properties: { b: {} } } }", "{}", "{ a: null }");
        completes("properties: { a: { default: {}, properties: { b: {} } } }", "{}", "{ a: { b: null } }");
        completes("items: { properties: { a: {} } }", "[{}, { a: 1 }]", "[{ a: null }, { a: 1 }]");
        completes("additionalProperties: { properties: { a: {} } }", "{ x: {} }", "{ x: { a: null } }");
        completes("{}", "{ a: 1 }", "{ a: 1 }");
    }

    #[test]
    fn recursive_definitions_are_completed() {
        let tree =
            "{ $defs: { n: { properties: { l: {}, c: { items: { $ref: '#/$defs/n' } } } } }, $ref: '#/$defs/n' }";
        completes(tree, "{ c: [{ c: [{}] }] }", "{ c: [{ c: [{ l: null, c: null }], l: null }], l: null }");
        completes("{ $ref: '#' }", "{ a: 1 }", "{ a: 1 }");
        completes("allOf: [{ properties: { a: {} } }, { properties: { a: { default: 2 } } }]", "{}", "{ a: 2 }");
        let part = "{ default: {}, properties: { part: { $ref: '#/$defs/part' } } }";
        let endless = format!("{{ $defs: {{ part: {part} }}, properties: {{ part: {{ $ref: '#/$defs/part' }} }} }}");
        completes(&endless, "{}", "{ part: { part: { part: null } } }");
    }

    #[test]
    fn only_alternatives_that_fit_set_defaults() {
        let schema = "oneOf:
            - { properties: { kind: { const: hero }, columns: { default: 3 } } }
            - { properties: { kind: { const: text }, body: { default: x } } }";
        completes(schema, "{ kind: hero }", "{ kind: hero, columns: 3, body: null }");
        completes(schema, "{ kind: text }", "{ kind: text, columns: null, body: x }");
        completes(schema, "just a text", "just a text");
    }

    fn refers(schema: &str, value: &str, expected: &[(&str, &str, &str)]) {
        let mut found = Vec::new();
        build(&yaml(schema)).visit_references(&yaml(value), &mut |at, collection, id| {
            found.push((at.to_owned(), collection.to_owned(), id.to_owned()));
        });
        let found: Vec<_> = found.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
        assert_eq!(found, expected, "{schema}");
    }

    #[test]
    fn references_are_found_at_every_depth() {
        refers("properties: { a: { reference: team } }", "{ a: ada, b: x }", &[("/a", "team", "ada")]);
        refers(
            "properties: { r: { items: { reference: posts } }, 'x/y': { properties: { a: { reference: team } } } }",
            "{ r: [p, q], x/y: { a: ada } }",
            &[("/r/0", "posts", "p"), ("/r/1", "posts", "q"), ("/x~1y/a", "team", "ada")],
        );
        refers(
            "{ $defs: { p: { reference: team } }, properties: { a: { anyOf: [{ type: number }, { $ref: '#/$defs/p' }] } } }",
            "{ a: ada }",
            &[("/a", "team", "ada")],
        );
        refers("{ $defs: { p: { $anchor: p, reference: t } }, items: { $ref: '#p' } }", "[x]", &[("/0", "t", "x")]);
        refers("properties: { a: { reference: team } }", "{ a: null }", &[]);
        refers("anyOf: [{ reference: team }, { enum: [none] }]", "none", &[]);
        refers("anyOf: [{ reference: team }, { enum: [none] }]", "ada", &[("", "team", "ada")]);
        let both = "anyOf: [{ properties: { a: { reference: team } } },
            { properties: { a: { reference: posts }, b: { reference: posts } } }]";
        refers(both, "{ a: ada, b: p }", &[("/a", "team", "ada"), ("/b", "posts", "p")]);
        let by_key = "anyOf: [{ required: [a], properties: { a: {}, by: { reference: team } } },
            { required: [b], properties: { b: {}, by: { reference: posts }, kind: { const: x } } }]";
        refers(by_key, "{ a: ~, b: 1, by: p, kind: ~ }", &[("/by", "posts", "p")]);
    }

    #[test]
    fn fields_follow_the_schema_and_the_alternative_that_fits() {
        let schema = json!({
            "required": ["title"],
            "properties": {
                "title": {}, "tone": { "default": "calm" },
                "blocks": { "items": { "oneOf": [
                    { "required": ["kind"], "properties": { "kind": { "const": "hero" }, "text": {} } },
                    { "properties": { "kind": { "const": "film" }, "film": {} } },
                ] } },
            },
        });
        let shape = build(&schema);
        let document = json!({ "blocks": [{ "kind": "film" }, { "kind": "hero" }] });
        let names = |pointer: &str| -> Vec<String> {
            let mark = |required: bool| if required { "!" } else { "" };
            let fields = shape.fields_at(pointer, Some(&document));
            fields.iter().map(|field| format!("{}{}", field.name, mark(field.is_required))).collect()
        };
        assert_eq!(names(""), ["title!", "tone", "blocks"]);
        assert_eq!(names("/blocks/0"), ["kind", "film"]);
        assert_eq!(names("/blocks/1"), ["kind!", "text"]);
        assert!(names("/title/x").is_empty());
        assert_eq!(shape.fields_at("", Some(&document))[1].default, Some(&json!("calm")));
    }
}
