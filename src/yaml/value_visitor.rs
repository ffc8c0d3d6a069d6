//! The visitor that makes a JSON value of a parsed document. It refuses things that parsers accept: duplicate keys,
//! keys that are not strings, the key `<<` in YAML, unknown tags, numbers that JSON lacks, and aliases that expand too
//! far. `refusals` and `json` explain what was refused.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{DeserializeSeed, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::format::DataFormat;
use super::pointer::escape;

/// The smallest budget: the number of values and bytes of strings that a document may have. Each byte of the document
/// adds four to the budget, so that only documents with aliases can exceed it.
const MIN_BUDGET: usize = 1 << 20;

pub(super) const DUPLICATE_KEY: &str = "a key is given twice";

/// The words of `serde_yaml` about aliases that expand too far.
pub(super) const REPETITION_LIMIT: &str = "repetition limit";

/// The state of one pass over a document.
pub(super) struct ValuePass {
    /// The JSON pointers of the values tagged `!sample`, in document order.
    pub samples: RefCell<Vec<String>>,
    /// The number of values and bytes of strings that the rest of the document may have.
    budget: Cell<usize>,
    /// Whether the key `<<` is refused: readers of YAML 1.1 merge mappings by it.
    refuses_merge_key: bool,
}

impl ValuePass {
    pub fn new(text: &str, format: DataFormat) -> Self {
        Self {
            samples: RefCell::default(),
            budget: Cell::new(text.len().saturating_mul(4).saturating_add(MIN_BUDGET)),
            refuses_merge_key: format == DataFormat::Yaml,
        }
    }

    pub fn read<'de, D: serde::Deserializer<'de>>(&self, deserializer: D) -> Result<Value, D::Error> {
        ValueVisitor { pass: self, path: &ValuePath::Root }.deserialize(deserializer)
    }

    fn spend<E: Error>(&self, amount: usize) -> Result<(), E> {
        let left = self.budget.get().checked_sub(amount).ok_or_else(|| E::custom(REPETITION_LIMIT))?;
        self.budget.set(left);
        Ok(())
    }
}

/// The path to the value being read. It is formatted as a JSON pointer only for the few values that have a tag.
enum ValuePath<'p> {
    Root,
    Field(&'p ValuePath<'p>, &'p str),
    Item(&'p ValuePath<'p>, usize),
    /// A key, which has no pointer.
    Key,
}

impl fmt::Display for ValuePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValuePath::Root | ValuePath::Key => Ok(()),
            ValuePath::Field(parent, key) => write!(f, "{parent}/{}", escape(key)),
            ValuePath::Item(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}

struct ValueVisitor<'r, 'p> {
    pass: &'r ValuePass,
    path: &'p ValuePath<'p>,
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

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("a number that JSON lacks"))
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
            items.next_element_seed(ValueVisitor { pass: self.pass, path: &ValuePath::Item(self.path, list.len()) })?
        {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key_seed(ValueVisitor { pass: self.pass, path: &ValuePath::Key })? {
            let Value::String(key) = key else { return Err(A::Error::custom("a key is not a string")) };
            if key == "<<" && self.pass.refuses_merge_key {
                return Err(A::Error::custom("`<<` does not merge mappings here"));
            }
            let value = entries
                .next_value_seed(ValueVisitor { pass: self.pass, path: &ValuePath::Field(self.path, key.as_str()) })?;
            if map.insert(key, value).is_some() {
                return Err(A::Error::custom(DUPLICATE_KEY));
            }
        }
        Ok(Value::Object(map))
    }

    /// Visits a value with a tag.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        let (tag, value) = tagged.variant::<String>()?;
        if tag != "sample" || matches!(self.path, ValuePath::Key) {
            return Err(A::Error::custom("unknown tag"));
        }
        self.pass.samples.borrow_mut().push(self.path.to_string());
        value.newtype_variant_seed(self)
    }
}
