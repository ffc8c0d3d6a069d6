//! The normal forms of text: the composed form of Unicode (NFC), and single spaces.
//!
//! File names, references, terms and routes are composed before they are compared: `é` may be one character or, as in
//! file names of macOS, the two characters `e` and an accent.

use std::borrow::Cow;

pub use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Composes a text; borrows it if it is composed already.
pub fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// Composes an owned text, without a copy if it is composed already.
pub fn into_nfc(text: String) -> String {
    match nfc(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(composed) => composed,
    }
}

/// Replaces each run of white space by one space, and trims the text.
pub fn collapse_white_space(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{collapse_white_space, into_nfc, nfc};

    #[test]
    fn both_forms_of_a_text_become_one() {
        for (text, composed) in [("su\u{308}ß", "süß"), ("süß", "süß"), ("plain", "plain"), ("\u{212b}", "Å")] {
            assert_eq!((&*nfc(text), into_nfc(text.to_owned()).as_str()), (composed, composed));
        }
    }

    #[test]
    fn white_space_collapses_to_single_spaces() {
        for (text, collapsed) in [("", ""), (" \n", ""), (" a\r\n\u{a0}b\tc ", "a b c")] {
            assert_eq!(collapse_white_space(text), collapsed, "{text:?}");
        }
    }
}
