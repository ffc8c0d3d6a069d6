//! The settings and the data files as templates read them: each field when it is asked for.

use std::fmt;
use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};
use serde_json::Value as Json;

use super::context::Context;
use super::values;
use super::world::DataValue;

/// What `site` holds.
pub const SETTINGS: &[&str] = &["base_url", "description", "language", "time_zone", "title"];

/// The settings: `site`.
pub struct Settings(pub Arc<Context>);

impl Object for Settings {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let view = &self.0.view;
        Some(match key {
            "base_url" => Value::from(view.base_url()),
            "description" => Value::from(view.description()),
            "language" => Value::from(view.language()),
            "time_zone" => Value::from(view.zone().1),
            "title" => Value::from(view.title()),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(SETTINGS)
    }
}

/// The data files by name: `data`.
pub struct Data(pub Arc<Context>);

impl Object for Data {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, name: &str) -> Option<Value> {
        let (json, value) = self.0.view.data(name)?;
        Some(match (json, value) {
            (Json::Object(_), _) => Value::from_object(DataFile { context: self.0.clone(), name: name.to_owned() }),
            (_, DataValue::Plain(value)) => value.clone(),
            (json, DataValue::Linked(references)) => values::convert(&self.0, json, references),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.view.data_names().map(Value::from).collect())
    }
}

/// A data file that has fields.
struct DataFile {
    context: Arc<Context>,
    name: String,
}

impl Object for DataFile {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let (json, value) = self.context.view.data_field(&self.name, key)?;
        match value {
            DataValue::Plain(value) => value.get_attr(key).ok(),
            DataValue::Linked(references) => Some(values::convert_field(&self.context, key, json, references)),
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.context.view.data_keys(&self.name).into_iter().map(Value::from).collect())
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("site")
    }
}

impl fmt::Debug for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("data")
    }
}

impl fmt::Debug for DataFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the data file {}", self.name)
    }
}
