//! `docs/templates.md`: each example gives the result below it, and everything that templates can use is documented.
//! Modules test the other documents.
//!
//! An example is a fence `jinja` and the fence after it: `html` for its output, `error` for the message of the build.

mod content;
mod diagnostics;
mod first_site;
mod markdown;
mod recipes;
mod reference;
mod sites;

use crate::support::session::Session;
use crate::support::{TestSite, draw_all, site};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};
use site::date::Clock;

const TEMPLATES: &str = include_str!("../docs/templates.md");

/// The page of an example that names no other in its first line, `{# on /feed.xml #}`.
const PAGE: &str = "/articles/Strings/";

#[test]
fn every_example_of_the_templates_gives_what_it_says() {
    let reference = read(TEMPLATES);
    let site =
        site(&reference.site).packages().with(|config| config.clock = Clock::parse("2025-06-01").expect("a date"));
    // Rebuilds take a fraction of the time of builds from nothing.
    let (session, _) = Session::start(&site);
    let examples = reference.sections.iter().flat_map(|section| &section.examples);
    let wrong: Vec<String> = examples.filter_map(|example| example.failure(&site, &session)).collect();
    assert!(wrong.is_empty(), "{} examples are wrong:\n\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_item_has_an_example() {
    for section in read(TEMPLATES).sections.iter().filter(|section| section.level == HeadingLevel::H3) {
        assert!(!section.examples.is_empty(), "`{}` has no example", section.title);
    }
}

#[test]
fn everything_that_templates_can_use_is_documented() {
    let reference = read(TEMPLATES);
    let functions = include_str!("../src/render/functions.rs");
    let filters = include_str!("../src/render/filters.rs");
    let views = include_str!("../src/render/views/mod.rs");
    let entry = include_str!("../src/render/views/entry.rs");
    reference.documents("Functions", &names(functions, "FUNCTIONS"));
    reference.documents("Filters", &names(filters, "FILTERS"));
    reference.documents("Variables", &names(views, "VARIABLES"));
    reference.documents("Entries", &names(entry, "FIELDS"));
}

/// The sections and examples of `docs/templates.md`.
struct Reference {
    sections: Vec<Section>,
    /// The site that its examples stand on, as a text.
    site: String,
}

struct Section {
    level: HeadingLevel,
    /// The heading of level 2 above it.
    chapter: String,
    title: String,
    /// The names in its title that are code.
    names: Vec<String>,
    examples: Vec<Example>,
}

struct Example {
    line: usize,
    template: String,
    outcome: Outcome,
}

enum Outcome {
    Html(String),
    Error(String),
}

/// Returns the info strings and texts of all fences of a document.
fn fences(markdown: &str) -> Vec<(String, String)> {
    let (mut fences, mut open) = (Vec::new(), None);
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => open = Some((info.to_string(), String::new())),
            Event::Text(text) => open.iter_mut().for_each(|(_, code): &mut (String, String)| code.push_str(&text)),
            Event::End(TagEnd::CodeBlock) => fences.extend(open.take()),
            _ => {}
        }
    }
    fences
}

/// Reads the headings and examples of `docs/templates.md`.
fn read(markdown: &str) -> Reference {
    let mut reference = Reference { sections: Vec::new(), site: String::new() };
    let (mut chapter, mut heading, mut fence) = (String::new(), None, None);
    let mut template: Option<(usize, String)> = None;
    for (event, span) in Parser::new(markdown).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let section = Section {
                    level,
                    chapter: chapter.clone(),
                    title: String::new(),
                    names: Vec::new(),
                    examples: Vec::new(),
                };
                heading = Some(section);
            }
            Event::End(TagEnd::Heading(level)) => {
                let section = heading.take().expect("a heading that began");
                if level == HeadingLevel::H2 {
                    chapter.clone_from(&section.title);
                }
                reference.sections.push(section);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                fence = Some((language.to_string(), String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let (language, text) = fence.take().expect("a fence that began");
                let line = markdown[..span.start].lines().count() + 1;
                let (begun, outcome) = match language.as_str() {
                    "jinja" => (Some((line, text)), None),
                    "html" => (None, Some(Outcome::Html(text))),
                    "error" => (None, Some(Outcome::Error(text))),
                    "site" => {
                        reference.site = text;
                        continue;
                    }
                    other => panic!("docs/templates.md:{line}: a fence `{other}` is no part of an example"),
                };
                assert_eq!(template.is_some(), outcome.is_some(), "docs/templates.md:{line}: a fence without its pair");
                if let (Some((line, template)), Some(outcome)) = (template.take(), outcome) {
                    let section = reference.sections.last_mut().expect("a heading above it");
                    section.examples.push(Example { line, template, outcome });
                }
                template = begun;
            }
            Event::Code(text) if heading.is_some() => {
                let section = heading.as_mut().expect("it is there");
                section.title.push_str(&text);
                section.names.push(text.to_string());
            }
            Event::Text(text) => match (&mut heading, &mut fence) {
                (Some(section), _) => section.title.push_str(&text),
                (None, Some((_, code))) => code.push_str(&text),
                (None, None) => {}
            },
            _ => {}
        }
    }
    assert!(template.is_none(), "the last example has no outcome");
    reference
}

