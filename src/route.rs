//! Addresses: how a route becomes an output path and a URL, and how a pattern becomes a route.
//!
//! A *route* is the address within the site, unescaped, beginning with a slash: `/AboutUs/`, `/feed.xml`. One without an
//! ending in its last part is a folder and ends with a slash.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// What a URL's path must escape (RFC 3986, 3.3), the slash between its parts excepted.
const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Where `site serve` has its own pages, below the base path.
pub const OWN: &str = "__site/";

/// The output that lists all the others.
pub const MANIFEST: &str = ".site-manifest";

/// The folders that an output's path lies in, innermost first: `a/b`, `a` of `a/b/c`.
pub fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(at, _)| &path[..at])
}

/// What the program keeps an output's path for, in a sentence; none where it is free.
pub fn reserved(output: &str) -> Option<&'static str> {
    if output.starts_with(OWN) {
        return Some("`site serve` shows its own pages there");
    }
    let first = output.split('/').next().unwrap_or(output);
    let is_manifest = first.strip_suffix(".partial").unwrap_or(first) == MANIFEST;
    is_manifest.then_some("`site build` keeps the list of its outputs there")
}

/// Gives a route its one form: `/AboutUs` becomes `/AboutUs/`, `/feed.xml` stays.
///
/// # Errors
/// What a route can't hold, in words.
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

/// `feed.xml`, `_redirects` and `_headers` name files; `v1.2 notes` and `AboutUs` do not.
fn is_file_name(part: &str) -> bool {
    let ending = part.rsplit_once('.').map(|(_, ending)| ending);
    part.starts_with('_')
        || ending.is_some_and(|e| (1..=11).contains(&e.len()) && e.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// Where the page of a route is written, relative to the output: `/AboutUs/` → `AboutUs/index.html`.
pub fn output_path(route: &str) -> String {
    let path = route.trim_start_matches('/');
    if path.is_empty() || path.ends_with('/') { [path, "index.html"].concat() } else { path.to_owned() }
}

/// The address to link to: below `base_path`, percent-encoded.
pub fn url(base_path: &str, route: &str) -> String {
    let base_path = base_path.trim_end_matches('/');
    if route.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'_' | b'.')) {
        return [base_path, route].concat();
    }
    let mut url = base_path.to_owned();
    url.extend(utf8_percent_encode(route, PATH));
    url
}

/// Page `number` of a paginated route: `/blog/` → `/blog/page/2/`, `/list.html` → `/list/page/2/`.
pub fn page(route: &str, number: usize) -> String {
    if number == 1 {
        return route.to_owned();
    }
    let folder = if route.ends_with('/') { route } else { route.rsplit_once('.').map_or(route, |(stem, _)| stem) };
    format!("{}/page/{number}/", folder.trim_end_matches('/'))
}

/// Fills the `{names}` of a pattern.
///
/// # Errors
/// The name that has no value.
pub fn fill(pattern: &str, value: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut route = String::with_capacity(pattern.len() + 32);
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        route.push_str(&rest[..open]);
        let Some(close) = rest[open..].find('}') else { break };
        let name = &rest[open + 1..open + close];
        route.push_str(&value(name).ok_or_else(|| name.to_owned())?);
        rest = &rest[open + close + 1..];
    }
    route.push_str(rest);
    Ok(route)
}

/// A text as part of an address: its letters, digits and `_` in lower case, those of every script, and one hyphen for all
/// that is between: `Release Notes` → `release-notes`.
pub fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    let mut parted = false;
    for c in text.chars() {
        let is_letter = matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '_')
            || (!c.is_ascii() && (c.is_alphanumeric() || is_mark(c)));
        if !is_letter {
            parted |= !is_part_of_word(c);
            continue;
        }
        if parted && !slug.is_empty() {
            slug.push('-');
        }
        parted = false;
        if c.is_ascii() {
            slug.push(c.to_ascii_lowercase());
        } else {
            slug.extend(c.to_lowercase());
        }
    }
    slug
}

/// Apostrophes and what is not seen: left out without parting the word.
fn is_part_of_word(c: char) -> bool {
    matches!(c, '\'' | '’' | '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Whether the character is a mark of the letter before it (an accent, a virama, a tone), without which words of many
/// scripts are misspelt. The standard library tells: it escapes a mark that stands alone, and none behind a letter.
fn is_mark(c: char) -> bool {
    c.escape_debug().count() > 1 && String::from_iter(['a', c]).escape_debug().count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(route: &str, normal: &str, output: &str, address: &str) {
        let normalized = normalize(route).expect("a good route");
        assert_eq!((normalized.as_str(), output_path(&normalized).as_str()), (normal, output), "{route}");
        assert_eq!(url("/any/path/", &normalized), address, "{route}");
    }

    #[test]
    fn routes_have_one_form() {
        check("/", "/", "index.html", "/any/path/");
        check("/AboutUs", "/AboutUs/", "AboutUs/index.html", "/any/path/AboutUs/");
        check("/a//b/", "/a/b/", "a/b/index.html", "/any/path/a/b/");
        check("/feed.xml", "/feed.xml", "feed.xml", "/any/path/feed.xml");
        check("/_redirects", "/_redirects", "_redirects", "/any/path/_redirects");
        check("/v1.2 notes", "/v1.2 notes/", "v1.2 notes/index.html", "/any/path/v1.2%20notes/");
        check("/தமிழ்", "/தமிழ்/", "தமிழ்/index.html", "/any/path/%E0%AE%A4%E0%AE%AE%E0%AE%BF%E0%AE%B4%E0%AF%8D/");
    }

    #[test]
    fn routes_that_would_leave_the_site_are_refused() {
        for route in ["/../x", "/a/./b", "/a?b", "/a#b", "/a\\b", "/a\nb", "a/", "//a/", ""] {
            assert!(normalize(route).is_err(), "{route}");
        }
    }

    #[test]
    fn patterns_and_pages() {
        assert_eq!(fill("/blog/{slug}/", |_| Some("a".into())).as_deref(), Ok("/blog/a/"));
        assert_eq!(fill("/{year}/x", |_| None), Err("year".to_owned()));
        assert_eq!(
            (page("/blog/", 1), page("/blog/", 2), page("/", 3)),
            ("/blog/".into(), "/blog/page/2/".into(), "/page/3/".into())
        );
    }

    fn check_slug(text: &str, expected: &str) {
        assert_eq!(slug(text), expected, "{text:?}");
    }

    #[test]
    fn slugs_keep_the_letters_of_every_script() {
        check_slug("Release notes", "release-notes");
        check_slug("  A/B tests, 2023: what’s new?", "a-b-tests-2023-whats-new");
        check_slug("Release Notes & über 2!", "release-notes-über-2");
        check_slug("snake_case", "snake_case");
        check_slug("Größe ÄNDERN", "größe-ändern");
        check_slug("तकनीकी मार्केटिंग।", "तकनीकी-मार्केटिंग");
        check_slug("தமிழ் மொழி", "தமிழ்-மொழி");
        check_slug("ภาษาไทย น้ำ", "ภาษาไทย-น้ำ");
        check_slug("Mar\u{ad}ket\u{200b}", "market");
        check_slug("!? 🚀 —", "");
    }
}
