//! Descriptions of the changes of values, text blocks and list items, and of the changes that undo others.

use serde_json::Value;

use super::block_change::{BlockChange, BlockEdit, find_block, insert_block, replace_block, split_paragraphs};
use super::block_structure::{remove_block, set_level};
use super::change::{Change, block_number, check_mistakes, follow_item, set_value};
use super::content_file::{ContentFile, ContentRole, DiskText};
use super::file_change::{FileChange, FileState};
use super::heading_links::{HeadingLinks, find_heading_links};
use super::item_change::{ItemChange, edit_list};
use super::journal::{ChangeKind, DescribedChange};
use super::labels;
use super::refused::Refused;
use super::rename::{Renaming, describe_rename};
use super::uses::routes_of;
use crate::config::Config;
use crate::markdown::{TextBlock, TextBlockKind};
use crate::site::Site;
use crate::snapshot::Snapshot;
use crate::yaml::pointer::join;
use crate::yaml::write::{ItemEdit, Splice};

/// A change with the links to headings that change with it.
pub type ChangeWithLinks = (DescribedChange, HeadingLinks);

/// Describes a change of a value, if it is valid and the file still holds the value that it replaces. The routes of an
/// entry that becomes a draft are marked as gone. Returns `None` if the value is there already.
pub fn describe_change(
    snapshot: &Snapshot,
    config: &Config,
    change: &Change,
) -> Result<Option<ChangeWithLinks>, Refused> {
    let (content, disk) = ContentFile::open(snapshot.site(), config, &change.file)?;
    let document = disk.parse()?.value;
    let change = follow_item(&document, change)?;
    let (new, label, was) = match block_number(&change.at) {
        Some(number) => {
            let new = replace_block(&disk, &change, content.markdown())?;
            let kind = disk.text_blocks(content.markdown()).get(number).map(|block| block.kind);
            (new, kind.map_or("Text", labels::of_block).to_owned(), change.was.clone())
        }
        None => {
            let new = set_value(&content, &disk, &change, config)?;
            let was = document.pointer(&change.at).cloned().unwrap_or_default();
            (new, labels::path(content.schema, &document, &change.at), was)
        }
    };
    let Some(new) = new else { return Ok(None) };
    let links = match block_number(&change.at) {
        Some(_) => find_heading_links(snapshot, config, &content, &disk, &new)?,
        None => HeadingLinks::default(),
    };
    let Change { file, at, to, .. } = change;
    let mut files = file_changes(&disk, &new, &links);
    if let (ContentRole::Entry(index), "/draft", Value::Bool(true)) = (content.role, &*at, &to) {
        // Whoever makes a draft of a published page means its address to go.
        let routes = routes_of(snapshot.site(), snapshot.plan(), index);
        let routes: Vec<&str> = routes.iter().map(String::as_str).collect();
        files.extend(FileChange::mark_gone(&routes, config)?);
    }
    Ok(Some((DescribedChange { file, at, label, was, to, files, ..DescribedChange::new(ChangeKind::Set) }, links)))
}

/// Lists the change of a file that gets the `new` text, and those of the files in which links change with it.
fn file_changes(disk: &DiskText, new: &DiskText, links: &HeadingLinks) -> Vec<FileChange> {
    let (mut files, own) = (links.files.clone(), disk.change_to(new));
    if files.iter().all(|changed| changed.file != own.file) {
        files.push(own);
    }
    files
}

