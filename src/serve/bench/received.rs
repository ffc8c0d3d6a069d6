//! What came in at the bench: each request as it was, and what became of it.

use std::collections::{BTreeMap, VecDeque};
use std::time::Instant;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::form::Field;
use super::{Endpoint, Kind};
use crate::serve::message::Request;

/// So many requests are kept; older ones go.
const MOST: usize = 10_000;
/// Their bytes together; older ones go.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// A request and what became of it.
#[derive(Debug)]
pub struct Received {
    /// Counts from 1, over all endpoints.
    pub number: u64,
    pub at: Instant,
    pub endpoint: Endpoint,
    pub method: String,
    /// Path and query.
    pub target: String,
    /// In the order and spelling they came in.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// What the endpoint read: the columns of a sheet's row, the attributes of a lead.
    pub fields: Vec<Field>,
    /// Which row of its endpoint this became, from 1; none if nothing was kept.
    pub row: Option<usize>,
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// What happened, in words.
    pub outcome: String,
}

impl Received {
    /// How many bytes came in; fields repeat the body.
    fn size(&self) -> usize {
        let headers: usize = self.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        self.target.len() + headers + self.body.len()
    }
}

/// The latest requests.
#[derive(Debug, Default)]
pub struct Store {
    began: Option<Instant>,
    count: u64,
    forgotten: u64,
    bytes: usize,
    rows: BTreeMap<Endpoint, usize>,
    kept: VecDeque<Received>,
}

impl Store {
    /// Notes a request as it comes in; its number.
    pub fn begin(&mut self, endpoint: &Endpoint, request: &Request) -> u64 {
        self.began.get_or_insert_with(Instant::now);
        self.count += 1;
        let received = Received {
            number: self.count,
            at: Instant::now(),
            endpoint: endpoint.clone(),
            method: request.method.clone(),
            target: request.target.clone(),
            headers: request.headers.clone(),
            body: Vec::new(),
            fields: Vec::new(),
            row: None,
            status: None,
            outcome: "on its way".to_owned(),
        };
        self.bytes += received.size();
        self.kept.push_back(received);
        self.trim();
        self.count
    }

    /// The body has arrived.
    pub fn body(&mut self, number: u64, body: Vec<u8>) {
        let length = body.len();
        if self.change(number, |received| received.body = body) {
            self.bytes += length;
        }
        self.trim();
    }

    /// The endpoint has read these fields, and keeps them as a row or not; the row's number.
    pub fn read(&mut self, number: u64, endpoint: &Endpoint, fields: Vec<Field>, keep: bool) -> Option<usize> {
        let row = keep.then(|| {
            let rows = self.rows.entry(endpoint.clone()).or_default();
            *rows += 1;
            *rows
        });
        self.change(number, |received| (received.fields, received.row) = (fields, row));
        row
    }

    /// How it ended.
    pub fn end(&mut self, number: u64, status: Option<u16>, outcome: &str) {
        self.change(number, |received| {
            received.status = status;
            outcome.clone_into(&mut received.outcome);
        });
    }

    /// Forgets everything; rows begin again at 1. The numbers of requests go on: one may be on its way.
    pub fn clear(&mut self) {
        *self = Self { began: self.began, count: self.count, ..Self::default() };
    }

