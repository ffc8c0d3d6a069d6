//! What changed in each file since the last commit, in words.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::super::content_file::{ContentFile, ContentRole, DiskText};
use super::super::form::is_picture;
use super::super::labels;
use super::differences::{DifferenceKind, differences};
use super::repository::UncommittedFile;
use super::words::{WordKind, WordRun, word_difference};
use crate::config::{CONTENT, Config, PUBLIC};
use crate::diagnostic::units::count;
use crate::fs;
use crate::markdown::{MarkdownOptions, TextBlock};
use crate::schema::Schema;
use crate::site::plan::LEDGER_FILE;
use crate::snapshot::Snapshot;
use crate::source::SourceFile;
use crate::unicode::nfc;

/// The most characters of a text that is told as a whole.
const MAX_WHOLE_CHARS: usize = 60;

/// What became of a file or of a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    Added,
    Removed,
    Changed,
    Moved,
}

/// A file that changed.
#[derive(Debug, Serialize)]
pub struct ChangedFile {
    pub file: String,
    /// The name of what it holds.
    pub title: String,
    pub fate: Fate,
    /// The route of its own page.
    pub page: Option<String>,
    /// The path of a picture that can be shown.
    pub picture: Option<String>,
    /// Whether the editor has a form for it.
    pub is_editable: bool,
    pub parts: Vec<PartChange>,
}

/// A part of a file that changed.
#[derive(Debug, Serialize)]
pub struct PartChange {
    /// Where the part is now, as forms name it; `None` if it is not there any more.
    pub at: Option<String>,
    pub label: String,
    pub fate: Fate,
    /// What became of it, such as "from 9 to 10".
    pub sentence: String,
    /// The words of a long text that differ, and some around them.
    pub words: Vec<WordRun>,
    /// Whether it is a text in Markdown.
    #[serde(skip)]
    pub is_block: bool,
}

/// The reader of changed files.
pub struct ChangeReader<'a> {
    pub config: &'a Config,
    pub snapshot: &'a Snapshot,
}

impl ChangeReader<'_> {
    /// Tells what changed in files; `committed` returns the text of a file at the last commit. An entry that came where one of
    /// the same title went has been renamed.
    pub fn read_all(
        &self,
        files: &[UncommittedFile],
        committed: &dyn Fn(&UncommittedFile) -> Option<Arc<str>>,
    ) -> Vec<ChangedFile> {
        let read = |file: &UncommittedFile| self.read(file, committed(file).as_deref());
        let mut changes: Vec<ChangedFile> = files.iter().filter_map(read).collect();
        for gone in files.iter().filter(|file| !file.is_there && file.path.starts_with(CONTENT)) {
            let Some(at) = changes.iter().position(|change| change.file == gone.path) else { continue };
            let is_successor = |change: &ChangedFile| {
                change.fate == Fate::Added
                    && change.title == changes[at].title
                    && folder(&change.file) == folder(&gone.path)
            };
            let Some(new) = changes.iter().position(is_successor) else { continue };
            let file = UncommittedFile { path: changes[new].file.clone(), is_there: true, ..gone.clone() };
            let part = PartChange {
                at: Some(String::new()),
                label: "Name of the file".to_owned(),
                fate: Fate::Changed,
                sentence: format!("from {} to {}", quoted(name(&gone.path)), quoted(name(&file.path))),
                words: Vec::new(),
                is_block: false,
            };
            if let Some(compared) = self.read(&file, committed(gone).as_deref()) {
                changes[new].parts = compared.parts;
            }
            changes[new].fate = Fate::Moved;
            changes[new].parts.insert(0, part);
            changes.remove(at);
        }
        changes
    }

    /// Tells what changed in a file, given its text at the last commit; `None` if nothing did.
    fn read(&self, file: &UncommittedFile, before: Option<&str>) -> Option<ChangedFile> {
        let UncommittedFile { path, is_there, .. } = file;
        let fate = match (&file.before, is_there) {
            (None, _) => Fate::Added,
            (_, false) => Fate::Removed,
            _ => Fate::Changed,
        };
        let mut change = ChangedFile {
            file: path.clone(),
            title: path.clone(),
            fate,
            page: None,
            picture: None,
            is_editable: false,
            parts: Vec::new(),
        };
        if let Some(published) = path.strip_prefix(PUBLIC) {
            published.trim_start_matches('/').clone_into(&mut change.title);
            change.picture = (*is_there && is_picture(path)).then(|| change.title.clone());
            return Some(change);
        }
        if path == LEDGER_FILE {
            "List of all addresses".clone_into(&mut change.title);
            return Some(change);
        }
        let site = self.snapshot.site();
        let content = ContentFile::find(site, &nfc(path));
        let source = content.as_ref().map(|content| content.source.clone());
        let source =
            source.map_or_else(|| unknown_source(path), |source| SourceFile { text: "".into(), ..(*source).clone() });
        let text_now = is_there.then(|| fs::read_text(&self.config.path(path), path).ok()).flatten();
        let [before, now] =
            [before.map(str::to_owned), text_now].map(|text| text.map(|text| DiskText::new(&source, text)));
        change.title = match &content {
            Some(content) => content.title(site),
            None => title_in(now.as_ref().or(before.as_ref())).unwrap_or(change.title),
        };
        let entry = content.as_ref().and_then(|content| match content.kind {
            ContentRole::Entry(entry) => Some(entry),
            _ => None,
        });
        change.page = self.snapshot.route_of(entry).map(str::to_owned);
        change.is_editable = *is_there && content.as_ref().is_some_and(ContentFile::is_yaml);
        if let (Fate::Changed, Some(before), Some(now)) = (fate, &before, &now) {
            if before.text() == now.text() {
                return None;
            }
            let open = Schema::open();
            let schema = content.as_ref().map_or(&open, |content| content.schema);
            change.parts = parts(before, now, schema, site.content.markdown_of(&source));
        }
        Some(change)
    }
}

