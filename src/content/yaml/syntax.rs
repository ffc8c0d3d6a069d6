//! Text that is not YAML at all: the usual slips, told by what stands around the spot where reading stopped.
//!
//! The parsers name the token they wanted; an editor wants to know which character to change. So each slip is looked for in
//! turn, the most particular first, and the parsers' own spot remains for what is left.

use std::ops::Range;

use super::YamlSource;
use crate::content::locate::Tree;
use crate::diagnostic::Diagnostic;

/// Why the YAML can't be read, where, and what to write instead.
pub(super) fn explain(source: &YamlSource<'_>, tree: &Tree<'_>, error: &serde_yaml::Error) -> Diagnostic {
    let yaml = source.yaml();
    let (at, info) = match &tree.problem {
        Some(problem) => (problem.at, problem.info.as_str()),
        None => (reported(yaml, error), ""),
    };
    // At the text's end the last line with anything on it is the one to show.
    let seen = if yaml[at..].trim().is_empty() { yaml[..at].trim_end().len() } else { at };
    let spot = Spot { yaml, tree, at, line: line_at(yaml, seen), info, reported: reported(yaml, error) };
    let message = error.to_string();
    let (diagnostic, span) = control_character(&spot, &message)
        .or_else(|| second_document(&spot))
        .or_else(|| too_deep(&spot, &message))
        .or_else(|| tab(&spot))
        .or_else(|| alias(&spot, &message))
        .or_else(|| quote(&spot))
        .or_else(|| bracket(&spot))
        .or_else(|| special_start(&spot))
        .or_else(|| colon_in_value(&spot))
        .or_else(|| block_value(&spot))
        .or_else(|| key_without_colon(&spot))
        .or_else(|| indentation(&spot))
        .unwrap_or_else(|| anything_else(&spot, seen));
    diagnostic.at(source.place(span))
}

/// The byte that `serde_yaml`'s error names.
pub(super) fn reported(yaml: &str, error: &serde_yaml::Error) -> usize {
    let Some(location) = error.location() else { return 0 };
    let line_start = yaml.split_inclusive('\n').take(location.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let line = &yaml[line_start..];
    line_start + line.char_indices().nth(location.column().saturating_sub(1)).map_or(line.len(), |(at, _)| at)
}

/// Where reading stopped.
struct Spot<'a> {
    yaml: &'a str,
    tree: &'a Tree<'a>,
    at: usize,
    line: Range<usize>,
    /// The event parser's words.
    info: &'a str,
    /// Where `serde_yaml` stopped.
    reported: usize,
}

type Found = Option<(Diagnostic, Range<usize>)>;

impl<'a> Spot<'a> {
    fn line(&self) -> &'a str {
        &self.yaml[self.line.clone()]
    }

    /// The text of the line, with its bytes.
    fn content(&self) -> (Range<usize>, &'a str) {
        let text = self.line().trim();
        let start = self.line.start + indent(self.line());
        (start..start + text.len(), text)
    }

    /// The nearest line above that says something.
    fn line_above(&self) -> Option<Range<usize>> {
        lines_upward(self.yaml, self.line.start).find(|l| says_something(&self.yaml[l.clone()]))
    }
}

fn control_character(spot: &Spot<'_>, message: &str) -> Found {
    if !message.contains("control characters") {
        return None;
    }
    let (at, c) = spot.yaml.char_indices().find(|(_, c)| c.is_control() && !"\t\n\r\u{85}".contains(*c))?;
    let diagnostic =
        Diagnostic::error("yaml-character", format!("an invisible control character (U+{:04X})", c as u32))
            .label("remove it")
            .help("it came along when copying, perhaps. Delete it and type the text around it again");
    Some((diagnostic, at..at + c.len_utf8()))
}

fn second_document(spot: &Spot<'_>) -> Found {
    let span = spot.tree.second_document.clone()?;
    let diagnostic = Diagnostic::error("yaml-documents", "a second YAML document begins here")
        .label("one file holds one document")
        .help("remove the `---`; a text of three dashes is written in quotes");
    Some((diagnostic, span))
}

