//! The shift of headings to other levels.

use super::scanner::{Token, scan};
use super::spans::{offset, replace_spans};

/// Returns `html` with every heading `by` levels lower: with 1, an `h2` becomes an `h3`. The lowest level is `h6`, the
/// highest `h1`.
pub fn shift_headings(html: &str, by: i64) -> String {
    let mut edits = Vec::new();
    scan(html, |token| {
        let (Token::Start(tag) | Token::End(tag)) = token else { return };
        if let Some(level) = tag.heading_level() {
            let at = offset(html, tag.written_name) + 1;
            edits.push((at..at + 1, i64::from(level).saturating_add(by).clamp(1, 6).to_string()));
        }
    });
    replace_spans(html, edits)
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
