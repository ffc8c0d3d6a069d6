//! The checks within one page, made token by token as the page is scanned: ids, images, headings, the head, the stated
//! `language`, names for screen readers (`accessible_names`), structured data (`json_ld`), and the `nesting` of
//! elements.

mod accessible_names;
mod json_ld;
mod language;
mod nesting;

use std::ops::Range;

use super::resolver::hash_anchor;
use super::spanned;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::references::refresh_url;
use crate::html::{OpenElement, Tag, Token, decode, offset};
use accessible_names::{AccessibleNames, has_own_name};
use language::StatedLanguage;
use nesting::Nesting;

pub use language::ExpectedLanguage;

/// The state of all checks of one page.
#[derive(Debug, Default)]
pub struct HtmlChecker<'a> {
    page: &'a str,
    diagnostics: Vec<SpannedDiagnostic>,
    /// The hashes and spans of the ids.
    ids: Vec<(u64, Range<usize>)>,
    /// The hashes of the anchors that are the `name` of an `a`.
    link_names: Vec<u64>,
    accessible_names: AccessibleNames<'a>,
    nesting: Nesting<'a>,
    /// The open `template`. Its content is no part of the page, so no link leads to an id in it.
    template: OpenElement<'a>,
    /// The open `noscript`. Browsers with scripts ignore its content, such as a redirect.
    noscript: OpenElement<'a>,
    /// The level of the last heading; 0 if there is none.
    heading_level: u8,
    has_h1: bool,
    /// The diagnostics of headings, reported unless the page is a redirect.
    heading_diagnostics: Vec<SpannedDiagnostic>,
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
        Self { page, nesting: Nesting::new(page), ..Self::default() }
    }

    pub fn read(&mut self, token: &Token<'a, '_>) {
        // No check is about white space, which most texts between tags are.
        if matches!(token, Token::Text(text) if text.trim_ascii().is_empty()) {
            return;
        }
        self.accessible_names.read(token);
        if let Token::Start(tag) = token
            && !self.template.is_open()
        {
            self.collect_anchors(tag);
        }
        self.template.update(token, |tag| tag.name == "template" && !tag.is_foreign);
        self.noscript.update(token, |tag| tag.name == "noscript" && !tag.is_foreign);
        match token {
            Token::Start(tag) => {
                self.nesting.start(tag);
                self.read_start(tag);
            }
            Token::End(tag) => {
                self.nesting.end(tag);
                self.title_is_open &= tag.name != "title";
            }
            Token::Text(text) => {
                self.nesting.check_text(text);
                self.head.has_title |= self.title_is_open && !text.trim_ascii().is_empty();
            }
            Token::Cdata(text) => self.nesting.check_text(text),
            Token::Raw(text) => {
                if std::mem::take(&mut self.json_ld_is_next) {
                    let at = offset(self.page, text);
                    json_ld::check(self.page, at..at + text.len(), &mut self.diagnostics);
                }
            }
            Token::Comment(_) => {}
        }
    }

    fn collect_anchors(&mut self, tag: &Tag<'a>) {
        self.ids.extend(tag.get("id").map(|id| (hash_anchor(&id.value()), id.span())));
        if tag.name == "a" {
            self.link_names.extend(tag.get("name").map(|name| hash_anchor(&name.value())));
        }
    }

    fn read_start(&mut self, tag: &Tag<'a>) {
        if let Some(level) = tag.heading_level().filter(|_| !self.template.is_open()) {
            self.check_heading(level, tag);
        }
        match &*tag.name {
            "img" => self.check_image(tag),
            "input" if tag.attribute_is("type", "image") => self.check_image(tag),
            "html" => self.head.language = StatedLanguage::read(tag),
            "meta" if !self.noscript.is_open() => self.head.read_meta(tag),
            // A title within an SVG is not the page's, and a script within an SVG is not raw text.
            "title" => self.title_is_open = !tag.is_foreign,
            "script" => self.json_ld_is_next = !tag.is_foreign && tag.attribute_is("type", "application/ld+json"),
            _ => {}
        }
    }

    /// Returns the diagnostics of the page, sorted by position, and the hashes of its anchors, sorted.
    pub fn finish(mut self, language: Option<ExpectedLanguage<'_>>) -> (Vec<SpannedDiagnostic>, Box<[u64]>) {
        let mut diagnostics = self.diagnostics;
        diagnostics.extend(self.nesting.finish());
        diagnostics.extend(self.accessible_names.finish());
        diagnostics.extend(self.head.language.check(language));
        self.head.check(&mut diagnostics);
        if !self.head.is_redirect {
            diagnostics.extend(self.heading_diagnostics);
        }
        self.ids.sort_unstable_by_key(|(hash, span)| (*hash, span.start));
        for pair in self.ids.windows(2) {
            if let [(first, _), (second, span)] = pair
                && first == second
            {
                let message = format!("two elements have the id `{}`", decode(&self.page[span.clone()]));
                let help = "give each element of a page an id that no other has";
                diagnostics.push(spanned::error("duplicate-id", message, span.clone(), help));
            }
        }
        diagnostics.sort_by_key(|(diagnostic, span)| (span.start, diagnostic.code));
        let mut anchors: Vec<u64> = self.ids.iter().map(|(hash, _)| *hash).chain(self.link_names).collect();
        anchors.sort_unstable();
        anchors.dedup();
        (diagnostics, anchors.into())
    }

    fn check_image(&mut self, tag: &Tag<'_>) {
        let is_decorative = tag.attribute_is("aria-hidden", "true")
            || tag.attribute_is("role", "presentation")
            || tag.attribute_is("role", "none");
        if !tag.has("alt") && !is_decorative && !has_own_name(tag) {
            let message = "a picture has no `alt` text";
            let help = "say in `alt` what it shows; write `alt=\"\"` if it is decoration only";
            self.diagnostics.push(spanned::error("image-without-alt", message, tag.span.clone(), help));
        }
    }

    fn check_heading(&mut self, level: u8, tag: &Tag<'_>) {
        if level == 1 && self.has_h1 {
            let message = "the page has more than one main heading (`h1`)";
            let help = "keep one `h1` a page, and make the others `h2`";
            self.heading_diagnostics.push(spanned::warning("several-h1", message, tag.span.clone(), help));
        }
        self.has_h1 |= level == 1;
        if self.heading_level > 0 && level > self.heading_level + 1 {
            let message = format!("after a heading of level {} comes one of level {level}", self.heading_level);
            let help = "go down one level at a time: people with screen readers navigate by headings";
            self.heading_diagnostics.push(spanned::warning("heading-skipped", message, tag.span.clone(), help));
        }
        self.heading_level = level;
    }
}

impl Head {
    fn read_meta(&mut self, tag: &Tag<'_>) {
        let Some(content) = tag.get("content") else { return };
        if tag.attribute_is("name", "description") {
            self.has_description |= tag.has_value("content");
        } else if tag.attribute_is("http-equiv", "refresh") {
            self.is_redirect |= refresh_url(&content.value()).is_some();
        }
        self.is_noindex |= tag.is_noindex();
    }

    /// Reports a missing title, and a missing description.
    fn check(&self, diagnostics: &mut Vec<SpannedDiagnostic>) {
        let span = || self.language.span.clone();
        if !self.has_title {
            let help = "put a `<title>` with text into the page's `<head>`";
            diagnostics.push(spanned::error("missing-title", "the page has no title", span(), help));
        }
        if !self.has_description && !self.is_redirect && !self.is_noindex {
            let message = "the page has no description for search engines";
            let help = "put `<meta name=\"description\" content=\"…\">` into the page's `<head>`";
            diagnostics.push(spanned::warning("missing-description", message, span(), help));
        }
    }
}

#[cfg(test)]
mod tests;
