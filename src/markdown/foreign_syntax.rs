//! Syntax of other generators, which would be shown as written: shortcodes, template tags, admonitions, lines of MDX.

use std::ops::Range;

use super::text::{MarkdownText, is_escaped};
use crate::diagnostic::{Diagnostic, SpannedDiagnostic};

const COMPONENT_HELP: &str =
    "write a component, such as `<Figure src=\"…\" />`, whose macro is in templates/components/Figure.html";
const ALERT_HELP: &str = "write an alert: a quote that begins with `> [!NOTE]`";
const DETAILS_HELP: &str =
    "write `<details><summary>Title</summary>`, an empty line, the text, an empty line, `</details>`";
const TABS_HELP: &str =
    "write a heading for each, or components whose macros are in templates/components/, such as Tabs.html";
const CONTENTS_HELP: &str = "take the line out: a template shows the headings of a page, `page.toc`";
const MDX_HELP: &str = "take the line out: components are found in templates/components/ and islands/ by their names";
const MATH_HELP: &str = "set `markdown.math: true` in content/site.yaml";
const INCLUDE_HELP: &str = "copy the text to this place: files are not included";
const CODE_HELP: &str = "if it is meant as text, put it in backticks";
const ESCAPE_HELP: &str = "if it is meant as text, put it in backticks, or write `\\` before it";
const ATTRIBUTES_HELP: &str = "write attributes between braces: ```` ```js {file=\"a.js\" lines mark=\"1,3\"} ````";

const FORMULA: &str = "a formula";
const MDBOOK_DIRECTIVE: &str = "a directive of mdBook";

/// The names of the directives that mdBook replaces even in code: `{{#include …}}`.
const MDBOOK_DIRECTIVE_NAMES: &[&str] = &["include", "rustdoc_include", "playground", "title"];

pub(super) struct ForeignSyntax {
    found: Vec<ForeignItem>,
    /// The attributes that code blocks have in the syntax of other generators. They are shown nowhere.
    code_attributes: Vec<Range<usize>>,
}

struct ForeignItem {
    range: Range<usize>,
    /// The name, such as "a shortcode of Hugo".
    name: &'static str,
    help: &'static str,
}

impl ForeignSyntax {
    /// Finds all that looks like foreign syntax. Formulas count unless the site renders them. The caller excludes code
    /// and rendered formulas.
    pub fn find(text: &str, renders_formulas: bool) -> Self {
        let bytes = text.as_bytes();
        let first_of_line = |start: usize| start + bytes[start..].iter().take_while(|byte| **byte == b' ').count();
        let starts = memchr::memchr2_iter(b'\n', b'{', bytes);
        let starts = starts.map(|at| if bytes[at] == b'{' { at } else { first_of_line(at + 1) });
        let mut found: Vec<ForeignItem> = Vec::new();
        for at in std::iter::once(first_of_line(0)).chain(starts) {
            let syntax = match bytes.get(at) {
                Some(b'{') => classify_braces(&text[at..]),
                Some(b':' | b'!' | b'?' | b'=' | b'[' | b'i' | b'e' | b'$') => classify_line(&text[at..]),
                _ => None,
            };
            let Some((length, name, help)) = syntax else { continue };
            let is_within_last = found.last().is_some_and(|last| at < last.range.end);
            let is_rendered = renders_formulas && name == FORMULA;
            if !(is_within_last || is_rendered || is_escaped(&bytes[..at])) {
                found.push(ForeignItem { range: at..at + length, name, help });
            }
        }
        Self { found, code_attributes: Vec::new() }
    }

    pub fn add_code_attributes(&mut self, range: Range<usize>) {
        self.code_attributes.push(range);
    }

    /// Excludes the syntax within code, a script or a formula. Directives of mdBook in a code block stay, because
    /// mdBook would replace them.
    pub fn exclude(&mut self, code: &Range<usize>, is_code_block: bool) {
        self.found.retain(|foreign| {
            let is_directive = foreign.name == MDBOOK_DIRECTIVE;
            (is_code_block && is_directive) || !code.contains(&foreign.range.start)
        });
    }

