//! The explanations of text that is not YAML: the usual slips, such as tabs, wrong indentation or an unknown alias,
//! recognized by the text around the point where parsing stopped.
//!
//! The parsers name the token that they expected, while an author needs to know which character to change. So each slip
//! is tested for in turn, the most specific first. Other errors are explained at the point where parsing stopped.

use std::ops::Range;

use super::source::DocumentSource;
use super::tree::DocumentTree;
use super::value_visitor::REPETITION_LIMIT;
use crate::diagnostic::units::count;
use crate::diagnostic::{Diagnostic, character_at};
use crate::lines::{line_end, line_start, next_line};

/// Says why the YAML cannot be read, where, and what to write instead.
pub(super) fn explain(source: &DocumentSource<'_>, tree: &DocumentTree<'_>, error: &serde_yaml::Error) -> Diagnostic {
    let yaml = source.document_text();
    let (serde_at, serde_message) = (error_offset(yaml, error), error.to_string());
    let (at, message) = match &tree.error {
        Some(error) => (error.at, error.message.as_str()),
        None => (serde_at, ""),
    };
    // At the end of the text, the last line with content is shown.
    let shown_at = if yaml[at..].trim().is_empty() { yaml[..at].trim_end().len() } else { at };
    let stop = StopPoint { yaml, tree, at, message, serde_at, serde_message, line_span: line_at(yaml, shown_at) };
    let (diagnostic, span) = explain_control_character(&stop)
        .or_else(|| explain_second_document(&stop))
        .or_else(|| explain_exceeded_limit(&stop))
        .or_else(|| explain_tab_indentation(&stop))
        .or_else(|| explain_unknown_alias(&stop))
        .or_else(|| explain_bad_quote(&stop))
        .or_else(|| explain_bad_bracket(&stop))
        .or_else(|| explain_reserved_character(&stop))
        .or_else(|| explain_colon_in_value(&stop))
        .or_else(|| explain_misplaced_block(&stop))
        .or_else(|| explain_missing_colon(&stop))
        .or_else(|| explain_bad_indentation(&stop))
        .unwrap_or_else(|| explain_unrecognized(&stop, shown_at));
    // Some explanations mark one byte, which may begin a longer character.
    diagnostic.at(source.place(span.start..yaml.ceil_char_boundary(span.end)))
}

/// Returns the byte at which `serde_yaml` reports its error.
fn error_offset(yaml: &str, error: &serde_yaml::Error) -> usize {
    error.location().map_or(0, |location| character_at(yaml, location.line(), location.column()).start)
}

/// The diagnostic of a slip and the span that it marks, if the text has this slip.
type Explanation = Option<(Diagnostic, Range<usize>)>;

/// The point where parsing stopped, as both parsers report it.
struct StopPoint<'a> {
    yaml: &'a str,
    tree: &'a DocumentTree<'a>,
    /// The byte at which the tree's parser stopped, or else `serde_at`.
    at: usize,
    /// The message of the tree's parser; empty if it found no error.
    message: &'a str,
    /// The byte at which `serde_yaml` stopped.
    serde_at: usize,
    serde_message: String,
    /// The span of the line that is shown.
    line_span: Range<usize>,
}

impl<'a> StopPoint<'a> {
    fn line(&self) -> &'a str {
        &self.yaml[self.line_span.clone()]
    }

    /// Returns the trimmed text of the line, with its span.
    fn content(&self) -> (Range<usize>, &'a str) {
        trim_span(self.yaml, self.line_span.clone())
    }
}

fn explain_control_character(stop: &StopPoint<'_>) -> Explanation {
    if !stop.serde_message.contains("control characters") {
        return None;
    }
    let (at, c) = stop.yaml.char_indices().find(|(_, c)| c.is_control() && !"\t\n\r\u{85}".contains(*c))?;
    let diagnostic =
        Diagnostic::error("yaml-character", format!("an invisible control character (U+{:04X})", c as u32))
            .label("remove it")
            .help("it was probably copied along with other text: delete it, and type the text around it again");
    Some((diagnostic, at..at + c.len_utf8()))
}

fn explain_second_document(stop: &StopPoint<'_>) -> Explanation {
    let span = stop.tree.second_document.clone()?;
    let diagnostic = Diagnostic::error("yaml-documents", "a second YAML document begins here")
        .label("one file holds one document")
        .help("remove the `---`; a string of three dashes is written in quotes");
    Some((diagnostic, span))
}

