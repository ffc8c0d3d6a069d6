//! The shift of headings to other levels.

use super::scanner::{ScanVisitor, scan};
use super::spans::{offset, replace_spans};
use super::tag::Tag;

/// Returns `html` with every heading `by` levels lower: with 1, an `h2` becomes an `h3`. The lowest level is `h6`, the
/// highest `h1`.
pub fn shift_headings(html: &str, by: i64) -> String {
    let mut finder = LevelFinder { html, digits: Vec::new() };
    scan(html, &mut finder);
    let shifted = |at: usize| i64::from(html.as_bytes()[at] - b'0').saturating_add(by).clamp(1, 6).to_string();
    replace_spans(html, finder.digits.into_iter().map(|at| (at..at + 1, shifted(at))))
}

struct LevelFinder<'a> {
    html: &'a str,
    /// The bytes at which the digits of the names `h1` to `h6` stand.
    digits: Vec<usize>,
}

impl<'a> LevelFinder<'a> {
    fn add(&mut self, name: &'a str) {
        if let [b'h' | b'H', b'1'..=b'6'] = name.as_bytes() {
            self.digits.push(offset(self.html, name) + 1);
        }
    }
}

impl<'a> ScanVisitor<'a> for LevelFinder<'a> {
    fn start(&mut self, tag: &Tag<'a>) {
        self.add(tag.name);
    }

    fn end(&mut self, name: &'a str) {
        self.add(name);
    }
}

#[cfg(test)]
mod tests {
    use super::shift_headings;

    #[test]
    fn headings_move_within_the_six_levels() {
        let check = |html: &str, by: i64, expected: &str| assert_eq!(shift_headings(html, by), expected, "{html}");
        check("<h2 id=a>A</h2><p>h2</p><H6>B</H6>", 1, "<h3 id=a>A</h3><p>h2</p><H6>B</H6>");
        check("<h3>A</h3><h2>B</h2>", -2, "<h1>A</h1><h1>B</h1>");
        check("<header>A</header><hr><!-- <h2> --><h2>ä", i64::MAX, "<header>A</header><hr><!-- <h2> --><h6>ä");
    }
}
