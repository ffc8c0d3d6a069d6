//! How many words a text has.

/// The text that a reader reads, in one run: all of it is counted at once, which is faster than part by part.
pub(super) struct Words {
    read: Vec<u8>,
    parted: bool,
}

impl Words {
    /// Those of a source of `length` bytes.
    pub fn of(length: usize) -> Self {
        Self { read: Vec::with_capacity(length + length / 8), parted: false }
    }

    /// A word goes on over inline markup: `**bo**ld` is one.
    #[inline(never)]
    pub fn text(&mut self, text: &str) {
        if self.parted {
            self.read.push(b' ');
            self.parted = false;
        }
        self.read.extend_from_slice(text.as_bytes());
    }

    /// The word before ends here: a line break or the edge of a block.
    pub fn gap(&mut self) {
        self.parted = true;
    }

    /// How many letters follow none. The loop is one that the compiler makes vectors of: no branches, and sums that fit
    /// a byte, as there are at most 128 beginnings among 256 bytes.
    pub fn count(&self) -> usize {
        let Some((first, rest)) = self.read.split_first() else { return 0 };
        let pairs = self.read.chunks(256).zip(rest.chunks(256));
        let begins = |(before, after): (&u8, &u8)| u8::from(!is_letter(*before) & is_letter(*after));
        let within = pairs.map(|(before, after)| usize::from(before.iter().zip(after).map(begins).sum::<u8>()));
        usize::from(is_letter(*first)) + within.sum::<usize>()
    }
}

/// Anything but a space or a control character.
fn is_letter(byte: u8) -> bool {
    byte > b' '
}

#[cfg(test)]
mod tests {
    use super::Words;

    fn check(texts: &[&str], expected: usize) {
        let mut words = Words::of(8);
        for text in texts {
            words.text(text);
        }
        assert_eq!(words.count(), expected, "{texts:?}");
    }

    #[test]
    fn words_are_what_spaces_part() {
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
        fn words_are_counted_as_one_by_one(texts in proptest::collection::vec("[ a!~\u{7f}\n\t\u{0}éத]{0,30}", 0..4)) {
            let whole = texts.concat();
            let expected = whole.split(|c: char| c <= ' ').filter(|word| !word.is_empty()).count();
            check(&texts.iter().map(String::as_str).collect::<Vec<_>>(), expected);
        }
    }
}
