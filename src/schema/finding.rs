//! Findings: the mistakes in a value, each with its pointer and kind, before follow-up errors are suppressed. This file
//! writes the messages about missing and unknown keys; `value_errors` writes the messages about single values.

use jsonschema::ValidationError;
use serde_json::Value;

use super::describe;
use super::shape::Shape;
use crate::diagnostic::{Diagnostic, closest, list_names};
use crate::yaml::pointer::{join, split_last};
use crate::yaml::tree::{DocumentTree, PairSide};
use crate::yaml::{DataFormat, DocumentSource};

/// A mistake in a value, or at a key of a mapping.
pub(super) struct Finding {
    pub pointer: String,
    /// The key of the mapping at `pointer` that is unknown, misplaced or missing.
    pub key: Option<String>,
    pub kind: FindingKind,
    pub diagnostic: Diagnostic,
}

/// The kind of a mistake. Of two mistakes at one place, the one whose kind is listed first here is reported.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FindingKind {
    Type,
    /// The value is none of the allowed ones, or fits no alternative.
    Choice,
    Format,
    /// The value breaks another rule, such as a length or a range.
    Value,
    /// The mapping lacks a key, or has fewer keys than it needs.
    Missing,
    /// A key that the schema does not know, with the known key that may have been meant.
    Unknown(Option<String>),
    /// A key that the schema knows, but does not allow beside the other keys.
    Misplaced,
}

/// The schema and source that messages about a value are made from.
pub(super) struct MessageContext<'a> {
    /// The whole standard schema. Its `$ref`s lead to its parts.
    pub root: &'a Value,
    pub shape: &'a Shape,
    pub document: &'a Value,
    pub source: &'a DocumentSource<'a>,
    /// The name of the schema in messages, such as "the collection `articles`".
    pub schema_name: &'a str,
    /// The tree of the source, in which places are found.
    pub tree: DocumentTree<'a>,
    pub value_names: ValueNames,
    /// The pointer of a mapping that may lack required fields.
    pub partial: Option<&'a str>,
}

/// The way in which messages name values.
#[derive(Debug, Clone, Copy)]
pub(super) enum ValueNames {
    /// By key or item number: "item 2 of `options`".
    Short,
    /// By path: `options[1].price`.
    Path,
}

