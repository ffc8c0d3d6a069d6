//! The checker of external links, used by `site check --external` only.
//!
//! 1. `address` normalizes the URLs of links.
//! 2. `cache` holds the links that worked within the last seven days. They are not requested.
//! 3. `queue` requests the other links: from many hosts at once, but from each host slowly.
//! 4. `request` makes one request; its response leads to an answer or to another request.

mod address;
mod cache;
mod queue;
mod request;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::config::{Config, LinkCheck};
use crate::diagnostic::units::count;
use cache::AnswerCache;

pub use address::Address;
pub use request::Answer;

/// Checks addresses, and announces the progress. Returns the answers by URL, and how many addresses were requested.
pub fn check(
    addresses: impl IntoIterator<Item = Address>,
    config: &Config,
    settings: &LinkCheck,
    user_agent: &str,
    announce: &dyn Fn(&str),
) -> (BTreeMap<String, Answer>, usize) {
    let now: Timestamp = config.clock.now(&TimeZone::UTC).timestamp();
    let mut cache = AnswerCache::read(config, now);
    let mut answers = BTreeMap::new();
    let mut unknown = Vec::new();
    for address in addresses {
        match cache.get(address.as_str()) {
            Some(answer) => _ = answers.insert(address.as_str().to_owned(), answer),
            None => unknown.push(address),
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
    cache.extend(&found);
    cache.write(config);
    answers.extend(found);
    (answers, total)
}
