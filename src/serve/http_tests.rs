//! Requests and what comes of them.

use proptest::prelude::*;

use super::*;
use crate::output::hosts::{IMMUTABLE, Policy, Redirect, Rule};
use crate::serve::Snapshot;
use crate::serve::live::Live;
use crate::serve::live::tests::site;

const HOME: &[u8] = b"<!doctype html><title>Home</title><body>home</body>";
const FILES: [(&str, &[u8]); 6] = [
    ("index.html", HOME),
    ("AboutUs/index.html", b"<!doctype html>about"),
    ("404.html", b"<!doctype html>not here"),
    ("css/site.css", b"a{}"),
    ("data.bin", b"0123456789"),
    ("a b/\u{e4}.txt", b"odd name"),
];

fn request(method: &str, target: &str, headers: &[(&str, &str)]) -> Request {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let host = [("Host".to_owned(), "localhost:4000".to_owned())];
    Request {
        method: method.to_owned(),
        target: target.to_owned(),
        current: true,
        headers: host.into_iter().chain(headers).collect(),
    }
}

fn answer_of(base: &str, watch: bool, request: &Request) -> Answer {
    let hosts = Hosts { only: Some("127.0.0.1".to_owned()) };
    match reply(request, &site(watch, base, &FILES), &hosts) {
        Reply::Answer(answer) => answer,
        Reply::Events(page) => panic!("events of {page}"),
        Reply::Own(own) => panic!("the developer's {own}"),
    }
}

fn get(target: &str, headers: &[(&str, &str)]) -> Answer {
    answer_of("/", false, &request("GET", target, headers))
}

fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

fn body(answer: &Answer) -> &[u8] {
    &answer.body[answer.part.clone()]
}

/// A file is answered with its bytes and type.
#[test]
fn files_are_answered_untouched() {
    let check = |target: &str, expected: &[u8], content_type: &str| {
        let answer = get(target, &[]);
        assert_eq!((answer.status, body(&answer)), (200, expected), "{target}");
        assert_eq!(header(&answer, "Content-Type"), Some(content_type), "{target}");
        assert_eq!(header(&answer, "Cache-Control"), Some("no-cache"), "{target}");
    };
    check("/", HOME, "text/html; charset=utf-8");
    check("/?a=b", HOME, "text/html; charset=utf-8");
    check("/AboutUs/", b"<!doctype html>about", "text/html; charset=utf-8");
    check("/AboutUs/index.html", b"<!doctype html>about", "text/html; charset=utf-8");
    check("/css/site.css?v=1", b"a{}", "text/css; charset=utf-8");
    check("/%61%20b/%C3%A4.txt", b"odd name", "text/plain; charset=utf-8");
    check("http://localhost:4000/data.bin", b"0123456789", "application/octet-stream");
}

#[test]
fn folders_lead_to_their_page() {
    let check = |base: &str, target: &str, status: u16, location: &str| {
        let answer = answer_of(base, false, &request("GET", target, &[]));
        assert_eq!((answer.status, header(&answer, "Location")), (status, Some(location)), "{base} {target}");
    };
    check("/", "/AboutUs", 308, "/AboutUs/");
    check("/", "/AboutUs?id=a&b", 308, "/AboutUs/?id=a&b");
    check("/x/y/", "/x/y/AboutUs", 308, "/x/y/AboutUs/");
    check("/x/y/", "/x/y", 307, "/x/y/");
    check("/x/y/", "/?a", 307, "/x/y/?a");
}

#[test]
fn everything_lives_under_the_base() {
    let check = |target: &str, status: u16| {
        assert_eq!(answer_of("/x/", false, &request("GET", target, &[])).status, status, "{target}");
    };
    check("/x/", 200);
    check("/x/css/site.css", 200);
    check("/css/site.css", 404);
    check("/xcss/site.css", 404);
    check("/x//css/site.css", 404);
}

#[test]
fn what_is_not_there_gets_the_sites_own_page() {
    for target in
        ["/nothing", "/AboutUs/nothing/", "/css", "/css/", "//evil.example/", "//AboutUs", "/%2FAboutUs", "/aboutus"]
    {
        let answer = get(target, &[]);
        assert_eq!((answer.status, body(&answer)), (404, &b"<!doctype html>not here"[..]), "{target}");
        assert_eq!(header(&answer, "Location"), None);
        assert_eq!(header(&answer, "ETag"), None);
    }
}

