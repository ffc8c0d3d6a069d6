//! What the validator found, as messages: one for each mistake, with its place.
//!
//! 1. Each error becomes a finding about a value or a key of it.
//! 2. `settle` leaves one finding for each: a misspelt key is not also reported as missing, a value of the wrong type not
//!    also as none of the allowed ones.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Error;
use serde_json::{Map, Value};

use super::lint::list;
use super::{Schema, choice, values, words};
use crate::content::locate::{Part, Tree, join, segments};
use crate::content::yaml::YamlSource;
use crate::diagnostic::{self, Diagnostic, closest};

/// Every mistake of a value that the schema's validator refused.
pub(super) fn explain(schema: &Schema, value: &Value, source: &YamlSource<'_>, what: &str) -> Vec<Diagnostic> {
    let empty = Value::Object(Map::new());
    let wants_mapping = schema.normalized.get("type").is_some_and(|kind| kind == "object");
    // A file without a line of YAML lacks what is required, rather than being of the wrong type.
    let value = if value.is_null() && wants_mapping { &empty } else { value };
    let check = Check { schema, source, what, tree: Tree::of(source.yaml()) };
    let mut findings = Vec::new();
    for error in schema.validator.iter_errors(value) {
        check.error(&error, &mut findings);
    }
    settle(&findings)
}

/// What a check needs to know.
pub(super) struct Check<'a> {
    pub schema: &'a Schema,
    pub source: &'a YamlSource<'a>,
    pub what: &'a str,
    pub tree: Tree<'a>,
}

/// A mistake at a value, or at a key of it.
pub(super) struct Finding {
    pub pointer: String,
    pub key: Option<String>,
    pub about: About,
    pub diagnostic: Diagnostic,
}

/// What a finding is about; of two at one spot the earlier kind is kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum About {
    Type,
    Choice,
    Format,
    Value,
    Missing,
    /// A key that does not exist, and the one that may have been meant.
    Unknown(Option<String>),
    /// A key that exists, but not together with what else is there.
    Misplaced,
}

impl Check<'_> {
    /// Adds what the error means.
    pub fn error(&self, error: &ValidationError<'_>, findings: &mut Vec<Finding>) {
        let pointer = error.instance_path().as_str();
        match error.kind() {
            Error::AdditionalProperties { unexpected } => {
                let names = self.named_beside(error);
                findings.extend(unexpected.iter().map(|key| self.unknown_key(pointer, key, &names)));
            }
            Error::UnevaluatedProperties { unexpected } => {
                let names = self.schema.shape.names_at(&steps(pointer));
                findings.extend(unexpected.iter().map(|key| self.unknown_key(pointer, key, &names)));
            }
            Error::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                findings.push(self.missing(pointer, &[name], self.around(error)));
            }
            Error::PropertyNames { .. } => {
                let diagnostic = Diagnostic::error("wrong-key", "a key here is not one that the schema allows")
                    .label("the schema limits the names of the keys here");
                findings.push(self.finding(pointer, About::Value, diagnostic));
            }
            Error::FalseSchema => {
                let (parent, key) = pointer.rsplit_once('/').unwrap_or(("", pointer));
                let names = self.schema.shape.names_at(&steps(parent));
                let key = segments(&format!("/{key}")).next().unwrap_or_default().into_owned();
                let names: Vec<&str> = names.into_iter().filter(|name| *name != key).collect();
                findings.push(self.unknown_key(parent, &key, &names));
            }
            Error::AnyOf { context } | Error::OneOfNotValid { context } => {
                choice::explain(self, error, context, findings);
            }
            _ => findings.push(values::explain(self, error)),
        }
    }

    /// The place is the value's, or its key's where there is nothing to mark.
    pub fn finding(&self, pointer: &str, about: About, diagnostic: Diagnostic) -> Finding {
        let diagnostic = diagnostic.at(self.source.place(self.tree.find(pointer, Part::Value)));
        Finding { pointer: pointer.to_owned(), key: None, about, diagnostic }
    }

    /// The standard schema as a whole, where `$ref`s lead.
    pub fn root(&self) -> &Value {
        &self.schema.normalized
    }

    /// The schema that holds the keyword which failed.
    pub fn around(&self, error: &ValidationError<'_>) -> &Value {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        self.root().pointer(parent).unwrap_or(&Value::Null)
    }

    /// One of the keys is needed.
    pub fn missing(&self, pointer: &str, names: &[&str], around: &Value) -> Finding {
        let at_top = pointer.is_empty();
        let owner = if at_top { self.what.to_owned() } else { subject(pointer) };
        let schema = |name: &str| {
            let beside = around.get("properties").and_then(|p| p.get(name));
            beside.or_else(|| self.root().get("properties").filter(|_| at_top)?.get(name)).unwrap_or(&Value::Null)
        };
        let name = names[0];
        let all = names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" or ");
        let wanted = words::expected(schema(name), self.root());
        let label = if names.len() > 1 || schema(name).is_null() {
            format!("{owner} needs {all}")
        } else {
            format!("{owner} needs {all}, {wanted}")
        };
        let diagnostic = Diagnostic::error("missing-field", format!("{all} is missing"))
            .at(self.source.place(self.tree.first_key(pointer)))
            .label(label)
            .help(format!("add a line: `{}`", words::example(name, schema(name), self.root())));
        Finding { pointer: pointer.to_owned(), key: Some(name.to_owned()), about: About::Missing, diagnostic }
    }

    fn unknown_key(&self, pointer: &str, key: &str, names: &[&str]) -> Finding {
        let owner = if pointer.is_empty() { self.what.to_owned() } else { subject(pointer) };
        let span = self.tree.find(&join(pointer, key), Part::Key);
        let (about, message, label) = if names.contains(&key) {
            let message = format!("`{key}` does not go together with the other keys of {owner}");
            (About::Misplaced, message, "not allowed beside the others".to_owned())
        } else {
            let guess = closest(key, names.iter().copied()).map(str::to_owned);
            let label = guess.as_ref().map_or_else(|| "not known here".to_owned(), |g| format!("did you mean `{g}`?"));
            (About::Unknown(guess), format!("{owner} has no key `{key}`"), label)
        };
        let help = match names {
            [] => "no keys are known here".to_owned(),
            _ => format!("the keys here are {}", list(names.iter().copied())),
        };
        let diagnostic = Diagnostic::error("unknown-key", message).at(self.source.place(span)).label(label).help(help);
        Finding { pointer: pointer.to_owned(), key: Some(key.to_owned()), about, diagnostic }
    }

    fn named_beside(&self, error: &ValidationError<'_>) -> Vec<&str> {
        let properties = self.around(error).get("properties").and_then(Value::as_object);
        properties.into_iter().flat_map(Map::keys).map(String::as_str).collect()
    }
}

