//! Numbers with their units, for messages.

use std::fmt::Display;
use std::time::Duration;

/// Formats a count: `1 page`, `2 pages`.
pub fn count(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    match (&*number, noun) {
        ("1", _) => format!("1 {noun}"),
        (_, "address") => format!("{number} addresses"),
        _ => format!("{number} {noun}s"),
    }
}

/// Formats a time in milliseconds or seconds. Seconds begin where milliseconds would be rounded to `1000.0 ms`.
pub fn duration(time: Duration) -> String {
    let milliseconds = time.as_secs_f64() * 1e3;
    if milliseconds < 999.95 { format!("{milliseconds:.1} ms") } else { format!("{:.2} s", milliseconds / 1e3) }
}

/// Formats a number of bytes; 1 KB is 1000 bytes.
pub fn size(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "rounded to a tenth anyway")]
    let kilobytes = bytes as f64 / 1e3;
    match bytes {
        ..1000 => format!("{bytes} B"),
        // 999,950 bytes would be rounded to `1000.0 KB`.
        1000..999_950 => format!("{kilobytes:.1} KB"),
        _ => format!("{:.1} MB", kilobytes / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_get_their_unit() {
        assert_eq!([count(1, "page"), count(0, "page"), count(2, "address")], ["1 page", "0 pages", "2 addresses"]);
        assert_eq!([size(999), size(1000), size(2_150_000)], ["999 B", "1.0 KB", "2.1 MB"]);
        assert_eq!([size(999_949), size(999_950)], ["999.9 KB", "1.0 MB"]);
        assert_eq!(duration(Duration::from_micros(1250)), "1.2 ms");
        assert_eq!(duration(Duration::from_millis(1250)), "1.25 s");
        assert_eq!(duration(Duration::from_micros(999_960)), "1.00 s");
    }
}
