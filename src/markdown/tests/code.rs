//! Tests of code blocks.

use std::sync::Arc;

use proptest::prelude::*;

use super::{check, check_mistakes, markdown, no_nul, show, usual_options};
use crate::markdown::{Highlighter, MarkdownOptions, parse_fragment};

/// Loads a highlighter whose cache is in a folder that can't be created.
pub fn uncached_highlighter() -> Highlighter {
    Highlighter::load("/dev/null/cache".into())
}

#[test]
fn known_languages_are_highlighted() {
    let options = MarkdownOptions { highlighter: Some(Arc::new(uncached_highlighter())), ..usual_options() };
    let html = |text: &str| show(&parse_fragment(text, &options, false).0.pieces);
    let rust = html("```rust\nlet a = 1 < 2;\n```\n");
    assert!(rust.starts_with("<pre><code class=\"language-rust\"><span class=\"hl-storage\">let</span>"), "{rust}");
    assert!(rust.ends_with("\n</code></pre>\n") && rust.contains("&lt;"), "{rust}");
    assert_eq!(html("```none\n<\n```\n"), "<pre><code class=\"language-none\">&lt;\n</code></pre>\n");
    assert_eq!(html("    <\n"), "<pre><code>&lt;\n</code></pre>\n");
}

#[test]
fn a_value_without_a_closing_quote_is_reported() {
    let label = "the name of a file is expected: `file=\"src/main.rs\"`";
    check_mistakes("```rust {file=\"a.rs lines}\n```\n", &[("code-attribute", "file=\"a.rs lines", label)]);
}

#[test]
fn numbers_of_lines_end_at_the_largest_number() {
    let line = |text: &str| format!("<span class=\"line\" data-line=\"{}\">{text}</span>\n", usize::MAX);
    let expected = format!("<pre><code>{}{}</code></pre>\n", line("a"), line("b"));
    check(&format!("```{{start={}}}\na\nb\n```\n", usize::MAX), &expected);
}

#[test]
fn any_code_can_be_highlighted() {
    let options = MarkdownOptions { highlighter: Some(Arc::new(uncached_highlighter())), ..usual_options() };
    let languages = ["rust", "js", "html", "css", "yaml", "python", "bash", "json", "markdown", "php", "sql", "c++"];
    proptest!(ProptestConfig::with_cases(200), |(language in proptest::sample::select(languages.to_vec()), code in markdown())| {
        let text = format!("`````{language}\n{code}\n`````\n");
        let (body, _) = parse_fragment(&text, &options, false);
        prop_assert!(no_nul(&body.pieces));
    });
}
