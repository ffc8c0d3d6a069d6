//! The rewriting of a file of content: links and references to a renamed entry change, and nothing else does.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use super::super::content_file::{ContentFile, ContentRole};
use super::super::labels;
use super::super::refused::Refused;
use super::super::uses::EntryUse;
use super::super::workspace::OpenFile;
use super::entry_rename::EntryRename;
use super::targets::{rewrite_link_or_id, rewrite_reference, rewrite_text};
use crate::content::entry_file::EntryRole;
use crate::diagnostic::Diagnostic;
use crate::html::replace_spans;
use crate::lines::{line_end, line_start};
use crate::markdown::{LinkSpan, MarkdownOptions, find_link_spans, quote_sentence};
use crate::route::path_below;
use crate::schema::Schema;
use crate::unicode::nfc;
use crate::yaml::pointer::{all_values, is_in_field, is_within};
use crate::yaml::tree::PairSide;
use crate::yaml::write::set_scalar;

/// A file in which the links and references are rewritten.
pub struct RewrittenFile<'f> {
    pub file: OpenFile<'f>,
    /// What was rewritten.
    pub uses: Vec<EntryUse>,
    /// What could not be rewritten, and still leads to the former name.
    pub not_rewritten: Vec<EntryUse>,
    /// Why the file can't be rewritten: something else in it would change, or a value would break the schema.
    pub problems: Vec<Diagnostic>,
}

/// Rewrites a file. Returns `None` if nothing in it leads to the entry.
pub fn rewrite_file<'f>(rename: &EntryRename<'_>, file: &OpenFile<'f>) -> Result<Option<RewrittenFile<'f>>, Refused> {
    let mut rewritten =
        RewrittenFile { file: file.clone(), uses: Vec::new(), not_rewritten: Vec::new(), problems: Vec::new() };
    rewritten.rewrite_values(rename)?;
    rewritten.rewrite_markdown(rename);
    Ok((!rewritten.uses.is_empty() || !rewritten.not_rewritten.is_empty()).then_some(rewritten))
}

impl RewrittenFile<'_> {
    fn rewrite_values(&mut self, rename: &EntryRename<'_>) -> Result<(), Refused> {
        let content = &self.file.content.clone();
        // A file that can't be parsed is left out: the build reports its mistakes.
        let Ok(document) = self.file.parse() else { return Ok(()) };
        let references = find_references(rename, content, &document.value);
        let is_entry = matches!(content.role, ContentRole::Entry(_));
        // The text with the new values, and the values that parsing it must give.
        let (mut written, mut expected) = (self.file.clone(), document.value.clone());
        for (at, value) in all_values(&document.value) {
            let Value::String(text) = value else { continue };
            // An entry's own address is no link.
            let is_address = ["aliases", "route", "slug"].iter().any(|key| is_in_field(&at, key));
            if is_entry && is_address {
                continue;
            }
            let rewritten = || rewrite_text(rename, text, content);
            let Some(new) = references.get(&at).cloned().or_else(rewritten) else { continue };
            let new = Value::from(new);
            // Writing a sample value would remove its tag.
            let is_sample = document.samples.iter().any(|sample| is_within(&at, sample));
            let splice = if is_sample { None } else { set_scalar(&written.yaml()?, &at, &new).ok() };
            let with_new = splice.and_then(|splice| written.with_splice(&splice).ok());
            let (file, quote) = (content.source.file.to_string(), quote_link(rename, text, content));
            let label = [content.title(rename.site), labels::path(content.schema, &document.value, &at)].join(" › ");
            let Some(with_new) = with_new else {
                let line = Some(written.yaml()?.place_of(&at, PairSide::Value).line);
                self.not_rewritten.push(EntryUse { file, at: None, line, label, quote });
                continue;
            };
            written = with_new;
            if let Some(value) = expected.pointer_mut(&at) {
                *value = new;
            }
            self.uses.push(EntryUse { file, at: Some(at), line: None, label, quote });
        }
        if !self.uses.is_empty() {
            match self.file.check_change(&written, &expected) {
                Err(Refused::Invalid(problems)) => self.problems.extend(problems),
                checked => checked?,
            }
            self.file = written;
        }
        Ok(())
    }

    fn rewrite_markdown(&mut self, rename: &EntryRename<'_>) {
        let Some(start) = self.file.markdown_start() else { return };
        let (source, options) = (self.file.content.source, self.file.content.markdown);
        let text = self.file.text();
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        // The addresses of all links after the change.
        let mut expected: Vec<String> = Vec::new();
        for LinkSpan { target, address, .. } in link_spans(text, start, options) {
            // A target that overlaps one already rewritten stays as it is.
            let is_free = edits.last().is_none_or(|(last, _)| last.end <= target.start);
            let new = rewrite_link_or_id(rename, &address, &source.path).filter(|_| is_free);
            expected.push(new.clone().unwrap_or(address));
            edits.extend(new.map(|new| (target, new)));
        }
        if edits.is_empty() {
            return;
        }
        let starts: Vec<usize> = edits.iter().map(|(span, _)| span.start).collect();
        let uses = list_markdown_uses(rename, &self.file, &starts);
        let new = self.file.with_text(&replace_spans(text, edits));
        let found = link_spans(new.text(), start, options).into_iter().map(|span| span.address);
        let has_same_kinds = new.block_kinds() == self.file.block_kinds();
        if !found.eq(expected) || !has_same_kinds {
            let message = format!("the links in `{}` can't be changed alone", source.file);
            self.problems.push(Diagnostic::error("edit-links", message).help("a developer changes the address"));
        }
        self.file = new;
        self.uses.extend(uses);
    }
}

