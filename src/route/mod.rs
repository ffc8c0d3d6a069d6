//! Routes: their normal form, their output path and URL, and the patterns and slugs that they are made from.
//!
//! A *route* is a path within the site, unescaped, beginning with a slash: `/AboutUs/`, `/feed.xml`. A route whose last
//! part does not name a file ends with a slash.

mod slug;

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, PercentEncode, percent_decode_str, utf8_percent_encode};
use xxhash_rust::xxh3::xxh3_64;

use crate::unicode::nfc;
pub use slug::{slug, transliterate};

/// The ASCII characters that may have a meaning in a URL: all except the unreserved ones (RFC 3986, 2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The characters that are always escaped in the path and query of a URL, as they have no meaning there.
pub const NOT_IN_URLS: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The characters that are escaped in the path of a URL (RFC 3986, 3.3). The slash between segments stays.
const PATH: &AsciiSet = &NOT_IN_URLS.add(b'#').add(b'%').add(b'?');

/// The folder of `site serve`'s own pages, below the base path.
pub const DEV_PAGES: &str = "__site/";

/// The output that lists all other outputs.
pub const MANIFEST: &str = ".site-manifest";

/// Lists the folders around a path, innermost first: `a/b/c` → `a/b`, `a`.
pub fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(at, _)| &path[..at])
}

/// Removes the extension of a path: `articles/a.md` → `articles/a`.
pub fn without_extension(path: &str) -> &str {
    let at = path.rfind(['.', '/']).filter(|&at| path.as_bytes()[at] == b'.');
    at.map_or(path, |at| &path[..at])
}

/// Returns the part of a path below a folder; `None` if the path is not below it.
pub fn path_below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// Returns the fragment of a URL with its `#`; empty if it has none.
pub fn fragment(url: &str) -> &str {
    url.find('#').map_or("", |at| &url[at..])
}

/// Whether `path` is that of `folder` itself, or of something in the folder.
pub fn is_within(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a URL is a path on this site, rather than relative or of another site.
pub fn is_local(url: &str) -> bool {
    url.starts_with('/') && !url.starts_with("//")
}

/// Returns the reason why an output path is reserved by the program; `None` if it is free.
pub fn reserved_reason(output: &str) -> Option<&'static str> {
    if output.starts_with(DEV_PAGES) {
        return Some("`site serve` shows its own pages there");
    }
    // On a disk that ignores case, `.Site-Manifest` is the manifest too.
    let first = output.split('/').next().unwrap_or(output).to_ascii_lowercase();
    let is_manifest = first.strip_suffix(".partial").unwrap_or(&first) == MANIFEST;
    is_manifest.then_some("`site build` keeps the list of its outputs there")
}

/// Normalizes a route, in NFC: `/AboutUs` becomes `/AboutUs/`, `/feed.xml` stays.
///
/// # Errors
/// Fails if the route does not begin with one slash, or contains a control character, `?`, `#`, `\` or a part `.` or
/// `..`.
pub fn normalize(route: &str) -> Result<String, String> {
    if !route.starts_with('/') {
        return Err("an address begins with `/`".to_owned());
    }
    if route.starts_with("//") {
        return Err("an address can't begin with `//`, which leads to another site".to_owned());
    }
    if let Some(bad) = route.chars().find(|c| c.is_control() || matches!(c, '?' | '#' | '\\')) {
        return Err(format!("an address can't hold `{}`", bad.escape_debug()));
    }
    let route = nfc(route);
    let mut normal = String::with_capacity(route.len() + 2);
    let mut is_file = false;
    for part in route.split('/').filter(|part| !part.is_empty()) {
        if matches!(part, "." | "..") {
            return Err("an address can't hold `.` or `..` as a part".to_owned());
        }
        normal.push('/');
        normal.push_str(part);
        is_file = is_file_name(part);
    }
    if !is_file || route.ends_with('/') {
        normal.push('/');
    }
    Ok(normal)
}