#[test]
fn a_site_without_a_home_page_leads_nowhere() {
    for base in ["/", "/x/"] {
        let Reply::Answer(answer) = reply(&request("GET", base, &[]), &site(true, base, &[]), &Hosts { only: None })
        else {
            panic!("events")
        };
        assert_eq!(answer.status, 404, "{base}");
    }
}

#[test]
fn malformed_targets_are_refused() {
    for target in [
        "/../etc/passwd",
        "/%2e%2e/etc/passwd",
        "/..%2fx",
        "/..%5cx",
        "/\\x",
        "/%00",
        "/%c0%ae%c0%ae/",
        "/%zz",
        "*",
        "localhost:80",
    ] {
        assert_eq!(get(target, &[]).status, 400, "{target}");
    }
}

#[test]
fn only_reading_is_possible() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get"] {
        let answer = answer_of("/", false, &request(method, "/", &[]));
        assert_eq!((answer.status, header(&answer, "Allow")), (405, Some("GET, HEAD")), "{method}");
    }
    let head = answer_of("/", false, &request("HEAD", "/data.bin", &[("Range", "bytes=0-1")]));
    assert_eq!((head.status, head.part), (200, 0..10), "ranges are for GET");
}

#[test]
fn parts_are_answered() {
    let check = |range: &str, status: u16, expected: &[u8], named: Option<&str>| {
        let answer = get("/data.bin", &[("Range", range)]);
        assert_eq!((answer.status, header(&answer, "Content-Range")), (status, named), "{range}");
        assert!(status == 416 || body(&answer) == expected, "{range}");
    };
    check("bytes=2-4", 206, b"234", Some("bytes 2-4/10"));
    check("bytes=8-", 206, b"89", Some("bytes 8-9/10"));
    check("bytes=-1", 206, b"9", Some("bytes 9-9/10"));
    check("bytes=10-", 416, b"", Some("bytes */10"));
    check("bytes=0-1,3-4", 200, b"0123456789", None);
    let tag = header(&get("/data.bin", &[]), "ETag").expect("a tag").to_owned();
    assert_eq!(get("/data.bin", &[("Range", "bytes=0-0"), ("If-Range", &tag)]).status, 206);
    assert_eq!(get("/data.bin", &[("Range", "bytes=0-0"), ("If-Range", "\"other\"")]).status, 200);
}

#[test]
fn what_the_client_has_is_not_sent_again() {
    let tag = header(&get("/", &[]), "ETag").expect("a tag").to_owned();
    let check = |target: &str, known: &str, status: u16| {
        assert_eq!(get(target, &[("If-None-Match", known), ("Range", "bytes=0-0")]).status, status, "{target} {known}");
    };
    check("/", &tag, 304);
    check("/", &format!("\"x\", W/{tag}"), 304);
    check("/", "*", 304);
    check("/", "\"x\"", 206);
    check("/AboutUs/", &tag, 206);
    check("/nothing", &tag, 404);
}

#[test]
fn only_this_machines_names_are_answered() {
    let check = |headers: &[(&str, &str)], current: bool, status: u16| {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let request = Request { method: "GET".to_owned(), target: "/".to_owned(), current, headers };
        assert_eq!(answer_of("/", true, &request).status, status, "{:?}", request.headers);
    };
    check(&[("host", "127.0.0.1:4000")], true, 200);
    check(&[("Host", "evil.example:4000")], true, 403);
    check(&[("Host", "localhost"), ("Host", "evil.example")], true, 400);
    check(&[], true, 400);
    check(&[], false, 200);
    let absolute = request("GET", "http://evil.example/", &[]);
    assert_eq!(answer_of("/", false, &absolute).status, 403);
}

#[test]
fn watching_adds_the_script_to_pages_only() {
    let check = |target: &str, status: u16, script: bool| {
        let answer = answer_of("/x/", true, &request("GET", target, &[]));
        let found = String::from_utf8_lossy(body(&answer)).contains("src=\"/x/__site/reload.js\"");
        assert_eq!((answer.status, found), (status, script), "{target}");
    };
    check("/x/", 200, true);
    check("/x/nothing", 404, true);
    check("/x/css/site.css", 200, false);
    check("/x/__site/reload.js", 200, false);
    let hosts = Hosts { only: None };
    let own = reply(&request("POST", "/x/__site/a%2Fb?c", &[]), &site(true, "/x/", &FILES), &hosts);
    assert!(matches!(own, Reply::Own(own) if own == "a/b"));
    let events = reply(&request("GET", "/x/__site/events?page=%2Fx%2F%2541", &[]), &site(true, "/x/", &FILES), &hosts);
    assert!(matches!(events, Reply::Events(page) if page == "/x/%41"));
}

