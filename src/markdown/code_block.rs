//! Fenced code blocks: their language, the attributes after it (`{file="main.rs" lines mark="3-5"}`), and their HTML.

use std::fmt::Write;
use std::ops::{Range, RangeInclusive};

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag, TagEnd};
use pulldown_cmark_escape::escape_html_body_text;

use super::events::EventBuffer;
use super::highlight::{Highlighter, Language};
use super::text::MarkdownText;
use crate::diagnostic::{Diagnostic, SpannedDiagnostic, did_you_mean};
use crate::html::{escape_double_quoted, escaped};

const ATTRIBUTES: [&str; 6] = ["file", "lines", "start", "mark", "add", "remove"];
const HELP: &str = "code takes `file=\"src/main.rs\"`, `lines`, `start=10`, `mark=\"3-5\"`, `add=\"8\"` and `remove=\"9,12\"` between `{` and `}`";

/// Adds the fenced code block in a range of the text to the events, and returns the mistakes in its first line.
pub(super) fn push<'a>(
    events: &mut EventBuffer<'a>,
    source: &MarkdownText,
    range: &Range<usize>,
    info: CowStr<'a>,
    code: &str,
    highlighter: Option<&Highlighter>,
) -> Vec<SpannedDiagnostic> {
    let mut block = CodeBlock::read(source, range, &info);
    let highlighted = highlighter.and_then(|highlighter| block.highlight(source, highlighter, code));
    if block.has_attributes {
        let html = highlighted.unwrap_or_else(|| {
            let mut html = String::with_capacity(code.len());
            // Writing to a String can't fail.
            let _ = escape_html_body_text(&mut html, code);
            html
        });
        events.push(Event::Html(block.write(source, &html).into()), Some(range.clone()));
    } else {
        let content = highlighted.map_or_else(|| Event::Text(code.to_owned().into()), |html| Event::Html(html.into()));
        events.push(Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), None);
        events.push(content, Some(range.clone()));
        events.push(Event::End(TagEnd::CodeBlock), None);
    }
    block.diagnostics
}

/// A code block, with the attributes of its first line.
#[derive(Default)]
struct CodeBlock {
    language: String,
    /// The bytes of the language in the parsed text.
    language_range: Range<usize>,
    file: Option<String>,
    /// The number of the first line, if lines are numbered.
    first_number: Option<usize>,
    marked: Vec<MarkedLines>,
    /// Whether the first line has attributes. If not, pulldown-cmark writes the `<pre>` and `<code>` around the code.
    has_attributes: bool,
    diagnostics: Vec<SpannedDiagnostic>,
}

/// Lines that the block shows in a `<mark>`, `<ins>` or `<del>`.
struct MarkedLines {
    element: &'static str,
    /// Counted from 1.
    lines: RangeInclusive<usize>,
    /// The bytes of the attribute in the parsed text.
    attribute: Range<usize>,
}

/// Returns the language of a code block: the first word of its info string.
fn language_of(info: &str) -> &str {
    info.split([' ', ',', '\t', '{']).next().unwrap_or_default()
}

/// Returns attributes in the syntax of Docusaurus and MkDocs: the words between the language of a code block and the
/// `{`, such as `title="a.js" showLineNumbers`. Returns `None` if no word is an attribute: the words may be meant for
/// other programs.
pub(super) fn foreign_attributes(info: &str) -> Option<&str> {
    let words = info[language_of(info).len()..].split('{').next()?.trim();
    (words.contains('=') || words.contains("showLineNumbers")).then_some(words)
}

/// Splits off the value of an attribute at the beginning of a text: `=10` or `="main.rs"`; `None` if there is no `=`. A
/// value without a closing quote counts as empty, and every attribute reports an empty value as a mistake.
fn split_value(text: &str) -> (Option<&str>, &str) {
    let Some(after_sign) = text.strip_prefix('=') else { return (None, text) };
    let (value, rest) = match after_sign.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or_default(),
        None => after_sign.split_at(after_sign.find(' ').unwrap_or(after_sign.len())),
    };
    (Some(value), rest)
}

impl CodeBlock {
    /// Reads the first line of the block in a range of the text.
    fn read(source: &MarkdownText, range: &Range<usize>, info: &str) -> Self {
        let line = source.text[range.clone()].lines().next().unwrap_or_default();
        let written = line.trim_start_matches(['`', '~', ' ', '\t']);
        let start = range.start + line.len() - written.len();
        let mut block = Self { language: language_of(info).to_owned(), ..Self::default() };
        block.language_range = start..start + language_of(written).len();
        if let Some(open) = written.find('{') {
            block.has_attributes = true;
            block.read_attributes(source, start + open, start + written.trim_end().len());
        }
        block
    }

