//! `docs/markdown.md`: each text becomes the HTML below it.
//!
//! An example is a fence `markdown`, which may have a fence `yaml` with settings before it, and the fence after it:
//! `html` for its output, `warning` or `error` for the message of the build.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::support::base;

const MARKDOWN: &str = include_str!("../../docs/markdown.md");

#[test]
fn every_example_of_markdown_gives_what_it_says() {
    let (mut settings, mut text, mut fence) = (String::new(), None, None);
    let mut examples = 0;
    for event in Parser::new(MARKDOWN) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                fence = Some((info.to_string(), String::new()))
            }
            Event::Text(part) => fence.iter_mut().for_each(|(_, code)| code.push_str(&part)),
            Event::End(TagEnd::CodeBlock) => {
                let (info, code) = fence.take().expect("a fence that began");
                match (info.as_str(), text.take()) {
                    ("yaml", None) => settings = code,
                    ("markdown", None) => text = Some(code),
                    ("html" | "warning" | "error", Some(text)) => {
                        check(&std::mem::take(&mut settings), &text, &info, code.trim());
                        examples += 1;
                    }
                    (info, _) => panic!("a fence `{info}` without its pair: {code}"),
                }
            }
            _ => {}
        }
    }
    assert!(examples > 0 && text.is_none() && settings.is_empty());
}

/// Builds a page of `text`, and compares what is between the marks of its template, or what the build says.
#[track_caller]
fn check(settings: &str, text: &str, outcome: &str, expected: &str) {
    let page = "<!doctype html><html lang=\"en\"><head><title>T</title><meta name=\"description\" content=\"D\"></head><body>\
        <h1>T</h1><main>\n{{ page.content }}</main></body></html>\n";
    let built = base(&format!("-- templates/page.html --\n{page}"))
        .edit(&format!("-- content/site.yaml --\ntitle: T\nbase_url: https://example.com/\n{settings}"))
        .edit(&format!("-- content/pages/home.md --\n---\ntitle: Home\nroute: /\n---\n{text}"))
        .build();
    let drawn = built.drawn();
    if outcome == "html" {
        assert_eq!(drawn, "", "{text}");
        let html = built.text("index.html");
        let found = html.split_once("<main>\n").and_then(|(_, rest)| rest.split_once("</main>")).map(|(html, _)| html);
        assert_eq!(found.map(str::trim), Some(expected), "{text}");
    } else {
        assert!(drawn.starts_with(outcome) && drawn.contains(expected), "{text}\nis said to be:\n{drawn}");
    }
}
