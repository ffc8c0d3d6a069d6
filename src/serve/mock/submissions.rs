//! The submissions that mock endpoints received: each request as it came, and its outcome.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::endpoint::{Endpoint, EndpointKind};
use super::form_data::SubmittedField;
use crate::serve::http::message::Request;

/// The maximum number of submissions that are stored. Older ones are removed.
const MAX_SUBMISSIONS: usize = 10_000;
/// The maximum number of bytes of all stored submissions together. Older ones are removed.
const MAX_BYTES: usize = 64 * 1024 * 1024;

#[derive(Debug)]
pub struct Submission {
    /// Counts from 1, over all endpoints.
    pub number: u64,
    pub received: Instant,
    pub endpoint: Endpoint,
    pub request: Request,
    pub body: Vec<u8>,
    /// The fields that the endpoint read from the body.
    pub fields: Vec<SubmittedField>,
    /// The number of the submission's row in its endpoint, from 1; `None` if the endpoint kept no row.
    pub row: Option<usize>,
    /// The status of the response; `None` without a response.
    pub status: Option<u16>,
    pub outcome: String,
}

impl Submission {
    /// Returns the number of bytes received. Fields are not counted, as they repeat the body.
    fn size(&self) -> usize {
        let headers: usize = self.request.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        self.request.target.len() + headers + self.body.len()
    }
}

/// The latest submissions.
#[derive(Debug, Default)]
pub struct SubmissionStore {
    first_received: Option<Instant>,
    last_number: u64,
    /// The number of the last submission before the last [`clear`](Self::clear).
    last_cleared: u64,
    /// The number of submissions removed to make room.
    pub forgotten: u64,
    bytes: usize,
    /// The number of rows that each endpoint has kept.
    row_counts: BTreeMap<Endpoint, usize>,
    stored: VecDeque<Submission>,
    /// The number of changes so far.
    pub revision: u64,
}

impl SubmissionStore {
    /// Records a request when its head has arrived; returns its number.
    pub fn begin(&mut self, endpoint: &Endpoint, request: &Request) -> u64 {
        self.first_received.get_or_insert_with(Instant::now);
        self.last_number += 1;
        let submission = Submission {
            number: self.last_number,
            received: Instant::now(),
            endpoint: endpoint.clone(),
            request: request.clone(),
            body: Vec::new(),
            fields: Vec::new(),
            row: None,
            status: None,
            outcome: "on its way".to_owned(),
        };
        self.bytes += submission.size();
        self.stored.push_back(submission);
        self.revision += 1;
        self.trim();
        self.last_number
    }

    pub fn set_body(&mut self, number: u64, body: Vec<u8>) {
        let length = body.len();
        if self.change(number, |submission| submission.body = body) {
            self.bytes += length;
        }
        self.trim();
    }

    pub fn set_fields(&mut self, number: u64, fields: Vec<SubmittedField>) {
        self.change(number, |submission| submission.fields = fields);
    }

    /// Makes a submission the next row of its endpoint. Returns the row's number. A submission that began before the
    /// last [`clear`](Self::clear) does not count as a row: the row after it gets the same number.
    pub fn keep_row(&mut self, number: u64, endpoint: &Endpoint) -> usize {
        let count = self.row_counts.entry(endpoint.clone()).or_default();
        let row = *count + 1;
        if number > self.last_cleared {
            *count = row;
        }
        self.change(number, |submission| submission.row = Some(row));
        row
    }

    pub fn set_outcome(&mut self, number: u64, status: Option<u16>, outcome: &str) {
        self.change(number, |submission| {
            submission.status = status;
            outcome.clone_into(&mut submission.outcome);
        });
    }

    /// Removes everything; rows begin again at 1. Submission numbers continue, because requests may be in progress.
    pub fn clear(&mut self) {
        let Self { first_received, last_number, revision, .. } = *self;
        let last_cleared = last_number;
        *self = Self { first_received, last_number, last_cleared, revision: revision + 1, ..Self::default() };
    }

