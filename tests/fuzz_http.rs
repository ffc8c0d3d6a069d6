//! The HTTP server of `site serve` with random and mutated requests, over real sockets.
//!
//! Threads send well-formed, mutated, incomplete, slow and concurrent requests, and garbage, to all four ports, while
//! the site changes. Each port must keep responding in time, and responses must contain nothing but the site's bytes
//! and the server's messages.
//!
//! `FUZZ_SECONDS` sets the duration (default 3), `FUZZ_SEED` the random seed. Every failure names the request that
//! caused it.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::support::http::ask;
use crate::support::random::Random;
use crate::support::server::{self, port_of};
use crate::support::{draw_all, number_from};
use site::config::Config;
use site::date::Clock;
use site::edit::EditSession;
use site::output::{Discard, Sink};
use site::pipeline::{Build, Builds, Changes, Job};
use site::serve::ServeEvent;
use tempfile::TempDir;

/// A text that no answer may hold. It is in files beside the site, and in none of its outputs.
const SECRET: &str = "a secret that is not part of the site";
/// The time within which well-formed requests are answered: so long that no test fails on a busy machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The time after which clients that send garbage stop waiting for an answer.
const CLIENT_TIMEOUT: Duration = Duration::from_millis(60);
/// The number of clients. With the connections that they hold open they are more than the server has room for.
const CLIENTS: u64 = 12;
/// The connections that each client holds open and silent.
const MAX_HELD: usize = 30;

const PAGE: &[u8] = b"<!doctype html><link rel=stylesheet href=/site.css><body>home</body>";

const METHODS: &[&str] =
    &["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "DELETE", "PUT", "TRACE", "CONNECT", "get", "G(T", ""];
const PIECES: &[&str] = &[
    "api/changes",
    "api/form?file=content/note.yaml&at=",
    "api/page?route=/",
    "api/undo",
    "/",
    "//",
    "..",
    "%2e%2e",
    "%2E.",
    "%252e",
    "%c0%ae",
    "%2f",
    "%5c",
    "\\",
    "%00",
    "\0",
    ";",
    "?",
    "#",
    "*",
    "%",
    "%zz",
    "secret",
    "site",
    "index.html",
    "site.css",
    "a b",
    "%20",
    "ä",
    "__site/",
    "events",
    "?page=%2F",
    "submissions",
    "submissions.json",
    "submissions/faults",
    "submissions/clear",
    "reload.js",
    "pages.css",
    "state",
    "form-post/a",
    "json-post/b",
    "answer/1",
    "lost/1",
    "http://localhost",
    "http://",
    "@",
    ":80",
    "etc/passwd",
    "proc/self/environ",
];
const VERSIONS: &[&str] =
    &["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", "FTP/1.1", "", "HTTP/1.1 x"];
const HOSTS: &[&str] = &[
    "localhost",
    "localhost",
    "localhost",
    "127.0.0.1:1",
    "[::1]",
    "evil.example",
    "",
    "a\0b",
    "localhost, evil.example",
];
const HEADERS: &[&str] = &[
    "Range: bytes=0-",
    "Range: bytes=5-2",
    "Range: bytes=-18446744073709551616",
    "Range: bytes=0-0,1-1",
    "If-None-Match: *",
    "If-None-Match: \"",
    "If-Range: x",
    "Connection: close",
    "Connection: upgrade",
    "Upgrade: websocket",
    "Content-Length: 3",
    "Content-Length: -1",
    "Content-Length: 99999999999999999999",
    "Content-Length: 1000000",
    "Content-Length: 3\r\nContent-Length: 4",
    "Transfer-Encoding: chunked",
    "Expect: 100-continue",
    "TE: chunked",
    "Content-Type: application/json",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Type: application/x-www-form-urlencoded",
    "Origin: null",
    "Accept: text/html",
    "Access-Control-Request-Method: POST",
    "no colon",
    ": empty",
    " folded",
    "A : b",
    "A:\0",
    "Cookie: \u{ff}",
];
/// A change that the editor makes for whoever has the key.
const CHANGE: &str = r#"{"file":"content/note.yaml","at":"/text","was":"dry","to":"wet"}"#;
/// The text of the file that it changes.
const NOTE: &str = "text: dry\n";
const BODIES: &[&str] = &[
    CHANGE,
    CHANGE,
    "",
    "abc",
    "a=b&fault=cut&times=3",
    "{\"fault\":\"hang\",\"times\":1}",
    "[{\"Attribute\":\"a\",\"Value\":\"b\"}]",
    "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n",
    "ffffffffffffffff\r\n",
    "0\r\n\r\n",
    "[[[[[[[[[[",
];

/// Draws a request that is mostly well-formed.
fn request(random: &mut Random, port: u16) -> Vec<u8> {
    let target: String = (0..random.below(8)).map(|_| random.pick(PIECES)).collect();
    let slash = if random.one_in(8) { "" } else { "/" };
    let mut lines = vec![format!("{} {slash}{target} {}", random.pick(METHODS), random.pick(VERSIONS))];
    let own = format!("127.0.0.1:{port}");
    if random.below(10) > 0 {
        lines.push(format!("Host: {}", if random.one_in(3) { own.as_str() } else { random.pick(HOSTS) }));
    }
    if random.one_in(3) {
        lines.push(format!("Origin: http://{own}\r\nContent-Type: application/json"));
        lines.push(format!("Authorization: Bearer {:032x}", random.bits()));
    }
    for _ in 0..random.below(5) {
        lines.push(random.pick(HEADERS).to_owned());
    }
    let mut bytes = format!("{}\r\n\r\n", lines.join("\r\n")).into_bytes();
    bytes.extend_from_slice(random.pick(BODIES).as_bytes());
    bytes
}

/// Changes bytes of a request, or removes, repeats or inserts some.
fn mutate(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..random.below(4) {
        let (from, length) = (random.below(bytes.len()), random.below(16));
        let part = from..(from + length).min(bytes.len());
        match random.below(6) {
            0 if !bytes.is_empty() => bytes[from] = random.bits().to_le_bytes()[7],
            1 => drop(bytes.drain(part)),
            2 => {
                let again = bytes[part].repeat(random.below(50));
                bytes.splice(from..from, again);
            }
            3 => bytes.truncate(from),
            4 => drop(bytes.splice(from..from, vec![b'a'; random.below(40_000)])),
            _ => drop(bytes.splice(from..from, random.bits().to_le_bytes())),
        }
    }
}

/// Sends a request in one of the ways of clients, good and bad, and returns what came back.
fn send(random: &mut Random, port: u16, bytes: &[u8]) -> Vec<u8> {
    // The server may refuse the connection, as it has a limit.
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return Vec::new() };
    let _ = stream.set_read_timeout(Some(CLIENT_TIMEOUT));
    let _ = stream.set_write_timeout(Some(CLIENT_TIMEOUT));
    match random.below(8) {
        // In pieces.
        0 => {
            for piece in bytes.chunks(1 + random.below(7)).take(200) {
                if stream.write_all(piece).is_err() {
                    break;
                }
            }
        }
        // A part of it, then silence.
        1 => drop(stream.write_all(&bytes[..random.below(bytes.len())])),
        // All of it, without waiting for an answer.
        2 => {
            let _ = stream.write_all(bytes);
            let _ = stream.shutdown(Shutdown::Both);
        }
        // All of it, closed for writing.
        3 => {
            let _ = stream.write_all(bytes);
            let _ = stream.shutdown(Shutdown::Write);
        }
        // Several at once.
        4 => drop(stream.write_all(&bytes.repeat(1 + random.below(20)))),
        _ => drop(stream.write_all(bytes)),
    }
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    // Streams of events never end.
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        answer.extend_from_slice(&buffer[..count]);
        if answer.len() > 100_000 || random.one_in(50) {
            break;
        }
    }
    answer
}

