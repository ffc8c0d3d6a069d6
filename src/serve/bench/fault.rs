//! What is to go wrong at an endpoint, when, and how often.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Endpoint, Kind};

/// One way to go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Hangs up before reading what is sent.
    Refuse,
    /// Takes it, does nothing with it, and never answers.
    Hang,
    /// Takes and keeps it, and hangs up in place of an answer.
    Cut,
    /// Takes and keeps it, and hangs up in the middle of the answer.
    Part,
    /// Takes and keeps it, and answers with bytes that are no HTTP.
    Garble,
    /// Takes and keeps it, and answers with 200 and a text that means nothing.
    Nonsense,
    /// Does nothing with it, and answers with a page that scripts of other origins may not read.
    Unreadable,
    /// Does nothing with it, and answers with this status.
    Status(u16),
    /// Refuses the preflight.
    Preflight,
    /// Takes and keeps it, and redirects to where nobody answers.
    Lost,
}

/// All faults by name, as the control address takes them, with what they do.
pub const NAMES: [(&str, &str); 10] = [
    ("refuse", "hangs up before reading anything"),
    ("hang", "reads it, does nothing with it and never answers"),
    ("cut", "keeps it, then hangs up without an answer"),
    ("part", "keeps it, then hangs up in the middle of the answer"),
    ("garble", "keeps it, then answers with bytes that are no HTTP"),
    ("nonsense", "keeps it, then answers 200 with a text that means nothing"),
    ("unreadable", "does nothing with it and answers with a page that scripts may not read, as a script that failed"),
    ("status", "does nothing with it and answers with the status"),
    ("preflight", "refuses the preflight (lead endpoints; sheets always do)"),
    ("lost", "keeps it, then redirects to where nobody answers (sheet endpoints)"),
];

impl Fault {
    fn parse(name: &str, status: Option<u16>) -> Result<Self, String> {
        Ok(match name {
            "refuse" => Self::Refuse,
            "hang" => Self::Hang,
            "cut" => Self::Cut,
            "part" => Self::Part,
            "garble" => Self::Garble,
            "nonsense" => Self::Nonsense,
            "unreadable" => Self::Unreadable,
            "preflight" => Self::Preflight,
            "lost" => Self::Lost,
            "status" => match status.unwrap_or(500) {
                status @ 400..=599 => Self::Status(status),
                other => return Err(format!("`status` is 400 to 599, not {other}")),
            },
            other => {
                let names: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
                return Err(format!("there is no fault `{other}`; there are none, {}", names.join(", ")));
            }
        })
    }

    /// As it is switched on.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refuse => "refuse",
            Self::Hang => "hang",
            Self::Cut => "cut",
            Self::Part => "part",
            Self::Garble => "garble",
            Self::Nonsense => "nonsense",
            Self::Unreadable => "unreadable",
            Self::Status(_) => "status",
            Self::Preflight => "preflight",
            Self::Lost => "lost",
        }
    }

    /// Does the endpoint keep what it got, although something goes wrong?
    pub fn keeps(self) -> bool {
        matches!(self, Self::Cut | Self::Part | Self::Garble | Self::Nonsense | Self::Preflight | Self::Lost)
    }
}

/// What is to happen at an endpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Plan {
    pub fault: Option<Fault>,
    /// Before the answer.
    pub delay: Duration,
    /// For so many requests; without a number for all.
    times: Option<u32>,
}

/// The plans, by what they are for: an endpoint (`sheet/news`), a kind (`sheet`), or all (``).
#[derive(Debug, Default)]
pub struct Faults(BTreeMap<String, Plan>);