    /// Returns the stored submissions, the oldest first.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Submission> {
        self.stored.iter()
    }

    /// Returns the rows of each endpoint, with the names of its columns in the order of their first appearance.
    pub fn tables(&self) -> BTreeMap<&Endpoint, Table<'_>> {
        let mut tables: BTreeMap<&Endpoint, Table> = BTreeMap::new();
        for submission in self.stored.iter().filter(|submission| submission.row.is_some()) {
            let table = tables.entry(&submission.endpoint).or_default();
            for (name, _) in &submission.fields {
                if !table.columns.contains(&name.as_str()) {
                    table.columns.push(name);
                }
            }
            table.rows.push(submission);
        }
        tables
    }

    pub fn json(&self) -> Value {
        let row_objects = |table: Table| table.rows.iter().map(|row| fields_json(&row.fields)).collect::<Value>();
        let rows = |kind: EndpointKind| -> Value {
            let tables = self.tables().into_iter().filter(|(endpoint, _)| endpoint.kind == kind);
            tables.map(|(endpoint, table)| (endpoint.name.clone(), row_objects(table))).collect()
        };
        let received: Value = self.stored.iter().map(|submission| self.submission_json(submission)).collect();
        json!({
            "received": received,
            "rows": { "form-post": rows(EndpointKind::FormPost), "json-post": rows(EndpointKind::JsonPost) },
            "forgotten": self.forgotten,
        })
    }

    fn submission_json(&self, submission: &Submission) -> Value {
        let mut headers: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in &submission.request.headers {
            let joined = headers.entry(name.to_ascii_lowercase()).or_default();
            *joined = if joined.is_empty() { value.clone() } else { format!("{joined}, {value}") };
        }
        let milliseconds = self.first_received.map(|first| submission.received.duration_since(first).as_millis());
        json!({
            "number": submission.number,
            "milliseconds": milliseconds,
            "kind": submission.endpoint.kind.name(),
            "name": submission.endpoint.name,
            "method": submission.request.method,
            "url": submission.request.target,
            "headers": headers,
            "body": std::str::from_utf8(&submission.body).ok(),
            "base64": BASE64_STANDARD.encode(&submission.body),
            "fields": submission.fields,
            "row": submission.row,
            "status": submission.status,
            "outcome": submission.outcome,
        })
    }

    /// Changes a submission. Returns false if it was removed meanwhile.
    fn change(&mut self, number: u64, change: impl FnOnce(&mut Submission)) -> bool {
        self.revision += 1;
        self.stored.iter_mut().rfind(|submission| submission.number == number).map(change).is_some()
    }

    /// Removes the oldest submissions until the limits are kept.
    fn trim(&mut self) {
        while self.stored.len() > MAX_SUBMISSIONS || (self.bytes > MAX_BYTES && self.stored.len() > 1) {
            let gone = self.stored.pop_front();
            self.forgotten += 1;
            self.bytes -= gone.map_or(0, |gone| gone.size());
        }
    }
}

#[derive(Debug, Default)]
pub struct Table<'a> {
    pub columns: Vec<&'a str>,
    pub rows: Vec<&'a Submission>,
}

/// Returns the fields as a JSON object, with the first of several fields of the same name.
fn fields_json(fields: &[SubmittedField]) -> Value {
    let mut object = serde_json::Map::new();
    for (name, value) in fields {
        object.entry(name.as_str()).or_insert_with(|| value.as_str().into());
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, value: &str) -> SubmittedField {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn rows_are_counted_by_endpoint() {
        let mut store = SubmissionStore::default();
        let (a, b) = (Endpoint::parse("form-post/a").expect("one"), Endpoint::parse("form-post/b").expect("one"));
        let mut keep = |endpoint: &Endpoint, is_kept: bool| {
            let number = store.begin(endpoint, &Request::default());
            store.set_fields(number, vec![field("x", "1"), field("x", "2")]);
            is_kept.then(|| store.keep_row(number, endpoint))
        };
        assert_eq!(
            [keep(&a, true), keep(&a, false), keep(&b, true), keep(&a, true)],
            [Some(1), None, Some(1), Some(2)]
        );
        assert_eq!(
            store.json()["rows"],
            json!({ "form-post": { "a": [{ "x": "1" }, { "x": "1" }], "b": [{ "x": "1" }] }, "json-post": {} })
        );
        assert_eq!(store.json()["received"][1]["row"], Value::Null);
        store.clear();
        assert_eq!(
            store.json(),
            json!({ "received": [], "rows": { "form-post": {}, "json-post": {} }, "forgotten": 0 })
        );
    }

    #[test]
    fn submissions_in_progress_while_all_are_removed_take_no_row() {
        let mut store = SubmissionStore::default();
        let at = Endpoint::parse("json-post/a").expect("one");
        let late = store.begin(&at, &Request::default());
        store.clear();
        store.keep_row(late, &at);
        let next = store.begin(&at, &Request::default());
        assert_eq!(store.keep_row(next, &at), 1);
    }

    #[test]
    fn columns_are_in_order_of_first_appearance() {
        let mut store = SubmissionStore::default();
        let at = Endpoint::parse("form-post/a").expect("one");
        for fields in [vec![field("a", "1"), field("b", "2")], vec![field("c", "3"), field("a", "4")]] {
            let number = store.begin(&at, &Request::default());
            store.set_fields(number, fields);
            store.keep_row(number, &at);
        }
        assert_eq!(store.tables()[&at].columns, ["a", "b", "c"]);
    }

    #[test]
    fn the_oldest_submissions_are_removed_beyond_the_limits() {
        let mut store = SubmissionStore::default();
        let at = Endpoint::parse("json-post/a").expect("one");
        for _ in 0..70 {
            let number = store.begin(&at, &Request::default());
            store.set_body(number, vec![b'x'; 1024 * 1024]);
            store.set_outcome(number, Some(200), "kept");
        }
        assert_eq!((store.all().count(), store.forgotten), (64, 6));
        assert!(store.all().all(|submission| submission.outcome == "kept"));
        for _ in 0..MAX_SUBMISSIONS {
            store.begin(&at, &Request::default());
        }
        assert_eq!(store.all().count(), MAX_SUBMISSIONS);
        store.set_body(1, vec![b'x']);
        store.set_outcome(1, None, "of a removed submission");
    }
}
