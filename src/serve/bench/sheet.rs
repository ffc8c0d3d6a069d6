//! The habits of a script behind a spreadsheet.
//!
//! It answers no preflight, so a request to it must stay a simple one. It takes form data. It writes a row first and then
//! redirects to another origin, where anyone may read what the script has to say.

use super::form;
use super::form::Field;
use crate::serve::message::{Answer, Request};

/// The fields that the script gets.
///
/// # Errors
/// Why it gets none, in words.
pub fn read(request: &Request, body: &[u8]) -> Result<Vec<Field>, String> {
    form::fields(request.header("Content-Type").unwrap_or_default(), body)
}

/// To anything but a POST, a preflight among it: nothing that a script of another origin could read.
pub fn other_method(method: &str) -> Answer {
    Answer::html(405, page(&format!("The script has no answer to {method}."))).with("Allow", "POST")
}

/// A failing script's page, which scripts of other origins may not read.
pub fn failure(why: &str) -> Answer {
    Answer::html(400, page(&format!("The script failed: {why}")))
}

/// The row is written: what the script says stands at `location`.
pub fn redirect(location: &str) -> Answer {
    Answer::html(302, page("The answer has moved.")).with("Location", location)
}

fn page(text: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><title>Script</title><body><p>{}</p></body></html>",
        htmlize::escape_text(text)
    )
}
