//! The protocol of endpoints that take form data, like scripts that add submissions to a spreadsheet.
//!
//! An endpoint refuses preflights, so pages can send it only simple requests (CORS). The endpoint keeps a row, then
//! redirects to another origin, where pages of any origin can read the result.

use std::io;

use serde_json::json;

use super::endpoint::allow_any_origin;
use crate::html::escaped;
use crate::serve::http::connection::{Client, Service};
use crate::serve::http::message::{Request, Response};
use crate::serve::http::target::AllowedHosts;

/// The path of the results at the redirect origin. The number of a row follows.
const RESULTS: &str = "/answer/";
/// The path at the redirect origin below which requests get no response.
const LOST: &str = "/lost/";

/// Returns the response to a request that is not a POST, such as a preflight. Scripts of other origins can't read the
/// response.
pub fn refuse_method(method: &str) -> Response {
    Response::html(405, page(&format!("This endpoint does not answer {method}."))).with_header("Allow", "POST")
}

/// Returns the page of a failure: unreadable for scripts of other origins.
pub fn failure(why: &str) -> Response {
    Response::html(400, page(&format!("The submission failed: {why}")))
}

/// Returns the redirect to the result of a row at `origin`; if `is_lost`, to a URL that gets no response.
pub fn redirect(origin: &str, row: usize, is_lost: bool) -> Response {
    let location = format!("{origin}{}{row}", if is_lost { LOST } else { RESULTS });
    allow_any_origin(Response::html(302, page("The answer has moved.")).with_header("Location", location))
}

fn page(text: &str) -> String {
    format!("<!doctype html><html lang=\"en\"><title>Endpoint</title><body><p>{}</p></body></html>", escaped(text))
}

/// The service at the second mock port: the results of submissions.
pub struct ResultService {
    pub hosts: AllowedHosts,
}

impl Service for ResultService {
    fn respond(&self, request: &Request, client: &mut Client) -> io::Result<()> {
        let response = match self.hosts.checked_target(request) {
            Ok(target) if target.path.starts_with(LOST) => return Err(io::ErrorKind::ConnectionAborted.into()),
            Ok(target) => result(&request.method, target.path),
            Err(response) => response,
        };
        client.close_after_response();
        client.send(response)
    }
}

fn result(method: &str, path: &str) -> Response {
    let row = path.strip_prefix(RESULTS).and_then(|row| row.parse::<u64>().ok());
    match row {
        Some(row) if matches!(method, "GET" | "HEAD") => {
            allow_any_origin(Response::json(200, &json!({ "result": "success", "row": row })))
        }
        Some(_) => Response::method_not_allowed("GET, HEAD"),
        None => Response::plain(404, "There is nothing here."),
    }
}
