//! The developer's pages below `/__site/`: the site at a glance, what its forms sent, and what is to go wrong with it.
//!
//! They are made for each request from what is published and received just then, and are no part of the site: no build
//! writes them. Only pages of the same origin may change anything here.

mod html;
mod leads;
mod overview;
mod weights;

use std::sync::Arc;

use serde_json::Value;

use super::bench::{Bench, form};
use super::connection::Client;
use super::http;
use super::live::Site;
use super::message::{Answer, Request};
use super::told::LastBuild;
use crate::route::OWN;

/// Fields of a form, or a bit of JSON.
const MOST_BODY: usize = 64 * 1024;

/// What the pages tell of.
pub struct Pages {
    pub bench: Arc<Bench>,
    pub last: Arc<LastBuild>,
}

impl Pages {
    /// The answer at the path `own` below [`OWN`].
    pub fn answer(&self, own: &str, request: &Request, client: &mut Client, site: &Site) -> Answer {
        let reads = matches!(request.method.as_str(), "GET" | "HEAD");
        let allowed = match own {
            html::STYLE if reads => return html::style(),
            html::SCRIPT if reads => return html::script(),
            overview::PAGE if reads => {
                return html::answer(site, "Overview", &overview::page(&self.last.now(), site, &self.bench));
            }
            overview::STATE if reads => return Answer::plain(200, &overview::state(&self.last.now(), &self.bench)),
            leads::PAGE if reads => return html::answer(site, "Leads", &leads::page(&self.bench, site)),
            leads::STATE if reads => return Answer::plain(200, &leads::state(&self.bench)),
            leads::JSON if reads => return Answer::json(200, &self.leads()),
            html::STYLE | html::SCRIPT | overview::PAGE | overview::STATE | leads::JSON | leads::STATE => "GET, HEAD",
            leads::PAGE => "GET, HEAD, DELETE",
            leads::FAULTS => "POST, DELETE",
            leads::CLEAR => "POST",
            _ if reads => return http::missing(site, &request.target),
            _ => return Answer::plain(405, "Only GET and HEAD are possible here.").with("Allow", "GET, HEAD"),
        };
        if !same_origin(request) {
            return Answer::plain(403, "Only this server's own pages may do that.");
        }
        let body = match client.body(request, MOST_BODY) {
            Ok(body) => body,
            Err(answer) => return answer,
        };
        let done = match (own, request.method.as_str()) {
            (leads::PAGE, "DELETE") | (leads::CLEAR, "POST") => {
                self.bench.store().clear();
                Ok(())
            }
            (leads::FAULTS, "DELETE") => {
                self.bench.faults().clear();
                Ok(())
            }
            (leads::FAULTS, "POST") => self.set_faults(request, &body),
            _ => {
                let told = format!("Only {allowed} are possible here.");
                return Answer::plain(405, &told).with("Allow", allowed);
            }
        };
        let wants_page = request.header("Accept").is_some_and(|types| types.contains("text/html"));
        match done {
            Ok(()) if wants_page => {
                Answer::plain(303, "Done.").with("Location", format!("{}{OWN}{}", site.base, leads::PAGE))
            }
            Ok(()) => Answer::json(200, &self.leads()),
            Err(why) => Answer::plain(400, &why),
        }
    }

    fn set_faults(&self, request: &Request, body: &[u8]) -> Result<(), String> {
        let content_type = request.header("Content-Type").unwrap_or_default();
        if content_type.starts_with("application/json") {
            let fields: Value = serde_json::from_slice(body).map_err(|why| format!("this is no JSON: {why}"))?;
            return self.bench.faults().set(&|name| match &fields[name] {
                Value::Null => None,
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            });
        }
        let fields = form::fields(content_type, body)?;
        self.bench.faults().set(&|name| fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()))
    }

    /// For programs.
    fn leads(&self) -> Value {
        let mut leads = self.bench.store().json();
        leads["endpoints"] = self.bench.origin.as_str().into();
        leads["further"] = self.bench.further.as_str().into();
        leads["faults"] = self.bench.faults().json();
        leads
    }
}

/// Does the request come from a page of this server, or from no page at all?
fn same_origin(request: &Request) -> bool {
    let host = request.header("Host").unwrap_or_default();
    let own = |origin: &str| origin.split_once("://").is_some_and(|(_, named)| named.eq_ignore_ascii_case(host));
    let site = request.header("Sec-Fetch-Site").unwrap_or("none");
    request.header("Origin").is_none_or(own) && matches!(site, "none" | "same-origin" | "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_sites_change_nothing() {
        let check = |headers: &[(&str, &str)], expected: bool| {
            let headers = [("Host", "localhost:4000")].iter().chain(headers);
            let headers = headers.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let request = Request { headers, ..Request::default() };
            assert_eq!(same_origin(&request), expected, "{:?}", request.headers);
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
