//! `docs/markdown.md`: each text becomes the HTML below it.
//!
//! An example is a fence `markdown`, which may have a fence `yaml` with settings before it, and the fence after it:
//! `html` for its output, `warning` or `error` for the message of the build.

use super::fences;
use crate::support::base;

const MARKDOWN: &str = include_str!("../../docs/markdown.md");

#[test]
fn every_example_of_markdown_gives_what_it_says() {
    let (mut settings, mut text) = (String::new(), None);
    let mut examples = 0;
    for (info, code) in fences(MARKDOWN) {
        match (info.as_str(), text.take()) {
            ("yaml", None) => settings = code,
            ("css", None) => assert_eq!(code, CODE_CSS),
            ("markdown", None) => text = Some(code),
            ("html" | "warning" | "error", Some(text)) => {
                check(&std::mem::take(&mut settings), &text, &info, code.trim());
                examples += 1;
            }
            (info, _) => panic!("a fence `{info}` without its pair: {code}"),
        }
    }
    assert!(examples > 0 && text.is_none() && settings.is_empty());
}

/// The style sheet for code that `site add code` writes.
const CODE_CSS: &str = include_str!("../../parts/code/public/css/code.css");

#[test]
fn colours_of_code_have_enough_contrast_in_light_and_dark() {
    let pairs = |property: &str| -> Vec<(&str, &str)> {
        let lines =
            CODE_CSS.lines().filter_map(|line| line.trim().strip_prefix(property)?.strip_prefix(": light-dark("));
        lines.filter_map(|pair| pair.strip_suffix(");")?.split_once(", ")).collect()
    };
    let (colours, backgrounds) = (pairs("color"), pairs("background"));
    assert!(colours.len() >= 9 && backgrounds.len() == 4, "{colours:?} {backgrounds:?}");
    for (light, dark) in colours {
        for (light_behind, dark_behind) in &backgrounds {
            for (colour, behind) in [(light, light_behind), (dark, dark_behind)] {
                let contrast = contrast(colour, behind);
                assert!(contrast >= 4.5, "{colour} on {behind} has {contrast:.2}");
            }
        }
    }
}

/// Returns the contrast of two colours by WCAG.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    };
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    if one > other { one / other } else { other / one }
}

/// Builds a page of `text`, and compares the page's content, or what the build says.
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
