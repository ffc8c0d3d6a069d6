//! The parser of component tags: `<Callout kind="tip" wide count={3}>`, on one line or several.

use std::iter;
use std::ops::Range;

use serde_json::Value;

use super::braces::braced_length;
use super::pieces::ComponentAttribute;
use super::text::MarkdownText;
use crate::diagnostic::{Diagnostic, SpannedDiagnostic};
use crate::html;
use crate::lines::line_start;
use crate::yaml;

const ATTRIBUTE_SYNTAX: &str = "an attribute is written `name=\"text\"`, `name={3}` or `name` alone";

/// An opening or self-closing tag.
#[derive(Default)]
pub(super) struct ComponentTag {
    pub name: String,
    pub attributes: Vec<ComponentAttribute>,
    pub self_closing: bool,
    /// The bytes of the tag in the file.
    pub span: Range<usize>,
    /// The end of the tag in the parsed text.
    pub end: usize,
    /// Whether CommonMark may misread the tag, so that the parser gets a mask (`tag_mask`).
    pub needs_mask: bool,
    pub diagnostics: Vec<SpannedDiagnostic>,
}

impl ComponentTag {
    /// Reads the tag that begins with the `<` at `at`. A tag that can't be read to its end is reported if it begins its
    /// line and is long enough for a mask; otherwise it is text.
    pub fn read(source: &MarkdownText, at: usize) -> Option<Self> {
        let name = component_name(source.text[at..].strip_prefix('<')?)?;
        let text = &paragraph_from(&source.text, at);
        let tag = Self { name: name.to_owned(), ..Self::default() };
        let mut reader = TagReader { source, text, start: at, at: 1 + name.len(), tag };
        if !matches!(reader.peek()?, b'/' | b'>' | b' ' | b'\t' | b'\r' | b'\n') {
            return None;
        }
        let result = reader.read_after_name();
        let TagReader { at: mut length, mut tag, .. } = reader;
        if let Err(diagnostic) = result {
            let line = text.lines().next().unwrap_or_default();
            // A mask has at least three characters (`tag_mask`).
            if !begins_line(&source.text, at) || line.len() < 3 {
                return None;
            }
            tag.attributes.clear();
            tag.diagnostics = vec![diagnostic];
            tag.self_closing = line.trim_end().ends_with("/>");
            length = line.len();
        }
        tag.end = at + length;
        tag.span = source.span(at..tag.end);
        tag.needs_mask |= !tag.diagnostics.is_empty() || text[..length].contains('\n');
        Some(tag)
    }
}

/// Reads the closing tag at the beginning of `text`: its name and length.
pub(super) fn read_closing(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix("</")?;
    let name = component_name(inner)?;
    let rest = inner[name.len()..].trim_start().strip_prefix('>')?;
    Some((name, text.len() - rest.len()))
}

/// Returns the name at the beginning of `text`: a capital letter, then letters, digits and `_`.
fn component_name(text: &str) -> Option<&str> {
    let end = text.bytes().position(|b| !b.is_ascii_alphanumeric() && b != b'_').unwrap_or(text.len());
    text.starts_with(|c: char| c.is_ascii_uppercase()).then(|| &text[..end])
}

/// Returns the text from `at` to the end of the paragraph, beyond which no tag extends. The `>` of block quotes around
/// `at` become spaces on the lines below.
fn paragraph_from(text: &str, at: usize) -> String {
    let depth = quote_depth(&text[line_start(text, at)..at]);
    let mut lines = text[at..].split_inclusive('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    let further = lines.map(|line| line.replacen('>', " ", depth.min(quote_depth(line))));
    iter::once(first).chain(further.take_while(|line| !line.trim().is_empty())).collect()
}

/// Counts the markers of quotes at the beginning of a line, also among markers of lists.
fn quote_depth(line: &str) -> usize {
    let is_marker = |byte: &u8| byte.is_ascii_digit() || b"> \t-*+.)".contains(byte);
    line.bytes().take_while(is_marker).filter(|byte| *byte == b'>').count()
}

/// Whether only indentation and markers of quotes and lists precede `at` on its line.
fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].split_inclusive([' ', '\t']).all(|part| {
        let marker = part.trim_start_matches(['>', '-', '*', '+']).trim_end();
        let number = marker.strip_suffix(['.', ')']).filter(|_| part.ends_with([' ', '\t']));
        marker.is_empty() || number.is_some_and(|number| number.parse::<u32>().is_ok())
    })
}

