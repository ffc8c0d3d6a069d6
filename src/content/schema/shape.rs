//! What the rest of the generator asks of a schema, compiled into a small tree: which fields there are, what an absent one
//! reads as, which texts are references.
//!
//! A node stands for a value. All schemas of that value that always hold (its own, `allOf`, `$ref`) are one node; those
//! that hold sometimes (`anyOf`, `oneOf`, `then`, `else`) are its alternatives.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::kind::Kind;
use super::normalize::resolve;
use crate::content::locate::join;

/// The tree; recursive schemas make it a graph.
#[derive(Debug, Default)]
pub(super) struct Shape {
    nodes: Vec<Node>,
}

/// What holds of one value.
#[derive(Debug, Default)]
pub(super) struct Node {
    pub fields: Vec<Field>,
    pub kinds: Vec<Kind>,
    pub format: Option<String>,
    pub reference: Option<String>,
    pub env: Option<String>,
    pub required: Vec<String>,
    /// The only values that will do, where there are few.
    only: Option<Vec<Value>>,
    default: Option<Value>,
    prefix: Vec<usize>,
    items: Option<usize>,
    /// For the keys that `fields` does not name.
    others: Vec<usize>,
    alternatives: Vec<usize>,
    /// Whether there is anything to complete here or below, and any reference.
    completes: bool,
    refers: bool,
}

/// A property by name.
#[derive(Debug)]
pub(super) struct Field {
    pub name: String,
    node: usize,
}

impl Shape {
    pub fn of(raw: &Value) -> Self {
        let mut builder = Builder { root: raw, shape: Shape::default(), known: FxHashMap::default() };
        builder.node(vec![raw]);
        builder.shape.mark();
        builder.shape
    }

    /// The node of the document.
    pub fn root(&self) -> Option<&Node> {
        self.nodes.first()
    }

    pub fn node_of(&self, field: &Field) -> &Node {
        &self.nodes[field.node]
    }

    pub fn has_references(&self) -> bool {
        self.root().is_some_and(|root| root.refers)
    }

    /// Whether the field, or an alternative for it, has one of the formats.
    pub fn has_format(&self, field: &Field, formats: &[&str]) -> bool {
        let node = self.node_of(field);
        std::iter::once(node)
            .chain(node.alternatives.iter().map(|&a| &self.nodes[a]))
            .any(|n| n.format.as_deref().is_some_and(|f| formats.contains(&f)))
    }

    /// Fills in what the value lacks.
    pub fn complete(&self, value: &mut Value) {
        let Some(root) = self.root() else { return };
        if value.is_null() && root.kinds.contains(&Kind::Mapping) {
            *value = Value::Object(Map::new());
        }
        self.complete_node(root, value);
    }

    fn complete_node(&self, node: &Node, value: &mut Value) {
        if !node.completes {
            return;
        }
        match value {
            Value::Object(map) => {
                self.complete_fields(node, map);
                if !node.others.is_empty() {
                    for (_, value) in map.iter_mut().filter(|(key, _)| !node.names(key)) {
                        for &other in &node.others {
                            self.complete_node(&self.nodes[other], value);
                        }
                    }
                }
            }
            Value::Array(list) => {
                for (index, item) in list.iter_mut().enumerate() {
                    if let Some(node) = node.item(index) {
                        self.complete_node(&self.nodes[node], item);
                    }
                }
            }
            _ => {}
        }
        if node.alternatives.is_empty() {
            return;
        }
        let (fitting, others): (Vec<&Node>, Vec<&Node>) =
            node.alternatives.iter().map(|&a| &self.nodes[a]).partition(|a| self.fits(a, value));
        for alternative in fitting {
            self.complete_node(alternative, value);
        }
        if let Value::Object(map) = value {
            node.fill_null(map);
            for alternative in others {
                alternative.fill_null(map);
            }
        }
    }

