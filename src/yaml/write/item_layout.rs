//! The text of a list, taken apart into its items and the gaps between them.
//!
//! ```yaml
//! tags: [
//!   # A comment right above an item moves with the item.
//!   kites, # A comment after the comma moves too; the comma stays at its place.
//!   wind
//! ]
//! ```

use std::ops::Range;

use super::ItemEdit;
use crate::lines::{before_line_break, begins_line, indent_of, line_break, line_end, line_start, next_line};
use crate::yaml::tree::DocumentNode;

/// The text of an item, without its comma.
#[derive(Debug)]
struct ItemText {
    /// The item, with the comments right above it.
    item: String,
    /// The comment after the item's comma.
    comment: String,
}

#[derive(Debug)]
pub struct ItemLayout {
    /// The column of the dashes; `None` for a list in brackets.
    pub dash_column: Option<usize>,
    /// The bytes of all items.
    pub region: Range<usize>,
    items: Vec<ItemText>,
    /// The text between each item and its comment. In brackets with a line for each item, the text is the comma, which
    /// the last item may lack. In other lists the text is empty, and commas are part of the gaps.
    commas: Vec<String>,
    gaps: Vec<String>,
    /// The comma that an insertion adds.
    new_comma: &'static str,
    /// The gap that an insertion adds.
    new_gap: String,
}

/// The bytes of the parts of an `ItemText`. A comma may be between the parts.
struct ItemSpan {
    item: Range<usize>,
    comment: Range<usize>,
}

impl ItemLayout {
    /// Finds the ways to take a list apart, the best first. `key` is the list's key, and `nodes` are its items, at
    /// least one.
    pub fn find_all(text: &str, key: Option<&DocumentNode>, list: &DocumentNode, nodes: &[&DocumentNode]) -> Vec<Self> {
        let mut found = Vec::new();
        let new_line = |first: usize| line_break(text).to_owned() + &indent_of(text, first);
        if list.is_flow {
            if let Some(spans) = find_flow_lines(text, nodes) {
                found.push(Self::new(text, &spans, ",", new_line(nodes[0].start)));
            }
            let spans: Vec<_> = nodes.iter().map(|node| ItemSpan::whole(node.start..node.span.end)).collect();
            found.push(Self::new(text, &spans, "", ", ".to_owned()));
        } else if let Some(dashes) = find_dashes(text, key, list, nodes) {
            let dash_column = Some(dashes[0] - line_start(text, dashes[0]));
            // The blank lines after an item are a gap, or they belong to its text: both are tried.
            for owns_blank_lines in [false, true] {
                let spans = find_dash_spans(text, nodes, &dashes, owns_blank_lines);
                found.push(Self { dash_column, ..Self::new(text, &spans, "", new_line(dashes[0])) });
            }
        }
        found
    }

    fn new(text: &str, spans: &[ItemSpan], new_comma: &'static str, new_gap: String) -> Self {
        let item = |span: &ItemSpan| ItemText {
            item: text[span.item.clone()].to_owned(),
            comment: text[span.comment.clone()].to_owned(),
        };
        let comma = |span: &ItemSpan| text[span.item.end..span.comment.start].to_owned();
        let gap = |pair: &[ItemSpan]| text[pair[0].comment.end..pair[1].item.start].to_owned();
        Self {
            dash_column: None,
            region: spans[0].item.start..spans[spans.len() - 1].comment.end,
            items: spans.iter().map(item).collect(),
            commas: spans.iter().map(comma).collect(),
            gaps: spans.windows(2).map(gap).collect(),
            new_comma,
            new_gap,
        }
    }

    /// Makes an edit that leaves at least one item. `new` is the item that an insertion adds. Returns `None` if a
    /// number is too large for the list.
    pub fn edit(&mut self, edit: &ItemEdit, new: String) -> Option<()> {
        edit.apply(&mut self.items, ItemText { item: new, comment: String::new() })?;
        match edit {
            ItemEdit::Insert { number, .. } => {
                // Only the last comma may be missing, so a comma is added or removed at the front.
                self.commas.insert(0, self.new_comma.to_owned());
                self.gaps.insert(number.saturating_sub(1), self.new_gap.clone());
            }
            ItemEdit::Remove { number } => {
                self.commas.remove(0);
                self.remove_gap(*number);
            }
            ItemEdit::Move { .. } => {}
        }
        Some(())
    }

    /// Removes the gap after the removed item, or the gap before it if it was the last. `number` is the number that the
    /// item had. Comments in the gap stay.
    fn remove_gap(&mut self, number: usize) {
        let last = self.gaps.len() - 1;
        let removed = self.gaps.remove(number.min(last));
        if !removed.contains('#') {
            return;
        }
        let Some(before) = number.checked_sub(1) else {
            // The first item was removed: the comments are now above the next item.
            let first = &mut self.items[0].item;
            return first.insert_str(0, removed.trim_start_matches(',').trim_start());
        };
        match self.gaps.get_mut(before) {
            Some(gap) if gap.contains('#') => *gap = [gap.trim_end(), &removed].concat(),
            Some(gap) => *gap = removed,
            // The last item was removed: the comments are now below the item before it.
            None => self.items[before].comment.push_str(removed.trim_end()),
        }
    }

    /// Returns the new text of `region`.
    pub fn write(&self) -> String {
        let mut written = String::new();
        for (at, (ItemText { item, comment }, comma)) in self.items.iter().zip(&self.commas).enumerate() {
            written.extend([&**item, comma, comment]);
            written.extend(self.gaps.get(at).map(String::as_str));
        }
        written
    }
}

