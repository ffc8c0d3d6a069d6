//! What a page refers to, and the anchors it offers. Pure extraction: whether a reference leads anywhere is decided in
//! `targets`.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::html::{Attribute, Element, Tag, decode};

/// Something that a page refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference<'a> {
    pub element: Element<'a>,
    /// In lower case.
    pub attribute: &'static str,
    /// The address, character references resolved, without white space around it.
    pub url: Cow<'a, str>,
    /// Where the attribute's value stands in the page, in bytes; of one address of several, where that stands.
    pub span: Range<usize>,
    pub kind: Kind,
}

/// What a reference is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Leads a visitor or a search engine to a page.
    Page,
    /// Where a form is sent.
    Form,
    /// Leads there by itself.
    Refresh,
    Image,
    /// Sound, film, captions, embedded things.
    Media,
    /// A page within the page.
    Frame,
    Script,
    Style,
    /// A part of an SVG picture.
    Symbol,
    /// Anything else the page loads or names: icons, manifests, preloads.
    Resource,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Page => "link",
            Self::Form => "form address",
            Self::Refresh => "redirect",
            Self::Image => "picture",
            Self::Media => "media file",
            Self::Frame => "frame",
            Self::Script => "script",
            Self::Style => "stylesheet",
            Self::Symbol => "symbol",
            Self::Resource => "resource",
        })
    }
}

/// A place in a page that a link's `#…` can lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor<'a> {
    pub name: Cow<'a, str>,
    pub span: Range<usize>,
    /// Is it the `id` of an element, or else the `name` of an `a`?
    pub is_id: bool,
}

/// What the extraction finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<'a> {
    Reference(Reference<'a>),
    Anchor(Anchor<'a>),
}

/// Shows the references and anchors of one tag to `found`.
#[inline]
pub fn visit<'a>(tag: &Tag<'a>, found: &mut impl FnMut(Found<'a>)) {
    if !tag.attributes.is_empty() {
        visit_attributes(tag, found);
    }
}

// Not inlined, so that what most tags go through is short.
#[inline(never)]
fn visit_attributes<'a>(tag: &Tag<'a>, found: &mut impl FnMut(Found<'a>)) {
    if let Some(id) = tag.get("id") {
        found(Found::Anchor(Anchor { name: id.value(), span: id.span(), is_id: true }));
    }
    let mut refer = |attribute: &'static str, kind: Kind| {
        if let Some(value) = tag.get(attribute) {
            found(reference(tag, attribute, value.raw, value.at, kind));
        }
    };
    match tag.element {
        Element::A => {
            refer("href", Kind::Page);
            refer("xlink:href", Kind::Page);
            if let Some(name) = tag.get("name") {
                found(Found::Anchor(Anchor { name: name.value(), span: name.span(), is_id: false }));
            }
        }
        Element::Area => refer("href", Kind::Page),
        Element::Link => link(tag, found),
        Element::Meta => meta(tag, found),
        Element::Img | Element::Source => {
            refer("src", if tag.element == Element::Img { Kind::Image } else { Kind::Media });
            source_set(tag, "srcset", found);
        }
        Element::Video => {
            refer("src", Kind::Media);
            refer("poster", Kind::Image);
        }
        Element::Audio | Element::Track | Element::Embed => refer("src", Kind::Media),
        Element::Iframe => refer("src", Kind::Frame),
        Element::Script => refer("src", Kind::Script),
        Element::Input => {
            refer("src", Kind::Image);
            refer("formaction", Kind::Form);
        }
        Element::Button => refer("formaction", Kind::Form),
        Element::Form => refer("action", Kind::Form),
        Element::Object => refer("data", Kind::Media),
        Element::Use => {
            refer("href", Kind::Symbol);
            refer("xlink:href", Kind::Symbol);
        }
        Element::Image => {
            refer("href", Kind::Image);
            refer("xlink:href", Kind::Image);
        }
        _ => {}
    }
}

/// A reference to the address `raw`, which stands at byte `at`.
fn reference<'a>(tag: &Tag<'a>, attribute: &'static str, raw: &'a str, at: usize, kind: Kind) -> Found<'a> {
    let span = at..at + raw.len();
    Found::Reference(Reference { element: tag.element, attribute, url: address(raw), span, kind })
}

