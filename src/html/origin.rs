//! The scheme and origin of a URL as written.

/// Returns the scheme of a URL: `https` of `https://example.com/`; `None` for a URL without a scheme, such as a path.
pub fn scheme_of(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let is_in_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.bytes().all(is_in_scheme);
    is_scheme.then_some(scheme)
}

/// Returns, in lower case, the scheme, host and port of a URL such as `https://example.com:8080/a`, without the default
/// port; the scheme alone for `data:` and `blob:`; `None` for any other URL without a host. A URL without a scheme
/// (`//example.com/`) counts as `https`.
pub fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = scheme_of(url).map_or(("https", url), |scheme| (scheme, &url[scheme.len() + 1..]));
    let scheme = scheme.to_ascii_lowercase();
    // Browsers read `\` as `/`, and skip further slashes before the host of a web address.
    let after_slashes = rest.trim_start_matches(['/', '\\']);
    let authority = match rest.len() - after_slashes.len() {
        0 | 1 => "",
        _ if scheme.starts_with("http") => after_slashes,
        _ => &rest[2..],
    };
    let authority = authority.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let default_port = if matches!(&*scheme, "http" | "ws") { ":80" } else { ":443" };
    match host.strip_suffix(default_port).unwrap_or(host) {
        "" => matches!(&*scheme, "data" | "blob").then(|| scheme + ":"),
        host => Some([&scheme, "://", &host.to_ascii_lowercase()].concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::origin_of;

    #[test]
    fn an_origin_is_scheme_and_host() {
        let check = |url: &str, expected: Option<&str>| assert_eq!(origin_of(url).as_deref(), expected, "{url}");
        check("https://a.example/b?c", Some("https://a.example"));
        check("//a.example:8080/b", Some("https://a.example:8080"));
        check("data:image/png;base64,AA==", Some("data:"));
        check("HTTPS://A.example/B", Some("https://a.example"));
        check("DATA:image/png;base64,AA==", Some("data:"));
        check("Blob:https://a.example/b", Some("blob:"));
        check("/\\a.example/b", Some("https://a.example"));
        check("https:\\\\me:secret@a.example:443\\b", Some("https://a.example"));
        check("http://a.example:443/b", Some("http://a.example:443"));
        check("ws://a.example:80/b", Some("ws://a.example"));
        check("ws://a.example:443/b", Some("ws://a.example:443"));
        check("https:///a.example//b", Some("https://a.example"));
        check("///\\a.example/b", Some("https://a.example"));
        check("file:///b", None);
        check("https:///", None);
        check("/a:b", None);
        check("a/b:c", None);
        check("mailto:a@example.com", None);
    }
}
