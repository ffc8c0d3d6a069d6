//! The word count of a text.

use pulldown_cmark::TagEnd;

/// The text without markup. Counting all of it at once is faster than counting its parts.
pub(super) struct WordCounter {
    text: Vec<u8>,
    /// Whether a line break or the edge of a block ended the last word.
    word_ended: bool,
}

impl WordCounter {
    /// Prepares for a source of `length` bytes.
    pub fn with_capacity(length: usize) -> Self {
        Self { text: Vec::with_capacity(length + length / 8), word_ended: false }
    }

    /// Adds text. Inline markup does not end a word: `**bo**ld` is one.
    #[inline(never)]
    pub fn add(&mut self, text: &str) {
        if self.word_ended {
            self.text.push(b' ');
            self.word_ended = false;
        }
        self.text.extend_from_slice(text.as_bytes());
    }

    /// Ends the current word.
    pub fn end_word(&mut self) {
        self.word_ended = true;
    }

    /// Counts the letters that don't follow a letter.
    pub fn count(&self) -> usize {
        let Some((first, rest)) = self.text.split_first() else { return 0 };
        // Without branches, the compiler vectorizes the loop.
        let begins = |(before, after): &(&u8, &u8)| !is_letter(**before) & is_letter(**after);
        usize::from(is_letter(*first)) + self.text.iter().zip(rest).filter(begins).count()
    }
}

/// Whether the end of an element does not end a word.
pub(super) fn is_within_word(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Link
            | TagEnd::Subscript
            | TagEnd::Superscript
    )
}

/// Whether a byte is neither a space nor a control character.
fn is_letter(byte: u8) -> bool {
    byte > b' '
}

#[cfg(test)]
mod tests {
    use super::WordCounter;

    fn check(texts: &[&str], expected: usize) {
        let mut words = WordCounter::with_capacity(8);
        for text in texts {
            words.add(text);
        }
        assert_eq!(words.count(), expected, "{texts:?}");
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
