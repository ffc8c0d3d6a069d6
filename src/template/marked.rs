//! Marked templates, whose output shows where in the source each piece was written. A mark precedes each HTML tag, and
//! each text that begins the template or follows a `{% … %}`, `{{ … }}` or `{# … #}`. A call with a number surrounds
//! the expression in each `{{ … }}`.

use std::ops::Range;
use std::sync::Arc;

use minijinja::Environment;

use super::lexer::{PieceKind, find_closing, is_set_block, pieces, tag_content, tags};
use super::templates::Templates;
use crate::source::SourceFile;

/// The function around each printed expression, as in `{{ __after(__before(2), page.title) }}`.
pub const AFTER_EXPRESSION: &str = "__after";
/// The function that is called before the expression is evaluated. It takes the expression's number and returns it.
pub const BEFORE_EXPRESSION: &str = "__before";

/// Signs that a captured text is HTML: a tag, Markdown, or the content of a `call` block.
const HTML_SIGNS: &[&str] = &["<", "| markdown", "caller("];

/// A function that assigns a number to a byte range of a file; `None` leaves the range unmarked.
type AssignNumber<'n> = &'n mut dyn FnMut(&Arc<SourceFile>, Range<usize>) -> Option<usize>;

/// Returns the environment with all templates marked; `format_mark` formats the mark of a number. A template that does
/// not compile with marks is left unmarked.
pub fn mark_templates(
    templates: &Templates,
    assign_number: AssignNumber<'_>,
    format_mark: fn(usize) -> String,
) -> Environment<'static> {
    let mut environment = templates.environment.clone();
    for (name, file) in &templates.sources {
        let text = Marker { file, assign_number: &mut *assign_number, format_mark, marked: String::new() }.mark();
        let _ = environment.add_template_owned(name.clone(), text);
    }
    environment
}

struct Marker<'m> {
    file: &'m Arc<SourceFile>,
    assign_number: AssignNumber<'m>,
    format_mark: fn(usize) -> String,
    marked: String,
}

impl Marker<'_> {
    fn mark(mut self) -> String {
        let text = self.file.text.clone();
        let mut unmarked_end = 0;
        for (kind, span) in pieces(&text) {
            let is_marked = span.start >= unmarked_end;
            match kind {
                PieceKind::Text if is_marked => self.mark_text(span.clone()),
                PieceKind::Expression if is_marked => self.mark_expression(span.clone()),
                _ => self.marked.push_str(&text[span.clone()]),
            }
            if kind == PieceKind::Tag && tag_content(&text[span.clone()]).is_some_and(is_set_block) {
                // A captured text without HTML is mostly compared, or put into an attribute. A mark would change the
                // result.
                let end = find_end_of_block(&text, span.end);
                if HTML_SIGNS.iter().all(|sign| !text[span.end..end].contains(sign)) {
                    unmarked_end = unmarked_end.max(end);
                }
            }
        }
        self.marked
    }

    /// Copies text, with a mark at its beginning and before each HTML tag.
    fn mark_text(&mut self, span: Range<usize>) {
        let text = &self.file.text[span.clone()];
        let first = text.len() - text.trim_start().len();
        let mut written = 0;
        for (at, _) in text.char_indices().filter(|(at, c)| *at == first || *c == '<') {
            let start = span.start + at;
            // The range of an HTML tag is the tag alone. The range of a text extends across HTML tags, up to the next
            // `{% … %}`, `{{ … }}` or `{# … #}`.
            let end = if text[at..].starts_with('<') { html_tag_end(&self.file.text, start) } else { span.end };
            let number = (self.assign_number)(self.file, start..end);
            self.marked.push_str(&text[written..at]);
            self.marked.extend(number.map(self.format_mark));
            written = at;
        }
        self.marked.push_str(&text[written..]);
    }

    /// Copies `{{ … }}` with a call around the expression. An expression that is empty, unclosed or without a number
    /// stays as it is.
    fn mark_expression(&mut self, span: Range<usize>) {
        let written = &self.file.text[span.clone()];
        let inside =
            written.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")).filter(|inside| !inside.is_empty());
        let numbered = inside.and_then(|inside| Some((inside, (self.assign_number)(self.file, span)?)));
        let Some((inside, number)) = numbered else { return self.marked.push_str(written) };
        // `-` and `+` belong to the delimiters: `{{- a -}}`.
        let is_trim_sign = |c: char| matches!(c, '-' | '+');
        let (before, inside) = inside.split_at(usize::from(inside.starts_with(is_trim_sign)));
        let (inside, after) = inside.split_at(inside.len() - usize::from(inside.ends_with(is_trim_sign)));
        let call = format!("{AFTER_EXPRESSION}({BEFORE_EXPRESSION}({number}), {})", inside.trim());
        for part in ["{{", before, " ", &call, " ", after, "}}"] {
            self.marked.push_str(part);
        }
    }
}

