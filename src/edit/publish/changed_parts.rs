//! The changes of the parts of a file since the last commit: values and texts in Markdown, described in words.

use serde::Serialize;
use serde_json::Value;

use super::super::labels;
use super::super::picture_fields::{changed_fields, name_of_picture};
use super::super::workspace::OpenFile;
use super::differences::{ValueDifference, compare_values, pair_items};
use super::words::{WordKind, WordRun, compare_words};
use crate::diagnostic::units::count;
use crate::markdown::{MarkdownOptions, TextBlock};
use crate::schema::Schema;
use crate::unicode::collapse_white_space;

/// The longest text that a sentence quotes. Of a longer text, only the words that differ are shown.
const MAX_QUOTED_CHARS: usize = 60;

/// What became of a file or of a part of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    Added,
    Removed,
    #[default]
    Changed,
    Moved,
    /// The value is no sample any more, and stays as it is.
    Approved,
}

/// A change of one value, of one text in Markdown, or of a whole file.
#[derive(Debug, Serialize)]
pub struct PartChange {
    /// The pointer of the value, or `#` and the number of the text; `None` if no form shows the part.
    pub at: Option<String>,
    pub label: String,
    pub fate: Fate,
    /// What happened, such as "from 9 to 10".
    pub sentence: String,
    /// The words of a long text that differ, with some around them.
    pub words: Vec<WordRun>,
    /// Whether the part is a text in Markdown. Commit messages count such texts instead of listing them.
    #[serde(skip)]
    pub is_block: bool,
}

impl PartChange {
    /// Makes a change that is described by a sentence alone.
    pub fn new(at: Option<String>, label: impl Into<String>, sentence: impl Into<String>) -> Self {
        let (label, sentence) = (label.into(), sentence.into());
        Self { at, label, fate: Fate::Changed, sentence, words: Vec::new(), is_block: false }
    }

    /// Describes the change of a part. The part is added if there is no value `before`, removed if there is none `now`,
    /// and moved if both are the same.
    fn describe(at: Option<String>, label: String, before: Option<&Value>, now: Option<&Value>) -> Self {
        let (fate, sentence, words) = match (before, now) {
            (Some(before), Some(now)) if before == now => (Fate::Moved, "moved".to_owned(), Vec::new()),
            (Some(before), Some(now)) => {
                let (sentence, words) = describe_replacement(before, now);
                (Fate::Changed, sentence, words)
            }
            (_, Some(value)) => (Fate::Added, with_text("added", value), Vec::new()),
            (before, None) => (Fate::Removed, with_text("removed", before.unwrap_or(&Value::Null)), Vec::new()),
        };
        Self { fate, words, ..Self::new(at, label, sentence) }
    }
}

/// Describes what differs between two texts of a file. If only comments or the layout differ, one change of the whole
/// file says so.
pub fn compare_texts(before: &OpenFile<'_>, now: &OpenFile<'_>) -> Vec<PartChange> {
    let schema = now.content.schema;
    let whole = |sentence: &str| PartChange::new(None, "Whole file", sentence);
    let (Ok(old), Ok(new)) = (before.parse(), now.parse()) else { return vec![whole("written anew")] };
    let differences = compare_values(&old.value, &new.value).into_iter();
    let mut parts: Vec<PartChange> =
        differences.map(|difference| describe_value(difference, schema, [&old.value, &new.value])).collect();
    let is_approved = |sample: &&String| {
        let value = old.value.pointer(sample);
        !new.samples.contains(sample) && value.is_some() && value == new.value.pointer(sample)
    };
    for sample in old.samples.iter().filter(is_approved) {
        let label = labels::path(schema, &new.value, sample);
        let approved = PartChange::new(Some(sample.clone()), label, "right as it is");
        parts.push(PartChange { fate: Fate::Approved, ..approved });
    }
    let blocks = compare_blocks(&before.text_blocks(), &now.text_blocks(), now.content.markdown);
    if blocks.is_empty() && before.rest() != now.rest() {
        parts.push(whole("its Markdown changed"));
    }
    parts.extend(blocks);
    if parts.is_empty() {
        parts.push(whole("only comments, or the way it is written"));
    }
    parts
}

