//! Live reload: the scripts that are inserted into each page, and the stream of events to which `reload.js` listens.
//! `reload.js` reloads the page, or replaces its stylesheets if nothing else changed.
//!
//! The `script` element of `reload.js` has the fingerprint of its page. The stream sends the current fingerprint first
//! and then each new one, so no change is lost between two connections, not even between two runs of the server. A page
//! whose fingerprint is current does nothing.

use std::io;
use std::time::{Duration, Instant};

use serde_json::json;

use super::http::connection::Client;
use super::http::message::Response;
use super::http::target;
use super::live_site::LiveSite;
use super::page_fingerprint::{PageFingerprint, fingerprint_of};
use super::served_site::ServedSite;
use crate::html::escaped;

/// The stream of events, below `DEV_PAGES`.
pub const EVENTS: &str = "events";
/// The script of live reload, below `DEV_PAGES`.
const SCRIPT: &str = "reload.js";
/// The script that tells the editor what is clicked, below `DEV_PAGES`.
const FRAME_SCRIPT: &str = "frame.js";
/// The module with which `frame.js` brings pages up to date, below `DEV_PAGES`.
const PAGE_UPDATE: &str = "page-update.js";

const CONNECTION_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Time without an event after which a comment is sent, so that no proxy closes the stream as idle.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);
/// Time after which a browser reconnects when the stream breaks off.
const RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// Returns the text of a script at a path below `DEV_PAGES`; `None` if the site's pages have no such script.
pub fn script(site: &ServedSite, dev_path: &str) -> Option<&'static str> {
    match dev_path {
        SCRIPT if site.watch => Some(include_str!("reload.js")),
        FRAME_SCRIPT if site.editor_origin.is_some() => Some(include_str!("editor/frame.js")),
        PAGE_UPDATE if site.editor_origin.is_some() => Some(include_str!("editor/page_update.js")),
        _ => None,
    }
}

/// Returns the page with the script of live reload at the end of its body. If there is an editor, `frame.js` is added
/// too: at the beginning of the head, or right before the script of live reload if no head is found. A page without a
/// doctype or an `html` tag is a fragment that scripts fetch, and stays unchanged. `path` is the requested URL path.
pub fn with_scripts(site: &ServedSite, path: &str, page: &[u8]) -> Vec<u8> {
    let beginning = &page[..page.len().min(1024)];
    if find(beginning, b"<!doctype").or_else(|| find(beginning, b"<html")).is_none() {
        return page.to_vec();
    }
    let PageFingerprint { content, files, styles } = fingerprint_of(site, path);
    let dev_base = escaped(&site.dev_base());
    let script = format!(
        "<script src=\"{dev_base}{SCRIPT}\" async data-events=\"{dev_base}{EVENTS}\" data-page=\"{}\" \
         data-content=\"{}\" data-files=\"{}\" data-styles=\"{}\"></script>",
        escaped(path),
        hex(content),
        hex(files),
        escaped(&styles_json(&styles).to_string()),
    );
    let frame = site.editor_origin.as_ref().map_or_else(String::new, |origin| {
        format!(r#"<script src="{dev_base}{FRAME_SCRIPT}" data-editor="{}"></script>"#, escaped(origin))
    });
    let body_end = rfind(page, b"</body").unwrap_or(page.len());
    let head_begin = head_start(&page[..body_end]).unwrap_or(body_end);
    [&page[..head_begin], frame.as_bytes(), &page[head_begin..body_end], script.as_bytes(), &page[body_end..]].concat()
}

/// Returns where the content of the `head` begins. Returns `None` if there is no `head`, or if a comment comes before
/// it: the tag that was found could be part of the comment.
fn head_start(page: &[u8]) -> Option<usize> {
    let tag = find(page, b"<head").filter(|&tag| !page[..tag].windows(4).any(|window| window == b"<!--"))?;
    let name_end = tag + b"<head".len();
    let is_head = page.get(name_end).is_some_and(|byte| *byte == b'>' || byte.is_ascii_whitespace());
    let end = name_end + find(&page[name_end..], b">")? + 1;
    is_head.then_some(end)
}

/// Sends the state of the page at `path`, now and whenever it changes, until the client disconnects.
pub fn stream(live: &LiveSite, path: &str, client: &mut Client) -> io::Result<()> {
    client.close_after_response();
    let decoded = target::decode_path(path).unwrap_or_default();
    let Some(_view) = live.viewed_pages.open(&decoded) else {
        return client.send(Response::plain(503, "Too many pages are open."));
    };
    client.exempt_from_closing();
    let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n";
    client.write_raw(format!("{head}retry: {}\n\n", RECONNECT_DELAY.as_millis()).as_bytes())?;
    let mut seen = None;
    let mut sent = String::new();
    let mut last_sent = Instant::now();
    while !client.is_disconnected() {
        if let Some((generation, site)) = live.wait_for_change(seen, CONNECTION_CHECK_INTERVAL) {
            seen = Some(generation);
            // The state of a pending page is sent once the page is rendered.
            let state = (!site.is_pending(&decoded)).then(|| state_json(&site, path));
            if let Some(state) = state.filter(|state| *state != sent) {
                client.write_raw(format!("event: state\ndata: {state}\n\n").as_bytes())?;
                sent = state;
                last_sent = Instant::now();
            }
        }
        if last_sent.elapsed() > KEEP_ALIVE_INTERVAL {
            client.write_raw(b":\n\n")?;
            last_sent = Instant::now();
        }
    }
    Ok(())
}

/// Returns the current state of the page, as one line of JSON.
fn state_json(site: &ServedSite, path: &str) -> String {
    let PageFingerprint { content, styles, .. } = fingerprint_of(site, path);
    json!({ "content": hex(content), "styles": styles_json(&styles), "errors": site.errors }).to_string()
}

fn styles_json(styles: &[(String, u64)]) -> serde_json::Value {
    styles.iter().map(|(address, version)| json!([address, hex(*version)])).collect()
}

/// Returns a hash as text, because JavaScript's numbers hold only 53 bits.
fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|window| window.eq_ignore_ascii_case(needle))
}

