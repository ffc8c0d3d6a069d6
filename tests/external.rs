//! `site check --external`, with servers on this machine only.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{TestSite, base, draw_all};
use site::config::LinkCheck;
use site::date::Clock;
use site::output::Discard;
use site::pipeline::{self, Build};

/// A request that a server got: when, its method, its path.
type Received = (Instant, String, String);

/// A server on a port of its own, until the test ends.
struct Host {
    port: u16,
    received: Arc<Mutex<Vec<Received>>>,
    /// The maximum number of requests that were answered at once.
    max_at_once: Arc<AtomicUsize>,
}

/// Starts a server. `answer` returns the status line and headers for the method, the path, and the number of earlier
/// requests of this path.
fn host(answer: impl Fn(&str, &str, usize) -> String + Send + Sync + 'static) -> Host {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let host = Host { port, received: Arc::default(), max_at_once: Arc::default() };
    let (received, max_at_once) = (host.received.clone(), host.max_at_once.clone());
    let (answer, at_once) = (Arc::new(answer), Arc::<AtomicUsize>::default());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (answer, received) = (answer.clone(), received.clone());
            let (max_at_once, at_once) = (max_at_once.clone(), at_once.clone());
            thread::spawn(move || {
                let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
                let mut stream: TcpStream = stream;
                while let Some((method, path)) = request(&mut reader) {
                    max_at_once.fetch_max(at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    let earlier = {
                        let mut received = received.lock().expect("no panic");
                        let earlier = received.iter().filter(|(_, _, other)| *other == path).count();
                        received.push((Instant::now(), method.clone(), path.clone()));
                        earlier
                    };
                    let head = answer(&method, &path, earlier);
                    at_once.fetch_sub(1, Ordering::SeqCst);
                    let body = if method == "HEAD" { "" } else { "Hello" };
                    let sent = write!(stream, "HTTP/1.1 {head}\r\nContent-Length: 5\r\n\r\n{body}");
                    if sent.is_err() {
                        return;
                    }
                }
                // The client may be gone.
                let _ = write!(stream, "HTTP/1.1 400 Bad Request\r\n\r\n");
            });
        }
    });
    host
}

/// Reads the next request, and returns its method and path.
fn request(reader: &mut impl BufRead) -> Option<(String, String)> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    loop {
        line.clear();
        if reader.read_line(&mut line).ok()? <= 2 {
            return Some((method, path));
        }
    }
}

impl Host {
    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The methods and paths that were requested.
    fn requests(&self) -> Vec<String> {
        let received = self.received.lock().expect("no panic");
        received.iter().map(|(_, method, path)| format!("{method} {path}")).collect()
    }
}

/// A site whose page holds these links, one a line, from line 5 on.
fn linking(links: &[String]) -> TestSite {
    let links: Vec<String> = links.iter().map(|link| format!("[x]({link})\n")).collect();
    base(&format!("-- content/pages/a.md --\n---\ntitle: A\n---\n\n{}", links.join("")))
}

/// Checks with short pauses.
fn check(site: &TestSite) -> Build {
    let mut config = site.config.clone();
    config.external = Some(LinkCheck {
        pause: Duration::from_millis(20),
        retry_delay: Duration::from_millis(30),
        timeout: Duration::from_millis(1500),
        uses_proxy: false,
    });
    pipeline::build(&config, &Discard::default(), &|_| ())
}

/// Returns the line, code and message of each diagnostic.
fn mistakes(build: &Build) -> Vec<(usize, &'static str, String)> {
    let line = |d: &site::diagnostic::Diagnostic| d.place.as_ref().map_or(0, |place| place.line);
    build.diagnostics.iter().map(|d| (line(d), d.code, d.message.clone())).collect()
}

/// Asserts that a site with these links has exactly these diagnostics: line, code, part of the message.
#[track_caller]
fn expect(links: &[String], expected: &[(usize, &str, &str)]) -> Build {
    let build = check(&linking(links));
    let found = mistakes(&build);
    let is_alike = |(found, expected): (&(usize, &str, String), &(usize, &str, &str))| {
        found.0 == expected.0 && found.1 == expected.1 && found.2.contains(expected.2)
    };
    let alike = found.len() == expected.len() && found.iter().zip(expected).all(is_alike);
    assert!(alike, "{}\nexpected: {expected:?}", draw_all(&build.diagnostics));
    build
}