impl MessageContext<'_> {
    pub fn value(&self, pointer: &str) -> &Value {
        self.document.pointer(pointer).unwrap_or(&Value::Null)
    }

    /// Returns the text in which the value at `pointer` is written, if the value is a scalar or in brackets, and on a
    /// single line.
    pub fn written_line(&self, pointer: &str) -> Option<&str> {
        self.tree.written_text(pointer).filter(|written| !written.contains('\n'))
    }

    /// Formats the message that the value at `pointer` is not what is `wanted`.
    pub fn explain_mismatch(&self, pointer: &str, wanted: &str) -> String {
        let actual = describe::actual(self.value(pointer), self.written_line(pointer));
        format!("{} is {actual}, but {wanted} is expected", self.subject(pointer))
    }

    pub fn finding(&self, pointer: &str, kind: FindingKind, diagnostic: Diagnostic) -> Finding {
        let diagnostic = diagnostic.at(self.source.place(self.tree.find(pointer, PairSide::Value)));
        Finding { pointer: pointer.to_owned(), key: None, kind, diagnostic }
    }

    /// Names the value at `pointer`.
    pub fn subject(&self, pointer: &str) -> String {
        let Some((parent, key)) = split_last(pointer) else { return "this file".to_owned() };
        if matches!(self.value_names, ValueNames::Path) {
            return format!("`{}`", self.path(pointer));
        }
        match (self.item_number(parent, &key), split_last(parent)) {
            (Some(index), Some((_, list))) => format!("item {} of `{list}`", index + 1),
            (Some(index), None) => format!("item {}", index + 1),
            (None, _) => format!("`{key}`"),
        }
    }

    /// Formats a pointer as scripts write it: `options[1].price`.
    fn path(&self, pointer: &str) -> String {
        let Some((parent, key)) = split_last(pointer) else { return String::new() };
        let path = self.path(parent);
        match self.item_number(parent, &key) {
            Some(index) => format!("{path}[{index}]"),
            None if path.is_empty() => key.into_owned(),
            None => format!("{path}.{key}"),
        }
    }

    /// Returns the number of an item, counted from 0; `None` for the key of a mapping.
    pub fn item_number(&self, parent: &str, key: &str) -> Option<usize> {
        key.parse().ok().filter(|_| self.value(parent).is_array())
    }

    /// Returns the names of the fields that the mapping at `pointer` may have, those of all alternatives included.
    pub fn names_at(&self, pointer: &str) -> Vec<&str> {
        self.shape.fields_at(pointer, None).into_iter().map(|field| field.name).collect()
    }

    /// Returns the schema that holds the failed keyword.
    pub fn schema_around(&self, error: &ValidationError<'_>) -> &Value {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        self.root.pointer(parent).unwrap_or(&Value::Null)
    }

    /// Reports that the mapping at `pointer` has none of the keys `names`, of which one is needed. `around` is the
    /// schema with the failed keyword.
    pub fn report_missing(&self, pointer: &str, names: &[&str], around: &Value) -> Finding {
        let at_top = pointer.is_empty();
        let owner = if at_top { self.schema_name.to_owned() } else { self.subject(pointer) };
        let name = names[0];
        // `anyOf: [{ required: [a] }]` requires a property that the schema outside `anyOf` describes.
        let outside = if at_top { property(self.root, name) } else { None };
        let schema = property(around, name).or(outside).unwrap_or(&Value::Null);
        let keys = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ");
        let label = if names.len() > 1 || schema.is_null() {
            format!("{owner} needs {keys}")
        } else {
            format!("{owner} needs {keys}, {}", describe::expected(schema, self.root))
        };
        let missing: Vec<_> = names.iter().map(|name| self.subject(&join(pointer, name))).collect();
        let help = match self.source.format {
            DataFormat::Yaml => format!("add a line: `{}`", describe::example(name, schema, self.root)),
            DataFormat::Csv if self.tree.has_column(pointer, name) => format!("fill in the empty cell of `{name}`"),
            DataFormat::Csv => format!("add a column `{name}`"),
            DataFormat::Json | DataFormat::Toml => format!("add the key `{name}`"),
        };
        let diagnostic = Diagnostic::error("missing-field", format!("{} is missing", missing.join(" or ")))
            .at(self.source.place(self.tree.missing_key_span(pointer, name)))
            .label(label)
            .help(help);
        Finding { pointer: pointer.to_owned(), key: Some(name.to_owned()), kind: FindingKind::Missing, diagnostic }
    }

    /// Reports a key of the mapping at `pointer` that is not among the known `names`, or not allowed beside the other
    /// keys.
    pub fn report_unknown_key(&self, pointer: &str, key: &str, names: &[&str]) -> Finding {
        let is_column = self.tree.has_column(pointer, key);
        let owner = if pointer.is_empty() || is_column { self.schema_name.to_owned() } else { self.subject(pointer) };
        let word = if is_column { "column" } else { "key" };
        let span = self.tree.find(&join(pointer, key), PairSide::Key);
        let (kind, message, label) = if names.contains(&key) {
            let message = format!("`{key}` does not go together with the other keys of {owner}");
            (FindingKind::Misplaced, message, "not allowed beside the others".to_owned())
        } else {
            let guess = closest(key, names.iter().copied()).map(str::to_owned);
            let label = guess.as_ref().map_or_else(|| "not known here".to_owned(), |g| format!("did you mean `{g}`?"));
            (FindingKind::Unknown(guess), format!("{owner} has no {word} `{key}`"), label)
        };
        let help = match names {
            [] => format!("no {word}s are known here"),
            _ => format!("the {word}s here are {}", list_names(names)),
        };
        let diagnostic = Diagnostic::error("unknown-key", message).at(self.source.place(span)).label(label).help(help);
        Finding { pointer: pointer.to_owned(), key: Some(key.to_owned()), kind, diagnostic }
    }
}

fn property<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    schema.get("properties")?.get(name)
}