impl Faults {
    /// Reads and sets a plan. The fields: `endpoint` (`KIND/NAME`, `KIND` or nothing for all), `fault` (nothing or `none` for
    /// none), `status`, `delay` in milliseconds, `times`.
    ///
    /// # Errors
    /// What is wrong with the fields, in words.
    pub fn set(&mut self, field: &dyn Fn(&str) -> Option<String>) -> Result<(), String> {
        let text = |name: &str| field(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let number = |name: &str, most: u32| match text(name).map(|text| (text.parse::<u32>(), text)) {
            None => Ok(None),
            Some((Ok(number), _)) if number <= most => Ok(Some(number)),
            Some((_, text)) => Err(format!("`{name}` is a whole number up to {most}, not `{text}`")),
        };
        let whom = text("endpoint").unwrap_or_default();
        if !whom.is_empty() && Kind::parse(&whom).is_none() && Endpoint::parse(&whom).is_none() {
            return Err(format!(
                "`{whom}` is no endpoint: write `sheet/NAME`, `lead/NAME`, `sheet`, `lead`, or nothing for all"
            ));
        }
        let status = number("status", 999)?.and_then(|status| u16::try_from(status).ok());
        let fault = text("fault").filter(|name| name != "none").map(|name| Fault::parse(&name, status)).transpose()?;
        let delay = Duration::from_millis(number("delay", LONGEST_DELAY)?.unwrap_or(0).into());
        let times = number("times", u32::MAX)?;
        if (fault.is_none() && delay.is_zero()) || times == Some(0) {
            self.0.remove(&whom);
        } else {
            self.0.insert(whom, Plan { fault, delay, times });
        }
        Ok(())
    }

    /// All is to go well again.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What is to happen to this preflight.
    pub fn of_preflight(&self, endpoint: &Endpoint) -> Plan {
        self.key(endpoint).and_then(|key| self.0.get(&key)).copied().unwrap_or_default()
    }

    /// What is to happen to this request, which counts.
    pub fn take(&mut self, endpoint: &Endpoint) -> Plan {
        let Some(key) = self.key(endpoint) else { return Plan::default() };
        let Some(plan) = self.0.get_mut(&key) else { return Plan::default() };
        let taken = *plan;
        plan.times = plan.times.map(|times| times - 1);
        if plan.times == Some(0) {
            self.0.remove(&key);
        }
        taken
    }

    /// The narrowest plan for an endpoint.
    fn key(&self, endpoint: &Endpoint) -> Option<String> {
        let keys = [endpoint.to_string(), endpoint.kind.name().to_owned(), String::new()];
        keys.into_iter().find(|key| self.0.contains_key(key))
    }

    /// What each plan is for, and what it says.
    pub fn plans(&self) -> impl Iterator<Item = (&str, &Plan)> {
        self.0.iter().map(|(whom, plan)| (whom.as_str(), plan))
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let plans = self.plans().map(|(whom, plan)| {
            json!({
                "endpoint": whom,
                "fault": plan.fault.map(Fault::name),
                "status": plan.status(),
                "delay": plan.delay.as_millis(),
                "times": plan.times,
            })
        });
        plans.collect()
    }
}

impl Plan {
    fn status(&self) -> Option<u16> {
        match self.fault {
            Some(Fault::Status(status)) => Some(status),
            _ => None,
        }
    }

    /// In a few words.
    pub fn words(&self) -> String {
        let fault = self.fault.map(|fault| match fault {
            Fault::Status(status) => format!("status {status}"),
            other => other.name().to_owned(),
        });
        let delay = (!self.delay.is_zero()).then(|| format!("after {} ms", self.delay.as_millis()));
        let times = self.times.map(|times| if times == 1 { "once".to_owned() } else { format!("{times} times") });
        [fault, delay, times].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// In milliseconds: ten minutes.
const LONGEST_DELAY: u32 = 600_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn set(faults: &mut Faults, fields: &[(&str, &str)]) -> Result<(), String> {
        faults.set(&|name| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    fn endpoint(path: &str) -> Endpoint {
        Endpoint::parse(path).expect("an endpoint")
    }

    #[test]
    fn every_fault_has_a_name() {
        for (name, _) in NAMES {
            assert_eq!(Fault::parse(name, None).map(Fault::name), Ok(name));
        }
    }

    #[test]
    fn the_narrowest_plan_counts() {
        let mut faults = Faults::default();
        set(&mut faults, &[("fault", "hang")]).expect("set");
        set(&mut faults, &[("endpoint", "sheet"), ("fault", "cut")]).expect("set");
        set(&mut faults, &[("endpoint", "sheet/a"), ("fault", "status"), ("status", "503"), ("delay", "20")])
            .expect("set");
        let check = |path: &str, expected: Fault, faults: &mut Faults| {
            assert_eq!(faults.take(&endpoint(path)).fault, Some(expected), "{path}");
        };
        check("lead/a", Fault::Hang, &mut faults);
        check("sheet/b", Fault::Cut, &mut faults);
        check("sheet/a", Fault::Status(503), &mut faults);
        assert_eq!(faults.take(&endpoint("sheet/a")).delay, Duration::from_millis(20));
        set(&mut faults, &[("endpoint", "sheet/a"), ("fault", "none")]).expect("set");
        check("sheet/a", Fault::Cut, &mut faults);
        faults.clear();
        assert_eq!(faults.take(&endpoint("sheet/a")), Plan::default());
    }

    #[test]
    fn a_plan_for_some_requests_ends() {
        let mut faults = Faults::default();
        set(&mut faults, &[("fault", "refuse"), ("times", "2")]).expect("set");
        let at = endpoint("lead/a");
        assert_eq!(faults.of_preflight(&at).fault, Some(Fault::Refuse));
        let taken: Vec<_> = (0..3).map(|_| faults.take(&at).fault).collect();
        assert_eq!(taken, [Some(Fault::Refuse), Some(Fault::Refuse), None]);
    }

    #[test]
    fn wrong_plans_are_told() {
        let mut faults = Faults::default();
        let mut check = |fields: &[(&str, &str)], word: &str| {
            let told = set(&mut faults, fields).expect_err("wrong");
            assert!(told.contains(word), "{told}");
        };
        check(&[("fault", "explode")], "`explode`");
        check(&[("fault", "status"), ("status", "200")], "200");
        check(&[("fault", "status"), ("status", "x")], "`x`");
        check(&[("fault", "hang"), ("endpoint", "fax/a")], "`fax/a`");
        check(&[("delay", "-1")], "`-1`");
        check(&[("delay", "600001")], "600000");
        assert_eq!(faults.plans().count(), 0);
    }
}