/// Finds a port at which nobody listens.
fn closed_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

#[test]
fn the_status_of_a_host_decides_whether_a_link_is_broken_or_unclear() {
    let host = host(|_, path, _| {
        let status = match path {
            "/missing" => "404 Not Found",
            "/gone" => "410 Gone",
            "/private" => "403 Forbidden",
            "/broken" => "500 Internal Server Error",
            _ => "200 OK",
        };
        status.to_owned()
    });
    let links = ["/good", "/missing#part", "/gone", "/private", "/broken", "/good#part"].map(|path| host.url(path));
    expect(
        &links,
        &[
            (6, "broken-external-link", "/missing#part` leads nowhere: the host answers 404 (Not Found)"),
            (7, "broken-external-link", "the host answers 410 (Gone)"),
            (8, "unclear-external-link", "/private` can't be checked: the host answers 403 (Forbidden)"),
            (9, "broken-external-link", "the host answers 500 (Internal Server Error)"),
        ],
    );
    let good = host.requests().iter().filter(|request| request.ends_with("/good")).count();
    assert_eq!(good, 1, "one address is requested once: {:?}", host.requests());
}

#[test]
fn nothing_is_requested_unless_asked_for() {
    let host = host(|_, _, _| "404 Not Found".to_owned());
    linking(&[host.url("/")]).build().fine();
    assert!(host.requests().is_empty());
}

#[test]
fn servers_that_refuse_head_are_sent_get() {
    let host = host(|method, path, _| match (method, path) {
        ("HEAD", "/405") => "405 Method Not Allowed".to_owned(),
        ("HEAD", "/404") => "404 Not Found".to_owned(),
        ("HEAD", "/501") => "501 Not Implemented".to_owned(),
        _ => "200 OK".to_owned(),
    });
    expect(&["/405", "/404", "/501", "/"].map(|path| host.url(path)), &[]);
    let gets = host.requests().iter().filter(|request| request.starts_with("GET ")).count();
    assert_eq!(gets, 3, "{:?}", host.requests());
}

#[test]
fn permanent_redirects_are_reported_with_the_new_address() {
    let host = host(|_, path, _| match path {
        "/old" => "301 Moved Permanently\r\nLocation: /older".to_owned(),
        "/older" => "308 Permanent Redirect\r\nLocation: ../now".to_owned(),
        "/now" => "302 Found\r\nLocation: /today".to_owned(),
        "/one" => "301 Moved Permanently\r\nLocation: /all#one".to_owned(),
        "/lost" => "302 Found\r\nLocation: /missing".to_owned(),
        "/missing" => "404 Not Found".to_owned(),
        "/round" => "302 Found\r\nLocation: /round?again".to_owned(),
        "/round?again" => "302 Found\r\nLocation: /round".to_owned(),
        "/cookies" => "302 Found\r\nSet-Cookie: a=b\r\nLocation: /cookies".to_owned(),
        path if path.starts_with("/on") => format!("302 Found\r\nLocation: {path}n"),
        _ => "200 OK".to_owned(),
    });
    let new = format!("has moved permanently to `{}`", host.url("/now"));
    let (new_part, new_one) = (format!("`{}`", host.url("/now#part")), format!("`{}`", host.url("/all#one")));
    let lost = format!("it is redirected to `{}`, and the host answers 404", host.url("/missing"));
    expect(
        &["/old", "/now", "/lost", "/round", "/on", "/cookies", "/old#part", "/one#part"].map(|path| host.url(path)),
        &[
            (5, "moved-external-link", &new),
            (7, "broken-external-link", &lost),
            (8, "broken-external-link", "it is redirected in a circle"),
            (9, "broken-external-link", "it is redirected more than 20 times"),
            (10, "unclear-external-link", "in a circle if no cookies are sent"),
            (11, "moved-external-link", &new_part),
            (12, "moved-external-link", &new_one),
        ],
    );
}

#[test]
fn a_redirect_to_an_unescaped_address_is_followed() {
    let host = host(|_, path, _| match path {
        "/size" => "301 Moved Permanently\r\nLocation: /größe".to_owned(),
        "/gr%C3%B6%C3%9Fe" => "200 OK".to_owned(),
        _ => "404 Not Found".to_owned(),
    });
    let new = format!("has moved permanently to `{}`", host.url("/gr%C3%B6%C3%9Fe"));
    expect(&[host.url("/size")], &[(5, "moved-external-link", &new)]);
}

