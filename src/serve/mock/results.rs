//! The second mock origin: the results of submissions. Form endpoints redirect to them, and pages of any origin can
//! read them.

use std::io;

use serde_json::json;

use super::endpoint::allow_any_origin;
use super::state::MockState;
use crate::serve::http::connection::{AfterResponse, Client, Service};
use crate::serve::http::message::{Request, Response};
use crate::serve::http::target::AllowedHosts;

/// The path of the results. The number of a row follows.
const RESULTS: &str = "/answer/";
/// The path below which requests get no response.
const LOST: &str = "/lost/";

pub struct ResultService {
    pub hosts: AllowedHosts,
}

impl Service for ResultService {
    fn respond(&self, request: &Request, client: &mut Client) -> io::Result<AfterResponse> {
        let response = match self.hosts.checked_target(request) {
            Ok(target) if target.path.starts_with(LOST) => return Err(io::ErrorKind::ConnectionAborted.into()),
            Ok(target) => result(&request.method, target.path),
            Err(response) => response,
        };
        client.send(response)?;
        Ok(AfterResponse::Close)
    }
}

/// Returns the URL of the result of a row; if `is_lost`, a URL that gets no response.
pub fn result_url(mock: &MockState, row: usize, is_lost: bool) -> String {
    format!("{}{}{row}", mock.redirect_origin, if is_lost { LOST } else { RESULTS })
}

/// Returns the result of the row at a path.
fn result(method: &str, path: &str) -> Response {
    let row = path.strip_prefix(RESULTS).and_then(|row| row.parse::<u64>().ok());
    match row {
        Some(row) if matches!(method, "GET" | "HEAD") => {
            allow_any_origin(Response::json(200, &json!({ "result": "success", "row": row })))
        }
        Some(_) => Response::plain(405, "Only GET and HEAD are possible here.").with_header("Allow", "GET, HEAD"),
        None => Response::plain(404, "There is nothing here."),
    }
}
