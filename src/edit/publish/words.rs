//! The comparison of two texts by words.

use std::time::{Duration, Instant};

use serde::Serialize;
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices_deadline};

/// The number of words that are shown before and after those that differ.
const CONTEXT_WORDS: usize = 6;

/// The time limit of a comparison. After it, the rest of the texts is compared coarsely: more words show as different.
const COMPARE_TIMEOUT: Duration = Duration::from_millis(200);

/// Successive words that are in one text only, or in both.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct WordRun {
    pub kind: WordKind,
    pub text: String,
}

/// Which text has the words: both, only the earlier one, or only the later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WordKind {
    Both,
    Removed,
    Added,
}

/// Compares two texts by words. `…` replaces words far from those that differ. Returns no runs if only white space
/// differs.
pub fn compare_words(before: &str, now: &str) -> Vec<WordRun> {
    let (before, now): (Vec<&str>, Vec<&str>) = (before.split_whitespace().collect(), now.split_whitespace().collect());
    let deadline = Some(Instant::now() + COMPARE_TIMEOUT);
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

/// Joins words that did not change, and leaves out those far from changed words.
fn shorten(words: &[&str], follows_change: bool, precedes_change: bool) -> String {
    let start = if follows_change { CONTEXT_WORDS } else { 0 };
    let end = if precedes_change { CONTEXT_WORDS } else { 0 };
    if words.len() <= start + end + 1 {
        return words.join(" ");
    }
    [&words[..start], &["…"], &words[words.len() - end..]].concat().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{WordKind, compare_words};

    #[track_caller]
    fn check(before: &str, now: &str, expected: &str) {
        let runs = compare_words(before, now).into_iter().map(|run| match run.kind {
            WordKind::Both => run.text,
            WordKind::Removed => format!("[-{}]", run.text),
            WordKind::Added => format!("[+{}]", run.text),
        });
        assert_eq!(runs.collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn changed_words_are_shown_with_some_around_them() {
        check("The boat comes at six.", "The boat comes at\nfive.", "The boat comes at [-six.] [+five.]");
        check("a b c", "a c", "a [-b] c");
        check("", "a b", "[+a b]");
        check("a  b", "a b", "");
        let long = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
        check(&format!("{long} x {long}"), &format!("{long} y {long}"), "… 10 11 12 13 14 15 [-x] [+y] 1 2 3 4 5 6 …");
        check(&format!("x {long} x"), &format!("y {long} y"), "[-x] [+y] 1 2 3 4 5 6 … 10 11 12 13 14 15 [-x] [+y]");
    }
}
