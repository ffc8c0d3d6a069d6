//! The explanation of syntax errors, which finds the tag that is unclosed, misspelt or misplaced.
//!
//! minijinja reports the place where it stops, often the end of the file. The cause may be a tag before that place.

use std::ops::Range;

use super::known_names::TAGS;
use super::lexer::{is_set_block, tags};
use crate::diagnostic::{Diagnostic, did_you_mean, list_names};

/// Explains a syntax error and locates its cause; `detail` and `span` are minijinja's.
pub fn explain(text: &str, detail: &str, span: Range<usize>) -> (Diagnostic, Range<usize>) {
    let error = |message: String| Diagnostic::error("template-syntax", message);
    if detail.starts_with("unexpected end of input")
        && let Some(open) = open_tags(text, text.len()).pop()
    {
        let diagnostic = error(format!("this `{{% {} %}}` is never closed", open.word))
            .label("opened here")
            .help(format!("write `{{% end{} %}}` where it ends", open.word));
        return (diagnostic, open.span);
    }
    if let Some(word) = detail.strip_prefix("unknown statement ") {
        let (diagnostic, span) = explain_unknown_tag(text, word, span);
        return (diagnostic.help(format!("the tags are {}", list_names(TAGS.split(' ')))), span);
    }
    let snippet = text.get(span.clone()).unwrap_or_default().trim();
    let diagnostic = match detail.strip_prefix("unexpected ").map(|found| (found, found.split_once(", expected "))) {
        None => error(detail.to_owned()).label("here"),
        Some((_, Some((found, expected)))) => {
            let expected = format!("expected {}", describe(expected));
            error(format!("found {}, {expected}", show_token(snippet, found))).label(expected)
        }
        Some((found, None)) if found.starts_with("end of ") => {
            error(format!("{} is missing", describe(found))).label("begins here and never ends")
        }
        Some((found, None)) => {
            error(format!("{} is not allowed here", show_token(snippet, found))).label("not expected here")
        }
    };
    (diagnostic.help("https://docs.rs/minijinja/latest/minijinja/syntax/ has the syntax"), span)
}

fn explain_unknown_tag(text: &str, word: &str, span: Range<usize>) -> (Diagnostic, Range<usize>) {
    let is_misplaced = matches!(word, "else" | "elif");
    let message =
        if is_misplaced { format!("`{{% {word} %}}` can't stand here") } else { format!("there is no tag `{word}`") };
    if let Some(closed) = word.strip_prefix("end") {
        let label = match open_tags(text, span.start).pop() {
            Some(open) if open.word != closed => format!("`{{% end{} %}}` was expected", open.word),
            _ => "nothing is open that this would close".to_owned(),
        };
        let message =
            if TAGS.split(' ').any(|tag| tag == closed) { format!("`{{% {word} %}}` closes nothing") } else { message };
        return (Diagnostic::error("template-syntax", message).label(label), span);
    }
    let ends = open_tags(text, span.start).into_iter().map(|open| format!("end{}", open.word)).collect::<Vec<_>>();
    let known = TAGS.split(' ').chain(["elif", "else", "raw"]).chain(ends.iter().map(String::as_str));
    let label = match word {
        "else" => "belongs into `{% if %}` or `{% for %}`, once".to_owned(),
        "elif" => "belongs into `{% if %}`, before `{% else %}`".to_owned(),
        "elseif" | "elsif" => "did you mean `elif`?".to_owned(),
        _ => did_you_mean(word, known, "not a tag"),
    };
    (Diagnostic::error("template-syntax", message).label(label), span)
}

/// A tag that needs an end tag.
struct OpenTag<'a> {
    word: &'a str,
    span: Range<usize>,
}

/// Returns the tags that are open at the byte `until`, outermost first.
fn open_tags(text: &str, until: usize) -> Vec<OpenTag<'_>> {
    let mut open: Vec<OpenTag> = Vec::new();
    for (span, inside) in tags(text) {
        if span.end > until {
            break;
        }
        let word = inside.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        match word {
            "if" | "for" | "block" | "macro" | "call" | "filter" | "with" | "autoescape" => {
                open.push(OpenTag { word, span });
            }
            "set" if is_set_block(inside) => open.push(OpenTag { word, span }),
            _ => {
                if let Some(closed) = word.strip_prefix("end")
                    && open.last().is_some_and(|last| last.word == closed)
                {
                    open.pop();
                }
            }
        }
    }
    open
}

