//! Faults of mock endpoints: which failure, at which endpoints, and for how many requests.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::endpoint::{Endpoint, EndpointKind};
use super::form_data::SubmittedField;
use crate::diagnostic::list_names;

/// The longest delay in milliseconds: ten minutes.
const MAX_DELAY_MS: u32 = 600_000;

/// One kind of failure; [`ALL_FAULTS`] says what each does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Refuse,
    Hang,
    Cut,
    Part,
    Garble,
    Nonsense,
    Unreadable,
    Status,
    Preflight,
    Lost,
}

/// All faults with their names and descriptions.
pub const ALL_FAULTS: [(Fault, &str, &str); 10] = [
    (Fault::Refuse, "refuse", "hangs up before reading anything"),
    (Fault::Hang, "hang", "reads it, does nothing with it and never answers"),
    (Fault::Cut, "cut", "keeps it, then hangs up without an answer"),
    (Fault::Part, "part", "keeps it, then hangs up in the middle of the answer"),
    (Fault::Garble, "garble", "keeps it, then answers with bytes that are not HTTP"),
    (Fault::Nonsense, "nonsense", "keeps it, then answers 200 with a text that means nothing"),
    (
        Fault::Unreadable,
        "unreadable",
        "does nothing with it and answers with a page that scripts may not read, as if the service had failed",
    ),
    (Fault::Status, "status", "does nothing with it and answers with the status"),
    (Fault::Preflight, "preflight", "refuses the preflight (json-post endpoints; form-post always does)"),
    (Fault::Lost, "lost", "keeps it, then redirects to a URL that never responds (form-post endpoints)"),
];

impl Fault {
    fn parse(name: &str) -> Result<Self, String> {
        let found = ALL_FAULTS.iter().find(|(_, known, _)| *known == name);
        found.map(|(fault, ..)| *fault).ok_or_else(|| {
            let names = list_names(ALL_FAULTS.iter().map(|(_, name, _)| *name));
            format!("there is no fault `{name}`; the faults are: `none`, {names}")
        })
    }

    fn name(self) -> &'static str {
        ALL_FAULTS.iter().find(|(fault, ..)| *fault == self).map_or("", |(_, name, _)| *name)
    }

    /// Whether the endpoint keeps the submission in spite of the fault.
    pub fn keeps_submission(self) -> bool {
        matches!(self, Self::Cut | Self::Part | Self::Garble | Self::Nonsense | Self::Preflight | Self::Lost)
    }
}

/// The behaviour that is set for some endpoints.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FaultRule {
    pub fault: Option<Fault>,
    /// The status of the response of [`Fault::Status`]. Other faults ignore this field.
    pub status: u16,
    /// The delay before the response to a POST.
    pub delay: Duration,
    /// The number of requests that the rule still applies to; `None` for all.
    remaining: Option<u32>,
}

/// The rules by scope: an endpoint (`form-post/news`), a kind (`form-post`), or all endpoints (empty).
#[derive(Debug, Default)]
pub struct FaultTable(BTreeMap<String, FaultRule>);