    /// From the oldest to the newest.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Received> {
        self.kept.iter()
    }

    /// How many were forgotten to make room.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// What each endpoint kept, with the names of its columns in the order they first came.
    pub fn tables(&self) -> BTreeMap<&Endpoint, Table<'_>> {
        let mut tables: BTreeMap<&Endpoint, Table> = BTreeMap::new();
        for received in self.kept.iter().filter(|received| received.row.is_some()) {
            let table = tables.entry(&received.endpoint).or_default();
            for (name, _) in &received.fields {
                if !table.columns.contains(&name.as_str()) {
                    table.columns.push(name);
                }
            }
            table.rows.push(received);
        }
        tables
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let rows = |kind: Kind| -> Value {
            let tables = self.tables().into_iter().filter(|(endpoint, _)| endpoint.kind == kind);
            let rows = |table: Table| table.rows.iter().map(|received| object(&received.fields)).collect::<Value>();
            tables.map(|(endpoint, table)| (endpoint.name.clone(), rows(table))).collect()
        };
        let received: Value = self.kept.iter().map(|received| self.one(received)).collect();
        json!({
            "received": received,
            "rows": { "sheet": rows(Kind::Sheet), "lead": rows(Kind::Lead) },
            "forgotten": self.forgotten(),
        })
    }

    fn one(&self, received: &Received) -> Value {
        let mut headers: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in &received.headers {
            let joined = headers.entry(name.to_ascii_lowercase()).or_default();
            *joined = if joined.is_empty() { value.clone() } else { format!("{joined}, {value}") };
        }
        let since = self.began.map(|began| received.at.duration_since(began).as_millis());
        json!({
            "number": received.number,
            "milliseconds": since,
            "kind": received.endpoint.kind.name(),
            "name": received.endpoint.name,
            "method": received.method,
            "url": received.target,
            "headers": headers,
            "body": std::str::from_utf8(&received.body).ok(),
            "base64": BASE64_STANDARD.encode(&received.body),
            "fields": received.fields,
            "row": received.row,
            "status": received.status,
            "outcome": received.outcome,
        })
    }

    /// False if it is not there any more: it may have been cleared, or have made room, while it was answered.
    fn change(&mut self, number: u64, change: impl FnOnce(&mut Received)) -> bool {
        let at = self.kept.front().and_then(|first| usize::try_from(number.checked_sub(first.number)?).ok());
        at.and_then(|at| self.kept.get_mut(at)).map(change).is_some()
    }

    fn trim(&mut self) {
        while self.kept.len() > MOST || (self.bytes > MOST_BYTES && self.kept.len() > 1) {
            let gone = self.kept.pop_front();
            self.forgotten += 1;
            self.bytes -= gone.map_or(0, |gone| gone.size());
        }
    }
}

/// What an endpoint kept.
#[derive(Debug, Default)]
pub struct Table<'a> {
    pub columns: Vec<&'a str>,
    pub rows: Vec<&'a Received>,
}

/// The fields as an object; of several of one name, a script gets the first.
fn object(fields: &[Field]) -> Value {
    let mut object = serde_json::Map::new();
    for (name, value) in fields {
        object.entry(name.as_str()).or_insert_with(|| value.as_str().into());
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, value: &str) -> Field {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn rows_are_counted_by_endpoint() {
        let mut store = Store::default();
        let (a, b) = (Endpoint::parse("sheet/a").expect("one"), Endpoint::parse("sheet/b").expect("one"));
        let mut keep = |endpoint: &Endpoint, keep: bool| {
            let number = store.begin(endpoint, &Request::default());
            store.read(number, endpoint, vec![field("x", "1"), field("x", "2")], keep)
        };
        assert_eq!(
            [keep(&a, true), keep(&a, false), keep(&b, true), keep(&a, true)],
            [Some(1), None, Some(1), Some(2)]
        );
        assert_eq!(
            store.json()["rows"],
            json!({ "sheet": { "a": [{ "x": "1" }, { "x": "1" }], "b": [{ "x": "1" }] }, "lead": {} })
        );
        assert_eq!(store.json()["received"][1]["row"], Value::Null);
        store.clear();
        assert_eq!(store.json(), json!({ "received": [], "rows": { "sheet": {}, "lead": {} }, "forgotten": 0 }));
    }

    #[test]
    fn columns_stand_in_the_order_they_came() {
        let mut store = Store::default();
        let at = Endpoint::parse("sheet/a").expect("one");
        for fields in [vec![field("a", "1"), field("b", "2")], vec![field("c", "3"), field("a", "4")]] {
            let number = store.begin(&at, &Request::default());
            store.read(number, &at, fields, true);
        }
        assert_eq!(store.tables()[&at].columns, ["a", "b", "c"]);
    }

    #[test]
    fn there_is_an_end_to_what_is_kept() {
        let mut store = Store::default();
        let at = Endpoint::parse("lead/a").expect("one");
        for _ in 0..70 {
            let number = store.begin(&at, &Request::default());
            store.body(number, vec![b'x'; 1024 * 1024]);
            store.end(number, Some(200), "kept");
        }
        assert_eq!((store.all().count(), store.forgotten()), (64, 6));
        assert!(store.all().all(|received| received.outcome == "kept"));
        for _ in 0..MOST {
            store.begin(&at, &Request::default());
        }
        assert_eq!(store.all().count(), MOST);
        store.body(1, vec![b'x']);
        store.end(1, None, "of one that is forgotten");
    }
}
