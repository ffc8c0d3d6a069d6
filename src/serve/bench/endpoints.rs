//! The bench's endpoints: from a request to its row and its answer, by way of what is to go wrong.

use std::io;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use super::fault::{Fault, Plan};
use super::form::Field;
use super::received::Store;
use super::{Bench, Endpoint, Kind, READABLE, further, lead, sheet};
use crate::serve::connection::Client;
use crate::serve::message::{Answer, Request};
use crate::serve::server::Service;
use crate::serve::target::{Hosts, Target, decode_path};

/// A submission is smaller than this.
const MOST_BODY: usize = 1024 * 1024;
/// Nobody waits longer for an answer that never comes.
const HANG: Duration = Duration::from_mins(10);

/// The service at the bench's first port.
pub struct Endpoints {
    pub bench: Arc<Bench>,
    pub hosts: Hosts,
}

impl Service for Endpoints {
    fn answer(&self, request: &Request, client: &mut Client) -> io::Result<bool> {
        let endpoint = match self.endpoint(request) {
            Ok(endpoint) => endpoint,
            Err(answer) => return client.send(answer, request.method == "HEAD").map(|()| false),
        };
        let number = self.bench.store().begin(&endpoint, request);
        if request.method == "POST" {
            let plan = self.bench.faults().take(&endpoint);
            Submission { bench: &self.bench, endpoint, request, number, plan }.run(client)?;
        } else {
            let plan = self.bench.faults().of_preflight(&endpoint);
            let answer = other_than_post(&endpoint, request, plan);
            self.bench.store().end(number, Some(answer.status), "nothing to keep");
            client.send(answer, request.method == "HEAD")?;
        }
        Ok(false)
    }
}

impl Endpoints {
    fn endpoint(&self, request: &Request) -> Result<Endpoint, Answer> {
        let malformed = || Answer::plain(400, "This request is malformed.");
        let target = Target::parse(&request.target).ok_or_else(malformed)?;
        self.hosts.check(request, &target)?;
        let path = decode_path(target.path).ok_or_else(malformed)?;
        let found = path.strip_prefix('/').and_then(Endpoint::parse);
        found.ok_or_else(|| Answer::plain(404, "There is no endpoint here, only at /sheet/NAME and /lead/NAME."))
    }
}

fn other_than_post(endpoint: &Endpoint, request: &Request, plan: Plan) -> Answer {
    match (endpoint.kind, request.method.as_str()) {
        (Kind::Lead, "OPTIONS") if plan.fault == Some(Fault::Preflight) => lead::refuse_preflight(),
        (Kind::Lead, "OPTIONS") => lead::preflight(request),
        (Kind::Lead, method) => {
            lead::failure(405, &format!("{method} is not possible here")).with("Allow", "POST, OPTIONS")
        }
        (Kind::Sheet, method) => sheet::other_method(method),
    }
}

/// A POST on its way.
struct Submission<'a> {
    bench: &'a Arc<Bench>,
    endpoint: Endpoint,
    request: &'a Request,
    number: u64,
    plan: Plan,
}

impl Submission<'_> {
    fn run(self, client: &mut Client) -> io::Result<()> {
        let hang_up = || Err(io::ErrorKind::ConnectionAborted.into());
        if self.plan.fault == Some(Fault::Refuse) {
            self.end(None, "refused");
            return hang_up();
        }
        let body = match client.body(self.request, MOST_BODY) {
            Ok(body) => body,
            Err(answer) => {
                self.end(Some(answer.status), "the body did not arrive");
                return client.send(answer, false);
            }
        };
        let read = self.read(&body);
        self.store().body(self.number, body);
        if self.plan.fault == Some(Fault::Hang) {
            self.end(None, "left hanging");
            client.wait(HANG);
            return hang_up();
        }
        let (answer, kept) = self.decide(read);
        if !client.wait(self.plan.delay) {
            let outcome = if kept { "kept; the client left before the answer" } else { "the client left" };
            self.end(None, outcome);
            return hang_up();
        }
        match self.plan.fault.filter(|_| kept) {
            Some(Fault::Cut) => {
                self.end(None, "kept, then cut off");
                hang_up()
            }
            Some(Fault::Part) => {
                self.end(Some(200), "kept, then cut off in the answer");
                let (name, value) = READABLE;
                client.raw(
                    format!("HTTP/1.1 200 OK\r\n{name}: {value}\r\nContent-Length: 1000\r\n\r\n{{\"Sta").as_bytes(),
                )?;
                hang_up()
            }
            Some(Fault::Garble) => {
                self.end(None, "kept, then answered in garbled bytes");
                client.raw(b"\x00\x16\x03\x01\xff\xfe no HTTP \x00\r\n\r\n")
            }
            _ => {
                let outcome = if kept { "kept" } else { "refused" };
                self.end(Some(answer.status), outcome);
                client.send(answer, false)
            }
        }
    }

    /// The fields, or the refusal.
    fn read(&self, body: &[u8]) -> Result<Vec<Field>, Answer> {
        match self.endpoint.kind {
            Kind::Sheet => sheet::read(self.request, body).map_err(|why| sheet::failure(&why)),
            Kind::Lead => lead::read(self.request, body).map_err(|(status, why)| lead::failure(status, &why)),
        }
    }

    /// Keeps the row, or not: the answer, and whether it was kept.
    fn decide(&self, read: Result<Vec<Field>, Answer>) -> (Answer, bool) {
        let fields = match read {
            Ok(fields) => fields,
            Err(refusal) => return (refusal, false),
        };
        let fault = self.plan.fault;
        let row = self.store().read(self.number, &self.endpoint, fields, fault.is_none_or(Fault::keeps));
        let readable = |answer: Answer| answer.with(READABLE.0, READABLE.1);
        let answer = match (fault, row) {
            (Some(Fault::Status(status)), _) => readable(Answer::plain(status, "This answer was asked for.")),
            (Some(Fault::Nonsense), _) => readable(Answer::html(200, b"<p>\xff\xfe</nonsense")),
            (_, None) => sheet::failure("it was told to"),
            (_, Some(row)) if self.endpoint.kind == Kind::Lead => lead::success(row),
            (_, Some(row)) => readable(sheet::redirect(&further::address(self.bench, row, fault == Some(Fault::Lost)))),
        };
        (answer, row.is_some())
    }

    fn end(&self, status: Option<u16>, outcome: &str) {
        self.store().end(self.number, status, outcome);
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.bench.store()
    }
}