fn too_deep(spot: &Spot<'_>, message: &str) -> Found {
    let (code, what) = if message.contains("repetition limit") {
        ("yaml-size", "the aliases (`*name`) unfold to far too much")
    } else if message.contains("recursion limit") || spot.info.contains("recursion limit") {
        ("yaml-depth", "lists and mappings are nested more than a hundred deep, or an alias holds itself")
    } else {
        return None;
    };
    let diagnostic = Diagnostic::error(code, what).label("here").help("write out what is meant, with fewer levels");
    let at = if spot.tree.problem.is_some() { spot.at } else { spot.reported };
    Some((diagnostic, at..at + 1))
}

/// A tab in the space before a line's text, on the line where a parser stopped or the one after it.
fn tab(spot: &Spot<'_>) -> Found {
    let mut lines = vec![line_at(spot.yaml, spot.reported), spot.line.clone()];
    if spot.info.contains("tab") {
        lines.extend(spot.yaml[spot.line.end..].starts_with('\n').then(|| line_at(spot.yaml, spot.line.end + 1)));
    }
    let at = lines.into_iter().find_map(|line| {
        let text = &spot.yaml[line.clone()];
        text[..indent(text)].find('\t').map(|tab| line.start + tab)
    })?;
    let more = spot.yaml[at..].lines().skip(1).filter(|l| l[..indent(l)].contains('\t')).count();
    let mut diagnostic = Diagnostic::error("yaml-tab", "a tab is used as indentation")
        .label("write spaces instead of the tab")
        .help("indent with two spaces for each level");
    if more > 0 {
        diagnostic = diagnostic.note(format!("{more} more of the lines below begin with a tab"));
    }
    Some((diagnostic, at..at + 1))
}

fn alias(spot: &Spot<'_>, message: &str) -> Found {
    let rest = &spot.yaml[spot.at..];
    if !rest.starts_with('*') || !(spot.info.contains("anchor") || message.contains("anchor")) {
        return None;
    }
    let word = rest.find(|c: char| c.is_whitespace() || ",[]{}".contains(c)).unwrap_or(rest.len());
    let name = &rest[..word];
    let diagnostic = Diagnostic::error("yaml-alias", format!("`{name}` stands for an anchor that is not there"))
        .label(format!("no `&{}` above", &name[1..]))
        .help("A text that begins with `*` is written in quotes");
    Some((diagnostic, spot.at..spot.at + word))
}

fn quote(spot: &Spot<'_>) -> Found {
    let rest = &spot.yaml[spot.at..];
    if spot.info.contains("escape") || spot.info.contains("hexadecimal") {
        let at = spot.reported;
        let what: String = spot.yaml[at..].chars().take(2).collect();
        let diagnostic = Diagnostic::error("yaml-escape", format!("`{what}` means nothing in double quotes"))
            .label("write `\\\\` for a backslash")
            .help("in single quotes a backslash is only a backslash");
        return Some((diagnostic, at..at + what.len()));
    }
    if spot.info.contains("trailing content") {
        let (line, _) = spot.content();
        let diagnostic = Diagnostic::error("yaml-quote", "the text goes on after its closing quote")
            .label("the quote before this closed the text")
            .help("put the whole value in quotes. Within '…' a quote is written twice (''), within \"…\" as \\\"");
        return Some((diagnostic, spot.at..line.end.max(spot.at)));
    }
    if spot.info.contains("quoted scalar") && rest.starts_with(['"', '\'']) {
        let diagnostic = Diagnostic::error("yaml-quote", "this quote is not closed")
            .label("opened here")
            .help(format!("close the text with another {} on the same line", &rest[..1]));
        return Some((diagnostic, spot.at..spot.at + 1));
    }
    None
}

fn bracket(spot: &Spot<'_>) -> Found {
    if spot.info.contains("misplaced bracket") {
        let diagnostic = Diagnostic::error("yaml-bracket", "this bracket closes nothing")
            .label("remove it")
            .help("A text that holds brackets is written in quotes");
        return Some((diagnostic, spot.at..spot.at + 1));
    }
    let open = spot.tree.open.iter().map(|&n| &spot.tree.nodes()[n]).rfind(|n| n.flow)?.span.start;
    let (left, right) = if spot.yaml[open..].starts_with('[') { ('[', ']') } else { ('{', '}') };
    let diagnostic = if spot.yaml[spot.at..].lines().next().is_some_and(|rest| rest.contains(right)) {
        // It is closed; what stands in it is the trouble.
        return special_start(spot).or_else(|| {
            let diagnostic =
                Diagnostic::error("yaml-syntax", format!("the text between `{left}` and `{right}` can't be read"))
                    .label(format!("a `,` or `{right}` was expected"))
                    .help("within brackets, a text with `,`, `:`, brackets or braces in it is written in quotes");
            Some((diagnostic, spot.at..spot.at + 1))
        });
    } else {
        Diagnostic::error("yaml-bracket", format!("this `{left}` is not closed"))
            .label("opened here")
            .help(format!("close it with `{right}`, or put the whole value in quotes if it is a text"))
    };
    Some((diagnostic, open..open + 1))
}

