//! Schemas: JSON Schema written in YAML, with closed objects, references, defaults and values from the environment.
//!
//! 1. `lint` finds the mistakes in a schema itself. The schema's defaults are checked like values, by an `excerpt`.
//! 2. `normalize` turns the schema into standard JSON Schema, which the crate `jsonschema` compiles.
//! 3. `shape_builder` makes the `shape`: the fields, their defaults and references, and the variables for `env`.
//! 4. `validate` turns the validator's errors into diagnostics. `finding`, `value_errors` and `alternatives` write the
//!    messages.
//!
//! A `Schema` of `compiled` has the results of steps 1 to 3. `shared` adds the definitions of
//! `content/shared.schema.yaml`. `merge` unites a schema with the one that it extends. `typescript` writes schemas as
//! types for the scripts of islands.

pub mod typescript;

mod alternatives;
mod compiled;
mod describe;
mod env;
mod excerpt;
mod finding;
mod formats;
mod inner_schemas;
mod keywords;
mod lint;
mod merge;
mod normalize;
mod same_value;
mod shape;
mod shape_builder;
mod shared;
mod validate;
mod value_errors;
mod value_type;

#[cfg(test)]
mod tests;

pub use compiled::{COLLECTION_FILE, Schema};
pub use inner_schemas::all_schemas;
pub use keywords::{IMAGE, MARKDOWN};
pub use normalize::is_html;
pub use shape::SchemaField;
pub use shared::{SharedDefinitions, refs_to_no_definition};
