//! Conditional and range requests: whether a client's copy is current, and which part of a file the client requests.

use std::ops::Range;

use super::parse::parse_digits;

/// Returns the part of a file of `length` bytes that a `Range` header requests. The part is empty if none of the
/// requested bytes exists. Returns `None`, for the whole file, if the header is absent, malformed, of another unit than
/// bytes, or with several ranges.
pub fn parse_range(header: Option<&str>, length: usize) -> Option<Range<usize>> {
    let part = match parse_positions(header?)? {
        (None, None) => return None,
        (Some(first), Some(last)) if first > last => return None,
        (Some(first), last) => first..last.map_or(length, |last| last.saturating_add(1)),
        // Without a first position, `count` is how many bytes at the end of the file are requested.
        (None, Some(count)) => length.saturating_sub(count)..length,
    };
    Some(part.start.min(length)..part.end.min(length))
}

/// Parses the two positions around the `-` of a byte range; either may be missing. Returns `None` for any other header.
fn parse_positions(header: &str) -> Option<(Option<usize>, Option<usize>)> {
    let (unit, ranges) = header.split_once('=')?;
    let (first, last) = ranges.split_once('-')?;
    let position = |text: &str| match text.trim() {
        "" => Some(None),
        number => parse_digits(number).map(Some),
    };
    unit.trim().eq_ignore_ascii_case("bytes").then_some((position(first)?, position(last)?))
}

/// Whether the client's copy is current: `If-None-Match` is `*` or names `tag`, the file's entity tag with its quotes.
pub fn is_current(header: Option<&str>, tag: &str) -> bool {
    header.is_some_and(|header| {
        header.split(',').map(str::trim).any(|item| item == "*" || item.strip_prefix("W/").unwrap_or(item) == tag)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_parsed() {
        let check = |header: &str, expected: Option<Range<usize>>| {
            assert_eq!(parse_range(Some(header), 10), expected, "{header}");
        };
        check("bytes=0-0", Some(0..1));
        check("bytes=2-5", Some(2..6));
        check("bytes=2-", Some(2..10));
        check("bytes=2-99", Some(2..10));
        check("bytes=2-18446744073709551615", Some(2..10));
        check("bytes=2-99999999999999999999999", Some(2..10));
        check("bytes=-3", Some(7..10));
        check("bytes=-30", Some(0..10));
        check("Bytes = 1 - 2", Some(1..3));
        check("bytes=10-", Some(10..10));
        check("bytes=10-12", Some(10..10));
        check("bytes=-0", Some(10..10));
        for ignored in [
            "",
            "bytes",
            "bytes=",
            "bytes=-",
            "bytes=5-2",
            "bytes=a-b",
            "bytes=0-1,3-4",
            "lines=0-1",
            "bytes=+1-2",
            "bytes=12-x",
            "bytes=x-2",
        ] {
            check(ignored, None);
        }
        assert_eq!(parse_range(None, 10), None);
        assert_eq!(parse_range(Some("bytes=-1"), 0), Some(0..0));
        assert_eq!(parse_range(Some("bytes=0-"), 0), Some(0..0));
    }

    #[test]
    fn tags_match_strong_weak_and_star() {
        let check = |header: &str, expected: bool| assert_eq!(is_current(Some(header), "\"a\""), expected, "{header}");
        check("\"a\"", true);
        check("W/\"a\"", true);
        check("\"b\", \"a\"", true);
        check("*", true);
        check("a", false);
        check("\"ab\"", false);
        check("", false);
        assert!(!is_current(None, "\"a\""));
    }

    proptest::proptest! {
        #[test]
        fn a_range_lies_within_the_file(header in "(bytes=)?[0-9a-z,= -]{0,12}", length in 0usize..20) {
            if let Some(part) = parse_range(Some(&header), length) {
                assert!(part.start <= part.end && part.end <= length);
            }
        }
    }
}
