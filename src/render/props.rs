//! The conversion of an island's props to JSON for the browser, with each piece of HTML as a numbered slot.

use std::borrow::Cow;

use minijinja::value::{Value, ValueKind};
use serde_json::{Map, Number, Value as Json, json};

use super::trace::OriginTrace;
use crate::diagnostic::Diagnostic;
use crate::template::DiagnosticError;
use crate::yaml::pointer::{escape, segments};

/// The JSON pointer of a text in the props, and the number of its origin.
pub type PropOrigin = (String, usize);

#[derive(Default)]
pub struct PropConverter<'a> {
    /// The origins of texts, if the page is traced.
    trace: Option<&'a OriginTrace>,
    /// The JSON pointer, within the props, of the value that is being converted.
    at: String,
    /// The HTML of each slot.
    pub slots: Vec<String>,
    /// The origins of the texts that come from the content.
    pub origins: Vec<PropOrigin>,
}

impl<'a> PropConverter<'a> {
    pub fn new(trace: Option<&'a OriginTrace>) -> Self {
        Self { trace, ..Self::default() }
    }

    /// Converts the props, or a value inside them; fails if JSON or JavaScript can't represent a value.
    pub fn convert(&mut self, value: &Value) -> Result<Json, DiagnosticError> {
        Ok(match value.kind() {
            ValueKind::None => Json::Null,
            ValueKind::Bool => Json::Bool(value.is_true()),
            ValueKind::Number => {
                let number = match value.as_i64().filter(|whole| whole.unsigned_abs() <= MAX_EXACT_INTEGER) {
                    Some(whole) => Some(whole.into()),
                    None if value.is_integer() => None,
                    None => f64::try_from(value.clone()).ok().and_then(Number::from_f64),
                };
                let help = "pass it as a string";
                Json::Number(number.ok_or_else(|| self.error("a number that JavaScript can't hold exactly", help))?)
            }
            ValueKind::String if value.is_safe() => {
                self.slots.push(value.as_str().unwrap_or_default().to_owned());
                json!({ "$slot": self.slots.len() - 1 })
            }
            ValueKind::String => {
                let text = value.as_str().unwrap_or_default();
                let origin = self.trace.and_then(|trace| trace.number_of(text));
                self.origins.extend(origin.map(|number| (self.at.clone(), number)));
                Json::String(text.to_owned())
            }
            ValueKind::Seq | ValueKind::Iterable => {
                let items = value.try_iter()?.enumerate();
                let items = items.map(|(index, item)| self.convert_inside(&index.to_string(), &item));
                Json::Array(items.collect::<Result<_, _>>()?)
            }
            ValueKind::Map => {
                let mut fields = Map::new();
                for key in value.try_iter()? {
                    let name = key.as_str().map_or_else(|| key.to_string(), str::to_owned);
                    let field = self.convert_inside(&name, &value.get_item(&key)?)?;
                    fields.insert(name, field);
                }
                Json::Object(fields)
            }
            ValueKind::Undefined => {
                let help = "look for a misspelt name, or test it first with `is defined`";
                return Err(self.error("not defined", help));
            }
            ValueKind::Plain => {
                let what = "an entry, a page, a function or a macro, which can't be sent to the browser";
                let help = "pass the fields that the island needs: `{\"title\": post.title, \"url\": post.url}`";
                return Err(self.error(what, help));
            }
            _ => {
                let help = "pass a string, a number, true or false, a list or a mapping";
                return Err(self.error("a value that can't be sent to the browser", help));
            }
        })
    }

    /// Converts a field or an item of the value that is being converted. `segment` is the field's key or the item's
    /// number.
    fn convert_inside(&mut self, segment: &str, value: &Value) -> Result<Json, DiagnosticError> {
        let length = self.at.len();
        self.at.push('/');
        self.at.push_str(&escape(segment));
        let json = self.convert(value)?;
        self.at.truncate(length);
        Ok(json)
    }

    fn error(&self, what: &str, help: &str) -> DiagnosticError {
        let path = segments(&self.at).map(|segment| match segment.parse::<usize>() {
            Ok(index) => format!("[{index}]"),
            Err(_) => format!(".{segment}"),
        });
        let path = path.collect::<Vec<_>>().concat();
        let path = path.trim_start_matches('.');
        let diagnostic = Diagnostic::error("island-props", format!("the prop `{path}` is {what}")).help(help);
        DiagnosticError { diagnostic, word: segments(&self.at).next().map(Cow::into_owned) }
    }
}

/// The largest number up to which JavaScript represents every whole number exactly.
const MAX_EXACT_INTEGER: u64 = 1 << 53;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use minijinja::value::Value;
    use serde_json::json;

    use super::super::trace::{Origin, OriginTrace};
    use super::PropConverter;
    use crate::source::SourceFile;

    #[test]
    fn the_origins_of_texts_are_found_in_lists_of_every_kind() {
        let source = Arc::new(SourceFile { file: "a.yaml".into(), path: "a.yaml".into(), text: "".into() });
        let trace = OriginTrace::default();
        let text = trace.text("x", Origin::File(source));
        let computed = Value::make_iterable({
            let text = text.clone();
            move || std::iter::once(text.clone())
        });
        let props =
            Value::from(BTreeMap::from([("list", Value::from(vec![text])), ("a/b", computed), ("own", "x".into())]));
        let mut converter = PropConverter::new(Some(&trace));
        let converted = converter.convert(&props).map_err(|error| error.diagnostic).expect("converted");
        assert_eq!(converted, json!({ "list": ["x"], "a/b": ["x"], "own": "x" }));
        let mut origins = converter.origins;
        origins.sort();
        assert_eq!(origins, [("/a~1b/0".to_owned(), 0), ("/list/0".to_owned(), 0)]);
    }

    #[test]
    fn whole_numbers_that_javascript_would_round_are_refused() {
        let is_converted =
            |number: Value| PropConverter::default().convert(&Value::from_pairs([("n", number)])).is_ok();
        assert!(is_converted(Value::from(1_u64 << 53)) && is_converted(Value::from(0.5)));
        assert!(is_converted(Value::from(1e18)), "JavaScript holds the same number");
        assert!(!is_converted(Value::from((1_u64 << 53) + 1)) && !is_converted(Value::from(u64::MAX)));
    }
}
