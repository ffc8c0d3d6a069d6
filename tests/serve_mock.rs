//! The mock endpoints of `site serve`, byte for byte: their responses, the submissions that they keep, and their
//! faults.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::http::{Answer, ask, connect, wait_until};
use crate::support::server::{self, port_of};
use serde_json::{Value, json};
use site::output::Sink;
use site::pipeline::Build;
use site::serve::ServeEvent;

const FORM: &str = "application/x-www-form-urlencoded";
const KEYED: &str = "/json-post/crm?key=a";
const JSON_BODY: &str = r#"{"FirstName":"Ada","Source":"Web"}"#;

/// The ports of a server.
struct MockSite {
    site: u16,
    endpoints: u16,
}

impl MockSite {
    fn start() -> Self {
        let listeners = server::listeners(false);
        let endpoints = port_of(&listeners.mock_origin().url("form-post", "news"));
        let events = server::serve(listeners, Vec::new(), |_, outputs, _| {
            outputs.put("index.html", b"<!doctype html>").expect("an output");
            Build { base_path: "/".to_owned(), ..Build::default() }
        });
        let url = events.iter().find_map(|event| match event {
            ServeEvent::Listening { url, .. } => Some(url),
            _ => None,
        });
        Self { site: port_of(&url.expect("an address")), endpoints }
    }

    /// Sends a POST to an endpoint. Returns the response if it is complete.
    fn post(&self, target: &str, content_type: &str, body: &[u8]) -> Option<Answer> {
        self.send(&format!("POST {target}"), &[("Content-Type", content_type)], body)
    }

