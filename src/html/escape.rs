//! The escaper of text for HTML and XML: no character of the text is read as markup.

use std::fmt::{self, Write};

/// Writes `text` to `out`, escaped for any context: between tags, and within quotes of either kind.
///
/// # Errors
/// Returns the error of `out`.
#[inline]
pub fn escape(out: &mut impl Write, text: &str) -> fmt::Result {
    write(out, text, |byte| matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\''))
}

/// Appends `text` escaped for an attribute value in double quotes.
pub fn escape_double_quoted(html: &mut String, text: &str) {
    // Writing to a `String` cannot fail.
    let _ = write(html, text, |byte| matches!(byte, b'&' | b'<' | b'>' | b'"'));
}

/// Appends `text` escaped for an attribute value in single quotes. Double quotes stay, so that JSON is short.
pub fn escape_single_quoted(html: &mut String, text: &str) {
    let _ = write(html, text, |byte| matches!(byte, b'&' | b'\''));
}

/// Appends an attribute with a space before it.
pub fn write_attribute(html: &mut String, name: &str, value: &str) {
    html.extend([" ", name, "=\""]);
    escape_double_quoted(html, value);
    html.push('"');
}

/// Returns `text` escaped for any context.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let _ = escape(&mut escaped, text);
    escaped
}

/// Writes `text` with a character reference in place of each special byte.
#[inline]
fn write(out: &mut impl Write, text: &str, is_special: impl Fn(u8) -> bool) -> fmt::Result {
    // Most texts have no special character, and checking every byte is faster than stopping at the first match.
    if text.bytes().fold(true, |plain, byte| plain & !is_special(byte)) {
        return out.write_str(text);
    }
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| is_special(*byte)) {
        out.write_str(&text[written..at])?;
        out.write_str(match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        })?;
        written = at + 1;
    }
    out.write_str(&text[written..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_context_escapes_what_would_end_it() {
        let text = "ä<b>&\"c\"'";
        let appended = |append: fn(&mut String, &str)| {
            let mut html = String::new();
            append(&mut html, text);
            html
        };
        assert_eq!(escaped(text), "ä&lt;b&gt;&amp;&quot;c&quot;&#39;");
        assert_eq!(appended(escape_double_quoted), "ä&lt;b&gt;&amp;&quot;c&quot;'");
        assert_eq!(appended(escape_single_quoted), "ä<b>&amp;\"c\"&#39;");
        assert_eq!(escaped("plain"), "plain");
    }
}
