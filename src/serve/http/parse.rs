//! The parser of request heads. It follows RFC 9112 strictly: malformed heads are refused.

use super::message::{Request, Response};

/// Parses a head: the request line and the headers.
///
/// # Errors
/// Returns the response to send if the head is malformed or of another version of HTTP.
pub fn parse(head: &[u8]) -> Result<Request, Response> {
    // Each byte becomes a character: header values may have any encoding, but those that the server needs are ASCII.
    let text: String = head.iter().map(|byte| char::from(*byte)).collect();
    let mut lines = text.trim_end_matches("\r\n").split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Response::malformed());
    };
    if !is_token(method) || target.is_empty() || !target.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(Response::malformed());
    }
    let is_http_1_1 = match version {
        "HTTP/1.1" => true,
        "HTTP/1.0" => false,
        _ if version.starts_with("HTTP/") => {
            return Err(Response::plain(505, "Only HTTP/1.0 and HTTP/1.1 are possible here."));
        }
        _ => return Err(Response::malformed()),
    };
    let header = |line: &str| {
        let (name, value) = line.split_once(':').filter(|(name, _)| is_token(name))?;
        let is_valid = !value.bytes().any(|b| matches!(b, 0 | b'\r' | b'\n'));
        is_valid.then(|| (name.to_owned(), value.trim_matches([' ', '\t']).to_owned()))
    };
    let headers = lines.map(header).collect::<Option<_>>().ok_or_else(Response::malformed)?;
    Ok(Request { method: method.to_owned(), target: target.to_owned(), is_http_1_1, headers })
}

/// Parses a number that consists of digits; `None` for any other text. A number that overflows becomes the largest.
pub fn parse_digits(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
}

/// Whether a text is a token, such as a method or a header name.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &str, expected: Result<(&str, &str, bool), u16>) {
        let parsed = parse(head.as_bytes());
        let parsed = parsed.as_ref().map(|r| (&*r.method, &*r.target, r.is_http_1_1)).map_err(|a| a.status);
        assert_eq!(parsed, expected, "{head:?}");
    }

    #[test]
    fn heads_are_parsed_and_malformed_ones_refused() {
        check("GET / HTTP/1.1\r\n\r\n", Ok(("GET", "/", true)));
        check("BREW /a?b HTTP/1.0\r\nA: b\r\n\r\n", Ok(("BREW", "/a?b", false)));
        check("GET / HTTP/1.1\r\nA:\r\nB: \u{e9}\r\n\r\n", Ok(("GET", "/", true)));
        check("PRI * HTTP/2.0\r\n\r\n", Err(505));
        for malformed in [
            "",
            "GET",
            "GET /",
            "GET / HTTP/1.1 x",
            "GET  / HTTP/1.1",
            "GET / FTP/1.1",
            "G(T / HTTP/1.1",
            " / HTTP/1.1",
            "GET /\u{e9} HTTP/1.1",
            "GET /\0 HTTP/1.1",
            "GET / HTTP/1.1\r\nA",
            "GET / HTTP/1.1\r\nA : b",
            "GET / HTTP/1.1\r\n A: b",
            "GET / HTTP/1.1\r\nA: \0",
            "GET / HTTP/1.1\r\nA: b\nC: d",
        ] {
            check(&format!("{malformed}\r\n\r\n"), Err(400));
        }
        let request = parse(b"GET / HTTP/1.1\r\nhOST: \t a b \r\nHost: c\r\n\r\n").expect("a request");
        assert_eq!(request.header("Host"), Some("a b"));
    }

    proptest::proptest! {
        #[test]
        fn any_head_is_parsed_without_panic(head: Vec<u8>, text in "[A-Z/: 01.\r\n]*") {
            let _ = parse(&head);
            let _ = parse(text.as_bytes());
        }
    }
}