    fn send(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Option<Answer> {
        ask(self.endpoints, &request(self.endpoints, line, headers, body))
    }

    /// Sends a request to the site's port.
    fn ask_site(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        ask(self.site, &request(self.site, line, headers, body)).expect("an answer")
    }

    fn set_fault(&self, rule: &Value) {
        let answer = self.ask_site(
            "POST /__site/submissions/faults",
            &[("Content-Type", "application/json")],
            rule.to_string().as_bytes(),
        );
        assert_eq!(answer.status, 200, "{answer:?}");
    }

    fn submissions(&self) -> Value {
        serde_json::from_slice(&self.ask_site("GET /__site/submissions.json", &[], b"").body).expect("JSON")
    }

    /// Returns the rows of an endpoint.
    fn rows(&self, kind: &str, name: &str) -> Vec<Value> {
        self.submissions()["rows"][kind][name].as_array().cloned().unwrap_or_default()
    }

    /// Waits until the last request has this outcome.
    #[track_caller]
    fn wait_for_outcome(&self, expected: &str) {
        let last = || self.submissions()["received"].as_array().and_then(|all| all.last().cloned()).expect("a request");
        wait_until(|| last()["outcome"] == expected, || format!("not {expected}: {}", last()));
    }
}

fn request(port: u16, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut lines = vec![format!("{line} HTTP/1.1"), format!("Host: 127.0.0.1:{port}")];
    lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
    if !body.is_empty() {
        lines.push(format!("Content-Length: {}", body.len()));
    }
    [lines.join("\r\n").as_bytes(), b"\r\n\r\n", body].concat()
}

/// Asserts that no header lets pages of other origins read the response.
#[track_caller]
fn assert_unreadable(answer: &Answer) {
    assert!(!answer.headers.keys().any(|name| name.starts_with("access-control")), "{answer:?}");
}

#[test]
fn form_post_keeps_form_data_and_redirects_to_another_origin() {
    let mock = MockSite::start();
    let body = b"EmailId=ada%40example.com&Date=Mon+Jan+01+2024";
    let answer = mock.post("/form-post/news", FORM, body).expect("an answer");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (302, "*"));
    let (origin, path) =
        answer.header("location").split_at(answer.header("location").rfind("/answer").expect("a path"));
    let redirected = port_of(origin);
    assert!(redirected != mock.endpoints && redirected != mock.site);
    let said =
        ask(redirected, &request(redirected, &format!("GET {path}"), &[("Origin", "null")], b"")).expect("an answer");
    assert_eq!((said.status, said.header("access-control-allow-origin")), (200, "*"));
    assert_eq!(&*said.text(), r#"{"result":"success","row":1}"#);

    let received = &mock.submissions()["received"][0];
    let expected = json!({
        "number": 1, "kind": "form-post", "name": "news", "method": "POST", "url": "/form-post/news",
        "headers": { "host": format!("127.0.0.1:{}", mock.endpoints), "content-type": FORM, "content-length": "46" },
        "body": "EmailId=ada%40example.com&Date=Mon+Jan+01+2024",
        "base64": "RW1haWxJZD1hZGElNDBleGFtcGxlLmNvbSZEYXRlPU1vbitKYW4rMDErMjAyNA==",
        "fields": [["EmailId", "ada@example.com"], ["Date", "Mon Jan 01 2024"]],
        "row": 1, "status": 302, "outcome": "kept", "milliseconds": received["milliseconds"],
    });
    assert_eq!(*received, expected);
    assert_eq!(mock.rows("form-post", "news"), [json!({ "EmailId": "ada@example.com", "Date": "Mon Jan 01 2024" })]);
}

#[test]
fn form_post_keeps_multipart_values_byte_for_byte() {
    let mock = MockSite::start();
    let body = "------b\r\nContent-Disposition: form-data; name=\"Phone Number\"\r\n\r\n+91 98\r\n------b\r\n\
                Content-Disposition: form-data; name=\"Comments\"\r\n\r\nzwei\r\n\r\nZeilen ä\r\n------b--\r\n";
    let answer =
        mock.post("/form-post/careers", "multipart/form-data; boundary=----b", body.as_bytes()).expect("an answer");
    assert_eq!(answer.status, 302);
    let received = &mock.submissions()["received"][0];
    assert_eq!(received["body"], body);
    assert_eq!(received["fields"], json!([["Phone Number", "+91 98"], ["Comments", "zwei\r\n\r\nZeilen ä"]]));
    assert_eq!(received["headers"]["content-type"], "multipart/form-data; boundary=----b");
}

#[test]
fn form_post_refuses_preflights_and_other_content_types() {
    let mock = MockSite::start();
    let preflight = [("Origin", "http://127.0.0.1:1"), ("Access-Control-Request-Method", "POST")];
    let answer = mock.send("OPTIONS /form-post/news", &preflight, b"").expect("an answer");
    assert_eq!(answer.status, 405);
    assert_unreadable(&answer);
    for (content_type, body) in
        [("application/json", "{}"), ("text/plain", "a=b"), ("multipart/form-data; boundary=x", "a")]
    {
        let answer = mock.post("/form-post/news", content_type, body.as_bytes()).expect("an answer");
        assert_eq!(answer.status, 400, "{content_type}");
        assert_unreadable(&answer);
    }
    assert_eq!(mock.send("GET /form-post/news", &[], b"").expect("an answer").status, 405);
    assert_eq!(mock.rows("form-post", "news").len(), 0);
    assert_eq!(mock.submissions()["received"].as_array().map(Vec::len), Some(5), "what is refused is shown too");
}

#[test]
fn json_post_requires_a_preflight_and_json() {
    let mock = MockSite::start();
    let preflight = |method: &str, headers: &str| {
        let asked = [
            ("Origin", "http://a"),
            ("Access-Control-Request-Method", method),
            ("Access-Control-Request-Headers", headers),
        ];
        mock.send("OPTIONS /json-post/crm", &asked, b"").expect("an answer")
    };
    let leave = preflight("POST", "content-type");
    let allowed = ["access-control-allow-origin", "access-control-allow-methods", "access-control-allow-headers"];
    assert_eq!((leave.status, allowed.map(|name| leave.header(name))), (200, ["*", "POST", "accept, content-type"]));
    let refused = preflight("POST", "content-type, x-own");
    assert_eq!(refused.status, 403);
    assert_unreadable(&refused);

    let kept = mock.post(KEYED, "application/json", JSON_BODY.as_bytes()).expect("an answer");
    assert_eq!((kept.status, kept.header("access-control-allow-origin")), (200, "*"));
    let said: Value = serde_json::from_slice(&kept.body).expect("JSON");
    assert_eq!(said, json!({ "result": "success", "row": 1 }));
    let pairs = r#"[{"key":"FirstName","text":"Ada"},{"key":"Source","text":"Web"}]"#;
    assert_eq!(
        mock.post("/json-post/crm", "application/json", pairs.as_bytes()).map(|answer| answer.status),
        Some(200)
    );
    let check = |target: &str, content_type: &str, body: &str, status: u16| {
        let answer = mock.post(target, content_type, body.as_bytes()).expect("an answer");
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (status, "*"), "{target} {body}");
        let said: Value = serde_json::from_slice(&answer.body).expect("JSON");
        assert_eq!(said["result"], "error");
    };
    check(KEYED, "text/plain", JSON_BODY, 415);
    check(KEYED, "application/json", "[]", 400);
    check(KEYED, "application/json", "{}", 400);
    check(KEYED, "application/json", r#"[{"key":"a","text":"b","more":1}]"#, 400);
    check(KEYED, "application/json", r#""text""#, 400);
    check(KEYED, "application/json; charset=utf-8", "[", 400);
    let row = json!({ "FirstName": "Ada", "Source": "Web" });
    assert_eq!(mock.rows("json-post", "crm"), [row.clone(), row]);
    let received = &mock.submissions()["received"][2];
    assert_eq!((&received["url"], &received["body"]), (&json!(KEYED), &json!(JSON_BODY)));
    assert_eq!(preflight("PUT", "content-type").status, 403);
}

#[test]
fn answers_that_are_cut_garbled_or_lost_keep_the_row() {
    let mock = MockSite::start();
    let post = || mock.post("/form-post/news", FORM, b"a=1");
    let fault = |name: &str| mock.set_fault(&json!({ "endpoint": "form-post/news", "fault": name, "times": 1 }));
    fault("cut");
    assert!(post().is_none());
    mock.wait_for_outcome("kept, then cut off");
    fault("part");
    let mut stream = connect(mock.endpoints);
    let head = [("Content-Type", FORM)];
    stream.write_all(&request(mock.endpoints, "POST /form-post/news", &head, b"a=1")).expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("the beginning of an answer");
    assert!(text.contains("Content-Length: 1000") && text.len() < 200, "{text}");
    fault("garble");
    assert!(post().is_none());
    mock.wait_for_outcome("kept, then answered in garbled bytes");
    fault("nonsense");
    assert_eq!(post().map(|answer| answer.status), Some(200));
    fault("lost");
    let answer = post().expect("an answer");
    let (origin, path) = answer.header("location").split_at(answer.header("location").rfind("/lost").expect("a path"));
    assert!(ask(port_of(origin), &request(port_of(origin), &format!("GET {path}"), &[], b"")).is_none());
    assert_eq!(mock.rows("form-post", "news").len(), 5);
    assert_eq!(post().map(|answer| answer.status), Some(302), "each fault was for one request");
}

#[test]
fn refused_failed_and_hanging_requests_keep_no_row() {
    let mock = MockSite::start();
    let post = |target: &str| mock.post(target, "application/json", JSON_BODY.as_bytes());
    mock.set_fault(&json!({ "fault": "refuse", "times": 2 }));
    assert!(post(KEYED).is_none() && mock.post("/form-post/news", FORM, b"a=1").is_none());
    mock.wait_for_outcome("refused");
    mock.set_fault(&json!({ "endpoint": "json-post", "fault": "status", "status": 503 }));
    let answer = post(KEYED).expect("an answer");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (503, "*"));
    mock.set_fault(&json!({ "endpoint": "json-post", "fault": "unreadable" }));
    assert_unreadable(&post(KEYED).expect("an answer"));
    mock.set_fault(&json!({ "endpoint": "json-post", "fault": "preflight" }));
    let asked = [("Origin", "http://a"), ("Access-Control-Request-Method", "POST")];
    let ask = || mock.send("OPTIONS /json-post/crm", &asked, b"").expect("an answer");
    assert_eq!(ask().status, 403);
    assert_unreadable(&ask());
    mock.set_fault(&json!({ "endpoint": "json-post", "fault": "preflight", "times": 1 }));
    assert_eq!([ask().status, ask().status], [403, 200], "a browser sends no POST that would end the fault");
    mock.set_fault(&json!({ "endpoint": "json-post", "fault": "hang" }));
    let mut stream = connect(mock.endpoints);
    let head = [("Content-Type", "application/json")];
    stream.write_all(&request(mock.endpoints, &format!("POST {KEYED}"), &head, JSON_BODY.as_bytes())).expect("sent");
    mock.wait_for_outcome("left hanging");
    stream.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
    assert!(stream.read(&mut [0]).is_err(), "neither an answer nor an end");
    drop(stream);
    assert_eq!((mock.rows("json-post", "crm").len(), mock.rows("form-post", "news").len()), (0, 0));
    assert_eq!(mock.ask_site("DELETE /__site/submissions/faults", &[], b"").status, 200);
    assert_eq!(post(KEYED).map(|answer| answer.status), Some(200));
}

#[test]
fn a_delay_applies_to_its_endpoint_only() {
    let mock = MockSite::start();
    mock.set_fault(&json!({ "endpoint": "form-post/slow", "delay": 400 }));
    let start = Instant::now();
    let slow = thread::scope(|scope| {
        let slow =
            scope.spawn(|| mock.post("/form-post/slow", FORM, b"a=1").map(|answer| (answer.status, start.elapsed())));
        assert_eq!(mock.post("/form-post/fast", FORM, b"a=1").map(|answer| answer.status), Some(302));
        slow.join().expect("no panic")
    });
    let (status, took) = slow.expect("an answer");
    assert!(status == 302 && took >= Duration::from_millis(400), "{took:?}");
    // A client that leaves before the answer: its row is kept, as by a real service.
    let mut stream = connect(mock.endpoints);
    mock.set_fault(&json!({ "endpoint": "form-post/slow", "delay": 60_000 }));
    stream
        .write_all(&request(mock.endpoints, "POST /form-post/slow", &[("Content-Type", FORM)], b"a=2"))
        .expect("sent");
    let rows = || mock.rows("form-post", "slow");
    wait_until(|| rows().len() == 2, || format!("{:?}", rows()));
    drop(stream);
    mock.wait_for_outcome("kept; the client left before the answer");
}

#[test]
fn only_the_servers_own_pages_can_set_faults() {
    let mock = MockSite::start();
    let form = [("Content-Type", FORM), ("Accept", "text/html,*/*")];
    let answer = mock.ask_site(
        "POST /__site/submissions/faults",
        &form,
        b"endpoint=form-post&fault=status&status=502&delay=&times=",
    );
    assert_eq!((answer.status, answer.header("location")), (303, "/__site/submissions"));
    let plan = json!([{ "endpoint": "form-post", "fault": "status", "status": 502, "delay": 0, "times": null }]);
    assert_eq!(mock.submissions()["faults"], plan);
    for foreign in [("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"), ("Origin", "null")] {
        for line in [
            "POST /__site/submissions/faults",
            "DELETE /__site/submissions/faults",
            "DELETE /__site/submissions",
            "POST /__site/submissions/clear",
        ] {
            assert_eq!(mock.ask_site(line, &[foreign, ("Content-Type", FORM)], b"fault=none").status, 403, "{line}");
        }
    }
    assert_eq!(mock.submissions()["faults"], plan);
    let wrong = mock.ask_site("POST /__site/submissions/faults", &[("Content-Type", FORM)], b"fault=explode");
    assert!(wrong.status == 400 && wrong.text().contains("`explode`"), "{wrong:?}");
    assert_eq!(mock.ask_site("PUT /__site/submissions", &[], b"").header("allow"), "GET, HEAD, DELETE");

    mock.post("/form-post/news", "text/plain", b"a");
    assert_eq!(mock.ask_site("DELETE /__site/submissions", &[], b"").status, 200);
    assert_eq!(mock.submissions()["received"], json!([]));
}

#[test]
fn submissions_are_shown_escaped() {
    let mock = MockSite::start();
    let evil = "<script>alert(1)</script>\"'&";
    let part = |name: &str| format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{evil}\r\n");
    let body = format!("{}{}--x--\r\n", part("a"), part("<img src=x onerror=alert(1)>"));
    let target = "/form-post/%3Cb%3E%22?<script>alert(2)</script>";
    let headers = [("Content-Type", "multipart/form-data; boundary=x"), ("X-Own", evil)];
    assert_eq!(mock.send(&format!("POST {target}"), &headers, body.as_bytes()).map(|a| a.status), Some(302));
    let page = mock.ask_site("GET /__site/submissions", &[], b"");
    assert!(page.header("content-security-policy").contains("default-src 'none'"));
    let text = page.text();
    assert!(!text.contains("<script>alert") && !text.contains("<img") && !text.contains("<b>"), "{text}");
    assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;"), "{text}");
    for own in ["pages.css", "pages.js"] {
        assert_eq!(mock.ask_site(&format!("GET /__site/{own}"), &[], b"").status, 200);
    }
}

#[test]
fn other_hosts_and_too_large_bodies_are_refused() {
    let mock = MockSite::start();
    let answer = ask(mock.endpoints, b"POST /form-post/a HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(answer.map(|answer| answer.status), Some(403));
    let check = |line: &str, headers: &[(&str, &str)], status: u16| {
        assert_eq!(mock.send(line, headers, b"").map(|answer| answer.status), Some(status), "{line} {headers:?}");
    };
    check("POST /form-post/a", &[("Content-Length", "99999999999999999999")], 413);
    check("POST /form-post/a", &[("Content-Length", "1048577")], 413);
    check("POST /form-post/a", &[("Transfer-Encoding", "chunked")], 411);
    check("POST /form-post/a", &[("Content-Length", "-1")], 400);
    for line in ["POST /", "POST /fax/a", "POST /sheet/", "POST /form-post/a/b", "GET /../secret", "POST /form-post"] {
        let status = mock.send(line, &[], b"").map(|answer| answer.status);
        assert!(matches!(status, Some(400 | 404)), "{line} {status:?}");
    }
    let mut cut = connect(mock.endpoints);
    cut.write_all(b"POST /form-post/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc").expect("sent");
    drop(cut);
    mock.wait_for_outcome("the body did not arrive");
    assert_eq!(mock.rows("form-post", "a").len(), 0);
}