/// What a message calls the value.
pub(super) fn subject(pointer: &str) -> String {
    words::subject(&steps(pointer), "this file")
}

/// The steps of a pointer.
pub(super) fn steps(pointer: &str) -> Vec<String> {
    segments(pointer).map(std::borrow::Cow::into_owned).collect()
}

/// Leaves one finding for each mistake.
fn settle(findings: &[Finding]) -> Vec<Diagnostic> {
    let is_excused = |finding: &Finding| match &finding.about {
        // The key is there, misspelt.
        About::Missing => findings.iter().any(|other| {
            other.pointer == finding.pointer
                && matches!(&other.about, About::Unknown(Some(guess)) if finding.key.as_deref() == Some(guess))
        }),
        // A key is not accepted because its value, or the mapping it is in, is wrong in another way.
        About::Misplaced => {
            let below = join(&finding.pointer, finding.key.as_deref().unwrap_or_default());
            findings.iter().any(|other| {
                other.about != About::Misplaced
                    && (other.pointer == finding.pointer || other.pointer.starts_with(&below))
            })
        }
        _ => false,
    };
    let mut kept: Vec<&Finding> = Vec::new();
    for finding in findings.iter().filter(|f| !is_excused(f)) {
        match kept.iter_mut().find(|k| k.pointer == finding.pointer && k.key == finding.key) {
            Some(known) if finding.about < known.about => *known = finding,
            Some(_) => {}
            None => kept.push(finding),
        }
    }
    let mut diagnostics = kept.into_iter().map(|finding| finding.diagnostic.clone()).collect();
    diagnostic::sort(&mut diagnostics);
    diagnostics
}

#[cfg(test)]
pub(super) mod tests {
    use crate::content::schema::tests::compile;
    use crate::content::yaml::{YamlSource, parse};
    use crate::diagnostic::Diagnostic;
    use proptest::prelude::*;
    use std::sync::Arc;

    /// What is wrong with the YAML by the schema.
    pub fn diagnostics(schema: &str, yaml: &str) -> Vec<Diagnostic> {
        let file: Arc<str> = "a.md".into();
        let source = YamlSource::whole(&file, yaml);
        compile(schema).check(&parse(&source).unwrap().value, &source, "the collection `articles`")
    }

    /// A diagnostic's code, its line, column and marked text, and words that it must hold.
    pub type Expected<'e> = (&'e str, usize, usize, &'e str, &'e [&'e str]);

    #[track_caller]
    pub fn check(schema: &str, yaml: &str, expected: &[Expected<'_>]) {
        let found = diagnostics(schema, yaml);
        let got: Vec<_> = found
            .iter()
            .map(|d| {
                let place = d.place.as_ref().unwrap();
                (d.code, place.line, place.column, &place.text[place.mark.clone()])
            })
            .collect();
        let wanted: Vec<_> = expected.iter().map(|e| (e.0, e.1, e.2, e.3)).collect();
        assert_eq!(got, wanted, "{yaml}\n{found:#?}");
        for (diagnostic, (.., words)) in found.iter().zip(expected) {
            let d = diagnostic;
            let all = format!("{}. {}. {}. {}", d.message, d.label, d.notes.join(". "), d.help.join(". "));
            words.iter().for_each(|word| assert!(all.contains(word), "{word:?} in {all:?}"));
        }
    }

    const ARTICLE: &str = "{ required: [title, date], properties: { title: { type: string },
        date: { type: string, format: date }, tags: { type: array, items: { type: string } },
        hero: { required: [href], properties: { href: { type: string } } },
        links: { type: array, items: { required: [href], properties: { href: { type: string }, label: {} } } } } }";

