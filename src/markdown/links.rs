//! Targets of links and images in Markdown, and the attributes that the settings give to links to other hosts.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Parser, Tag};
use pulldown_cmark_escape::escape_href;

use super::options::MarkdownOptions;
use crate::html::{origin_of, scheme_of, write_attribute};
use crate::unicode::nfc;

/// The extensions of content files and pictures.
const EXTENSIONS: [&str; 9] = [".md", ".yaml", ".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"];

/// Finds the target at the beginning of `(my file.md)`: the path of a content file or picture, with spaces that keep
/// CommonMark from reading a link.
pub(super) fn target_with_spaces(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?;
    let target = &inside[..inside.find([')', '\n'])?];
    let target = target.split_once(" \"").map_or(target, |(target, _)| target);
    let path = target.split('#').next()?;
    let is_file = EXTENSIONS.iter().any(|extension| path.ends_with(extension));
    (is_file && path.contains(' ') && !path.starts_with(['<', ' '])).then_some(target)
}

/// Normalizes a target within the site to NFC, in which file names and fragments are compared.
pub(super) fn normalize_target(target: &str) -> String {
    if is_external(target) { target.to_owned() } else { nfc(target).into_owned() }
}

/// Whether a target has a scheme or host, so that it is not looked up in this site.
pub(super) fn is_external(target: &str) -> bool {
    scheme_of(target).is_some() || target.starts_with("//")
}

/// Whether a link leads to a web page with another scheme or host than `origin`.
fn is_outbound(target: &str, origin: &str) -> bool {
    let Some(found) = origin_of(target) else { return false };
    let is_web = found.starts_with("https://") || found.starts_with("http://");
    is_web && !found.eq_ignore_ascii_case(origin)
}

/// Returns the start tag of an outbound link, with the attributes of the settings; `None` for other links, and if the
/// settings give no attributes.
pub(super) fn outbound_start_tag(options: &MarkdownOptions, target: &str, title: &str) -> Option<String> {
    let mut attributes = String::new();
    for (name, value) in &options.settings.external_links {
        value.iter().for_each(|value| write_attribute(&mut attributes, name, value));
    }
    if attributes.is_empty() || !is_outbound(target, &options.origin) {
        return None;
    }
    let mut html = String::from("<a href=\"");
    // Writing to a String can't fail.
    let _ = escape_href(&mut html, target);
    html.push('"');
    if !title.is_empty() {
        write_attribute(&mut html, "title", title);
    }
    Some(html + &attributes + ">")
}

/// Finds the range of a target in the text from which it was parsed. `link` is the range of the link, image or
/// definition that holds the target. Returns `None` for an empty target.
pub(super) fn target_range(parsed: &str, target: &CowStr<'_>, link: &Range<usize>) -> Option<Range<usize>> {
    let CowStr::Borrowed(part) = target else { return escaped_range(parsed, target, link) };
    let start = part.as_ptr().addr().checked_sub(parsed.as_ptr().addr()).filter(|_| !part.is_empty())?;
    let end = start.checked_add(part.len()).filter(|end| *end <= parsed.len())?;
    Some(start..end)
}

/// Finds the range of a target that is written with escapes or character references, so that the text differs from it.
fn escaped_range(parsed: &str, target: &str, link: &Range<usize>) -> Option<Range<usize>> {
    let text = &parsed[..link.end];
    let bracket = text[link.start..].rfind("](").or_else(|| text[link.start..].rfind("]:"))?;
    let rest = text[link.start + bracket + 2..].trim_start();
    let rest = rest.strip_prefix('<').unwrap_or(rest);
    let is_target = |end: &usize| {
        let link = format!("[](<{}>)", &rest[..*end]);
        Parser::new(&link)
            .any(|event| matches!(event, Event::Start(Tag::Link { dest_url, .. }) if *dest_url == *target))
    };
    let ends = rest.match_indices(|c: char| c.is_whitespace() || matches!(c, ')' | '>')).map(|(at, _)| at);
    let end = ends.chain([rest.len()]).find(is_target)?;
    let start = text.len() - rest.len();
    Some(start..start + end)
}

#[cfg(test)]
mod tests {
    use super::{is_external, is_outbound};

    fn check(target: &str, expected: bool) {
        assert_eq!(is_external(target), expected, "{target:?}");
    }

    #[test]
    fn targets_with_a_scheme_or_host_are_external() {
        check("https://example.com/", true);
        check("mailto:a@example.com", true);
        check("tel:+914400000000", true);
        check("//example.com/a", true);
        check("#part", false);
        check("", false);
        check("/ContactUs/#map", false);
        check("../a.md#b:c", false);
        check("a/b:c", false);
        check(":a", false);
    }

    #[test]
    fn links_to_other_hosts_are_outbound() {
        let check =
            |target: &str, expected: bool| assert_eq!(is_outbound(target, "https://a.org"), expected, "{target:?}");
        check("https://b.org/", true);
        check("//b.org", true);
        check("http://a.org/", true);
        check("https://a.org.b.org/", true);
        check("HTTPS://b.org/", true);
        check("https://A.org/b?c", false);
        check("//a.org", false);
        check("mailto:a@b.org", false);
        check("/b/", false);
    }
}
