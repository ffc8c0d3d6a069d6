//! The further origin: where a sheet's redirect leads, and where any page may read what the script said.

use std::io;
use std::sync::Arc;

use serde_json::json;

use super::{Bench, READABLE};
use crate::serve::connection::Client;
use crate::serve::message::{Answer, Request};
use crate::serve::server::Service;
use crate::serve::target::{Hosts, Target};

/// Below this are the answers, by row.
pub const ANSWER: &str = "/answer/";
/// Below this nobody answers.
pub const LOST: &str = "/lost/";

/// The service at the bench's second port.
pub struct Further {
    pub hosts: Hosts,
}

impl Service for Further {
    fn answer(&self, request: &Request, client: &mut Client) -> io::Result<bool> {
        let answer = match Target::parse(&request.target) {
            None => Answer::plain(400, "This request is malformed."),
            Some(target) => match self.hosts.check(request, &target) {
                Err(answer) => answer,
                Ok(()) if target.path.starts_with(LOST) => return Err(io::ErrorKind::ConnectionAborted.into()),
                Ok(()) => said(&request.method, target.path),
            },
        };
        client.send(answer, request.method == "HEAD")?;
        Ok(false)
    }
}

/// The address of the answer of a row.
pub fn address(bench: &Arc<Bench>, row: usize, lost: bool) -> String {
    format!("{}{}{row}", bench.further, if lost { LOST } else { ANSWER })
}

fn said(method: &str, path: &str) -> Answer {
    let row = path.strip_prefix(ANSWER).and_then(|row| row.parse::<u64>().ok());
    match row {
        Some(row) if matches!(method, "GET" | "HEAD") => {
            Answer::json(200, &json!({ "result": "success", "row": row })).with(READABLE.0, READABLE.1)
        }
        Some(_) => Answer::plain(405, "Only GET and HEAD are possible here.").with("Allow", "GET, HEAD"),
        None => Answer::plain(404, "There is nothing here."),
    }
}
