//! Responses for the site's port: a function of the request and of the published site, without sockets.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::http::conditional;
use super::http::content_type;
use super::http::message::{Request, Response};
use super::http::target::{AllowedHosts, RequestTarget, decode_path};
use super::reload;
use super::served_site::{Lookup, ServedFile, ServedSite};

pub enum Reply {
    Response(Response),
    /// The reload events of the page at this URL path, as long as the client listens.
    Events(String),
    /// The developer's page at this path, as [`ServedSite::below_dev_base`] returns it.
    DevPage(String),
}

/// Returns the reply to a request.
///
/// # Errors
/// Returns the response that refuses the request.
pub fn reply(request: &Request, site: &ServedSite, hosts: &AllowedHosts) -> Result<Reply, Response> {
    let target = hosts.checked_target(request)?;
    let path = decode_path(target.path);
    if let Some(dev_path) = path.as_deref().and_then(|path| site.below_dev_base(path)) {
        return Ok(dev_reply(request, &target, site, dev_path));
    }
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Err(Response::method_not_allowed("GET, HEAD"));
    }
    let path = path.ok_or_else(Response::malformed)?;
    // The query of the request goes before the fragment of the location, and is dropped if the location has a query.
    let redirect = |status: u16, location: &str| {
        let (page, fragment) = location.split_at(location.find('#').unwrap_or(location.len()));
        let query = target.query.filter(|_| !page.contains('?')).map(|query| format!("?{query}")).unwrap_or_default();
        Response::plain(status, "This page is elsewhere.").with_header("Location", format!("{page}{query}{fragment}"))
    };
    if let Some((status, location)) = site.policy.as_ref().and_then(|policy| policy.redirect(&path)) {
        return Ok(Reply::Response(with_host_headers(redirect(status, &location), site, &path)));
    }
    let response = match site.lookup(&path) {
        Lookup::File(name, file) => file_response(request, site, target.path, name, file),
        Lookup::Folder => redirect(308, &format!("{}/", target.path)),
        // The base path without its last slash, or the root of the server.
        Lookup::Nothing if site.below_base(&format!("{path}/")) == Some("") || (path == "/" && site.base != "/") => {
            redirect(307, &site.base)
        }
        Lookup::Nothing => not_found(site, target.path),
    };
    Ok(Reply::Response(with_host_headers(response, site, &path)))
}

/// Adds the headers of the host policy. Its `Cache-Control` is left out of error responses, and of all responses while
/// watching: a browser that cached a file for a year would not ask for its next version.
fn with_host_headers(response: Response, site: &ServedSite, path: &str) -> Response {
    let headers = site.policy.iter().flat_map(|policy| policy.headers(path));
    let is_uncached = site.watch || response.status >= 400;
    let sent = headers.filter(|(name, _)| !(is_uncached && name.eq_ignore_ascii_case("Cache-Control")));
    sent.fold(response, |response, (name, value)| response.with_header_replaced(name, value))
}

/// Returns the reply at `dev_path`, which is a path below `DEV_PAGES`. The paths of live reload exist only while
/// watching.
fn dev_reply(request: &Request, target: &RequestTarget, site: &ServedSite, dev_path: &str) -> Reply {
    let method = request.method.as_str();
    if let Some(script) = reload::script(site, dev_path).filter(|_| matches!(method, "GET" | "HEAD")) {
        let bytes = script.as_bytes();
        return Reply::Response(content_response(request, content_type::of(dev_path), bytes.into(), xxh3_64(bytes)));
    }
    if site.watch && (method, dev_path) == ("GET", reload::EVENTS) {
        return Reply::Events(target.parameter("page").unwrap_or_else(|| "/".to_owned()));
    }
    Reply::DevPage(dev_path.to_owned())
}

/// Returns the response with a file. While watching, scripts are inserted into a page.
fn file_response(request: &Request, site: &ServedSite, path: &str, name: &str, file: &ServedFile) -> Response {
    let content_type = content_type::of(name);
    if site.watch && content_type == content_type::HTML {
        let page = reload::with_scripts(site, path, &file.bytes);
        let hash = xxh3_64(&page);
        return content_response(request, content_type, page.into(), hash);
    }
    content_response(request, content_type, Arc::clone(&file.bytes), file.hash())
}

/// Returns the response with `body`, whose hash is `hash`, or with the requested part of it. The status is 304 if the
/// client's copy is current, and 416 if the requested part is empty.
fn content_response(request: &Request, content_type: &str, body: Arc<[u8]>, hash: u64) -> Response {
    let tag = format!("\"{hash:016x}\"");
    let length = body.len();
    let response = Response::new(200, content_type, body);
    let mut response = response.with_header("ETag", tag.as_str()).with_header("Accept-Ranges", "bytes");
    if conditional::is_current(request.header("If-None-Match"), &tag) {
        response.status = 304;
        return response;
    }
    let is_unchanged = request.header("If-Range").is_none_or(|validator| validator == tag);
    let header = request.header("Range").filter(|_| is_unchanged && request.method == "GET");
    match conditional::parse_range(header, length) {
        None => response,
        Some(part) if part.is_empty() => {
            Response::plain(416, "There is no such part.").with_header("Content-Range", format!("bytes */{length}"))
        }
        Some(part) => {
            let range = format!("bytes {}-{}/{length}", part.start, part.end - 1);
            Response { status: 206, part, ..response }.with_header("Content-Range", range)
        }
    }
}

/// Returns the response for a path without a page. While watching, the response is HTML even if the site has no 404
/// page: its script of live reload reloads it once the page exists.
pub fn not_found(site: &ServedSite, path: &str) -> Response {
    const PLAIN: &str = "This page does not exist.";
    match site.file(&site.not_found_page(&decode_path(path).unwrap_or_default())) {
        Some(file) if site.watch => Response::html(404, reload::with_scripts(site, path, &file.bytes)),
        Some(file) => Response::new(404, content_type::HTML, Arc::clone(&file.bytes)),
        None if site.watch => {
            let page = format!("<!doctype html><html lang=\"en\"><title>404</title><body><p>{PLAIN}</p></body></html>");
            Response::html(404, reload::with_scripts(site, path, page.as_bytes()))
        }
        None => Response::plain(404, PLAIN),
    }
}

#[cfg(test)]
mod tests;
