//! The normalized address of an external link. Links that differ only in the fragment, the letter case of the host, or
//! the escaping have the same address.

use fluent_uri::{Uri, UriRef};
use percent_encoding::utf8_percent_encode;

use crate::route::NOT_IN_URLS;

/// An absolute `http` or `https` URL without a fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(Uri<String>);

impl Address {
    /// Parses the URL of a link as written in a page. `//host/path` is requested with `https`.
    ///
    /// # Errors
    /// Fails if the URL cannot be requested; the error is the reason, as a clause.
    pub fn parse(link: &str) -> Result<Self, &'static str> {
        let (scheme, rest) = link.split_once("//").unwrap_or_default();
        let scheme = if scheme.is_empty() { "https:" } else { scheme };
        let (authority, path) = rest.split_at(rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len()));
        let host = authority.rsplit('@').next().unwrap_or_default();
        // A `%` stands for a letter beyond ASCII that Markdown has percent-encoded.
        if !host.is_ascii() || host.contains('%') {
            return Err("its host has letters beyond ASCII: write their ASCII form, `xn--…`");
        }
        if host.is_empty() {
            return Err("it has no host");
        }
        let slash = if path.starts_with(['/', '\\']) { "" } else { "/" };
        let written = format!("{scheme}//{authority}{slash}{}", escape_without_fragment(path));
        Uri::parse(written.as_str()).map(|uri| Self(uri.normalize())).map_err(|_| "it is not a valid address")
    }

    /// Resolves the `Location` of a redirect from this address; `None` if it can't be requested.
    pub fn join(&self, location: &str) -> Option<Self> {
        let begins_with = |start: &str| location.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start));
        if begins_with("http://") || begins_with("https://") {
            return Self::parse(location).ok();
        }
        if begins_with("//") {
            return Self::parse(&format!("{}:{location}", self.0.scheme())).ok();
        }
        let path = escape_without_fragment(location);
        let resolved = UriRef::parse(path.as_str()).ok()?.resolve_against(&self.0).ok()?.normalize();
        matches!(resolved.scheme().as_str(), "http" | "https").then_some(Self(resolved))
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the scheme, `http` or `https`.
    pub fn scheme(&self) -> &str {
        self.0.scheme().as_str()
    }

    /// Returns the host, with its port: `example.com:8000`. The default port of the scheme is left out.
    pub fn host(&self) -> &str {
        let authority = self.0.authority().map_or("", |authority| authority.as_str());
        authority.rsplit('@').next().unwrap_or_default()
    }

    /// Returns host, path and query: `example.com/a?b`.
    pub fn host_path_and_query(&self) -> &str {
        let authority = self.0.authority().map_or("", |authority| authority.as_str());
        let after_scheme = self.as_str().split_once("//").map_or("", |(_, rest)| rest);
        &after_scheme[authority.len() - self.host().len()..]
    }
}

/// Removes the fragment. Replaces backslashes in the path by slashes, as browsers do. Escapes the characters that
/// RFC 3986 does not allow in a path or query, and each `%` that is not part of an escape.
fn escape_without_fragment(path_and_query: &str) -> String {
    let written = path_and_query.split('#').next().unwrap_or_default();
    let (path, query) = written.split_at(written.find('?').unwrap_or(written.len()));
    let url = [&*path.replace('\\', "/"), query].concat();
    let mut escaped = String::with_capacity(url.len());
    for (at, part) in url.split('%').enumerate() {
        if at > 0 {
            let is_escape = part.len() >= 2 && part.bytes().take(2).all(|byte| byte.is_ascii_hexdigit());
            escaped.push_str(if is_escape { "%" } else { "%25" });
        }
        escaped.extend(utf8_percent_encode(part, NOT_IN_URLS));
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn equivalent_links_have_the_same_address() {
        let check = |link: &str, expected: &str| {
            assert_eq!(Address::parse(link).as_ref().map(Address::as_str), Ok(expected), "{link}");
        };
        check("HTTPS://Example.COM", "https://example.com/");
        check("//example.com/a#part", "https://example.com/a");
        check("http://example.com:80/a/../b?q=1#x", "http://example.com/b?q=1");
        check("https://example.com?q=ä b", "https://example.com/?q=%C3%A4%20b");
        check("https://example.com/100%/[x]%2f", "https://example.com/100%25/%5Bx%5D%2F");
        check("https://example.com\\a\\b?c\\d", "https://example.com/a/b?c%5Cd");
        check("http://127.0.0.1:4000/x", "http://127.0.0.1:4000/x");
        check("https://me%40example.com:word@example.com/", "https://me%40example.com:word@example.com/");
    }

    #[test]
    fn addresses_that_cannot_be_requested_are_refused() {
        for link in [
            "https://bücher.example/",
            "https://b%C3%BCcher.example/",
            "https://exa mple.com/",
            "https://example.com:port/",
            "https:",
            "https://me@/",
        ] {
            assert!(Address::parse(link).is_err(), "{link}");
        }
    }

    #[test]
    fn redirects_are_resolved() {
        let check = |location: &str, expected: Option<&str>| {
            let from = Address::parse("https://example.com:8000/a/b?c").expect("an address");
            assert_eq!(from.join(location).as_ref().map(Address::as_str), expected, "{location}");
        };
        check("/d", Some("https://example.com:8000/d"));
        check("d e#f", Some("https://example.com:8000/a/d%20e"));
        check("//other.example", Some("https://other.example/"));
        check("HTTP://other.example/x", Some("http://other.example/x"));
        check("mailto:a@example.com", None);
    }

    #[test]
    fn the_host_includes_the_port_but_no_user() {
        let check = |link: &str, host: &str, rest: &str| {
            let address = Address::parse(link).expect("an address");
            assert_eq!((address.host(), address.host_path_and_query()), (host, rest));
        };
        check("https://me:word@example.com:443/a?b", "example.com", "example.com/a?b");
        check("http://example.com:81/a", "example.com:81", "example.com:81/a");
        check("https://p/a", "p", "p/a");
    }
}