/// A server of a page that changes with each build.
struct Target {
    /// The ports of the site, the endpoints, the target of their redirects, and the editor.
    ports: [u16; 4],
    folder: TempDir,
}

impl Target {
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("site")).expect("a folder");
        fs::write(folder.path().join("secret"), SECRET).expect("written");
        fs::write(folder.path().join("site/secret"), SECRET).expect("written");
        let listeners = server::listeners(true);
        let endpoints = port_of(&listeners.mock_origin().url("form-post", "a"));
        let config = Config::new(folder.path().join("site"), Clock::system());
        let builds = Arc::new(Builds::default());
        build_note(&config, &builds);
        let session = EditSession::open(config, builds).expect("a journal");
        let listeners = listeners.with_editor(session).expect("a fourth port");
        let mut count = 0;
        let events = server::serve(listeners, vec![folder.path().join("site")], move |_, outputs, _| {
            count += 1;
            let page = [PAGE, format!("<!-- {count} -->").as_bytes()].concat();
            let files: [(&str, &[u8]); 3] = [("index.html", &page), ("a b/index.html", PAGE), ("site.css", b"a{}")];
            files.iter().for_each(|(name, bytes)| outputs.put(name, bytes).expect("an output"));
            Build { base_path: "/".to_owned(), ..Build::default() }
        });
        let urls = events.iter().find_map(|event| match event {
            ServeEvent::Listening { url, editor, .. } => Some((url, editor?)),
            _ => None,
        });
        let (url, editor) = urls.expect("two addresses");
        let (site, editor) = (port_of(&url), port_of(&editor));
        let submissions =
            ask(site, b"GET /__site/submissions.json HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("an answer");
        let submissions: serde_json::Value = serde_json::from_slice(&submissions.body).expect("JSON");
        let redirects = port_of(submissions["redirect_origin"].as_str().expect("an origin"));
        Self { ports: [site, endpoints, redirects, editor], folder }
    }
}

