//! The words of a text, in the form in which they are looked up. `browser/engine.js` finds the same words; a test
//! compares both.
//!
//! 1. The text is decomposed for compatibility (NFKD) and becomes lower case.
//! 2. Latin, Greek, Cyrillic and Arabic letters lose their marks; `ß` is `ss`, `ø` is `o`, `ة` is `ه`. Other scripts
//!    keep their marks. Digits of the most used scripts become those of ASCII.
//! 3. Runs of letters, marks and digits are words. In scripts without spaces between words, such as Chinese and Thai,
//!    each pair of neighbouring characters is a word, and so is the last character.

use unicode_normalization::UnicodeNormalization;

use crate::unicode::is_combining_mark;

/// The length of the longest words. Longer runs are data, such as encoded images.
const MAX_CHARACTERS: usize = 40;

/// Calls `on_word` with each word of a text, in order.
pub fn for_each_word(text: &str, mut on_word: impl FnMut(&str)) {
    let text = normalize(text);
    for run in text.split(|c: char| !is_part_of_word(c)).filter(|run| !run.is_empty()) {
        if run.is_ascii() {
            visit_word(run, &mut on_word);
            continue;
        }
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let unspaced = is_unspaced(first);
            let is_other = |c: char| is_unspaced(c) != unspaced && !is_combining_mark(c);
            let (part, after) = rest.split_at(rest.find(is_other).unwrap_or(rest.len()));
            if unspaced {
                for_each_pair(part, &mut on_word);
            } else {
                visit_word(part, &mut on_word);
            }
            rest = after;
        }
    }
}

fn visit_word(word: &str, on_word: &mut impl FnMut(&str)) {
    if word.chars().count() <= MAX_CHARACTERS {
        on_word(word);
    }
}

/// Calls `on_word` with each pair of characters, and with the last character. Marks stay with the character before.
fn for_each_pair(run: &str, on_word: &mut impl FnMut(&str)) {
    let starts = run.char_indices().filter(|(at, c)| *at == 0 || !is_combining_mark(*c)).map(|(at, _)| at);
    let starts: Vec<usize> = starts.collect();
    for (index, start) in starts.iter().enumerate() {
        on_word(&run[*start..starts.get(index + 2).copied().unwrap_or(run.len())]);
    }
}

/// Brings a text into the form in which words are compared.
fn normalize(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let lower = text.nfkd().collect::<String>().to_lowercase();
    let mut plain = String::with_capacity(lower.len());
    // Whether the accents that follow the last letter are left out.
    let mut drops_marks = false;
    for c in lower.chars() {
        if is_combining_mark(c) {
            if !drops_marks {
                plain.push(c);
            }
            continue;
        }
        drops_marks = loses_accents(c);
        match replacement(c) {
            Some(letters) => plain.push_str(letters),
            // A soft hyphen, and the characters that stretch, join or separate letters, are not part of a word.
            None if matches!(c, '\u{ad}' | '\u{640}' | '\u{200b}'..='\u{200d}') => {}
            None => plain.push(c),
        }
    }
    plain.nfc().collect()
}

/// The zeros of the most used scripts, in the order of Unicode. The digits from 1 to 9 follow each.
const ZEROS: &str = "٠۰०০੦૦୦௦౦೦൦෦๐໐༠၀០᠐";

/// Returns the plain letters or the digit that replace a character that NFKD does not decompose: `ø` → `o`, `٣` → `3`.
fn replacement(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ı' => "i",
        'þ' => "th",
        'ς' => "σ",
        // Arabic: alef wasla → alef, teh marbuta → heh, alef maksura and the Persian yeh → yeh, the Persian kaf → kaf.
        '\u{671}' => "\u{627}",
        '\u{629}' => "\u{647}",
        '\u{649}' | '\u{6cc}' => "\u{64a}",
        '\u{6a9}' => "\u{643}",
        _ if c.is_numeric() => {
            let digit = ZEROS.chars().map(|zero| (c as usize).wrapping_sub(zero as usize)).find(|digit| *digit < 10)?;
            &"0123456789"[digit..=digit]
        }
        _ => return None,
    })
}

/// Whether a letter loses its accents, or its vowel signs: it is Latin, Greek, Cyrillic or Arabic.
fn loses_accents(c: char) -> bool {
    matches!(c,
        'a'..='z' | '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{52f}' | '\u{620}'..='\u{64a}' | '\u{671}'..='\u{6d3}')
}

/// Whether words of this character's script have no spaces between them.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{20000}'..='\u{3ffff}')
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}
