//! The scheme and origin of a URL as written.

/// Returns the scheme, host and port of a URL such as `https://example.com:8080/a`, or the scheme alone for `data:` and
/// `blob:`. A URL without a scheme (`//example.com/`) counts as `https`. Returns `None` for a URL without a host.
pub fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = if url.starts_with("//") {
        ("https", url)
    } else {
        url.split_once(':').filter(|(scheme, _)| is_scheme(scheme))?
    };
    match rest.strip_prefix("//") {
        Some(rest) => Some(format!("{scheme}://{}", rest.split(['/', '?', '#']).next().unwrap_or_default())),
        None => matches!(scheme, "data" | "blob").then(|| format!("{scheme}:")),
    }
}

/// Whether `text` can be the scheme of a URL.
pub fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
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
        check("/a:b", None);
        check("a/b:c", None);
        check("mailto:a@example.com", None);
    }
}