/// The address as a browser takes it: character references resolved, without control characters and spaces around it, tabs
/// and line breaks within it.
fn address(raw: &str) -> Cow<'_, str> {
    // To look at all bytes is faster than to stop at the first that matters.
    let mut is_plain = true;
    for byte in raw.bytes() {
        is_plain &= byte > b' ' && byte != b'&';
    }
    if is_plain {
        return Cow::Borrowed(raw);
    }
    let url = decode(raw);
    let inner = url.trim_matches(|c: char| c <= ' ');
    if inner.len() == url.len() && !url.contains(['\t', '\n', '\r']) {
        return url;
    }
    Cow::Owned(inner.replace(['\t', '\n', '\r'], ""))
}

/// `<link>`: what it is for depends on its `rel`.
fn link<'a>(tag: &Tag<'a>, found: &mut impl FnMut(Found<'a>)) {
    let rel = tag.get("rel").map(Attribute::value).unwrap_or_default();
    let mut kind = Kind::Resource;
    for word in rel.split_ascii_whitespace() {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        // These name a host, not a file on it.
        if is("preconnect") || is("dns-prefetch") {
            return;
        }
        if is("stylesheet") {
            kind = Kind::Style;
        } else if kind != Kind::Style && ["canonical", "alternate", "next", "prev"].into_iter().any(is) {
            kind = Kind::Page;
        }
    }
    if let Some(href) = tag.get("href") {
        found(reference(tag, "href", href.raw, href.at, kind));
    }
    source_set(tag, "imagesrcset", found);
}

/// `<meta>`: a redirect, or a picture or address for those who show the page elsewhere.
fn meta<'a>(tag: &Tag<'a>, found: &mut impl FnMut(Found<'a>)) {
    let Some(content) = tag.get("content") else { return };
    if tag.is("http-equiv", "refresh") {
        if let Some(at) = refresh_address(content.raw) {
            found(reference(tag, "content", at, content.at + offset(content.raw, at), Kind::Refresh));
        }
        return;
    }
    let Some(name) = tag.get("property").or_else(|| tag.get("name")) else { return };
    let kind = match name.raw {
        "og:image" | "og:image:url" | "og:image:secure_url" | "twitter:image" => Kind::Image,
        "og:url" => Kind::Page,
        "og:video" | "og:audio" => Kind::Media,
        _ => return,
    };
    found(reference(tag, "content", content.raw, content.at, kind));
}

/// The address in `0; url=/there/`, if there is one.
pub fn refresh_address(content: &str) -> Option<&str> {
    let rest = content.trim_ascii_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let rest = rest.trim_ascii_start().strip_prefix([';', ','])?.trim_ascii_start();
    let url = match rest.get(..3) {
        Some(word) if word.eq_ignore_ascii_case("url") => {
            rest[3..].trim_ascii_start().strip_prefix('=').map_or(rest, str::trim_ascii_start)
        }
        _ => rest,
    };
    let url = match url.chars().next()? {
        quote @ ('"' | '\'') => url[1..].split(quote).next().unwrap_or_default(),
        _ => url,
    };
    Some(url)
}

/// `a.png 1x, b.png 2x`: an address each, up to white space; a comma ends what describes it.
fn source_set<'a>(tag: &Tag<'a>, attribute: &'static str, found: &mut impl FnMut(Found<'a>)) {
    let Some(value) = tag.get(attribute) else { return };
    let mut rest = value.raw;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let url = rest[..end].trim_end_matches(',');
        found(reference(tag, attribute, url, value.at + offset(value.raw, url), Kind::Image));
        if url.len() == end {
            let mut depth = 0_usize;
            let described = rest[end..].find(|c: char| {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                c == ',' && depth == 0
            });
            rest = described.map_or("", |at| &rest[end + at..]);
        } else {
            rest = &rest[end..];
        }
    }
}

/// Where `part`, a piece of `whole`, begins in it.
pub(super) fn offset(whole: &str, part: &str) -> usize {
    part.as_ptr() as usize - whole.as_ptr() as usize
}

#[cfg(test)]
mod tests;
