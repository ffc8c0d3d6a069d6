//! Open pages that bring themselves up to date: the script put into each page, and the stream of events it listens to.
//!
//! The script carries what its page was made with (`fingerprint`). The stream begins with what the page should be now and
//! goes on with every change of that, so nothing is lost between two connections, not even between two runs of the server.
//! Pages that are as they should be do nothing.

use std::io;
use std::time::{Duration, Instant};

use serde_json::json;

use super::connection::Client;
use super::fingerprint::{self, Fingerprint};
use super::live::{Live, Site};
use super::target;
use crate::route::OWN;

/// The script, below `OWN`.
pub const SCRIPT: &str = "reload.js";
/// The stream of events, below `OWN`.
pub const EVENTS: &str = "events";
/// What the script is.
pub const SCRIPT_TEXT: &str = include_str!("reload.js");

/// How often to look whether the listener is still there.
const LOOK_UP: Duration = Duration::from_secs(1);
/// A sign of life, so that nothing between the server and the page takes the stream for dead.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);
/// How soon a browser listens again after the stream broke off.
const LISTEN_AGAIN: Duration = Duration::from_millis(500);

/// The page with the script before the end of its body. `path` is the URL path it is asked for by; what is no whole page,
/// but a fragment for a script to fetch, stays as it is.
pub fn with_script(site: &Site, path: &str, page: &[u8]) -> Vec<u8> {
    let begin = &page[..page.len().min(1024)];
    if find(begin, b"<!doctype").or_else(|| find(begin, b"<html")).is_none() {
        return page.to_vec();
    }
    let print = fingerprint::of(site, path);
    let Fingerprint { look, styles } = &*print;
    let base = &site.base;
    let script = format!(
        r#"<script src="{base}{OWN}{SCRIPT}" async data-events="{base}{OWN}{EVENTS}" data-page="{}" data-look="{}" data-styles="{}"></script>"#,
        escape(path),
        hex(*look),
        escape(&versions(styles).to_string()),
    );
    let at = rfind(page, b"</body").unwrap_or(page.len());
    [&page[..at], script.as_bytes(), &page[at..]].concat()
}

/// Sends the state of the page at `path` now and whenever it changes, until the client is gone.
pub fn stream(live: &Live, path: &str, client: &mut Client) -> io::Result<()> {
    let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n";
    client.raw(format!("{head}retry: {}\n\n", LISTEN_AGAIN.as_millis()).as_bytes())?;
    let decoded = target::decode_path(path).unwrap_or_default();
    let _visit = live.visitors().open(&decoded);
    let (mut seen, mut sent) = (None, String::new());
    let mut last_sign = Instant::now();
    while !client.is_gone() {
        if let Some((generation, site)) = live.wait(seen, LOOK_UP) {
            seen = Some(generation);
            // What is not made yet is told once it is.
            let state = if site.awaits(&decoded) { sent.clone() } else { state(&site, path) };
            if state != sent {
                client.raw(format!("event: state\nid: {generation}\ndata: {state}\n\n").as_bytes())?;
                sent = state;
                last_sign = Instant::now();
            }
        }
        if last_sign.elapsed() > SIGN_OF_LIFE {
            client.raw(b":\n\n")?;
            last_sign = Instant::now();
        }
    }
    Ok(())
}

/// One line of JSON: what the page should be.
fn state(site: &Site, path: &str) -> String {
    let print = fingerprint::of(site, path);
    let Fingerprint { look, styles } = &*print;
    let errors: Vec<_> = site.errors.iter().map(|run| json!([run.text, run.colour, run.bold])).collect();
    json!({ "look": hex(*look), "styles": versions(styles), "errors": errors }).to_string()
}

fn versions(styles: &[(String, u64)]) -> serde_json::Value {
    styles.iter().map(|(address, version)| json!([address, hex(*version)])).collect()
}

/// As text: JavaScript's numbers are too short for it.
fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The first place of `what`, which is in lower case, whatever the case it is written in.
fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window.eq_ignore_ascii_case(what))
}

/// The last place.
fn rfind(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).rposition(|window| window.eq_ignore_ascii_case(what))
}

#[cfg(test)]
mod tests {
    use super::super::live::tests::site;
    use super::*;

    /// The page as it is sent, with the script's element shortened to `*`.
    fn check(page: &str, expected: &str) {
        let site = site(true, "/", &[("index.html", page.as_bytes())]);
        let sent = String::from_utf8(with_script(&site, "/", page.as_bytes())).expect("text");
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
    fn what_the_visitor_writes_cannot_leave_its_attribute() {
        let site = site(true, "/", &[("404.html", b"<!doctype html>")]);
        let sent = with_script(&site, "/\"><script>alert(1)</script>&", b"<!doctype html>");
        let sent = String::from_utf8(sent).expect("text");
        assert!(sent.contains("data-page=\"/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;\""), "{sent}");
    }

    #[test]
    fn the_page_carries_what_the_stream_says() {
        let page = "<!doctype html><link rel=stylesheet href=/a.css>";
        let site = site(true, "/", &[("index.html", page.as_bytes()), ("a.css", b"a")]);
        let sent = String::from_utf8(with_script(&site, "/", page.as_bytes())).expect("text").replace("&quot;", "\"");
        let state: serde_json::Value = serde_json::from_str(&state(&site, "/")).expect("JSON");
        assert!(sent.contains(&format!("data-look={}", state["look"])), "{sent} {state}");
        assert!(sent.contains(&format!("data-styles=\"{}\"", state["styles"])), "{sent} {state}");
        assert_eq!(state["errors"], json!([]));
    }
}
