//! Footnotes: `[^name]` links to its note, and the note links back to each reference. The used notes are written at the
//! end of the text in the order of their first use. The first note has the id `fn-1`, and its references have the ids
//! `fnref-1`, `fnref-1-2` …

use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::ops::Range;

use pulldown_cmark::{Event, TagEnd};
use rustc_hash::{FxHashMap, FxHashSet};
use unicase::UniCase;

use super::events::{EventBuffer, Placeholder};
use super::pieces::Piece;
use super::text::{MarkdownText, is_escaped};
use crate::diagnostic::{Diagnostic, SpannedDiagnostic, closest};

pub(super) struct Note<'a> {
    pub label: String,
    /// The bytes of `[^label]` in the file.
    pub span: Range<usize>,
    pub content: EventBuffer<'a>,
}

/// The notes of a text, and the references without a note.
#[derive(Default)]
pub(super) struct Footnotes<'a> {
    pub notes: Vec<Note<'a>>,
    undefined: Vec<(String, Range<usize>)>,
    /// The keys of the notes to which the title refers.
    title_keys: FxHashSet<String>,
}

/// The used notes in the order of their first use: the key of each, and its number of references.
type UsedNotes = Vec<(String, usize)>;

fn note_id(note: usize) -> String {
    format!("fn-{note}")
}

/// Returns the id of a reference to a note; references are counted from 1.
fn reference_id(note: usize, reference: usize) -> String {
    if reference == 1 { format!("fnref-{note}") } else { format!("fnref-{note}-{reference}") }
}

/// Writes a reference to a note, with `prefix` before the ids.
pub fn write_reference(html: &mut String, prefix: &str, note: usize, reference: usize) {
    let (target, id) = (note_id(note), reference_id(note, reference));
    // Writing to a String can't fail.
    let _ = write!(
        html,
        "<sup class=\"footnote-ref\"><a href=\"#{prefix}{target}\" id=\"{prefix}{id}\" role=\"doc-noteref\">{note}</a></sup>"
    );
}