    #[test]
    fn unknown_keys() {
        check(
            ARTICLE,
            "title: a\ndate: 2023-06-16\ntgas: [a]\n",
            &[(
                "unknown-key",
                3,
                1,
                "tgas",
                &["the collection `articles` has no key `tgas`", "did you mean `tags`", "`hero`"],
            )],
        );
        check(
            ARTICLE,
            "title: a\ndate: 2023-06-16\ncolour: red\n",
            &[("unknown-key", 3, 1, "colour", &["not known here", "`title`, `date`, `tags`, `hero`, `links`"])],
        );
        check(
            ARTICLE,
            "title: a\ndate: 2023-06-16\nlinks:\n  - href: x\n  - href: y\n    lable: z\n",
            &[("unknown-key", 6, 5, "lable", &["item 2 of `links` has no key `lable`", "did you mean `label`"])],
        );
    }

    #[test]
    fn missing_fields() {
        check(
            ARTICLE,
            "tags: []\nhero: { href: x }\n",
            &[
                (
                    "missing-field",
                    1,
                    1,
                    "tags",
                    &["`date` is missing", "a date such as `2023-06-16`", "`date: 2023-06-16`"],
                ),
                ("missing-field", 1, 1, "tags", &["`title` is missing", "needs `title`, a text", "`title: …`"]),
            ],
        );
        check(
            ARTICLE,
            "title: a\ndate: 2023-06-16\nhero:\n  {}\nlinks:\n  - label: x\n",
            &[
                ("missing-field", 4, 3, "{}", &["`hero` needs `href`, a text"]),
                ("missing-field", 6, 5, "label", &["item 1 of `links` needs `href`"]),
            ],
        );
        let both = [("missing-field", 1, 1, "", &["`date`"][..]), ("missing-field", 1, 1, "", &["`title`"][..])];
        check(ARTICLE, "", &both);
    }

    #[test]
    fn a_misspelt_key_is_not_missing_too() {
        check(ARTICLE, "titel: a\ndate: 2023-06-16\n", &[("unknown-key", 1, 1, "titel", &["did you mean `title`"])]);
    }

    #[test]
    fn all_mistakes_are_found_at_once_in_their_order() {
        check(
            ARTICLE,
            "title: 5\ndate: 2023-02-30\ntags: a\nhero: { href: true, x: 1 }\n",
            &[
                ("wrong-type", 1, 8, "5", &[]),
                ("invalid-date", 2, 7, "2023-02-30", &[]),
                ("wrong-type", 3, 7, "a", &[]),
                ("wrong-type", 4, 15, "true", &[]),
                ("unknown-key", 4, 21, "x", &[]),
            ],
        );
    }

    #[test]
    fn parts_of_one_object_make_no_echo() {
        let schema = "{ allOf: [{ properties: { a: { type: string } } }, { properties: { b: { type: string } } }] }";
        check(schema, "a: 1\nb: x\n", &[("wrong-type", 1, 4, "1", &[])]);
        check(schema, "a: x\nc: y\n", &[("unknown-key", 2, 1, "c", &["`a`, `b`"])]);
        let refers =
            "{ $defs: { l: { properties: { a: { type: string } } } }, properties: { l: { $ref: '#/$defs/l' } } }";
        check(refers, "l: { b: 1 }\n", &[("unknown-key", 1, 6, "b", &["`l` has no key `b`", "`a`"])]);
        let never = "{ properties: { a: false, b: {} } }";
        check(never, "a: 1\n", &[("unknown-key", 1, 1, "a", &["`b`"])]);
    }

    #[test]
    fn places_are_those_of_the_whole_file() {
        let file: Arc<str> = "a.md".into();
        let text = "---\ntitle: 5\ndate: 2023-06-16\n---\nBody\n";
        let source = YamlSource { file: &file, text, range: 4..text.find("---\nBody").unwrap() };
        let found = compile(ARTICLE).check(&parse(&source).unwrap().value, &source, "x");
        let place = found[0].place.as_ref().unwrap();
        assert_eq!((place.line, place.column, &*place.file), (2, 8, "a.md"));
    }

    proptest! {
        #[test]
        fn any_document_is_checked_without_a_panic(
            yaml in "((title|date|hero|links|x): ?([a-z0-9]|\\[\\]|\\{href: 1\\}|2023-02-30|\n  - href: x|\n)?\n){0,4}",
        ) {
            let file: Arc<str> = "a.md".into();
            let source = YamlSource::whole(&file, &yaml);
            if let Ok(document) = parse(&source) {
                let schema = compile(ARTICLE);
                let found = schema.check(&document.value, &source, "x");
                prop_assert!(found.iter().all(|d| d.place.as_ref().is_some_and(|p| p.line > 0)));
                let mut value = document.value;
                schema.complete(&mut value);
                schema.references(&value, &mut |_, _, _| {});
            }
        }
    }
}
