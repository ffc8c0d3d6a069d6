//! The changes of each file since the last commit, described in words.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::super::content_file::{ContentFile, ContentRole, DiskText};
use super::super::form::is_picture;
use super::super::labels;
use super::differences::{DifferenceKind, compare_values};
use super::repository::UncommittedFile;
use super::words::{WordKind, WordRun, compare_words};
use crate::config::{CONTENT, Config, PUBLIC};
use crate::content::entry_file::is_named_by_folder;
use crate::diagnostic::units::count;
use crate::fs;
use crate::markdown::{MarkdownOptions, TextBlock};
use crate::route;
use crate::schema::Schema;
use crate::site::plan::LEDGER_FILE;
use crate::snapshot::Snapshot;
use crate::source::SourceFile;
use crate::unicode::{collapse_white_space, nfc};

/// The longest text that a sentence quotes. Of longer ones, only the words that differ are shown.
const MAX_QUOTED_CHARS: usize = 60;

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
    /// The title of the entry or of the data file; the path if the file is neither.
    pub title: String,
    pub fate: Fate,
    /// The route of its own page.
    pub page: Option<String>,
    /// The path below `public/`, if the file is a picture.
    pub picture: Option<String>,
    /// Whether the editor has a form for the file.
    pub is_editable: bool,
    pub parts: Vec<PartChange>,
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
    /// Whether the part is a text in Markdown: commit messages count those instead of listing them.
    #[serde(skip)]
    pub is_block: bool,
}

impl PartChange {
    /// Makes the change of a part that is neither added nor removed, described by a sentence alone.
    fn new(at: Option<String>, label: impl Into<String>, sentence: impl Into<String>) -> Self {
        let (label, sentence) = (label.into(), sentence.into());
        Self { at, label, fate: Fate::Changed, sentence, words: Vec::new(), is_block: false }
    }
}

/// The reader of changes, which compares files with the last commit.
pub struct ChangeReader<'a> {
    pub config: &'a Config,
    pub snapshot: &'a Snapshot,
}

impl ChangeReader<'_> {
    /// Describes what changed in each file. `committed` returns the text of a file at the last commit, and `is_same`
    /// says whether the file at a path has the bytes of a removed one.
    pub fn read_all(
        &self,
        files: &[UncommittedFile],
        committed: &dyn Fn(&UncommittedFile) -> Option<Arc<str>>,
        is_same: &dyn Fn(&UncommittedFile, &str) -> bool,
    ) -> Vec<ChangedFile> {
        let read = |file: &UncommittedFile| self.read(file, committed(file).as_deref());
        let mut changes: Vec<ChangedFile> = files.iter().filter_map(read).collect();
        let mut folders = RenamedFolders::new();
        // Entries in a renamed folder are recognized once the entry of the folder is.
        for _ in 0..2 {
            for gone in files.iter().filter(|file| !file.is_there && file.path.starts_with(CONTENT)) {
                let renamed = self.merge_renamed(gone, committed(gone).as_deref(), &folders, &mut changes);
                let Some(renamed) = renamed else { continue };
                self.leave_out_moved(&gone.path, &renamed, files, is_same, &mut changes);
                folders.insert(own_folder(&gone.path), own_folder(&renamed));
            }
        }
        changes
    }

    /// Merges the changes of a removed entry and of an added one with its title and folder: the file was renamed.
    /// Returns its new path.
    fn merge_renamed(
        &self,
        gone: &UncommittedFile,
        before: Option<&str>,
        folders: &RenamedFolders,
        changes: &mut Vec<ChangedFile>,
    ) -> Option<String> {
        let removed = changes.iter().position(|change| change.file == gone.path)?;
        let title = changes[removed].title.clone();
        let (before_folder, name) = split_name(&gone.path);
        let now_folder = renamed_folder(before_folder, folders);
        let is_moved = now_folder != before_folder;
        let is_successor = |change: &ChangedFile| {
            let (folder, stem) = split_name(&change.file);
            change.fate == Fate::Added && change.title == title && folder == now_folder && (!is_moved || stem == name)
        };
        let added = changes.iter().position(is_successor)?;
        let file = UncommittedFile { path: changes[added].file.clone(), is_there: true, ..gone.clone() };
        let compared = self.read(&file, before);
        let change = &mut changes[added];
        if let Some(compared) = compared {
            change.parts = compared.parts;
        }
        change.fate = Fate::Moved;
        let (label, names) = if is_moved {
            ("Folder", [before_folder, &now_folder])
        } else {
            ("Name of the file", [&*gone.path, &file.path])
        };
        let [was, is] = names.map(|path| quoted(split_name(path).1));
        let sentence = format!("from {was} to {is}");
        change.parts.insert(0, PartChange::new(Some(String::new()), label, sentence));
        changes.remove(removed);
        Some(file.path)
    }

    /// Leaves out the pictures and other files that moved, as they are, with the folder of a renamed entry.
    fn leave_out_moved(
        &self,
        before: &str,
        now: &str,
        files: &[UncommittedFile],
        is_same: &dyn Fn(&UncommittedFile, &str) -> bool,
        changes: &mut Vec<ChangedFile>,
    ) {
        let (Some((before, _)), Some((now, _))) = (before.rsplit_once('/'), now.rsplit_once('/')) else { return };
        for gone in files.iter().filter(|file| !file.is_there && before != now) {
            let Some(rest) = gone.path.strip_prefix(before).filter(|rest| rest.starts_with('/')) else { continue };
            let moved = [now, rest].concat();
            let is_entry = ContentFile::find(self.snapshot.site(), &nfc(&moved)).is_some();
            let is_added = changes.iter().any(|change| change.fate == Fate::Added && change.file == moved);
            if !is_entry && is_added && is_same(gone, &moved) {
                changes.retain(|change| change.file != gone.path && change.file != moved);
            }
        }
    }

    /// Describes what changed in a file, given its text at the last commit; `None` if nothing did.
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
        let source = content.as_ref().map_or_else(|| Arc::new(unknown_source(path)), |content| content.source.clone());
        let text_now = is_there.then(|| fs::read_text(&self.config.path(path), path).ok()).flatten();
        let before = before.map(|text| DiskText::new(&source, text.to_owned()));
        let now = text_now.map(|text| DiskText::new(&source, text));
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
            change.parts = compare_texts(before, now, schema, site.content.markdown_of(&source));
        }
        Some(change)
    }
}

