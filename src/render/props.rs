//! An island's props on their way to the browser: as JSON, with each piece of HTML a numbered slot.
//!
//! What JSON or a script can't hold is a mistake, with the path to it.

use std::fmt;

use minijinja::Error;
use minijinja::value::{Value, ValueKind};
use serde_json::{Map, Number, Value as Json, json};

pub use crate::content::props::Wrong;
use crate::diagnostic::Diagnostic;
use crate::template::Carried;

/// A template's props as they travel to the browser: as JSON, HTML taken out.
///
/// # Errors
/// A value of them can't travel.
pub fn travelling(props: &Value, slots: &mut Vec<String>) -> Result<Json, Wrong> {
    value(props, slots, At::Props)
}

/// Whether a script holds each number of this prop exactly.
///
/// # Errors
/// It does not hold one.
pub fn exact(name: &str, prop: &Json) -> Result<(), Wrong> {
    numbers(prop, At::Field(&At::Props, name))
}

/// What stands in the props for the HTML of this number.
pub fn slot(number: usize) -> Json {
    json!({ "$slot": number })
}

fn value(value: &Value, slots: &mut Vec<String>, at: At) -> Result<Json, Wrong> {
    Ok(match value.kind() {
        ValueKind::None => Json::Null,
        ValueKind::Bool => Json::Bool(value.is_true()),
        ValueKind::Number => {
            let exact = match value.as_i64() {
                Some(whole) => (whole.unsigned_abs() <= MOST_EXACT).then(|| whole.into()),
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
            let items = value.try_iter().map_err(Wrong::from)?.enumerate();
            let items = items.map(|(index, item)| self::value(&item, slots, At::Item(&at, index)));
            Json::Array(items.collect::<Result<_, _>>()?)
        }
        ValueKind::Map => {
            let mut fields = Map::new();
            for key in value.try_iter().map_err(Wrong::from)? {
                let name = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                let field = value.get_item(&key).map_err(Wrong::from)?;
                let field = self::value(&field, slots, At::Field(&at, &name))?;
                fields.insert(name, field);
            }
            Json::Object(fields)
        }
        ValueKind::Undefined => {
            return Err(cannot(at, "not defined", "look for a misspelt name, or ask `is defined` first"));
        }
        ValueKind::Plain => {
            return Err(cannot(
                at,
                "an entry, a page, a function or a macro, which can't travel to the browser",
                "name the fields that are meant: `{\"title\": post.title, \"url\": post.url}`",
            ));
        }
        _ => {
            return Err(cannot(
                at,
                "nothing that can travel to the browser",
                "give a text, a number, true or false, a list or a mapping",
            ));
        }
    })
}

fn numbers(value: &Json, at: At) -> Result<(), Wrong> {
    match value {
        Json::Number(number) if number.is_f64() => Ok(()),
        Json::Number(number) if number.as_i64().is_some_and(|whole| whole.unsigned_abs() <= MOST_EXACT) => Ok(()),
        Json::Number(_) => Err(inexact(at)),
        Json::Array(items) => {
            items.iter().enumerate().try_for_each(|(index, item)| numbers(item, At::Item(&at, index)))
        }
        Json::Object(fields) => fields.iter().try_for_each(|(name, field)| numbers(field, At::Field(&at, name))),
        _ => Ok(()),
    }
}

fn cannot(at: At, what: &str, help: &str) -> Wrong {
    let diagnostic = Diagnostic::error("island-props", format!("the prop `{at}` is {what}")).help(help);
    Wrong { key: at.prop().map(str::to_owned), diagnostic }
}

fn inexact(at: At) -> Wrong {
    cannot(at, "a number that a script can't hold exactly", "give it as a text")
}

/// Where a value stands among the props.
#[derive(Clone, Copy)]
enum At<'a> {
    Props,
    Field(&'a At<'a>, &'a str),
    Item(&'a At<'a>, usize),
}

impl<'a> At<'a> {
    /// The prop that it is, or is within.
    fn prop(self) -> Option<&'a str> {
        match self {
            At::Props => None,
            At::Field(At::Props, name) => Some(name),
            At::Field(within, _) | At::Item(within, _) => within.prop(),
        }
    }
}

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Props => Ok(()),
            At::Field(At::Props, name) => f.write_str(name),
            At::Field(within, name) => write!(f, "{within}.{name}"),
            At::Item(within, index) => write!(f, "{within}[{index}]"),
        }
    }
}

/// The greatest whole number below which a script knows all others.
const MOST_EXACT: u64 = 1 << 53;

impl Wrong {
    pub fn new(diagnostic: Diagnostic) -> Self {
        Self { key: None, diagnostic }
    }

    /// As an error that stops this page's template.
    pub fn error(self) -> Error {
        Carried { diagnostic: self.diagnostic, marked: self.key }.error()
    }
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Self::new(Diagnostic::error("template-error", error.to_string()))
    }
}
