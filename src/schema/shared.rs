//! The definitions of `content/shared.schema.yaml`, which all schemas may use: `$ref: "shared#/$defs/link"`. A schema
//! gets copies of the definitions that it uses.

use serde_json::{Map, Value, json};

use super::inner_schemas::{all_schemas, for_each_ref};
use crate::yaml::pointer::{join, unescape};

/// The start of a `$ref` to a shared definition.
const SHARED_REF: &str = "shared#/$defs/";
/// The start of a `$ref` to a definition of the own file.
const OWN_REF: &str = "#/$defs/";
/// The start of a `$ref` to the copy of a shared definition in the schema that uses it.
const COPY_REF: &str = "#/$defs/shared:";
/// The start of the name of each copy. The colon tells copies from other definitions.
const COPY_PREFIX: &str = "shared:";

#[derive(Debug, Default, PartialEq)]
pub struct SharedDefinitions {
    /// The definitions by the names of their copies, with `$ref`s to copies.
    copies: Map<String, Value>,
    /// Whether the definitions can't be read. Then any name stands for a definition that allows any value.
    is_unreadable: bool,
}

impl SharedDefinitions {
    /// Collects the definitions of the shared schema `raw`. If the schema is invalid, its definitions allow any value,
    /// so that its mistakes are reported only in its own file.
    pub fn new(raw: &Value, is_valid: bool) -> Self {
        let definitions = raw.get("$defs").and_then(Value::as_object);
        let copy = |(name, definition): (&String, &Value)| {
            let mut definition = if is_valid { definition.clone() } else { Value::Bool(true) };
            for_each_ref(&mut definition, &mut |target| {
                if let Some(path) = target.strip_prefix(OWN_REF) {
                    *target = format!("{COPY_REF}{path}");
                }
            });
            (format!("{COPY_PREFIX}{name}"), definition)
        };
        Self { copies: definitions.into_iter().flatten().map(copy).collect(), is_unreadable: false }
    }

    pub fn unreadable() -> Self {
        Self { is_unreadable: true, ..Self::default() }
    }

    /// Returns a schema with copies of the shared definitions that it uses. The copies are in its `$defs`. Its `$ref`s
    /// to shared definitions lead to the copies.
    pub fn add_to(&self, schema: &Value) -> Value {
        let mut added = schema.clone();
        if self.copies.is_empty() && !self.is_unreadable {
            return added;
        }
        let mut used = Vec::new();
        for_each_ref(&mut added, &mut |target| {
            if let Some(path) = target.strip_prefix(SHARED_REF) {
                used.push(copy_name(path));
                *target = format!("{COPY_REF}{path}");
            }
        });
        if !used.is_empty()
            && let Some(map) = added.as_object_mut()
            && let Value::Object(definitions) = map.entry("$defs").or_insert_with(|| json!({}))
        {
            definitions.extend(self.copy_with_dependencies(used));
        }
        added
    }

    /// Returns the copies with these names, and the copies that they use. If a name is unknown, returns all copies, so
    /// that the linter can propose one of them.
    fn copy_with_dependencies(&self, mut names: Vec<String>) -> Map<String, Value> {
        let mut found = Map::new();
        while let Some(name) = names.pop() {
            let mut copy = match self.copies.get(&name) {
                Some(copy) => copy.clone(),
                None if self.is_unreadable => Value::Bool(true),
                None => return self.copies.clone(),
            };
            if found.contains_key(&name) {
                continue;
            }
            for_each_ref(&mut copy, &mut |target| names.extend(target.strip_prefix(COPY_REF).map(copy_name)));
            found.insert(name, copy);
        }
        found
    }
}

/// Lists the `$ref`s inside shared definitions that do not lead to a definition, each with its pointer and target. In a
/// copy of the definition, such a `$ref` would lead nowhere, or into the schema that has the copy.
pub fn refs_to_no_definition(shared: &Value) -> impl Iterator<Item = (String, &str)> {
    let refs = all_schemas(shared).into_iter().filter(|(at, _)| at.starts_with(&OWN_REF[1..]));
    let targets = refs.filter_map(|(at, schema)| Some((join(&at, "$ref"), schema.get("$ref")?.as_str()?)));
    targets.filter(|(_, target)| !target.starts_with(OWN_REF))
}