impl ItemSpan {
    /// Makes the span of an item with an empty `comment`.
    fn whole(item: Range<usize>) -> Self {
        Self { comment: item.end..item.end, item }
    }
}

/// Finds the dash of each item; `None` if an item has no dash in the column of the first dash.
fn find_dashes(
    text: &str,
    key: Option<&DocumentNode>,
    list: &DocumentNode,
    nodes: &[&DocumentNode],
) -> Option<Vec<usize>> {
    let first = find_first_dash(text, key, list)?;
    let column = first - line_start(text, first);
    let mut dashes = vec![first];
    for before in &nodes[..nodes.len() - 1] {
        let end = before.span.end.max(dashes[dashes.len() - 1]);
        let dash = lines_below(text, end)
            .find(|line| is_dash(text, line + column) && text[*line..line + column].bytes().all(|b| b == b' '))?;
        dashes.push(dash + column);
    }
    Some(dashes)
}

/// Finds the first dash of a list. The span of a list that is not indented below its key begins after the dash, so the
/// dash is searched for from the key on.
fn find_first_dash(text: &str, key: Option<&DocumentNode>, list: &DocumentNode) -> Option<usize> {
    let Some(key) = key else { return Some(list.span.start).filter(|at| is_dash(text, *at)) };
    let mut at = key.span.end;
    loop {
        match text.as_bytes().get(at)? {
            b'-' if is_dash(text, at) => return Some(at),
            b'#' => at = line_end(text, at),
            b'&' | b'!' => at += text[at..].find(char::is_whitespace)?,
            b':' | b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            _ => return None,
        }
    }
}

fn is_dash(text: &str, at: usize) -> bool {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    rest.first() == Some(&b'-') && rest.get(1).is_none_or(u8::is_ascii_whitespace)
}

/// Finds the items of a list with dashes, each with the comments right above it and the deeper comments below it. If
/// items own blank lines, each extends to the next item, and the last to the end of the text.
fn find_dash_spans(text: &str, nodes: &[&DocumentNode], dashes: &[usize], owns_blank_lines: bool) -> Vec<ItemSpan> {
    let column = dashes[0] - line_start(text, dashes[0]);
    let end_of = |at: usize| {
        let end = if nodes[at].span.is_empty() { dashes[at] + 1 } else { nodes[at].span.end };
        with_deeper_comments(text, line_end(text, end), column)
    };
    let start_of = |at: usize| with_comments_above(text, dashes[at], at.checked_sub(1).map_or(0, end_of));
    let spans = (0..nodes.len()).map(|at| {
        let is_last = at + 1 == nodes.len();
        let end = if !owns_blank_lines {
            end_of(at)
        } else if is_last {
            text.len()
        } else {
            before_line_break(text, line_start(text, start_of(at + 1)))
        };
        ItemSpan::whole(start_of(at)..end)
    });
    spans.collect()
}

/// Finds the items in brackets if each has a line of its own. The comment after an item's comma belongs to the item.
fn find_flow_lines(text: &str, nodes: &[&DocumentNode]) -> Option<Vec<ItemSpan>> {
    let mut spans: Vec<ItemSpan> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let (start, end) = (node.start, node.span.end);
        let rest = &text[end..line_end(text, end)];
        let after_comma = rest.trim_start().strip_prefix(',');
        let comment = after_comma.unwrap_or(rest);
        let is_comment = comment.trim().is_empty() || comment.trim_start().starts_with('#');
        let is_last = at + 1 == nodes.len();
        if !begins_line(text, start) || after_comma.is_none() && !is_last || !is_comment {
            return None;
        }
        let floor = spans.last().map_or(0, |before| before.comment.end);
        let item = with_comments_above(text, start, floor)..end;
        let comment_start = end + rest.len() - comment.len();
        spans.push(ItemSpan { item, comment: comment_start..comment_start + comment.trim_end().len() });
    }
    Some(spans)
}

/// Returns the start of the comments right above `at` that begin in its column and after the byte `floor`; `at` if
/// there are none.
fn with_comments_above(text: &str, at: usize, floor: usize) -> usize {
    let column = at - line_start(text, at);
    let above = |start: &usize| {
        let line = line_start(text, line_start(text, *start).checked_sub(1)?);
        let is_comment = text[line..].strip_prefix(&*" ".repeat(column)).is_some_and(|rest| rest.starts_with('#'));
        (begins_line(text, *start) && line > floor && is_comment).then_some(line + column)
    };
    std::iter::successors(Some(at), above).last().unwrap_or(at)
}

/// Returns the end of the comments in the lines below `end` that are indented deeper than `column`; `end` if there
/// are none.
fn with_deeper_comments(text: &str, end: usize, column: usize) -> usize {
    let indented = lines_below(text, end).map(|line| (text[line..].trim_start_matches(' '), line));
    let is_deeper_comment = |rest: &str, line: usize| rest.starts_with('#') && text.len() - rest.len() - line > column;
    let lines = indented.take_while(|(rest, line)| rest.starts_with(['\r', '\n']) || is_deeper_comment(rest, *line));
    let comments = lines.filter(|(rest, _)| rest.starts_with('#'));
    comments.last().map_or(end, |(_, line)| line_end(text, line))
}

/// Lists the bytes at which the lines after `at` begin.
fn lines_below(text: &str, at: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(next_line(text, at), |line| next_line(text, *line))
}
