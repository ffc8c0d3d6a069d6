//! Finished HTML without what no browser shows: comments, and white space beyond one character.
//!
//! Left alone is all in which every character counts: `pre`, `textarea`, scripts, styles, attributes, and islands, whose HTML React
//! compares with its own. Runs of white space become one space or line break, never none: between inline elements that is
//! a gap which people see. (CSS can make white space count elsewhere, `white-space: pre-line` for one: such a site leaves this off.)

use memchr::{memchr, memchr3, memmem};

/// The same page with fewer bytes.
pub fn minify(html: &str) -> String {
    let bytes = html.as_bytes();
    let mut small = String::with_capacity(html.len());
    let island = memmem::Finder::new(b" data-island=");
    // Up to where all is written, and from where on markup is looked for.
    let (mut at, mut from) = (0, 0);
    while let Some(open) = memchr(b'<', &bytes[from..]).map(|found| from + found) {
        let begins = bytes.get(open + 1).is_some_and(|&byte| byte.is_ascii_alphabetic() || b"/!?".contains(&byte));
        if !begins {
            // A `<` by itself is text.
            from = open + 1;
            continue;
        }
        collapse(&html[at..open], &mut small);
        at = if bytes[open..].starts_with(b"<!--") {
            let end = memmem::find(&bytes[open + 4..], b"-->").map_or(html.len(), |found| open + 4 + found + 3);
            // Old browsers read these.
            if bytes[open..].starts_with(b"<!--[") {
                small.push_str(&html[open..end]);
            }
            end
        } else {
            let tag = tag_end(bytes, open);
            let name = name(&html[open + 1..tag]);
            let end = if bytes.get(open + 1) == Some(&b'/') {
                tag
            } else if ["pre", "textarea", "script", "style"].iter().any(|verbatim| name.eq_ignore_ascii_case(verbatim))
            {
                raw_end(html, tag, name)
            } else if island.find(&bytes[open..tag]).is_some() {
                element_end(html, tag, name)
            } else {
                tag
            };
            small.push_str(&html[open..end]);
            end
        };
        from = at;
    }
    collapse(&html[at..], &mut small);
    small
}

/// Writes a text with each run of white space as one character.
fn collapse(text: &str, small: &mut String) {
    let mut written = 0;
    let bytes = text.as_bytes();
    let is_space = |byte: u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b'\x0c');
    let mut at = 0;
    while at < bytes.len() {
        if !is_space(bytes[at]) {
            at += 1;
            continue;
        }
        let end = bytes[at..].iter().position(|&byte| !is_space(byte)).map_or(bytes.len(), |length| at + length);
        if end - at > 1 {
            small.push_str(&text[written..at]);
            small.push(if bytes[at..end].contains(&b'\n') { '\n' } else { ' ' });
            written = end;
        }
        at = end;
    }
    small.push_str(&text[written..]);
}

/// Just after the `>` of the tag that begins at `open`: one in quotes does not end it.
fn tag_end(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while let Some(found) = memchr3(b'>', b'"', b'\'', &bytes[at..]).map(|found| at + found) {
        at = found + 1;
        if bytes[found] == b'>' {
            return at;
        }
        // A quote begins a value only after `=`.
        if bytes[..found].trim_ascii_end().ends_with(b"=") {
            at = memchr(bytes[found], &bytes[at..]).map_or(bytes.len(), |length| at + length + 1);
        }
    }
    bytes.len()
}

fn name(tag: &str) -> &str {
    let tag = tag.trim_start_matches('/');
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    &tag[..tag.as_bytes().iter().position(ends).unwrap_or(tag.len())]
}

/// Where the content that begins at `from` ends: before the end tag of this name.
fn raw_end(html: &str, from: usize, wanted: &str) -> usize {
    let mut at = from;
    while let Some(found) = memmem::find(&html.as_bytes()[at..], b"</") {
        at += found;
        if name(&html[at + 1..]).eq_ignore_ascii_case(wanted) {
            return at;
        }
        at += 2;
    }
    html.len()
}

/// Just after the end tag that belongs to the element whose start tag ends at `from`.
fn element_end(html: &str, from: usize, wanted: &str) -> usize {
    let bytes = html.as_bytes();
    let (mut at, mut depth) = (from, 1_usize);
    while let Some(open) = memchr(b'<', &bytes[at..]).map(|found| at + found) {
        if bytes[open..].starts_with(b"<!--") {
            at = memmem::find(&bytes[open + 4..], b"-->").map_or(html.len(), |found| open + 4 + found + 3);
            continue;
        }
        let end = tag_end(bytes, open);
        let inner = name(&html[open + 1..end]);
        let is_end = bytes.get(open + 1) == Some(&b'/');
        at = end;
        if ["script", "style", "textarea"].iter().any(|raw| inner.eq_ignore_ascii_case(raw)) && !is_end {
            at = raw_end(html, end, inner);
        } else if inner.eq_ignore_ascii_case(wanted) {
            depth = if is_end { depth - 1 } else { depth + 1 };
            if depth == 0 {
                return end;
            }
        }
    }
    html.len()
}

#[cfg(test)]
mod tests {
    use super::minify;

    fn check(html: &str, expected: &str) {
        assert_eq!(minify(html), expected);
        assert_eq!(minify(expected), expected, "once is enough");
    }

    #[test]
    fn white_space_becomes_one_character() {
        check("<p>a  b\n\n  <b>c</b> \t<i>d</i></p>\n\n", "<p>a b\n<b>c</b> <i>d</i></p>\n");
        check("a<!-- note -->b<!--[if IE]>c<![endif]-->", "ab<!--[if IE]>c<![endif]-->");
        check("1 <  2 <!---->", "1 < 2 ");
    }

    #[test]
    fn what_counts_is_left_alone() {
        for same in [
            "<pre>a\n\n  <b>b</b>  c</pre>",
            "<textarea>a  b</textarea>",
            "<script>let a =  '</p>  ';</script>",
            "<style>a  {}</style>",
            "<a title=\"a  >  b\" alt='\"  '>c</a>",
            "<div id=\"x\" data-island=\"Counter\"><div>a  b<!-- --></div>  <!-- > </div> -->  c</div>",
        ] {
            check(same, same);
        }
        check(
            "<div data-island=\"A\"> <p>  </p></div>  <p>  a</p>",
            "<div data-island=\"A\"> <p>  </p></div> <p> a</p>",
        );
        check("<PRE>a  b</PRE>  c", "<PRE>a  b</PRE> c");
    }

    proptest::proptest! {
        #[test]
        fn words_and_tags_stay(parts in proptest::collection::vec(proptest::sample::select(vec![
            "<p>", "</p>", " ", "  ", "\n", "a", "é", "<pre>", "</pre>", "<", ">", "\"", "<!--", "-->", "<div data-island='x'>", "</div>", "<div>",
            "<script>", "</script>", "<a b='c  d'>", "'", "=",
        ]), 0..40)) {
            let html = parts.concat();
            let small = minify(&html);
            proptest::prop_assert!(small.len() <= html.len());
            if !html.contains("<!--") {
                let words = |text: &str| text.split_whitespace().collect::<String>();
                proptest::prop_assert_eq!(words(&small), words(&html));
            }
        }
    }
}
