//! From a request to its answer: a function of the request and of what is published, without a socket in sight.

use std::ops::Range;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::conditional::{self, Wanted};
use super::content_type;
use super::live::{File, Found, Site};
use super::reload;
use super::target::{Hosts, Target, decode_path};

/// A request as it came in.
#[derive(Debug, Default)]
pub struct Request {
    pub method: String,
    /// Visible ASCII.
    pub target: String,
    /// Is it HTTP/1.1? Else it is 1.0.
    pub current: bool,
    pub headers: Vec<(String, String)>,
}

impl Request {
    /// The value of a header; its first, if it is there several times.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// What to send back.
pub enum Reply {
    Answer(Answer),
    /// The events of the page at this path of a URL, as long as the client listens.
    Events(String),
}

/// A whole answer. To a HEAD request it is sent without its body.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    /// What is sent is the `part` of this.
    pub body: Arc<[u8]>,
    pub part: Range<usize>,
}

impl Answer {
    fn new(status: u16, content_type: &str, body: Arc<[u8]>) -> Self {
        // Whoever writes wants to see what they wrote: a browser asks again each time, and is told if nothing changed.
        let headers = vec![
            ("Content-Type", content_type.to_owned()),
            ("Cache-Control", "no-cache".to_owned()),
            ("X-Content-Type-Options", "nosniff".to_owned()),
        ];
        Self { status, headers, part: 0..body.len(), body }
    }

    /// A line for a person.
    pub fn plain(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("{text}\n").into_bytes().into())
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// Answers a request.
pub fn reply(request: &Request, site: &Site, hosts: &Hosts) -> Reply {
    match route(request, site, hosts) {
        Ok(reply) => reply,
        Err(answer) => Reply::Answer(answer),
    }
}

fn route(request: &Request, site: &Site, hosts: &Hosts) -> Result<Reply, Answer> {
    let malformed = || Answer::plain(400, "This request is malformed.");
    let target = Target::parse(&request.target).ok_or_else(malformed)?;
    check_host(request, &target, hosts)?;
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Err(Answer::plain(405, "Only GET and HEAD are possible here.").with("Allow", "GET, HEAD"));
    }
    let path = decode_path(target.path).ok_or_else(malformed)?;
    if site.watch
        && let Some(own) = path.strip_prefix(&site.base).and_then(|path| path.strip_prefix(reload::OWN))
    {
        return own_reply(request, &target, own).ok_or_else(|| missing(site, target.path));
    }
    let to = |status: u16, path: &str| {
        let query = target.query.map(|query| format!("?{query}")).unwrap_or_default();
        Answer::plain(status, "This page is elsewhere.").with("Location", format!("{path}{query}"))
    };
    Ok(Reply::Answer(match site.find(&path) {
        Found::File(name, file) => present(request, site, target.path, name, file),
        Found::Folder => to(308, &format!("{}/", target.path)),
        Found::Nothing if path != site.base && (path == "/" || format!("{path}/") == site.base) => to(307, &site.base),
        Found::Nothing => missing(site, target.path),
    }))
}

/// Exactly one host, and one that this server goes by.
fn check_host(request: &Request, target: &Target, hosts: &Hosts) -> Result<(), Answer> {
    let mut named = request.values("Host");
    let host = match (named.next(), named.next()) {
        (_, Some(_)) => return Err(Answer::plain(400, "This request names several hosts.")),
        (None, None) if request.current => return Err(Answer::plain(400, "This request names no host.")),
        (host, None) => target.authority.or(host),
    };
    let unknown = || Answer::plain(403, "This server only answers to the names of the machine it runs on.");
    if host.is_none_or(|host| hosts.allow(host)) { Ok(()) } else { Err(unknown()) }
}

/// The server's own addresses.
fn own_reply(request: &Request, target: &Target, own: &str) -> Option<Reply> {
    match own {
        reload::SCRIPT => {
            let script = reload::SCRIPT_TEXT.as_bytes();
            Some(Reply::Answer(content(request, content_type::of(own), script.into(), xxh3_64(script))))
        }
        reload::EVENTS if request.method == "GET" => {
            Some(Reply::Events(target.parameter("page").unwrap_or_else(|| "/".to_owned())))
        }
        _ => None,
    }
}

/// A file, a part of it, or the news that the client has it already.
fn present(request: &Request, site: &Site, path: &str, name: &str, file: &File) -> Answer {
    let content_type = content_type::of(name);
    if site.watch && content_type == content_type::HTML {
        let page = reload::with_script(site, path, &file.bytes);
        let hash = xxh3_64(&page);
        return content(request, content_type, page.into(), hash);
    }
    content(request, content_type, Arc::clone(&file.bytes), file.hash())
}

fn content(request: &Request, content_type: &str, body: Arc<[u8]>, hash: u64) -> Answer {
    let tag = format!("\"{hash:016x}\"");
    let length = body.len();
    let mut answer = Answer::new(200, content_type, body).with("ETag", tag.as_str()).with("Accept-Ranges", "bytes");
    if conditional::matches(request.header("If-None-Match"), &tag) {
        answer.status = 304;
        return answer;
    }
    let unchanged = request.header("If-Range").is_none_or(|known| known == tag);
    let header = request.header("Range").filter(|_| unchanged && request.method == "GET");
    match conditional::range(header, length) {
        Wanted::All => answer,
        Wanted::Part(part) => {
            let named = format!("bytes {}-{}/{length}", part.start, part.end - 1);
            Answer { status: 206, part, ..answer }.with("Content-Range", named)
        }
        Wanted::Beyond => {
            Answer::plain(416, "There is no such part.").with("Content-Range", format!("bytes */{length}"))
        }
    }
}

/// The site's own page for what is not there. While watching there is always one, so that it can reload once the page comes
/// into being.
fn missing(site: &Site, path: &str) -> Answer {
    const PLAIN: &str = "This page does not exist.";
    match site.file("404.html") {
        Some(file) if site.watch => {
            Answer::new(404, content_type::HTML, reload::with_script(site, path, &file.bytes).into())
        }
        Some(file) => Answer::new(404, content_type::HTML, Arc::clone(&file.bytes)),
        None if site.watch => {
            let page = format!("<!doctype html><html lang=\"en\"><title>404</title><body><p>{PLAIN}</p></body></html>");
            Answer::new(404, content_type::HTML, reload::with_script(site, path, page.as_bytes()).into())
        }
        None => Answer::plain(404, PLAIN),
    }
}

#[cfg(test)]
#[path = "http_tests.rs"]
mod tests;