impl FaultTable {
    /// Sets the rule that these fields describe: `endpoint` (`KIND/NAME`, `KIND`, or empty for all), `fault` (empty or
    /// `none` for none), `status`, `delay` in milliseconds, `times`. If neither a fault nor a delay is given, or if
    /// `times` is 0, removes the rule for `endpoint`.
    ///
    /// # Errors
    /// Returns a message if a field is not valid.
    pub fn set(&mut self, fields: &[SubmittedField]) -> Result<(), String> {
        let field = |name: &str| fields.iter().find(|(key, _)| key == name);
        let text = |name: &str| field(name).map(|(_, text)| text.trim().to_owned()).filter(|text| !text.is_empty());
        let number = |name: &str, max: u32| {
            let Some(text) = text(name) else { return Ok(None) };
            match text.parse::<u32>() {
                Ok(number) if number <= max => Ok(Some(number)),
                _ => Err(format!("`{name}` must be a whole number up to {max}, not `{text}`")),
            }
        };
        let scope = text("endpoint").unwrap_or_default();
        let is_scope = scope.is_empty() || EndpointKind::parse(&scope).is_some() || Endpoint::parse(&scope).is_some();
        if !is_scope {
            return Err(format!(
                "`{scope}` is not an endpoint: write `form-post/NAME`, `json-post/NAME`, `form-post`, `json-post`, or \
                 nothing for all"
            ));
        }
        let status = number("status", 999)?.and_then(|status| u16::try_from(status).ok()).unwrap_or(500);
        let fault = text("fault").filter(|name| name != "none").map(|name| Fault::parse(&name)).transpose()?;
        if fault == Some(Fault::Status) && !(400..=599).contains(&status) {
            return Err(format!("`status` must be 400 to 599, not {status}"));
        }
        let delay = Duration::from_millis(number("delay", MAX_DELAY_MS)?.unwrap_or(0).into());
        let remaining = number("times", u32::MAX)?;
        let has_effect = (fault.is_some() || !delay.is_zero()) && remaining != Some(0);
        if has_effect {
            self.0.insert(scope, FaultRule { fault, status, delay, remaining });
        } else {
            self.0.remove(&scope);
        }
        Ok(())
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the rule for a request to an endpoint. A POST uses up one of the requests that the rule applies to. So
    /// does a preflight that is refused because of the rule, as browsers send no POST after it.
    pub fn use_rule(&mut self, endpoint: &Endpoint, method: &str) -> FaultRule {
        let scope = self.scope_for(endpoint);
        let Some(rule) = scope.and_then(|scope| self.0.get_mut(&scope)) else { return FaultRule::default() };
        let applied = *rule;
        let is_preflight = method == "OPTIONS" && endpoint.kind == EndpointKind::JsonPost;
        if method == "POST" || (is_preflight && applied.fault == Some(Fault::Preflight)) {
            rule.remaining = rule.remaining.map(|times| times - 1);
            self.0.retain(|_, rule| rule.remaining != Some(0));
        }
        applied
    }

    /// Returns the scope of the most specific rule for an endpoint.
    fn scope_for(&self, endpoint: &Endpoint) -> Option<String> {
        let scopes = [endpoint.to_string(), endpoint.kind.name().to_owned(), String::new()];
        scopes.into_iter().find(|scope| self.0.contains_key(scope))
    }

    pub fn rules(&self) -> impl Iterator<Item = (&str, &FaultRule)> {
        self.0.iter().map(|(scope, rule)| (scope.as_str(), rule))
    }

    pub fn json(&self) -> Value {
        let rules = self.rules().map(|(scope, rule)| {
            json!({
                "endpoint": scope,
                "fault": rule.fault.map(Fault::name),
                "status": (rule.fault == Some(Fault::Status)).then_some(rule.status),
                "delay": rule.delay.as_millis(),
                "times": rule.remaining,
            })
        });
        rules.collect()
    }
}

impl FaultRule {
    pub fn describe(&self) -> String {
        let fault = self.fault.map(|fault| match fault {
            Fault::Status => format!("status {}", self.status),
            other => other.name().to_owned(),
        });
        let delay = (!self.delay.is_zero()).then(|| format!("after {} ms", self.delay.as_millis()));
        let times = self.remaining.map(|times| if times == 1 { "once".to_owned() } else { format!("{times} times") });
        [fault, delay, times].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(faults: &mut FaultTable, fields: &[(&str, &str)]) -> Result<(), String> {
        let fields: Vec<_> = fields.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        faults.set(&fields)
    }

    fn endpoint(path: &str) -> Endpoint {
        Endpoint::parse(path).expect("an endpoint")
    }

    #[test]
    fn every_fault_has_a_name() {
        for (fault, ..) in ALL_FAULTS {
            assert_eq!(Fault::parse(fault.name()), Ok(fault));
        }
    }

    #[test]
    fn the_most_specific_rule_applies() {
        let mut faults = FaultTable::default();
        set(&mut faults, &[("fault", "hang")]).expect("set");
        set(&mut faults, &[("endpoint", "form-post"), ("fault", "cut")]).expect("set");
        set(&mut faults, &[("endpoint", "form-post/a"), ("fault", "status"), ("status", "503"), ("delay", "20")])
            .expect("set");
        let check = |path: &str, expected: Fault, faults: &mut FaultTable| {
            assert_eq!(faults.use_rule(&endpoint(path), "POST").fault, Some(expected), "{path}");
        };
        check("json-post/a", Fault::Hang, &mut faults);
        check("form-post/b", Fault::Cut, &mut faults);
        let rule = faults.use_rule(&endpoint("form-post/a"), "POST");
        assert_eq!((rule.fault, rule.status, rule.delay), (Some(Fault::Status), 503, Duration::from_millis(20)));
        set(&mut faults, &[("endpoint", "form-post/a"), ("fault", "none")]).expect("set");
        check("form-post/a", Fault::Cut, &mut faults);
        faults.clear();
        assert_eq!(faults.use_rule(&endpoint("form-post/a"), "POST"), FaultRule::default());
    }

    #[test]
    fn a_rule_for_some_requests_ends_after_them() {
        let mut faults = FaultTable::default();
        set(&mut faults, &[("fault", "refuse"), ("times", "2")]).expect("set");
        let at = endpoint("json-post/a");
        assert_eq!(faults.use_rule(&at, "OPTIONS").fault, Some(Fault::Refuse));
        let applied: Vec<_> = (0..3).map(|_| faults.use_rule(&at, "POST").fault).collect();
        assert_eq!(applied, [Some(Fault::Refuse), Some(Fault::Refuse), None]);
    }

    #[test]
    fn refused_preflights_count() {
        let mut faults = FaultTable::default();
        set(&mut faults, &[("fault", "preflight"), ("times", "2")]).expect("set");
        // Form endpoints refuse preflights without a fault too.
        faults.use_rule(&endpoint("form-post/a"), "OPTIONS");
        let at = endpoint("json-post/a");
        let applied: Vec<_> = (0..3).map(|_| faults.use_rule(&at, "OPTIONS").fault).collect();
        assert_eq!(applied, [Some(Fault::Preflight), Some(Fault::Preflight), None]);
    }

    #[test]
    fn invalid_rules_are_refused() {
        let mut faults = FaultTable::default();
        let mut check = |fields: &[(&str, &str)], word: &str| {
            let message = set(&mut faults, fields).expect_err("wrong");
            assert!(message.contains(word), "{message}");
        };
        check(&[("fault", "explode")], "`explode`");
        check(&[("fault", "status"), ("status", "200")], "200");
        check(&[("fault", "status"), ("status", "x")], "`x`");
        check(&[("fault", "hang"), ("endpoint", "fax/a")], "`fax/a`");
        check(&[("delay", "-1")], "`-1`");
        check(&[("delay", "600001")], "600000");
        assert_eq!(faults.rules().count(), 0);
    }
}
