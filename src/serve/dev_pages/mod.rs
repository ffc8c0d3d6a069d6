//! The developer's pages below `/__site/`: an overview of the site, the submissions of its forms, and the faults of the mock
//! endpoints.
//!
//! The pages are rendered for each request and are not part of the site. Only pages of the same origin may change anything here.

mod layout;
mod overview;
mod submissions;
mod weights;

use std::sync::Arc;

use serde_json::Value;

use super::http::connection::Client;
use super::http::message::{Request, Response};
use super::last_build::LastBuild;
use super::mock::{MockServer, form_data};
use super::respond;
use super::served_site::ServedSite;
use crate::route::DEV_PAGES;

/// The largest body: the fields of a small form, or JSON.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// The sources of the pages.
pub struct DevPages {
    pub mock: Arc<MockServer>,
    pub last_build: Arc<LastBuild>,
}

impl DevPages {
    /// The response at the path `own` below [`DEV_PAGES`].
    pub fn respond(&self, own: &str, request: &Request, client: &mut Client, site: &ServedSite) -> Response {
        let is_read = matches!(request.method.as_str(), "GET" | "HEAD");
        let allowed = match own {
            layout::STYLE if is_read => return layout::style(),
            layout::SCRIPT if is_read => return layout::script(),
            overview::PAGE if is_read => {
                return layout::page(site, "Overview", &overview::page(&self.last_build.now(), site, &self.mock));
            }
            overview::STATE if is_read => {
                return Response::plain(200, &overview::state(&self.last_build.now(), &self.mock));
            }
            submissions::PAGE if is_read => {
                return layout::page(site, "Submissions", &submissions::page(&self.mock, site));
            }
            submissions::STATE if is_read => return Response::plain(200, &submissions::state(&self.mock)),
            submissions::JSON if is_read => return Response::json(200, &self.submissions_json()),
            layout::STYLE
            | layout::SCRIPT
            | overview::PAGE
            | overview::STATE
            | submissions::JSON
            | submissions::STATE => "GET, HEAD",
            submissions::PAGE => "GET, HEAD, DELETE",
            submissions::FAULTS => "POST, DELETE",
            submissions::CLEAR => "POST",
            _ if is_read => return respond::not_found(site, &request.target),
            _ => return Response::plain(405, "Only GET and HEAD are possible here.").with("Allow", "GET, HEAD"),
        };
        if !is_same_origin(request) {
            return Response::plain(403, "Only this server's own pages may do that.");
        }
        let body = match client.body(request, MAX_BODY_BYTES) {
            Ok(body) => body,
            Err(response) => return response,
        };
        let result = match (own, request.method.as_str()) {
            (submissions::PAGE, "DELETE") | (submissions::CLEAR, "POST") => {
                self.mock.store().clear();
                Ok(())
            }
            (submissions::FAULTS, "DELETE") => {
                self.mock.faults().clear();
                Ok(())
            }
            (submissions::FAULTS, "POST") => self.set_faults(request, &body),
            _ => {
                let message = format!("Only {allowed} are possible here.");
                return Response::plain(405, &message).with("Allow", allowed);
            }
        };
        let wants_page = request.header("Accept").is_some_and(|types| types.contains("text/html"));
        match result {
            Ok(()) if wants_page => {
                Response::plain(303, "Done.").with("Location", format!("{}{DEV_PAGES}{}", site.base, submissions::PAGE))
            }
            Ok(()) => Response::json(200, &self.submissions_json()),
            Err(message) => Response::plain(400, &message),
        }
    }

    fn set_faults(&self, request: &Request, body: &[u8]) -> Result<(), String> {
        let content_type = request.header("Content-Type").unwrap_or_default();
        if content_type.starts_with("application/json") {
            let fields: Value = serde_json::from_slice(body).map_err(|why| format!("this is no JSON: {why}"))?;
            return self.mock.faults().set(&|name| match &fields[name] {
                Value::Null => None,
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            });
        }
        let fields = form_data::fields(content_type, body)?;
        self.mock.faults().set(&|name| fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()))
    }

    /// All submissions and rules as JSON, for programs.
    fn submissions_json(&self) -> Value {
        let mut json = self.mock.store().json();
        json["endpoints"] = self.mock.origin.as_str().into();
        json["redirect_origin"] = self.mock.redirect_origin.as_str().into();
        json["faults"] = self.mock.faults().json();
        json
    }
}

/// Whether a request comes from a page of this server, or from a program.
fn is_same_origin(request: &Request) -> bool {
    let host = request.header("Host").unwrap_or_default();
    let own = |origin: &str| origin.split_once("://").is_some_and(|(_, named)| named.eq_ignore_ascii_case(host));
    let site = request.header("Sec-Fetch-Site").unwrap_or("none");
    request.header("Origin").is_none_or(own) && matches!(site, "none" | "same-origin" | "")
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
