//! The protocol of endpoints that take form data, like scripts that add submissions to a spreadsheet.
//!
//! An endpoint refuses preflights, so pages can send it only simple requests (CORS). The endpoint keeps a row, then
//! redirects to another origin, where pages of any origin can read the result.

use crate::html::escaped;
use crate::serve::http::message::Response;

/// Returns the response to a method that is not POST, such as a preflight: unreadable for scripts of other origins.
pub fn refuse_method(method: &str) -> Response {
    Response::html(405, page(&format!("This endpoint does not answer {method}."))).with_header("Allow", "POST")
}

/// Returns the page of a failure: unreadable for scripts of other origins.
pub fn failure(why: &str) -> Response {
    Response::html(400, page(&format!("The submission failed: {why}")))
}

/// Returns the response to a submission that is kept: a redirect to its result.
pub fn redirect(location: &str) -> Response {
    Response::html(302, page("The answer has moved.")).with_header("Location", location)
}

fn page(text: &str) -> String {
    format!("<!doctype html><html lang=\"en\"><title>Endpoint</title><body><p>{}</p></body></html>", escaped(text))
}