/// Describes a change of the blocks of Markdown, if the file still holds the block. Links to a heading that is removed
/// or becomes a paragraph are changed to lead to its page, and are returned too.
pub fn describe_block_change(
    snapshot: &Snapshot,
    config: &Config,
    change: &BlockChange,
) -> Result<ChangeWithLinks, Refused> {
    let (content, disk) = ContentFile::open(snapshot.site(), config, &change.file)?;
    let options = content.markdown();
    let number = block_number(&change.at).ok_or(Refused::NotFound)?;
    let blocks = disk.text_blocks(options);
    let number = find_block(&blocks, number, &change.was)?;
    let (block, at) = (&blocks[number], format!("#{number}"));
    let blank = |kind: ChangeKind| DescribedChange { file: change.file.clone(), ..DescribedChange::new(kind) };
    let (new, described) = match &change.edit {
        BlockEdit::Insert { kind, text } => {
            let (new, number) = insert_block(&disk, block, *kind, text, options)?;
            let (at, label, to) = (format!("#{number}"), labels::of_block(*kind).to_owned(), text.clone().into());
            (new, DescribedChange { at, label, to, ..blank(ChangeKind::Insert) })
        }
        BlockEdit::Remove => {
            let (label, was) = (labels::of_block(block.kind).to_owned(), change.was.clone().into());
            let new = remove_block(&disk, block, options)?;
            (new, DescribedChange { at, label, was, ..blank(ChangeKind::Remove) })
        }
        BlockEdit::Level { level } => {
            let label = labels::shortened(&change.was);
            let (was, to) = (block.level.into(), (*level).into());
            let new = set_level(&disk, block, *level, options)?;
            (new, DescribedChange { at, label, was, to, ..blank(ChangeKind::Level) })
        }
    };
    let links = find_heading_links(snapshot, config, &content, &disk, &new)?;
    Ok((DescribedChange { files: file_changes(&disk, &new, &links), ..described }, links))
}

/// Describes a change of the items of a list, if it is valid and the file still holds the removed or moved item.
pub fn describe_item_change(site: &Site, config: &Config, change: &ItemChange) -> Result<DescribedChange, Refused> {
    let (content, disk) = ContentFile::open(site, config, &change.file)?;
    let (new, edit) = edit_list(&content, &disk, change, config)?;
    let before = disk.parse()?.value;
    let (kind, number, was, to) = match edit {
        ItemEdit::Insert { number, value } => (ChangeKind::Insert, number, Value::Null, value),
        ItemEdit::Remove { number } => {
            let item = before.pointer(&join(&change.at, &number.to_string())).cloned().unwrap_or_default();
            (ChangeKind::Remove, number, item, Value::Null)
        }
        ItemEdit::Move { number, to } => (ChangeKind::Move, number, number.into(), to.into()),
    };
    let at = join(&change.at, &number.to_string());
    let list = labels::path(content.schema, &before, &change.at);
    let item = if kind == ChangeKind::Insert { &to } else { before.pointer(&at).unwrap_or(&Value::Null) };
    let label = [list, labels::of_item(number, item)].join(" › ");
    let file = change.file.clone();
    let files = vec![disk.change_to(&new)];
    Ok(DescribedChange { file, at, label, was, to, files, ..DescribedChange::new(kind) })
}

/// Describes the change that undoes another one. The files have changed since, so only the value or the text is
/// restored, not the whole file. `current_path` returns the path that a file has now. Returns `None` if the former
/// value is there already.
///
/// # Errors
/// Fails if what the change wrote has been changed since, or what stands beside it.
pub fn describe_inverse(
    snapshot: &Snapshot,
    config: &Config,
    change: DescribedChange,
    current_path: &dyn Fn(&str) -> String,
) -> Result<Option<DescribedChange>, Refused> {
    let site = snapshot.site();
    let file = current_path(&change.file);
    let is_block = block_number(&change.at).is_some();
    // A text with empty lines is restored only if all paragraphs that it has become are there.
    let is_split = is_block && change.to.as_str().is_some_and(|text| split_paragraphs(text).len() > 1);
    let (list, number) = change.at.rsplit_once('/').unwrap_or_default();
    let number = number.parse().unwrap_or(0);
    let edit_items = |edit: ItemEdit, was: Value| {
        let change = ItemChange { file: file.clone(), at: list.to_owned(), was, edit };
        describe_item_change(site, config, &change).map(Some)
    };
    if is_split && !has_paragraphs(site, config, &file, &change.to)? {
        return Err(not_restorable());
    }
    match change.kind {
        ChangeKind::Set if !is_split => {
            let DescribedChange { at, was, to, .. } = change;
            let inverse = describe_change(snapshot, config, &Change { file, at, was: to, to: was, item: None })?;
            Ok(inverse.map(|(inverse, _)| inverse))
        }
        ChangeKind::Insert if !is_block => edit_items(ItemEdit::Remove { number }, change.to),
        ChangeKind::Remove if !is_block => edit_items(ItemEdit::Insert { number, value: change.was }, Value::Null),
        ChangeKind::Rename => {
            let name = change.was.as_str().unwrap_or_default().to_owned();
            let renamed = describe_rename(snapshot, config, &Renaming { file, name, keeps_address: false })?;
            // An address that the entry has got since stays.
            if renamed.was == change.to { Ok(Some(renamed)) } else { Err(Refused::Conflict { current: renamed.was }) }
        }
        // An entry that was changed since it was created stays.
        ChangeKind::Create => Err(Refused::Conflict { current: Value::Null }),
        _ => describe_restored(site, config, change, current_path).map(Some),
    }
}