impl Reference {
    /// Asserts that a chapter has a section for each of these names, and for no other.
    fn documents(&self, chapter: &str, names: &[String]) {
        let mut documented: Vec<&str> = self
            .sections
            .iter()
            .filter(|section| section.level == HeadingLevel::H3 && section.chapter == chapter)
            .flat_map(|section| section.names.iter().map(String::as_str))
            .collect();
        documented.sort_unstable();
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(documented, names, "the sections of `{chapter}`, and what there is");
    }
}

impl Example {
    /// Returns what is wrong with the example, if anything is.
    fn failure(&self, site: &TestSite, session: &Session) -> Option<String> {
        let on = self.template.strip_prefix("{# on ").and_then(|rest| rest.split_once(" #}"));
        let route = on.map_or(PAGE, |(route, _)| route);
        let (html, said) = self.render(site, session, route);
        let found = trimmed(&html);
        let is_right = match &self.outcome {
            Outcome::Error(message) => said.contains(message.trim()),
            Outcome::Html(expected) => said.is_empty() && found == trimmed(expected),
        };
        (!is_right)
            .then(|| format!("docs/templates.md:{}:\n{}\ngives on {route}:\n{found}\n{said}", self.line, self.template))
    }

    /// Returns what the example gives on a page, and what the build says.
    fn render(&self, site: &TestSite, session: &Session, route: &str) -> (String, String) {
        let condition = format!("{{% if page.route == \"{route}\" %}}\n");
        let example = format!("{condition}{}{{% endif %}}\n", self.template);
        let head = "<html lang=\"en\">\n<head><title>T</title><meta name=\"description\" content=\"D\"></head>";
        // Some examples link to headings of the page that they are on.
        let content = "{% if page.id is defined %}{{ page.content }}{% endif %}";
        let page =
            format!("<!doctype html>\n{head}\n<body><h1>T</h1>\n{BEGIN}{example}{END}\n{content}</body>\n</html>\n");
        site.write("templates/feed.xml", format!("<feed>\n{BEGIN}{example}{END}\n</feed>\n"));
        site.write("templates/page.html", &page);
        site.write("templates/alias.html", &page);
        let build = session.build(site, &["templates/feed.xml", "templates/page.html", "templates/alias.html"]);
        let text = session.text(&site::route::output_path(route)).unwrap_or_default();
        let within = text.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).map(|(html, _)| html.to_owned());
        (within.unwrap_or(text), draw_all(&build.diagnostics))
    }
}

const BEGIN: &str = "<!-- begin -->\n";
const END: &str = "<!-- end -->";

/// Returns a text without the white space around it and at the ends of its lines.
fn trimmed(text: &str) -> String {
    text.trim().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Returns the words of a constant in Rust, a text or a list of texts; of a list of tuples, the first of each.
fn names(source: &str, constant: &str) -> Vec<String> {
    let (_, rest) = source.split_once(&format!("const {constant}: ")).expect("the constant");
    let (list, _) = rest.split_once("\n\n").expect("its end");
    let rows = list.split("\n    (").skip(1).filter_map(|row| row.split('"').nth(1));
    let rows: Vec<String> = rows.map(str::to_owned).collect();
    if !rows.is_empty() {
        return rows;
    }
    let words = list.split('"').skip(1).step_by(2).flat_map(str::split_whitespace);
    words.filter(|word| *word != "\\").map(str::to_owned).collect()
}
