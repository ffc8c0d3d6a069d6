//! The sentence around a byte of Markdown, as readers see it.

use std::ops::Range;

use pulldown_cmark::Event;

use super::events::{is_block_edge, push_text};
use super::options::MarkdownOptions;
use super::spanned_events;
use crate::unicode::collapse_white_space;

/// The maximum number of characters that are quoted on each side of the byte.
const MAX_CHARS_BESIDE: usize = 90;

/// Returns the sentence around the byte `at`, from the Markdown that begins at the byte `start` of `text`. Only text in
/// the bytes `block` counts.
pub fn quote_sentence(text: &str, start: usize, block: &Range<usize>, at: usize, options: &MarkdownOptions) -> String {
    let (mut plain, mut middle) = (String::new(), 0);
    for (event, span) in spanned_events(text, start, options) {
        if span.start < block.start || span.end > block.end || matches!(event, Event::InlineHtml(_)) {
            continue;
        }
        if span.start <= at && !matches!(event, Event::End(_)) {
            middle = plain.len();
        }
        if is_block_edge(&event) {
            plain.push(' ');
        }
        push_text(&mut plain, &event);
    }
    let ends = |part: &str| -> Vec<usize> {
        [". ", "! ", "? "].iter().flat_map(|end| part.match_indices(*end)).map(|(at, end)| at + end.len()).collect()
    };
    let first = ends(&plain[..middle]).into_iter().max().unwrap_or(0);
    let last = ends(&plain[middle..]).into_iter().min().map_or(plain.len(), |end| middle + end);
    let (all_before, all_after) = (plain[first..middle].trim_start(), plain[middle..last].trim_end());
    let (before, after) = (last_words(all_before), first_words(all_after));
    let dots_before = if before.len() < all_before.len() { "…" } else { "" };
    let dots_after = if after.len() < all_after.len() { "…" } else { "" };
    format!("{dots_before}{}{dots_after}", collapse_white_space(&[before, after].concat()))
}

/// Shortens a text to its first words: at most `MAX_CHARS_BESIDE` characters.
fn first_words(text: &str) -> &str {
    let Some((end, next)) = text.char_indices().nth(MAX_CHARS_BESIDE) else { return text };
    text[..end + next.len_utf8()].rfind(' ').map_or(&text[..end], |space| &text[..space])
}

/// Shortens a text to its last words: at most `MAX_CHARS_BESIDE` characters.
fn last_words(text: &str) -> &str {
    let Some((start, previous)) = text.char_indices().rev().nth(MAX_CHARS_BESIDE) else { return text };
    let space = text[start..].find(' ').map(|found| start + found + 1);
    &text[space.unwrap_or(start + previous.len_utf8())..]
}

#[cfg(test)]
mod tests {
    use super::quote_sentence;
    use crate::markdown::MarkdownOptions;

    #[test]
    fn a_sentence_is_quoted_without_markup() {
        let check = |text: &str, word: &str, expected: &str| {
            let at = text.find(word).expect("the word");
            let quote = quote_sentence(text, 0, &(0..text.len()), at, &MarkdownOptions::default());
            assert_eq!(quote, expected, "{text:?}");
        };
        check("One *two*.\nSee [the\ntides](/a/) now. Three.", "/a/", "See the tides now.");
        check("See [it](/a/): `<A b={1}>`.", "/a/", "See it: <A b={1}>.");
        check("See <a href=\"/a/\">the tides</a>!", "/a/", "See the tides!");
        check("One.\n\nTwo [x](/a/).\n\nThree.", "/a/", "Two x.");
        check("# One\n\n- Two\n- [x](/a/)\n", "/a/", "One Two x");
        let words = |count: usize| "word ".repeat(count);
        let long = format!("{0}[x](/a/) {0}", words(60));
        check(&long, "/a/", &format!("…{}x {}…", words(18), words(17).trim_end()));
        let long = format!("{0}[x](/a/){0}", "ä".repeat(100));
        check(&long, "/a/", &format!("…{}x{}…", "ä".repeat(90), "ä".repeat(89)));
    }
}
