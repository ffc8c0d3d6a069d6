//! The cache of answers on disk, so that a working link is requested only once in seven days.
//!
//! Only working links are cached. Broken links are requested in every run, so that a link that works again is no longer
//! reported. An unreadable file counts as an empty cache.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

use super::request::Answer;
use crate::config::Config;
use crate::fs;

const FILE: &str = "external-links.json";

/// The number of days for which a working link is not requested again.
const MAX_ANSWER_AGE_DAYS: i64 = 7;

/// The working links by URL, as stored in the file.
#[derive(Debug, Default)]
pub struct AnswerCache {
    working: BTreeMap<String, CachedAnswer>,
    now: Timestamp,
}

#[derive(Debug, Serialize, Deserialize)]
struct CachedAnswer {
    checked: Timestamp,
    /// The URL to which the link is permanently redirected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    moved: Option<String>,
}

impl AnswerCache {
    /// Reads the answers that have not expired.
    pub fn read(config: &Config, now: Timestamp) -> Self {
        let name = config.cache(FILE);
        let bytes = fs::read_bytes(&config.path(&name), &name).unwrap_or_default();
        let mut working: BTreeMap<String, CachedAnswer> = serde_json::from_slice(&bytes).unwrap_or_default();
        let oldest = now.checked_sub((24 * MAX_ANSWER_AGE_DAYS).hours()).unwrap_or(Timestamp::MIN);
        // An answer from the future was cached under another `--clock`.
        working.retain(|_, answer| (oldest..=now).contains(&answer.checked));
        Self { working, now }
    }

    pub fn get(&self, url: &str) -> Option<Answer> {
        let CachedAnswer { moved, .. } = self.working.get(url)?;
        Some(moved.clone().map_or(Answer::Working, Answer::Moved))
    }

    /// Adds the answers of working links.
    pub fn extend<'a>(&mut self, answers: impl IntoIterator<Item = (&'a String, &'a Answer)>) {
        for (url, answer) in answers {
            let moved = match answer {
                Answer::Working => None,
                Answer::Moved(to) => Some(to.clone()),
                Answer::Broken(_) | Answer::Unclear(_) => continue,
            };
            self.working.insert(url.clone(), CachedAnswer { checked: self.now, moved });
        }
    }

    /// Writes the file. A failure is ignored, as it costs only requests in the next run.
    pub fn write(&self, config: &Config) {
        if let Ok(text) = serde_json::to_vec_pretty(&self.working)
            && fs::create_dir(&config.path(&config.cache_folder)).is_ok()
        {
            let _ = fs::write_atomic(&config.path(config.cache(FILE)), &text);
        }
    }
}
