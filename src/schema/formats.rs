//! The formats of dates and times, and the suggestions for texts that do not have them.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::date;

/// The name of `date-time` in the standard schema: JSON Schema's own `date-time` requires a time zone, ours does not.
pub(super) const LOCAL_DATE_TIME: &str = "local-date-time";

/// Whether the text is an existing day, such as `2023-06-16`.
pub(super) fn is_date(text: &str) -> bool {
    has_date_shape(text) && text.len() == 10 && text.parse::<Date>().is_ok()
}

/// Whether the text is a date and time, such as `2023-06-16T10:00`; seconds and time zone are optional.
pub(super) fn is_date_time(text: &str) -> bool {
    has_date_shape(text)
        && matches!(text.as_bytes().get(10), Some(b'T' | b't' | b' '))
        && date::parse(text, &TimeZone::UTC).is_ok()
}

/// Whether the text begins like a date: four, two and two digits, joined by hyphens.
fn has_date_shape(text: &str) -> bool {
    text.as_bytes().get(..10).is_some_and(|b| {
        b.iter().enumerate().all(|(i, b)| if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() })
    })
}

/// Returns the correction of a text that is not a date or, if `with_time`, not a date and time: what to write, or what
/// is wrong.
pub(super) fn suggest_correction(text: &str, with_time: bool) -> String {
    if has_date_shape(text) {
        let (day, rest) = text.split_at(10);
        if let Some(reason) = explain_invalid_day(day) {
            return reason;
        }
        return match (with_time, rest.is_empty()) {
            (false, _) => format!("write only the day: {day}"),
            (true, true) => format!("add the time: {day}T10:00"),
            (true, false) if rest.contains('[') => date::WRITE_OFFSET.to_owned(),
            (true, false) => "no such time; write the time as 10:00".to_owned(),
        };
    }
    // The order of year, month and day is certain in 2023-6-5 and 2023/06/05.
    let parts: Vec<&str> = text.split(['-', '/', '.']).collect();
    if let [year, month, day] = parts[..]
        && year.len() == 4
        && (1..=2).contains(&month.len())
        && (1..=2).contains(&day.len())
    {
        let date = format!("{year}-{month:0>2}-{day:0>2}");
        if is_date(&date) {
            return format!("write {}", if with_time { date + "T10:00" } else { date });
        }
    }
    format!("write year, month, day: {}", if with_time { "2023-06-16T10:00" } else { "2023-06-16" })
}

/// Says why there is no day such as `2023-02-30`; returns `None` if the day exists.
fn explain_invalid_day(date: &str) -> Option<String> {
    let [year, month, day] = [&date[..4], &date[5..7], &date[8..]].map(|n| n.parse::<i16>().unwrap_or_default());
    let month = i8::try_from(month).unwrap_or_default();
    let Ok(first) = Date::new(year, month, 1) else { return Some(format!("there is no month {month}")) };
    let days = i16::from(first.days_in_month());
    (day < 1 || day > days).then(|| format!("{} has {days} days", first.strftime("%B %Y")))
}

#[cfg(test)]
mod tests {
    use super::{date, is_date, is_date_time, suggest_correction};

    #[test]
    fn only_existing_days_are_dates() {
        for valid in ["2023-06-16", "2024-02-29", "0001-01-01"] {
            assert!(is_date(valid), "{valid}");
        }
        for invalid in ["2023-02-30", "2023-13-01", "2023-6-16", "20230616", "2023-06-16T10:00", "", "2023-06-1é"] {
            assert!(!is_date(invalid), "{invalid}");
        }
    }

    #[test]
    fn times_may_have_seconds_and_a_zone() {
        for valid in [
            "2023-06-16T10:00",
            "2023-06-16 10:00",
            "2023-06-16T10:00:30",
            "2023-06-16T10:00:30.5",
            "2023-06-16T10:00Z",
            "2023-06-16T10:00:00+05:30",
        ] {
            assert!(is_date_time(valid), "{valid}");
        }
        for invalid in [
            "2023-06-16",
            "2023-06-16T25:00",
            "2023-02-30T10:00",
            "2023-06-16T",
            "10:00",
            "2023-06-16x10:00",
            "2023-06-16T10:00[Asia/Kolkata]",
        ] {
            assert!(!is_date_time(invalid), "{invalid}");
        }
    }

    #[test]
    fn corrections_say_what_to_write() {
        for (text, with_time, expected) in [
            ("2023-02-30", false, "February 2023 has 28 days"),
            ("2023-06-00", false, "June 2023 has 30 days"),
            ("2023-13-01", false, "there is no month 13"),
            ("2023-6-5", false, "write 2023-06-05"),
            ("2023/06/05", true, "write 2023-06-05T10:00"),
            ("16.06.2023", false, "write year, month, day: 2023-06-16"),
            ("June 16", false, "write year, month, day: 2023-06-16"),
            ("2023-06-16T10:00", false, "write only the day: 2023-06-16"),
            ("2023-06-16", true, "add the time: 2023-06-16T10:00"),
            ("2023-06-16T25:00", true, "no such time; write the time as 10:00"),
            ("2023-06-16T10:00[Asia/Kolkata]", true, date::WRITE_OFFSET),
            ("", false, "write year, month, day: 2023-06-16"),
        ] {
            assert_eq!(suggest_correction(text, with_time), expected, "{text}");
        }
    }
}