/// Builds a site with one value that the editor can change.
fn build_note(config: &Config, builds: &Builds) {
    let files = [
        ("content/site.yaml", "title: Notes\nbase_url: https://notes.example/\n"),
        ("content/note.yaml", NOTE),
        ("templates/page.html", ""),
    ];
    for (name, text) in files {
        let path = config.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    let changes = Changes::Unknown;
    let job = Job {
        config,
        changes: &changes,
        sink: &Discard::default(),
        announce: &|_| (),
        viewers: None,
        is_incremental: true,
    };
    let build = builds.run(&job);
    assert_eq!(build.errors(), 0, "{}", draw_all(&build.diagnostics));
}

#[test]
fn no_request_stops_delays_or_deceives_the_server() {
    let (seconds, seed) = (number_from("FUZZ_SECONDS", 3), number_from("FUZZ_SEED", 20_251_101));
    let target = Target::start();
    let end = Instant::now() + Duration::from_secs(seconds);
    let (sent, answered, slowest) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let to_editor = AtomicU64::new(0);
    let over = AtomicBool::new(false);
    let findings = Mutex::new(Vec::new());
    let found = |what: String| {
        if let Ok(mut findings) = findings.lock() {
            findings.push(what);
        }
        over.store(true, Ordering::Relaxed);
    };
    let going = || Instant::now() < end && !over.load(Ordering::Relaxed);
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (target, found, going, sent, answered) = (&target, &found, &going, &sent, &answered);
            let to_editor = &to_editor;
            scope.spawn(move || {
                let mut random = Random::new((seed + client).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
                let mut held: Vec<TcpStream> = Vec::new();
                while going() {
                    let port = target.ports[random.below(6).min(3)];
                    let mut bytes = request(&mut random, port);
                    if random.one_in(2) {
                        mutate(&mut random, &mut bytes);
                    }
                    let answer = send(&mut random, port, &bytes);
                    sent.fetch_add(1, Ordering::Relaxed);
                    to_editor.fetch_add(u64::from(port == target.ports[3]), Ordering::Relaxed);
                    answered.fetch_add(u64::from(!answer.is_empty()), Ordering::Relaxed);
                    if let Some(wrong) = wrong(&answer) {
                        found(format!("{wrong}\nrequest: {:?}\nanswer: {:?}", text(&bytes), text(&answer)));
                    }
                    if random.one_in(4)
                        && let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port))
                    {
                        let _ = stream.write_all(&bytes[..random.below(bytes.len().min(40))]);
                        held.push(stream);
                    }
                    if held.len() > MAX_HELD {
                        drop(held.swap_remove(random.below(MAX_HELD)));
                    }
                }
            });
        }
        // A person edits the site all the while.
        scope.spawn(|| {
            let mut number = 0;
            while going() {
                number += 1;
                fs::write(target.folder.path().join("site/a.md"), number.to_string()).expect("written");
                thread::sleep(Duration::from_millis(50));
            }
        });
        // A person visits it, and has to be answered all the while.
        scope.spawn(|| {
            while going() {
                for (port, line, status) in [
                    (target.ports[0], "GET /", 200),
                    (target.ports[0], "GET /__site/submissions/state", 200),
                    (target.ports[1], "OPTIONS /form-post/reader", 405),
                    (target.ports[2], "GET /answer/1", 200),
                    (target.ports[3], "GET /", 403),
                ] {
                    let start = Instant::now();
                    let answer = status_of(port, line);
                    slowest
                        .fetch_max(u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
                    if answer != Some(status) {
                        found(format!("`{line}` was answered with {answer:?}"));
                    }
                }
                thread::sleep(Duration::from_millis(20));
            }
        });
    });
    let findings = findings.into_inner().expect("no panic");
    let site = target.folder.path().join("site");
    assert!(!site.join(".site/edit/journal.jsonl").exists(), "nobody has the key");
    assert_eq!(fs::read_to_string(site.join("content/note.yaml")).expect("read"), NOTE, "nobody has the key");
    assert!(findings.is_empty(), "seed {seed}:\n{}", findings.join("\n\n"));
    let (sent, answered) = (sent.into_inner(), answered.into_inner());
    let (to_editor, slowest) = (to_editor.into_inner(), slowest.into_inner());
    println!(
        "seed {seed}: {sent} requests, {to_editor} to the editor, {answered} answered, the slowest good one in {slowest} ms"
    );
    assert!(answered > sent / 4, "only {answered} of {sent} requests were answered: nothing was tried");
}

/// Sends a request until it is answered, as browsers do when a connection is closed, and returns the status.
fn status_of(port: u16, line: &str) -> Option<u16> {
    let end = Instant::now() + ANSWER_TIMEOUT;
    while Instant::now() < end {
        let request = format!("{line} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        if let Some(answer) = ask(port, request.as_bytes()) {
            return Some(answer.status);
        }
    }
    None
}

/// Returns what is wrong with an answer, if anything.
fn wrong(answer: &[u8]) -> Option<&'static str> {
    let holds = |what: &str| answer.windows(what.len()).any(|window| window == what.as_bytes());
    if holds(SECRET) || holds("root:x:0:0") || holds("PATH=") {
        return Some("something beside the site came out");
    }
    // A fault may have been set that garbles the answers of mock endpoints.
    let garbled = answer.starts_with(b"\x00\x16");
    (!answer.is_empty() && !garbled && !answer.starts_with(b"HTTP/1.1 ")).then_some("this is no answer")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned()
}
