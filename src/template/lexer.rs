//! The lexer of templates: it splits a template, with or without mistakes, into tags, expressions, comments, and the
//! text between them.

use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// HTML or other text, also that of `{% raw %}`.
    Text,
    /// `{{ … }}`.
    Expression,
    /// `{% … %}`.
    Tag,
    /// `{# … #}`.
    Comment,
}

/// Iterates over the pieces of a template. A piece that is never closed extends to the end.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = (PieceKind, Range<usize>)> {
    let (mut at, mut is_raw) = (0, false);
    std::iter::from_fn(move || {
        let start = at;
        // All that follows `{% raw %}` is text up to `{% endraw %}`.
        at = if std::mem::take(&mut is_raw) { find_endraw(text, start) } else { find_opening(text, start) };
        if start < at {
            return Some((PieceKind::Text, start..at));
        }
        at = find_closing(text, start);
        let piece = &text[start..at];
        let kind = match piece.as_bytes().get(1)? {
            b'{' => PieceKind::Expression,
            b'%' => PieceKind::Tag,
            _ => PieceKind::Comment,
        };
        is_raw = is_word_tag(piece, "raw");
        Some((kind, start..at))
    })
}

/// Iterates over the closed tags of a template, each with its content.
pub(super) fn tags(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let tags = pieces(text).filter(|(kind, _)| *kind == PieceKind::Tag);
    tags.filter_map(|(_, span)| Some((span.clone(), tag_content(&text[span])?)))
}

/// Returns the text between the `{%` and `%}` of a tag; `None` if the piece is not a tag, or not closed.
pub(super) fn tag_content(piece: &str) -> Option<&str> {
    let content = piece.strip_prefix("{%")?.strip_suffix("%}")?;
    Some(content.trim_start_matches(['-', '+']).trim_start())
}

/// Whether a piece is a tag of one word: `{% raw %}`.
fn is_word_tag(piece: &str, word: &str) -> bool {
    tag_content(piece).is_some_and(|content| content.trim_end_matches(['-', '+']).trim_end() == word)
}

/// Whether the content of a tag begins a captured block: `set x`, or with filters `set x | truncate(length=9)`.
pub(super) fn is_set_block(content: &str) -> bool {
    let target = content.split('|').next().unwrap_or_default();
    target.starts_with("set ") && !target.contains('=')
}

/// Finds the start of the next `{% endraw %}`, or the end of the text.
fn find_endraw(text: &str, from: usize) -> usize {
    let is_endraw = |at: &usize| text[*at..].split_inclusive("%}").next().is_some_and(|tag| is_word_tag(tag, "endraw"));
    text[from..].match_indices("{%").map(|(at, _)| from + at).find(is_endraw).unwrap_or(text.len())
}

/// Finds the start of the next tag, expression or comment, or the end of the text.
fn find_opening(text: &str, from: usize) -> usize {
    let opens = |(at, _): &(usize, &str)| text[from + at + 1..].starts_with(['{', '%', '#']);
    text[from..].match_indices('{').find(opens).map_or(text.len(), |(at, _)| from + at)
}

/// Finds the end of the tag, expression or comment that begins at `open`.
pub(super) fn find_closing(text: &str, open: usize) -> usize {
    let Some(kind) = text.get(open..open + 2) else { return text.len() };
    let end = match kind {
        "{{" => "}}",
        "{%" => "%}",
        _ => return text[open + 2..].find("#}").map_or(text.len(), |at| open + 2 + at + 2),
    };
    let mut at = open + 2;
    // Counts the open braces of mappings, so that `{{ {"a": {}} }}` ends with the last two braces.
    let mut depth = 0_usize;
    while let Some(c) = text[at..].chars().next() {
        if depth == 0 && text[at..].starts_with(end) {
            return at + 2;
        }
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += c.len_utf8();
        if matches!(c, '"' | '\'') {
            at = string_end(text, at, c);
        }
    }
    text.len()
}

/// Finds the end of a quoted text whose content begins at `at`.
fn string_end(text: &str, at: usize, quote: char) -> usize {
    let mut escaped = false;
    for (offset, c) in text[at..].char_indices() {
        if c == quote && !escaped {
            return at + offset + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{PieceKind, is_set_block, pieces, tags};

    #[track_caller]
    fn check(text: &str, expected: &[(PieceKind, &str)]) {
        let found: Vec<_> = pieces(text).map(|(kind, span)| (kind, &text[span])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn tags_expressions_and_comments_are_pieces() {
        use PieceKind::{Comment, Expression, Tag, Text};
        check(
            "a{{ b }}{# c #}{%- d -%}\n",
            &[(Text, "a"), (Expression, "{{ b }}"), (Comment, "{# c #}"), (Tag, "{%- d -%}"), (Text, "\n")],
        );
        check(
            "{% a \"%}\" %}{{ {\"b\": {}} }}{",
            &[(Tag, "{% a \"%}\" %}"), (Expression, "{{ {\"b\": {}} }}"), (Text, "{")],
        );
        check("{% raw %}{{ a }}{% endraw %}", &[(Tag, "{% raw %}"), (Text, "{{ a }}"), (Tag, "{% endraw %}")]);
        check("{% raw %}{% endraw %}", &[(Tag, "{% raw %}"), (Tag, "{% endraw %}")]);
        let raw = "{% a %} endraw {% endrawx %}";
        check(&format!("{{% raw %}}{raw}{{% endraw %}}"), &[(Tag, "{% raw %}"), (Text, raw), (Tag, "{% endraw %}")]);
        check("{% rawx %}{{ a }}", &[(Tag, "{% rawx %}"), (Expression, "{{ a }}")]);
        check("{%- raw -%}{{ a }}{%- endraw %}", &[(Tag, "{%- raw -%}"), (Text, "{{ a }}"), (Tag, "{%- endraw %}")]);
        check("{#} {{ a }} #}b", &[(Comment, "{#} {{ a }} #}"), (Text, "b")]);
        check("a {{ b", &[(Text, "a "), (Expression, "{{ b")]);
    }

    #[test]
    fn a_captured_block_has_no_value() {
        for block in ["set x ", "set x | upper", "set x | replace(\"=\", \"|\") | truncate(length=9) "] {
            assert!(is_set_block(block), "{block}");
        }
        for other in ["set x = 1", "set x = a | truncate(length=9)", "set x = \"|\"", "if x", "endset"] {
            assert!(!is_set_block(other), "{other}");
        }
    }

    #[test]
    fn only_closed_tags_have_content() {
        assert_eq!(tags("{%- a b %}{{ c }}{% d").map(|(_, content)| content).collect::<Vec<_>>(), ["a b "]);
    }
}