fn explain_exceeded_limit(stop: &StopPoint<'_>) -> Explanation {
    let (code, message, remedy) = if stop.serde_message.contains(REPETITION_LIMIT) {
        ("yaml-size", "the aliases (`*name`) stand for far too much data", "aliases to aliases")
    } else if stop.serde_message.contains("recursion limit") || stop.message.contains("recursion limit") {
        ("yaml-depth", "lists and mappings are nested more than a hundred deep, or an alias contains itself", "levels")
    } else {
        return None;
    };
    let help = format!("write out what is meant, with fewer {remedy}");
    Some((Diagnostic::error(code, message).label("here").help(help), stop.at..stop.at + 1))
}

/// Finds a tab in the indentation of a line where a parser stopped, or of the next line if the message is about a tab.
fn explain_tab_indentation(stop: &StopPoint<'_>) -> Explanation {
    let mut lines = vec![line_at(stop.yaml, stop.serde_at), stop.line_span.clone()];
    if stop.message.contains("tab") {
        lines.extend(next_line(stop.yaml, stop.line_span.end).map(|start| line_at(stop.yaml, start)));
    }
    let at = lines.into_iter().find_map(|line| {
        let text = &stop.yaml[line.clone()];
        text[..indent(text)].find('\t').map(|tab| line.start + tab)
    })?;
    let more = stop.yaml[at..].lines().skip(1).filter(|l| l[..indent(l)].contains('\t')).count();
    let mut diagnostic = Diagnostic::error("yaml-tab", "a tab is used as indentation")
        .label("write spaces instead of the tab")
        .help("indent with two spaces for each level");
    if more > 0 {
        diagnostic = diagnostic.note(format!("the same is wrong on {} below", count(more, "more line")));
    }
    Some((diagnostic, at..at + 1))
}

fn explain_unknown_alias(stop: &StopPoint<'_>) -> Explanation {
    let rest = &stop.yaml[stop.at..];
    if !rest.starts_with('*') || !(stop.message.contains("anchor") || stop.serde_message.contains("anchor")) {
        return None;
    }
    let word = rest.find(|c: char| c.is_whitespace() || ",[]{}".contains(c)).unwrap_or(rest.len());
    let name = &rest[..word];
    let diagnostic = Diagnostic::error("yaml-alias", format!("`{name}` refers to an anchor that does not exist"))
        .label(format!("no `&{}` above", &name[1..]))
        .help("a string that begins with `*` is written in quotes");
    Some((diagnostic, stop.at..stop.at + word))
}

fn explain_bad_quote(stop: &StopPoint<'_>) -> Explanation {
    let rest = &stop.yaml[stop.at..];
    if stop.message.contains("escape") || stop.message.contains("hexadecimal") {
        let at = stop.serde_at;
        let what: String = stop.yaml[at..].chars().take(2).collect();
        let diagnostic = Diagnostic::error("yaml-escape", format!("`{what}` means nothing in double quotes"))
            .label("write `\\\\` for a backslash")
            .help("in single quotes a backslash is only a backslash");
        return Some((diagnostic, at..at + what.len()));
    }
    if stop.message.contains("trailing content") {
        let (line, _) = stop.content();
        let diagnostic = Diagnostic::error("yaml-quote", "the value goes on after its closing quote")
            .label("the quote before this closed the value")
            .help("put the whole value in quotes. Within '…' a quote is written twice (''), within \"…\" as \\\"");
        return Some((diagnostic, stop.at..line.end.max(stop.at)));
    }
    if stop.message.contains("quoted scalar") && rest.starts_with(['"', '\'']) {
        let diagnostic = Diagnostic::error("yaml-quote", "this quote is not closed")
            .label("opened here")
            .help(format!("close the string with another {} on the same line", &rest[..1]));
        return Some((diagnostic, stop.at..stop.at + 1));
    }
    None
}