/// A value that begins with a character that YAML keeps for itself.
fn special_start(spot: &Spot<'_>) -> Found {
    let rest = &spot.yaml[spot.at..];
    let c = rest.chars().next().filter(|c| "@`%".contains(*c))?;
    let value = rest.lines().next().unwrap_or_default().trim_end();
    let value = if spot.tree.open.iter().any(|&n| spot.tree.nodes()[n].flow) {
        value.split([',', ']', '}']).next().unwrap_or_default()
    } else {
        value
    };
    let diagnostic = Diagnostic::error("yaml-unquoted", format!("a text can't begin with `{c}` unless it is quoted"))
        .label("quote the value")
        .help(format!("write {}", quoted(value)));
    Some((diagnostic, spot.at..spot.at + value.len()))
}

/// `title: A: b`, and `title: [A] b`.
fn colon_in_value(spot: &Spot<'_>) -> Found {
    let before = spot.yaml[..spot.at].strip_prefix(&spot.yaml[..spot.line.start])?;
    let after = spot.line().get(before.len()..).unwrap_or_default();
    let ends_in_bracket = before.trim_end().ends_with([']', '}']) && !after.trim().is_empty();
    if !ends_in_bracket && !spot.info.contains("mapping values") {
        return None;
    }
    let colon = before.find(": ")?;
    let value = spot.line()[colon + 2..].trim();
    let start = spot.line.start + colon + 2 + indent(&spot.line()[colon + 2..]);
    let message = if ends_in_bracket {
        "the value goes on after the closing bracket"
    } else {
        "a text with a colon and a space in it has to be quoted"
    };
    let diagnostic = Diagnostic::error("yaml-unquoted", message).label("quote the value").help(format!(
        "Write `{} {}`",
        &before[..=colon].trim_start(),
        quoted(value)
    ));
    Some((diagnostic, start..start + value.len()))
}

/// `key: - item`, and `key: >text`.
fn block_value(spot: &Spot<'_>) -> Found {
    if spot.info.contains("block sequence entries are not allowed") {
        let diagnostic = Diagnostic::error("yaml-syntax", "a list begins on the line below its key")
            .label("start a new line before this")
            .help(
                "Or write the list in brackets: `key: [one, two]`. A text that begins with `- ` is written in quotes",
            );
        return Some((diagnostic, spot.at..spot.at + 1));
    }
    if spot.info.contains("block scalar") && spot.info.contains("comment or line break") {
        let diagnostic = Diagnostic::error("yaml-unquoted", "after `|` or `>` the text begins on the next line")
            .label("quote the value, or start a new line")
            .help("A text that begins with `|` or `>` is written in quotes");
        return Some((diagnostic, spot.at..line_at(spot.yaml, spot.at).end));
    }
    None
}

/// A line that has no `key: ` where the lines around it have one.
fn key_without_colon(spot: &Spot<'_>) -> Found {
    let line = if spot.info.contains("simple key expect") {
        let end = spot.yaml[..spot.at].trim_end().len();
        line_at(spot.yaml, end)
    } else if spot.info.contains("mapping values") {
        spot.line_above()?
    } else {
        return None;
    };
    let text = spot.yaml[line.clone()].trim();
    let content = line.start + indent(&spot.yaml[line.clone()]);
    let is_key = |t: &str| !t.is_empty() && t.chars().all(|c| c.is_alphanumeric() || "-_ ".contains(c));
    if text.contains(": ") || text.ends_with(':') || text.starts_with("- ") {
        return None;
    }
    if let Some((key, value)) = text.split_once(':').filter(|(key, _)| is_key(key) && !key.contains(' ')) {
        let diagnostic = Diagnostic::error("yaml-syntax", "a space is missing after the colon")
            .label(format!("write `{key}: {value}`"))
            .help("A key and its value are parted by a colon and a space");
        return Some((diagnostic, content..content + text.len()));
    }
    let key = text.split_whitespace().next().filter(|k| is_key(k)).unwrap_or("key");
    let diagnostic = Diagnostic::error("yaml-syntax", "a key and a colon are missing here")
        .label("`key: value` was expected")
        .help(format!("write `{key}: …`. A text of several lines is indented below `key: |`"));
    Some((diagnostic, content..content + text.len()))
}

