//! The developer's pages below `/__site/`: an overview of the site, the submissions of its forms, and the faults of the
//! mock endpoints.
//!
//! The pages are rendered for each request and are not part of the site. Only pages of the same origin may change
//! anything here.

mod overview;
mod submissions;
mod templates;
mod weights;

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;

pub use overview::BuildReport;
use templates::PageTemplates;

use super::http::connection::Client;
use super::http::content_type;
use super::http::message::{Request, Response};
use super::mock::{MockState, form_data, json_post};
use super::respond;
use super::served_site::ServedSite;

/// The largest body: the fields of a small form, or JSON.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// The developer's pages, and their sources.
pub struct DevPages {
    pub mock: Arc<MockState>,
    /// The number of the last build, from 1, and its report.
    last_build: Mutex<(u64, Arc<BuildReport>)>,
    templates: PageTemplates,
}

impl DevPages {
    pub fn new(mock: Arc<MockState>) -> Self {
        Self { mock, last_build: Mutex::default(), templates: PageTemplates::load() }
    }

    pub fn set_last_build(&self, report: BuildReport) {
        let mut last = self.last_build.lock();
        *last = (last.0 + 1, Arc::new(report));
    }

    /// Returns the response at `dev_path`, which is a path below `DEV_PAGES`.
    pub fn respond(&self, dev_path: &str, request: &Request, client: &mut Client, site: &ServedSite) -> Response {
        // The lock is released at once, so that no page delays the next report.
        let (number, report) = self.last_build.lock().clone();
        // The body of a response to HEAD is left out when it is sent.
        let method = if request.method == "HEAD" { "GET" } else { &request.method };
        match (dev_path, method) {
            ("pages.css", "GET") => Response::new(200, content_type::CSS, include_bytes!("pages.css")[..].into()),
            ("pages.js", "GET") => {
                Response::new(200, content_type::of(dev_path), include_bytes!("pages.js")[..].into())
            }
            ("", "GET") => {
                let values = overview::values(&report, site, &self.mock);
                self.templates.render(site, "overview.html", "Overview", values)
            }
            // `pages.js` reloads a page when its state changes.
            ("state", "GET") => Response::plain(200, &format!("{number} {}", submissions::state(&self.mock))),
            ("submissions", "GET") => {
                self.templates.render(site, "submissions.html", "Submissions", submissions::values(&self.mock))
            }
            ("submissions/state", "GET") => Response::plain(200, &submissions::state(&self.mock)),
            ("submissions.json", "GET") => Response::json(200, &self.submissions_json()),
            ("submissions", "DELETE") | ("submissions/clear", "POST") => {
                self.apply_change(request, client, site, |_| {
                    self.mock.submissions.lock().clear();
                    Ok(())
                })
            }
            ("submissions/faults", "DELETE") => self.apply_change(request, client, site, |_| {
                self.mock.faults.lock().clear();
                Ok(())
            }),
            ("submissions/faults", "POST") => {
                self.apply_change(request, client, site, |body| self.set_fault(request, body))
            }
            ("submissions", _) => refuse_method("GET, HEAD, DELETE"),
            ("submissions/faults", _) => refuse_method("POST, DELETE"),
            ("submissions/clear", _) => refuse_method("POST"),
            (_, "GET") => respond::not_found(site, &request.target),
            _ => refuse_method("GET, HEAD"),
        }
    }

    /// Applies a change, unless another origin sent it. Responds with the submissions as JSON, or redirects a browser
    /// to their page.
    fn apply_change(
        &self,
        request: &Request,
        client: &mut Client,
        site: &ServedSite,
        apply: impl FnOnce(&[u8]) -> Result<(), String>,
    ) -> Response {
        if !is_same_origin(request) {
            return Response::plain(403, "Only this server's own pages may do that.");
        }
        let body = match client.read_body(request, MAX_BODY_BYTES) {
            Ok(body) => body,
            Err(response) => return response,
        };
        let wants_page = request.header("Accept").is_some_and(|types| types.contains("text/html"));
        match apply(&body) {
            Ok(()) if wants_page => {
                Response::plain(303, "Done.").with_header("Location", site.dev_base() + "submissions")
            }
            Ok(()) => Response::json(200, &self.submissions_json()),
            Err(message) => Response::plain(400, &message),
        }
    }

    /// Sets the rule of faults that the body describes, as JSON or as form data.
    fn set_fault(&self, request: &Request, body: &[u8]) -> Result<(), String> {
        let content_type = request.header("Content-Type").unwrap_or_default();
        let fields = if content_type.starts_with("application/json") {
            let json = serde_json::from_slice(body).map_err(|why| format!("the body is not valid JSON: {why}"))?;
            json_post::fields(&json).ok_or("the body is not an object")?
        } else {
            form_data::parse_fields(content_type, body)?
        };
        self.mock.faults.lock().set(&fields)
    }

    /// Returns all submissions and rules as JSON, for programs.
    fn submissions_json(&self) -> Value {
        let mut json = self.mock.submissions.lock().json();
        json["endpoints"] = self.mock.origin.as_str().into();
        json["redirect_origin"] = self.mock.redirect_origin.as_str().into();
        json["faults"] = self.mock.faults.lock().json();
        json
    }
}

/// Returns the response that refuses a method and names those that are allowed.
fn refuse_method(methods: &str) -> Response {
    Response::plain(405, &format!("Only {methods} are possible here.")).with_header("Allow", methods)
}

/// Whether a request comes from a page of this server, or from a program.
fn is_same_origin(request: &Request) -> bool {
    let host = request.header("Host").unwrap_or_default();
    let is_this_server =
        |origin: &str| origin.split_once("://").is_some_and(|(_, named)| named.eq_ignore_ascii_case(host));
    let relation = request.header("Sec-Fetch-Site").unwrap_or("none");
    request.header("Origin").is_none_or(is_this_server) && matches!(relation, "none" | "same-origin" | "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_of_other_origins_are_refused() {
        let check = |headers: &[(&str, &str)], expected: bool| {
            let headers = [("Host", "localhost:4000")].iter().chain(headers);
            let headers = headers.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let request = Request { headers, ..Request::default() };
            assert_eq!(is_same_origin(&request), expected, "{:?}", request.headers);
        };
        check(&[], true);
        check(&[("Origin", "http://localhost:4000"), ("Sec-Fetch-Site", "same-origin")], true);
        check(&[("Origin", "http://localhost:4001")], false);
        check(&[("Origin", "https://evil.example")], false);
        check(&[("Origin", "null")], false);
        check(&[("Sec-Fetch-Site", "cross-site")], false);
        check(&[("Sec-Fetch-Site", "same-site")], false);
    }
}
