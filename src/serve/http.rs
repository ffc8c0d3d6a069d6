//! From a request to its answer: a function of the request and of what is published, without a socket in sight.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::conditional::{self, Wanted};
use super::content_type;
use super::live::{File, Found, Site};
use super::message::{Answer, Request};
use super::reload;
use super::target::{Hosts, Target, decode_path};
use crate::route::OWN;

/// What to send back.
pub enum Reply {
    Answer(Answer),
    /// The events of the page at this path of a URL, as long as the client listens.
    Events(String),
    /// Something for the developer, at this path below [`OWN`].
    Own(String),
}

/// Answers a request.
pub fn reply(request: &Request, site: &Site, hosts: &Hosts) -> Reply {
    route(request, site, hosts).unwrap_or_else(Reply::Answer)
}

fn route(request: &Request, site: &Site, hosts: &Hosts) -> Result<Reply, Answer> {
    let malformed = || Answer::plain(400, "This request is malformed.");
    let target = Target::parse(&request.target).ok_or_else(malformed)?;
    hosts.check(request, &target)?;
    let path = decode_path(target.path);
    if let Some(own) = path.as_deref().and_then(|path| path.strip_prefix(&site.base)?.strip_prefix(OWN)) {
        return Ok(own_reply(request, &target, site, own));
    }
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Err(Answer::plain(405, "Only GET and HEAD are possible here.").with("Allow", "GET, HEAD"));
    }
    let path = path.ok_or_else(malformed)?;
    let to = |status: u16, path: &str| {
        let query = target.query.map(|query| format!("?{query}")).unwrap_or_default();
        Answer::plain(status, "This page is elsewhere.").with("Location", format!("{path}{query}"))
    };
    if let Some((status, to_path)) = site.policy.as_ref().and_then(|policy| policy.redirect(&path)) {
        return Ok(Reply::Answer(as_hosts_do(to(status, &to_path), site, &path)));
    }
    let answer = match site.find(&path) {
        Found::File(name, file) => present(request, site, target.path, name, file),
        Found::Folder => to(308, &format!("{}/", target.path)),
        Found::Nothing if path != site.base && (path == "/" || format!("{path}/") == site.base) => to(307, &site.base),
        Found::Nothing => missing(site, target.path),
    };
    Ok(Reply::Answer(as_hosts_do(answer, site, &path)))
}

/// With the headers that hosts send. What is not there is not to be remembered; nor is anything while someone writes: what a
/// browser has for a year it can't be told to forget.
fn as_hosts_do(answer: Answer, site: &Site, path: &str) -> Answer {
    let headers = site.policy.iter().flat_map(|policy| policy.headers(path));
    let forgotten = site.watch || answer.status >= 400;
    let sent = headers.filter(|(name, _)| !(forgotten && name.eq_ignore_ascii_case("Cache-Control")));
    sent.fold(answer, |answer, (name, value)| answer.with_own(name, value))
}

/// The server's own addresses. Those of reloading are there while watching only.
fn own_reply(request: &Request, target: &Target, site: &Site, own: &str) -> Reply {
    match (own, request.method.as_str()) {
        (reload::SCRIPT, "GET" | "HEAD") if site.watch => {
            let script = reload::SCRIPT_TEXT.as_bytes();
            Reply::Answer(content(request, content_type::of(own), script.into(), xxh3_64(script)))
        }
        (reload::EVENTS, "GET") if site.watch => {
            Reply::Events(target.parameter("page").unwrap_or_else(|| "/".to_owned()))
        }
        _ => Reply::Own(own.to_owned()),
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
pub fn missing(site: &Site, path: &str) -> Answer {
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
