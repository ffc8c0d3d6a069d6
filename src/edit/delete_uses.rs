//! The uses of an entry that is to be deleted, and how each is changed:
//!
//! - a link is removed, and its text stays
//! - a link or reference is given another target
//! - a value is removed

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::change::{block_number, is_item};
use super::file_change::FileChange;
use super::form::{FieldChoice, FormBuilder};
use super::refused::Refused;
use super::rename::{EntryRename, find_references, rewrite_file, rewrite_link_or_id, write_link_like};
use super::uses::{EntryNames, EntryUse};
use super::workspace::{OpenFile, Workspace};
use crate::html::replace_spans;
use crate::markdown::{LinkSpan, find_link_spans};
use crate::yaml::ParsedDocument;
use crate::yaml::pointer::ancestors;
use crate::yaml::tree::PairSide;
use crate::yaml::write::ItemEdit;

/// A use of an entry that is to be deleted, and what can become of it.
#[derive(Debug, Default, Serialize)]
pub struct UseOptions {
    #[serde(flatten)]
    pub place: EntryUse,
    /// Whether the link can be removed, so that its text stays.
    pub can_unlink: bool,
    /// Whether the link can lead to another page.
    pub can_redirect: bool,
    /// The other entries to which the reference can lead.
    pub entries: Vec<FieldChoice>,
    /// What is removed with the value, if it can be removed.
    pub removal: Option<Removal>,
    /// Why the value can't be removed.
    pub why_needed: Option<&'static str>,
    /// Whether the editor has a form for the place. Code and values that developers change have none.
    pub has_form: bool,
}

/// What is removed with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Removal {
    Field,
    /// The list item that the value is or lies in.
    Item,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub enum UseChange {
    Unlink,
    /// Points a link to the page at the route `to`, or a reference to the entry named `to`.
    Redirect {
        to: String,
    },
    /// Removes the value, or the item around it.
    Remove,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenUse {
    pub file: String,
    pub at: String,
    pub change: UseChange,
}

/// The files that a deletion changes, by their paths: each as it was read, and as it is after the changes so far.
#[derive(Default)]
pub struct ChangedFiles<'w>(BTreeMap<String, [OpenFile<'w>; 2]>);

impl<'w> ChangedFiles<'w> {
    /// Changes a file. Reads it first if it has not changed yet.
    pub fn change(
        &mut self,
        workspace: &'w Workspace<'_>,
        name: &str,
        change: impl FnOnce(&OpenFile<'w>) -> Result<OpenFile<'w>, Refused>,
    ) -> Result<(), Refused> {
        let [first, present] = match self.0.remove(name) {
            Some(file) => file,
            None => {
                let file = workspace.open(name)?;
                [file.clone(), file]
            }
        };
        let changed = change(&present)?;
        self.0.insert(name.to_owned(), [first, changed]);
        Ok(())
    }

    /// Lists the changes of the files. Writing them fails if another program has changed a file since it was read.
    pub fn list(&self) -> Vec<FileChange> {
        self.0.values().map(|[first, changed]| first.change_to(changed)).collect()
    }
}

/// Finds the places that lead to an entry. `rename` comes from `EntryRename::of_all_names`.
pub fn find_uses(workspace: &Workspace<'_>, rename: &EntryRename<'_>) -> Result<Vec<UseOptions>, Refused> {
    let mut found = Vec::new();
    let for_developers = |place: EntryUse| UseOptions { place, ..UseOptions::default() };
    for content in rename.candidate_files().filter(|content| !rename.is_own_file(content.role)) {
        let file = OpenFile::as_built(content);
        let Some(rewritten) = rewrite_file(rename, &file)? else { continue };
        let changer = UseChanger { workspace, rename, file: &file };
        found.extend(rewritten.uses.into_iter().map(|place| changer.describe(place)));
        found.extend(rewritten.not_rewritten.into_iter().map(for_developers));
    }
    let names = EntryNames::of(rename.site, rename.plan, &rename.entries);
    found.extend(names.find_in_code(workspace.config).into_iter().map(for_developers));
    Ok(found)
}

/// Makes the chosen changes of all places, and returns the changed files.
///
/// # Errors
/// Fails if no change or an impossible one was chosen for a place, or if a file can't be read.
pub fn change_uses<'w>(
    workspace: &'w Workspace<'_>,
    rename: &EntryRename<'_>,
    chosen: &[ChosenUse],
) -> Result<ChangedFiles<'w>, Refused> {
    let mut changed = ChangedFiles::default();
    // The last places come first: removing an item changes the numbers of the items after it.
    for found in find_uses(workspace, rename)?.into_iter().rev() {
        let EntryUse { file, at, .. } = found.place;
        let is_same = |chosen: &&ChosenUse| chosen.file == file && Some(&chosen.at) == at.as_ref();
        let missing = || Refused::invalid("edit-used", format!("`{file}` still names it"), "change that first");
        let ChosenUse { at, change, .. } = chosen.iter().find(is_same).ok_or_else(missing)?;
        changed.change(workspace, &file, |file| {
            let new = UseChanger { workspace, rename, file }.change(at, change)?;
            Ok(new.unwrap_or_else(|| file.clone()))
        })?;
    }
    Ok(changed)
}

