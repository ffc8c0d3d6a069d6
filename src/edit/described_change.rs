//! Descriptions of the changes of values and text blocks.

use super::block_change::{BlockChange, BlockEdit, find_block, insert_block, replace_block};
use super::block_structure::{remove_block, set_level};
use super::change::{Change, block_number, follow_item, replace_value};
use super::heading_links::change_heading_links;
use super::journal::{ChangeKind, DescribedChange};
use super::labels;
use super::lost_pages::list_file_changes;
use super::picture_fields::find_picture;
use super::refused::Refused;
use super::uses::EntryUse;
use super::workspace::{OpenFile, Workspace};
use crate::markdown::TextBlock;

/// Describes a change of a value or a text. It includes the changes of links to a heading that gets another id, and of
/// the ledger if pages go offline. Returns `None` if nothing changes.
///
/// # Errors
/// Fails if the change is not valid, or if the file does not hold the replaced value any more.
pub fn describe_change(workspace: &Workspace<'_>, change: &Change) -> Result<Option<DescribedChange>, Refused> {
    let file = workspace.open(&change.file)?;
    let document = file.values()?;
    let Change { was, to, .. } = change;
    let at = follow_item(&document, change)?;
    let (at, label, was, files, needs_build, further_blocks) = if block_number(&at).is_some() {
        let (Some(text), Some(new_text)) = (was.as_str(), to.as_str()) else { return Err(Refused::NotFound) };
        let blocks = file.text_blocks();
        // The block may have another number by now.
        let number = find_block(&blocks, &at, text)?;
        let at = format!("#{number}");
        let Some(new) = replace_block(&file, &at, text, new_text)? else { return Ok(None) };
        let label = labels::of_block(&blocks[number], file.content.markdown).to_owned();
        let (files, links) = change_heading_links(workspace, &file, &new)?;
        // Links that can't be rewritten (`at` is `None`) may lead nowhere now: a build checks them.
        let needs_build = links.iter().any(|link| link.at.is_none());
        (at, label, was.clone(), files, needs_build, added_blocks(&blocks, &new))
    } else {
        let Some(new) = replace_value(workspace, &file, &at, was, to)? else { return Ok(None) };
        let label = labels::path(file.content.schema, &document, &at);
        let was = document.pointer(&at).cloned().unwrap_or_default();
        (at, label, was, list_file_changes(workspace, &file, &new)?, false, 0)
    };
    let (file, to) = (change.file.clone(), to.clone());
    let set = DescribedChange::new(ChangeKind::Set);
    Ok(Some(DescribedChange { file, at, label, was, to, further_blocks, files, needs_build, ..set }))
}

/// Returns how many more text blocks `new` has than `before`; negative if it has fewer.
fn added_blocks(before: &[TextBlock], new: &OpenFile<'_>) -> isize {
    new.text_blocks().len().cast_signed() - before.len().cast_signed()
}

/// Describes a change of the blocks of Markdown. Also returns the links to a heading that is gone or gets another id,
/// which the change rewrites where it can.
pub fn describe_block_change(
    workspace: &Workspace<'_>,
    change: &BlockChange,
) -> Result<(DescribedChange, Vec<EntryUse>), Refused> {
    let file = workspace.open(&change.file)?;
    let blocks = file.text_blocks();
    let picture = find_picture(&file, &change.at, &change.was)?;
    let (at, was) = picture.as_ref().map_or((&change.at, &change.was), |picture| (&picture.at, &picture.text));
    let number = find_block(&blocks, at, was)?;
    let (block, at) = (&blocks[number], format!("#{number}"));
    let blank = |kind: ChangeKind| DescribedChange { file: change.file.clone(), ..DescribedChange::new(kind) };
    let (new, described) = match &change.edit {
        BlockEdit::Insert { kind, text, is_outside } => {
            let (new, number) = insert_block(&file, block, *kind, text, *is_outside)?;
            // The label names the block as parsed, because a text of the kind `Paragraph` may become a list item.
            let blocks = new.text_blocks();
            let label = labels::of_block(&blocks[number], file.content.markdown).to_owned();
            let (at, to) = (format!("#{number}"), text.clone().into());
            (new, DescribedChange { at, label, to, ..blank(ChangeKind::Insert) })
        }
        BlockEdit::Remove => {
            let label = labels::of_block(block, file.content.markdown).to_owned();
            let was = block.text.clone().into();
            let new = remove_block(&file, block)?;
            (new, DescribedChange { at, label, was, ..blank(ChangeKind::Remove) })
        }
        BlockEdit::Level { level } => {
            let label = labels::shortened(&block.text);
            let (was, to) = (block.level.into(), (*level).into());
            (set_level(&file, block, *level)?, DescribedChange { at, label, was, to, ..blank(ChangeKind::Level) })
        }
    };
    let further_blocks = (added_blocks(&blocks, &new).abs() - 1).max(0);
    let (files, links) = change_heading_links(workspace, &file, &new)?;
    let needs_build = !links.is_empty();
    Ok((DescribedChange { further_blocks, files, needs_build, ..described }, links))
}