/// The length of the longest source text that a message quotes. A longer text would hide the message.
const MAX_QUOTED_BYTES: usize = 30;

/// Quotes the snippet of the template if it is short, or else describes the token.
fn show_token(snippet: &str, token: &str) -> String {
    let is_quotable = !snippet.is_empty() && snippet.len() <= MAX_QUOTED_BYTES && !snippet.contains('\n');
    if token == "end of input" || !is_quotable { describe(token) } else { format!("`{snippet}`") }
}

/// Describes a token that minijinja names.
fn describe(token: &str) -> String {
    match token {
        "end of input" => "the end of the file",
        "end of block" => "`%}`",
        "start of block" => "`{%`",
        "end of variable block" => "`}}`",
        "start of variable block" => "`{{`",
        "end of comment" => "`#}`",
        "end of raw block" => "`{% endraw %}`",
        "end of string" => "the closing quote",
        "identifier" => "a name",
        "string" => "a string",
        "integer" | "float" => "a number",
        "identifier or integer" => "a name or a number",
        "expression" => "a value",
        "block keyword" => "the name of a tag",
        "assignment operator" => "`=`",
        "comma" => "`,`",
        "in" | "as" | "import" | "missing" | "context" => return format!("`{token}`"),
        other => other,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::explain;
    use crate::source::SourceFile;

    #[track_caller]
    fn check(text: &str, detail: &str, span: std::ops::Range<usize>, marked: &str, words: &[&str]) {
        let (diagnostic, span) = explain(text, detail, span);
        let all = format!("{} / {}", diagnostic.message, diagnostic.label);
        assert_eq!(&text[span], marked, "{all}");
        for word in words {
            assert!(all.contains(word), "{word} in {all}");
        }
    }

    #[test]
    fn the_innermost_unclosed_tag_is_reported() {
        let text = "{% for a in b %}{% if a %}{# {% if #}{% endif %}{% set x %}..{% set y = 1 %}";
        check(text, "unexpected end of input, expected end of block", 0..0, "{% set x %}", &["`{% set %}`"]);
        check(
            "{%- if a -%}",
            "unexpected end of input, expected end of block",
            0..0,
            "{%- if a -%}",
            &["never closed"],
        );
    }

    #[test]
    fn unknown_and_unmatched_tags_are_reported() {
        check("{% fro x in y %}", "unknown statement fro", 3..6, "fro", &["no tag `fro`", "did you mean `for`?"]);
        check(
            "{% if x %}{% endfor %}",
            "unknown statement endfor",
            13..19,
            "endfor",
            &["closes nothing", "`{% endif %}`"],
        );
        check("{% rwa %}", "unknown statement rwa", 3..6, "rwa", &["did you mean `raw`?"]);
        check("{% if x %}{% edif %}", "unknown statement edif", 13..17, "edif", &["did you mean"]);
        check("{% else %}", "unknown statement else", 3..7, "else", &["can't stand here", "belongs into `{% if %}`"]);
    }

    #[test]
    fn misplaced_tokens_are_reported() {
        check(
            "{{ a | }}",
            "unexpected end of variable block, expected identifier",
            7..9,
            "}}",
            &["found `}}`, expected a name"],
        );
        check(
            "{{ a b }}",
            "unexpected identifier, expected end of variable block",
            5..6,
            "b",
            &["found `b`, expected `}}`"],
        );
    }

    proptest! {
        #[test]
        fn any_template_is_explained_without_a_panic(text in "([{%}#|(.\"é \n-]|if|for|set|end|else|x|=|\
                                                                 raw|macro|block){0,24}") {
            let file = SourceFile { file: "templates/a".into(), path: "a".into(), text: text.into() };
            let (_, found) = crate::template::load(&[std::sync::Arc::new(file)]);
            for diagnostic in found {
                prop_assert!(!diagnostic.message.is_empty());
            }
        }
    }
}