/// The folders of renamed entries, each with its new path.
type RenamedFolders = BTreeMap<String, String>;

/// Returns the folder in which the entries below an entry lie.
fn own_folder(path: &str) -> String {
    let (folder, stem) = split_name(path);
    [folder, stem].join("/")
}

/// Returns the path that a folder has after its own renaming, or that of a folder around it.
fn renamed_folder(folder: &str, folders: &RenamedFolders) -> String {
    let renamed = folders.iter().rev().find(|(before, _)| route::is_within(folder, before));
    renamed.map_or_else(|| folder.to_owned(), |(before, now)| [now, &folder[before.len()..]].concat())
}

/// Splits the path of an entry's file into its folder and its name. If the entry has a folder of its own, these are the
/// folder around that one and its name.
fn split_name(path: &str) -> (&str, &str) {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    if is_named_by_folder(stem) { folder.rsplit_once('/').unwrap_or(("", folder)) } else { (folder, stem) }
}

/// Makes the source of a file that the last build did not read.
fn unknown_source(path: &str) -> SourceFile {
    let below = path.strip_prefix("content/").unwrap_or(path);
    SourceFile { file: path.into(), path: below.into(), text: "".into() }
}

/// Returns the title in the YAML of a file that the last build did not read.
fn title_in(text: Option<&DiskText>) -> Option<String> {
    let value = text?.parse().ok()?.value;
    ["title", "name"].iter().find_map(|key| value.get(*key)?.as_str()).map(str::to_owned)
}

/// Compares two texts of a file.
fn compare_texts(before: &DiskText, now: &DiskText, schema: &Schema, options: &MarkdownOptions) -> Vec<PartChange> {
    let whole = |sentence: &str| PartChange::new(None, "Whole file", sentence);
    let (Ok(old), Ok(new)) = (before.parse(), now.parse()) else { return vec![whole("written anew")] };
    let mut parts: Vec<PartChange> = compare_values(&old.value, &new.value)
        .into_iter()
        .map(|difference| {
            let document = if matches!(difference.kind, DifferenceKind::Removed(_)) { &old.value } else { &new.value };
            describe_value(difference.at, difference.kind, schema, document)
        })
        .collect();
    let is_approved = |sample: &&String| {
        let value = old.value.pointer(sample);
        !new.samples.contains(sample) && value.is_some() && value == new.value.pointer(sample)
    };
    for sample in old.samples.iter().filter(is_approved) {
        let label = labels::path(schema, &new.value, sample);
        parts.push(PartChange::new(Some(sample.clone()), label, "right as it is"));
    }
    let blocks = compare_blocks(&before.text_blocks(options), &now.text_blocks(options));
    if blocks.is_empty() && before.rest() != now.rest() {
        parts.push(whole("its Markdown changed"));
    }
    parts.extend(blocks);
    if parts.is_empty() {
        parts.push(whole("only comments, or the way it is written"));
    }
    parts
}