    /// Reads the attributes between `{` at `open` and the end of the line.
    fn read_attributes(&mut self, source: &MarkdownText, open: usize, end: usize) {
        let text = &source.text[..end];
        let Some(text) = text.strip_suffix('}') else {
            let diagnostic = Diagnostic::error("code-attribute", "the attributes of this code have no end")
                .label("a `}` is expected at the end of the line")
                .help(HELP);
            return self.diagnostics.push((diagnostic, source.span(open..end)));
        };
        let mut rest = text[open + 1..].trim_start();
        while !rest.is_empty() {
            let start = text.len() - rest.len();
            let (name, after_name) = rest.split_at(rest.find([' ', '=']).unwrap_or(rest.len()));
            let (value, after_value) = split_value(after_name);
            let written = start..text.len() - after_value.len();
            rest = after_value.trim_start();
            if let Err(label) = self.set(name, value, &written) {
                let message = if ATTRIBUTES.contains(&name) {
                    format!("`{}` can't be read", &text[written.clone()])
                } else {
                    format!("code has no attribute `{name}`")
                };
                let diagnostic = Diagnostic::error("code-attribute", message).label(label).help(HELP);
                self.diagnostics.push((diagnostic, source.span(written)));
            }
        }
    }

    /// Sets an attribute; fails with the label of the diagnostic.
    fn set(&mut self, name: &str, value: Option<&str>, written: &Range<usize>) -> Result<(), String> {
        let element = match (name, value) {
            ("file", Some(file)) if !file.is_empty() => {
                self.file = Some(file.to_owned());
                return Ok(());
            }
            ("file", _) => return Err("the name of a file is expected: `file=\"src/main.rs\"`".to_owned()),
            ("lines", None) => {
                self.first_number.get_or_insert(1);
                return Ok(());
            }
            ("lines", Some(_)) => return Err("`lines` stands alone".to_owned()),
            ("start", _) => {
                let start = value.and_then(|value| value.parse().ok());
                self.first_number = Some(start.ok_or("a number is expected: `start=10`")?);
                return Ok(());
            }
            ("mark", _) => "mark",
            ("add", _) => "ins",
            ("remove", _) => "del",
            _ => return Err(did_you_mean(name, ATTRIBUTES, "not known here")),
        };
        for part in value.unwrap_or_default().split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (first.trim().parse(), last.trim().parse()) {
                (Ok(first), Ok(last)) if 0 < first && first <= last => {
                    self.marked.push(MarkedLines { element, lines: first..=last, attribute: written.clone() });
                }
                _ => return Err(format!("numbers of lines are expected: `{name}=\"3-5,8\"`")),
            }
        }
        Ok(())
    }

    /// Highlights the code, if its language is known. Reports an unknown language.
    fn highlight(&mut self, source: &MarkdownText, highlighter: &Highlighter, code: &str) -> Option<String> {
        match highlighter.language(&self.language) {
            Language::Known(syntax) => highlighter.highlight(syntax, code),
            Language::Plain => None,
            Language::Unknown(meant) => {
                let label = meant
                    .map_or_else(|| "shown without colours".to_owned(), |meant| format!("did you mean `{meant}`?"));
                let diagnostic = Diagnostic::warning(
                    "unknown-code-language",
                    format!("there is no code language `{}`", self.language),
                )
                .label(label)
                .help("write `text` for what has no colours");
                self.diagnostics.push((diagnostic, source.span(self.language_range.clone())));
                None
            }
        }
    }

    /// Returns the HTML of the block with its attributes, and reports marked lines that the code lacks. `html` is the
    /// code, escaped or highlighted.
    fn write(&mut self, source: &MarkdownText, html: &str) -> String {
        let mut out = String::with_capacity(html.len() * 2);
        if let Some(file) = &self.file {
            // Writing to a String can't fail.
            let _ = write!(out, "<figure class=\"code\">\n<figcaption>{}</figcaption>\n", escaped(file));
        }
        out.push_str("<pre><code");
        if !self.language.is_empty() {
            out.push_str(" class=\"language-");
            escape_double_quoted(&mut out, &self.language);
            out.push('"');
        }
        out.push('>');
        let mut count = 0;
        for line in html.split_inclusive('\n') {
            count += 1;
            self.write_line(&mut out, count, line);
        }
        out.push_str("</code></pre>\n");
        if self.file.is_some() {
            out.push_str("</figure>\n");
        }
        for MarkedLines { lines, attribute, .. } in self.marked.iter().filter(|marked| *marked.lines.end() > count) {
            let diagnostic = Diagnostic::error("code-attribute", format!("the code has no line {}", lines.end()))
                .label(format!("its last line is {count}"))
                .help("lines are counted from 1, whatever `start` says");
            self.diagnostics.push((diagnostic, source.span(attribute.clone())));
        }
        out
    }

    /// Writes a line, in an element if the line is numbered or marked.
    fn write_line(&self, out: &mut String, number: usize, line: &str) {
        let is_in = |element: &&str| {
            self.marked.iter().any(|marked| marked.element == *element && marked.lines.contains(&number))
        };
        let element = ["del", "ins", "mark"].into_iter().find(is_in);
        let Some(element) = element.or(self.first_number.map(|_| "span")) else { return out.push_str(line) };
        let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
        let _ = write!(out, "<{element} class=\"line\"");
        if let Some(first) = self.first_number {
            let _ = write!(out, " data-line=\"{}\"", first.saturating_add(number - 1));
        }
        let _ = write!(out, ">{text}</{element}>{end}");
    }
}
