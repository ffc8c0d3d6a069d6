//! Which part of a file a client wants, and whether it has it already.

use std::ops::Range;

/// What a `Range` header asks of `length` bytes.
#[derive(Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Everything: there is no such header, or one to be ignored (malformed, of another unit, of several ranges).
    All,
    Part(Range<usize>),
    /// Nothing that there is.
    Beyond,
}

/// Reads a `Range` header for `length` bytes.
pub fn range(header: Option<&str>, length: usize) -> Wanted {
    let Some((first, last)) = header.and_then(one_range) else { return Wanted::All };
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first > last => Wanted::All,
        (Some(first), _) if first >= length && (last.is_empty() || number(last).is_some()) => Wanted::Beyond,
        (Some(first), Some(last)) => Wanted::Part(first..last.saturating_add(1).min(length)),
        (Some(first), None) if last.is_empty() => Wanted::Part(first..length),
        (None, Some(0)) if first.is_empty() => Wanted::Beyond,
        (None, Some(_)) if first.is_empty() && length == 0 => Wanted::Beyond,
        (None, Some(count)) if first.is_empty() => Wanted::Part(length.saturating_sub(count)..length),
        _ => Wanted::All,
    }
}

fn one_range(header: &str) -> Option<(&str, &str)> {
    let (unit, ranges) = header.split_once('=')?;
    let (first, last) = ranges.trim().split_once('-')?;
    unit.trim().eq_ignore_ascii_case("bytes").then_some((first.trim(), last.trim()))
}

/// Digits only; a number too large for this machine is as good as the largest.
fn number(digits: &str) -> Option<usize> {
    let digits_only = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digits_only.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// Does an `If-None-Match` header name this tag?
pub fn matches(header: Option<&str>, tag: &str) -> bool {
    header.is_some_and(|header| {
        header.split(',').map(str::trim).any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let check = |header: &str, expected: Wanted| assert_eq!(range(Some(header), 10), expected, "{header}");
        check("bytes=0-0", Wanted::Part(0..1));
        check("bytes=2-5", Wanted::Part(2..6));
        check("bytes=2-", Wanted::Part(2..10));
        check("bytes=2-99", Wanted::Part(2..10));
        check("bytes=2-18446744073709551615", Wanted::Part(2..10));
        check("bytes=2-99999999999999999999999", Wanted::Part(2..10));
        check("bytes=-3", Wanted::Part(7..10));
        check("bytes=-30", Wanted::Part(0..10));
        check("Bytes = 1 - 2", Wanted::Part(1..3));
        check("bytes=10-", Wanted::Beyond);
        check("bytes=10-12", Wanted::Beyond);
        check("bytes=-0", Wanted::Beyond);
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
            check(ignored, Wanted::All);
        }
        assert_eq!(range(None, 10), Wanted::All);
        assert_eq!(range(Some("bytes=-1"), 0), Wanted::Beyond);
        assert_eq!(range(Some("bytes=0-"), 0), Wanted::Beyond);
    }

    #[test]
    fn tags_match() {
        let check = |header: &str, expected: bool| assert_eq!(matches(Some(header), "\"a\""), expected, "{header}");
        check("\"a\"", true);
        check("W/\"a\"", true);
        check("\"b\", \"a\"", true);
        check("*", true);
        check("a", false);
        check("\"ab\"", false);
        check("", false);
        assert!(!matches(None, "\"a\""));
    }

    proptest::proptest! {
        #[test]
        fn a_range_lies_within_the_file(header in "(bytes=)?[0-9a-z,= -]{0,12}", length in 0usize..20) {
            if let Wanted::Part(part) = range(Some(&header), length) {
                assert!(part.start < part.end && part.end <= length);
            }
        }
    }
}
