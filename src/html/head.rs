//! The end of a page's head.

use super::raw_text::begins_with_name;
use super::scanner::{Token, scan};

/// Returns the byte at which the page's `</head>` begins. A `</head>` in a script or comment does not count.
pub fn head_end(page: &str) -> Option<usize> {
    let is_end_tag = |at: usize| {
        let end = page[at..].find('>').map_or(page.len(), |length| at + length + 1);
        let mut is_closed = false;
        scan(&page[..end], |token| is_closed |= matches!(token, Token::End(tag) if tag.name == "head"));
        is_closed
    };
    let mut ends = page.match_indices("</").map(|(at, _)| at);
    ends.find(|&at| begins_with_name(&page.as_bytes()[at..], b"</", b"head") && is_end_tag(at))
}

#[cfg(test)]
mod tests {
    use super::head_end;

    #[test]
    fn only_an_end_tag_ends_the_head() {
        let check = |before: &str| assert_eq!(head_end(&format!("{before}</head></head>")), Some(before.len()));
        check("<html><head><title>a</title>");
        check("<head><script>'</head>'</script>");
        check("<head><!-- </head> --><style>/* </head> */</style><title></head></title>");
        assert_eq!(head_end("<head><script></head>"), None);
        assert_eq!(head_end("<HEAD></HEAD ><body></head>"), Some(6));
    }
}
