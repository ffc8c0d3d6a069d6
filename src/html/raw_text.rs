//! The reader of elements whose content is not markup, but text up to their own end tag.

use memchr::{memchr_iter, memchr2_iter};

use super::tag::ends_name;

/// Returns the end of the content that begins at `from` in an element called `name` (in lower case); `None` if the
/// content is markup.
pub fn raw_text_end(bytes: &[u8], from: usize, name: &str) -> Option<usize> {
    match name {
        "script" => Some(find_script_end(bytes, from)),
        "style" | "iframe" | "textarea" | "title" | "xmp" | "noembed" | "noframes" => {
            let mut angles = memchr_iter(b'<', &bytes[from..]).map(|at| from + at);
            let end = angles.find(|&at| begins_with_name(&bytes[at..], b"</", name.as_bytes()));
            Some(end.unwrap_or(bytes.len()))
        }
        "plaintext" => Some(bytes.len()),
        _ => None,
    }
}

/// Whether `bytes` begin with `before`, then `name` in any letter case, then a byte that ends a name.
pub fn begins_with_name(bytes: &[u8], before: &[u8], name: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(before) else { return false };
    let ends = rest.get(name.len()).is_some_and(|&byte| ends_name(byte));
    ends && rest[..name.len()].eq_ignore_ascii_case(name)
}

/// Returns the end of a script: the next `</script` that does not belong to a `<script` between `<!--` and `-->`.
fn find_script_end(bytes: &[u8], from: usize) -> usize {
    // The position of the dashes in an open `<!--`. A `-->` may share these dashes, as in `<!-->`.
    let mut comment_start: Option<usize> = None;
    // Whether a `<script` is open in the comment.
    let mut in_inner_script = false;
    for found in memchr2_iter(b'<', b'>', &bytes[from..]) {
        let at = from + found;
        let rest = &bytes[at..];
        if begins_with_name(rest, b"</", b"script") {
            if !in_inner_script {
                return at;
            }
            in_inner_script = false;
        } else if begins_with_name(rest, b"<", b"script") {
            in_inner_script = comment_start.is_some();
        } else if comment_start.is_none() && rest.starts_with(b"<!--") {
            comment_start = Some(at + 2);
        } else if comment_start.is_some_and(|start| bytes[start..=at].ends_with(b"-->")) {
            (comment_start, in_inner_script) = (None, false);
        }
    }
    bytes.len()
}