/// Returns the target of a `$ref` as written: `shared#/$defs/link` if it leads to the copy of `link`.
pub(super) fn as_written(target: &str) -> String {
    target.strip_prefix(COPY_REF).map_or_else(|| target.to_owned(), |path| format!("{SHARED_REF}{path}"))
}

/// Returns the name of the definition that a copy is made from: `shared:link` → `link`. Returns `None` for a definition
/// that is not a copy.
pub(super) fn shared_name(name: &str) -> Option<&str> {
    name.strip_prefix(COPY_PREFIX)
}

/// Returns the name of the copy that a path leads into: `button/properties/to` → `shared:button`. The path is escaped
/// as in a JSON pointer.
fn copy_name(path: &str) -> String {
    [COPY_PREFIX, &unescape(path.split('/').next().unwrap_or_default())].concat()
}

#[cfg(test)]
mod tests {
    use super::SharedDefinitions;
    use serde_json::Value;

    fn check(shared: &str, schema: &str, expected: &str) {
        let [shared, schema, expected] =
            [shared, schema, expected].map(|yaml| serde_yaml::from_str::<Value>(yaml).unwrap());
        assert_eq!(SharedDefinitions::new(&shared, true).add_to(&schema), expected);
    }

    const SHARED: &str = "$defs: { link: { type: string }, button: { properties: { to: { $ref: '#/$defs/link' } } } }";

    #[test]
    fn a_schema_gets_the_definitions_that_it_uses() {
        check(
            SHARED,
            "properties: { a: { $ref: 'shared#/$defs/link' } }",
            "{ properties: { a: { $ref: '#/$defs/shared:link' } }, $defs: { 'shared:link': { type: string } } }",
        );
        check(
            SHARED,
            "{ $defs: { link: { type: number } }, items: { $ref: 'shared#/$defs/button/properties/to' } }",
            "{ items: { $ref: '#/$defs/shared:button/properties/to' }, $defs: { link: { type: number },
               'shared:button': { properties: { to: { $ref: '#/$defs/shared:link' } } }, 'shared:link': { type: string } } }",
        );
    }

    #[test]
    fn data_like_a_reference_stays() {
        let rest = "default: { $ref: 'shared#/$defs/link' }, enum: [{ $ref: 'shared#/$defs/link' }]";
        check(
            SHARED,
            &format!("{{ $ref: 'shared#/$defs/link', {rest} }}"),
            &format!("{{ $ref: '#/$defs/shared:link', {rest}, $defs: {{ 'shared:link': {{ type: string }} }} }}"),
        );
        check(SHARED, &format!("{{ {rest} }}"), &format!("{{ {rest} }}"));
    }

    #[test]
    fn a_name_with_a_slash_is_escaped_in_references_only() {
        check(
            "$defs: { 'a/b': { type: string }, c: { type: number } }",
            "$ref: 'shared#/$defs/a~1b'",
            "{ $ref: '#/$defs/shared:a~1b', $defs: { 'shared:a/b': { type: string } } }",
        );
    }

    #[test]
    fn other_schemas_stay_as_they_are() {
        for schema in ["$ref: '#/$defs/link'", "true", "properties: {}"] {
            check(SHARED, schema, schema);
        }
        check("true", "$ref: 'shared#/$defs/link'", "$ref: 'shared#/$defs/link'");
    }

    #[test]
    fn definitions_of_an_invalid_file_allow_any_value() {
        let shared = serde_yaml::from_str(SHARED).unwrap();
        let schema = serde_yaml::from_str("$ref: 'shared#/$defs/link'").unwrap();
        let added = SharedDefinitions::new(&shared, false).add_to(&schema);
        assert_eq!(added.pointer("/$defs/shared:link"), Some(&Value::Bool(true)));
    }
}
