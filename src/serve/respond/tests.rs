//! Responses to requests for a small site.

use proptest::prelude::*;

use crate::content::hosts::Redirect;
use crate::output::hosts::{HeaderBlock, HostPolicy, IMMUTABLE, order_redirects};
use crate::serve::live_site::LiveSite;
use crate::serve::live_site::tests::{changes, site};
use crate::serve::respond::*;

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
        is_http_1_1: true,
        headers: host.into_iter().chain(headers).collect(),
    }
}

fn response_of(site: &ServedSite, request: &Request) -> Response {
    let hosts = AllowedHosts { local_name: Some("127.0.0.1".to_owned()) };
    match reply(request, site, &hosts) {
        Ok(Reply::Response(response)) | Err(response) => response,
        Ok(Reply::Events(page)) => panic!("events of {page}"),
        Ok(Reply::DevPage(dev_path)) => panic!("the developer's {dev_path}"),
    }
}

fn response_to(base: &str, watch: bool, request: &Request) -> Response {
    response_of(&site(watch, base, &FILES), request)
}

fn get(target: &str, headers: &[(&str, &str)]) -> Response {
    response_to("/", false, &request("GET", target, headers))
}

fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

fn body(response: &Response) -> &[u8] {
    &response.body[response.part.clone()]
}

