//! The checker of external links, used by `site check --external` only.
//!
//! 1. `address` normalizes the URLs of links.
//! 2. Links that worked within the last seven days are in a file of the cache, and not requested. Broken links are
//!    requested in every run, so that a link that works again is no longer reported.
//! 3. `queue` requests the other links: from many hosts at once, but from each host slowly.
//! 4. `request` makes one request; its response leads to an answer or to another request.

mod address;
mod queue;
mod request;

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

use crate::config::{Config, LinkCheck};
use crate::diagnostic::units::count;
use crate::fs;

pub use address::Address;
pub use request::Answer;

/// The cache file of the working links, by URL.
const FILE: &str = "external-links.json";

/// The number of days for which a working link is not requested again.
const MAX_ANSWER_AGE_DAYS: i64 = 7;

#[derive(Serialize, Deserialize)]
struct WorkingLink {
    checked: Timestamp,
    /// The URL to which the link is permanently redirected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved: Option<String>,
}

/// Checks addresses, and announces the progress. Returns the answers by URL, and how many addresses were requested.
pub fn check(
    addresses: impl IntoIterator<Item = Address>,
    config: &Config,
    settings: &LinkCheck,
    user_agent: &str,
    announce: &dyn Fn(&str),
) -> (BTreeMap<String, Answer>, usize) {
    let now: Timestamp = config.clock.now(&TimeZone::UTC).timestamp();
    let mut working = read_working(config, now);
    let mut answers = BTreeMap::new();
    let mut unknown = Vec::new();
    for address in addresses {
        if let Some(WorkingLink { moved, .. }) = working.get(address.as_str()) {
            let answer = moved.clone().map_or(Answer::Working, Answer::Moved);
            answers.insert(address.as_str().to_owned(), answer);
        } else {
            unknown.push(address);
        }
    }
    let total = unknown.len();
    if total == 0 {
        return (answers, 0);
    }
    announce(&format!("Checking {} …", count(total, "external link")));
    let report = |done| announce(&format!("{done} of {} checked", count(total, "external link")));
    let agent = request::create_agent(settings, user_agent);
    let found = queue::request_all(unknown, settings.pause, |link| link.request(&agent, settings), &report);
    for (url, answer) in &found {
        let moved = match answer {
            Answer::Working => None,
            Answer::Moved(to) => Some(to.clone()),
            Answer::Broken(_) | Answer::Unclear(_) => continue,
        };
        working.insert(url.clone(), WorkingLink { checked: now, moved });
    }
    write_working(config, &working);
    answers.extend(found);
    (answers, total)
}

/// Reads the working links that have not expired. An unreadable file counts as empty.
fn read_working(config: &Config, now: Timestamp) -> BTreeMap<String, WorkingLink> {
    let name = config.cache(FILE);
    let bytes = fs::read_bytes(&config.path(&name), &name).unwrap_or_default();
    let mut working: BTreeMap<String, WorkingLink> = serde_json::from_slice(&bytes).unwrap_or_default();
    let oldest = now.checked_sub((24 * MAX_ANSWER_AGE_DAYS).hours()).unwrap_or(Timestamp::MIN);
    // A link from the future was checked under another `--clock`.
    working.retain(|_, link| (oldest..=now).contains(&link.checked));
    working
}

/// Writes the working links. A failure is ignored, as it costs only requests in the next run.
fn write_working(config: &Config, working: &BTreeMap<String, WorkingLink>) {
    if let Ok(text) = serde_json::to_vec_pretty(working)
        && fs::create_dir(&config.path(&config.cache_folder)).is_ok()
    {
        let _ = fs::write_atomic(&config.path(config.cache(FILE)), &text);
    }
}
