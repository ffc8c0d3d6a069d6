//! The documents whose examples are whole sites: each chapter (`##`) is a site, added to `support::BASE`, with its
//! outputs.
//!
//! A fence below a paragraph that ends with a path, as in "The file `content/prices.csv`:", is that file. If the path
//! is in `dist/`, the fence lists lines of that output, in order.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use site::asset::raster::Format;

use crate::support::base;
use crate::support::photo::photo;

const DOCUMENTS: &[(&str, &str)] = &[
    ("archives.md", include_str!("../../docs/archives.md")),
    ("data.md", include_str!("../../docs/data.md")),
    ("feeds.md", include_str!("../../docs/feeds.md")),
    ("languages.md", include_str!("../../docs/languages.md")),
    ("navigation.md", include_str!("../../docs/navigation.md")),
    ("pictures.md", include_str!("../../docs/pictures.md")),
    ("search.md", include_str!("../../docs/search.md")),
    ("sections.md", include_str!("../../docs/sections.md")),
    ("steps.md", include_str!("../../docs/steps.md")),
    ("strictness.md", include_str!("../../docs/strictness.md")),
];

/// The layout of every site, beside the files of its document.
const LAYOUT: &str = "\
-- templates/base.html --
<!doctype html>
<html lang=\"{{ site.language }}\" dir=\"{{ site.direction }}\">
<head><title>{{ page.title or page.term.name }}</title><meta name=\"description\" content=\"A page\">{% block head %}{% endblock %}</head>
<body>{% block main %}{% endblock %}</body>
</html>
";

#[test]
fn every_chapter_builds_and_gives_what_it_says() {
    for (name, text) in DOCUMENTS {
        let chapters = chapters(text);
        assert!(!chapters.is_empty(), "docs/{name} has no example");
        for chapter in chapters {
            chapter.check(name);
        }
    }
}

/// A chapter with examples.
#[derive(Default)]
struct Chapter {
    title: String,
    /// Each path with its text.
    files: Vec<(String, String)>,
}

fn chapters(markdown: &str) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let (mut is_title, mut is_fence, mut path) = (false, false, None);
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                chapters.push(Chapter::default());
                is_title = true;
            }
            Event::End(TagEnd::Heading(_)) => is_title = false,
            Event::Start(Tag::CodeBlock(_)) => is_fence = true,
            Event::End(TagEnd::CodeBlock) => (is_fence, path) = (false, None),
            Event::Start(Tag::Paragraph) => path = None,
            Event::Code(text) if text.contains('/') => path = Some(text.to_string()),
            Event::Text(text) => {
                let Some(chapter) = chapters.last_mut() else { continue };
                match &path {
                    _ if is_title => chapter.title.push_str(&text),
                    Some(path) if is_fence => match chapter.files.last_mut().filter(|(known, _)| known == path) {
                        Some((_, known)) => known.push_str(&text),
                        None => chapter.files.push((path.clone(), text.to_string())),
                    },
                    _ => {}
                }
            }
            _ => {}
        }
    }
    chapters.retain(|chapter| !chapter.files.is_empty());
    chapters
}

impl Chapter {
    #[track_caller]
    fn check(&self, document: &str) {
        let place = format!("docs/{document}, {}", self.title);
        let (outputs, files): (Vec<_>, Vec<_>) = self.files.iter().partition(|(path, _)| path.starts_with("dist/"));
        assert!(!outputs.is_empty(), "{place}: no output is shown");
        let site = base(LAYOUT);
        files.iter().for_each(|(path, text)| site.write(path, text));
        if document == "pictures.md" {
            site.write(
                "public/images/kite.jpg",
                photo(900, 600, Format::Jpeg, |x, y| [x * 255 / 900, y * 255 / 600, 90]),
            );
        }
        let built = site.build();
        assert!(built.build.diagnostics.is_empty(), "{place}:\n{}", built.drawn());
        for (path, expected) in outputs {
            let text = built.text(path.trim_start_matches("dist/"));
            let mut rest = text.as_str();
            for line in expected.lines().map(str::trim).filter(|line| !line.is_empty()) {
                let found = rest.split_once(line);
                assert!(found.is_some(), "{place}: {path} does not go on with\n{line}\n\nin\n\n{text}");
                rest = found.map_or("", |(_, rest)| rest);
            }
        }
    }
}
