//! The extractor of references from tags. `check::resolver` finds where references lead.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use memchr::memchr3;

use super::spans::offset;
use super::tag::{Tag, TagAttribute};

/// A URL that a page refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The name of the attribute, in lower case.
    pub attribute: &'static str,
    /// The URL, character references decoded, without white space around it.
    pub url: Cow<'a, str>,
    /// The bytes of the URL in the page.
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

/// Calls `found` with each reference of one tag. Reads URLs as browsers do, without white space around them, and
/// without tabs and line breaks.
pub fn extract<'a>(tag: &Tag<'a>, mut found: impl FnMut(Reference<'a>)) {
    if tag.attributes.is_empty() {
        return;
    }
    for &(attribute, kind) in referring_attributes(tag) {
        let Some(value) = tag.get(attribute) else { continue };
        let is_url = kind != ReferenceKind::Refresh && !attribute.ends_with("srcset");
        if is_url && is_read_as_written(value.raw) {
            found(Reference { attribute, url: value.raw.into(), span: value.span(), kind });
            continue;
        }
        let decoded = value.value();
        let mut add = |url: &str| {
            let url = url.trim_matches(|c: char| c <= ' ');
            let start = offset(&decoded, url);
            let part = start..start + url.len();
            let url = match &decoded {
                _ if memchr3(b'\t', b'\n', b'\r', url.as_bytes()).is_some() => {
                    Cow::Owned(url.replace(['\t', '\n', '\r'], ""))
                }
                Cow::Borrowed(decoded) => Cow::Borrowed(&decoded[part.clone()]),
                Cow::Owned(_) => Cow::Owned(url.to_owned()),
            };
            found(Reference { attribute, url, span: value.span_of_decoded(part), kind });
        };
        match kind {
            ReferenceKind::Refresh => refresh_url(&decoded).into_iter().for_each(add),
            _ if is_url => add(&decoded),
            _ => split_source_set(&decoded).for_each(add),
        }
    }
}

/// Whether browsers read a URL as written, because it has neither white space nor character references.
fn is_read_as_written(url: &str) -> bool {
    !url.bytes().any(|byte| byte <= b' ' || byte == b'&')
}

/// Returns the attributes with which a tag can refer to URLs.
fn referring_attributes(tag: &Tag<'_>) -> &'static [(&'static str, ReferenceKind)] {
    use ReferenceKind::{Form, Frame, Image, Media, Page, Script, Symbol};
    match &*tag.name {
        "a" => &[("href", Page), ("xlink:href", Page)],
        "area" => &[("href", Page)],
        "link" => attributes_of_link(tag),
        "meta" => attributes_of_meta(tag),
        "img" => &[("src", Image), ("srcset", Image)],
        "source" => &[("src", Media), ("srcset", Image)],
        "video" => &[("src", Media), ("poster", Image)],
        "audio" | "track" | "embed" => &[("src", Media)],
        "iframe" => &[("src", Frame)],
        "script" if tag.is_foreign => &[("href", Script), ("xlink:href", Script)],
        "script" => &[("src", Script)],
        "input" => &[("src", Image), ("formaction", Form)],
        "button" => &[("formaction", Form)],
        "form" => &[("action", Form)],
        "object" => &[("data", Media)],
        "use" => &[("href", Symbol), ("xlink:href", Symbol)],
        "image" => &[("href", Image), ("xlink:href", Image)],
        _ => &[],
    }
}

/// Returns the attributes of a `<link>`. Their kind depends on its `rel`.
fn attributes_of_link(tag: &Tag<'_>) -> &'static [(&'static str, ReferenceKind)] {
    let rel = tag.get("rel").map(TagAttribute::value).unwrap_or_default();
    let has = |names: &[&str]| {
        rel.split_ascii_whitespace().any(|word| names.iter().any(|name| word.eq_ignore_ascii_case(name)))
    };
    if has(&["preconnect", "dns-prefetch"]) {
        // The URL stands for a host, not a file.
        &[]
    } else if has(&["stylesheet"]) {
        &[("href", ReferenceKind::Style), ("imagesrcset", ReferenceKind::Image)]
    } else if has(&["canonical", "alternate", "next", "prev"]) {
        &[("href", ReferenceKind::Page), ("imagesrcset", ReferenceKind::Image)]
    } else {
        &[("href", ReferenceKind::Resource), ("imagesrcset", ReferenceKind::Image)]
    }
}

/// Returns the attribute of a `<meta>` that redirects, or names a file or page for services that show a preview of the
/// page.
fn attributes_of_meta(tag: &Tag<'_>) -> &'static [(&'static str, ReferenceKind)] {
    if tag.attribute_is("http-equiv", "refresh") {
        return &[("content", ReferenceKind::Refresh)];
    }
    match tag.get("property").or_else(|| tag.get("name")).map_or("", |name| name.raw) {
        "og:image" | "og:image:url" | "og:image:secure_url" | "twitter:image" => &[("content", ReferenceKind::Image)],
        "og:url" => &[("content", ReferenceKind::Page)],
        "og:video" | "og:audio" => &[("content", ReferenceKind::Media)],
        _ => &[],
    }
}

/// Returns the URL in the decoded content of a `refresh`, such as `0; url=/there/`. The URL is a slice of `content`.
pub fn refresh_url(content: &str) -> Option<&str> {
    let content = content.trim_ascii_start();
    let rest = content.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let has_time = rest.len() < content.len();
    if !has_time || !rest.starts_with(|c: char| c.is_ascii_whitespace() || c == ';' || c == ',') {
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

/// Splits a list such as `a.png 1x, b.png 2x` into its URLs. A URL ends at white space. A descriptor follows, except
/// after a URL that ends with a comma.
fn split_source_set(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = list;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let (written, after) = rest.split_at(rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len()));
        let url = written.trim_end_matches(',');
        rest = if url == written { skip_descriptor(after) } else { after };
        (!url.is_empty()).then_some(url)
    })
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