    fn complete_fields(&self, node: &Node, map: &mut Map<String, Value>) {
        for field in &node.fields {
            let child = &self.nodes[field.node];
            if let Some(value) = map.get_mut(&field.name) {
                self.complete_node(child, value);
            } else if let Some(default) = &child.default {
                let mut value = default.clone();
                self.complete_node(child, &mut value);
                map.insert(field.name.clone(), value);
            } else if node.alternatives.is_empty() {
                map.insert(field.name.clone(), Value::Null);
            }
        }
    }

    /// Calls `found` with the pointer, collection and id of every reference in the value.
    pub fn references(&self, value: &Value, found: &mut dyn FnMut(&str, &str, &str)) {
        if let Some(root) = self.root() {
            self.references_of(root, value, &mut String::new(), found);
        }
    }

    fn references_of(&self, node: &Node, value: &Value, at: &mut String, found: &mut dyn FnMut(&str, &str, &str)) {
        if !node.refers {
            return;
        }
        match value {
            Value::String(id) => {
                if let Some(collection) = &node.reference {
                    found(at, collection, id);
                    return;
                }
            }
            Value::Object(map) => {
                for (key, value) in map {
                    let own = node.fields.iter().find(|f| f.name == *key).map(|f| f.node);
                    for &child in own.as_ref().map_or(node.others.as_slice(), std::slice::from_ref) {
                        if self.nodes[child].refers {
                            let length = at.len();
                            *at = join(at, key);
                            self.references_of(&self.nodes[child], value, at, found);
                            at.truncate(length);
                        }
                    }
                }
            }
            Value::Array(list) => {
                for (index, item) in list.iter().enumerate() {
                    let Some(child) = node.item(index) else { break };
                    let length = at.len();
                    *at = format!("{at}/{index}");
                    self.references_of(&self.nodes[child], item, at, found);
                    at.truncate(length);
                }
            }
            _ => {}
        }
        // A text is a reference to one collection: that of the first alternative it fits.
        if let Some(fitting) =
            node.alternatives.iter().map(|&a| &self.nodes[a]).find(|a| a.refers && self.fits(a, value))
        {
            self.references_of(fitting, value, at, found);
        }
    }

    /// The names that any schema of the value at these steps knows.
    pub fn names_at(&self, steps: &[String]) -> Vec<&str> {
        let mut nodes = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        self.with_alternatives(&mut nodes);
        for step in steps {
            let mut next: Vec<usize> = nodes.iter().flat_map(|&n| self.nodes[n].child(step)).collect();
            self.with_alternatives(&mut next);
            nodes = next;
        }
        let mut names: Vec<&str> = Vec::new();
        for field in nodes.into_iter().flat_map(|n| &self.nodes[n].fields) {
            if !names.contains(&field.name.as_str()) {
                names.push(&field.name);
            }
        }
        names
    }

    fn with_alternatives(&self, nodes: &mut Vec<usize>) {
        let mut at = 0;
        while at < nodes.len() {
            for &alternative in &self.nodes[nodes[at]].alternatives {
                if !nodes.contains(&alternative) {
                    nodes.push(alternative);
                }
            }
            at += 1;
        }
    }

    /// Whether an alternative is the one meant: by the value's type, its fixed values and the keys it must have.
    fn fits(&self, node: &Node, value: &Value) -> bool {
        (node.kinds.is_empty() || node.kinds.iter().any(|kind| kind.fits(value)))
            && node.only.as_ref().is_none_or(|only| only.contains(value))
            && value.as_object().is_none_or(|map| {
                node.required.iter().all(|name| map.contains_key(name))
                    && node.fields.iter().all(|field| match (&self.nodes[field.node].only, map.get(&field.name)) {
                        (Some(only), Some(value)) => only.contains(value),
                        _ => true,
                    })
            })
    }