fn describe_value(difference: ValueDifference, schema: &Schema, [old, new]: [&Value; 2]) -> PartChange {
    let ValueDifference { at, before, now } = difference;
    let label = labels::path(schema, if now.is_some() { new } else { old }, &at);
    let label = if label.is_empty() { "Everything".to_owned() } else { label };
    let switched = describe_switch(&at, before, now, schema);
    let part = PartChange::describe(now.map(|_| at), label, before, now);
    PartChange { sentence: switched.unwrap_or(part.sentence), ..part }
}

/// Describes the change of a switch. Returns `None` if the value is no switch, or if the switch stands as before.
fn describe_switch(at: &str, before: Option<&Value>, now: Option<&Value>, schema: &Schema) -> Option<String> {
    let default = schema.parts_at(at).iter().find_map(|part| part.get("default")?.as_bool()).unwrap_or(false);
    let is_on = |value: Option<&Value>| value.map_or(Some(default), Value::as_bool);
    let (was, is) = (is_on(before)?, is_on(now)?);
    (was != is).then(|| format!("switched {}", if is { "on" } else { "off" }))
}

fn compare_blocks(before: &[TextBlock], now: &[TextBlock], options: &MarkdownOptions) -> Vec<PartChange> {
    let keys = |blocks: &[TextBlock]| blocks.iter().map(|block| (block.level, block.text.clone())).collect::<Vec<_>>();
    let pairs = pair_items(&keys(before), &keys(now)).into_iter();
    let parts = pairs.flat_map(|(was, is)| {
        let (was, now) = (was.map(|was| &before[was]), is.map(|is| &now[is]));
        let at = is.map(|is| format!("#{is}"));
        describe_picture(at.as_deref(), was, now, options).unwrap_or_else(|| describe_block(at, was, now, options))
    });
    parts.collect()
}

fn describe_block(
    at: Option<String>,
    was: Option<&TextBlock>,
    now: Option<&TextBlock>,
    options: &MarkdownOptions,
) -> Vec<PartChange> {
    let label = now.or(was).map_or("", |block| labels::of_block(block, options)).to_owned();
    let part = match (was, now) {
        (Some(was), Some(now)) if was.text == now.text && was.level != now.level => {
            PartChange::new(at, label, "another level")
        }
        _ => {
            let is_named = was.is_none() || now.is_none();
            let name = |text: &str| is_named.then(|| name_of_picture(text, options)).flatten();
            let text = |block: &TextBlock| name(&block.text).unwrap_or_else(|| block.text.clone());
            let [was, now] = [was, now].map(|block| block.map(|block| Value::from(text(block))));
            PartChange::describe(at, label, was.as_ref(), now.as_ref())
        }
    };
    vec![PartChange { is_block: true, ..part }]
}

/// Describes the change of a picture's fields; `None` for other changes.
fn describe_picture(
    at: Option<&str>,
    was: Option<&TextBlock>,
    now: Option<&TextBlock>,
    options: &MarkdownOptions,
) -> Option<Vec<PartChange>> {
    let changed = changed_fields(&was?.text, &now?.text, options)?.into_iter();
    let parts = changed.map(|(field, values)| {
        let at = at.map(|at| [at, field.end].concat());
        let [was, now] = values.map(Value::from);
        PartChange::describe(at, field.label.to_owned(), Some(&was), Some(&now))
    });
    Some(parts.collect())
}