/// Lists the texts in Markdown with links whose targets begin at the bytes `starts`, each text once.
fn list_markdown_uses(rename: &EntryRename<'_>, file: &OpenFile<'_>, starts: &[usize]) -> Vec<EntryUse> {
    let (text, content) = (file.text(), &file.content);
    let blocks = file.text_blocks();
    let mut uses: Vec<EntryUse> = Vec::new();
    for &start in starts {
        let number = blocks.iter().position(|block| block.span.contains(&start));
        let at = Some(number.map_or_else(String::new, |number| format!("#{number}")));
        if uses.iter().any(|known| known.at == at) {
            continue;
        }
        let kind = number.map_or("Text", |number| labels::of_block(&blocks[number], content.markdown));
        let label = [&content.title(rename.site), kind].join(" › ");
        let line = line_start(text, start)..line_end(text, start);
        let around = number.map_or(line, |number| blocks[number].span.clone());
        let quote = quote_sentence(text, file.markdown_start().unwrap_or_default(), &around, start, content.markdown);
        uses.push(EntryUse { file: content.source.file.to_string(), at, line: None, label, quote });
    }
    uses
}

/// Returns the sentence around the first link to the entry in a text; empty without such a link.
fn quote_link(rename: &EntryRename<'_>, text: &str, content: &ContentFile<'_>) -> String {
    let (from, options) = (&*content.source.path, content.markdown);
    let is_link = |span: &LinkSpan| rewrite_link_or_id(rename, &span.address, from).is_some();
    let link = find_link_spans(text, 0, options).into_iter().find(is_link);
    link.map_or_else(String::new, |link| quote_sentence(text, 0, &(0..text.len()), link.target.start, options))
}

/// Finds all link targets in Markdown, once each: several links may share the target of one definition.
fn link_spans(text: &str, start: usize, options: &MarkdownOptions) -> Vec<LinkSpan> {
    let mut spans = find_link_spans(text, start, options);
    spans.dedup_by(|a, b| a.target == b.target);
    spans
}

/// Finds the references to the entry, by their pointers, each with its new text. Those in the `defaults` and the
/// `children` of a section count too.
pub fn find_references(
    rename: &EntryRename<'_>,
    content: &ContentFile<'_>,
    document: &Value,
) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if !rename.anchors.is_empty() {
        return found;
    }
    let mut find = |schema: &Schema, value: &Value, prefix: &str| {
        schema.shape.visit_references(value, &mut |at, collection, name| {
            found.extend(rewrite_reference(rename, collection, name).map(|new| (format!("{prefix}{at}"), new)));
        });
    };
    find(content.schema, document, "");
    if let ContentRole::Entry(index) = content.role
        && let entry = rename.site.entry(index)
        && entry.role == EntryRole::Section
    {
        if let Some(defaults) = document.get("defaults") {
            find(&rename.site.collections()[entry.collection].schema, defaults, "/defaults");
        }
        // The section may be in the renamed folder itself.
        let section = rename.new_id_of(&entry.id).unwrap_or_else(|| entry.id.to_string());
        let children = document.get("children").and_then(Value::as_array).into_iter().flatten();
        for (number, child) in children.enumerate() {
            let Some(name) = child.as_str() else { continue };
            let Some(new_id) = rename.new_id_of(&format!("{}/{}", entry.id, nfc(name))) else { continue };
            if let Some(new) = path_below(&new_id, &section).filter(|new| *new != name) {
                found.insert(format!("/children/{number}"), new.to_owned());
            }
        }
    }
    found
}
