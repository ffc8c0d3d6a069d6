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
    /// Whether a field with this value holds what the condition says.
    pub fn is_met_by(&self, value: Option<&Value>, now: &Zoned) -> bool {
        match self {
            Self::Equal(wanted) => value == Some(wanted),
            Self::Within(span) => {
                value.and_then(Value::as_str).is_some_and(|date| span.resolve(now).is_ok_and(|contains| contains(date)))
            }
        }
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
