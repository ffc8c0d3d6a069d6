//! The developer's pages below `/__site/`: an overview of the site, the submissions of its forms, and the faults of the
//! mock endpoints.
//!
//! The pages are rendered for each request and are not part of the site. Only pages of the same origin, and programs,
//! may change submissions and faults.

mod overview;
mod submissions;
mod weights;

use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;

pub use overview::BuildReport;

use super::http::connection::Client;
use super::http::content_type;
use super::http::message::{Request, Response};
use super::http::target::RequestTarget;
use super::mock::{MockState, form_data, json_post};
use super::respond;
use super::served_site::ServedSite;
use crate::source::SourceFile;
use crate::template::{self, Templates};

/// The largest body: the fields of a small form, or JSON.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// The content security policy: no script in a value could run, even if the value were not escaped.
const CSP: &str = "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; \
                   form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const TEMPLATES: [(&str, &str); 3] = [
    ("layout.html", include_str!("layout.html")),
    ("overview.html", include_str!("overview.html")),
    ("submissions.html", include_str!("submissions.html")),
];

pub struct DevPages {
    pub mock: Arc<MockState>,
    /// The number of the last build, from 1, and its report.
    last_build: Mutex<(u64, Arc<BuildReport>)>,
    templates: Templates,
}

impl DevPages {
    pub fn new(mock: Arc<MockState>) -> Self {
        let source = |(name, text): (&str, &str)| {
            Arc::new(SourceFile { file: name.into(), path: name.to_owned(), text: text.into() })
        };
        let (templates, _) = template::load(&TEMPLATES.map(source));
        Self { mock, last_build: Mutex::default(), templates }
    }

    pub fn set_last_build(&self, report: BuildReport) {
        let mut last = self.last_build.lock();
        *last = (last.0 + 1, Arc::new(report));
    }

    /// Returns the response at `dev_path`, which is a path below `DEV_PAGES`.
    pub fn respond(&self, dev_path: &str, request: &Request, client: &mut Client, site: &ServedSite) -> Response {
        // The lock is released at once, so that no page delays the next report.
        let (number, report) = self.last_build.lock().clone();
        // HEAD has the response of GET: `Client::send` leaves out the body.
        let method = if request.method == "HEAD" { "GET" } else { &request.method };
        match (dev_path, method) {
            ("pages.css", "GET") => Response::new(200, content_type::CSS, include_bytes!("pages.css")[..].into()),
            ("pages.js", "GET") => {
                Response::new(200, content_type::of(dev_path), include_bytes!("pages.js")[..].into())
            }
            ("", "GET") => {
                let values = overview::values(&report, site, &self.mock);
                self.render(site, "overview.html", "Overview", values)
            }
            // `pages.js` reloads a page when its state changes.
            ("state", "GET") => Response::plain(200, &format!("{number} {}", submissions::state(&self.mock))),
            ("submissions", "GET") => {
                self.render(site, "submissions.html", "Submissions", submissions::values(&self.mock))
            }
            ("submissions/state", "GET") => Response::plain(200, &submissions::state(&self.mock)),
            ("submissions.json", "GET") => Response::json(200, &self.submissions_json()),
            ("submissions" | "submissions/faults", "DELETE") | ("submissions/clear" | "submissions/faults", "POST") => {
                self.change(dev_path, request, client, site).unwrap_or_else(|refusal| refusal)
            }
            ("submissions", _) => Response::method_not_allowed("GET, HEAD, DELETE"),
            ("submissions/faults", _) => Response::method_not_allowed("POST, DELETE"),
            ("submissions/clear", _) => Response::method_not_allowed("POST"),
            (_, "GET") => {
                respond::not_found(site, RequestTarget::parse(&request.target).map_or("/", |target| target.path))
            }
            _ => Response::method_not_allowed("GET, HEAD"),
        }
    }

    /// Clears the submissions or the faults, or sets a fault. Responds with JSON, or redirects a browser to the
    /// submissions.
    ///
    /// # Errors
    /// Returns the response that refuses the request.
    fn change(
        &self,
        dev_path: &str,
        request: &Request,
        client: &mut Client,
        site: &ServedSite,
    ) -> Result<Response, Response> {
        if !is_same_origin(request) {
            return Err(Response::plain(403, "Only this server's own pages may do that."));
        }
        let body = client.read_body(request, MAX_BODY_BYTES)?;
        match (dev_path, request.method.as_str()) {
            ("submissions/faults", "POST") => {
                self.set_fault(request, &body).map_err(|message| Response::plain(400, &message))?;
            }
            ("submissions/faults", _) => self.mock.faults.lock().clear(),
            _ => self.mock.submissions.lock().clear(),
        }
        if request.header("Accept").is_some_and(|types| types.contains("text/html")) {
            return Ok(Response::plain(303, "Done.").with_header("Location", site.dev_base() + "submissions"));
        }
        Ok(Response::json(200, &self.submissions_json()))
    }

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

    fn submissions_json(&self) -> Value {
        let mut json = self.mock.submissions.lock().json();
        json["endpoints"] = self.mock.origin.as_str().into();
        json["redirect_origin"] = self.mock.redirect_origin.as_str().into();
        json["faults"] = self.mock.faults.lock().json();
        json
    }

    fn render(&self, site: &ServedSite, template: &str, title: &str, mut values: Value) -> Response {
        values["title"] = title.into();
        values["base"] = site.base.as_str().into();
        values["dev_base"] = site.dev_base().into();
        let page = self.templates.render(template, &values).expect("tests render every template");
        Response::html(200, page)
            .with_header("Content-Security-Policy", CSP)
            .with_header("Referrer-Policy", "same-origin")
    }
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
