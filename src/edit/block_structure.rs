//! Changes of blocks in Markdown that keep all other texts: a block is removed, or a heading or paragraph gets another
//! level.

use std::ops::Range;

use super::refused::Refused;
use super::workspace::OpenFile;
use crate::lines::{line_break, line_end, line_start, next_line};
use crate::markdown::{TextBlock, TextBlockKind};
use crate::yaml::write::Splice;

/// The characters of a line without text: blanks, and the `>` of quotations.
const BLANKS: [char; 3] = [' ', '\t', '>'];

/// Removes a block, and the item, list or quotation around it that would be empty. An item is removed with all that
/// lies in it.
pub fn remove_block<'f>(file: &OpenFile<'f>, block: &TextBlock) -> Result<OpenFile<'f>, Refused> {
    let (text, outline) = (file.text(), file.outline());
    let removed = outline.find(&block.span).map(|found| outline.outermost_wrapper(found)).ok_or_else(not_removable)?;
    let start = file.markdown_start().unwrap_or_default();
    let mut spans = line_spans(text, start, &outline.span(removed));
    // If blocks share a line, only the text up to the next block can be removed.
    spans.extend(outline.span_to_next(removed));
    let expected = outline.without(removed);
    let mut results = spans.into_iter().filter_map(|span| {
        let new = file.with_splice(&Splice::new(text, span, String::new())).ok()?;
        new.outline().is_equivalent(&expected).then_some(new)
    });
    results.next().ok_or_else(not_removable)
}

/// Returns the spans to try, the best first: the lines of a block with the empty lines above, and with those below.
fn line_spans(text: &str, markdown_start: usize, block: &Range<usize>) -> Vec<Range<usize>> {
    let last = block.start + text[block.clone()].trim_end().len();
    let (start, end) = (line_start(text, block.start), line_end(text, last));
    let is_empty = |line: &usize| text[*line..line_end(text, *line)].trim_matches(BLANKS).trim().is_empty();
    let previous_line = |line: usize| (line > markdown_start).then(|| line_start(text, line - 1));
    let above = std::iter::successors(previous_line(start), |line| previous_line(*line)).find(|line| !is_empty(line));
    let next = next_line(text, end);
    let below = std::iter::successors(next, |line| next_line(text, *line)).find(|line| !is_empty(line));
    let with_above = above.map(|line| line_end(text, line)..end);
    let with_below = start..below.unwrap_or(text.len());
    // If no empty line follows, the empty lines above stay if possible: they keep the remaining blocks apart.
    if next.is_some_and(|line| !is_empty(&line)) {
        [with_below].into_iter().chain(with_above).collect()
    } else {
        with_above.into_iter().chain([with_below]).collect()
    }
}

fn not_removable() -> Refused {
    let message = "without it, what stands around it would become something else";
    Refused::invalid("edit-block", message, "a developer removes it")
}

/// Gives a heading another level, or makes a paragraph a heading. `None` makes a heading a paragraph.
pub fn set_level<'f>(file: &OpenFile<'f>, block: &TextBlock, level: Option<u8>) -> Result<OpenFile<'f>, Refused> {
    if level.is_some_and(|level| !(1..=6).contains(&level)) {
        return Err(Refused::NotFound);
    }
    let (text, outline) = (file.text(), file.outline());
    let is_heading = block.kind == TextBlockKind::Heading;
    let found = outline.find(&block.span).filter(|_| is_heading || block.kind == TextBlockKind::Paragraph);
    let found = found.ok_or(Refused::NotFound)?;
    let first = line_start(text, block.span.start);
    let marks_start = text[first..block.span.start].find('#').map_or(block.span.start, |at| first + at);
    let end_of_line = line_end(text, block.span.end);
    let is_underlined = is_heading && marks_start == block.span.start;
    let underline = next_line(text, end_of_line).filter(|_| is_underlined);
    let end = underline.map_or(end_of_line, |below| line_end(text, below));
    let written = match level {
        Some(level) => format!("{} {}", "#".repeat(level.into()), &text[block.span.start..end_of_line]),
        // A paragraph has neither the marks nor the `{#id}` of the heading.
        None => text[block.span.clone()].to_owned(),
    };
    let expected = outline.with_level(found, level);
    // A new paragraph may need an empty line below to stay apart from the next one.
    for below in ["", line_break(text)] {
        let new = file.with_splice(&Splice::smallest(text, marks_start..end, &[&*written, below].concat()))?;
        if new.outline().is_equivalent(&expected) {
            return Ok(new);
        }
    }
    let message = "a heading is one line, and a paragraph does not begin like a heading or a list";
    Err(Refused::invalid("edit-block", message, "change the text first"))
}

