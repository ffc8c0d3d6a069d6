//! The parser of form data: the fields of a request body, in order.

use memchr::memmem::find;

use crate::serve::http::target::percent_decode;

/// A field: its name and its value, which for a file is the name of the file.
pub type SubmittedField = (String, String);

/// Parses a body of this content type.
///
/// # Errors
/// Returns a message if the content type is not one of form data, or if the body is malformed.
pub fn parse_fields(content_type: &str, body: &[u8]) -> Result<Vec<SubmittedField>, String> {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "multipart/form-data" => {
            let boundary = parameter(content_type, "boundary").ok_or("the content type has no boundary")?;
            parse_multipart(&boundary, body)
        }
        "application/x-www-form-urlencoded" => parse_urlencoded(body),
        "" => Err("it has no content type; form data was expected".to_owned()),
        other => Err(format!("it is `{other}`, not form data")),
    }
}

/// Parses `a=b&c=d+e`.
fn parse_urlencoded(body: &[u8]) -> Result<Vec<SubmittedField>, String> {
    let text = std::str::from_utf8(body).map_err(|_| "it is not text")?;
    let decode = |part: &str| {
        let bytes = percent_decode(&part.replace('+', " ")).ok_or_else(|| format!("`{part}` is badly encoded"))?;
        String::from_utf8(bytes).map_err(|_| format!("`{part}` is not UTF-8"))
    };
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split_once('=').unwrap_or((pair, ""))).map(|(n, v)| Ok((decode(n)?, decode(v)?))).collect()
}

/// Parses parts between boundaries (RFC 7578).
fn parse_multipart(boundary: &str, body: &[u8]) -> Result<Vec<SubmittedField>, String> {
    let delimiter = [b"\r\n--", boundary.as_bytes()].concat();
    // The first delimiter may be at the beginning of the body, without a line end before it.
    let whole = [b"\r\n", body].concat();
    let mut rest = &whole[find(&whole, &delimiter).ok_or("the boundary is nowhere in it")? + delimiter.len()..];
    let mut fields = Vec::new();
    while !rest.starts_with(b"--") {
        let part = rest.strip_prefix(b"\r\n").ok_or("a boundary is not followed by a new line")?;
        let end = find(part, &delimiter).ok_or("the last boundary is missing")?;
        fields.push(parse_part(&part[..end])?);
        rest = &part[end + delimiter.len()..];
    }
    Ok(fields)
}

/// Parses one part: headers, an empty line, the value.
fn parse_part(part: &[u8]) -> Result<SubmittedField, String> {
    let end = find(part, b"\r\n\r\n").ok_or("a part has no empty line after its headers")?;
    let headers = std::str::from_utf8(&part[..end]).map_err(|_| "the headers of a part are not text")?;
    let disposition = headers.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("Content-Disposition").then_some(value)
    });
    let disposition = disposition.ok_or("a part has no Content-Disposition")?;
    let name = parameter(disposition, "name").ok_or("a part has no name")?;
    let value = match parameter(disposition, "filename") {
        Some(file) => file,
        None => {
            String::from_utf8(part[end + 4..].to_vec()).map_err(|_| format!("the value of `{name}` is not UTF-8"))?
        }
    };
    Ok((name, value))
}

/// Returns a parameter of a header's value, quoted or not. Browsers percent-encode `"` and line ends in a parameter.
fn parameter(value: &str, name: &str) -> Option<String> {
    let mut rest = value;
    while let Some(at) = rest.find(';') {
        rest = rest[at + 1..].trim_start();
        let (key, after) = rest.split_once('=')?;
        let (found, left) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => {
                let (found, left) = after.split_at(after.find(';').unwrap_or(after.len()));
                (found.trim(), left)
            }
        };
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(found.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n"));
        }
        rest = left;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(content_type: &str, body: &str, expected: &[(&str, &str)]) {
        let expected: Vec<SubmittedField> = expected.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        assert_eq!(parse_fields(content_type, body.as_bytes()), Ok(expected), "{body}");
    }

    #[test]
    fn urlencoded_fields_are_parsed() {
        let check = |body: &str, expected: &[(&str, &str)]| check("application/x-www-form-urlencoded", body, expected);
        check("", &[]);
        check("a=1&b=x+y%2Bz&c=%C3%A4&a=2", &[("a", "1"), ("b", "x y+z"), ("c", "ä"), ("a", "2")]);
        check("a&=b&c=d=e", &[("a", ""), ("", "b"), ("c", "d=e")]);
        assert!(parse_urlencoded(b"a=%zz").is_err() && parse_urlencoded(b"a=%ff").is_err());
        assert!(parse_urlencoded(b"\xff").is_err());
    }

    #[test]
    fn multipart_fields_are_parsed() {
        let check = |body: &str, expected: &[(&str, &str)]| {
            check("multipart/form-data; boundary=----x1", &body.replace('\n', "\r\n"), expected);
        };
        check("------x1--\n", &[]);
        check(
            "------x1\nContent-Disposition: form-data; name=\"Phone Number\"\n\n+91 1\n------x1\nContent-Disposition: \
             form-data; name=\"b\"\n\nline 1\n\n--line 3\n------x1--\n",
            &[("Phone Number", "+91 1"), ("b", "line 1\r\n\r\n--line 3")],
        );
        check(
            "------x1\nContent-Type: text/plain\ncontent-disposition: form-data; filename=\"a;b.pdf\"; \
             name=\"a%22b\"\n\n…\n------x1--",
            &[("a\"b", "a;b.pdf")],
        );
        check("------x1\nContent-Disposition: form-data; name=\"\"\n\n\n------x1--", &[("", "")]);
        check("------x1\nContent-Disposition: form-data; name=\" a \"\n\n b \n------x1--", &[(" a ", " b ")]);
        check("------x1\nContent-Disposition: form-data; name= a ; x=y\n\nb\n------x1--", &[("a", "b")]);
    }

    #[test]
    fn malformed_form_data_is_refused() {
        let check = |content_type: &str, body: &[u8], word: &str| {
            let message = parse_fields(content_type, body).expect_err("wrong");
            assert!(message.contains(word), "{message}");
        };
        check("application/json", b"{}", "application/json");
        check("", b"", "no content type");
        check("multipart/form-data", b"", "boundary");
        check("multipart/form-data; boundary=x", b"a", "nowhere");
        check("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb", "missing");
        check("multipart/form-data; boundary=x", b"--x\r\n\r\n\r\nb\r\n--x--", "Content-Disposition");
        check("multipart/form-data; boundary=x", b"--xy", "new line");
    }

    proptest::proptest! {
        #[test]
        fn any_body_is_parsed_without_panic(
            body: Vec<u8>,
            text in "(--x|\r\n|; name=|\"|Content-Disposition:|[a-z]){0,12}",
        ) {
            for content_type in ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"] {
                let _ = parse_fields(content_type, &body);
                let _ = parse_fields(content_type, text.as_bytes());
            }
        }
    }
}