/// Finds the `{% endset %}` of the captured block whose content begins at `start`, or the end of the text.
fn find_end_of_block(text: &str, start: usize) -> usize {
    let mut open_blocks = 1;
    let closes_block = |(_, content): &(Range<usize>, &str)| {
        open_blocks += i32::from(is_set_block(content)) - i32::from(content.starts_with("endset"));
        open_blocks == 0
    };
    tags(&text[start..]).find(closes_block).map_or(text.len(), |(tag, _)| start + tag.start)
}

/// Finds the end of the HTML tag that begins at `open`, skipping template syntax inside the tag.
fn html_tag_end(text: &str, open: usize) -> usize {
    let mut at = open + 1;
    let mut quote = None;
    while let Some(c) = text[at..].chars().next() {
        if c == '{' && text[at + 1..].starts_with(['{', '%', '#']) {
            at = find_closing(text, at);
            continue;
        }
        at += c.len_utf8();
        match quote {
            Some(opened) if c == opened => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == '>' => return at,
            None => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Marker;
    use crate::source::SourceFile;

    #[track_caller]
    fn check(text: &str, expected: &str, spans: &[&str]) {
        let file = Arc::new(SourceFile { file: "templates/a.html".into(), path: "a.html".into(), text: text.into() });
        let mut found = Vec::new();
        let mut number = |file: &Arc<SourceFile>, span: std::ops::Range<usize>| {
            found.push(file.text[span].to_owned());
            Some(found.len())
        };
        let format_mark = |number: usize| format!("§{number}");
        let marker = Marker { file: &file, assign_number: &mut number, format_mark, marked: String::new() };
        assert_eq!(marker.mark(), expected);
        assert_eq!(found, spans);
    }

    #[test]
    fn tags_texts_and_expressions_are_marked() {
        check("a <b>c</b>", "§1a §2<b>c§3</b>", &["a <b>c</b>", "<b>", "</b>"]);
        check(
            "<a href=\"{{ url(\"/x>/\") }}\">\n",
            "§1<a href=\"{{ __after(__before(2), url(\"/x>/\")) }}§3\">\n",
            &["<a href=\"{{ url(\"/x>/\") }}\">", "{{ url(\"/x>/\") }}", "\">\n"],
        );
        check(
            "{%- if a < b %}\n  {{- \"}}\" -}} {% endif %}",
            "{%- if a < b %}\n  {{- __after(__before(1), \"}}\") -}} {% endif %}",
            &["{{- \"}}\" -}}"],
        );
        check("{{ {\"a\": {}} }}b", "{{ __after(__before(1), {\"a\": {}}) }}§2b", &["{{ {\"a\": {}} }}", "b"]);
        check("{# <a> #}", "{# <a> #}", &[]);
        check("{% raw %}<a>{{ b }}{% endraw %}", "{% raw %}§1<a>{{ b }}{% endraw %}", &["<a>"]);
        check("{% set x %}a {{ b }}{% endset %}c", "{% set x %}a {{ b }}{% endset %}§1c", &["c"]);
        let nested = "{% set x %}a{% set y %}b{% endset %}c{% endset %}";
        check(&format!("{nested}d"), &format!("{nested}§1d"), &["d"]);
        let captured = "{% set x %}{{ b | markdown }}{% endset %}";
        check(captured, "{% set x %}{{ __after(__before(1), b | markdown) }}{% endset %}", &["{{ b | markdown }}"]);
    }

    #[test]
    fn an_open_expression_stays_as_it_is() {
        for text in ["{{", "{{ a", "{{ \u{2028}"] {
            check(text, text, &[]);
        }
    }
}
