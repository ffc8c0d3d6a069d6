//! The undoing of a change whose files have changed since: what the change did is taken back, and later changes stay.

use serde_json::Value;

use super::change::{Change, block_number, outermost_item};
use super::described_change::describe_change;
use super::file_change::{FileChange, FileState};
use super::item_change::{ItemChange, describe_item_change};
use super::journal::{
    ChangeKind, DescribedChange, Journal, current_gap, current_path, current_pointer, has_all_changes_since,
};
use super::refused::Refused;
use super::rename::{Renaming, describe_rename};
use super::workspace::{OpenFile, Workspace};
use crate::diagnostic::Diagnostic;
use crate::markdown::{TextBlock, text_blocks};
use crate::site::plan::LEDGER_FILE;
use crate::yaml::pointer::split_last;
use crate::yaml::write::{ItemEdit, Splice};

pub struct Undoing<'a> {
    pub workspace: &'a Workspace<'a>,
    /// The changes of the journal.
    pub changes: &'a [DescribedChange],
    pub change: DescribedChange,
}

impl Undoing<'_> {
    /// Describes the undoing of `change`. Returns `None` if there is nothing to undo, such as for a moved item
    /// that is at its former place already.
    ///
    /// # Errors
    /// Fails if what the change wrote has been changed since, even to the former value, or if its place is uncertain.
    pub fn describe(&self) -> Result<Option<DescribedChange>, Refused> {
        let DescribedChange { kind, at, was, to, .. } = &self.change;
        let file = current_path(self.changes, self.change.number, &self.change.file);
        let is_block = block_number(at).is_some();
        // The text may have become several blocks, or one with another text: `- a` becomes the item `a`. The change is
        // undone only if the file still has all of it.
        let is_divided = is_block && to.is_string() && self.written_blocks(&file)? != [to.as_str().unwrap_or_default()];
        if is_divided && !self.has_whole_text(&file)? {
            return Err(not_restorable(&file));
        }
        // Equal texts are told apart by the text around them.
        let needs_surroundings = is_divided || (is_block && *kind == ChangeKind::Set && self.is_repeated(&file)?);
        match kind {
            ChangeKind::Set if is_block && !needs_surroundings => {
                let change = Change { file, at: at.clone(), was: to.clone(), to: was.clone(), item: None };
                describe_change(self.workspace, &change)
            }
            ChangeKind::Set if !is_block => self.describe_former_value(&file),
            ChangeKind::Insert if !is_block => {
                let at = current_pointer(self.changes, &self.change).ok_or_else(|| not_restorable(&file))?;
                self.describe_item_edit(file, &at, to, |number| ItemEdit::Remove { number })
            }
            ChangeKind::Remove if !is_block => {
                let at = current_gap(self.changes, &self.change).ok_or_else(|| not_restorable(&file))?;
                let value = was.clone();
                self.describe_item_edit(file, &at, &Value::Null, |number| ItemEdit::Insert { number, value })
            }
            ChangeKind::Move => self.describe_moved_back(&file),
            ChangeKind::Rename => {
                let name = was.as_str().unwrap_or_default().to_owned();
                let renaming = Renaming { file, name, keeps_address: false };
                let renamed = describe_rename(&self.workspace.snapshot, self.workspace.config, &renaming)?;
                // An entry that has been renamed again keeps its address.
                if renamed.was == *to { Ok(Some(renamed)) } else { Err(Refused::Conflict { current: renamed.was }) }
            }
            // An entry that was changed since it was created stays.
            ChangeKind::Create => Err(Refused::Conflict { current: Value::Null }),
            _ => self.describe_restored().map(Some),
        }
    }

    /// Describes the change of a value back to the former one, at the pointer that it has now.
    fn describe_former_value(&self, file: &str) -> Result<Option<DescribedChange>, Refused> {
        let at = current_pointer(self.changes, &self.change).ok_or_else(|| not_restorable(file))?;
        let (was, to) = (self.change.to.clone(), self.change.was.clone());
        let change = Change { file: file.to_owned(), at, was, to, item: None };
        let inverse = describe_change(self.workspace, &change)?;
        inverse.map(|inverse| self.restore_bytes(inverse, &change.at)).transpose()
    }

    /// Describes an edit of the list around `at`. `was` is the item at `at`, or `null` for an insertion.
    fn describe_item_edit(
        &self,
        file: String,
        at: &str,
        was: &Value,
        edit: impl FnOnce(usize) -> ItemEdit,
    ) -> Result<Option<DescribedChange>, Refused> {
        let (list, number) = split_last(at).ok_or(Refused::NotFound)?;
        let edit = edit(number.parse().unwrap_or(0));
        let change = ItemChange { file, at: list.to_owned(), was: was.clone(), edit };
        let Some(inverse) = describe_item_change(self.workspace, &change)? else { return Ok(None) };
        // `restore_bytes` refuses if `checked_at` lies in an item that may be another one by now. An item to move was
        // found by its number alone, so it is checked itself. An item to remove was compared with its value in the
        // journal, and an item to insert is new: for these, only the items around the list are checked.
        let checked_at = if inverse.kind == ChangeKind::Move { at } else { list };
        self.restore_bytes(inverse, checked_at).map(Some)
    }

    /// Describes the move of an item back to its former place, among the items that are there now.
    fn describe_moved_back(&self, file: &str) -> Result<Option<DescribedChange>, Refused> {
        let DescribedChange { at, was, to, .. } = &self.change;
        let (list, _) = split_last(at).ok_or(Refused::NotFound)?;
        let from = was.as_u64().ok_or(Refused::NotFound)?;
        let to = to.as_u64().ok_or(Refused::NotFound)?;
        // The number of the item before which the moved one belongs, in the list as the move left it.
        let gap = from.saturating_add(u64::from(to < from));
        let place = |number: u64| DescribedChange { at: format!("{list}/{number}"), ..self.change.clone() };
        let at = current_pointer(self.changes, &place(to)).ok_or_else(|| not_restorable(file))?;
        let gap = current_gap(self.changes, &place(gap)).ok_or_else(|| not_restorable(file))?;
        let item = self.workspace.open(file)?.values()?.pointer(&at).cloned().ok_or(Refused::NotFound)?;
        let number_of = |at: &str| split_last(at).and_then(|(_, number)| number.parse::<usize>().ok());
        let (number, gap) = number_of(&at).zip(number_of(&gap)).ok_or(Refused::NotFound)?;
        let to = gap - usize::from(number < gap);
        self.describe_item_edit(file.to_owned(), &at, &item, |number| ItemEdit::Move { number, to })
    }

    /// Lets the `inverse` restore the former bytes, with their quotes, comments and tags, if they give the same values.
    ///
    /// # Errors
    /// Fails if `at` lies in a list item that may be another one by now.
    fn restore_bytes(&self, mut inverse: DescribedChange, at: &str) -> Result<DescribedChange, Refused> {
        let former = self.change.files.iter().find(|part| part.file == self.change.file).ok_or(Refused::NotFound)?;
        let new = inverse.files.iter_mut().find(|part| part.file == inverse.file).ok_or(Refused::NotFound)?;
        let file = self.workspace.open(&inverse.file)?;
        let expected = file.with_change(new)?.values()?;
        let restore = |(splice, is_only): (Splice, bool)| {
            let restored = OpenFile::new(file.content, splice.apply(&file.whole)?);
            file.check_change(&restored, &expected).ok()?;
            Some((restored, is_only))
        };
        let restored = former.find_inverses(&file.whole).find_map(restore);
        // The bytes of the change prove that the item is the same, if no other place has them.
        let is_same_item = restored.as_ref().is_some_and(|(_, is_only)| *is_only)
            || outermost_item(&file.values()?, at).is_none()
            || has_all_changes_since(self.changes, &self.change, self.workspace.config);
        if !is_same_item {
            return Err(not_restorable(&inverse.file));
        }
        if let Some((restored, _)) = restored {
            *new = file.change_to(&restored);
        }
        Ok(inverse)
    }

    /// Returns the texts of the blocks that the text of the change becomes as Markdown.
    fn written_blocks(&self, file: &str) -> Result<Vec<String>, Refused> {
        let options = self.workspace.open(file)?.content.markdown;
        let blocks = text_blocks(self.change.to.as_str().unwrap_or_default(), 0, options);
        Ok(blocks.into_iter().map(|block| block.text).collect())
    }

    /// Whether a file still has the text of the change: as one block, such as code, or as the blocks that it becomes.
    fn has_whole_text(&self, file: &str) -> Result<bool, Refused> {
        let (blocks, written) = (self.workspace.open(file)?.text_blocks(), self.written_blocks(file)?);
        let is_whole = |block: &TextBlock| self.change.to.as_str().is_some_and(|text| block.text == text.trim_end());
        let mut windows = blocks.windows(written.len().max(1));
        Ok(blocks.iter().any(is_whole) || windows.any(|window| window.iter().map(|block| &block.text).eq(&written)))
    }

    /// Whether several blocks of the file have the text of the change.
    fn is_repeated(&self, file: &str) -> Result<bool, Refused> {
        let blocks = self.workspace.open(file)?.text_blocks();
        Ok(blocks.iter().filter(|block| self.change.to == block.text).count() > 1)
    }

    /// Describes the change that puts the former bytes back.
    fn describe_restored(&self) -> Result<DescribedChange, Refused> {
        let restore = |change: &FileChange| -> Result<Option<FileChange>, Refused> {
            if change.state(self.workspace.config) == FileState::After {
                return Ok(Some(change.inverse()));
            }
            if change.file == LEDGER_FILE {
                return Ok(change.restore_ledger(self.workspace.config)?);
            }
            let path = current_path(self.changes, self.change.number, &change.file);
            if change.moved_from.is_some() || change.before.is_none() || change.after.is_none() {
                return Err(not_restorable(&path));
            }
            let file = self.workspace.open(&path)?;
            let restored = change.restore_in(&file.whole).map(|whole| OpenFile::new(file.content, whole));
            let new = restored.filter(|new| keeps_other_blocks(&file, new)).ok_or_else(|| not_restorable(&path))?;
            file.check_mistakes(&new)?;
            Ok(Some(file.change_to(&new)))
        };
        let restored = self.change.files.iter().rev().filter_map(|change| restore(change).transpose());
        let files: Vec<FileChange> = restored.collect::<Result<_, _>>()?;
        let (file, change) = (current_path(self.changes, self.change.number, &self.change.file), self.change.clone());
        let (kind, further_blocks) = (change.kind.inverse(), change.inverse_further_blocks());
        let at = match files.iter().find(|changed| changed.file == file) {
            Some(changed) if block_number(&change.at).is_some() => self.find_block_at(changed)?,
            _ => change.at,
        };
        Ok(DescribedChange { kind, file, at, was: change.to, to: change.was, further_blocks, files, ..change })
    }

    /// Returns the pointer of the block at which the change of a file begins.
    fn find_block_at(&self, changed: &FileChange) -> Result<String, Refused> {
        let file = self.workspace.open(&changed.file)?;
        let start = changed.splice.start.saturating_sub(file.whole.len() - file.text().len());
        let blocks = file.text_blocks();
        Ok(format!("#{}", blocks.iter().take_while(|block| block.span.end <= start).count()))
    }
}