#[test]
fn temporary_failures_are_tried_again() {
    let host = host(|_, path, earlier| match (path, earlier) {
        ("/busy", 0) => "429 Too Many Requests\r\nRetry-After: 1".to_owned(),
        ("/ill", 0..2) => "503 Service Unavailable".to_owned(),
        _ => "200 OK".to_owned(),
    });
    let start = Instant::now();
    expect(&["/busy", "/ill"].map(|path| host.url(path)), &[]);
    assert!(start.elapsed() >= Duration::from_secs(1), "the host asked for a second");
}

#[test]
fn a_host_that_refuses_for_long_is_left_alone() {
    let host = host(|_, _, _| "429 Too Many Requests\r\nRetry-After: 3600".to_owned());
    let limit = "can't be checked: the host answers 429 (Too Many Requests)";
    let codes: Vec<_> = (5..9).map(|line| (line, "unclear-external-link", limit)).collect();
    expect(&["/a", "/b", "/c", "/d"].map(|path| host.url(path)), &codes);
    assert_eq!(host.requests().len(), 1);
}

#[test]
fn hosts_that_are_not_there_are_errors() {
    let port = closed_port();
    let plain = host(|_, _, _| "200 OK".to_owned());
    expect(
        &[
            format!("http://127.0.0.1:{port}/a"),
            format!("http://127.0.0.1:{port}/b"),
            "https://nowhere.invalid/".to_owned(),
            format!("https://127.0.0.1:{}/", plain.port),
        ],
        &[
            (5, "broken-external-link", "leads nowhere: the host refuses connections"),
            (6, "broken-external-link", "leads nowhere: the host refuses connections"),
            (7, "broken-external-link", "leads nowhere: there is no host `nowhere.invalid`"),
            (8, "broken-external-link", "leads nowhere: no secure connection can be made"),
        ],
    );
}

#[test]
fn host_names_beyond_ascii_are_not_looked_up() {
    let site = base("-- content/pages/a.md --\n---\ntitle: A\n---\n\n<a href=\"https://bücher.invalid/\">x</a>\n");
    let found = mistakes(&check(&site));
    assert!(matches!(&found[..], [(5, "unclear-external-link", why)] if why.contains("`xn--…`")), "{found:?}");
}

#[test]
fn a_slow_host_holds_up_nobody_else() {
    let slow = host(|_, _, _| {
        thread::sleep(Duration::from_secs(4));
        "200 OK".to_owned()
    });
    let fast: Vec<Host> = (0..4).map(|_| host(|_, _, _| "200 OK".to_owned())).collect();
    let mut links = vec![slow.url("/1"), slow.url("/2"), slow.url("/3")];
    links.extend(fast.iter().flat_map(|host| (0..5).map(|number| host.url(&format!("/{number}")))));
    let start = Instant::now();
    let silent = "the host does not answer within 1.5 seconds";
    expect(&links, &[5, 6, 7].map(|line| (line, "broken-external-link", silent)));
    let finished = fast.iter().map(|host| host.received.lock().expect("no panic").last().expect("requests").0);
    let finished = finished.max().expect("hosts").duration_since(start);
    assert!(
        finished < Duration::from_secs(4),
        "the slow one is given up after nine seconds; the others were done after {finished:?}"
    );
    assert!(slow.requests().iter().all(|request| !request.ends_with("/3")), "two silent addresses are enough");
}

#[test]
fn a_host_gets_one_request_at_a_time() {
    let quick = host(|_, _, _| {
        thread::sleep(Duration::from_millis(30));
        "200 OK".to_owned()
    });
    expect(&(0..8).map(|number| quick.url(&format!("/{number}"))).collect::<Vec<_>>(), &[]);
    assert_eq!(quick.max_at_once.load(Ordering::SeqCst), 1);
    let times: Vec<Instant> = quick.received.lock().expect("no panic").iter().map(|(time, ..)| *time).collect();
    let least = times.windows(2).map(|pair| pair[1].duration_since(pair[0])).min().expect("requests");
    assert!(least >= Duration::from_millis(50), "a pause of 20 ms after an answer of 30 ms, and it was {least:?}");
}