#[test]
fn files_are_sent_unchanged_with_their_type() {
    let check = |target: &str, expected: &[u8], content_type: &str| {
        let response = get(target, &[]);
        assert_eq!((response.status, body(&response)), (200, expected), "{target}");
        assert_eq!(header(&response, "Content-Type"), Some(content_type), "{target}");
        assert_eq!(header(&response, "Cache-Control"), Some("no-cache"), "{target}");
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
fn folders_redirect_to_their_page() {
    let check = |base: &str, target: &str, status: u16, location: &str| {
        let response = response_to(base, false, &request("GET", target, &[]));
        assert_eq!((response.status, header(&response, "Location")), (status, Some(location)), "{base} {target}");
    };
    check("/", "/AboutUs", 308, "/AboutUs/");
    check("/", "/AboutUs?id=a&b", 308, "/AboutUs/?id=a&b");
    check("/x/y/", "/x/y/AboutUs", 308, "/x/y/AboutUs/");
    check("/x/y/", "/x/y", 307, "/x/y/");
    check("/x/y/", "/?a", 307, "/x/y/?a");
    check("/x%20y/", "/x%20y/AboutUs", 308, "/x%20y/AboutUs/");
    check("/x%20y/", "/x%20y", 307, "/x%20y/");
}

#[test]
fn paths_outside_the_base_are_not_found() {
    let check = |target: &str, status: u16| {
        assert_eq!(response_to("/x/", false, &request("GET", target, &[])).status, status, "{target}");
    };
    check("/x/", 200);
    check("/x/css/site.css", 200);
    check("/css/site.css", 404);
    check("/xcss/site.css", 404);
    check("/x//css/site.css", 404);
}

#[test]
fn missing_pages_get_the_sites_404_page() {
    for target in
        ["/nothing", "/AboutUs/nothing/", "/css", "/css/", "//evil.example/", "//AboutUs", "/%2FAboutUs", "/aboutus"]
    {
        let response = get(target, &[]);
        assert_eq!((response.status, body(&response)), (404, &b"<!doctype html>not here"[..]), "{target}");
        assert_eq!(header(&response, "Location"), None);
        assert_eq!(header(&response, "ETag"), None);
    }
}

#[test]
fn missing_pages_get_the_404_page_of_the_nearest_folder() {
    let files: &[(&str, &[u8])] = &[("404.html", b"en"), ("ta/404.html", b"ta"), ("ta/index.html", b"")];
    let site = site(false, "/x/", files);
    for (target, expected) in
        [("/x/y", "en"), ("/x/ta/y/z/", "ta"), ("/x/ta/y.css", "ta"), ("/x/tamil/", "en"), ("/ta/y", "en")]
    {
        let response = response_of(&site, &request("GET", target, &[]));
        assert_eq!((response.status, body(&response)), (404, expected.as_bytes()), "{target}");
    }
}

#[test]
fn a_site_without_a_home_page_redirects_nowhere() {
    for base in ["/", "/x/"] {
        assert_eq!(response_of(&site(true, base, &[]), &request("GET", base, &[])).status, 404, "{base}");
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
fn methods_other_than_get_and_head_are_refused() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get"] {
        let response = response_to("/", false, &request(method, "/", &[]));
        assert_eq!((response.status, header(&response, "Allow")), (405, Some("GET, HEAD")), "{method}");
    }
    let head = response_to("/", false, &request("HEAD", "/data.bin", &[("Range", "bytes=0-1")]));
    assert_eq!((head.status, head.part), (200, 0..10), "ranges are for GET");
}

#[test]
fn byte_ranges_are_sent() {
    let check = |range: &str, status: u16, expected: &[u8], named: Option<&str>| {
        let response = get("/data.bin", &[("Range", range)]);
        assert_eq!((response.status, header(&response, "Content-Range")), (status, named), "{range}");
        assert!(status == 416 || body(&response) == expected, "{range}");
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
fn a_current_copy_is_not_sent_again() {
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
fn requests_that_name_another_host_are_refused() {
    let check = |headers: &[(&str, &str)], is_http_1_1: bool, status: u16| {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let request = Request { method: "GET".to_owned(), target: "/".to_owned(), is_http_1_1, headers };
        assert_eq!(response_to("/", true, &request).status, status, "{:?}", request.headers);
    };
    check(&[("host", "127.0.0.1:4000")], true, 200);
    check(&[("Host", "evil.example:4000")], true, 403);
    check(&[("Host", "localhost"), ("Host", "evil.example")], true, 400);
    check(&[], true, 400);
    check(&[], false, 200);
    let absolute = request("GET", "http://evil.example/", &[]);
    assert_eq!(response_to("/", false, &absolute).status, 403);
}

#[test]
fn watching_adds_the_script_to_pages_and_to_no_other_file() {
    let check = |target: &str, status: u16, script: bool| {
        let response = response_to("/x/", true, &request("GET", target, &[]));
        let found = String::from_utf8_lossy(body(&response)).contains("src=\"/x/__site/reload.js\"");
        assert_eq!((response.status, found), (status, script), "{target}");
    };
    check("/x/", 200, true);
    check("/x/nothing", 404, true);
    check("/x/css/site.css", 200, false);
    check("/x/__site/reload.js", 200, false);
    let hosts = AllowedHosts { local_name: None };
    let dev_page = reply(&request("POST", "/x/__site/a%2Fb?c", &[]), &site(true, "/x/", &FILES), &hosts);
    assert!(matches!(dev_page, Ok(Reply::DevPage(dev_path)) if dev_path == "a/b"));
    let events = reply(&request("GET", "/x/__site/events?page=%2Fx%2F%2541", &[]), &site(true, "/x/", &FILES), &hosts);
    assert!(matches!(events, Ok(Reply::Events(page)) if page == "/x/%41"));
}

#[test]
fn without_watching_there_is_no_live_reload() {
    for target in ["/__site/events", "/__site/reload.js"] {
        let reply = reply(&request("GET", target, &[]), &site(false, "/", &FILES), &AllowedHosts { local_name: None });
        assert!(matches!(reply, Ok(Reply::DevPage(_))), "{target}");
    }
}

#[test]
fn a_changed_stylesheet_changes_the_tag_of_its_pages() {
    let page = b"<!doctype html><link rel=stylesheet href=/a.css>";
    let tag = |css: &[u8]| {
        let site = site(true, "/", &[("index.html", page), ("a.css", css)]);
        header(&response_of(&site, &request("GET", "/", &[])), "ETag").expect("a tag").to_owned()
    };
    assert_eq!(tag(b"a"), tag(b"a"));
    assert_ne!(tag(b"a"), tag(b"b"));
}

proptest! {
    /// Any response is a part of the site or a message of the server.
    #[test]
    fn no_response_leaks_other_files(
        target in prop_oneof!["\\PC*", "/[a-zA-Z0-9%./\\\\?#:_]{0,24}", "(/|\\.\\.|%2e|%2f|%5c|AboutUs|index\\.html|css|a b|data\\.bin){0,8}"],
        method in prop_oneof![Just("GET"), Just("HEAD")],
        range in "bytes=[0-9]{0,3}-[0-9]{0,3}",
        base in prop_oneof![Just("/"), Just("/AboutUs/")],
    ) {
        let request = request(method, &target, &[("Range", &range)]);
        let response = response_to(base, false, &request);
        let sent = body(&response);
        match response.status {
            200 | 404 => prop_assert!(FILES.iter().any(|(_, bytes)| *bytes == sent), "{target}"),
            206 => prop_assert!(FILES.iter().any(|(_, bytes)| bytes.windows(sent.len()).any(|part| part == sent))),
            307 | 308 => {
                let location = header(&response, "Location").unwrap_or_default();
                prop_assert!(location.starts_with('/') && !location.starts_with("//"), "{target} {location}");
            }
            400 | 403 | 416 => {}
            other => prop_assert!(false, "{target} {other}"),
        }
    }
}

#[test]
fn the_headers_and_redirects_of_hosts_are_sent() {
    let block = |path: &str, name: &str, value: &str| HeaderBlock {
        path: path.to_owned(),
        headers: vec![(name.to_owned(), value.to_owned())],
    };
    let policy = HostPolicy {
        header_blocks: vec![
            block("/*", "Referrer-Policy", "no-referrer"),
            block("/made/*", "Cache-Control", IMMUTABLE),
        ],
        redirects: order_redirects(
            [("/old/", "/new/"), ("/part/", "/new/#part"), ("/own/", "/new/?own")].map(|(from, to)| Redirect {
                from: from.to_owned(),
                to: to.to_owned(),
                status: 301,
            }),
        ),
        ..HostPolicy::default()
    };
    let response = |watch: bool, path: &str| {
        let live = LiveSite::new(watch, None, "");
        let files = [("index.html", "home"), ("made/a.txt", "a"), ("old/index.html", "an alias")];
        live.publish(changes(&files.map(|(name, text)| (name, text.as_bytes()))), "/", Some(policy.clone()), &[]);
        response_of(&live.current(), &request("GET", path, &[]))
    };
    for watch in [false, true] {
        let home = response(watch, "/");
        assert_eq!((home.status, header(&home, "Referrer-Policy")), (200, Some("no-referrer")));
        for (path, location) in [
            ("/old/?a=b", "/new/?a=b"),
            ("/old", "/new/"),
            ("/part/?a=b", "/new/?a=b#part"),
            ("/own/?a=b", "/new/?own"),
        ] {
            let redirected = response(watch, path);
            assert_eq!((redirected.status, header(&redirected, "Location")), (301, Some(location)), "{path}");
        }
    }
    assert_eq!(header(&response(false, "/made/a.txt"), "Cache-Control"), Some(IMMUTABLE));
    assert_eq!(header(&response(false, "/"), "Cache-Control"), Some("public, max-age=0, must-revalidate"));
    assert_eq!(header(&response(true, "/made/a.txt"), "Cache-Control"), Some("no-cache"));
}
