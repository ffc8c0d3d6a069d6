//! CommonMark's own examples: the extensions that are always on change none of them but those with components.

use std::sync::Arc;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd, html};
use serde::Deserialize;
use site::markdown::{MarkdownOptions, Piece, parse};

#[derive(Deserialize)]
struct Example {
    #[serde(rename = "example")]
    number: usize,
    section: String,
    markdown: String,
    html: String,
}

/// Examples where pulldown-cmark writes `"` in text, and the specification `&quot;`.
const BARE_QUOTES: [usize; 21] =
    [12, 14, 27, 41, 91, 209, 210, 211, 343, 352, 359, 363, 380, 385, 395, 508, 590, 619, 620, 624, 632];

/// Examples whose HTML has a tag that begins with a capital letter, and is a component here.
const COMPONENTS: [usize; 2] = [152, 163];

/// An example where pulldown-cmark leaves out a line break between `<li>` and the HTML block in it.
const LIST_ITEM_WITH_HTML: usize = 175;

#[test]
fn the_examples_of_the_specification_give_its_html() {
    let examples: Vec<Example> =
        serde_json::from_str(include_str!("fixtures/commonmark-0.31.2.json")).expect("a list of examples");
    assert_eq!(examples.len(), 652);
    let examples = examples.into_iter().filter(|example| !COMPONENTS.contains(&example.number));
    for Example { number, section, markdown, html } in examples {
        let (body, diagnostics) = parse(&Arc::from("spec.md"), &markdown, 0, &MarkdownOptions::default());
        let expected = match number {
            _ if BARE_QUOTES.contains(&number) => html.replace("&quot;", "\""),
            LIST_ITEM_WITH_HTML => html.replace("<li>\n<div>", "<li><div>"),
            _ => html,
        };
        assert_eq!(without_heading_ids(joined(&body.pieces)), expected, "example {number} ({section}): {markdown:?}");
        // Only the info strings of code blocks look like the attributes of another generator.
        assert!(diagnostics.iter().all(|found| found.code == "foreign-syntax"), "example {number}: {diagnostics:?}");
    }
}

/// Removes the ids of headings, which the specification does not have.
fn without_heading_ids(mut html: String) -> String {
    for start in (1..=6).map(|level| format!("<h{level} id=\"")) {
        while let Some((at, _)) = html.match_indices(&start).next() {
            let id = at + start.len();
            let end = id + html[id..].find('"').expect("the end of the id");
            html.replace_range(at + "<h1".len()..=end, "");
        }
    }
    html
}

/// Joins pieces as if the URL of every target were the target itself.
fn joined(pieces: &[Piece]) -> String {
    let mut joined = String::new();
    for piece in pieces {
        match piece {
            Piece::Html(html) | Piece::Id(html) => joined.push_str(html),
            Piece::LinkWithSpaces { .. } | Piece::FootnoteReference { .. } => {}
            Piece::Link { target, .. } => {
                let link = Tag::Link {
                    link_type: LinkType::Inline,
                    dest_url: CowStr::from(target.as_str()),
                    title: CowStr::from(""),
                    id: CowStr::from(""),
                };
                let mut html = String::new();
                html::push_html(&mut html, [Event::Start(link)].into_iter());
                joined.push_str(
                    html.strip_prefix("<a href=\"")
                        .expect("a link as push_html writes it")
                        .strip_suffix("\">")
                        .expect("a link as push_html writes it"),
                );
            }
            Piece::Image { target, alt, title, .. } => {
                let image = Tag::Image {
                    link_type: LinkType::Inline,
                    dest_url: CowStr::from(target.as_str()),
                    title: CowStr::from(title.as_str()),
                    id: CowStr::from(""),
                };
                let alt = Event::Text(CowStr::from(alt.as_str()));
                let events = [Event::Start(image), alt, Event::End(TagEnd::Image)];
                html::push_html(&mut joined, events.into_iter());
            }
            Piece::Component { .. } => panic!("the examples with components are left out"),
        }
    }
    joined
}