fn explain_bad_bracket(stop: &StopPoint<'_>) -> Explanation {
    if stop.message.contains("misplaced bracket") {
        let diagnostic = Diagnostic::error("yaml-bracket", "this bracket closes nothing")
            .label("remove it")
            .help("a string that holds brackets is written in quotes");
        return Some((diagnostic, stop.at..stop.at + 1));
    }
    let open = stop.tree.unclosed.iter().map(|&n| &stop.tree.nodes[n]).rfind(|n| n.is_flow)?.span.start;
    let (left, right) = if stop.yaml[open..].starts_with('[') { ('[', ']') } else { ('{', '}') };
    let is_closed = stop.yaml[stop.at..].lines().next().is_some_and(|rest| rest.contains(right));
    if is_closed {
        return explain_reserved_character(stop).or_else(|| {
            let diagnostic =
                Diagnostic::error("yaml-syntax", format!("the text between `{left}` and `{right}` can't be read"))
                    .label(format!("a `,` or `{right}` was expected"))
                    .help("within brackets, a string with `,`, `:`, brackets or braces in it is written in quotes");
            Some((diagnostic, stop.at..stop.at + 1))
        });
    }
    let diagnostic = Diagnostic::error("yaml-bracket", format!("this `{left}` is not closed"))
        .label("opened here")
        .help(format!("close it with `{right}`, or put the whole value in quotes if it is a string"));
    Some((diagnostic, open..open + 1))
}

fn explain_reserved_character(stop: &StopPoint<'_>) -> Explanation {
    let rest = &stop.yaml[stop.at..];
    let c = rest.chars().next().filter(|c| "@`%".contains(*c))?;
    let value = rest.lines().next().unwrap_or_default().trim_end();
    let value = if stop.tree.unclosed.iter().any(|&n| stop.tree.nodes[n].is_flow) {
        value.split([',', ']', '}']).next().unwrap_or_default()
    } else {
        value
    };
    let diagnostic = Diagnostic::error("yaml-unquoted", format!("a string can't begin with `{c}` unless it is quoted"))
        .label("quote the value")
        .help(format!("write {}", quoted(value)));
    Some((diagnostic, stop.at..stop.at + value.len()))
}

/// Finds `title: A: b` and `title: [A] b`.
fn explain_colon_in_value(stop: &StopPoint<'_>) -> Explanation {
    let before = stop.yaml.get(stop.line_span.start..stop.at)?;
    let after = stop.line().get(before.len()..).unwrap_or_default();
    let ends_in_bracket = before.trim_end().ends_with([']', '}']) && !after.trim().is_empty();
    if !ends_in_bracket && !stop.message.contains("mapping values") {
        return None;
    }
    let colon = before.find(": ")?;
    let (span, value) = trim_span(stop.yaml, stop.line_span.start + colon + 2..stop.line_span.end);
    let message = if ends_in_bracket {
        "the value goes on after the closing bracket"
    } else {
        "a string with a colon and a space in it must be quoted"
    };
    let diagnostic = Diagnostic::error("yaml-unquoted", message).label("quote the value").help(format!(
        "write `{} {}`",
        &before[..=colon].trim_start(),
        quoted(value)
    ));
    Some((diagnostic, span))
}

/// Finds `key: - item` and `key: >text`.
fn explain_misplaced_block(stop: &StopPoint<'_>) -> Explanation {
    if stop.message.contains("block sequence entries are not allowed") {
        let diagnostic = Diagnostic::error("yaml-syntax", "a list must begin on the line below its key")
            .label("start a new line before this")
            .help(
                "or write the list in brackets: `key: [one, two]`. A string that begins with `- ` is written in quotes",
            );
        return Some((diagnostic, stop.at..stop.at + 1));
    }
    if stop.message.contains("block scalar") && stop.message.contains("comment or line break") {
        let diagnostic = Diagnostic::error("yaml-unquoted", "after `|` or `>` the text must begin on the next line")
            .label("quote the value, or start a new line")
            .help("a string that begins with `|` or `>` is written in quotes");
        return Some((diagnostic, stop.at..line_at(stop.yaml, stop.at).end));
    }
    None
}

/// Finds a line without a colon and a space after its key: `key`, `key:value`.
fn explain_missing_colon(stop: &StopPoint<'_>) -> Explanation {
    let line = if stop.message.contains("simple key expect") {
        let end = stop.yaml[..stop.at].trim_end().len();
        line_at(stop.yaml, end)
    } else if stop.message.contains("mapping values") {
        lines_upward(stop.yaml, stop.line_span.start).find(|line| has_content(&stop.yaml[line.clone()]))?
    } else {
        return None;
    };
    let (span, text) = trim_span(stop.yaml, line);
    let is_key = |t: &str| !t.is_empty() && t.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c));
    if text.contains(": ") || text.ends_with(':') || text.starts_with("- ") {
        return None;
    }
    if let Some((key, value)) = text.split_once(':').filter(|(key, _)| is_key(key) && !key.contains(' ')) {
        let diagnostic = Diagnostic::error("yaml-syntax", "a space is missing after the colon")
            .label(format!("write `{key}: {value}`"))
            .help("a key and its value are separated by a colon and a space");
        return Some((diagnostic, span));
    }
    let key = text.split_whitespace().next().filter(|k| is_key(k)).unwrap_or("key");
    let diagnostic = Diagnostic::error("yaml-syntax", "a key and a colon are missing here")
        .label("`key: value` was expected")
        .help(format!("write `{key}: …`. A text of several lines is indented below `key: |`"));
    Some((diagnostic, span))
}

