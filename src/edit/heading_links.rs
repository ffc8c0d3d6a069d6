//! The links to a heading. They change with its id, and lead to its page if it is removed or becomes a paragraph.

use super::block_change::replace_block;
use super::change::block_number;
use super::content_file::ContentRole;
use super::file_change::FileChange;
use super::journal::DescribedChange;
use super::refused::Refused;
use super::rename::{AnchorChanges, EntryRename, rewrite_file};
use super::uses::{EntryNames, EntryUse};
use super::workspace::{OpenFile, Workspace};
use crate::markdown::{self, Heading};

/// Finds the links that change with the text of the block at `at`, if it is a heading.
pub fn find_links_to_heading(
    workspace: &Workspace<'_>,
    file: &OpenFile<'_>,
    at: &str,
    text: &str,
) -> Result<Vec<EntryUse>, Refused> {
    // The longer text stands for any new text: it gives a heading another id.
    let Some(changed) = replace_block(file, at, text, &format!("{text} x"))? else { return Ok(Vec::new()) };
    Ok(change_heading_links(workspace, file, &changed)?.1)
}

/// Whether links lead to a heading that a change of text blocks removes or gives another id.
pub fn changes_linked_heading(workspace: &Workspace<'_>, change: &DescribedChange) -> bool {
    let own = change.files.iter().find(|part| part.file == change.file);
    let Some(own) = own.filter(|_| block_number(&change.at).is_some()) else { return false };
    let links = workspace.open(&change.file).and_then(|before| {
        let after = before.with_change(own)?;
        Ok(change_heading_links(workspace, &before, &after)?.1)
    });
    match links {
        Ok(links) => !links.is_empty(),
        // A link can't be rewritten, or a file can't be read. The build that follows decides.
        Err(_) => true,
    }
}

/// Lists the changes of files if a file changes from `before` to `after`: its own change, and those of files with links
/// to headings that get other ids or are gone. Also returns these links.
///
/// # Errors
/// Fails if rewriting a link would change something else in its file or break the schema, or if a file can't be read.
pub fn change_heading_links(
    workspace: &Workspace<'_>,
    before: &OpenFile<'_>,
    after: &OpenFile<'_>,
) -> Result<(Vec<FileChange>, Vec<EntryUse>), Refused> {
    let own = before.change_to(after);
    let changes = changed_anchors(&headings(before), &headings(after));
    let (ContentRole::Entry(index), false) = (before.content.role, changes.is_empty()) else {
        return Ok((vec![own], Vec::new()));
    };
    let config = workspace.config;
    let mut uses = EntryNames::of_anchors(changes.keys()).find_in_code(config);
    let mut files = Vec::new();
    let rename = EntryRename::of_anchors(&workspace.snapshot, config, index, changes)?;
    for linking in rename.candidate_files() {
        let is_own = linking.source.file == before.content.source.file;
        let file = if is_own { before.clone() } else { OpenFile::read(linking, config)? };
        let Some(mut rewritten) = rewrite_file(&rename, &file)? else { continue };
        uses.append(&mut rewritten.uses);
        uses.append(&mut rewritten.not_rewritten);
        if is_own {
            // The change itself may have removed some of the links.
            let Some(changed) = rewrite_file(&rename, after)? else { continue };
            rewritten = changed;
        }
        if !rewritten.problems.is_empty() {
            return Err(Refused::Invalid(rewritten.problems));
        }
        files.push(file.change_to(&rewritten.file));
    }
    if files.iter().all(|changed| changed.file != own.file) {
        files.push(own);
    }
    Ok((files, uses))
}

/// The text of a heading, and its id.
type Anchor = (String, String);

fn headings(file: &OpenFile<'_>) -> Vec<Anchor> {
    let Some(start) = file.markdown_start() else { return Vec::new() };
    anchors(&markdown::parse(&"".into(), file.text(), start, file.content.markdown).0.toc)
}

/// Returns the headings and those below them, in order.
fn anchors(headings: &[Heading]) -> Vec<Anchor> {
    let with_inner = |heading: &Heading| {
        let own = (heading.text.clone(), heading.id.clone());
        [vec![own], anchors(&heading.children)].concat()
    };
    headings.iter().flat_map(with_inner).collect()
}

/// Finds the ids that change. Pairs headings with equal texts from the beginning and from the end, and those in between
/// by their order if there are as many before as after.
fn changed_anchors(before: &[Anchor], after: &[Anchor]) -> AnchorChanges {
    let is_same = |((a, _), (b, _)): &(&Anchor, &Anchor)| a == b;
    let start = before.iter().zip(after).take_while(is_same).count();
    let ends = before[start..].iter().rev().zip(after[start..].iter().rev());
    let end = before.len() - ends.take_while(is_same).count();
    let mut changes = AnchorChanges::new();
    for (number, (_, id)) in before.iter().enumerate() {
        let heading = if number < start || before.len() == after.len() {
            Some(&after[number])
        } else if number >= end {
            Some(&after[number + after.len() - before.len()])
        } else {
            None
        };
        let new_id = heading.map(|(_, new_id)| new_id);
        if new_id != Some(id) {
            changes.insert(id.clone(), new_id.cloned());
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::changed_anchors;

    #[test]
    fn headings_with_other_texts_or_numbers_get_other_ids() {
        let check = |before: &[&str], after: &[&str], expected: &[(&str, Option<&str>)]| {
            // As in a page, the second heading with the same text gets a number.
            let anchors = |texts: &[&str]| {
                let id = |at: usize| if texts[..at].contains(&texts[at]) { "-1" } else { "" };
                let anchor = |(at, text): (usize, &&str)| ((*text).to_owned(), format!("{text}{}", id(at)));
                texts.iter().enumerate().map(anchor).collect::<Vec<_>>()
            };
            let changes = changed_anchors(&anchors(before), &anchors(after));
            let changes: Vec<_> = changes.iter().map(|(id, new)| (&**id, new.as_deref())).collect();
            assert_eq!(changes, expected, "{before:?} {after:?}");
        };
        check(&["a", "b"], &["a", "b"], &[]);
        check(&["a", "b"], &["a", "c"], &[("b", Some("c"))]);
        check(&["a", "b"], &["b", "b"], &[("a", Some("b")), ("b", Some("b-1"))]);
        check(&["a", "b", "c"], &["a", "c"], &[("b", None)]);
        check(&["b", "a", "a"], &["a", "a"], &[("b", None)]);
        check(&["a"], &["b", "a"], &[]);
        check(&["a", "c"], &["a", "a", "c"], &[]);
        check(&[], &["a"], &[]);
        check(&["a"], &[], &[("a", None)]);
    }
}
