//! What a page makes a browser load, by part. How much each thing weighs is for the caller to know.

use std::borrow::Cow;

use super::html::{self, Element, Tag, Visitor};
use super::links::{self, Found, Kind, Reference};
use super::policy::runs;
use crate::content::budgets::Part;

/// Something that a page loads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Load<'a> {
    /// What stands at an address.
    Address(Part, Cow<'a, str>),
    /// A text within the page.
    Within(Part, &'a str),
}

/// Everything that a page loads beside itself, in its order, repeats included.
pub fn loads(page: &str) -> Vec<Load<'_>> {
    let mut loader = Loader { loads: Vec::new(), next: None };
    html::scan(page, &mut loader);
    loader.loads
}

struct Loader<'a> {
    loads: Vec<Load<'a>>,
    /// What the next raw text is.
    next: Option<Part>,
}

impl<'a> Visitor<'a> for Loader<'a> {
    fn start(&mut self, tag: &Tag<'a>) {
        self.next = match tag.element {
            Element::Script if !tag.has("src") && runs(tag) => Some(Part::Script),
            Element::Style => Some(Part::Css),
            _ => None,
        };
        links::visit(tag, &mut |found| {
            if let Found::Reference(reference) = found
                && let Some(part) = part(tag, &reference)
            {
                self.loads.push(Load::Address(part, reference.url));
            }
        });
        // The module of an island, and what hydrates islands: `render` writes these.
        for later in ["data-src", "data-hydrator"].into_iter().filter_map(|name| tag.get(name)) {
            if tag.has("data-island") || tag.element == Element::Script {
                self.loads.push(Load::Address(Part::ScriptLater, later.value()));
            }
        }
    }

    fn listens(&self) -> bool {
        false
    }

    fn end(&mut self, _: Element<'a>) {}

    fn text(&mut self, _: &'a str) {}

    fn raw(&mut self, text: &'a str, _: usize) {
        self.loads.extend(self.next.take().map(|part| Load::Within(part, text)));
    }
}

/// The part that a reference belongs to, if it loads something.
fn part(tag: &Tag<'_>, reference: &Reference<'_>) -> Option<Part> {
    match reference.kind {
        Kind::Style => Some(Part::Css),
        Kind::Script if tag.element == Element::Script => Some(Part::Script),
        // Of the widths of a picture a browser loads one: the one that stands for all.
        Kind::Image if reference.attribute != "srcset" => Some(Part::Images),
        Kind::Symbol => Some(Part::Images),
        Kind::Resource if tag.is("rel", "modulepreload") => Some(Part::Script),
        Kind::Resource if tag.is("rel", "preload") && tag.is("as", "font") => Some(Part::Fonts),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: &[(&str, &str)]) {
        let found = loads(page);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|load| match load {
                Load::Address(part, address) => (part.word(), &**address),
                Load::Within(part, text) => (part.word(), *text),
            })
            .collect();
        assert_eq!(found, expected, "{page}");
    }

    #[test]
    fn styles_and_scripts_count_wherever_they_stand() {
        check("<link rel=stylesheet href=/a.css><style>p{}</style>", &[("css", "/a.css"), ("css", "p{}")]);
        check("<script type=module src=/a.js></script>", &[("script", "/a.js")]);
        check("<script>go()</script>", &[("script", "go()")]);
        check("<script type=application/ld+json>{}</script>", &[]);
        check("<link rel=modulepreload href=/a.js>", &[("script", "/a.js")]);
    }

    #[test]
    fn islands_fetch_their_modules_later() {
        let page = "<script data-hydrator=/h.js>go()</script><div data-island=A data-src=/a.js></div>";
        check(page, &[("script_later", "/h.js"), ("script", "go()"), ("script_later", "/a.js")]);
        check("<div data-src=/a.js></div>", &[]);
    }

    #[test]
    fn one_width_of_a_picture_counts() {
        check("<img srcset='/a.avif 1x, /b.avif 2x' src=/a.png>", &[("images", "/a.png")]);
        check("<picture><source srcset=/a.avif><img src='/a.png?x&amp;y'></picture>", &[("images", "/a.png?x&y")]);
        check("<video src=/film.webm poster=/still.svg></video>", &[("images", "/still.svg")]);
        check("<a href=/a.png>x</a>", &[]);
    }

    #[test]
    fn fonts_count_where_they_are_named() {
        check("<link rel=preload as=font href=/a.woff2><link rel=icon href=/i.svg>", &[("fonts", "/a.woff2")]);
    }
}
