//! Values from the environment: `env: NAME` on a property.

use jsonschema::Validator;

use super::describe;
use super::shape::Shape;
use super::value_type::ValueType;
use crate::diagnostic::Diagnostic;
use crate::yaml::ParsedDocument;
use crate::yaml::pointer::{ancestors, is_within, join, segments};

/// An environment variable that may set a property.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Variable {
    pub name: String,
    pub pointer: String,
    /// The types of the property; empty if it may have any.
    types: Vec<ValueType>,
}

pub(super) fn find_variables(shape: &Shape) -> Vec<Variable> {
    let mut found = Vec::new();
    collect_variables(shape, &find_nodes_with_variables(shape), 0, "", &mut Vec::new(), &mut found);
    found
}

/// Returns, for each node, whether the node or a field at any depth has a variable. `collect_variables` skips the other
/// nodes, because definitions that refer to each other make very many paths.
fn find_nodes_with_variables(shape: &Shape) -> Vec<bool> {
    let mut found: Vec<bool> = shape.nodes.iter().map(|node| node.env.is_some()).collect();
    let is_new =
        |found: &[bool], index: usize| !found[index] && shape.nodes[index].fields.iter().any(|field| found[field.node]);
    while let Some(index) = (0..found.len()).find(|&index| is_new(&found, index)) {
        found[index] = true;
    }
    found
}

/// Collects the variables of the node `index`, which is at `pointer`, and of its fields. `above` holds the nodes around
/// the node. A node inside itself is left out: a recursive schema has no end.
fn collect_variables(
    shape: &Shape,
    has_variable: &[bool],
    index: usize,
    pointer: &str,
    above: &mut Vec<usize>,
    found: &mut Vec<Variable>,
) {
    if above.contains(&index) || !has_variable[index] {
        return;
    }
    above.push(index);
    let node = &shape.nodes[index];
    if let Some(name) = &node.env {
        found.push(Variable { name: name.clone(), pointer: pointer.to_owned(), types: node.types.clone() });
    }
    for field in &node.fields {
        collect_variables(shape, has_variable, field.node, &join(pointer, &field.name), above, found);
    }
    above.pop();
}

pub(super) fn apply_variables(
    validator: &Validator,
    variables: &[Variable],
    document: &mut ParsedDocument,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for variable in variables {
        let Some(text) = lookup(&variable.name).filter(|text| !text.is_empty()) else { continue };
        let keys: Vec<_> = segments(&variable.pointer).collect();
        let refused = |reason: String| {
            Diagnostic::error("env-value", format!("the environment variable `{}` has a wrong value", variable.name))
                .label(reason)
                .note(format!("it sets `{}`, by `env` in the schema", keys.join(".")))
                .help(format!("set `{}` to another value, or unset it", variable.name))
        };
        let types = &variable.types;
        let is_text = types.is_empty() || types.contains(&ValueType::String);
        let value = if is_text { Some(text.as_str().into()) } else { ValueType::parse(types, text.trim()) };
        let Some(value) = value else {
            let types = describe::either(types.iter().map(|value_type| value_type.phrase().to_owned()));
            found.push(refused(format!("{types} is expected")));
            continue;
        };
        let mut around = ancestors(&variable.pointer).skip(1).filter_map(|at| document.value.pointer(at));
        // The property can be set only if each value around it is a mapping or empty.
        if around.any(|value| !value.is_null() && !value.is_object()) {
            continue;
        }
        let mut changed = document.value.clone();
        *keys.iter().fold(&mut changed, |at, key| &mut at[&**key]) = value;
        // Mistakes elsewhere in the document don't count.
        if validator.iter_errors(&changed).any(|error| is_within(error.instance_path().as_str(), &variable.pointer)) {
            found.push(refused("the schema does not allow this value".to_owned()));
            continue;
        }
        document.value = changed;
        document.samples.retain(|sample| !is_within(sample, &variable.pointer));
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::schema::tests::compile;
    use crate::yaml::{DocumentSource, parse};
    use serde_json::{Value, json};
    use std::sync::Arc;

    const SCHEMA: &str = "
        properties:
          endpoint: { type: string, env: ENDPOINT }
          phone: { env: PHONE, type: string, pattern: '^[+]' }
          limits: { properties: { size: { type: integer, env: SIZE }, open: { type: boolean, env: OPEN } } }";

    #[track_caller]
    fn check(yaml: &str, set: &[(&str, &str)], value: &Value, samples: &[&str], codes: &[&str]) {
        let file: Arc<str> = "a.yaml".into();
        let mut document = parse(&DocumentSource::whole(&file, yaml)).unwrap();
        let lookup = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        let found = compile(SCHEMA).apply_env(&mut document, &lookup);
        assert_eq!(&document.value, value);
        assert_eq!(document.samples, samples);
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), codes);
    }

    #[test]
    fn set_variables_replace_values_and_samples() {
        let yaml = "endpoint: !sample https://sample.test/\nphone: !sample '+91'\n";
        let before = json!({"endpoint": "https://sample.test/", "phone": "+91"});
        check(yaml, &[], &before, &["/endpoint", "/phone"], &[]);
        check(yaml, &[("ENDPOINT", "")], &before, &["/endpoint", "/phone"], &[]);
        check(yaml, &[("ENDPOINT", "x")], &json!({"endpoint": "x", "phone": "+91"}), &["/phone"], &[]);
    }

    #[test]
    fn variables_set_absent_fields() {
        check("", &[("SIZE", "5")], &json!({"limits": {"size": 5}}), &[], &[]);
        check("endpoint: a\n", &[("OPEN", "false")], &json!({"endpoint": "a", "limits": {"open": false}}), &[], &[]);
        check("limits: !sample {size: 1}\n", &[("SIZE", "5")], &json!({"limits": {"size": 5}}), &["/limits"], &[]);
    }

    #[test]
    fn variables_of_the_wrong_type_or_form_are_refused() {
        check("{}", &[("SIZE", "many")], &json!({}), &[], &["env-value"]);
        check("{}", &[("SIZE", "1.5")], &json!({}), &[], &["env-value"]);
        check("{}", &[("PHONE", "0441")], &json!({}), &[], &["env-value"]);
    }
}