/// Describes the change of a value.
fn describe_value(at: String, kind: DifferenceKind, schema: &Schema, document: &Value) -> PartChange {
    let label = labels::path(schema, document, &at);
    let label = if label.is_empty() { "Everything".to_owned() } else { label };
    let is_there = !matches!(kind, DifferenceKind::Removed(_));
    let (fate, sentence, words) = describe_difference(kind);
    PartChange { at: is_there.then_some(at), label, fate, sentence, words, is_block: false }
}

/// Describes a difference: the fate of the part, the sentence, and the words of a long text that differ.
fn describe_difference(kind: DifferenceKind) -> (Fate, String, Vec<WordRun>) {
    match kind {
        DifferenceKind::Changed { was, to } => {
            let (sentence, words) = describe_replacement(&was, &to);
            (Fate::Changed, sentence, words)
        }
        DifferenceKind::Added(value) => (Fate::Added, with_text("added", &value), Vec::new()),
        DifferenceKind::Removed(value) => (Fate::Removed, with_text("removed", &value), Vec::new()),
        DifferenceKind::Moved => (Fate::Moved, "moved".to_owned(), Vec::new()),
    }
}

/// Compares the texts in Markdown of a file.
fn compare_blocks(before: &[TextBlock], now: &[TextBlock]) -> Vec<PartChange> {
    let texts = |blocks: &'_ [TextBlock]| blocks.iter().map(|block| block.text.clone()).collect::<Vec<_>>();
    let operations = capture_diff_slices(Algorithm::Myers, &texts(before), &texts(now));
    let value = |block: &TextBlock| Value::from(block.text.clone());
    let part = |number: Option<usize>, block: &TextBlock, kind: DifferenceKind| {
        let (fate, sentence, words) = describe_difference(kind);
        let at = number.map(|number| format!("#{number}"));
        PartChange { at, label: labels::of_block(block.kind).to_owned(), fate, sentence, words, is_block: true }
    };
    let mut parts = Vec::new();
    for operation in operations.iter().filter(|operation| !matches!(operation, DiffOp::Equal { .. })) {
        let mut gone = before[operation.old_range()].iter();
        for number in operation.new_range() {
            let block = &now[number];
            let kind = match gone.next() {
                Some(was) => DifferenceKind::Changed { was: value(was), to: value(block) },
                None => DifferenceKind::Added(value(block)),
            };
            parts.push(part(Some(number), block, kind));
        }
        parts.extend(gone.map(|was| part(None, was, DifferenceKind::Removed(value(was)))));
    }
    parts
}

/// Describes how a value was replaced: quotes short texts, and counts the words that differ in long ones.
fn describe_replacement(was: &Value, to: &Value) -> (String, Vec<WordRun>) {
    let (before, now) = (as_text(was), as_text(to));
    let (Some(before), Some(now)) = (before, now) else { return ("changed".to_owned(), Vec::new()) };
    if before.chars().count().max(now.chars().count()) <= MAX_QUOTED_CHARS {
        return (format!("from {} to {}", quoted(&before), quoted(&now)), Vec::new());
    }
    let words = compare_words(&before, &now);
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

/// Quotes a text that has letters. Numbers, `yes` and `no` need no quotes.
fn quoted(text: &str) -> String {
    match text {
        "" => "nothing".to_owned(),
        "yes" | "no" => text.to_owned(),
        _ if text.contains(char::is_alphabetic) => format!("“{text}”"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::split_name;

    #[test]
    fn entries_are_named_by_their_file_or_folder() {
        for (path, expected) in [
            ("content/articles/tides.ta.md", ("content/articles", "tides")),
            ("content/articles/trip/index.md", ("content/articles", "trip")),
            ("content/menu.yaml", ("content", "menu")),
        ] {
            assert_eq!(split_name(path), expected, "{path}");
        }
    }
}
