//! What can be wrong within one page: ids, names for those who cannot see (`names`), headings, the head, structured data, and
//! elements that stand where they must not (`nesting`).

mod names;
mod nesting;
mod structured;

use std::ops::Range;

use serde::de::IgnoredAny;
use xxhash_rust::xxh3::xxh3_64;

use super::html::{self, Element, Tag};
use super::links::{self, Anchor};
use crate::diagnostic::Severity;
use names::{Names, has_own_name};
use nesting::Nesting;

/// A mistake in a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub severity: Severity,
    /// A stable name in kebab case.
    pub code: &'static str,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    /// Where in the page, in bytes.
    pub span: Range<usize>,
    /// What to do.
    pub help: &'static str,
}

/// The identity of an anchor, by its name.
pub fn anchor_hash(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}

/// The checks, fed token by token.
#[derive(Debug, Default)]
pub struct Checker<'a> {
    problems: Vec<Problem>,
    ids: Vec<(u64, Range<usize>)>,
    /// The anchors that are the name of an `a`.
    named: Vec<u64>,
    names: Names<'a>,
    nesting: Nesting<'a>,
    /// The level of the last heading, and what is wrong with headings so far.
    heading: u8,
    has_h1: bool,
    heading_problems: Vec<Problem>,
    svg_depth: usize,
    title_is_open: bool,
    json_ld_is_next: bool,
    /// Is anything of the above open, or a link, button, form or label?
    is_open: bool,
    head: Head,
}

/// What the head says.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Head {
    html: Range<usize>,
    has_language: bool,
    has_title: bool,
    has_description: bool,
    is_redirect: bool,
    /// Are search engines asked to leave the page out?
    is_unlisted: bool,
}

impl<'a> Checker<'a> {
    pub fn new(page: &'a str) -> Self {
        Self { nesting: Nesting::new(page), ..Self::default() }
    }

    /// Takes note of an anchor.
    pub fn anchor(&mut self, anchor: &Anchor<'_>) {
        let hash = anchor_hash(&anchor.name);
        if anchor.is_id {
            self.ids.push((hash, anchor.span.clone()));
        } else {
            self.named.push(hash);
        }
    }

    /// Takes note of a start tag.
    pub fn start(&mut self, tag: &Tag<'a>) {
        self.nesting.start(tag, &mut self.problems);
        // Most elements say nothing by themselves; but in a link or button they may name it or hide its content.
        if self.is_open || !matches!(tag.element, Element::Other(_)) {
            self.start_of_note(tag);
        }
    }

    /// Is anything open that an end tag would close, or text would name, or in which no text should be?
    pub fn listens(&self) -> bool {
        self.is_open || self.nesting.wants_text()
    }

    /// Takes note of the name of an end tag.
    pub fn closing(&mut self, name: &'a str) {
        self.nesting.end(name, &mut self.problems);
    }

    /// Takes note of an end tag.
    pub fn end(&mut self, element: Element<'a>) {
        if !self.is_open {
            return;
        }
        self.names.end(element, &mut self.problems);
        match element {
            Element::Title => self.title_is_open = false,
            Element::Svg => self.svg_depth = self.svg_depth.saturating_sub(1),
            _ => {}
        }
        self.update();
    }

    /// Takes note of a text.
    pub fn text(&mut self, text: &str) {
        self.nesting.text(text, &mut self.problems);
        if (self.title_is_open || self.names.wants_text()) && !text.trim_ascii().is_empty() {
            self.head.has_title |= self.title_is_open;
            self.names.text();
        }
    }

    /// Takes note of the content of a script or the like, which begins at byte `at`.
    pub fn raw(&mut self, text: &str, at: usize) {
        if self.json_ld_is_next {
            self.json_ld(text, at);
        }
    }

    /// The problems of the page in the order of their places, and its anchors, sorted.
    pub fn finish(mut self, page: &str) -> (Vec<Problem>, Box<[u64]>) {
        self.nesting.finish(&mut self.problems);
        self.names.finish(&mut self.problems);
        self.head.check(&mut self.problems);
        if !self.head.is_redirect {
            self.problems.append(&mut self.heading_problems);
        }
        duplicate_ids(&mut self.ids, page, &mut self.problems);
        self.problems.sort_by(|a, b| (a.span.start, a.code).cmp(&(b.span.start, b.code)));
        let mut anchors: Vec<u64> = self.ids.iter().map(|(hash, _)| *hash).chain(self.named).collect();
        anchors.sort_unstable();
        anchors.dedup();
        (self.problems, anchors.into())
    }

    /// Brings `is_open` up to date.
    fn update(&mut self) {
        self.is_open = self.title_is_open || self.svg_depth > 0 || self.names.are_open();
    }

