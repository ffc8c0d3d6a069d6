//! Syntax highlighting at build time: `<span class="hl-…">`, coloured by the site's CSS.

use std::fmt;

use syntect::html::{ClassStyle, ClassedHTMLGenerator};
use syntect::parsing::SyntaxSet;
use syntect::util::LinesWithEndings;

const STYLE: ClassStyle = ClassStyle::SpacedPrefixed { prefix: "hl-" };

/// The grammars of the known languages. Loading them takes some milliseconds, so builds share them.
pub struct Highlighter {
    syntaxes: SyntaxSet,
}

impl PartialEq for Highlighter {
    /// All highlighters have the same grammars.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Highlighter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Highlighter")
    }
}

impl Highlighter {
    pub fn load() -> Self {
        Self { syntaxes: SyntaxSet::load_defaults_newlines() }
    }

    /// Whether the language of a code block is known. `info` is its info string, such as `rust` or `rust,ignore`.
    pub(super) fn knows(&self, info: &str) -> bool {
        self.syntaxes.find_syntax_by_token(language(info)).is_some()
    }

    /// Highlights code as HTML; `None` if the language is unknown or its grammar fails.
    pub(super) fn highlight(&self, info: &str, code: &str) -> Option<String> {
        let syntax = self.syntaxes.find_syntax_by_token(language(info))?;
        let mut html = ClassedHTMLGenerator::new_with_class_style(syntax, &self.syntaxes, STYLE);
        for line in LinesWithEndings::from(code) {
            html.parse_html_for_line_which_includes_newline(line).ok()?;
        }
        Some(html.finalize())
    }
}

/// The first word of an info string.
fn language(info: &str) -> &str {
    info.split([' ', ',', '\t']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Highlighter;

    #[test]
    fn known_languages_get_classes_and_keep_their_text() {
        let highlighter = Highlighter::load();
        let check = |info: &str, code: &str, expected: Option<&[&str]>| {
            let html = highlighter.highlight(info, code);
            assert_eq!(html.is_some(), highlighter.knows(info), "{info}");
            assert_eq!(html.is_some(), expected.is_some(), "{info}");
            for part in expected.unwrap_or_default() {
                assert!(html.as_ref().unwrap().contains(part), "{part} in {html:?}");
            }
        };
        check("rust", "let a = \"<b>\";\n", Some(&["<span class=\"hl-", "&lt;b&gt;"]));
        check("RUST,ignore x", "fn a() {}", Some(&["<span class=\"hl-"]));
        check("no-such-language", "a", None);
        check("", "a", None);
    }
}
