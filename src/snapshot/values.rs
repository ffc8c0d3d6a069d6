//! The conversion of values without references to template values.

use minijinja::Value;
use serde_json::Value as Json;

/// Converts a value without references.
pub fn convert_plain(json: &Json) -> Value {
    match json {
        Json::Null => Value::from(()),
        Json::Bool(value) => Value::from(*value),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => Value::from(whole),
            (None, Some(whole)) => Value::from(whole),
            (None, None) => Value::from(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => items.iter().map(convert_plain).collect(),
        Json::Object(fields) => {
            Value::from_pairs(fields.iter().map(|(key, field)| (key.as_str(), convert_plain(field))))
        }
    }
}
