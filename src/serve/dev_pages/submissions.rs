//! The submissions at `/__site/submissions`: rows and raw requests, and a form that sets faults.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::diagnostic::units::{count, size};
use crate::serve::mock::fault::ALL_FAULTS;
use crate::serve::mock::submissions::{Submission, Table};
use crate::serve::mock::{Endpoint, MockState};

/// The maximum number of requests that are shown, and of rows of each endpoint. The JSON has all.
const MAX_SHOWN: usize = 100;
/// The maximum number of characters of a body that are shown.
const MAX_BODY_CHARS: usize = 20_000;

pub fn values(mock: &MockState) -> Value {
    let (store, faults) = (mock.submissions.lock(), mock.faults.lock());
    let endpoints: BTreeSet<String> = store.all().map(|submission| submission.endpoint.to_string()).collect();
    let rules = faults.rules().map(|(scope, rule)| json!({ "scope": scope, "effect": rule.describe() }));
    json!({
        "origin": mock.origin,
        "tables": store.tables().iter().map(|(endpoint, table)| describe_table(endpoint, table)).collect::<Value>(),
        "rules": rules.collect::<Value>(),
        "endpoints": endpoints,
        "faults": ALL_FAULTS.map(|(_, name, description)| json!({ "name": name, "description": description })),
        "count": store.all().count(),
        "forgotten": store.forgotten,
        "requests": store.all().rev().take(MAX_SHOWN).map(describe_request).collect::<Value>(),
    })
}

/// Returns a text that changes whenever the submissions or the faults change.
pub fn state(mock: &MockState) -> String {
    format!("{} {}", mock.submissions.lock().revision, mock.faults.lock().json())
}

/// Describes the rows of an endpoint, the latest first.
fn describe_table(endpoint: &Endpoint, table: &Table) -> Value {
    let rows = table.rows.iter().rev().take(MAX_SHOWN).map(|submission| {
        let value = |column: &&str| {
            let field = submission.fields.iter().find(|(name, _)| name == column);
            field.map(|(_, value)| value.as_str())
        };
        json!({ "number": submission.row, "values": table.columns.iter().map(value).collect::<Value>() })
    });
    json!({
        "name": endpoint.name,
        "kind": endpoint.kind.name(),
        "count": count(table.rows.len(), "row"),
        "columns": table.columns,
        "rows": rows.collect::<Value>(),
    })
}

fn describe_request(submission: &Submission) -> Value {
    let Submission { number, request, body, status, outcome, .. } = submission;
    let shown: String = String::from_utf8_lossy(body).chars().take(MAX_BODY_CHARS).collect();
    json!({
        "number": number,
        "method": request.method,
        "target": request.target,
        "headers": request.headers,
        "body": shown,
        "size": size(body.len() as u64),
        "status": status,
        "outcome": outcome,
        "seconds": submission.received.elapsed().as_secs(),
    })
}
