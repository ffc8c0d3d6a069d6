//! The service at the editor's port: its page, and the requests about content as JSON.

use std::io;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::http::connection::{Client, Service};
use super::super::http::content_type;
use super::super::http::message::{Request, Response};
use super::super::http::target::RequestTarget;
use super::super::live_site::LiveSite;
use super::access::{AccessCheck, BINARY, JSON};
use crate::diagnostic::Diagnostic;
use crate::edit::{
    ApprovedSample, EditForm, EditSession, NewPicture, Refused, build_blank_entry, build_blank_value,
    describe_block_change, find_pages, list_collections, list_entries, list_pages, list_picture_addresses,
    list_pictures, list_samples, plan_deletion, plan_rename, preview_name, propose_name,
};
use crate::route::decode;

const MAX_JSON_BYTES: usize = 1024 * 1024;
/// Photos stay below this limit: the editor's page reduces them to `MAX_SIDE` pixels (`ui/upload.ts`).
const MAX_PICTURE_BYTES: usize = 32 * 1024 * 1024;

const PAGE: &str = include_str!("ui/editor.html");
const SCRIPT: &str = include_str!("ui/editor.js");
const STYLE: &str = include_str!("ui/editor.css");

pub struct EditorService {
    pub access: AccessCheck,
    pub session: EditSession,
    pub live: Arc<LiveSite>,
    pub site_origin: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Undo {
    number: u64,
}

/// The body of a request without parameters: `{}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoParameters {}

impl Service for EditorService {
    fn respond(&self, request: &Request, client: &mut Client) -> io::Result<()> {
        // The body is always read, so that the connection can stay open for the next request.
        let is_picture = request.header("Content-Type") == Some(BINARY);
        let body = client.read_body(request, if is_picture { MAX_PICTURE_BYTES } else { MAX_JSON_BYTES });
        let response = body.and_then(|body| self.answer(request, &body)).unwrap_or_else(|response| response);
        client.send(self.add_security_headers(response))
    }
}

impl EditorService {
    fn answer(&self, request: &Request, body: &[u8]) -> Result<Response, Response> {
        self.access.check_host(request)?;
        let target = RequestTarget::parse(&request.target).ok_or_else(not_found)?;
        let file = match target.path {
            "/" => Some(("editor.html", PAGE)),
            "/editor.js" => Some(("editor.js", SCRIPT)),
            "/editor.css" => Some(("editor.css", STYLE)),
            _ => None,
        };
        if let Some((name, text)) = file
            && matches!(request.method.as_str(), "GET" | "HEAD")
        {
            return Ok(Response::new(200, content_type::of(name), text.as_bytes().into()));
        }
        self.access.check_key(request)?;
        let parameter = |name: &str| target.parameter(name).unwrap_or_default();
        let session = &self.session;
        let result = match (request.method.as_str(), target.path) {
            ("GET", "/api/site") => self.site_json(),
            ("GET", "/api/pages") => session.read(|site| Ok(list_pages(site))).map(to_json),
            ("GET", "/api/pages/found") => session.read(|site| Ok(find_pages(site, &parameter("search")))).map(to_json),
            ("GET", "/api/page") => session.find_marks(&parameter("route")).map(to_json),
            ("GET", "/api/form") => self.form_json(&parameter("file"), &parameter("at")),
            ("GET", "/api/readers") => session.list_readers(&parameter("file"), &parameter("at")).map(to_json),
            ("GET", "/api/blank") => {
                let number = target.parameter("number").map(|number| number.parse().unwrap_or(usize::MAX));
                session.read(|site| build_blank_value(site, &parameter("file"), &parameter("at"), number)).map(to_json)
            }
            ("GET", "/api/entries") => {
                session.read(|site| build_blank_entry(site, &parameter("collection"))).map(to_json)
            }
            ("GET", "/api/name") => {
                session.read(|site| propose_name(site, &parameter("collection"), &parameter("title"))).map(to_json)
            }
            ("POST", "/api/entries") => session.create_entry(&self.parse_post(request, body)?).map(to_json),
            ("POST", "/api/pictures") => {
                self.access.check_post(request, BINARY)?;
                let (name, replaced) = (&*parameter("name"), &*parameter("replaced"));
                session.add_picture(&NewPicture { name, replaced, bytes: body }).map(|path| json!({ "path": path }))
            }
            ("GET", "/api/order") => session.read(|site| list_entries(site, &parameter("collection"))).map(to_json),
            ("POST", "/api/order") => session.move_entry(&self.parse_post(request, body)?).map(number_json),
            ("GET", "/api/uses") => session.read(|site| plan_deletion(site, &parameter("file"))).map(to_json),
            ("POST", "/api/delete") => session.delete_entry(&self.parse_post(request, body)?).map(number_json),
            ("GET", "/api/rename") => session.read(|site| plan_rename(site, &parameter("file"))).map(to_json),
            ("GET", "/api/rename/name") => {
                session.read(|site| preview_name(site, &parameter("file"), &parameter("name"))).map(to_json)
            }
            ("POST", "/api/rename") => {
                session.rename_entry(&self.parse_post(request, body)?).map(|file| json!({ "file": file }))
            }
            ("GET", "/api/changes") => Ok(self.changes_json()),
            ("POST", "/api/changes") => session.change_value(&self.parse_post(request, body)?).map(number_json),
            ("POST", "/api/items") => session.change_items(&self.parse_post(request, body)?).map(number_json),
            ("POST", "/api/blocks") => session.change_block(&self.parse_post(request, body)?).map(number_json),
            ("POST", "/api/blocks/links") => {
                let change = self.parse_post(request, body)?;
                session.read(|site| Ok(describe_block_change(site, &change)?.1)).map(to_json)
            }
            ("GET", "/api/work") => Ok(json!({ "work": session.work() })),
            ("GET", "/api/samples") => session.read(|site| Ok(list_samples(site))).map(to_json),
            ("POST", "/api/samples") => {
                session.approve_samples(&self.parse_post::<Vec<ApprovedSample>>(request, body)?).map(number_json)
            }
            ("POST", "/api/undo") => session.undo(self.parse_post::<Undo>(request, body)?.number).map(number_json),
            ("POST", "/api/redo") => {
                let NoParameters {} = self.parse_post(request, body)?;
                session.redo().map(number_json)
            }
            ("GET", "/api/errors") => {
                session.read(|site| Ok(json!({ "problems": session.publisher.list_errors(site) })))
            }
            ("GET", "/api/publish") => session.read(|site| Ok(session.publisher.state(site))).map(to_json),
            ("POST", "/api/publish/check") => {
                let NoParameters {} = self.parse_post(request, body)?;
                session.read(|site| Ok(json!({ "problems": session.publisher.check(site).problems })))
            }
            ("POST", "/api/publish") => session.publish(&self.parse_post(request, body)?).map(to_json),
            ("GET" | "POST", _) => return Err(not_found()),
            _ => return Err(Response::method_not_allowed("GET, POST")),
        };
        Ok(result.map_or_else(refusal_response, |value| Response::json(200, &value)))
    }

