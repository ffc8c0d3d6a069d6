//! The end of a page's head.

use super::scanner::{Token, scan};

/// Returns the byte of the page's `</head>`. A `</head>` in a script or comment does not count.
pub fn head_end(page: &str) -> Option<usize> {
    let closes_head = |end: usize| {
        let mut is_closed = false;
        scan(&page[..end], |token| is_closed |= matches!(token, Token::End(tag) if tag.name == "head"));
        is_closed
    };
    page.match_indices("</head>").find(|(at, tag)| closes_head(at + tag.len())).map(|(at, _)| at)
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
    }
}