/// Whether a part of a route names a file: `feed.xml`, `_redirects` and `_headers` do; `v1.2 notes` and `AboutUs` do
/// not. The longest extension is `webmanifest`, with 11 letters.
fn is_file_name(part: &str) -> bool {
    let extension = part.rsplit_once('.').map(|(_, extension)| extension);
    part.starts_with('_')
        || extension.is_some_and(|e| (1..=11).contains(&e.len()) && e.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Returns the output path of a route: `/AboutUs/` → `AboutUs/index.html`.
pub fn output_path(route: &str) -> String {
    let path = route.trim_start_matches('/');
    if path.is_empty() || path.ends_with('/') { [path, "index.html"].concat() } else { path.to_owned() }
}

/// Returns the route of an output path, without the slash at its beginning: `AboutUs/index.html` → `AboutUs/`.
pub fn relative_route(output: &str) -> &str {
    let folder = output.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/'));
    folder.unwrap_or(output)
}

/// Returns the URL of a route: below `base_path`, percent-encoded.
pub fn url(base_path: &str, route: &str) -> String {
    let mut url = base_path.trim_end_matches('/').to_owned();
    url.extend(utf8_percent_encode(route, PATH));
    url
}

/// Returns a path as people write it in a link: `/a b/ü/` → `/a%20b/ü/`. Letters of every script stay.
pub fn readable_url(path: &str) -> String {
    let mut url = String::with_capacity(path.len());
    for part in path.split_inclusive(|c: char| c.is_ascii()) {
        let letters = part.trim_end_matches(|c: char| c.is_ascii());
        url.push_str(letters);
        url.extend(utf8_percent_encode(&part[letters.len()..], PATH));
    }
    url
}

/// Returns the path of a URL without `base_path`. A path outside of the base path stays as it is.
pub fn without_base<'p>(path: &'p str, base_path: &str) -> &'p str {
    let below = path.strip_prefix(base_path.trim_end_matches('/'));
    below.filter(|below| below.starts_with('/')).unwrap_or(path)
}

/// Percent-encodes a segment of a URL's path, or a part of its query.
pub fn encode(part: &str) -> PercentEncode<'_> {
    utf8_percent_encode(part, RESERVED)
}

/// Decodes the percent escapes of a part of a URL.
pub fn decode(part: &str) -> Cow<'_, str> {
    if part.contains('%') { percent_decode_str(part).decode_utf8_lossy() } else { part.into() }
}

/// Returns the route of page `number` of a paginated list. Page 1 has the list's `route`; page 2 of `/blog/` has
/// `/blog/page/2/`, and page 2 of `/list.html` has `/list/page/2/`.
pub fn page(route: &str, number: usize) -> String {
    if number == 1 {
        return route.to_owned();
    }
    format!("{}/page/{number}/", without_extension(route).trim_end_matches('/'))
}

/// Inserts the hash of a file's content before the extension: `css/site.css` becomes `css/site.0123456789.css`.
/// Browsers may keep such a file forever: different content has a different path.
pub fn hashed_path(path: &str, content: &[u8]) -> String {
    let stem = without_extension(path);
    format!("{stem}.{}{}", content_hash(content), &path[stem.len()..])
}

/// Returns the hash of a file's content: ten hexadecimal digits.
pub fn content_hash(content: &[u8]) -> String {
    format!("{:010x}", xxh3_64(content) >> 24)
}

