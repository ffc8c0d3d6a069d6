//! YAML into values, strictly and fast: `serde_yaml` fills a `serde_json::Value` in one pass, without positions.
//!
//! The pass refuses what `serde_yaml` would let through: a key given twice, a key that is no text, a tag other than
//! `!sample`, a number that JSON lacks, and aliases that would unfold without end. Where it stops, `mistakes` walks the
//! text once more to say what is wrong, where, and what else is.

mod mistakes;
mod syntax;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::de::{DeserializeSeed, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::content::locate::{Part, Tree, escape};
use crate::diagnostic::{Diagnostic, Place};

/// YAML inside a file: a whole YAML file or the front matter of a Markdown file.
#[derive(Debug, Clone)]
pub struct YamlSource<'a> {
    pub file: &'a Arc<str>,
    /// The whole file.
    pub text: &'a str,
    /// The YAML in it.
    pub range: Range<usize>,
}

/// What YAML says.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    pub value: Value,
    /// JSON pointers of the values tagged `!sample`, in order.
    pub samples: Vec<String>,
}

impl<'a> YamlSource<'a> {
    /// A file that is YAML as a whole.
    pub fn whole(file: &'a Arc<str>, text: &'a str) -> Self {
        Self { file, text, range: 0..text.len() }
    }

    pub fn yaml(&self) -> &'a str {
        self.text.get(self.range.clone()).unwrap_or_default()
    }

    /// The place of bytes of the YAML.
    pub fn place(&self, span_in_yaml: Range<usize>) -> Place {
        let base = self.range.start;
        Place::new(self.file.clone(), self.text, base + span_in_yaml.start..base + span_in_yaml.end)
    }

    /// The place of what a JSON pointer leads to. It reads the YAML again: for messages only.
    pub fn place_of(&self, pointer: &str, part: Part) -> Place {
        self.place(Tree::of(self.yaml()).find(pointer, part))
    }
}

/// Room for the keys of most documents and those that their schemas add: as many as a hash table of 16 takes.
const ROOT_KEYS: usize = 14;

/// Reads one document; nothing at all is `null`.
pub fn parse(source: &YamlSource<'_>) -> Result<Document, Vec<Diagnostic>> {
    let yaml = source.yaml();
    let reading = Reading {
        samples: RefCell::default(),
        refusal: Cell::new(None),
        // No document without aliases comes near this; one with them may grow to this.
        budget: Cell::new(yaml.len().saturating_mul(4).saturating_add(1 << 20)),
    };
    let seed = Node { reading: &reading, path: &Path::Root };
    match seed.deserialize(serde_yaml::Deserializer::from_str(yaml)) {
        Ok(value) => Ok(Document { value, samples: reading.samples.into_inner() }),
        Err(error) => Err(mistakes::find(source, &error, reading.refusal.get())),
    }
}

/// Why the pass refused YAML that is well formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    Key,
    Tag,
    Number,
    Size,
}

struct Reading {
    samples: RefCell<Vec<String>>,
    refusal: Cell<Option<Refusal>>,
    /// How much more the document may hold: one for each value, and its text's bytes.
    budget: Cell<usize>,
}

impl Reading {
    fn refuse<E: Error>(&self, refusal: Refusal) -> E {
        self.refusal.set(Some(refusal));
        E::custom("refused")
    }

    fn spend<E: Error>(&self, amount: usize) -> Result<(), E> {
        let left = self.budget.get().checked_sub(amount).ok_or_else(|| self.refuse(Refusal::Size))?;
        self.budget.set(left);
        Ok(())
    }
}