struct TagReader<'s> {
    source: &'s MarkdownText<'s>,
    /// The text from the tag's `<` up to the end of the paragraph.
    text: &'s str,
    /// The position of the `<` in the source.
    start: usize,
    at: usize,
    tag: ComponentTag,
}

impl<'s> TagReader<'s> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn read_while(&mut self, matches: impl Fn(u8) -> bool) -> &'s str {
        let rest = &self.text[self.at..];
        let end = rest.bytes().position(|b| !matches(b)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Skips spaces and line breaks. Returns whether there were any.
    fn skip_spaces(&mut self) -> bool {
        !self.read_while(|b| b.is_ascii_whitespace()).is_empty()
    }

    /// Returns the span in the file from `from` to the current position.
    fn span_from(&self, from: usize) -> Range<usize> {
        self.source.span(self.start + from..self.start + self.at)
    }

    /// Returns the error that ends the reading of the tag, with the span from `from` to the current position.
    fn fatal_error(&self, diagnostic: Diagnostic, from: usize) -> SpannedDiagnostic {
        (diagnostic.help("if no component is meant, write `\\<`"), self.span_from(from))
    }

    fn read_after_name(&mut self) -> Result<(), SpannedDiagnostic> {
        loop {
            let spaced = self.skip_spaces();
            let from = self.at;
            match self.peek() {
                Some(b'>') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'/') if self.text[self.at..].starts_with("/>") => {
                    self.at += 2;
                    self.tag.self_closing = true;
                    return Ok(());
                }
                Some(b) if b.is_ascii_alphabetic() || b == b'_' || b == b':' => {
                    self.tag.needs_mask |= !spaced;
                    self.read_attribute()?;
                }
                Some(_) => {
                    let c = self.text[from..].chars().next().unwrap_or_default();
                    self.at += c.len_utf8();
                    let message = format!("`{c}` does not belong in the tag `<{}`", self.tag.name);
                    return Err(self.fatal_error(error(message).label(ATTRIBUTE_SYNTAX), from));
                }
                None => {
                    let message = format!("the tag `<{}` has no end", self.tag.name);
                    let from = self.text.trim_end().len();
                    self.at = from;
                    return Err(self.fatal_error(error(message).label("expected `>` or `/>`"), from));
                }
            }
        }
    }

    fn read_attribute(&mut self) -> Result<(), SpannedDiagnostic> {
        let from = self.at;
        let name = self.read_while(|b| b.is_ascii_alphanumeric() || b"_.:-".contains(&b));
        let name_end = self.at;
        self.skip_spaces();
        let mut in_braces = false;
        let value = if self.peek() == Some(b'=') {
            self.at += 1;
            self.skip_spaces();
            match self.peek() {
                Some(quote @ (b'"' | b'\'')) => Value::String(decode(self.read_quoted(name, quote)?)),
                Some(b'{') => {
                    self.tag.needs_mask = true;
                    in_braces = true;
                    self.read_braces(name)?
                }
                _ => self.read_unquoted(name, from),
            }
        } else {
            self.at = name_end;
            Value::Bool(true)
        };
        if self.tag.attributes.iter().any(|a| a.name == name) {
            let diagnostic = error(format!("the attribute `{name}` is given twice")).label("given again here");
            self.tag.diagnostics.push((diagnostic.help("remove one of the two"), self.span_from(from)));
        } else {
            let span = self.span_from(from);
            self.tag.attributes.push(ComponentAttribute { name: name.to_owned(), value, in_braces, span });
        }
        Ok(())
    }

    fn read_quoted(&mut self, name: &str, quote: u8) -> Result<&'s str, SpannedDiagnostic> {
        let from = self.at;
        self.at += 1;
        let inner = self.read_while(|b| b != quote);
        if self.peek().is_some() {
            self.at += 1;
            return Ok(inner);
        }
        let quote = char::from(quote);
        let message = format!("the value of `{name}` has no closing quote");
        Err(self.fatal_error(error(message).label(format!("a second `{quote}` is expected after this one")), from))
    }

    /// Reads a value in braces, which contain YAML: `{3}`, `{[1, 2]}`, `{{a: 1}}`.
    fn read_braces(&mut self, name: &str) -> Result<Value, SpannedDiagnostic> {
        let from = self.at;
        let Some(length) = braced_length(&self.text[from..]) else {
            self.at = self.text.len();
            let message = format!("the value of `{name}` has no closing brace");
            return Err(self.fatal_error(error(message).label("a `}` is expected for this `{`"), from));
        };
        self.at += length;
        let text = &self.text[from + 1..self.at - 1];
        let span = self.span_from(from);
        if ["page.", "site."].iter().any(|variable| text.trim_start().starts_with(variable)) {
            let diagnostic =
                error(format!("nothing is calculated in braces, so `{name}` is not a value of a template"));
            let help = "write the value itself, or show the component in a template";
            self.tag.diagnostics.push((diagnostic.label("is only a text").help(help), span));
            return Ok(Value::Null);
        }
        let mut report_invalid = |note: Option<String>| {
            let mut diagnostic = error(format!("the value of `{name}` cannot be read"))
                .label("expected a YAML value, such as `{3}`, `{true}` or `{[a, b]}`")
                .help(format!("a string is written in quotes: `{name}=\"text\"`"));
            diagnostic.notes.extend(note);
            self.tag.diagnostics.push((diagnostic, span.clone()));
            Value::Null
        };
        if text.trim().is_empty() {
            return Ok(report_invalid(None));
        }
        let value = yaml::parse_value(text);
        Ok(value.unwrap_or_else(|why| report_invalid(Some(format!("as YAML it is wrong here: {why}")))))
    }

    /// Reads a value without quotes, which is a mistake.
    fn read_unquoted(&mut self, name: &str, name_start: usize) -> Value {
        let value_start = self.at;
        let value = self.read_while(|b| !b.is_ascii_whitespace() && b != b'>');
        // The slash of `/>` belongs to the tag.
        let value = value.strip_suffix('/').unwrap_or(value);
        self.at = value_start + value.len();
        let diagnostic = if value.is_empty() {
            error(format!("the attribute `{name}` has no value"))
                .label(ATTRIBUTE_SYNTAX)
                .help("add a value, or remove the `=`")
        } else {
            error(format!("the value of `{name}` has no quotes"))
                .label(format!("did you mean `{name}=\"{value}\"`?"))
                .help("write strings in quotes, and numbers and other YAML values in braces")
        };
        self.tag.diagnostics.push((diagnostic, self.span_from(name_start)));
        Value::String(value.to_owned())
    }
}