    /// Returns one diagnostic for all items, and one for all attributes of code blocks, each at the first place: a file
    /// from another generator has many.
    pub fn diagnostics(self, source: &MarkdownText) -> impl Iterator<Item = SpannedDiagnostic> {
        let warning = |message: String, shown: &str, count: usize| {
            let label = match count {
                1 => shown.to_owned(),
                2 => format!("{shown}, and so is one more in this file"),
                _ => format!("{shown}, as are {} more in this file", count - 1),
            };
            Diagnostic::warning("foreign-syntax", message).label(label)
        };
        let first = self.found.first().map(|ForeignItem { range, name, help }| {
            let diagnostic = warning(format!("this is {name}"), "shown as written", self.found.len());
            // Markdown shows a backslash before a letter, so a backslash is advised only before signs.
            let is_word = source.text[range.start..].starts_with(char::is_alphabetic);
            let in_text = if is_word { CODE_HELP } else { ESCAPE_HELP };
            (diagnostic.help(*help).help(in_text), source.span(range.clone()))
        });
        let first_attributes = self.code_attributes.first().map(|range| {
            let message = "these are attributes of another generator".to_owned();
            (warning(message, "left out", self.code_attributes.len()).help(ATTRIBUTES_HELP), source.span(range.clone()))
        });
        first.into_iter().chain(first_attributes)
    }
}

/// The length of a foreign syntax, its name and the help.
type SyntaxMatch = (usize, &'static str, &'static str);

/// Classifies the syntax between braces at the beginning of a text.
fn classify_braces(text: &str) -> Option<SyntaxMatch> {
    let line = text.lines().next()?;
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
    None
}

/// Classifies the syntax that takes the first line of a text, or the lines of a formula.
fn classify_line(text: &str) -> Option<SyntaxMatch> {
    let line = text.lines().next()?.trim_end();
    let names_kind = |marker: &str| {
        let rest = line.strip_prefix(marker).map(|rest| rest.trim_start_matches([':', '+']).trim_start());
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    let begins_with_any = |starts: &[&str]| starts.iter().any(|start| line.starts_with(start));
    let imports =
        |rest: &str| rest.starts_with(['"', '\'', '{']) || rest.contains(" from \"") || rest.contains(" from '");
    let (name, help) = if names_kind(":::") {
        ("an admonition as of Docusaurus or VitePress", ALERT_HELP)
    } else if names_kind("!!!") {
        ("an admonition of MkDocs", ALERT_HELP)
    } else if names_kind("???") {
        ("a block of MkDocs that folds", DETAILS_HELP)
    } else if begins_with_any(&["=== \"", "===! \"", "===+ \""]) {
        ("a tab of MkDocs", TABS_HELP)
    } else if ["[TOC]", "[[toc]]", "[[_TOC_]]"].contains(&line) {
        ("a table of contents of another generator", CONTENTS_HELP)
    } else if line.strip_prefix("import ").is_some_and(imports) || begins_with_any(&["export const "]) {
        ("a line of MDX", MDX_HELP)
    } else if line == "$$" || (line.len() > 4 && line.starts_with("$$") && line.ends_with("$$")) {
        return Some((text[2..].find("$$")? + 4, FORMULA, MATH_HELP));
    } else {
        return None;
    };
    Some((line.len(), name, help))
}

#[cfg(test)]
mod tests {
    use super::ForeignSyntax;

    fn check(text: &str, expected: &[&str]) {
        let found = ForeignSyntax::find(text, false).found;
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
        check("??? note\n\n???+ tip \"A\"\n", &["??? note", "???+ tip \"A\""]);
    }

    #[test]
    fn lines_of_other_generators_are_found() {
        check(
            "import Tabs from \"@theme/Tabs\";\nimport './a.css'",
            &["import Tabs from \"@theme/Tabs\";", "import './a.css'"],
        );
        check("import {\n  A\n} from 'a';\n\nexport const b = 1;\n", &["import {", "export const b = 1;"]);
        check("=== \"Linux\"\n\n[TOC]\n", &["=== \"Linux\"", "[TOC]"]);
        check("$$\na\n$$\n\n$$ b^{{2}} $$\n", &["$$\na\n$$", "$$ b^{{2}} $$"]);
    }

    #[test]
    fn text_is_left_alone() {
        let texts =
            ["{a} {{ {{}} {{ 1 + 2 }}", "{% 5", "Stop!!! now", "a ::: b", ":::", "\\{{< a >}}", "## A {#b}", "{{ a"];
        let lines = [
            "Title\n===",
            "???",
            "import goods from China",
            "an import a from \"b\"",
            "a [TOC]",
            "[TOC](a.md)",
            "$$",
            "$$ cheap\n$$$ dear",
        ];
        texts.into_iter().chain(lines).for_each(|text| check(text, &[]));
    }
}
