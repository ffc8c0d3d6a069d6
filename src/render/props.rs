//! The conversion of an island's props to JSON for the browser, with each piece of HTML as a numbered slot. `island`
//! writes the JSON into the page.
//!
//! A value that JSON or JavaScript can't represent is an error, reported with its path.

use std::fmt;

use minijinja::Error;
use minijinja::value::{Value, ValueKind};
use serde_json::{Map, Number, Value as Json, json};

pub use crate::content::props::PropError;
use crate::diagnostic::Diagnostic;
use crate::template::DiagnosticError;

/// Converts a template's props to JSON, and moves HTML into `slots`.
///
/// # Errors
/// Fails if a value can't be represented in JSON.
pub fn to_json(props: &Value, slots: &mut Vec<String>) -> Result<Json, PropError> {
    convert(props, slots, PropPath::Props)
}

/// Checks that JavaScript represents each number of this prop exactly.
///
/// # Errors
/// Fails if a number would be rounded.
pub fn check_exact(name: &str, prop: &Json) -> Result<(), PropError> {
    check_numbers(prop, PropPath::Field(&PropPath::Props, name))
}

/// Returns the placeholder in the props for the slot of this number.
pub fn slot(number: usize) -> Json {
    json!({ "$slot": number })
}

fn convert(value: &Value, slots: &mut Vec<String>, at: PropPath) -> Result<Json, PropError> {
    Ok(match value.kind() {
        ValueKind::None => Json::Null,
        ValueKind::Bool => Json::Bool(value.is_true()),
        ValueKind::Number => {
            let exact = match value.as_i64() {
                Some(whole) => (whole.unsigned_abs() <= MAX_EXACT_INTEGER).then(|| whole.into()),
                None => f64::try_from(value.clone()).ok().and_then(Number::from_f64),
            };
            match exact {
                Some(number) => Json::Number(number),
                None => return Err(inexact(at)),
            }
        }
        ValueKind::String if value.is_safe() => {
            slots.push(value.as_str().unwrap_or_default().to_owned());
            slot(slots.len() - 1)
        }
        ValueKind::String => Json::String(value.as_str().unwrap_or_default().to_owned()),
        ValueKind::Seq | ValueKind::Iterable => {
            let items = value.try_iter().map_err(PropError::from)?.enumerate();
            let items = items.map(|(index, item)| convert(&item, slots, PropPath::Item(&at, index)));
            Json::Array(items.collect::<Result<_, _>>()?)
        }
        ValueKind::Map => {
            let mut fields = Map::new();
            for key in value.try_iter().map_err(PropError::from)? {
                let name = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                let field = value.get_item(&key).map_err(PropError::from)?;
                let field = convert(&field, slots, PropPath::Field(&at, &name))?;
                fields.insert(name, field);
            }
            Json::Object(fields)
        }
        ValueKind::Undefined => {
            return Err(prop_error(at, "not defined", "look for a misspelt name, or test it first with `is defined`"));
        }
        ValueKind::Plain => {
            return Err(prop_error(
                at,
                "an entry, a page, a function or a macro, which can't be sent to the browser",
                "pass the fields that the island needs: `{\"title\": post.title, \"url\": post.url}`",
            ));
        }
        _ => {
            return Err(prop_error(
                at,
                "a value that can't be sent to the browser",
                "pass a string, a number, true or false, a list or a mapping",
            ));
        }
    })
}

fn check_numbers(value: &Json, at: PropPath) -> Result<(), PropError> {
    match value {
        Json::Number(number) if number.is_f64() => Ok(()),
        Json::Number(number) if number.as_i64().is_some_and(|whole| whole.unsigned_abs() <= MAX_EXACT_INTEGER) => {
            Ok(())
        }
        Json::Number(_) => Err(inexact(at)),
        Json::Array(items) => {
            items.iter().enumerate().try_for_each(|(index, item)| check_numbers(item, PropPath::Item(&at, index)))
        }
        Json::Object(fields) => {
            fields.iter().try_for_each(|(name, field)| check_numbers(field, PropPath::Field(&at, name)))
        }
        _ => Ok(()),
    }
}

fn prop_error(at: PropPath, what: &str, help: &str) -> PropError {
    let diagnostic = Diagnostic::error("island-props", format!("the prop `{at}` is {what}")).help(help);
    PropError { key: at.prop().map(str::to_owned), diagnostic }
}

fn inexact(at: PropPath) -> PropError {
    prop_error(at, "a number that JavaScript can't hold exactly", "pass it as a string")
}

/// The path of a value within the props, for messages.
#[derive(Clone, Copy)]
enum PropPath<'a> {
    Props,
    Field(&'a PropPath<'a>, &'a str),
    Item(&'a PropPath<'a>, usize),
}

impl<'a> PropPath<'a> {
    /// Returns the name of the prop that contains the value.
    fn prop(self) -> Option<&'a str> {
        match self {
            PropPath::Props => None,
            PropPath::Field(PropPath::Props, name) => Some(name),
            PropPath::Field(within, _) | PropPath::Item(within, _) => within.prop(),
        }
    }
}

impl fmt::Display for PropPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropPath::Props => Ok(()),
            PropPath::Field(PropPath::Props, name) => f.write_str(name),
            PropPath::Field(within, name) => write!(f, "{within}.{name}"),
            PropPath::Item(within, index) => write!(f, "{within}[{index}]"),
        }
    }
}

/// The largest number up to which JavaScript represents every whole number exactly.
const MAX_EXACT_INTEGER: u64 = 1 << 53;

/// Converts an error into one that stops the page's template.
pub fn stop_template(PropError { key, diagnostic }: PropError) -> Error {
    DiagnosticError { diagnostic, marked: key }.into_error()
}

impl From<Error> for PropError {
    fn from(error: Error) -> Self {
        Self::new(Diagnostic::error("template-error", error.to_string()))
    }
}