#[test]
fn without_watching_there_is_nothing_to_reload() {
    for target in ["/__site/events", "/__site/reload.js"] {
        let own = reply(&request("GET", target, &[]), &site(false, "/", &FILES), &Hosts { only: None });
        assert!(matches!(own, Reply::Own(_)), "{target}");
    }
}

#[test]
fn a_stylesheet_that_changes_gives_its_pages_another_tag() {
    let page = b"<!doctype html><link rel=stylesheet href=/a.css>";
    let tag = |css: &[u8]| {
        let site = site(true, "/", &[("index.html", page), ("a.css", css)]);
        let Reply::Answer(answer) = reply(&request("GET", "/", &[]), &site, &Hosts { only: None }) else {
            panic!("events")
        };
        header(&answer, "ETag").expect("a tag").to_owned()
    };
    assert_eq!(tag(b"a"), tag(b"a"));
    assert_ne!(tag(b"a"), tag(b"b"));
}

proptest! {
    /// Whatever is asked for, the answer is a part of the site or a line of the server's own.
    #[test]
    fn only_the_sites_bytes_are_answered(
        target in prop_oneof!["\\PC*", "/[a-zA-Z0-9%./\\\\?#:_]{0,24}", "(/|\\.\\.|%2e|%2f|%5c|AboutUs|index\\.html|css|a b|data\\.bin){0,8}"],
        method in prop_oneof![Just("GET"), Just("HEAD")],
        range in "bytes=[0-9]{0,3}-[0-9]{0,3}",
        base in prop_oneof![Just("/"), Just("/AboutUs/")],
    ) {
        let request = request(method, &target, &[("Range", &range)]);
        let answer = answer_of(base, false, &request);
        let sent = body(&answer);
        match answer.status {
            200 | 404 => prop_assert!(FILES.iter().any(|(_, bytes)| *bytes == sent), "{target}"),
            206 => prop_assert!(FILES.iter().any(|(_, bytes)| bytes.windows(sent.len()).any(|part| part == sent))),
            307 | 308 => {
                let location = header(&answer, "Location").unwrap_or_default();
                prop_assert!(location.starts_with('/') && !location.starts_with("//"), "{target} {location}");
            }
            400 | 403 | 416 => {}
            other => prop_assert!(false, "{target} {other}"),
        }
    }
}

#[test]
fn hosts_policies_hold_here_too() {
    let rule = |path: &str, name: &str, value: &str| Rule {
        path: path.to_owned(),
        values: vec![(name.to_owned(), value.to_owned())],
    };
    let policy = Policy {
        rules: vec![rule("/*", "Referrer-Policy", "no-referrer"), rule("/made/*", "Cache-Control", IMMUTABLE)],
        redirects: vec![Redirect { from: "/old/".to_owned(), to: "/new/".to_owned(), status: 301 }],
    };
    let answer = |watch: bool, path: &str| {
        let live = Live::new(watch);
        let files = [("index.html", "home"), ("made/a.txt", "a"), ("old/index.html", "an alias")];
        let files = files.map(|(name, text)| (name.to_owned(), Some(text.as_bytes().into()))).into();
        live.publish(Snapshot { files, policy: Some(policy.clone()), ..Snapshot::default() }, &[]);
        match reply(&request("GET", path, &[]), &live.now(), &Hosts { only: None }) {
            Reply::Answer(answer) => answer,
            _ => panic!("no answer"),
        }
    };
    for watch in [false, true] {
        let home = answer(watch, "/");
        assert_eq!((home.status, header(&home, "Referrer-Policy")), (200, Some("no-referrer")));
        let old = answer(watch, "/old/?a=b");
        assert_eq!((old.status, header(&old, "Location")), (301, Some("/new/?a=b")));
    }
    assert_eq!(header(&answer(false, "/made/a.txt"), "Cache-Control"), Some(IMMUTABLE));
    assert_eq!(header(&answer(false, "/"), "Cache-Control"), Some("public, max-age=0, must-revalidate"));
    assert_eq!(header(&answer(true, "/made/a.txt"), "Cache-Control"), Some("no-cache"));
}