fn indentation(spot: &Spot<'_>) -> Found {
    let stopped = ["mapping values", "did not find expected", "indentation", "indented", "block sequence"];
    if !stopped.iter().any(|words| spot.info.contains(words)) {
        return None;
    }
    let (content, text) = spot.content();
    let own = indent(spot.line());
    let mut levels: Vec<usize> = Vec::new();
    for line in lines_upward(spot.yaml, spot.line.start).map(|l| &spot.yaml[l]).filter(|l| says_something(l)) {
        if levels.last().is_none_or(|&deepest| indent(line) < deepest) {
            levels.push(indent(line));
        }
    }
    let nearest = *levels.first()?;
    let diagnostic = if levels.contains(&own) {
        let (is, wanted) = if text.starts_with("- ") || text == "-" {
            ("a list item", "a key")
        } else {
            ("a key", "a list item (`- …`)")
        };
        Diagnostic::error("yaml-indent", format!("{is} stands where {wanted} is expected"))
            .label("not the same kind as the lines above it")
            .help("indent it below the key it belongs to, or make it like the lines above")
    } else if own > nearest {
        Diagnostic::error("yaml-indent", "this line is indented more than the one above, which has its value already")
            .label(format!("begins after {}, the line above after {}", spaces(own), spaces(nearest)))
            .help("indent keys of the same level alike; a text of several lines with a colon in it goes below `key: |`")
    } else {
        levels.reverse();
        let all: Vec<_> = levels.iter().map(usize::to_string).collect();
        Diagnostic::error("yaml-indent", "this line's indentation fits none of the lines above")
            .label(format!("begins after {}, the lines above after {}", spaces(own), all.join(" or ")))
            .help("indent keys of the same level alike, two spaces for each level")
    };
    Some((diagnostic, content))
}

fn anything_else(spot: &Spot<'_>, seen: usize) -> (Diagnostic, Range<usize>) {
    let (content, _) = spot.content();
    let start = seen.clamp(content.start, content.end);
    let diagnostic = Diagnostic::error("yaml-syntax", "this can't be read as YAML")
        .label("reading stops here")
        .help("each line is `key: value` or `- item`; a text with unusual characters in it is written in quotes");
    (diagnostic, start..content.end)
}

/// The text in the quotes that need the fewest changes to it.
fn quoted(text: &str) -> String {
    if text.contains(['"', '\\']) { format!("'{}'", text.replace('\'', "''")) } else { format!("\"{text}\"") }
}

