//! The fields that one mapping of a document may have.

use serde_json::Value;

use super::shape::{Property, Shape, ShapeNode};

/// A field that a mapping may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SchemaField<'s> {
    pub name: &'s str,
    pub is_required: bool,
    /// The collection whose entries the field refers to.
    pub reference: Option<&'s str>,
    /// The value of the field where it is absent.
    pub default: Option<&'s Value>,
}

impl<'s> SchemaField<'s> {
    /// Describes a field of the mapping that `node` stands for.
    pub(super) fn new(shape: &'s Shape, node: &'s ShapeNode, field: &'s Property) -> Self {
        let ShapeNode { reference, default, .. } = shape.node_of(field);
        let is_required = node.required.contains(&field.name);
        Self { name: &field.name, is_required, reference: reference.as_deref(), default: default.as_ref() }
    }
}

/// Returns the fields that the mapping at `pointer` may have, in the schema's order. An alternative counts only if
/// the value fits it.
pub(super) fn fields_at<'s>(shape: &'s Shape, document: &Value, pointer: &str) -> Vec<SchemaField<'s>> {
    let mut fields: Vec<SchemaField<'s>> = Vec::new();
    let nodes = shape.nodes_at(pointer, Some(document)).into_iter();
    for field in nodes.flat_map(|node| node.fields.iter().map(move |field| SchemaField::new(shape, node, field))) {
        match fields.iter_mut().find(|known| known.name == field.name) {
            Some(known) => known.is_required |= field.is_required,
            None => fields.push(field),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::fields_at;
    use crate::schema::shape_builder::build;

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
            let fields = fields_at(&shape, &document, pointer);
            fields.iter().map(|field| format!("{}{}", field.name, mark(field.is_required))).collect()
        };
        assert_eq!(names(""), ["title!", "tone", "blocks"]);
        assert_eq!(names("/blocks/0"), ["kind", "film"]);
        assert_eq!(names("/blocks/1"), ["kind!", "text"]);
        assert!(names("/title/x").is_empty());
        assert_eq!(fields_at(&shape, &document, "")[1].default, Some(&json!("calm")));
    }
}