/// Whether two texts of a file have the same blocks outside of the lines that differ.
fn keeps_other_blocks(file: &OpenFile<'_>, new: &OpenFile<'_>) -> bool {
    let text = file.text();
    let splice = Splice::smallest(text, 0..text.len(), new.text()).moved_to_line_start(text);
    let (before, after) = (file.text_blocks(), new.text_blocks());
    let end = splice.start + splice.removed.len();
    let above = before.iter().take_while(|block| block.span.end < splice.start);
    let below = before.iter().rev().take_while(|block| block.span.start > end);
    let is_same = |(a, b): (&TextBlock, &TextBlock)| (a.kind, &a.text) == (b.kind, &b.text);
    above.clone().count() + below.clone().count() <= after.len()
        && above.zip(&after).all(is_same)
        && below.zip(after.iter().rev()).all(is_same)
}

/// Adds a likely reason why a deleted entry can't come back: entries to which it may lead were renamed or deleted.
pub fn name_moved_targets(refused: Refused, journal: &Journal, number: u64) -> Refused {
    let Refused::Invalid(reasons) = refused else { return refused };
    let moves = journal.changes().iter().filter(|change| {
        let is_move = matches!(change.kind, ChangeKind::Rename | ChangeKind::Delete) && change.undoes.is_none();
        is_move && change.number > number && !journal.is_undone(change.number)
    });
    let names: Vec<String> = moves.map(|change| format!("`{}`", change.label)).collect();
    if names.is_empty() {
        return Refused::Invalid(reasons);
    }
    let message = format!("it may lead to what has another address by now, or is deleted: {}", names.join(", "));
    let explanation = Diagnostic::error("edit-undo", message).help("take these changes back first");
    Refused::Invalid([vec![explanation], reasons].concat())
}

fn not_restorable(file: &str) -> Refused {
    let message =
        format!("it can't be taken back, because it or what stands beside it in {file} has been changed since");
    Refused::invalid("edit-undo", message, "change it by hand")
}