    /// Passes what a node needs up to the nodes that hold it, until nothing changes.
    fn mark(&mut self) {
        loop {
            let mut changed = false;
            for index in 0..self.nodes.len() {
                let node = &self.nodes[index];
                let below = |f: fn(&Node) -> bool| node.children().any(|child| f(&self.nodes[child]));
                let completes = !node.fields.is_empty() || below(|n| n.completes);
                let refers = node.reference.is_some() || below(|n| n.refers);
                changed |= (completes, refers) != (node.completes, node.refers);
                let node = &mut self.nodes[index];
                (node.completes, node.refers) = (completes, refers);
            }
            if !changed {
                break;
            }
        }
    }
}

impl Node {
    fn names(&self, key: &str) -> bool {
        self.fields.iter().any(|field| field.name == key)
    }

    fn item(&self, index: usize) -> Option<usize> {
        self.prefix.get(index).copied().or(self.items)
    }

    fn child(&self, step: &str) -> Vec<usize> {
        match self.fields.iter().find(|field| field.name == step) {
            Some(field) => vec![field.node],
            None => self.others.iter().copied().chain(step.parse().ok().and_then(|index| self.item(index))).collect(),
        }
    }

    fn children(&self) -> impl Iterator<Item = usize> {
        let fields = self.fields.iter().map(|field| field.node);
        let rest = self.prefix.iter().chain(&self.items).chain(&self.others).chain(&self.alternatives);
        fields.chain(rest.copied())
    }

    fn fill_null(&self, map: &mut Map<String, Value>) {
        for field in &self.fields {
            if !map.contains_key(&field.name) {
                map.insert(field.name.clone(), Value::Null);
            }
        }
    }
}

struct Builder<'a> {
    root: &'a Value,
    shape: Shape,
    /// Nodes by the schemas they are made of; what makes recursive schemas end.
    known: FxHashMap<Vec<*const Value>, usize>,
}

/// The schemas of one value, gathered.
#[derive(Default)]
struct Parts<'a> {
    /// Where reading has been: a `$ref` that leads back adds nothing.
    seen: Vec<*const Value>,
    fields: Vec<(&'a str, Vec<&'a Value>)>,
    prefix: Vec<Vec<&'a Value>>,
    items: Vec<&'a Value>,
    others: Vec<&'a Value>,
    alternatives: Vec<&'a Value>,
}

impl<'a> Builder<'a> {
    fn node(&mut self, schemas: Vec<&'a Value>) -> usize {
        let key: Vec<*const Value> = schemas.iter().map(|&schema| std::ptr::from_ref(schema)).collect();
        if let Some(&node) = self.known.get(&key) {
            return node;
        }
        let index = self.shape.nodes.len();
        self.known.insert(key, index);
        self.shape.nodes.push(Node::default());
        let (mut node, mut parts) = (Node::default(), Parts::default());
        for schema in schemas {
            self.gather(schema, &mut node, &mut parts);
        }
        for (name, schemas) in parts.fields {
            let child = self.node(schemas);
            node.fields.push(Field { name: name.to_owned(), node: child });
        }
        node.prefix = parts.prefix.into_iter().map(|schemas| self.node(schemas)).collect();
        node.items = (!parts.items.is_empty()).then(|| self.node(parts.items));
        node.others = parts.others.into_iter().map(|schema| self.node(vec![schema])).collect();
        node.alternatives = parts.alternatives.into_iter().map(|schema| self.node(vec![schema])).collect();
        self.shape.nodes[index] = node;
        index
    }

    fn gather(&self, schema: &'a Value, node: &mut Node, parts: &mut Parts<'a>) {
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
        if node.kinds.is_empty() {
            node.kinds = Kind::of(schema);
            if node.kinds.is_empty() && map.contains_key("properties") {
                node.kinds.push(Kind::Mapping);
            } else if node.kinds.is_empty() && map.contains_key("reference") {
                node.kinds.push(Kind::Text);
            }
        }
        if node.only.is_none() {
            let several = map.get("enum").and_then(Value::as_array).cloned();
            node.only = map.get("const").map(|value| vec![value.clone()]).or(several);
        }
        for (key, value) in map {
            self.gather_keyword(key, value, node, parts);
        }
    }

