//! The quotation marks of languages, as newspapers and books have them.

/// The marks around a quotation (`double`), and around a quotation within another (`single`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotationMarks {
    pub double: (&'static str, &'static str),
    pub single: (&'static str, &'static str),
}

impl Default for QuotationMarks {
    /// Returns the marks of English, and of languages that the table lacks.
    fn default() -> Self {
        ENGLISH
    }
}

const fn marks(double: (&'static str, &'static str), single: (&'static str, &'static str)) -> QuotationMarks {
    QuotationMarks { double, single }
}

const ENGLISH: QuotationMarks = marks(("“", "”"), ("‘", "’"));
const SWISS: QuotationMarks = marks(("«", "»"), ("‹", "›"));
const JAPANESE: QuotationMarks = marks(("「", "」"), ("『", "』"));

/// The marks of languages, by language subtag.
const LANGUAGES: &[(&[&str], QuotationMarks)] = &[
    (&["bg", "cs", "de", "et", "is", "lt", "lv", "sk", "sl"], marks(("„", "“"), ("‚", "‘"))),
    (&["hr", "sr"], marks(("„", "”"), ("‚", "’"))),
    (&["hu"], marks(("„", "”"), ("»", "«"))),
    (&["pl", "ro"], marks(("„", "”"), ("«", "»"))),
    (&["fi", "sv"], marks(("”", "”"), ("’", "’"))),
    (&["ca", "el", "es", "eu", "fa", "gl", "it", "nb", "nn", "no", "pt"], marks(("«", "»"), ("“", "”"))),
    // U+202F is a narrow space that does not break.
    (&["fr"], marks(("«\u{202f}", "\u{202f}»"), ("“", "”"))),
    (&["be", "hy", "ru", "uk"], marks(("«", "»"), ("„", "“"))),
    (&["da"], marks(("»", "«"), ("›", "‹"))),
    (&["ja"], JAPANESE),
];

impl QuotationMarks {
    /// Finds the marks of a language, as written in `script` and in `region` if these are known.
    pub fn of(language: &str, script: Option<&str>, region: Option<&str>) -> Self {
        match (language, script, region) {
            ("de" | "fr" | "it" | "rm", _, Some("CH" | "LI")) => SWISS,
            ("pt", _, Some("BR")) | ("es", _, Some("MX")) => ENGLISH,
            ("zh" | "yue", Some("Hant"), _) | ("zh", None, Some("TW" | "HK" | "MO")) | ("yue", None, _) => JAPANESE,
            _ => LANGUAGES.iter().find(|(known, _)| known.contains(&language)).map_or(ENGLISH, |(_, marks)| *marks),
        }
    }
}