/// Returns the folder of a file.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the name of a file without its folder and its ending.
fn name(path: &str) -> &str {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

/// Makes the source of a file that the site does not have.
fn unknown_source(path: &str) -> SourceFile {
    let below = path.strip_prefix("content/").unwrap_or(path);
    SourceFile { file: path.into(), path: below.into(), text: "".into() }
}

/// Returns the title that stands in a file: one that is gone, or that the site has not been built with yet.
fn title_in(text: Option<&DiskText>) -> Option<String> {
    let value = text?.parse().ok()?.value;
    ["title", "name"].iter().find_map(|key| value.get(*key)?.as_str()).map(str::to_owned)
}

/// Tells which parts of a file changed.
fn parts(before: &DiskText, now: &DiskText, schema: &Schema, options: &MarkdownOptions) -> Vec<PartChange> {
    let whole = |sentence: &str| PartChange {
        at: None,
        label: "Whole file".to_owned(),
        fate: Fate::Changed,
        sentence: sentence.to_owned(),
        words: Vec::new(),
        is_block: false,
    };
    let (Ok(old), Ok(new)) = (before.parse(), now.parse()) else { return vec![whole("written anew")] };
    let mut parts: Vec<PartChange> = differences(&old.value, &new.value)
        .into_iter()
        .map(|difference| {
            let document = if matches!(difference.kind, DifferenceKind::Removed(_)) { &old.value } else { &new.value };
            value_change(difference.at, difference.kind, schema, document)
        })
        .collect();
    let blocks = block_changes(&before.text_blocks(options), &now.text_blocks(options));
    if blocks.is_empty() && before.rest() != now.rest() {
        parts.push(whole("its Markdown changed"));
    }
    parts.extend(blocks);
    if parts.is_empty() {
        parts.push(whole("only comments, or the way it is written"));
    }
    parts
}

/// Tells what became of a value.
fn value_change(at: String, kind: DifferenceKind, schema: &Schema, document: &Value) -> PartChange {
    let label = labels::path(schema, document, &at);
    let label = if label.is_empty() { "Everything".to_owned() } else { label };
    let is_there = !matches!(kind, DifferenceKind::Removed(_));
    let (fate, sentence, words) = match kind {
        DifferenceKind::Changed { was, to } => {
            let (sentence, words) = replacement(&was, &to);
            (Fate::Changed, sentence, words)
        }
        DifferenceKind::Added(value) => (Fate::Added, with_text("added", &value), Vec::new()),
        DifferenceKind::Removed(value) => (Fate::Removed, with_text("removed", &value), Vec::new()),
        DifferenceKind::Moved => (Fate::Moved, "moved".to_owned(), Vec::new()),
    };
    PartChange { at: is_there.then_some(at), label, fate, sentence, words, is_block: false }
}

/// Tells which texts in Markdown changed.
fn block_changes(before: &[TextBlock], now: &[TextBlock]) -> Vec<PartChange> {
    let texts = |blocks: &'_ [TextBlock]| blocks.iter().map(|block| block.text.clone()).collect::<Vec<_>>();
    let operations = capture_diff_slices(Algorithm::Myers, &texts(before), &texts(now));
    let part = |at: Option<usize>, block: &TextBlock, fate: Fate, sentence: String, words: Vec<WordRun>| PartChange {
        at: at.map(|number| format!("#{number}")),
        label: labels::of_block(block.kind).to_owned(),
        fate,
        sentence,
        words,
        is_block: true,
    };
    let mut parts = Vec::new();
    for operation in operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. })) {
        let mut gone = operation.old_range();
        for number in operation.new_range() {
            let block = &now[number];
            parts.push(match gone.next() {
                Some(was) => {
                    let (sentence, words) = replacement(&before[was].text.clone().into(), &block.text.clone().into());
                    part(Some(number), block, Fate::Changed, sentence, words)
                }
                None => {
                    part(Some(number), block, Fate::Added, with_text("added", &block.text.clone().into()), Vec::new())
                }
            });
        }
        for was in gone {
            let block = &before[was];
            parts.push(part(None, block, Fate::Removed, with_text("removed", &block.text.clone().into()), Vec::new()));
        }
    }
    parts
}

/// Tells how a value was replaced: as a whole if it is short, else by the words that differ.
fn replacement(was: &Value, to: &Value) -> (String, Vec<WordRun>) {
    let (before, now) = (as_text(was), as_text(to));
    let (Some(before), Some(now)) = (before, now) else { return ("changed".to_owned(), Vec::new()) };
    if before.chars().count().max(now.chars().count()) <= MAX_WHOLE_CHARS {
        return (format!("from {} to {}", quoted(&before), quoted(&now)), Vec::new());
    }
    let words = word_difference(&before, &now);
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

/// "added" → "added: “cups a day”", if the value is a short text.
fn with_text(verb: &str, value: &Value) -> String {
    match as_text(value) {
        Some(text) if text.chars().count() <= MAX_WHOLE_CHARS => format!("{verb}: {}", quoted(&text)),
        _ => verb.to_owned(),
    }
}

/// Returns a single value as text, in one line.
fn as_text(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => String::new(),
        Value::Bool(is_on) => if *is_on { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Array(_) | Value::Object(_) => return None,
    };
    Some(text)
}

/// Puts words into quotes; figures need none.
fn quoted(text: &str) -> String {
    match text {
        "" => "nothing".to_owned(),
        "yes" | "no" => text.to_owned(),
        _ if text.contains(char::is_alphabetic) => format!("“{text}”"),
        _ => text.to_owned(),
    }
}
