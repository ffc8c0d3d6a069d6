//! The extractor of references and anchors from tags. `check::resolver` finds where references lead.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use super::element::Element;
use super::spans::offset;
use super::tag::{Tag, TagAttribute, decode};

/// A URL that a page refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference<'a> {
    pub element: Element<'a>,
    /// The name of the attribute, in lower case.
    pub attribute: &'static str,
    /// The URL, character references decoded, without white space around it.
    pub url: Cow<'a, str>,
    /// The bytes of the attribute's value, or of the URL if that is only a part of the value.
    pub span: Range<usize>,
    pub kind: ReferenceKind,
}

/// The purpose of a reference. Messages display it as a noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceKind {
    /// A link that leads a person or a search engine to a page.
    Page,
    /// The URL to which a form is sent.
    Form,
    /// A redirect without a click.
    Refresh,
    Image,
    /// Sound, video, captions, embedded objects.
    Media,
    /// A page shown within the page.
    Frame,
    Script,
    Style,
    /// A part of an SVG image, shown by `<use>`.
    Symbol,
    /// Anything else that the page loads or names: icons, manifests, preloads.
    Resource,
}

impl fmt::Display for ReferenceKind {
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

/// An element of a page that a link's `#…` can lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor<'a> {
    /// The name, character references decoded.
    pub name: Cow<'a, str>,
    /// The bytes of the attribute's value.
    pub span: Range<usize>,
    /// Whether the anchor is the `id` of an element; otherwise it is the `name` of an `a`.
    pub is_id: bool,
}

/// One result of the extraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extracted<'a> {
    Reference(Reference<'a>),
    Anchor(Anchor<'a>),
}

/// Calls `found` with each reference and anchor of one tag.
pub fn extract<'a>(tag: &Tag<'a>, found: &mut impl FnMut(Extracted<'a>)) {
    if tag.attributes.is_empty() {
        return;
    }
    if let Some(id) = tag.get("id") {
        found(Extracted::Anchor(Anchor { name: id.value(), span: id.span(), is_id: true }));
    }
    let mut refer = |attribute: &'static str, kind: ReferenceKind| {
        if let Some(value) = tag.get(attribute) {
            found(create_reference(tag, attribute, value.raw, value.at, kind));
        }
    };
    match tag.element {
        Element::A => {
            refer("href", ReferenceKind::Page);
            refer("xlink:href", ReferenceKind::Page);
            if let Some(name) = tag.get("name") {
                found(Extracted::Anchor(Anchor { name: name.value(), span: name.span(), is_id: false }));
            }
        }
        Element::Area => refer("href", ReferenceKind::Page),
        Element::Link => extract_link(tag, found),
        Element::Meta => extract_meta(tag, found),
        Element::Img | Element::Source => {
            refer("src", if tag.element == Element::Img { ReferenceKind::Image } else { ReferenceKind::Media });
            extract_source_set(tag, "srcset", found);
        }
        Element::Video => {
            refer("src", ReferenceKind::Media);
            refer("poster", ReferenceKind::Image);
        }
        Element::Audio | Element::Track | Element::Embed => refer("src", ReferenceKind::Media),
        Element::Iframe => refer("src", ReferenceKind::Frame),
        Element::Script => refer("src", ReferenceKind::Script),
        Element::Input => {
            refer("src", ReferenceKind::Image);
            refer("formaction", ReferenceKind::Form);
        }
        Element::Button => refer("formaction", ReferenceKind::Form),
        Element::Form => refer("action", ReferenceKind::Form),
        Element::Object => refer("data", ReferenceKind::Media),
        Element::Use => {
            refer("href", ReferenceKind::Symbol);
            refer("xlink:href", ReferenceKind::Symbol);
        }
        Element::Image => {
            refer("href", ReferenceKind::Image);
            refer("xlink:href", ReferenceKind::Image);
        }
        _ => {}
    }
}

/// Creates a reference to the URL `raw`, which begins at byte `at`.
fn create_reference<'a>(
    tag: &Tag<'a>,
    attribute: &'static str,
    raw: &'a str,
    at: usize,
    kind: ReferenceKind,
) -> Extracted<'a> {
    let span = at..at + raw.len();
    Extracted::Reference(Reference { element: tag.element, attribute, url: decode_url(raw), span, kind })
}

