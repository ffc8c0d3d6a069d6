//! The insertion, the removal and the move of an item of a list.
//!
//! `item_layout` takes a list apart into its items, with their comments, and the gaps between them. The parts are
//! joined in their new order, and the result is parsed to check it.

use std::ops::Range;

use super::item_layout::ItemLayout;
use super::new_value::{Neighbour, ValueWriter};
use super::{ItemEdit, Splice, Unwritable, first_exact, parse_yaml};
use crate::yaml::pointer::is_within;
use crate::yaml::tree::{DocumentNode, NodeKind};
use crate::yaml::{DocumentSource, ParsedDocument};

/// Returns the splice of the file that edits the list at `pointer`.
///
/// # Errors
/// Fails if the document is not valid YAML, if the list or the item is missing, or if the edit would change another
/// value.
pub fn edit_items(source: &DocumentSource<'_>, pointer: &str, edit: &ItemEdit) -> Result<Splice, Unwritable> {
    let before = parse_yaml(source)?;
    let expected = edited_document(&before, pointer, edit).ok_or(Unwritable::WrongKind)?;
    first_exact(source, find_candidates(source, pointer, edit)?, &expected)
}

/// Returns the ways to write the edited list, each with the bytes that it replaces, the best first.
fn find_candidates(
    source: &DocumentSource<'_>,
    pointer: &str,
    edit: &ItemEdit,
) -> Result<Vec<(Range<usize>, String)>, Unwritable> {
    let (text, tree) = (source.document_text(), source.tree());
    let path = tree.path(pointer).ok_or(Unwritable::Shared)?;
    let Some((&(key, list), around)) = path.split_last() else { return Err(Unwritable::WrongKind) };
    let NodeKind::Sequence(numbers) = &list.kind else { return Err(Unwritable::WrongKind) };
    let nodes: Vec<&DocumentNode> = numbers.iter().map(|&number| &tree.nodes[number]).collect();
    let writer = ValueWriter::new(text, &tree);
    let layouts = match (edit, &*nodes) {
        (ItemEdit::Insert { value, .. }, []) => {
            let key = key.filter(|_| around.iter().all(|(_, node)| !node.is_flow));
            return Ok(writer.write_first_item(list, key, value));
        }
        (ItemEdit::Remove { .. }, [_]) => return Ok(without_only_item(text, key, list, &nodes)),
        _ => ItemLayout::find_all(text, key, list, &nodes),
    };
    let edited = layouts.into_iter().filter_map(|mut layout| {
        let new = if let ItemEdit::Insert { number, value } = edit {
            let like = nodes[number.saturating_sub(1).min(nodes.len() - 1)];
            match layout.dash_column {
                Some(column) => writer.write_item(value, Some(Neighbour { node: like, column }), column),
                None => writer.write_in_flow(value, Some(like)),
            }
        } else {
            String::new()
        };
        layout.edit(edit, new)?;
        Some((layout.region.clone(), layout.write()))
    });
    Ok(edited.collect())
}

fn without_only_item(
    text: &str,
    key: Option<&DocumentNode>,
    list: &DocumentNode,
    nodes: &[&DocumentNode],
) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    for layout in ItemLayout::find_all(text, key, list, nodes) {
        let region = layout.region;
        if list.is_flow {
            // Comments that do not belong to the item stay.
            let rest = [&text[list.span.start..region.start], &text[region.end..list.span.end]].concat();
            found.push(if rest.contains('#') { (region, String::new()) } else { (list.span.clone(), "[]".to_owned()) });
            continue;
        }
        let from = key.map_or(list.span.start.min(region.start), |key| key.span.end);
        let before = &text[from..region.start];
        // The colon, the tag, the anchor and the comments between the key and the item stay.
        let head = before.find('#').map_or(before, |comment| &before[..comment]).trim_end();
        let blank = if head.is_empty() { "" } else { " " };
        let rest = before[head.len()..].trim_end();
        found.push((from..region.end, format!("{head}{blank}[]{rest}")));
    }
    found
}

/// Returns the document with the edit. The pointers of samples get the new numbers of their items.
fn edited_document(before: &ParsedDocument, pointer: &str, edit: &ItemEdit) -> Option<ParsedDocument> {
    let mut expected = before.clone();
    let items = expected.value.pointer_mut(pointer)?.as_array_mut()?;
    let item = |number: usize| format!("{pointer}/{number}");
    // The samples in each item, by their pointers within the item.
    let samples_in = |number: usize| -> Vec<&str> {
        let samples = before.samples.iter().filter(|sample| is_within(sample, &item(number)));
        samples.map(|sample| &sample[item(number).len()..]).collect()
    };
    let mut samples: Vec<Vec<&str>> = (0..items.len()).map(samples_in).collect();
    edit.apply_to_values(items)?;
    edit.apply(&mut samples, Vec::new())?;
    let moved = samples.iter().enumerate().flat_map(|(to, samples)| samples.iter().map(move |at| item(to) + at));
    // Samples are listed in the order of the document.
    let inside = format!("{pointer}/");
    let first = before.samples.iter().position(|sample| sample.starts_with(&inside)).unwrap_or_default();
    expected.samples.retain(|sample| !sample.starts_with(&inside));
    expected.samples.splice(first..first, moved);
    Some(expected)
}
