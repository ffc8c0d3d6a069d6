//! The names of values for people: the title of their schema, their key in words or, for list items, `1 · years`.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use super::content_file::in_words;
use crate::markdown::{LonePicture, MarkdownOptions, TextBlock, TextBlockKind};
use crate::schema::Schema;
use crate::unicode::collapse_white_space;
use crate::yaml::pointer::{join, segments};

const MAX_SHORTENED_CHARS: usize = 40;

/// A value or a part of a file, by its pointer and its name in words.
#[derive(Debug, Serialize)]
pub struct LabelledPart {
    pub at: String,
    pub label: String,
}

#[derive(Debug, Serialize)]
pub struct LabelledValue {
    pub at: String,
    pub label: String,
    pub value: Value,
}

/// Returns the parts around the value at `pointer`, from the outermost, and the value itself.
pub fn trail(schema: &Schema, document: &Value, pointer: &str) -> Vec<LabelledPart> {
    let mut at = String::new();
    let step = |segment: Cow<'_, str>| {
        let is_item = document.pointer(&at).is_some_and(Value::is_array);
        at = join(&at, &segment);
        let title = || schema.parts_at(&at).into_iter().find_map(|part| part.get("title")?.as_str());
        let label = match segment.parse() {
            Ok(number) if is_item => of_item(number, document.pointer(&at).unwrap_or(&Value::Null)),
            _ => title().map_or_else(|| in_words(&segment), str::to_owned),
        };
        LabelledPart { at: at.clone(), label }
    };
    segments(pointer).map(step).collect()
}

/// Returns the labels of all steps to a value in one text: `Counters › Items › 1 · years › Value`.
pub fn path(schema: &Schema, document: &Value, pointer: &str) -> String {
    let labels = trail(schema, document, pointer).into_iter().map(|part| part.label);
    labels.collect::<Vec<_>>().join(" › ")
}

/// Returns the label of the value at `pointer`; empty for the whole document.
pub fn of_value(schema: &Schema, document: &Value, pointer: &str) -> String {
    trail(schema, document, pointer).pop().map(|part| part.label).unwrap_or_default()
}

pub fn of_block(block: &TextBlock, options: &MarkdownOptions) -> &'static str {
    match block.kind {
        TextBlockKind::Code => "Code",
        _ if LonePicture::read(&block.text, options).is_some() => "Picture",
        TextBlockKind::Paragraph => "Paragraph",
        TextBlockKind::Heading => "Heading",
        TextBlockKind::Item => "List item",
        TextBlockKind::Cell => "Table cell",
    }
}

/// Returns the name of an item: `1 · years` for a mapping with a text, or else `Item 1`.
pub fn of_item(number: usize, item: &Value) -> String {
    match first_text(item) {
        Some(text) => format!("{} · {text}", number + 1),
        None => format!("Item {}", number + 1),
    }
}

/// Returns the title of a mapping, or else its first text, shortened.
fn first_text(value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    // Names and titles say more than a text that happens to come first.
    let named = ["title", "name", "label", "question", "heading"].iter().find_map(|key| fields.get(*key)?.as_str());
    named.or_else(|| fields.values().find_map(Value::as_str)).map(shortened)
}

/// Returns the beginning of a text, in one line.
pub fn shortened(text: &str) -> String {
    let text = collapse_white_space(text);
    let Some((end, next)) = text.char_indices().nth(MAX_SHORTENED_CHARS) else { return text };
    // A cut between words divides no letter or emoji that has several code points.
    let words = text[..end + next.len_utf8()].rsplit_once(' ').map_or(&text[..end], |(words, _)| words);
    format!("{words}…")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{shortened, trail};
    use crate::schema::Schema;

    #[test]
    fn labels_are_keys_in_words_and_the_names_of_items() {
        let document = json!({ "image_alt": "x", "items": [{ "value": 9, "label": "years" }, 5] });
        let check = |pointer: &str, expected: &[&str]| {
            let labels: Vec<_> =
                trail(&Schema::open(), &document, pointer).into_iter().map(|part| part.label).collect();
            assert_eq!(labels, expected, "{pointer}");
        };
        check("/image_alt", &["Image alt"]);
        check("/items/0/value", &["Items", "1 · years", "Value"]);
        check("/items/1", &["Items", "Item 2"]);
        check("", &[]);
    }

    #[test]
    fn long_texts_end_with_a_whole_word() {
        let check = |text: &str, expected: &str| assert_eq!(shortened(text), expected);
        check("Seven  short words", "Seven short words");
        check("The boat to the island goes at six in the morning", "The boat to the island goes at six in…");
        check("The boat to the island goes at six by the clock", "The boat to the island goes at six by…");
        check(
            "The boat to the island goes at six 👩\u{200d}👩\u{200d}👧\u{200d}👦 today",
            "The boat to the island goes at six…",
        );
        check(&"a".repeat(50), &format!("{}…", "a".repeat(40)));
    }
}