/// Whether an id looks like the id of a footnote. Headings must not have such ids.
pub(super) fn is_footnote_id(id: &str) -> bool {
    let number = id.strip_prefix("fn-").or_else(|| id.strip_prefix("fnref-"));
    number.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the key of a label. Labels that differ only in case have the same key, as for the parser.
fn key(label: &str) -> String {
    UniCase::new(label).to_folded_case()
}

/// Numbers the references among the placeholders, and adds the notes that `used` lacks.
fn number_references(used: &mut UsedNotes, placeholders: &mut [Placeholder]) {
    for placeholder in placeholders {
        let Placeholder::Reference { label, note, reference } = placeholder else { continue };
        let key = key(label);
        let index = used.iter().position(|(used, _)| *used == key).unwrap_or_else(|| {
            used.push((key, 0));
            used.len() - 1
        });
        used[index].1 += 1;
        (*note, *reference) = (index + 1, used[index].1);
    }
}

impl<'a> Footnotes<'a> {
    /// Records the reference `[^label]` whose `^` is at the byte `at`, if there is one. The parser reads a reference as
    /// text if no note has its label.
    pub fn record_undefined(&mut self, source: &MarkdownText, at: usize) {
        let (before, after) = source.text.split_at(at);
        let Some((label, _)) = after.strip_prefix('^').and_then(|after| after.split_once(']')) else { return };
        let Some(before) = before.strip_suffix('[') else { return };
        let is_label = !label.is_empty() && !label.contains(|c: char| c.is_whitespace() || c == '[');
        if is_label && !is_escaped(before.as_bytes()) {
            let span = source.span(at - 1..at + "^]".len() + label.len());
            self.undefined.push((label.to_owned(), span));
        }
    }

    /// Records the references among the placeholders of the title, which is shown without references.
    pub fn record_title(&mut self, placeholders: Vec<Placeholder>) {
        self.title_keys.extend(placeholders.into_iter().filter_map(|placeholder| match placeholder {
            Placeholder::Reference { label, .. } => Some(key(&label)),
            _ => None,
        }));
    }

    /// Appends the notes that the text refers to, and reports mistakes with notes.
    pub fn finish(self, buffer: &mut EventBuffer<'a>, diagnostics: &mut Vec<SpannedDiagnostic>) {
        let suggested = self.report_undefined(diagnostics);
        let mut notes: FxHashMap<String, Note> = FxHashMap::default();
        let mut used = UsedNotes::new();
        number_references(&mut used, &mut buffer.placeholders);
        for note in self.notes {
            match notes.entry(key(&note.label)) {
                Entry::Vacant(place) => _ = place.insert(note),
                Entry::Occupied(_) => {
                    let message = format!("two notes have the name `[^{}]`", note.label);
                    let diagnostic = Diagnostic::error("footnote-twice", message).label("this is the second");
                    diagnostics.push((diagnostic.help("give one of them a different name"), note.span));
                }
            }
        }
        // Notes may refer to further notes, which are added to `used`.
        let mut at = 0;
        while let Some((key, _)) = used.get(at) {
            if let Some(note) = notes.get_mut(key) {
                number_references(&mut used, &mut note.content.placeholders);
            }
            at += 1;
        }
        if !used.is_empty() {
            buffer.push(Event::Html("<section class=\"footnotes\" role=\"doc-endnotes\">\n<ol>\n".into()), None);
            for (index, (key, references)) in used.iter().enumerate() {
                if let Some(note) = notes.remove(key) {
                    note.write(index + 1, *references, buffer);
                }
            }
            buffer.push(Event::Html("</ol>\n</section>\n".into()), None);
        }
        let mut unused: Vec<Note> = notes.into_values().filter(|note| !suggested.contains(&note.label)).collect();
        unused.sort_by_key(|note| note.span.start);
        diagnostics.extend(unused.into_iter().map(|Note { label, span, .. }| {
            let users = if self.title_keys.contains(&key(&label)) { "only the title" } else { "nothing" };
            let diagnostic = Diagnostic::warning("footnote-unused", format!("{users} refers to the note `[^{label}]`"))
                .label("the page leaves it out")
                .help(format!("write `[^{label}]` where the note belongs, or remove the note"));
            (diagnostic, span)
        }));
    }

    /// Reports references without a note. Returns the labels that the reports suggest: the notes with these labels are
    /// not reported as unused.
    fn report_undefined(&self, diagnostics: &mut Vec<SpannedDiagnostic>) -> FxHashSet<String> {
        let mut suggested = FxHashSet::default();
        for (label, span) in &self.undefined {
            let near = closest(label, self.notes.iter().map(|note| note.label.as_str()));
            let hint = near.map_or_else(
                || format!("no line of this text begins with `[^{label}]:`"),
                |near| format!("did you mean `[^{near}]`?"),
            );
            suggested.extend(near.map(str::to_owned));
            let diagnostic = Diagnostic::error("footnote-missing", format!("there is no note for `[^{label}]`"))
                .label(hint)
                .help(format!("write the note as a paragraph of its own that begins with `[^{label}]:`"))
                .help(format!("if no footnote is meant, write `\\[^{label}]`"));
            diagnostics.push((diagnostic, span.clone()));
        }
        suggested
    }
}

impl<'a> Note<'a> {
    /// Appends the note as a list item, with the links back at its end: in the last paragraph, or after another block.
    fn write(self, number: usize, references: usize, buffer: &mut EventBuffer<'a>) {
        buffer.push(Event::Html("<li id=\"\0\">\n".into()), None);
        buffer.placeholders.push(Placeholder::Piece(Piece::Id(note_id(number))));
        buffer.append(self.content);
        let ends_in_paragraph = matches!(buffer.events.last(), Some((Event::End(TagEnd::Paragraph), _)));
        let end = if ends_in_paragraph { buffer.events.pop() } else { None };
        let mut back = String::new();
        for reference in 1..=references {
            let number_shown = if reference == 1 { String::new() } else { format!("<sup>{reference}</sup>") };
            let _ = write!(
                back,
                " <a href=\"#\0\" class=\"footnote-backref\" role=\"doc-backlink\">↩\u{fe0e}{number_shown}</a>"
            );
            buffer.placeholders.push(Placeholder::Piece(Piece::Id(reference_id(number, reference))));
        }
        if end.is_none() {
            back.push('\n');
        }
        buffer.push(Event::InlineHtml(back.into()), None);
        buffer.events.extend(end);
        buffer.push(Event::Html("</li>\n".into()), None);
    }
}
