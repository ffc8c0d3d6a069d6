//! The rule that no template contains a word that visitors read: editors find all of them in `content/`.

use std::path::Path;

use super::document::Document;

/// Attributes that are read or spoken.
const READ: &[&str] = &["alt", "aria-label", "aria-roledescription", "label", "placeholder", "title"];

#[test]
fn templates_hold_no_words() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
    let mut found = Vec::new();
    for (path, bytes) in crate::support::read_folder(&folder) {
        if path.rsplit('.').next() == Some("html") {
            let template = String::from_utf8(bytes).expect("text");
            found.extend(words(&template).into_iter().map(|word| format!("templates/{path}: {word}")));
        }
    }
    assert!(found.is_empty(), "move these to content/:\n{}", found.join("\n"));
}

/// Returns the texts with letters in the HTML of a template, and in the strings of its expressions.
fn words(template: &str) -> Vec<String> {
    let (html, expressions) = without_expressions(template);
    let document = Document::parse(&html);
    let mut texts = vec![document.text()];
    for element in document.select("*") {
        texts.extend(READ.iter().map(|attribute| element.get(attribute)));
    }
    // Strings of several words in expressions, such as `{{ "Read more" }}`.
    let quoted = expressions.iter().flat_map(|expression| expression.split(['"', '\'']).skip(1).step_by(2));
    let is_text = |text: &&str| text.contains(' ') && !text.contains('<') && !text.starts_with("(min-width:");
    texts.extend(quoted.filter(is_text).map(str::to_owned));
    texts.retain(|text| text.chars().any(char::is_alphabetic));
    texts
}

/// Returns a template without its tags and expressions, and the expressions that it prints.
fn without_expressions(template: &str) -> (String, Vec<&str>) {
    let (mut html, mut printed, mut rest) = (String::new(), Vec::new(), template);
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        html.push_str(before);
        let end = match from.get(..2) {
            Some("{#") => "#}",
            Some("{%") => "%}",
            Some("{{") => "}}",
            _ => {
                html.push('{');
                rest = &from[1..];
                continue;
            }
        };
        let (inside, after) = from[2..].split_once(end).expect("a tag that ends");
        // The JSON-LD is for machines, and its keys are a vocabulary.
        if end == "}}" && !inside.contains("\"@context\"") && !inside.contains("| json") {
            printed.push(inside);
        }
        rest = after;
    }
    html.push_str(rest);
    (html, printed)
}

#[test]
fn words_are_found() {
    let check = |template: &str, expected: &[&str]| assert_eq!(words(template), expected, "{template}");
    check("<p class=\"lead\">{{ page.title }} | {# note #}{% if page.a > 1 %}, {% endif %}©</p>", &[]);
    check("<p>Hello {{ page.title }}</p>", &["Hello"]);
    check("<img alt=\"A bird\" src=\"{{ asset('bird.svg') }}\">", &["A bird"]);
    check("{{ Button(page.href, \"Read more\") }}", &["Read more"]);
    check("<button aria-label=\"{{ t.close }}\">×</button>", &[]);
}