fn explain_bad_indentation(stop: &StopPoint<'_>) -> Explanation {
    // Words of the parser's messages about wrong indentation.
    let words = ["mapping values", "did not find expected", "indentation", "indented", "block sequence"];
    if !words.iter().any(|word| stop.message.contains(word)) {
        return None;
    }
    let (content, text) = stop.content();
    let own = indent(stop.line());
    let mut levels = indentations_above(stop);
    let nearest = *levels.first()?;
    let spaces = |number: usize| if number == 0 { "no space".to_owned() } else { count(number, "space") };
    let diagnostic = if levels.contains(&own) {
        let (is, wanted) = if text.starts_with("- ") || text == "-" {
            ("a list item", "a key")
        } else {
            ("a key", "a list item (`- …`)")
        };
        Diagnostic::error("yaml-indent", format!("found {is}, expected {wanted}"))
            .label("not the same kind as the lines above it")
            .help("indent it below the key it belongs to, or make it like the lines above")
    } else if own > nearest {
        Diagnostic::error("yaml-indent", "this line is indented more than the one above, which already has a value")
            .label(format!("begins after {}, the line above after {}", spaces(own), spaces(nearest)))
            .help(
                "indent keys of the same level alike; a string of several lines with a colon in it goes below `key: |`",
            )
    } else {
        levels.reverse();
        let all: Vec<_> = levels.iter().map(usize::to_string).collect();
        Diagnostic::error("yaml-indent", "this line's indentation fits none of the lines above")
            .label(format!("begins after {}, the lines above after {}", spaces(own), all.join(" or ")))
            .help("indent keys of the same level alike, two spaces for each level")
    };
    Some((diagnostic, content))
}

/// Returns the indentations of the lines above, the nearest first. Lines that are indented as much as a nearer line, or
/// more, are left out.
fn indentations_above(stop: &StopPoint<'_>) -> Vec<usize> {
    let mut levels: Vec<usize> = Vec::new();
    for line in lines_upward(stop.yaml, stop.line_span.start).map(|l| &stop.yaml[l]).filter(|l| has_content(l)) {
        if levels.last().is_none_or(|&smallest| indent(line) < smallest) {
            levels.push(indent(line));
        }
    }
    levels
}

fn explain_unrecognized(stop: &StopPoint<'_>, shown_at: usize) -> (Diagnostic, Range<usize>) {
    let (content, _) = stop.content();
    let start = shown_at.clamp(content.start, content.end);
    let diagnostic = Diagnostic::error("yaml-syntax", "this can't be read as YAML")
        .label("reading stops here")
        .help("each line is `key: value` or `- item`; a string with unusual characters in it is written in quotes");
    (diagnostic, start..content.end)
}

/// Quotes a string: in single quotes if it would need escapes in double quotes.
fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) { format!("'{}'", text.replace('\'', "''")) } else { format!("\"{text}\"") }
}

/// Trims the white space from a span. Returns the span that is left, and its text.
fn trim_span(yaml: &str, span: Range<usize>) -> (Range<usize>, &str) {
    let text = yaml[span.clone()].trim_start();
    (span.end - text.len()..span.end - text.len() + text.trim_end().len(), text.trim_end())
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

fn has_content(line: &str) -> bool {
    let text = line.trim();
    !text.is_empty() && !text.starts_with('#')
}

/// Returns the span of the line around `at`, without its line break.
fn line_at(yaml: &str, at: usize) -> Range<usize> {
    let start = line_start(yaml, at);
    start..line_end(yaml, start)
}

/// Returns the lines above the line that begins at `start`, the nearest first.
fn lines_upward(yaml: &str, start: usize) -> impl Iterator<Item = Range<usize>> {
    let line_above = move |start: usize| start.checked_sub(1).map(|at| line_at(yaml, at));
    std::iter::successors(line_above(start), move |line| line_above(line.start))
}