/// The changer of the places in one file that lead to an entry.
struct UseChanger<'a, 'f> {
    workspace: &'a Workspace<'a>,
    rename: &'a EntryRename<'a>,
    file: &'a OpenFile<'f>,
}

impl<'f> UseChanger<'_, 'f> {
    /// Whether a text is a link to the entry, or its id.
    fn leads_to_entry(&self, text: &str) -> bool {
        rewrite_link_or_id(self.rename, text, &self.file.content.source.path).is_some()
    }

    /// Whether the value at `at` is a reference to the entry.
    fn is_reference(&self, document: &Value, at: &str) -> bool {
        find_references(self.rename, &self.file.content, document).contains_key(at)
    }

    /// Returns what can become of a place.
    fn describe(&self, place: EntryUse) -> UseOptions {
        let at = place.at.clone().unwrap_or_default();
        let document = if at.starts_with('/') { self.file.parse().ok() } else { None };
        let text = document.as_ref().and_then(|document| document.value.pointer(&at)?.as_str());
        let (Some(document), Some(text)) = (&document, text) else {
            // The place is a link in Markdown.
            let can_unlink = self.change_markdown(&at, &UseChange::Unlink).is_some();
            return UseOptions { can_unlink, can_redirect: true, has_form: true, place, ..UseOptions::default() };
        };
        if self.workspace.check_editable(&self.file.content, &at).is_err() {
            let line = self.file.yaml().ok().map(|source| source.place_of(&at, PairSide::Value).line);
            return UseOptions { place: EntryUse { at: None, line, ..place }, ..UseOptions::default() };
        }
        let is_reference = self.is_reference(&document.value, &at);
        let removal = self.find_removal(&document.value, &at);
        UseOptions {
            place,
            can_unlink: !is_reference && self.change_links(text, 0, &UseChange::Unlink, &|_| true).is_some(),
            can_redirect: !is_reference,
            entries: if is_reference { self.other_entries(document, &at) } else { Vec::new() },
            why_needed: removal.as_ref().err().copied(),
            removal: removal.ok().map(|(removal, _)| removal),
            has_form: true,
        }
    }

    /// Lists the other entries that the reference at `at` can name.
    fn other_entries(&self, document: &ParsedDocument, at: &str) -> Vec<FieldChoice> {
        let builder = FormBuilder { workspace: self.workspace, file: &self.file.content, document: document.clone() };
        let own = document.value.pointer(at);
        let choices = builder.build_blank_field(at).map_or_else(Vec::new, |field| field.choices);
        choices.into_iter().filter(|choice| Some(&choice.value) != own).collect()
    }

    /// Determines what goes when the value at `at` is removed: the value alone if it is an optional field, or else the
    /// list item that is or directly contains the value. Also returns the pointer of what goes.
    ///
    /// # Errors
    /// Fails with the reason why the value can't be removed.
    fn find_removal(&self, document: &Value, at: &str) -> Result<(Removal, String), &'static str> {
        let why_needed = match self.file.content.field(document, at) {
            Some(field) if !field.is_required => return Ok((Removal::Field, at.to_owned())),
            Some(_) => "the field needs a value",
            None => "the site does not say that the field may be empty",
        };
        let item = ancestors(at).take(2).find(|around| is_item(document, around)).ok_or(why_needed)?;
        let list = item.rsplit_once('/').map_or("", |(list, _)| list);
        let count = document.pointer(list).and_then(Value::as_array).map_or(0, Vec::len);
        if count as u64 > self.file.content.fewest_items(document, list) {
            Ok((Removal::Item, item.to_owned()))
        } else {
            Err("the list needs all of its items")
        }
    }

    /// Changes a place. Returns `None` for a value that does not lead to the entry any more.
    fn change(&self, at: &str, change: &UseChange) -> Result<Option<OpenFile<'f>>, Refused> {
        if !at.starts_with('/') {
            return self.change_markdown(at, change).map(Some).ok_or_else(impossible_change);
        }
        let document = self.file.values()?;
        let Some(text) = document.pointer(at).and_then(Value::as_str) else { return Ok(None) };
        let is_whole_link = self.leads_to_entry(text) || self.is_reference(&document, at);
        let links = find_link_spans(text, 0, self.file.content.markdown);
        if !is_whole_link && !links.into_iter().any(|link| self.leads_to_entry(&link.address)) {
            return Ok(None);
        }
        let new = match change {
            UseChange::Remove => return self.remove_value(&document, at).map(Some),
            UseChange::Redirect { to } if is_whole_link => write_link_like(self.rename, text, to),
            _ => self.change_links(text, 0, change, &|_| true).ok_or_else(impossible_change)?,
        };
        if new == text { Err(impossible_change()) } else { self.file.set_value(at, &new.into()).map(Some) }
    }

    fn remove_value(&self, document: &Value, at: &str) -> Result<OpenFile<'f>, Refused> {
        // Each removal is possible alone, but together they may leave too few items in a list.
        let needed = |reason: &'static str| Refused::invalid("edit-use", reason, "choose something else");
        let (removal, place) = self.find_removal(document, at).map_err(needed)?;
        match removal {
            Removal::Field => self.file.set_value(&place, &Value::Null),
            Removal::Item => {
                let (list, number) = place.rsplit_once('/').ok_or_else(impossible_change)?;
                let number = number.parse().map_err(|_| impossible_change())?;
                self.file.edit_items(list, &ItemEdit::Remove { number })
            }
        }
    }

    /// Changes the links in the Markdown block `at`, or those outside of all blocks if `at` is empty.
    fn change_markdown(&self, at: &str, change: &UseChange) -> Option<OpenFile<'f>> {
        let blocks = self.file.text_blocks();
        let is_wanted = |start: usize| blocks.iter().position(|block| block.span.contains(&start)) == block_number(at);
        let new = self.change_links(self.file.text(), self.file.markdown_start()?, change, &is_wanted)?;
        let new = self.file.with_text(&new);
        (new.block_kinds() == self.file.block_kinds()).then_some(new)
    }

    /// Changes those links to the entry whose target begins at a byte that `is_wanted` accepts. Returns `None` if no
    /// link changes, or if a link can't be changed in this way.
    fn change_links(
        &self,
        text: &str,
        start: usize,
        change: &UseChange,
        is_wanted: &dyn Fn(usize) -> bool,
    ) -> Option<String> {
        let mut edits = Vec::new();
        for LinkSpan { target, address, link } in find_link_spans(text, start, self.file.content.markdown) {
            if is_wanted(target.start) && self.leads_to_entry(&address) {
                edits.push(match (change, link) {
                    (UseChange::Unlink, Some((whole, shown))) => (whole, text[shown].to_owned()),
                    (UseChange::Redirect { to }, _) => (target, write_link_like(self.rename, &address, to)),
                    _ => return None,
                });
            }
        }
        edits.sort_by_key(|(range, _)| range.start);
        (!edits.is_empty()).then(|| replace_spans(text, edits))
    }
}

fn impossible_change() -> Refused {
    Refused::invalid("edit-use", "this can't be done there", "choose something else")
}
