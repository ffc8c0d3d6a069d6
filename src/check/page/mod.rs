//! The checks within one page, called piece by piece as the page is scanned: ids, images, headings, the head, the
//! stated `language`, names for screen readers (`accessible_names`), structured data (`json_ld`), and the `nesting` of
//! elements.

mod accessible_names;
mod json_ld;
mod language;
mod nesting;
pub(super) mod problem;

use std::ops::Range;

use super::resolver::hash_anchor;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::references;
use crate::html::{self, Element, Tag};
use accessible_names::{AccessibleNames, has_own_name};
use language::StatedLanguage;
use nesting::Nesting;

pub use language::ExpectedLanguage;

/// The state of all checks of one page.
#[derive(Debug, Default)]
pub struct HtmlChecker<'a> {
    problems: Vec<SpannedDiagnostic>,
    /// The hashes and spans of the ids.
    ids: Vec<(u64, Range<usize>)>,
    /// The hashes of the anchors that are the `name` of an `a`.
    link_names: Vec<u64>,
    accessible_names: AccessibleNames<'a>,
    nesting: Nesting<'a>,
    /// The level of the last heading; 0 if there is none.
    heading_level: u8,
    has_h1: bool,
    /// The problems of headings, reported unless the page is a redirect.
    heading_problems: Vec<SpannedDiagnostic>,
    title_is_open: bool,
    json_ld_is_next: bool,
    head: Head,
}

/// What the `<html>` tag and the head say about the page.
#[derive(Debug, Default)]
struct Head {
    language: StatedLanguage,
    has_title: bool,
    has_description: bool,
    is_redirect: bool,
    /// Whether search engines are asked not to index the page.
    is_noindex: bool,
}

impl<'a> HtmlChecker<'a> {
    pub fn new(page: &'a str) -> Self {
        Self { nesting: Nesting::new(page), ..Self::default() }
    }

    pub fn start(&mut self, tag: &Tag<'a>) {
        self.nesting.start(tag, &mut self.problems);
        self.accessible_names.start(tag, &mut self.problems);
        self.ids.extend(tag.get("id").map(|id| (hash_anchor(&id.value()), id.span())));
        match tag.element {
            Element::A => self.link_names.extend(tag.get("name").map(|name| hash_anchor(&name.value()))),
            Element::Img => self.check_image(tag),
            Element::Input if tag.is("type", "image") => self.check_image(tag),
            Element::Heading(level) => self.check_heading(level, tag),
            Element::Html => self.head.language = StatedLanguage::read(tag),
            Element::Meta => self.head.read_meta(tag),
            // A title within an SVG is not the page's, and a script within an SVG is not raw text.
            Element::Title => self.title_is_open = !tag.is_foreign,
            Element::Script => self.json_ld_is_next = !tag.is_foreign && tag.is("type", "application/ld+json"),
            _ => {}
        }
    }

    pub fn end(&mut self, name: &'a str) {
        self.nesting.end(name, &mut self.problems);
        self.accessible_names.end(name, &mut self.problems);
        self.title_is_open &= !name.eq_ignore_ascii_case("title");
    }

    pub fn text(&mut self, text: &str) {
        self.nesting.text(text, &mut self.problems);
        if (self.title_is_open || self.accessible_names.wants_text()) && !text.trim_ascii().is_empty() {
            self.head.has_title |= self.title_is_open;
            self.accessible_names.mark_named();
        }
    }

    /// Processes raw text, such as the content of a script, which begins at byte `at`.
    pub fn raw(&mut self, text: &str, at: usize) {
        if std::mem::take(&mut self.json_ld_is_next) {
            json_ld::check(text, at, &mut self.problems);
        }
    }

    /// Returns the problems of the page, sorted by position, and the hashes of its anchors, sorted.
    pub fn finish(
        mut self,
        page: &str,
        language: Option<ExpectedLanguage<'_>>,
    ) -> (Vec<SpannedDiagnostic>, Box<[u64]>) {
        self.nesting.finish(&mut self.problems);
        self.accessible_names.finish(&mut self.problems);
        self.head.language.check(language, &mut self.problems);
        self.head.check(&mut self.problems);
        if !self.head.is_redirect {
            self.problems.append(&mut self.heading_problems);
        }
        report_duplicate_ids(&mut self.ids, page, &mut self.problems);
        self.problems.sort_by_key(|(problem, span)| (span.start, problem.code));
        let mut anchors: Vec<u64> = self.ids.iter().map(|(hash, _)| *hash).chain(self.link_names).collect();
        anchors.sort_unstable();
        anchors.dedup();
        (self.problems, anchors.into())
    }

    fn check_image(&mut self, tag: &Tag<'_>) {
        let is_decorative = tag.is("aria-hidden", "true") || tag.is("role", "presentation") || tag.is("role", "none");
        if !tag.has("alt") && !is_decorative && !has_own_name(tag) {
            let message = "a picture has no `alt` text";
            let help = "say in `alt` what it shows; write `alt=\"\"` if it is decoration only";
            self.problems.push(problem::error("image-without-alt", message, tag.span.clone(), help));
        }
    }

    fn check_heading(&mut self, level: u8, tag: &Tag<'_>) {
        if level == 1 && self.has_h1 {
            let message = "the page has more than one main heading (`h1`)";
            let help = "keep one `h1` a page, and make the others `h2`";
            self.heading_problems.push(problem::warning("several-h1", message, tag.span.clone(), help));
        }
        self.has_h1 |= level == 1;
        if self.heading_level > 0 && level > self.heading_level + 1 {
            let message = format!("after a heading of level {} comes one of level {level}", self.heading_level);
            let help = "go down one level at a time: people with screen readers navigate by headings";
            self.heading_problems.push(problem::warning("heading-skipped", message, tag.span.clone(), help));
        }
        self.heading_level = level;
    }
}

impl Head {
    fn read_meta(&mut self, tag: &Tag<'_>) {
        let Some(content) = tag.get("content") else { return };
        if tag.is("name", "description") {
            self.has_description |= tag.has_text("content");
        } else if tag.is("http-equiv", "refresh") {
            self.is_redirect |= references::refresh_url(content.raw).is_some();
        }
        self.is_noindex |= tag.is_noindex();
    }

    fn check(&self, problems: &mut Vec<SpannedDiagnostic>) {
        if !self.has_title {
            let message = "the page has no title";
            let help = "put a `<title>` with text into the page's `<head>`";
            problems.push(problem::error("missing-title", message, self.language.span.clone(), help));
        }
        if !self.has_description && !self.is_redirect && !self.is_noindex {
            let message = "the page has no description for search engines";
            let help = "put `<meta name=\"description\" content=\"…\">` into the page's `<head>`";
            problems.push(problem::warning("missing-description", message, self.language.span.clone(), help));
        }
    }
}

/// Sorts the ids, and reports repeated ones.
fn report_duplicate_ids(ids: &mut [(u64, Range<usize>)], page: &str, problems: &mut Vec<SpannedDiagnostic>) {
    ids.sort_unstable_by_key(|(hash, span)| (*hash, span.start));
    for pair in ids.windows(2) {
        if let [(first, _), (second, span)] = pair
            && first == second
        {
            let message = format!("two elements have the id `{}`", html::decode(&page[span.clone()]));
            let help = "give each element of a page an id that no other has";
            problems.push(problem::error("duplicate-id", message, span.clone(), help));
        }
    }
}

#[cfg(test)]
mod tests;