fn rfind(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).rposition(|window| window.eq_ignore_ascii_case(needle))
}

#[cfg(test)]
mod tests {
    use super::super::live_site::tests::site;
    use super::*;

    /// Checks the page as it is sent, with the script's element shortened to `*`.
    fn check(page: &str, expected: &str) {
        let site = site(true, "/", &[("index.html", page.as_bytes())]);
        let sent = String::from_utf8(with_scripts(&site, "/", page.as_bytes())).expect("text");
        let script = sent.find("<script src=\"/__site/").map(|start| {
            let end = start + sent[start..].find("</script>").expect("an end") + "</script>".len();
            sent[start..end].to_owned()
        });
        assert_eq!(script.map_or(sent.clone(), |script| sent.replace(&script, "*")), expected);
    }

    #[test]
    fn pages_get_the_script_and_fragments_do_not() {
        check("<!doctype html><body>a</body></html>", "<!doctype html><body>a*</body></html>");
        check("<!DOCTYPE html><BODY>a</BODY>", "<!DOCTYPE html><BODY>a*</BODY>");
        check("<!doctype html><pre>&lt;/body></pre><p>a", "<!doctype html><pre>&lt;/body></pre><p>a*");
        check("<html><body><!-- </body> --></body>", "<html><body><!-- </body> -->*</body>");
        check("<p>a</p>", "<p>a</p>");
        check("", "");
    }

    #[test]
    fn the_head_begins_after_its_tag() {
        let check = |page: &str, expected: Option<&str>| {
            assert_eq!(head_start(page.as_bytes()).map(|start| &page[..start]), expected, "{page}");
        };
        check("<!doctype html><html><HEAD lang=en><title>", Some("<!doctype html><html><HEAD lang=en>"));
        check("<!doctype html><body><header>a</header>", None);
        check("<!doctype html><!-- <head> --><html><head>", None);
        check("<!doctype html><head", None);
    }

    #[test]
    fn the_requested_path_is_escaped_in_its_attribute() {
        let site = site(true, "/", &[("404.html", b"<!doctype html>")]);
        let sent = with_scripts(&site, "/\"><script>alert(1)</script>&", b"<!doctype html>");
        let sent = String::from_utf8(sent).expect("text");
        assert!(sent.contains("data-page=\"/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;\""), "{sent}");
    }

    #[test]
    fn the_base_path_is_escaped_in_the_attributes() {
        let site = site(true, "/a\"b/", &[("index.html", b"<!doctype html>")]);
        let sent = String::from_utf8(with_scripts(&site, "/", b"<!doctype html>")).expect("text");
        assert!(sent.contains("<script src=\"/a&quot;b/"), "{sent}");
    }

    #[test]
    fn the_page_carries_the_fingerprint_that_the_stream_sends() {
        let page = "<!doctype html><link rel=stylesheet href=/a.css>";
        let site = site(true, "/", &[("index.html", page.as_bytes()), ("a.css", b"a")]);
        let sent = String::from_utf8(with_scripts(&site, "/", page.as_bytes())).expect("text").replace("&quot;", "\"");
        let state: serde_json::Value = serde_json::from_str(&state_json(&site, "/")).expect("JSON");
        assert!(sent.contains(&format!("data-content={}", state["content"])), "{sent} {state}");
        assert!(sent.contains(&format!("data-styles=\"{}\"", state["styles"])), "{sent} {state}");
        assert_eq!(state["errors"], json!([]));
    }
}
