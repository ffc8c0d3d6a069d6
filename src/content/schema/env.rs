//! Values that come from the environment: `env: NAME` on a property.

use serde_json::{Map, Number, Value};

use super::kind::Kind;
use super::shape::{Node, Shape};
use super::{Schema, words};
use crate::content::locate::join;
use crate::content::yaml::Document;
use crate::diagnostic::Diagnostic;

/// A property that a variable may set.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Variable {
    name: String,
    steps: Vec<String>,
    kinds: Vec<Kind>,
}

impl Variable {
    /// The field of the mapping at `pointer` that it sets, and its own name.
    pub(super) fn below(&self, pointer: &str) -> Option<(&str, &str)> {
        let (field, above) = self.steps.split_last()?;
        let at = above.iter().fold(String::new(), |at, step| join(&at, step));
        (at == pointer).then_some((field, &self.name))
    }
}

/// All of a schema's variables.
pub(super) fn variables(shape: &Shape) -> Vec<Variable> {
    let mut found = Vec::new();
    if let Some(root) = shape.root() {
        collect(shape, root, &mut Vec::new(), &mut Vec::new(), &mut found);
    }
    found
}

fn collect<'s>(
    shape: &'s Shape,
    node: &'s Node,
    steps: &mut Vec<String>,
    above: &mut Vec<*const Node>,
    found: &mut Vec<Variable>,
) {
    if above.contains(&std::ptr::from_ref(node)) {
        return;
    }
    above.push(node);
    if let Some(name) = &node.env {
        found.push(Variable { name: name.clone(), steps: steps.clone(), kinds: node.kinds.clone() });
    }
    for field in &node.fields {
        steps.push(field.name.clone());
        collect(shape, shape.node_of(field), steps, above, found);
        steps.pop();
    }
    above.pop();
}

/// Puts the variables that are set into the document. An empty one counts as not set.
pub(super) fn apply(
    schema: &Schema,
    document: &mut Document,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for variable in &schema.variables {
        let Some(text) = lookup(&variable.name).filter(|text| !text.is_empty()) else { continue };
        let pointer = variable.steps.iter().fold(String::new(), |at, step| join(&at, step));
        let refuse = |why: String| {
            Diagnostic::error("env-value", format!("the environment variable `{}` holds `{text}`", variable.name))
                .label(why)
                .note(format!("it stands for `{}`, by `env` in the schema", variable.steps.join(".")))
                .help(format!("set `{}` to another value, or unset it", variable.name))
        };
        let Some(value) = read(&text, &variable.kinds) else {
            found.push(refuse(format!("{} is expected", words_of(&variable.kinds))));
            continue;
        };
        let mut changed = document.value.clone();
        if !put(&mut changed, &variable.steps, value) {
            continue;
        }
        if !schema.fits_at(&changed, &pointer) {
            found.push(refuse("the schema does not allow this value".to_owned()));
            continue;
        }
        document.value = changed;
        let below = format!("{pointer}/");
        document.samples.retain(|sample| *sample != pointer && !sample.starts_with(&below));
    }
    found
}

fn words_of(kinds: &[Kind]) -> String {
    words::alternatives(kinds.iter().map(|kind| kind.words().to_owned()))
}

/// The text as a value of one of the types; a text where there is no other.
fn read(text: &str, kinds: &[Kind]) -> Option<Value> {
    if kinds.is_empty() || kinds.contains(&Kind::Text) {
        return Some(text.into());
    }
    let text = text.trim();
    let integer = || text.parse::<i64>().map(Value::from).or_else(|_| text.parse::<u64>().map(Value::from)).ok();
    kinds.iter().find_map(|kind| match kind {
        Kind::Integer => integer(),
        Kind::Number => integer().or_else(|| Number::from_f64(text.parse().ok()?).map(Value::Number)),
        Kind::Boolean => text.parse::<bool>().ok().map(Value::Bool),
        _ => None,
    })
}

/// Sets the value at the steps, through mappings that are made where they lack; not where something else stands in the way.
fn put(into: &mut Value, steps: &[String], value: Value) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        *into = value;
        return true;
    };
    if into.is_null() {
        *into = Value::Object(Map::new());
    }
    match into {
        Value::Object(map) => put(map.entry(step.clone()).or_insert(Value::Null), rest, value),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::content::schema::tests::compile;
    use crate::content::yaml::{YamlSource, parse};
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
        let mut document = parse(&YamlSource::whole(&file, yaml)).unwrap();
        let lookup = |name: &str| set.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
        let found = compile(SCHEMA).apply_env(&mut document, &lookup);
        assert_eq!((&document.value, document.samples.as_slice()), (value, samples.map_strings().as_slice()));
        assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), codes);
    }

    trait Strings {
        fn map_strings(&self) -> Vec<String>;
    }

    impl Strings for [&str] {
        fn map_strings(&self) -> Vec<String> {
            self.iter().map(|&s| s.to_owned()).collect()
        }
    }

    #[test]
    fn a_variable_that_is_set_takes_the_place_of_the_value() {
        let yaml = "endpoint: !sample https://sample.test/\nphone: !sample '+91'\n";
        let before = json!({"endpoint": "https://sample.test/", "phone": "+91"});
        check(yaml, &[], &before, &["/endpoint", "/phone"], &[]);
        check(yaml, &[("ENDPOINT", "")], &before, &["/endpoint", "/phone"], &[]);
        check(yaml, &[("ENDPOINT", "x")], &json!({"endpoint": "x", "phone": "+91"}), &["/phone"], &[]);
    }

    #[test]
    fn a_field_that_is_absent_is_made() {
        check("", &[("SIZE", "5")], &json!({"limits": {"size": 5}}), &[], &[]);
        check("endpoint: a\n", &[("OPEN", "false")], &json!({"endpoint": "a", "limits": {"open": false}}), &[], &[]);
        check("limits: !sample {size: 1}\n", &[("SIZE", "5")], &json!({"limits": {"size": 5}}), &["/limits"], &[]);
    }

    #[test]
    fn what_does_not_fit_is_refused_and_left_out() {
        check("{}", &[("SIZE", "many")], &json!({}), &[], &["env-value"]);
        check("{}", &[("SIZE", "1.5")], &json!({}), &[], &["env-value"]);
        check("{}", &[("PHONE", "0441")], &json!({}), &[], &["env-value"]);
    }
}
