//! Where a text names an address or a file: values come without their places, so that who has to tell of one looks for it.

use std::ops::Range;

/// Where `text` has `name` as a whole: not as the beginning or end of a longer one.
pub fn find(text: &str, name: &str) -> Option<Range<usize>> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.' | '%' | '#');
    text.match_indices(name).map(|(at, found)| at..at + found.len()).find(|span| {
        let after = &text[span.end..];
        let ends = !after.trim_start_matches('/').starts_with(part);
        ends && (name.starts_with('#') || !text[..span.start].ends_with(part))
    })
}

#[cfg(test)]
mod tests {
    use super::find;

    fn check(text: &str, name: &str, expected: Option<usize>) {
        assert_eq!(find(text, name).map(|span| span.start), expected, "{text:?} {name:?}");
    }

    #[test]
    fn an_address_is_found_where_it_is_written_as_a_whole() {
        check("[x](/Contakt/)", "/Contakt/", Some(4));
        check("href: /Contakt/", "/Contakt", Some(6));
        check("/Contakt/more then /Contakt.", "/Contakt", None);
        check("/Contakts and /Contakt", "/Contakt", Some(14));
        check("/a/Contakt", "/Contakt", None);
    }
}
