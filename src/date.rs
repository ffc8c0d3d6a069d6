//! Dates: parsing, formatting by patterns such as `%d.%m.%Y`, time zones, and the fixed "now" of a build. `language`
//! writes dates in words.

use jiff::civil::DateTime;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// The source of "now": the text of `--clock` or the moment the run began. A text without a zone is in the site's zone.
#[derive(Debug, Clone)]
pub struct Clock(String);

impl Clock {
    /// Reads the system's clock. Call it once per run.
    pub fn system() -> Self {
        Self(Timestamp::now().to_string())
    }

    /// Reads `2025-11-01`, `2025-11-01T10:00` or a time with a zone.
    ///
    /// # Errors
    /// Fails if the text is not a valid date.
    pub fn parse(text: &str) -> Result<Self, String> {
        parse(text, &TimeZone::UTC).map(|_| Self(text.to_owned()))
    }

    /// Returns the build's "now" in the site's zone.
    pub fn now(&self, zone: &TimeZone) -> Zoned {
        // `Clock::parse` has accepted the text, so only a date at an end of the calendar fails in another zone.
        parse(&self.0, zone).unwrap_or_else(|_| Timestamp::UNIX_EPOCH.to_zoned(zone.clone()))
    }
}

/// The hint for a zone in brackets without an offset.
pub const WRITE_OFFSET: &str = "write the offset before the zone: 2023-06-16T10:00+05:30[Asia/Kolkata]";

/// Reads a date (as the beginning of that day), a date and time, or a time with a zone (RFC 3339, RFC 9557). Returns
/// the moment in `zone`, which also applies to texts without a zone.
///
/// # Errors
/// Fails if the text is not a valid date, or names a zone in brackets without an offset.
pub fn parse(text: &str, zone: &TimeZone) -> Result<Zoned, String> {
    let text = text.trim();
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Ok(moment.to_zoned(zone.clone()));
    }
    // `DateTime` would ignore the zone.
    if text.contains('[') {
        return Err(format!("`{text}` has a zone and no offset; {WRITE_OFFSET}"));
    }
    let civil = text.parse::<DateTime>();
    let civil = civil.map_err(|_| format!("`{text}` is not a date such as 2023-06-16 or 2023-06-16T10:00"))?;
    civil.to_zoned(zone.clone()).map_err(|_| format!("`{text}` is out of the range of dates"))
}

/// Formats by a `strftime` pattern, or by one of the names `iso` (2023-06-16), `rfc3339` and `rfc2822`.
///
/// # Errors
/// Fails if the pattern is invalid.
pub fn format(moment: &Zoned, pattern: &str) -> Result<String, String> {
    let pattern = match pattern {
        "iso" => "%Y-%m-%d",
        "rfc3339" => "%Y-%m-%dT%H:%M:%S%:z",
        "rfc2822" => "%a, %d %b %Y %H:%M:%S %z",
        other => other,
    };
    strtime::format(pattern, moment).map_err(|_| format!("`{pattern}` is not a date format such as `%-d %B %Y`"))
}

/// Finds a time zone by its IANA name.
///
/// # Errors
/// Fails if the name is unknown. The error suggests a similar name, if there is one.
pub fn zone(name: &str) -> Result<TimeZone, String> {
    TimeZone::get(name).map_err(|_| {
        let names: Vec<String> = jiff::tz::db().available().map(|n| n.to_string()).collect();
        crate::diagnostic::did_you_mean(name, names.iter().map(String::as_str), "use a name such as `Asia/Kolkata`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let zone = zone("Asia/Kolkata").expect("a zone that exists");
        assert_eq!(parse(text, &zone).and_then(|moment| format(&moment, "rfc3339")).as_deref(), Ok(expected), "{text}");
    }

    #[test]
    fn a_date_without_a_zone_is_in_the_sites_zone() {
        check("2023-06-16", "2023-06-16T00:00:00+05:30");
        check("2023-06-16T10:00", "2023-06-16T10:00:00+05:30");
        check("2023-06-16 10:00:30", "2023-06-16T10:00:30+05:30");
        check("2023-06-16T10:00:00Z", "2023-06-16T15:30:00+05:30");
        check("2023-06-16T10:00:00+02:00", "2023-06-16T13:30:00+05:30");
        check("2023-06-16T10:00+02:00[Europe/Berlin]", "2023-06-16T13:30:00+05:30");
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in ["2023-02-30", "16.6.2023", "", "soon", "2023-06-16T25:00", "2023-06-16T10:00[Europe/Berlin]"] {
            assert!(parse(text, &TimeZone::UTC).is_err(), "{text}");
        }
        assert!(zone("Asia/Kolkatta").is_err_and(|message| message.contains("Asia/Kolkata")));
    }
}
