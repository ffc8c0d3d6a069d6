//! `budgets` of the settings: how much pages may weigh, by what makes the weight.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

/// What pages of one kind may weigh.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Budget {
    /// A glob: the pages are those of the templates that it fits.
    pub template: String,
    /// Nothing for what has no limit.
    #[serde(flatten)]
    pub limits: BTreeMap<Part, Option<Size>>,
}

/// A part of what a page makes a browser load. The words are those of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Html,
    Css,
    /// What is fetched or stands in the page before its visitor does anything.
    Script,
    /// What islands fetch when they are hydrated.
    ScriptLater,
    /// Pictures further down too, which are fetched when they come near.
    Images,
    /// Those that the page itself names.
    Fonts,
}

impl Part {
    /// The word of the settings.
    pub fn word(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Css => "css",
            Self::Script => "script",
            Self::ScriptLater => "script_later",
            Self::Images => "images",
            Self::Fonts => "fonts",
        }
    }
}

/// As people say it: `14 KB of HTML`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Html => "HTML",
            Self::Css => "CSS",
            Self::Script => "script before its visitor does anything",
            Self::ScriptLater => "script for its islands",
            Self::Images => "pictures",
            Self::Fonts => "fonts",
        })
    }
}

/// A number of bytes, written as `14 KB`; 1 KB is 1000 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size(pub u64);

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        size(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is no size")))
    }
}

/// Reads `300 B`, `2.1 KB`, `1 MB`. The settings' schema lets nothing else through.
fn size(text: &str) -> Option<Size> {
    let (number, unit) = text.split_once(' ')?;
    let unit: f64 = match unit {
        "B" => 1.0,
        "KB" => 1e3,
        "MB" => 1e6,
        _ => return None,
    };
    let bytes = number.parse::<f64>().ok()? * unit;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float cast stays within bounds")]
    Some(Size(bytes.round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_written_with_their_unit() {
        let check = |text: &str, expected: Option<u64>| assert_eq!(size(text), expected.map(Size), "{text}");
        check("300 B", Some(300));
        check("2.1 KB", Some(2100));
        check("14 KB", Some(14_000));
        check("1.5 MB", Some(1_500_000));
        check("14", None);
        check("14 kb", None);
        check("many KB", None);
    }

    #[test]
    fn parts_are_read_by_their_words() {
        for part in [Part::Html, Part::Css, Part::Script, Part::ScriptLater, Part::Images, Part::Fonts] {
            let read: Part = serde_json::from_value(part.word().into()).expect("a part");
            assert_eq!(read, part);
        }
    }
}
