//! The end of a page's head.

use super::scanner::{ScanVisitor, scan};
use super::tag::Tag;

/// Returns the byte of the page's `</head>`. A `</head>` in a script or comment does not count.
pub fn head_end(page: &str) -> Option<usize> {
    let closes_head = |end: usize| {
        let mut finder = HeadFinder { is_closed: false };
        scan(&page[..end], &mut finder);
        finder.is_closed
    };
    page.match_indices("</head>").find(|(at, tag)| closes_head(at + tag.len())).map(|(at, _)| at)
}

struct HeadFinder {
    is_closed: bool,
}

impl<'a> ScanVisitor<'a> for HeadFinder {
    fn start(&mut self, _: &Tag<'a>) {}

    fn end(&mut self, name: &'a str) {
        self.is_closed |= name == "head";
    }
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
