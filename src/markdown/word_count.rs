//! The word count of a text.

use pulldown_cmark::TagEnd;

/// The count of the words so far.
#[derive(Default)]
pub(super) struct WordCounter {
    pub count: usize,
    is_in_word: bool,
}

impl WordCounter {
    /// Counts the words of a text. Inline markup does not end a word: `**bo**ld` is one.
    pub fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            // Spaces, tabs and line breaks are among the bytes up to b' '.
            let is_in_word = byte > b' ';
            self.count += usize::from(is_in_word && !self.is_in_word);
            self.is_in_word = is_in_word;
        }
    }

    /// Ends the current word, as a line break or the edge of a block does.
    pub fn end_word(&mut self) {
        self.is_in_word = false;
    }
}

/// Whether an element is a block, so that words end at its edges.
pub(super) fn is_block(tag: TagEnd) -> bool {
    !matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::Subscript
            | TagEnd::Superscript
    )
}

#[cfg(test)]
mod tests {
    use super::WordCounter;

    fn check(texts: &[&str], expected: usize) {
        let mut words = WordCounter::default();
        for text in texts {
            words.add(text);
        }
        assert_eq!(words.count, expected, "{texts:?}");
    }

    #[test]
    fn words_are_separated_by_spaces() {
        check(&[], 0);
        check(&["", " "], 0);
        check(&["one"], 1);
        check(&[" one  two\nthree\t"], 3);
        check(&["bo", "ld and", " done"], 3);
        check(&["தமிழ் மொழி"], 2);
        check(&["a b c d e f g h", " i j k l", "m n"], 13);
    }

    proptest::proptest! {
        #[test]
        fn the_count_is_that_of_the_words_between_spaces(texts in proptest::collection::vec("[ a!~\u{7f}\n\t\u{0}éத]{0,30}", 0..4)) {
            let whole = texts.concat();
            let expected = whole.split(|c: char| c <= ' ').filter(|word| !word.is_empty()).count();
            check(&texts.iter().map(String::as_str).collect::<Vec<_>>(), expected);
        }
    }
}