fn spaces(count: usize) -> String {
    match count {
        0 => "no space".to_owned(),
        1 => "1 space".to_owned(),
        n => format!("{n} spaces"),
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

fn says_something(line: &str) -> bool {
    let text = line.trim();
    !text.is_empty() && !text.starts_with('#')
}

/// The line that holds the byte, without its break.
fn line_at(yaml: &str, at: usize) -> Range<usize> {
    let start = yaml[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = yaml[at..].find('\n').map_or(yaml.len(), |i| at + i);
    start..start + yaml[start..end].trim_end_matches('\r').len()
}

/// The lines before the one that begins at `start`, the nearest first.
fn lines_upward(yaml: &str, start: usize) -> impl Iterator<Item = Range<usize>> {
    std::iter::successors(start.checked_sub(1).map(|at| line_at(yaml, at)), |line| {
        line.start.checked_sub(1).map(|at| line_at(yaml, at))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::diagnostics;

    #[track_caller]
    fn check(yaml: &str, code: &str, line: usize, column: usize, marked: &str, words: &[&str]) {
        let found = diagnostics(yaml);
        let place = found[0].place.as_ref().unwrap();
        let got = (found[0].code, place.line, place.column, &place.text[place.mark.clone()]);
        assert_eq!(got, (code, line, column, marked), "{yaml:?}: {found:#?}");
        assert_eq!(found.len(), 1, "{found:#?}");
        let all = [&found[0].message, &found[0].label, &found[0].notes.join(" "), &found[0].help.join(" ")]
            .map(String::as_str)
            .join(" ");
        for word in words {
            assert!(all.contains(word), "{word} in {all}");
        }
    }

    #[test]
    fn tabs() {
        check("a:\n\tb: 1\n", "yaml-tab", 2, 1, "\t", &["tab", "spaces"]);
        check("a:\n  b: 1\n\tc: 2\n\td: 3\n", "yaml-tab", 3, 1, "\t", &["1 more"]);
        check("a:\n  \tb: 1\n", "yaml-tab", 2, 3, "\t", &[]);
    }

    #[test]
    fn colons_in_values() {
        check("title: A: b\n", "yaml-unquoted", 1, 8, "A: b", &["quote the value", "`title: \"A: b\"`"]);
        check("a:\n  - b: c: \"d\"\n", "yaml-unquoted", 2, 8, "c: \"d\"", &["'c: \"d\"'"]);
        check("title: [Draft] My post\n", "yaml-unquoted", 1, 8, "[Draft] My post", &["closing bracket"]);
    }

    #[test]
    fn values_that_begin_with_a_special_character() {
        check("title: @x y\n", "yaml-unquoted", 1, 8, "@x y", &["`@`", "\"@x y\""]);
        check("a: [@x, y]\n", "yaml-unquoted", 1, 5, "@x", &["\"@x\""]);
        check("a: `x`\n", "yaml-unquoted", 1, 4, "`x`", &[]);
        check("a: >x\n", "yaml-unquoted", 1, 4, ">x", &["next line"]);
        check("a: - b\n", "yaml-syntax", 1, 4, "-", &["line below its key"]);
    }

    #[test]
    fn quotes() {
        check("title: \"abc\ndate: x\n", "yaml-quote", 1, 8, "\"", &["not closed"]);
        check("title: \"abc\ndate: \"x\"\nfoo: 1\n", "yaml-quote", 1, 8, "\"", &["not closed"]);
        check("a: 'x\n", "yaml-quote", 1, 4, "'", &["not closed"]);
        check("title: 'It's here'\n", "yaml-quote", 1, 12, "s here'", &["twice"]);
        check("a: \"x\\dy\"\n", "yaml-escape", 1, 6, "\\d", &["single quotes"]);
    }

    #[test]
    fn brackets() {
        check("tags: [a, b\ndate: x\n", "yaml-bracket", 1, 7, "[", &["not closed", "`]`"]);
        check("tags: [a, b\n", "yaml-bracket", 1, 7, "[", &[]);
        check("m: {a: 1\nb: 2\n", "yaml-bracket", 1, 4, "{", &["`}`"]);
        check("a: [b]]\n", "yaml-bracket", 1, 7, "]", &["closes nothing"]);
    }

    #[test]
    fn indentation() {
        check("title: x\n  date: y\n", "yaml-indent", 2, 3, "date: y", &["more than the one above"]);
        check("a:\n  b: 1\n c: 2\n", "yaml-indent", 3, 2, "c: 2", &["1 space", "0 or 2"]);
        check("- a: 1\n  b: 2\n c: 3\n", "yaml-indent", 3, 2, "c: 3", &[]);
        check(" a: 1\nb: 2\n", "yaml-indent", 2, 1, "b: 2", &["no space"]);
        check("- a\nb: 1\n", "yaml-indent", 2, 1, "b: 1", &["list item"]);
        check("a: 1\n- b\n", "yaml-indent", 2, 1, "- b", &["list item"]);
        check("a: |\n   x\n  y\nb: 1\n", "yaml-indent", 3, 3, "y", &[]);
    }

    #[test]
    fn missing_colons() {
        check("title My post\ndate: x\n", "yaml-syntax", 1, 1, "title My post", &["`title: …`"]);
        check("title:My post\ndate: x\n", "yaml-syntax", 1, 1, "title:My post", &["space", "`title: My post`"]);
        check("a: x # c\nb\n", "yaml-syntax", 2, 1, "b", &["colon"]);
    }

    #[test]
    fn other_slips() {
        check("a: 1\nb: *y\n", "yaml-alias", 2, 4, "*y", &["no `&y` above"]);
        check("a: *Bold* text\n", "yaml-alias", 1, 4, "*Bold*", &["quotes"]);
        check("a: 1\n---\nb: 2\n", "yaml-documents", 2, 1, "---", &["one document"]);
        check("a: 1\nb: x\u{7}y\n", "yaml-character", 2, 5, "\u{7}", &["U+0007"]);
    }
}