    /// Checks that a POST request comes from the editor's page, and parses its body.
    fn parse_post<T: DeserializeOwned>(&self, request: &Request, body: &[u8]) -> Result<T, Response> {
        self.access.check_post(request, JSON)?;
        serde_json::from_slice(body).map_err(|_| Response::plain(400, "The body is not the expected JSON."))
    }

    fn site_json(&self) -> Result<Value, Refused> {
        let (origin, base) = (&self.site_origin, &self.live.current().base);
        self.session.read(|site| {
            let (pictures, addresses) = (list_pictures(site), list_picture_addresses(site));
            let collections = list_collections(site);
            Ok(json!({
                "origin": origin, "base": base, "pictures": pictures, "picture_addresses": addresses,
                "collections": collections,
            }))
        })
    }

    /// Builds a form, which names the entry's page only once the site serves that page.
    fn form_json(&self, file: &str, at: &str) -> Result<Value, Refused> {
        let form = self.session.build_form(file, at)?;
        let site = self.live.current();
        let base = decode(&site.base);
        let is_served = |route: &String| site.leads_to_file(&format!("{base}{}", route.trim_start_matches('/')));
        Ok(to_json(EditForm { page: form.page.filter(is_served), ..form }))
    }

    fn changes_json(&self) -> Value {
        let to_redo = self.session.change_to_redo();
        let changes = self.session.list_changes().into_iter().map(|(change, is_undone)| {
            let files: Vec<&str> = change.paths().collect();
            let moves: Vec<_> =
                change.files.iter().filter_map(|file| Some((file.moved_from.as_ref()?, &file.file))).collect();
            json!({
                "number": change.number, "time": change.time, "kind": change.kind, "file": change.file, "files": files,
                "moves": moves,
                "at": change.at, "title": self.session.title_of(&change), "has_page": self.session.has_page(&change),
                "label": change.label,
                "was": change.was, "to": change.to, "further_blocks": change.further_blocks,
                "is_undone": is_undone, "undoes": change.undoes,
                "can_be_redone": to_redo == Some(change.number),
            })
        });
        changes.collect()
    }

    /// Adds the security headers: no other page may embed the editor, and no other script runs in it.
    fn add_security_headers(&self, response: Response) -> Response {
        let origin = &self.site_origin;
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src {origin}; \
             frame-src {origin}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        );
        response
            .with_header("Content-Security-Policy", policy)
            .with_header("X-Frame-Options", "DENY")
            .with_header("Referrer-Policy", "no-referrer")
            .with_header("Cross-Origin-Resource-Policy", "same-origin")
    }
}

fn to_json<T: Serialize>(value: T) -> Value {
    json!(value)
}

/// Makes the answer to a change: its number, or `null` if nothing had to change.
fn number_json<T: Serialize>(number: T) -> Value {
    json!({ "number": number })
}

fn not_found() -> Response {
    Response::plain(404, "There is nothing here.")
}

fn refusal_response(refused: Refused) -> Response {
    let (status, body) = match refused {
        Refused::NotFound => (404, json!({ "message": "This is not there any more." })),
        Refused::Conflict { current } => (409, json!({ "current": current })),
        Refused::Invalid(diagnostics) => (422, diagnostics_json(&diagnostics)),
        Refused::Busy(diagnostic) => (503, diagnostics_json(&[diagnostic])),
        Refused::Failed(diagnostic) => (500, diagnostics_json(&[diagnostic])),
    };
    Response::json(status, &body)
}

fn diagnostics_json(diagnostics: &[Diagnostic]) -> Value {
    let diagnostics = diagnostics.iter().map(|Diagnostic { code, message, label, notes, help, .. }| {
        let help = [&notes[..], help].concat();
        json!({ "code": code, "message": message, "label": label, "help": help })
    });
    json!({ "diagnostics": diagnostics.collect::<Value>() })
}
