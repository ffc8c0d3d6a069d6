//! Language tags (RFC 5646): their syntax, and corrections of invalid tags.

use icu_locale::Locale;

/// Names of languages in lower case, and their codes.
const NAMES: &[(&str, &str)] = &[
    ("arabic", "ar"),
    ("bengali", "bn"),
    ("chinese", "zh"),
    ("deutsch", "de"),
    ("dutch", "nl"),
    ("english", "en"),
    ("español", "es"),
    ("français", "fr"),
    ("french", "fr"),
    ("german", "de"),
    ("hindi", "hi"),
    ("italian", "it"),
    ("italiano", "it"),
    ("japanese", "ja"),
    ("korean", "ko"),
    ("nederlands", "nl"),
    ("polish", "pl"),
    ("polski", "pl"),
    ("portuguese", "pt"),
    ("português", "pt"),
    ("russian", "ru"),
    ("spanish", "es"),
    ("swedish", "sv"),
    ("tamil", "ta"),
    ("turkish", "tr"),
];

/// Whether a text is a well-formed tag whose language subtag has two or three letters, as every code of ISO 639 has.
/// RFC 5646 allows longer subtags too, but none is in use.
pub fn is_tag(text: &str) -> bool {
    let language = text.split('-').next().unwrap_or_default();
    // `Locale` would accept `de_DE`, which is no tag.
    (2..=3).contains(&language.len()) && !text.contains('_') && parse_tag(text).is_some()
}

/// Parses a tag. An extended language, such as `cmn` in `zh-cmn-Hans`, is left out, as `Locale` refuses it.
pub fn parse_tag(tag: &str) -> Option<Locale> {
    let is_extended = |part: &&str| part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    match tag.split('-').nth(1).filter(is_extended) {
        Some(extended) => tag.replacen(&format!("-{extended}"), "", 1).parse().ok(),
        None => tag.parse().ok(),
    }
}

/// Returns the label that says which tag to write instead of the invalid `text`.
pub fn correction(text: &str) -> String {
    // Unix locales are written `de_DE.UTF-8`.
    let locale = text.split('.').next().unwrap_or_default().trim().replace('_', "-");
    if is_tag(&locale) {
        return format!("write `{locale}`");
    }
    match NAMES.iter().find(|(name, _)| *name == locale.to_lowercase()) {
        Some((_, code)) => format!("write `{code}`"),
        None => "begins with a code of two or three letters, as in `en`, `en-IN` or `zh-Hans`".to_owned(),
    }
}

/// Whether two tags are the same, or one begins with the other: `en` and `en-IN`, but not `zh-Hans` and `zh-Hant`.
pub fn is_same_or_variant(a: &str, b: &str) -> bool {
    a.split('-').zip(b.split('-')).all(|(a, b)| a.eq_ignore_ascii_case(b))
}

#[cfg(test)]
mod tests {
    use super::{correction, is_same_or_variant, is_tag};

    #[test]
    fn a_tag_is_a_variant_of_its_beginning() {
        for (a, b, expected) in [("en", "en-IN", true), ("EN-in", "en-IN", true), ("zh-Hans", "zh-Hant", false)] {
            assert_eq!(is_same_or_variant(a, b), expected, "{a} and {b}");
        }
    }

    #[test]
    fn well_formed_tags_are_accepted_and_others_refused() {
        let tags = [
            "en",
            "de-DE",
            "ta",
            "zh-Hans",
            "zh-cmn-Hans-CN",
            "es-419",
            "sl-rozaj-biske",
            "de-CH-1996",
            "de-DE-u-co-phonebk",
            "en-x-a-b",
            "EN-in",
            "haw",
        ];
        for tag in tags {
            assert!(is_tag(tag), "{tag}");
        }
        let others = [
            "",
            "e",
            "deutsch",
            "de_DE",
            "de-",
            "-de",
            "de--DE",
            "de-DE-DE",
            "de-u",
            "en IN",
            "x-a",
            "en-abcdefghi",
            "día",
        ];
        for text in others {
            assert!(!is_tag(text), "{text}");
        }
    }

    #[test]
    fn corrections_name_the_tag_if_it_can_be_guessed() {
        let other = "begins with a code of two or three letters, as in `en`, `en-IN` or `zh-Hans`";
        for (text, expected) in [
            ("de_DE", "write `de-DE`"),
            ("de_DE.UTF-8", "write `de-DE`"),
            ("deutsch", "write `de`"),
            ("Español", "write `es`"),
            ("klingon", other),
            ("", other),
        ] {
            assert_eq!(correction(text), expected, "{text}");
        }
    }
}
