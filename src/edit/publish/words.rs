//! The difference of two texts, by words.

use std::time::{Duration, Instant};

use serde::Serialize;
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices_deadline};

/// The words that are shown before and after those that differ.
const CONTEXT_WORDS: usize = 6;

/// The time for the comparison. Longer texts show more words as different than there are.
const MAX_COMPARING: Duration = Duration::from_millis(200);

/// Words that stand together in one text, or in both.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct WordRun {
    pub kind: WordKind,
    pub text: String,
}

/// Which of the texts has the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WordKind {
    Both,
    Removed,
    Added,
}

/// Compares two texts by words. Words far from those that differ are left out, with `…` in
/// their place; where only blanks differ, there are none.
pub fn word_difference(before: &str, now: &str) -> Vec<WordRun> {
    let (before, now): (Vec<&str>, Vec<&str>) = (before.split_whitespace().collect(), now.split_whitespace().collect());
    let deadline = Some(Instant::now() + MAX_COMPARING);
    let operations = capture_diff_slices_deadline(Algorithm::Myers, &before, &now, deadline);
    if matches!(*operations, [] | [DiffOp::Equal { .. }]) {
        return Vec::new();
    }
    let last = operations.len() - 1;
    let mut runs = Vec::new();
    for (at, operation) in operations.iter().enumerate() {
        for (tag, words) in operation.iter_slices(&before, &now) {
            let (kind, text) = match tag {
                ChangeTag::Equal => (WordKind::Both, shorten(words, at > 0, at < last)),
                ChangeTag::Delete => (WordKind::Removed, words.join(" ")),
                ChangeTag::Insert => (WordKind::Added, words.join(" ")),
            };
            runs.push(WordRun { kind, text });
        }
    }
    runs
}

/// Joins words that did not change: those beside others that did.
fn shorten(words: &[&str], is_after: bool, is_before: bool) -> String {
    let start = if is_after { CONTEXT_WORDS } else { 0 };
    let end = if is_before { CONTEXT_WORDS } else { 0 };
    if words.len() <= start + end + 1 {
        return words.join(" ");
    }
    [&words[..start], &["…"], &words[words.len() - end..]].concat().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{WordKind, word_difference};

    #[track_caller]
    fn check(before: &str, now: &str, expected: &str) {
        let runs = word_difference(before, now).into_iter().map(|run| match run.kind {
            WordKind::Both => run.text,
            WordKind::Removed => format!("[-{}]", run.text),
            WordKind::Added => format!("[+{}]", run.text),
        });
        assert_eq!(runs.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn words_that_differ_stand_among_those_around_them() {
        check("The boat comes at six.", "The boat comes at\nfive.", "The boat comes at [-six.] [+five.]");
        check("a b c", "a c", "a [-b] c");
        check("", "a b", "[+a b]");
        check("a  b", "a b", "");
        let long = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
        check(&format!("{long} x {long}"), &format!("{long} y {long}"), "… 10 11 12 13 14 15 [-x] [+y] 1 2 3 4 5 6 …");
        check(&format!("x {long} x"), &format!("y {long} y"), "[-x] [+y] 1 2 3 4 5 6 … 10 11 12 13 14 15 [-x] [+y]");
    }
}