    fn gather_keyword(&self, key: &str, value: &'a Value, node: &mut Node, parts: &mut Parts<'a>) {
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
            ("additionalProperties" | "unevaluatedProperties", Value::Object(_)) => parts.others.push(value),
            ("patternProperties", Value::Object(patterns)) => parts.others.extend(patterns.values()),
            ("items" | "unevaluatedItems", Value::Object(_)) => parts.items.push(value),
            ("prefixItems", Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    if parts.prefix.len() == index {
                        parts.prefix.push(Vec::new());
                    }
                    parts.prefix[index].push(schema);
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

#[cfg(test)]
mod tests {
    use super::Shape;
    use serde_json::Value;

    fn yaml(text: &str) -> Value {
        serde_yaml::from_str(text).unwrap()
    }

    fn completes(schema: &str, value: &str, expected: &str) {
        let mut value = yaml(value);
        Shape::of(&yaml(schema)).complete(&mut value);
        assert_eq!(value, yaml(expected), "{schema}");
    }

    #[test]
    fn absent_fields_read_as_their_default_or_null() {
        completes("properties: { a: {}, b: { default: 3 } }", "{}", "{ a: null, b: 3 }");
        completes("properties: { a: {}, b: { default: 3 } }", "{ b: null, c: 1 }", "{ a: null, b: null, c: 1 }");
        completes("properties: { a: {} }", "null", "{ a: null }");
        completes("properties: { a: { properties: { b: {} } } }", "{ a: {} }", "{ a: { b: null } }");
        completes("properties: { a: { properties: { b: {} } } }", "{}", "{ a: null }");
        completes("properties: { a: { default: {}, properties: { b: {} } } }", "{}", "{ a: { b: null } }");
        completes("items: { properties: { a: {} } }", "[{}, { a: 1 }]", "[{ a: null }, { a: 1 }]");
        completes("additionalProperties: { properties: { a: {} } }", "{ x: {} }", "{ x: { a: null } }");
        completes("{}", "{ a: 1 }", "{ a: 1 }");
    }

    #[test]
    fn definitions_are_followed_even_in_circles() {
        let tree =
            "{ $defs: { n: { properties: { l: {}, c: { items: { $ref: '#/$defs/n' } } } } }, $ref: '#/$defs/n' }";
        completes(tree, "{ c: [{ c: [{}] }] }", "{ c: [{ c: [{ l: null, c: null }], l: null }], l: null }");
        completes("{ $ref: '#' }", "{ a: 1 }", "{ a: 1 }");
        completes("allOf: [{ properties: { a: {} } }, { properties: { a: { default: 2 } } }]", "{}", "{ a: 2 }");
    }

    #[test]
    fn alternatives_complete_what_they_fit() {
        let schema = "oneOf:
            - { properties: { kind: { const: hero }, columns: { default: 3 } } }
            - { properties: { kind: { const: text }, body: { default: x } } }";
        completes(schema, "{ kind: hero }", "{ kind: hero, columns: 3, body: null }");
        completes(schema, "{ kind: text }", "{ kind: text, columns: null, body: x }");
        completes(schema, "just a text", "just a text");
    }

    fn refers(schema: &str, value: &str, expected: &[(&str, &str, &str)]) {
        let shape = Shape::of(&yaml(schema));
        let mut found = Vec::new();
        shape.references(&yaml(value), &mut |at, collection, id| {
            found.push((at.to_owned(), collection.to_owned(), id.to_owned()));
        });
        let found: Vec<_> = found.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
        assert_eq!(found, expected, "{schema}");
        assert!(expected.is_empty() || shape.has_references());
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
        refers("properties: { a: { reference: team } }", "{ a: null }", &[]);
        assert!(!Shape::of(&yaml("properties: { a: {} }")).has_references());
    }
}