fn error(message: String) -> Diagnostic {
    Diagnostic::error("component-attribute", message)
}

/// Decodes character references that end with a semicolon, as Markdown does: `&amp;`, `&#8377;`.
fn decode(value: &str) -> String {
    let mut parts = value.split('&');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name_end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '#').unwrap_or(part.len());
        let end = if part[name_end..].starts_with(';') { name_end + 1 } else { 0 };
        decoded.push_str(&html::decode(&format!("&{}", &part[..end])));
        decoded.push_str(&part[end..]);
    }
    decoded
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{ComponentTag, MarkdownText, read_closing};

    fn check(text: &str, name: &str, attributes: Value, self_closing: bool, rest: &str) {
        let source = MarkdownText::new(text, 0);
        let tag = ComponentTag::read(&source, 0).unwrap_or_else(|| panic!("{text:?} is not a tag"));
        assert_eq!(tag.diagnostics, [], "{text:?}");
        let pairs = tag.attributes.into_iter().map(|a| (a.name, a.value)).collect::<serde_json::Map<_, _>>();
        assert_eq!((tag.name.as_str(), Value::Object(pairs)), (name, attributes), "{text:?}");
        assert_eq!((tag.self_closing, &text[tag.end..]), (self_closing, rest), "{text:?}");
    }

    #[test]
    fn attributes_are_read_in_all_forms() {
        check("<A>b", "A", json!({}), false, "b");
        check("<Contact_Us2 />\n", "Contact_Us2", json!({}), true, "\n");
        check("<A/>", "A", json!({}), true, "");
        check("<A kind=\"tip\" b='c d' wide>", "A", json!({"kind": "tip", "b": "c d", "wide": true}), false, "");
        check("<A\n  a = \"x > y\"\n  b\n/>", "A", json!({"a": "x > y", "b": true}), true, "");
        check("<A n={3} l={[1, 2]} m={{a: 1}}>", "A", json!({"n": 3, "l": [1, 2], "m": {"a": 1}}), false, "");
        check(
            "<A a={\"}\"} b={'>'} c={{d: it's}} e={no}/>",
            "A",
            json!({"a": "}", "b": ">", "c": {"d": "it's"}, "e": "no"}),
            true,
            "",
        );
        check("<A a={'it''s }'} b={['', '}']}/>", "A", json!({"a": "it's }", "b": ["", "}"]}), true, "");
        check("<A a={\n- \"}\"\n- - '}'\n} b={a - 'b}/>", "A", json!({"a": ["}", ["}"]], "b": "a - 'b"}), true, "");
        check("<A a={\n  b: 1\n  c: [x, \"\\\"}\"]\n} />", "A", json!({"a": {"b": 1, "c": ["x", "\"}"]}}), true, "");
    }

    #[test]
    fn character_references_are_decoded() {
        check(
            "<A a=\"&lt;b&gt; &amp;&quot;&#39;&#x20b9; &nope; & &\">",
            "A",
            json!({"a": "<b> &\"'₹ &nope; & &"}),
            false,
            "",
        );
        check("<A a=\"*b* `c` &Auml\">", "A", json!({"a": "*b* `c` &Auml"}), false, "");
    }

    fn check_diagnostic(text: &str, message: &str, marked: &str) {
        let tag = ComponentTag::read(&MarkdownText::new(text, 0), 0).unwrap_or_else(|| panic!("{text:?} is not a tag"));
        let [(diagnostic, span)] = &tag.diagnostics[..] else { panic!("{text:?}: {:?}", tag.diagnostics) };
        assert!(diagnostic.message.contains(message), "{text:?}: {}", diagnostic.message);
        assert_eq!((diagnostic.code, &text[span.clone()]), ("component-attribute", marked), "{text:?}");
        assert!(!diagnostic.label.is_empty() && !diagnostic.help.is_empty(), "{diagnostic:?}");
    }

    #[test]
    fn mistakes_are_reported_with_their_span() {
        check_diagnostic("<A kind=\"tip>\n", "`kind` has no closing quote", "\"tip>\n");
        check_diagnostic("<A n={[1>\n\nb}", "`n` has no closing brace", "{[1>\n");
        check_diagnostic("<A n={[1}>", "`n` cannot be read", "{[1}");
        check_diagnostic("<A n={ }>", "`n` cannot be read", "{ }");
        check_diagnostic("<A s={page.title}>", "nothing is calculated in braces", "{page.title}");
        check_diagnostic("<A kind=tip>", "`kind` has no quotes", "kind=tip");
        check_diagnostic("<A kind=tip/>", "`kind` has no quotes", "kind=tip");
        check_diagnostic("<A a b=\"c\" a>", "`a` is given twice", "a");
        check_diagnostic("<A a, b>", "`,` does not belong", ",");
        check_diagnostic("<A a\n\nb>", "`<A` has no end", "");
    }

    #[test]
    fn text_that_only_resembles_a_tag_is_not_read() {
        for text in ["<b>", "<", "<A", "<A:b>", "<A@b.c>", "<Äb>", "<A, B>"] {
            assert!(ComponentTag::read(&MarkdownText::new(text, 0), 0).is_none(), "{text:?}");
        }
        assert!(ComponentTag::read(&MarkdownText::new("a <B and c", 0), 2).is_none());
    }

    #[test]
    fn closing_tags_with_attributes_are_not_read() {
        assert_eq!(read_closing("</Ab >c"), Some(("Ab", 6)));
        assert_eq!(read_closing("</A b>"), None);
        assert_eq!(read_closing("</b>"), None);
        assert_eq!(read_closing("</"), None);
    }
}