/// The way to the value being read; written out only for the few values that carry a tag.
enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Item(&'p Path<'p>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Key(parent, key) => write!(f, "{parent}/{}", escape(key)),
            Path::Item(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}

/// Reads any value.
struct Node<'r, 'p> {
    reading: &'r Reading,
    path: &'p Path<'p>,
}

impl<'de> DeserializeSeed<'de> for Node<'_, '_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.reading.spend(1)?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<Value, E> {
        Err(self.reading.refuse(Refusal::Number))
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<Value, E> {
        Err(self.reading.refuse(Refusal::Number))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| self.reading.refuse(Refusal::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.reading.spend(value.len())?;
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) =
            items.next_element_seed(Node { reading: self.reading, path: &Path::Item(self.path, list.len()) })?
        {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = match self.path {
            Path::Root => Map::with_capacity(ROOT_KEYS),
            _ => Map::new(),
        };
        while let Some(key) = entries.next_key_seed(Key { reading: self.reading })? {
            let value =
                entries.next_value_seed(Node { reading: self.reading, path: &Path::Key(self.path, key.as_str()) })?;
            if map.insert(key, value).is_some() {
                return Err(self.reading.refuse(Refusal::Key));
            }
        }
        Ok(Value::Object(map))
    }

    /// A value with a tag of its own.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        let (tag, value) = tagged.variant::<String>()?;
        if tag != "sample" {
            return Err(self.reading.refuse(Refusal::Tag));
        }
        self.reading.samples.borrow_mut().push(self.path.to_string());
        value.newtype_variant_seed(self)
    }
}

/// Reads a key, which is a text.
struct Key<'r> {
    reading: &'r Reading,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = String;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        // Whatever else the visitor is given, it has no method for: the key is refused.
        self.reading.refusal.set(Some(Refusal::Key));
        let reading = self.reading;
        let key = deserializer.deserialize_any(self)?;
        reading.refusal.set(None);
        reading.spend(key.len())?;
        Ok(key)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<String, E> {
        if key == "<<" {
            return Err(E::custom("a merge"));
        }
        Ok(key.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{YamlSource, parse};
    use crate::content::locate::{Tree, join};
    use crate::diagnostic::Diagnostic;
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn check(yaml: &str, value: &Value, samples: &[&str]) {
        let file: Arc<str> = "a.yaml".into();
        let document = parse(&YamlSource::whole(&file, yaml)).unwrap_or_else(|e| panic!("{yaml:?}: {e:#?}"));
        assert_eq!((&document.value, document.samples), (value, samples.iter().map(|&s| s.to_owned()).collect()));
    }

    pub fn diagnostics(yaml: &str) -> Vec<Diagnostic> {
        let file: Arc<str> = "a.yaml".into();
        parse(&YamlSource::whole(&file, yaml)).expect_err(yaml)
    }

    fn refused(yaml: &str) -> Vec<&'static str> {
        diagnostics(yaml).iter().map(|d| d.code).collect()
    }

    #[test]
    fn values_are_those_of_yaml_1_2() {
        check("", &Value::Null, &[]);
        check("# nothing\n", &Value::Null, &[]);
        check("a: no\nb: on\nc: true\n", &json!({"a": "no", "b": "on", "c": true}), &[]);
        check("a: 10:00\nb: 1.10\nc: 007\n", &json!({"a": "10:00", "b": 1.1, "c": "007"}), &[]);
        check("a: 2023-06-16\nb:\nc: ~\n", &json!({"a": "2023-06-16", "b": null, "c": null}), &[]);
        check("a: -3\nb: 18446744073709551615\n", &json!({"a": -3, "b": u64::MAX}), &[]);
        check("a: &x [1]\nb: *x\n", &json!({"a": [1], "b": [1]}), &[]);
        check("a: |\n  x\n  y\n", &json!({"a": "x\ny\n"}), &[]);
        check("'1': a\n\"true\": b\n", &json!({"1": "a", "true": "b"}), &[]);
        check("\u{feff}a: 1\n", &json!({"a": 1}), &[]);
        check("a: !!str 5\n", &json!({"a": "5"}), &[]);
    }

    #[test]
    fn samples_are_recorded() {
        check("a: !sample \"+91\"\n", &json!({"a": "+91"}), &["/a"]);
        check("a: !sample 5\nb: !sample\n", &json!({"a": 5, "b": null}), &["/a", "/b"]);
        check("a: [x, !sample {b/c: !sample 1}]\n", &json!({"a": ["x", {"b/c": 1}]}), &["/a/1", "/a/1/b~1c"]);
        check("a: &x !sample y\nb: *x\n", &json!({"a": "y", "b": "y"}), &["/a", "/b"]);
        check("!sample\na: 1\n", &json!({"a": 1}), &[""]);
    }

    #[test]
    fn hostile_documents_end_soon() {
        let laughs = (1..30).fold("a0: &a0 [x, x, x, x]\n".to_owned(), |yaml, i| {
            let before = i - 1;
            yaml + &format!("a{i}: &a{i} [*a{before}, *a{before}, *a{before}, *a{before}]\n")
        });
        assert_eq!(refused(&laughs), ["yaml-size"]);
        let text = format!("a: &x {}\nb: [{}]\n", "y".repeat(100_000), "*x, ".repeat(10_000));
        assert_eq!(refused(&text), ["yaml-size"]);
        assert_eq!(refused("a: &x [*x]\n"), ["yaml-depth"]);
        assert_eq!(refused(&"- ".repeat(100_000)), ["yaml-depth"]);
        assert!(!refused(&"[".repeat(100_000)).is_empty());
        assert!(!refused(&"{a: ".repeat(10_000)).is_empty());
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-1e9..1e9f64).prop_map(Value::from),
            "[ -~äé✓\n]{0,12}".prop_map(Value::String),
        ];
        leaf.prop_recursive(4, 32, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
                prop::collection::vec(("[ -~é]{0,6}".prop_filter("merge", |k| k != "<<"), inner), 0..5)
                    .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(value in any_json()) {
            check(&serde_yaml::to_string(&value).unwrap(), &value, &[]);
        }

        #[test]
        fn every_value_is_found_where_it_was_written(value in any_json()) {
            let yaml = serde_yaml::to_string(&value).unwrap();
            let tree = Tree::of(&yaml);
            let mut open = vec![(String::new(), &value)];
            while let Some((pointer, value)) = open.pop() {
                match value {
                    Value::Object(map) => open.extend(map.iter().map(|(key, v)| (join(&pointer, key), v))),
                    Value::Array(list) => {
                        open.extend(list.iter().enumerate().map(|(i, v)| (format!("{pointer}/{i}"), v)));
                    }
                    _ => {
                        let source = tree.source(&pointer).unwrap();
                        if value.is_string() && source.starts_with(['|', '>']) {
                            continue;
                        }
                        prop_assert_eq!(&serde_yaml::from_str::<Value>(source).unwrap(), value, "{} in {}", pointer, yaml);
                    }
                }
            }
        }

        #[test]
        fn any_text_is_read_or_refused_with_a_place(
            text in "([a-b:\\-#'\"|>!&*{}\\[\\],?<%@. \t\r\n0-9éx]{0,40}|.{0,40})",
        ) {
            let file: Arc<str> = "a.yaml".into();
            if let Err(diagnostics) = parse(&YamlSource::whole(&file, &text)) {
                prop_assert!(!diagnostics.is_empty());
                for diagnostic in diagnostics {
                    prop_assert!(diagnostic.place.is_some_and(|p| p.line > 0), "{}", diagnostic.message);
                }
            }
        }
    }
}