#[test]
fn good_answers_are_remembered_for_some_days() {
    let host = host(|_, path, _| match path {
        "/old" => "301 Moved Permanently\r\nLocation: /".to_owned(),
        "/bad" => "404 Not Found".to_owned(),
        _ => "200 OK".to_owned(),
    });
    let at = |site: TestSite, date: &str| {
        let clock = Clock::parse(date).expect("a date");
        site.with(|config| config.clock = clock)
    };
    let codes = ["moved-external-link", "broken-external-link"];
    let counts = |site: &TestSite| {
        let build = check(site);
        assert_eq!(build.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), codes);
        let links = build.counts.external.expect("they were asked for");
        (links.count, links.requested)
    };
    let site = at(linking(&["/", "/old", "/bad"].map(|path| host.url(path))), "2025-06-01");
    assert_eq!(counts(&site), (3, 3));
    assert_eq!(counts(&site), (3, 1), "what is bad is requested again");
    let site = at(site, "2025-06-07");
    assert_eq!(counts(&site), (3, 1));
    let site = at(site, "2025-06-09");
    assert_eq!(counts(&site), (3, 3), "good answers grow old");
    assert_eq!(counts(&at(linking(&["/", "/old", "/bad"].map(|path| host.url(path))), "2025-06-09")), (3, 3));
    for damage in ["", "{", "[1]", "{\"http://127.0.0.1/\":7}", "\u{0}"] {
        site.write(".site/external-links.json", damage);
        assert_eq!(counts(&site), (3, 3), "{damage:?}");
        assert_eq!(counts(&site), (3, 1), "{damage:?}");
    }
}

#[test]
fn hosts_that_the_settings_ignore_are_not_requested() {
    let host = host(|_, _, _| "404 Not Found".to_owned());
    let with = |pattern: &str| {
        linking(&[host.url("/private/a?b"), host.url("/b")]).edit(&format!(
            "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nlinks:\n  external:\n    ignore: [\"{pattern}\"]\n"
        ))
    };
    let lines = |pattern: &str| {
        let found = check(&with(pattern));
        mistakes(&found).into_iter().map(|(line, ..)| line).collect::<Vec<_>>()
    };
    assert_eq!(lines("127.0.0.*:*"), [0_usize; 0]);
    assert_eq!(lines(&format!("127.0.0.1:{}/private/**", host.port)), [6]);
    assert_eq!(lines("example.com"), [5, 6]);
    with("{a").build().mistakes(&["bad-glob"]);
}

#[test]
fn a_link_of_many_pages_is_reported_once() {
    let host = host(|_, _, _| "404 Not Found".to_owned());
    let site =
        linking(&[]).replace("templates/page.html", "<h1>", &format!("<a href=\"{}\">x</a><h1>", host.url("/x")));
    let build = check(&site);
    assert_eq!(build.errors(), 1, "{}", draw_all(&build.diagnostics));
    let place = build.diagnostics[0].place.as_ref().expect("a place");
    assert_eq!((&*place.file, place.line), ("templates/page.html", 4));
    assert!(build.diagnostics[0].notes.iter().any(|note| note.contains("on 2 pages")));
}

#[test]
fn the_command_fails_for_broken_links_and_says_how_many_were_checked() {
    let host = host(|_, path, _| if path == "/bad" { "404 Not Found" } else { "200 OK" }.to_owned());
    let good = linking(&[host.url("/")]);
    let ran = good.run(&["check", "--external"]);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    assert!(ran.out.contains("Checked 2 pages and 1 external link in"), "{}", ran.out);
    assert!(ran.errors.contains("Checking 1 external link"), "{}", ran.errors);
    let bad = linking(&[host.url("/bad")]);
    assert_eq!(bad.run(&["check"]).status, 0);
    let ran = bad.run(&["check", "--external", "--json"]);
    assert_eq!((ran.status, ran.errors.as_str()), (1, ""));
    let lines: Vec<BTreeMap<String, serde_json::Value>> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[0]["code"], "broken-external-link");
    assert_eq!(lines[1]["summary"]["external"], serde_json::json!({ "links": 1, "requested": 1 }));
}