/// Whether a file still has the text `split`: as successive paragraphs, or as code with empty lines.
fn has_paragraphs(site: &Site, config: &Config, file: &str, split: &Value) -> Result<bool, Refused> {
    let (content, disk) = ContentFile::open(site, config, file)?;
    let split = split.as_str().unwrap_or_default();
    let paragraphs = split_paragraphs(split);
    let blocks = disk.text_blocks(content.markdown());
    let is_code = |block: &TextBlock| block.kind == TextBlockKind::Code && block.text == split.trim_end();
    let mut windows = blocks.windows(paragraphs.len());
    Ok(blocks.iter().any(is_code) || windows.any(|window| window.iter().map(|block| &block.text).eq(&paragraphs)))
}

/// Describes the change that undoes another one where the text around it is still the same.
fn describe_restored(
    site: &Site,
    config: &Config,
    change: DescribedChange,
    current_path: &dyn Fn(&str) -> String,
) -> Result<DescribedChange, Refused> {
    let restore = |file: &FileChange| {
        if file.state(config) == FileState::After {
            return Ok(file.inverse());
        }
        let (content, disk) = ContentFile::open(site, config, &current_path(&file.file))?;
        let splice = file.find_inverse(disk.text()).ok_or_else(not_restorable)?;
        let new = disk.with_splice(&splice)?;
        check_restored(&content, &disk, &new, &splice)?;
        Ok(disk.change_to(&new))
    };
    let files = change.files.iter().rev().map(restore).collect::<Result<_, Refused>>()?;
    let file = current_path(&change.file);
    Ok(DescribedChange { file, was: change.to, to: change.was, files, ..change })
}

/// Checks that a restored text has no new mistakes, and that all blocks outside of the splice are as before.
fn check_restored(content: &ContentFile<'_>, disk: &DiskText, new: &DiskText, splice: &Splice) -> Result<(), Refused> {
    check_mistakes(content, disk, new, &new.parse()?)?;
    let (before, after) = (disk.text_blocks(content.markdown()), new.text_blocks(content.markdown()));
    let end = splice.start + splice.removed.len();
    let above = before.iter().take_while(|block| block.span.end < splice.start);
    let below = before.iter().rev().take_while(|block| block.span.start > end);
    let is_same = |(a, b): (&TextBlock, &TextBlock)| (a.kind, &a.text) == (b.kind, &b.text);
    let is_kept = above.clone().count() + below.clone().count() <= after.len()
        && above.zip(&after).all(is_same)
        && below.zip(after.iter().rev()).all(is_same);
    if is_kept { Ok(()) } else { Err(not_restorable()) }
}

fn not_restorable() -> Refused {
    let message = "it can't be taken back, because it or what stands beside it has been changed since";
    Refused::invalid("edit-undo", message, "change it by hand")
}
