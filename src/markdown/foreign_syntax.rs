//! Syntax of other generators, which would be shown as written: shortcodes, template tags, admonitions.

use std::ops::Range;

use super::text::{MarkdownText, is_escaped};
use crate::diagnostic::{Diagnostic, SpannedDiagnostic};

const COMPONENT_HELP: &str =
    "write a component, such as `<Figure src=\"…\" />`, whose macro is in templates/components/Figure.html";
const ALERT_HELP: &str = "write an alert: a quote that begins with `> [!NOTE]`";
const INCLUDE_HELP: &str = "copy the text to this place: files are not included";
const CODE_HELP: &str = "if it is meant as text, put it in backticks, or write `\\` before it";

const MDBOOK_DIRECTIVE: &str = "a directive of mdBook";

/// The names of the directives that mdBook replaces even in code: `{{#include …}}`.
const MDBOOK_DIRECTIVE_NAMES: &[&str] = &["include", "rustdoc_include", "playground", "title"];

pub(super) struct ForeignSyntax {
    found: Vec<ForeignItem>,
}

struct ForeignItem {
    range: Range<usize>,
    /// The name, such as "a shortcode of Hugo".
    name: &'static str,
    help: &'static str,
}

impl ForeignSyntax {
    /// Finds all that looks like foreign syntax. The caller excludes code and formulas.
    pub fn find(text: &str) -> Self {
        let mut found = Vec::new();
        for at in memchr::memchr3_iter(b'{', b':', b'!', text.as_bytes()) {
            let is_within_last = found.last().is_some_and(|last: &ForeignItem| at < last.range.end);
            if is_within_last || is_escaped(&text.as_bytes()[..at]) {
                continue;
            }
            if let Some((length, name, help)) = classify(text, at) {
                found.push(ForeignItem { range: at..at + length, name, help });
            }
        }
        Self { found }
    }

    /// Excludes the syntax within code or a formula. Directives of mdBook in a code block stay, because mdBook would
    /// replace them.
    pub fn exclude(&mut self, code: &Range<usize>, is_code_block: bool) {
        self.found.retain(|foreign| {
            let is_directive = foreign.name == MDBOOK_DIRECTIVE;
            (is_code_block && is_directive) || !code.contains(&foreign.range.start)
        });
    }

    /// Returns one diagnostic for all items, at the first of them: a file from another generator has many.
    pub fn diagnostic(self, source: &MarkdownText) -> Option<SpannedDiagnostic> {
        let others = self.found.len().saturating_sub(1);
        let ForeignItem { range, name, help } = self.found.into_iter().next()?;
        let label = match others {
            0 => "shown as written".to_owned(),
            1 => "shown as written, and so is one more in this file".to_owned(),
            _ => format!("shown as written, as are {others} more in this file"),
        };
        let diagnostic =
            Diagnostic::warning("foreign-syntax", format!("this is {name}")).label(label).help(help).help(CODE_HELP);
        Some((diagnostic, source.span(range)))
    }
}

/// Classifies the syntax that begins at `at`. Returns its length, its name and the help.
fn classify(text: &str, at: usize) -> Option<(usize, &'static str, &'static str)> {
    let line = text[at..].lines().next()?;
    let begins_line = || text[..at].bytes().rev().take_while(|b| *b != b'\n').all(|b| b == b' ');
    let length_to = |end: &str| line.find(end).map(|found| found + end.len());
    if line.starts_with("{{<") || line.starts_with("{{%") {
        return Some((length_to("}}")?, "a shortcode of Hugo", COMPONENT_HELP));
    }
    if let Some(directive) = line.strip_prefix("{{").and_then(|inner| inner.trim_start().strip_prefix('#')) {
        let name = directive.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        let is_directive = MDBOOK_DIRECTIVE_NAMES.contains(&name);
        return if is_directive { Some((length_to("}}")?, MDBOOK_DIRECTIVE, INCLUDE_HELP)) } else { None };
    }
    if let Some(inner) = line.strip_prefix("{{") {
        let name = inner.trim_start();
        let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        return match rest.trim_start().chars().next()? {
            '(' if is_name => Some((length_to("}}")?, "a shortcode of Zola", COMPONENT_HELP)),
            '}' | '|' if is_name => Some((length_to("}}")?, "an expression of a template", COMPONENT_HELP)),
            _ => None,
        };
    }
    if let Some(inner) = line.strip_prefix("{%") {
        let is_tag = inner.trim_start_matches(['-', ' ']).starts_with(|c: char| c.is_ascii_alphabetic());
        return if is_tag { Some((length_to("%}")?, "a tag of a template", COMPONENT_HELP)) } else { None };
    }
    let marker = if line.starts_with(":::") { line.trim_start_matches(':') } else { line.strip_prefix("!!!")? };
    let word = marker.trim_start();
    let is_admonition = word.starts_with(|c: char| c.is_ascii_lowercase()) && begins_line();
    let name =
        if line.starts_with(':') { "an admonition as of Docusaurus or VitePress" } else { "an admonition of MkDocs" };
    is_admonition.then_some((line.trim_end().len(), name, ALERT_HELP))
}

#[cfg(test)]
mod tests {
    use super::ForeignSyntax;

    fn check(text: &str, expected: &[&str]) {
        let found = ForeignSyntax::find(text).found;
        assert_eq!(found.iter().map(|foreign| &text[foreign.range.clone()]).collect::<Vec<_>>(), expected, "{text:?}");
    }

    #[test]
    fn shortcodes_template_tags_and_admonitions_are_found() {
        check("a {{< figure src=\"b\" >}} c {{% d %}}", &["{{< figure src=\"b\" >}}", "{{% d %}}"]);
        check(
            "{{ youtube(id=\"a\") }} {{ page.title | upper }}",
            &["{{ youtube(id=\"a\") }}", "{{ page.title | upper }}"],
        );
        check("{% raw %}a{%- endraw %}", &["{% raw %}", "{%- endraw %}"]);
        check("{{#include a.rs:b}} {{ #title C }} {{#if d}}", &["{{#include a.rs:b}}", "{{ #title C }}"]);
        check("::: tip A\nb\n:::\n", &["::: tip A"]);
        check("!!! note\n", &["!!! note"]);
    }

    #[test]
    fn text_is_left_alone() {
        for text in
            ["{a} {{ {{}} {{ 1 + 2 }}", "{% 5", "Stop!!! now", "a ::: b", ":::", "\\{{< a >}}", "## A {#b}", "{{ a"]
        {
            check(text, &[]);
        }
    }
}
