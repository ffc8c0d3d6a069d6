//! The target of a request: its parts, their decoding, and the check of the host that the request names.

use std::net::IpAddr;

use percent_encoding::percent_decode_str;

use super::message::{Request, Response};

/// The parts of a request target, still encoded.
#[derive(Debug, PartialEq, Eq)]
pub struct RequestTarget<'a> {
    /// The host and port, if the target is a whole URL.
    pub authority: Option<&'a str>,
    /// The path, which begins with a slash.
    pub path: &'a str,
    pub query: Option<&'a str>,
}

impl<'a> RequestTarget<'a> {
    /// Splits a target; `None` if it is neither a path nor an `http` URL.
    pub fn parse(target: &'a str) -> Option<Self> {
        let with_query = target.split_once('?').map(|(before, query)| (before, Some(query)));
        let (before, query) = with_query.unwrap_or((target, None));
        if before.starts_with('/') {
            return Some(Self { authority: None, path: before, query });
        }
        let scheme = before.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("http://"))?;
        let rest = &before[scheme.len()..];
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        Some(Self { authority: Some(authority), path: if path.is_empty() { "/" } else { path }, query })
    }

    /// Returns the decoded value of a parameter in the query; `None` if it is absent or malformed.
    pub fn parameter(&self, name: &str) -> Option<String> {
        let pairs = self.query?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).find_map(|(_, value)| String::from_utf8(percent_decode(value)?).ok())
    }
}

/// Decodes a path once. Returns `None` if it is malformed or contains what is special to a file system: segments `.`
/// and `..`, backslashes, control characters.
pub fn decode_path(path: &str) -> Option<String> {
    // Overlong encodings of dots and slashes are refused here, as they are not valid UTF-8.
    let decoded = String::from_utf8(percent_decode(path)?).ok()?;
    let has_special = decoded.chars().any(|c| c.is_control() || c == '\\');
    let has_dots = decoded.split('/').any(|segment| segment == "." || segment == "..");
    (path.starts_with('/') && !has_special && !has_dots).then_some(decoded)
}

/// Decodes percent-encoding; `None` if a `%` is not followed by two hexadecimal digits.
pub fn percent_decode(text: &str) -> Option<Vec<u8>> {
    let is_encoded =
        |after: &str| matches!(after.as_bytes(), [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
    text.split('%').skip(1).all(is_encoded).then(|| percent_decode_str(text).collect())
}

/// Removes the brackets around an IPv6 address.
pub fn without_brackets(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

/// The hosts that a request may name. Another site could let its own name point to this machine and then read what is
/// served here (DNS rebinding). So a server that only this machine can reach accepts only names of this machine.
#[derive(Debug, Clone)]
pub struct AllowedHosts {
    /// The host with which the server was started. It is allowed beside `localhost` and loopback addresses. If other
    /// machines can reach the server, the field is `None`, and all hosts are allowed.
    pub local_name: Option<String>,
}

impl AllowedHosts {
    /// Returns the target of a request. The request must name exactly one host, and the host must be allowed. A request
    /// of HTTP/1.0 may name none.
    ///
    /// # Errors
    /// Returns the response to send to any other request.
    pub fn checked_target<'r>(&self, request: &'r Request) -> Result<RequestTarget<'r>, Response> {
        let target = RequestTarget::parse(&request.target).ok_or_else(Response::malformed)?;
        let mut named = request.values("Host");
        let host = match (named.next(), named.next()) {
            (_, Some(_)) => return Err(Response::plain(400, "This request names several hosts.")),
            (None, None) if request.is_http_1_1 => return Err(Response::plain(400, "This request names no host.")),
            (host, None) => target.authority.or(host),
        };
        if host.is_none_or(|host| self.allows(host)) {
            return Ok(target);
        }
        Err(Response::plain(
            403,
            "This server answers to the names of the machine it runs on only. To reach it by another name, start it \
             with `--host NAME`.",
        ))
    }

    /// Whether a host, with or without a port, is allowed.
    pub fn allows(&self, host: &str) -> bool {
        let Some(local_name) = &self.local_name else { return true };
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
            _ => host,
        };
        let name = without_brackets(name).trim_end_matches('.').to_ascii_lowercase();
        name == "localhost"
            || name.ends_with(".localhost")
            || name.eq_ignore_ascii_case(local_name)
            || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_split_into_parts() {
        let check = |target: &str, authority: Option<&str>, path: &str, query: Option<&str>| {
            assert_eq!(RequestTarget::parse(target), Some(RequestTarget { authority, path, query }), "{target}");
        };
        check("/", None, "/", None);
        check("/a/b?c=d?e", None, "/a/b", Some("c=d?e"));
        check("//a", None, "//a", None);
        check("http://h:1/a?b", Some("h:1"), "/a", Some("b"));
        check("HTTP://h", Some("h"), "/", None);
        check("http://h?b", Some("h"), "/", Some("b"));
        for target in ["", "*", "a", "h:443", "ftp://h/", "https://h/", "é/…/…/…"] {
            assert_eq!(RequestTarget::parse(target), None, "{target}");
        }
    }

    #[test]
    fn parameters_are_decoded() {
        let target = RequestTarget::parse("/?a&page=%2Fx%2520y&page=2&b=%zz").expect("a path");
        assert_eq!(target.parameter("page").as_deref(), Some("/x%20y"));
        assert_eq!(target.parameter("a"), None);
        assert_eq!(target.parameter("b"), None);
    }

    #[test]
    fn paths_are_decoded_once_and_refused_with_dot_segments() {
        let check = |path: &str, expected: Option<&str>| assert_eq!(decode_path(path).as_deref(), expected, "{path}");
        check("/a%20b/%C3%A4", Some("/a b/ä"));
        check("/%252e%252e/a", Some("/%2e%2e/a"));
        check("/a..b/...", Some("/a..b/..."));
        for path in [
            "/..",
            "/../a",
            "/a/../b",
            "/./a",
            "/%2e%2e/a",
            "/%2E./a",
            "/..%2fa",
            "/a/%2e%2e%2Fb",
            "/..%5ca",
            "/a\\b",
            "/%00",
            "/a%0d%0ab",
            "/%c0%ae%c0%ae/a",
            "/%e0%80%ae/a",
            "/%ff",
            "/%",
            "/%4",
            "/%zz",
            "/%+1",
            "%2Fa",
            "",
        ] {
            check(path, None);
        }
    }

    #[test]
    fn a_local_server_allows_only_names_of_this_machine() {
        let local = AllowedHosts { local_name: Some("my-machine".to_owned()) };
        for host in [
            "localhost",
            "LOCALHOST:4000",
            "a.localhost:1",
            "127.0.0.1:80",
            "127.9.9.9",
            "[::1]:4000",
            "[::1]",
            "My-Machine:4000",
        ] {
            assert!(local.allows(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:4000",
            "localhost.evil.example",
            "10.0.0.1",
            "0.0.0.0:4000",
            "",
            "[::2]:1",
            "127.0.0.1.evil.example",
        ] {
            assert!(!local.allows(host), "{host}");
        }
        assert!(AllowedHosts { local_name: None }.allows("anything.example"));
    }

    proptest::proptest! {
        #[test]
        fn any_target_is_parsed_without_panic(target in "\\PC*") {
            if let Some(target) = RequestTarget::parse(&target) {
                target.parameter("page");
                decode_path(target.path);
            }
            AllowedHosts { local_name: Some(String::new()) }.allows(&target);
        }
    }
}
