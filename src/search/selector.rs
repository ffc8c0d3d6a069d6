//! Simple selectors of CSS: the name, id, classes and attributes of one element.

use crate::html::Tag;

/// A selector of one element, such as `main`, `.text` or `div[data-no-search]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selector {
    name: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
    /// Names of attributes, each with the value that it must have, if any.
    attributes: Vec<(String, Option<String>)>,
}

impl Selector {
    /// Parses a selector; `None` if `text` is not a simple selector.
    pub fn parse(text: &str) -> Option<Self> {
        let (name, mut rest) = split_name(text);
        let name = (!name.is_empty()).then(|| name.to_owned());
        let mut selector = Self { name, ..Self::default() };
        while let Some(prefix) = rest.chars().next() {
            rest = &rest[prefix.len_utf8()..];
            if prefix == '[' {
                let (inside, after) = rest.split_once(']')?;
                selector.attributes.push(parse_attribute(inside)?);
                rest = after;
                continue;
            }
            let (name, after) = split_name(rest);
            match prefix {
                _ if name.is_empty() => return None,
                '#' if selector.id.is_none() => selector.id = Some(name.to_owned()),
                '.' => selector.classes.push(name.to_owned()),
                _ => return None,
            }
            rest = after;
        }
        (selector != Self::default()).then_some(selector)
    }

    pub fn matches(&self, tag: &Tag<'_>) -> bool {
        let has_class = |class: &String| {
            tag.get("class").is_some_and(|attribute| attribute.value().split_ascii_whitespace().any(|own| own == class))
        };
        let has_attribute = |(name, value): &(String, Option<String>)| {
            tag.get(name).is_some_and(|attribute| value.as_ref().is_none_or(|value| attribute.value() == *value))
        };
        self.name.as_ref().is_none_or(|name| tag.name.eq_ignore_ascii_case(name))
            && self.id.as_ref().is_none_or(|id| tag.get("id").is_some_and(|attribute| attribute.value() == *id))
            && self.classes.iter().all(has_class)
            && self.attributes.iter().all(has_attribute)
    }
}

/// Parses an attribute selector without its brackets: `name`, `name=value` or `name="value"`.
fn parse_attribute(text: &str) -> Option<(String, Option<String>)> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(parse_value(value)?.to_owned())),
        None => (text, None),
    };
    is_name(name).then(|| (name.to_ascii_lowercase(), value))
}

/// Parses the value of an attribute: a name, or a text in quotes.
fn parse_value(text: &str) -> Option<&str> {
    let quoted = ['"', '\''].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    match quoted {
        Some(value) => (!value.contains(['"', '\'', '\\'])).then_some(value),
        None => is_name(text).then_some(text),
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && split_name(text).1.is_empty()
}

/// Splits off a name: letters, digits, `-` and `_`. Splits off nothing if CSS does not allow the name, because
/// browsers use the selector for excerpts, and would refuse it.
fn split_name(text: &str) -> (&str, &str) {
    let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || !c.is_ascii();
    let (name, rest) = text.split_at(text.find(|c| !is_in_name(c)).unwrap_or(text.len()));
    // `2a`, `-2a` and `-` are not names.
    let letters = name.strip_prefix('-').unwrap_or(name);
    if letters.is_empty() || letters.starts_with(|c: char| c.is_ascii_digit()) { ("", text) } else { (name, rest) }
}