/// Describes how a value was replaced: quotes short texts, and counts the words that differ in long ones.
fn describe_replacement(before: &Value, now: &Value) -> (String, Vec<WordRun>) {
    let (Some(old), Some(new)) = (as_text(before), as_text(now)) else {
        return ("changed".to_owned(), Vec::new());
    };
    let has_same_words = before.is_string() && now.is_string() && old == new;
    if !has_same_words && old.chars().count().max(new.chars().count()) <= MAX_QUOTED_CHARS {
        return (format!("from {} to {}", quoted(&old), quoted(&new)), Vec::new());
    }
    let words = compare_words(&old, &new);
    let number = |kind: WordKind| {
        let runs = words.iter().filter(|run| run.kind == kind);
        runs.map(|run| run.text.split_whitespace().count()).sum::<usize>()
    };
    let sentence = match number(WordKind::Added).max(number(WordKind::Removed)) {
        0 => "other line breaks".to_owned(),
        number => format!("{} changed", count(number, "word")),
    };
    (sentence, words)
}

/// Appends a value to a verb if it is a short text: `added: “cups a day”`.
fn with_text(verb: &str, value: &Value) -> String {
    match as_text(value) {
        Some(text) if text.chars().count() <= MAX_QUOTED_CHARS => format!("{verb}: {}", quoted(&text)),
        _ => verb.to_owned(),
    }
}

/// Returns a value as text in one line; `None` for a mapping or a list.
fn as_text(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => String::new(),
        Value::Bool(is_on) => if *is_on { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => collapse_white_space(text),
        Value::Array(_) | Value::Object(_) => return None,
    };
    Some(text)
}

/// Quotes a text that has letters, unless it is `yes` or `no`. An empty text becomes `nothing`.
pub fn quoted(text: &str) -> String {
    match text {
        "" => "nothing".to_owned(),
        "yes" | "no" => text.to_owned(),
        _ if text.contains(char::is_alphabetic) => format!("“{text}”"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::super::workspace::tests::open;
    use super::{compare_texts, describe_replacement};

    #[test]
    fn a_picture_in_markdown_is_described_by_its_fields() {
        let check = |before: &str, now: &str, expected: &[(Option<&str>, &str)]| {
            let parts = compare_texts(&open(before), &open(now));
            let described: Vec<_> =
                parts.iter().map(|part| (part.at.as_deref(), format!("{}: {}", part.label, part.sentence))).collect();
            let found: Vec<_> = described.iter().map(|(at, words)| (*at, &**words)).collect();
            assert_eq!(found, expected, "{before} {now}");
        };
        let boat = "![A boat](/boat.svg \"Sea\")\n";
        check(
            boat,
            "![Two boats](/boats.svg \"Sea\")\n",
            &[
                (Some("#0/picture"), "Picture: from “/boat.svg” to “/boats.svg”"),
                (Some("#0/picture_alt"), "What it shows: from “A boat” to “Two boats”"),
            ],
        );
        check(boat, "![](/boat.svg \"Sea\")\n", &[(Some("#0/picture_alt"), "What it shows: from “A boat” to nothing")]);
        check(boat, "Text.\n", &[(Some("#0"), "Paragraph: from “![A boat](/boat.svg \"Sea\")” to “Text.”")]);
        let retitled = "Picture: from “![A boat](/boat.svg \"Sea\")” to “![A boat](/boat.svg \"Bay\")”";
        check(boat, "![A boat](/boat.svg \"Bay\")\n", &[(Some("#0"), retitled)]);
        check("Text.\n", &format!("Text.\n\n{boat}"), &[(Some("#1"), "Picture: added: “A boat”")]);
        check(&format!("Text.\n\n{boat}"), "Text.\n", &[(None, "Picture: removed: “A boat”")]);
    }

    #[test]
    fn texts_with_the_same_words_are_not_quoted() {
        let check = |before: Value, now: Value, expected: &str| {
            assert_eq!(describe_replacement(&before, &now).0, expected, "{before} {now}");
        };
        check(json!("One two."), json!("One three."), "from “One two.” to “One three.”");
        check(json!("One two."), json!("One\ntwo."), "other line breaks");
        check(json!("word ".repeat(30)), json!("word\n".repeat(30)), "other line breaks");
        check(json!(5), json!("5"), "from 5 to 5");
    }
}