/// Replaces each `{name}` of a pattern by its value. A `{` that is never closed stays.
///
/// # Errors
/// Fails with the first name that has no value.
pub fn fill(pattern: &str, value: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut route = String::with_capacity(pattern.len() + 32);
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        route.push_str(before);
        route.push_str(&value(name).ok_or_else(|| name.to_owned())?);
        rest = after;
    }
    route.push_str(rest);
    Ok(route)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(route: &str, normal: &str, output: &str, address: &str) {
        let normalized = normalize(route).expect("a good route");
        assert_eq!((normalized.as_str(), output_path(&normalized).as_str()), (normal, output), "{route}");
        assert_eq!(format!("/{}", relative_route(output)), normal, "{route}");
        assert_eq!(url("/any/path/", &normalized), address, "{route}");
    }

    #[test]
    fn routes_have_one_form() {
        check("/", "/", "index.html", "/any/path/");
        check("/AboutUs", "/AboutUs/", "AboutUs/index.html", "/any/path/AboutUs/");
        check("/a//b/", "/a/b/", "a/b/index.html", "/any/path/a/b/");
        check("/aindex.html", "/aindex.html", "aindex.html", "/any/path/aindex.html");
        check("/feed.xml", "/feed.xml", "feed.xml", "/any/path/feed.xml");
        check("/_redirects", "/_redirects", "_redirects", "/any/path/_redirects");
        check("/su\u{308}ß", "/süß/", "süß/index.html", "/any/path/s%C3%BC%C3%9F/");
        check("/v1.2 notes", "/v1.2 notes/", "v1.2 notes/index.html", "/any/path/v1.2%20notes/");
        check("/தமிழ்", "/தமிழ்/", "தமிழ்/index.html", "/any/path/%E0%AE%A4%E0%AE%AE%E0%AE%BF%E0%AE%B4%E0%AF%8D/");
    }

    #[test]
    fn only_a_whole_base_path_is_left_out() {
        for (path, expected) in [("/kites/a/", "/a/"), ("/kites/", "/"), ("/kitesurf/", "/kitesurf/"), ("/a/", "/a/")] {
            assert_eq!(without_base(path, "/kites/"), expected);
        }
        assert_eq!(without_base("/a/", "/"), "/a/");
    }

    #[test]
    fn the_manifest_is_reserved_in_any_letter_case() {
        for (output, is_reserved) in [
            (".site-manifest", true),
            (".Site-Manifest/index.html", true),
            (".site-manifest.PARTIAL", true),
            (".site-manifests", false),
            ("a/.site-manifest", false),
        ] {
            assert_eq!(reserved_reason(output).is_some(), is_reserved, "{output}");
        }
    }

    #[test]
    fn routes_with_forbidden_parts_are_rejected() {
        for route in ["/../x", "/a/./b", "/a?b", "/a#b", "/a\\b", "/a\nb", "a/", "//a/", ""] {
            assert!(normalize(route).is_err(), "{route}");
        }
    }

    #[test]
    fn patterns_are_filled_and_pages_numbered() {
        assert_eq!(fill("/blog/{slug}/", |_| Some("a".into())).as_deref(), Ok("/blog/a/"));
        assert_eq!(fill("/{year}/x", |_| None), Err("year".to_owned()));
        assert_eq!(fill("/{a}/{b", |_| Some("x".into())).as_deref(), Ok("/x/{b"));
        assert_eq!(
            (page("/blog/", 1), page("/blog/", 2), page("/", 3)),
            ("/blog/".into(), "/blog/page/2/".into(), "/page/3/".into())
        );
        for (route, expected) in [
            ("/list.html", "/list/page/2/"),
            ("/v1.2 notes/list/", "/v1.2 notes/list/page/2/"),
            ("/v1.2 notes/_list", "/v1.2 notes/_list/page/2/"),
        ] {
            assert_eq!(page(route, 2), expected);
        }
    }

    #[test]
    fn the_hash_is_inserted_before_the_extension() {
        let check = |path: &str, [before, after]: [&str; 2]| {
            assert_eq!(hashed_path(path, b"kite"), [before, &content_hash(b"kite"), after].concat());
        };
        check("css/site.css", ["css/site.", ".css"]);
        check("a.b/c.min.js", ["a.b/c.min.", ".js"]);
        check("a.b/LICENCE", ["a.b/LICENCE.", ""]);
    }

    #[test]
    fn a_hash_has_ten_digits() {
        for number in 0..1000_u32 {
            assert_eq!(content_hash(&number.to_le_bytes()).len(), 10);
        }
    }
}