    // Not inlined, so that what most tags go through is short.
    #[inline(never)]
    fn start_of_note(&mut self, tag: &Tag<'a>) {
        self.names.start(tag, &mut self.problems);
        match tag.element {
            Element::Img => self.image(tag),
            Element::Input if tag.is("type", "image") => self.image(tag),
            Element::Heading(level) => self.heading(level, tag),
            Element::Html => {
                self.head.html = tag.span.clone();
                self.head.has_language = tag.has_text("lang");
            }
            Element::Meta => self.head.meta(tag),
            // In a drawing, a title is the drawing's.
            Element::Title => self.title_is_open = self.svg_depth == 0,
            Element::Svg if !tag.self_closing => self.svg_depth += 1,
            Element::Script => self.json_ld_is_next = tag.is("type", "application/ld+json"),
            _ => {}
        }
        self.update();
    }

    fn image(&mut self, tag: &Tag<'_>) {
        let decorative = tag.is("aria-hidden", "true") || tag.is("role", "presentation") || tag.is("role", "none");
        if !tag.has("alt") && !decorative && !has_own_name(tag) {
            let message = "a picture has no `alt` text".to_owned();
            let help = "say in `alt` what it shows; `alt=\"\"` if it is decoration only";
            self.problems.push(error("image-without-alt", message, tag.span.clone(), help));
        }
    }

    fn heading(&mut self, level: u8, tag: &Tag<'_>) {
        if level == 1 && std::mem::replace(&mut self.has_h1, true) {
            let message = "the page has more than one main heading (`h1`)".to_owned();
            let help = "keep one `h1` a page, and make the others `h2`";
            self.heading_problems.push(warning("several-h1", message, tag.span.clone(), help));
        }
        if self.heading > 0 && level > self.heading + 1 {
            let message = format!("after a heading of level {} comes one of level {level}", self.heading);
            let help = "go down one level at a time: those who listen find their way by headings";
            self.heading_problems.push(warning("heading-skipped", message, tag.span.clone(), help));
        }
        self.heading = level;
    }

    fn json_ld(&mut self, text: &str, at: usize) {
        self.json_ld_is_next = false;
        let Err(problem) = serde_json::from_str::<IgnoredAny>(text) else {
            return structured::check(text, at, &mut self.problems);
        };
        let line: usize = text.split_inclusive('\n').take(problem.line().saturating_sub(1)).map(str::len).sum();
        let told = (line + problem.column().saturating_sub(1)).min(text.len());
        let place = (0..=told).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let length = text[place..].chars().next().map_or(0, char::len_utf8);
        let words = problem.to_string();
        let why =
            if problem.is_eof() { "it ends too early" } else { words.split(" at line ").next().unwrap_or_default() };
        let message = format!("the page's structured data is not JSON: {why}");
        let help = "let the template write it with the filter `json`, which sets every quote and comma";
        self.problems.push(error("invalid-json-ld", message, at + place..at + place + length, help));
    }
}

impl Head {
    fn meta(&mut self, tag: &Tag<'_>) {
        let Some(content) = tag.get("content") else { return };
        if tag.is("name", "description") {
            self.has_description |= tag.has_text("content");
        } else if tag.is("http-equiv", "refresh") {
            self.is_redirect |= links::refresh_address(content.raw).is_some();
        } else if tag.is("name", "robots") {
            self.is_unlisted |= content.raw.to_ascii_lowercase().contains("noindex");
        }
    }

    fn check(&self, problems: &mut Vec<Problem>) {
        if !self.has_language {
            let message = "the page does not say its language".to_owned();
            let help = "write it in the template: `<html lang=\"en\">`";
            problems.push(error("missing-language", message, self.html.clone(), help));
        }
        if !self.has_title {
            let message = "the page has no title".to_owned();
            let help = "put a `<title>` with text into the page's `<head>`";
            problems.push(error("missing-title", message, self.html.clone(), help));
        }
        if !self.has_description && !self.is_redirect && !self.is_unlisted {
            let message = "the page has no description for search engines".to_owned();
            let help = "put `<meta name=\"description\" content=\"…\">` into the page's `<head>`";
            problems.push(warning("missing-description", message, self.html.clone(), help));
        }
    }
}

/// Sorts the ids, and reports those that are not the first of their name.
fn duplicate_ids(ids: &mut [(u64, Range<usize>)], page: &str, problems: &mut Vec<Problem>) {
    ids.sort_unstable_by_key(|(hash, span)| (*hash, span.start));
    for pair in ids.windows(2) {
        if let [(first, _), (second, span)] = pair
            && first == second
        {
            let message = format!("two elements have the id `{}`", html::decode(&page[span.clone()]));
            let help = "an id must be the only one of its name in a page";
            problems.push(error("duplicate-id", message, span.clone(), help));
        }
    }
}

pub(super) fn error(code: &'static str, message: String, span: Range<usize>, help: &'static str) -> Problem {
    Problem { severity: Severity::Error, code, message, span, help }
}

fn warning(code: &'static str, message: String, span: Range<usize>, help: &'static str) -> Problem {
    Problem { severity: Severity::Warning, code, message, span, help }
}

#[cfg(test)]
mod tests;
