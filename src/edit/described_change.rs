//! Descriptions of the changes of values, text blocks and list items.

use serde_json::Value;

use super::block_change::{BlockChange, BlockEdit, find_block, insert_block, replace_block};
use super::block_structure::{remove_block, set_level};
use super::change::{Change, block_number, follow_item, set_value};
use super::file_change::FileChange;
use super::heading_links::{HeadingLinks, find_heading_links};
use super::item_change::{ItemChange, edit_list};
use super::journal::{ChangeKind, DescribedChange};
use super::labels;
use super::lost_pages::mark_lost_pages;
use super::refused::Refused;
use super::uses::EntryUse;
use super::workspace::{OpenFile, Workspace};
use crate::yaml::pointer::join;
use crate::yaml::write::ItemEdit;

/// A change with the links to headings that change with it.
pub type ChangeWithLinks = (DescribedChange, HeadingLinks);

/// Describes a change of a value, and marks pages that the change takes offline as gone. Returns `None` if the value is
/// there already.
///
/// # Errors
/// Fails if the change is not valid, or if the file does not hold the replaced value any more.
pub fn describe_change(workspace: &Workspace<'_>, change: &Change) -> Result<Option<ChangeWithLinks>, Refused> {
    let file = workspace.open(&change.file)?;
    let document = file.values()?;
    let change = follow_item(&document, change)?;
    let (label, was, files, links) = match block_number(&change.at) {
        Some(number) => {
            let Some(new) = replace_block(&file, &change)? else { return Ok(None) };
            let label = file.text_blocks().get(number).map_or("Text", |block| labels::of_block(block.kind)).to_owned();
            let links = find_heading_links(workspace, &file, &new)?;
            (label, change.was.clone(), file_changes(&file, &new, &links), links)
        }
        None => {
            let Some(new) = set_value(workspace, &file, &change)? else { return Ok(None) };
            let label = labels::path(file.content.schema, &document, &change.at);
            let was = document.pointer(&change.at).cloned().unwrap_or_default();
            (label, was, with_lost_pages(workspace, &file, &new)?, HeadingLinks::default())
        }
    };
    let Change { file, at, to, .. } = change;
    Ok(Some((DescribedChange { file, at, label, was, to, files, ..DescribedChange::new(ChangeKind::Set) }, links)))
}

/// Lists the change from `file` to `new` and the changes of `links`, which may include it.
fn file_changes(file: &OpenFile<'_>, new: &OpenFile<'_>, links: &HeadingLinks) -> Vec<FileChange> {
    let (mut files, own) = (links.files.clone(), file.change_to(new));
    if files.iter().all(|changed| changed.file != own.file) {
        files.push(own);
    }
    files
}

/// Lists the change from `file` to `new`, and that of the ledger if the change takes pages offline.
fn with_lost_pages(
    workspace: &Workspace<'_>,
    file: &OpenFile<'_>,
    new: &OpenFile<'_>,
) -> Result<Vec<FileChange>, Refused> {
    let lost = mark_lost_pages(workspace, file.content.role, &file.values()?, &new.values()?)?;
    Ok([file.change_to(new)].into_iter().chain(lost).collect())
}

/// Describes a change of the blocks of Markdown, if the file still holds the block. Links to a heading that is removed
/// or becomes a paragraph are changed to lead to its page, and are returned too.
pub fn describe_block_change(workspace: &Workspace<'_>, change: &BlockChange) -> Result<ChangeWithLinks, Refused> {
    let file = workspace.open(&change.file)?;
    let blocks = file.text_blocks();
    let number = find_block(&blocks, block_number(&change.at).ok_or(Refused::NotFound)?, &change.was)?;
    let (block, at) = (&blocks[number], format!("#{number}"));
    let blank = |kind: ChangeKind| DescribedChange { file: change.file.clone(), ..DescribedChange::new(kind) };
    let (new, described) = match &change.edit {
        BlockEdit::Insert { kind, text } => {
            let (new, number) = insert_block(&file, block, *kind, text)?;
            let (at, label, to) = (format!("#{number}"), labels::of_block(*kind).to_owned(), text.clone().into());
            (new, DescribedChange { at, label, to, ..blank(ChangeKind::Insert) })
        }
        BlockEdit::Remove => {
            let (label, was) = (labels::of_block(block.kind).to_owned(), change.was.clone().into());
            let new = remove_block(&file, block)?;
            let inner_blocks = blocks.len().saturating_sub(new.text_blocks().len() + 1);
            (new, DescribedChange { at, label, was, inner_blocks, ..blank(ChangeKind::Remove) })
        }
        BlockEdit::Level { level } => {
            let label = labels::shortened(&change.was);
            let (was, to) = (block.level.into(), (*level).into());
            (set_level(&file, block, *level)?, DescribedChange { at, label, was, to, ..blank(ChangeKind::Level) })
        }
    };
    let links = find_heading_links(workspace, &file, &new)?;
    Ok((DescribedChange { files: file_changes(&file, &new, &links), ..described }, links))
}

/// Lists the links that would not lead to a heading any more after a change.
pub fn list_lost_links(workspace: &Workspace<'_>, change: &BlockChange) -> Result<Vec<EntryUse>, Refused> {
    Ok(describe_block_change(workspace, change)?.1.uses)
}

/// Describes a change of the items of a list, if it is valid and the file still holds the removed or moved item.
pub fn describe_item_change(workspace: &Workspace<'_>, change: &ItemChange) -> Result<DescribedChange, Refused> {
    let file = workspace.open(&change.file)?;
    let (new, edit) = edit_list(workspace, &file, change)?;
    let before = file.values()?;
    let (kind, number, was, to) = match edit {
        ItemEdit::Insert { number, value } => (ChangeKind::Insert, number, Value::Null, value),
        ItemEdit::Remove { number } => {
            let item = before.pointer(&join(&change.at, &number.to_string())).cloned().unwrap_or_default();
            (ChangeKind::Remove, number, item, Value::Null)
        }
        ItemEdit::Move { number, to } => (ChangeKind::Move, number, number.into(), to.into()),
    };
    let at = join(&change.at, &number.to_string());
    let list = labels::path(file.content.schema, &before, &change.at);
    let item = if kind == ChangeKind::Insert { &to } else { before.pointer(&at).unwrap_or(&Value::Null) };
    let label = [list, labels::of_item(number, item)].join(" › ");
    let files = with_lost_pages(workspace, &file, &new)?;
    Ok(DescribedChange { file: change.file.clone(), at, label, was, to, files, ..DescribedChange::new(kind) })
}
