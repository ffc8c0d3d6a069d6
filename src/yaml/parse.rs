//! The parser of YAML into JSON values: one fast pass of `serde_yaml`, without positions.
//!
//! The pass refuses what `serde_yaml` would accept: duplicate keys, keys that are not strings, tags other than
//! `!sample`, numbers that JSON lacks, and aliases that expand too far. After a refusal, `refusals` reads the text once
//! more and reports every mistake with its place.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{DeserializeSeed, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::pointer::escape;
use super::refusals::{self, Refusal};
use super::source::YamlSource;
use crate::diagnostic::Diagnostic;

/// A parsed YAML document.
#[derive(Debug, Clone, PartialEq)]
pub struct YamlDocument {
    pub value: Value,
    /// JSON pointers of the values tagged `!sample`, in document order.
    pub samples: Vec<String>,
}

/// The capacity of the root mapping: enough for the keys of most documents and those that their schemas add, and the
/// most that a hash table of 16 buckets holds.
const ROOT_KEYS: usize = 14;

/// The budget of a document without text, in values and bytes. Only documents with aliases come near their budget.
const MIN_BUDGET: usize = 1 << 20;

/// Parses one document; an empty one is `null`.
///
/// # Errors
///
/// Returns every mistake, each with its place, if the text is not YAML or is YAML that is refused.
pub fn parse(source: &YamlSource<'_>) -> Result<YamlDocument, Vec<Diagnostic>> {
    let yaml = source.yaml();
    let pass = Pass {
        samples: RefCell::default(),
        refusal: Cell::new(None),
        budget: Cell::new(yaml.len().saturating_mul(4).saturating_add(MIN_BUDGET)),
    };
    let seed = ValueVisitor { pass: &pass, path: &Path::Root };
    match seed.deserialize(serde_yaml::Deserializer::from_str(yaml)) {
        Ok(value) => Ok(YamlDocument { value, samples: pass.samples.into_inner() }),
        Err(error) => Err(refusals::diagnose(source, &error, pass.refusal.get())),
    }
}

/// Parses a YAML value inside other text, such as `[1, 2]`.
///
/// # Errors
///
/// Returns the parser's message if the text is not YAML or holds a number that JSON lacks.
pub fn value(text: &str) -> Result<Value, String> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(value);
    }
    match serde_yaml::from_str(text) {
        Ok(value) if !is_finite(&value) => Err("`.inf` and `.nan` are no numbers of JSON".to_owned()),
        _ => serde_yaml::from_str(text).map_err(|error| error.to_string()),
    }
}

/// Whether JSON has all numbers of the value.
fn is_finite(value: &serde_yaml::Value) -> bool {
    match value {
        serde_yaml::Value::Number(number) => number.is_finite(),
        serde_yaml::Value::Sequence(items) => items.iter().all(is_finite),
        serde_yaml::Value::Mapping(fields) => fields.values().all(is_finite),
        _ => true,
    }
}

/// The state of one pass over a document.
struct Pass {
    samples: RefCell<Vec<String>>,
    refusal: Cell<Option<Refusal>>,
    /// What the rest of the document may still cost: one for each value, plus the bytes of its strings.
    budget: Cell<usize>,
}

impl Pass {
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

/// The path to the value being read. Formatted as a JSON pointer only for the few values that have a tag.
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

/// The visitor of any value.
struct ValueVisitor<'r, 'p> {
    pass: &'r Pass,
    path: &'p Path<'p>,
}

impl<'de> DeserializeSeed<'de> for ValueVisitor<'_, '_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.pass.spend(1)?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueVisitor<'_, '_> {
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
        Err(self.pass.refuse(Refusal::Number))
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<Value, E> {
        Err(self.pass.refuse(Refusal::Number))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| self.pass.refuse(Refusal::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.pass.spend(value.len())?;
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
            items.next_element_seed(ValueVisitor { pass: self.pass, path: &Path::Item(self.path, list.len()) })?
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
        while let Some(key) = entries.next_key_seed(KeyVisitor { pass: self.pass })? {
            let value =
                entries.next_value_seed(ValueVisitor { pass: self.pass, path: &Path::Key(self.path, key.as_str()) })?;
            if map.insert(key, value).is_some() {
                return Err(self.pass.refuse(Refusal::Key));
            }
        }
        Ok(Value::Object(map))
    }

    /// Visits a value with a tag.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        let (tag, value) = tagged.variant::<String>()?;
        if tag != "sample" {
            return Err(self.pass.refuse(Refusal::Tag));
        }
        self.pass.samples.borrow_mut().push(self.path.to_string());
        value.newtype_variant_seed(self)
    }
}

/// The visitor of a key, which has to be a string.
struct KeyVisitor<'r> {
    pass: &'r Pass,
}

impl<'de> DeserializeSeed<'de> for KeyVisitor<'_> {
    type Value = String;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        // The visitor accepts strings only: an error below means that the key is something else.
        self.pass.refusal.set(Some(Refusal::Key));
        let pass = self.pass;
        let key = deserializer.deserialize_any(self)?;
        pass.refusal.set(None);
        pass.spend(key.len())?;
        Ok(key)
    }
}

impl Visitor<'_> for KeyVisitor<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<String, E> {
        if key == "<<" {
            return Err(E::custom("a merge"));
        }
        Ok(key.to_owned())
    }
}