/// Decodes a URL as a browser does: decodes character references, trims control characters and spaces, and removes tabs
/// and line breaks.
fn decode_url(raw: &str) -> Cow<'_, str> {
    if raw.bytes().all(|byte| byte > b' ' && byte != b'&') {
        return Cow::Borrowed(raw);
    }
    let url = decode(raw);
    let inner = url.trim_matches(|c: char| c <= ' ');
    if inner.len() == url.len() && !url.contains(['\t', '\n', '\r']) {
        return url;
    }
    Cow::Owned(inner.replace(['\t', '\n', '\r'], ""))
}

/// Extracts the references of a `<link>`, whose kind depends on its `rel`.
fn extract_link<'a>(tag: &Tag<'a>, found: &mut impl FnMut(Extracted<'a>)) {
    let rel = tag.get("rel").map(TagAttribute::value).unwrap_or_default();
    let mut kind = ReferenceKind::Resource;
    for word in rel.split_ascii_whitespace() {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        // The URL of a `preconnect` or `dns-prefetch` stands for a host, not a file.
        if is("preconnect") || is("dns-prefetch") {
            return;
        }
        if is("stylesheet") {
            kind = ReferenceKind::Style;
        } else if kind != ReferenceKind::Style && ["canonical", "alternate", "next", "prev"].into_iter().any(is) {
            kind = ReferenceKind::Page;
        }
    }
    if let Some(href) = tag.get("href") {
        found(create_reference(tag, "href", href.raw, href.at, kind));
    }
    extract_source_set(tag, "imagesrcset", found);
}

/// Extracts the reference of a `<meta>`: a redirect, or an image or URL for services that show a preview of the page.
fn extract_meta<'a>(tag: &Tag<'a>, found: &mut impl FnMut(Extracted<'a>)) {
    let Some(content) = tag.get("content") else { return };
    if tag.is("http-equiv", "refresh") {
        if let Some(url) = refresh_url(content.raw) {
            found(create_reference(tag, "content", url, content.at + offset(content.raw, url), ReferenceKind::Refresh));
        }
        return;
    }
    let Some(name) = tag.get("property").or_else(|| tag.get("name")) else { return };
    let kind = match name.raw {
        "og:image" | "og:image:url" | "og:image:secure_url" | "twitter:image" => ReferenceKind::Image,
        "og:url" => ReferenceKind::Page,
        "og:video" | "og:audio" => ReferenceKind::Media,
        _ => return,
    };
    found(create_reference(tag, "content", content.raw, content.at, kind));
}

/// Returns the URL in the content of a `refresh`, such as `0; url=/there/`. The URL is a slice of `content`.
pub fn refresh_url(content: &str) -> Option<&str> {
    let rest = content.trim_ascii_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if !rest.starts_with(|c: char| c.is_ascii_whitespace() || c == ';' || c == ',') {
        return None;
    }
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix([';', ',']).unwrap_or(rest).trim_ascii_start();
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

/// Extracts the URLs of a list such as `a.png 1x, b.png 2x`. A URL ends at white space. A descriptor follows, except
/// after a URL that ends with a comma.
fn extract_source_set<'a>(tag: &Tag<'a>, attribute: &'static str, found: &mut impl FnMut(Extracted<'a>)) {
    let Some(value) = tag.get(attribute) else { return };
    let mut rest = value.raw;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let url = rest[..end].trim_end_matches(',');
        found(create_reference(tag, attribute, url, value.at + offset(value.raw, url), ReferenceKind::Image));
        let has_descriptor = !rest[..end].ends_with(',');
        rest = if has_descriptor { skip_descriptor(&rest[end..]) } else { &rest[end..] };
    }
}

/// Returns the rest of a list after a descriptor, which ends at a comma outside parentheses.
fn skip_descriptor(list: &str) -> &str {
    // Parentheses do not nest: the first `)` closes them.
    let mut in_parentheses = false;
    let end = list.find(|c: char| {
        match c {
            '(' => in_parentheses = true,
            ')' => in_parentheses = false,
            _ => {}
        }
        c == ',' && !in_parentheses
    });
    end.map_or("", |end| &list[end..])
}

#[cfg(test)]
mod tests;
