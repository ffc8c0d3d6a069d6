//! The conditions that the entries of a list have to meet: values of fields, and spans of time for dates.

use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds};

use jiff::Zoned;
use serde::Deserialize;
use serde_json::Value;

use crate::date;

/// The conditions of a list, by field.
pub type Conditions = BTreeMap<String, Condition>;

/// What a field has to hold.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Condition {
    /// A date in a span of time.
    Within(TimeSpan),
    Equal(Value),
}

impl Condition {
    /// Lets past dates meet a condition with `from: now`.
    pub fn allow_past(&mut self) {
        if let Self::Within(span) = self {
            span.from = span.from.take().filter(|from| from != "now");
        }
    }

    /// Whether a field with this value holds what the condition says.
    pub fn is_met_by(&self, value: Option<&Value>, now: &Zoned) -> bool {
        match self {
            Self::Equal(wanted) => value.is_some_and(|value| are_equal(value, wanted)),
            Self::Within(span) => {
                value.and_then(Value::as_str).is_some_and(|date| span.resolve(now).is_ok_and(|contains| contains(date)))
            }
        }
    }
}

/// Whether two values are equal. Numbers are compared by their value, as in JSON Schema: 5 is 5.0.
fn are_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// A span of time. Each end is a date or the word `now`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeSpan {
    /// The first moment of the span.
    from: Option<String>,
    /// The first moment after the span.
    before: Option<String>,
}

impl TimeSpan {
    /// Returns a function that says whether a date lies in the span. Dates without a zone are in that of `now`.
    ///
    /// # Errors
    /// Fails if an end is not a valid date.
    pub fn resolve(&self, now: &Zoned) -> Result<impl Fn(&str) -> bool + use<>, String> {
        let zone = now.time_zone().clone();
        let moment = |text: &String| if text == "now" { Ok(now.clone()) } else { date::parse(text, &zone) };
        let from = self.from.as_ref().map(moment).transpose()?.map_or(Bound::Unbounded, Bound::Included);
        let before = self.before.as_ref().map(moment).transpose()?.map_or(Bound::Unbounded, Bound::Excluded);
        let range = (from, before);
        Ok(move |date: &str| date::parse(date, &zone).is_ok_and(|moment| range.contains(&moment)))
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use serde_json::json;

    use super::Condition;
    use crate::date::Clock;

    #[test]
    fn numbers_are_compared_by_their_value() {
        let now = Clock::system().now(&TimeZone::UTC);
        let check = |wanted, value, expected: bool| {
            assert_eq!(Condition::Equal(wanted).is_met_by(Some(&value), &now), expected);
        };
        check(json!(5), json!(5.0), true);
        check(json!(5), json!(6), false);
        check(json!(5), json!("5"), false);
    }
}