#[cfg(test)]
mod tests {
    use super::super::workspace::tests::{body, open};
    use super::{remove_block, set_level};

    #[track_caller]
    fn check_removal(markdown: &str, number: usize, expected: Option<&str>) {
        let file = open(markdown);
        let new = remove_block(&file, &file.text_blocks()[number]).ok();
        assert_eq!(new.map(|new| body(&new)).as_deref(), expected, "{markdown:?} {number}");
    }

    #[test]
    fn a_block_is_removed_with_its_lines_and_the_empty_lines_on_one_side() {
        check_removal("One.\n\nTwo.\n\nThree.\n", 0, Some("Two.\n\nThree.\n"));
        check_removal("One.\n\nTwo.\n\nThree.\n", 1, Some("One.\n\nThree.\n"));
        check_removal("One.\r\n\r\nTwo.\r\n", 1, Some("One.\r\n"));
        check_removal("One.\n\n\nTwo.", 1, Some("One."));
        check_removal("One.\n", 0, Some(""));
        check_removal("# One\nTwo.\n```\na\n```\n", 1, Some("# One\n```\na\n```\n"));
        check_removal("One.\n\n## Two {#x}\nThree.\n", 1, Some("One.\n\nThree.\n"));
        check_removal("One\n===\n\nTwo.\n", 0, Some("Two.\n"));
        check_removal("> One.\n>\n> Two.\n\nThree.\n", 1, Some("> One.\n\nThree.\n"));
        check_removal("One.\n\n> Two.\n\nThree.\n", 1, Some("One.\n\nThree.\n"));
        check_removal("One.\n\n```\na\n\nb\n```\n\nTwo.\n", 1, Some("One.\n\nTwo.\n"));
        check_removal("- One.\n\n  ```\n  a\n  ```\n", 1, Some("- One.\n"));
        check_removal("| a |\n|---|\n| b |\n", 0, None);
    }

    #[test]
    fn an_item_is_removed_with_all_that_lies_in_it() {
        check_removal("- a\n- b\n- c\n", 1, Some("- a\n- c\n"));
        check_removal("- a\n- b", 1, Some("- a"));
        check_removal("- a\n  - b\n  - c\n- d\n", 0, Some("- d\n"));
        check_removal("- a\n  - b\n- d\n", 1, Some("- a\n- d\n"));
        check_removal("One.\n\n- a\n\nTwo.\n", 1, Some("One.\n\nTwo.\n"));
        check_removal("1. a\n2. b\n3. c\n", 0, Some("1. b\n3. c\n"));
        check_removal("- a\n\n- b\n", 1, Some("- a\n"));
        check_removal("- a\n\n  b\n", 0, Some("- b\n"));
        check_removal("- a\n\n  b\n", 1, Some("- a\n"));
    }

    #[test]
    fn a_block_that_keeps_others_apart_stays() {
        check_removal("- a\n- b\n\nOne.\n\n- c\n", 2, None);
        check_removal("One.[^a]\n\n[^a]: Two.\n", 1, None);
    }

    #[track_caller]
    fn check_level(markdown: &str, level: Option<u8>, expected: Option<&str>) {
        let file = open(markdown);
        let new = set_level(&file, &file.text_blocks()[0], level).ok();
        assert_eq!(new.map(|new| body(&new)).as_deref(), expected, "{markdown:?} {level:?}");
    }

    #[test]
    fn a_heading_gets_another_level_and_keeps_the_rest_of_its_line() {
        check_level("## One {#x}\n\nTwo.\n", Some(3), Some("### One {#x}\n\nTwo.\n"));
        check_level("## One ##\n", Some(4), Some("#### One ##\n"));
        check_level("> ## One\n", Some(1), Some("> # One\n"));
        check_level("One\r\n---\r\nTwo.\r\n", Some(3), Some("### One\r\nTwo.\r\n"));
        check_level("## One {#x}\n", None, Some("One\n"));
        check_level("One\n---\n\nTwo.\n", None, Some("One\n\nTwo.\n"));
        check_level("One\n", Some(2), Some("## One\n"));
        check_level("One\ntwo.\n", Some(2), None);
        check_level("## 1. One\n", None, None);
        check_level("## One\nTwo.\n", None, Some("One\n\nTwo.\n"));
        check_level("- One\n", Some(2), None);
    }
}
