//! The setting `budgets`: how many bytes pages may make a browser load, by kind of resource.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

/// The limits for the pages of some templates.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Budget {
    /// A glob of template names.
    pub template: String,
    /// The limit of each part; `None` means no limit.
    #[serde(flatten)]
    pub limits: BTreeMap<WeightPart, Option<ByteSize>>,
}

/// A part of a page's weight, named as in the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeightPart {
    Html,
    Css,
    /// Scripts in the page, and those loaded before the visitor does anything.
    Script,
    /// Scripts that islands load when they are hydrated.
    ScriptLater,
    /// All images, lazily loaded ones included.
    Images,
    /// Fonts that the page preloads. Those that only style sheets name are not counted.
    Fonts,
}

impl WeightPart {
    /// Returns the key in the settings, and the name in messages.
    fn names(self) -> [&'static str; 2] {
        match self {
            Self::Html => ["html", "HTML"],
            Self::Css => ["css", "CSS"],
            Self::Script => ["script", "script before its visitor does anything"],
            Self::ScriptLater => ["script_later", "script for its islands"],
            Self::Images => ["images", "pictures"],
            Self::Fonts => ["fonts", "fonts"],
        }
    }

    pub fn key(self) -> &'static str {
        self.names()[0]
    }
}

/// Writes the part's name in messages: `HTML`, as in "14 KB of HTML".
impl fmt::Display for WeightPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.names()[1])
    }
}

/// A number of bytes, written as `14 KB`; 1 KB is 1000 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct ByteSize(pub u64);

impl TryFrom<String> for ByteSize {
    type Error = String;

    /// Parses `300 B`, `2.1 KB`, `1 MB`. The schema of the settings refuses any other text.
    fn try_from(text: String) -> Result<Self, String> {
        let bytes = text.split_once(' ').and_then(|(number, unit)| {
            let unit = [("B", 1.0), ("KB", 1e3), ("MB", 1e6)].into_iter().find(|(name, _)| *name == unit)?.1;
            Some(number.parse::<f64>().ok()? * unit)
        });
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        bytes.map(|bytes| Self(bytes.round() as u64)).ok_or_else(|| format!("`{text}` is not a size"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_need_a_unit() {
        let check = |text: &str, expected: Option<u64>| {
            assert_eq!(ByteSize::try_from(text.to_owned()).ok(), expected.map(ByteSize), "{text}");
        };
        check("300 B", Some(300));
        check("2.1 KB", Some(2100));
        check("14 KB", Some(14_000));
        check("1.5 MB", Some(1_500_000));
        check("14", None);
        check("14 kb", None);
        check("many KB", None);
    }

    #[test]
    fn parts_are_deserialized_from_their_keys() {
        for part in [
            WeightPart::Html,
            WeightPart::Css,
            WeightPart::Script,
            WeightPart::ScriptLater,
            WeightPart::Images,
            WeightPart::Fonts,
        ] {
            let read: WeightPart = serde_json::from_value(part.key().into()).expect("a part");
            assert_eq!(read, part);
        }
    }
}
