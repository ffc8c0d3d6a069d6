//! The result of compiling a schema: its standard form, the validator made from it, and its shape.

use jsonschema::{Draft, ValidationError, Validator};
use serde_json::Value;

use super::keywords::{FILE, IMAGE, MARKDOWN};
use super::shape::Shape;
use super::{formats, normalize, shape_builder};
use crate::yaml::pointer::is_within;

/// A schema compiled for checking values.
#[derive(Debug)]
pub(super) struct Rules {
    /// The standard JSON Schema.
    pub normalized: Value,
    pub validator: Validator,
    pub shape: Shape,
}

impl Rules {
    /// Compiles a schema as written.
    ///
    /// # Errors
    /// Fails if the validator's compiler refuses a part of the schema.
    pub fn compile(raw: &Value) -> Result<Self, ValidationError<'static>> {
        let normalized = normalize::normalize(raw);
        let validator = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .with_format("date", formats::is_date)
            .with_format(formats::LOCAL_DATE_TIME, formats::is_date_time)
            .with_format(MARKDOWN, |_: &str| true)
            .with_format(FILE, |_: &str| true)
            .with_format(IMAGE, |_: &str| true)
            .build(&normalized)?;
        Ok(Self { normalized, validator, shape: shape_builder::build(raw) })
    }

    /// Whether the value at `pointer` and all values inside it are valid. Mistakes elsewhere in `value` do not count.
    pub fn is_valid_at(&self, value: &Value, pointer: &str) -> bool {
        self.validator.iter_errors(value).all(|error| !is_within(error.instance_path().as_str(), pointer))
    }
}
