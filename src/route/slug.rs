//! Slugs: texts as parts of routes, in the letters of any script or in ASCII alone.

use std::borrow::Cow;

use unicode_script::{Script, UnicodeScript};

use crate::unicode::{into_nfc, is_combining_mark, nfc};

/// Turns a text into a part of a route, in NFC: `Release Notes` → `release-notes`. Letters of every script stay, in
/// lower case, and so do digits and `_`. Combining marks stay too, as words of many scripts are misspelt without them.
/// One hyphen separates words.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    let mut is_separated = false;
    for c in nfc(text).chars() {
        if c != '_' && !c.is_alphanumeric() && !is_combining_mark(c) {
            is_separated |= !is_dropped_within_word(c);
            continue;
        }
        if is_separated && !slug.is_empty() {
            slug.push('-');
        }
        is_separated = false;
        if c.is_ascii() { slug.push(c.to_ascii_lowercase()) } else { slug.extend(c.to_lowercase()) }
    }
    // A dropped character may have stood between a letter and its mark. NFC writes the two as one character.
    into_nfc(slug)
}

/// Whether a character is dropped without separating words: an apostrophe or an invisible character.
fn is_dropped_within_word(c: char) -> bool {
    matches!(c, '\'' | '’' | '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Letters, and how they are written in ASCII.
type Letters = &'static [(char, &'static str)];

/// The letters that some languages write in ASCII in their own way. `deunicode` writes all others.
const LETTERS: &[(&[&str], Letters)] = &[
    (&["az"], &[('ə', "e"), ('Ə', "E")]),
    (&["de"], &[('ä', "ae"), ('ö', "oe"), ('ü', "ue"), ('Ä', "Ae"), ('Ö', "Oe"), ('Ü', "Ue")]),
    (&["da", "nb", "nn", "no"], &[('å', "aa"), ('ø', "oe"), ('Å', "Aa"), ('Ø', "Oe")]),
];

/// Writes the letters and digits of a text in ASCII, as the language does. Leaves out combining marks; other characters
/// stay. Returns `None` if a letter or digit has no readable form in ASCII, like most letters of scripts other than
/// Latin, Greek and Cyrillic.
pub fn transliterate<'t>(text: &'t str, language: &str) -> Option<Cow<'t, str>> {
    if text.is_ascii() {
        return Some(Cow::Borrowed(text));
    }
    let primary = language.split('-').next().unwrap_or_default().to_lowercase();
    let own =
        LETTERS.iter().find(|(languages, _)| languages.contains(&primary.as_str())).map_or(&[][..], |(_, own)| *own);
    let mut written = String::with_capacity(text.len());
    for c in nfc(text).chars() {
        match own.iter().find(|(letter, _)| *letter == c) {
            Some((_, ascii)) => written.push_str(ascii),
            None if is_combining_mark(c) => {}
            None if c.is_ascii() || !c.is_alphanumeric() => written.push(c),
            None => written.push_str(ascii_form(c)?),
        }
    }
    Some(Cow::Owned(written))
}

/// Writes a letter or digit in ASCII. Returns `None` unless it is Latin, Greek or Cyrillic, or shared by several
/// scripts, as most digits are. Also returns `None` for the few letters, such as `ә`, that `deunicode` writes as signs.
fn ascii_form(c: char) -> Option<&'static str> {
    let is_readable = matches!(c.script(), Script::Latin | Script::Greek | Script::Cyrillic | Script::Common);
    let written = deunicode::deunicode_char(c).filter(|_| is_readable)?;
    // Modifier letters, such as the `ʻ` of `Hawaiʻi`, may become signs.
    let is_modifier = ('\u{2b0}'..='\u{2ff}').contains(&c);
    (is_modifier || written.chars().all(|c| c.is_ascii_alphanumeric())).then_some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_slug(text: &str, expected: &str) {
        assert_eq!(slug(text), expected, "{text:?}");
    }

    #[test]
    fn slugs_keep_the_letters_of_every_script() {
        check_slug("Release notes", "release-notes");
        check_slug("  A/B tests, 2023: what’s new?", "a-b-tests-2023-whats-new");
        check_slug("Release Notes & über 2!", "release-notes-über-2");
        check_slug("snake_case", "snake_case");
        check_slug("Größe ÄNDERN", "größe-ändern");
        check_slug("तकनीकी मार्केटिंग।", "तकनीकी-मार्केटिंग");
        check_slug("தமிழ் மொழி", "தமிழ்-மொழி");
        check_slug("ภาษาไทย น้ำ", "ภาษาไทย-น้ำ");
        check_slug("Mar\u{ad}ket\u{200b}", "market");
        check_slug("Su\u{308}\u{200d}ß su\u{200d}\u{308}ß", "süß-süß");
        check_slug("!? 🚀 —", "");
    }

    #[test]
    fn latin_greek_and_cyrillic_letters_become_ascii() {
        let check = |language: &str, text: &str, expected: Option<&str>| {
            assert_eq!(transliterate(text, language).as_deref(), expected, "{text} in {language}");
        };
        check("de-AT", "Größe/ÄNDERN 2", Some("Groesse/AeNDERN 2"));
        check("en", "Gro\u{308}ße – ändern", Some("Grosse – andern"));
        check("nb", "Blåbærsyltetøy", Some("Blaabaersyltetoey"));
        check("sv", "Blåbär", Some("Blabar"));
        check("en", "Łódź, Ελλάδα, Москва", Some("Lodz, Ellada, Moskva"));
        check("en", "ﬁrst ＡＢ１ Ɫotus ꜳ hawaiʻi", Some("first AB1 Lotus aa hawai`i"));
        check("az", "Azərbaycan", Some("Azerbaycan"));
        check("en", "kites 🪁", Some("kites 🪁"));
        for text in ["தமிழ்", "北京", "a ไทย", "Әлем"] {
            check("en", text, None);
        }
    }
}
