//! The service at the first mock port: records each submission and responds by the kind of its endpoint, or with a
//! fault.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::endpoint::{Endpoint, EndpointKind, allow_any_origin};
use super::fault::{Fault, FaultRule, FaultTable};
use super::form_data::SubmittedField;
use super::submissions::SubmissionStore;
use super::{form_data, form_post, json_post};
use crate::serve::http::connection::{Client, Service};
use crate::serve::http::message::{Request, Response};
use crate::serve::http::target::{AllowedHosts, decode_path};

const MAX_BODY_BYTES: usize = 1024 * 1024;
/// How long a hanging request stays open: longer than clients usually wait.
const HANG_TIME: Duration = Duration::from_mins(10);

/// The state of all mock endpoints, which the developer's pages show and change.
#[derive(Default)]
pub struct MockState {
    pub origin: String,
    /// The origin that form endpoints redirect to.
    pub redirect_origin: String,
    pub submissions: Mutex<SubmissionStore>,
    pub faults: Mutex<FaultTable>,
}

pub struct MockService {
    pub mock: Arc<MockState>,
    pub hosts: AllowedHosts,
}

impl Service for MockService {
    fn respond(&self, request: &Request, client: &mut Client) -> io::Result<()> {
        // On a connection that is used again, browsers would repeat a request that a fault cuts off.
        client.close_after_response();
        let endpoint = match self.find_endpoint(request) {
            Ok(endpoint) => endpoint,
            Err(response) => return client.send(response),
        };
        let number = self.mock.submissions.lock().begin(&endpoint, request);
        let rule = self.mock.faults.lock().use_rule(&endpoint, &request.method);
        if request.method == "POST" {
            return Post { mock: &self.mock, endpoint, request, number, rule }.run(client);
        }
        let response = respond_to_other_method(&endpoint, request, rule);
        self.mock.submissions.lock().set_outcome(number, Some(response.status), "nothing to keep");
        client.send(response)
    }
}

impl MockService {
    fn find_endpoint(&self, request: &Request) -> Result<Endpoint, Response> {
        let target = self.hosts.checked_target(request)?;
        let path = decode_path(target.path).ok_or_else(Response::malformed)?;
        let found = path.strip_prefix('/').and_then(Endpoint::parse);
        found.ok_or_else(|| {
            Response::plain(404, "There is no endpoint here, only at /form-post/NAME and /json-post/NAME.")
        })
    }
}

fn respond_to_other_method(endpoint: &Endpoint, request: &Request, rule: FaultRule) -> Response {
    match (endpoint.kind, request.method.as_str()) {
        (EndpointKind::JsonPost, "OPTIONS") if rule.fault == Some(Fault::Preflight) => json_post::refuse_preflight(),
        (EndpointKind::JsonPost, "OPTIONS") => json_post::preflight(request),
        (EndpointKind::JsonPost, method) => {
            json_post::failure(405, &format!("{method} is not possible here")).with_header("Allow", "POST, OPTIONS")
        }
        (EndpointKind::FormPost, method) => form_post::refuse_method(method),
    }
}

struct Post<'a> {
    mock: &'a MockState,
    endpoint: Endpoint,
    request: &'a Request,
    number: u64,
    rule: FaultRule,
}

impl Post<'_> {
    fn run(self, client: &mut Client) -> io::Result<()> {
        if self.rule.fault == Some(Fault::Refuse) {
            return self.hang_up("refused");
        }
        let body = match client.read_body(self.request, MAX_BODY_BYTES) {
            Ok(body) => body,
            Err(response) => {
                self.record_outcome(Some(response.status), "the body did not arrive");
                return client.send(response);
            }
        };
        let fields = self.read_fields(&body);
        self.mock.submissions.lock().set_body(self.number, body);
        if self.rule.fault == Some(Fault::Hang) {
            self.record_outcome(None, "left hanging");
            client.wait(HANG_TIME);
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        let (response, is_kept) = self.accept(fields);
        if !client.wait(self.rule.delay) {
            return self.hang_up(if is_kept { "kept; the client left before the answer" } else { "the client left" });
        }
        match self.rule.fault.filter(|_| is_kept) {
            Some(Fault::Cut) => self.hang_up("kept, then cut off"),
            Some(Fault::Part) => {
                self.record_outcome(Some(200), "kept, then cut off in the answer");
                let head = "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 1000\r\n\r\n";
                client.write_raw(format!("{head}{{\"Sta").as_bytes())?;
                Err(io::ErrorKind::ConnectionAborted.into())
            }
            Some(Fault::Garble) => {
                self.record_outcome(None, "kept, then answered in garbled bytes");
                client.write_raw(b"\x00\x16\x03\x01\xff\xfe no HTTP \x00\r\n\r\n")
            }
            _ => {
                let outcome = if is_kept { "kept" } else { "refused" };
                self.record_outcome(Some(response.status), outcome);
                client.send(response)
            }
        }
    }

    fn read_fields(&self, body: &[u8]) -> Result<Vec<SubmittedField>, Response> {
        match self.endpoint.kind {
            EndpointKind::FormPost => {
                let content_type = self.request.header("Content-Type").unwrap_or_default();
                form_data::parse_fields(content_type, body).map_err(|why| form_post::failure(&why))
            }
            EndpointKind::JsonPost => json_post::read_fields(self.request, body),
        }
    }

    /// Keeps a row of the submission if its fields are valid and no fault prevents keeping. Returns the response, and
    /// whether a row was kept.
    fn accept(&self, fields: Result<Vec<SubmittedField>, Response>) -> (Response, bool) {
        let fields = match fields {
            Ok(fields) => fields,
            Err(refusal) => return (refusal, false),
        };
        let fault = self.rule.fault;
        self.mock.submissions.lock().set_fields(self.number, fields);
        let is_kept = fault.is_none_or(Fault::keeps_submission);
        let row = is_kept.then(|| self.mock.submissions.lock().keep_row(self.number, &self.endpoint));
        let response = match (fault, row) {
            (Some(Fault::Status), _) => {
                allow_any_origin(Response::plain(self.rule.status, "This answer was asked for."))
            }
            (Some(Fault::Nonsense), _) => allow_any_origin(Response::html(200, b"<p>\xff\xfe</nonsense")),
            // Of the faults that keep no row, only `Fault::Unreadable` is left.
            (_, None) => form_post::failure("a fault was set"),
            (_, Some(row)) if self.endpoint.kind == EndpointKind::JsonPost => json_post::success(row),
            (_, Some(row)) => form_post::redirect(&self.mock.redirect_origin, row, fault == Some(Fault::Lost)),
        };
        (response, is_kept)
    }

    /// Records an outcome without a response, and returns an error, which closes the connection.
    fn hang_up(&self, outcome: &str) -> io::Result<()> {
        self.record_outcome(None, outcome);
        Err(io::ErrorKind::ConnectionAborted.into())
    }

    fn record_outcome(&self, status: Option<u16>, outcome: &str) {
        self.mock.submissions.lock().set_outcome(self.number, status, outcome);
    }
}
