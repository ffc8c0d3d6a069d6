//! `site serve` over real sockets: each file of a folder is an output of the site.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::support::http::{self, Answer, PATIENCE};
use crate::support::server;
use serde_json::Value;
use site::diagnostic::{Diagnostic, Place};
use site::output::{MemoryOutput, Sink};
use site::pipeline::{Build, Changes, Preview, Viewers};
use site::serve::{ServeEvent, run};
use tempfile::TempDir;

/// How long to wait for events that must not happen.
const MOMENT: Duration = Duration::from_millis(300);

const HOME: &str = "<!doctype html><link rel=stylesheet href=/site.css><body>home</body>";
const ABOUT: &str = "<!doctype html><body>about</body>";

/// A server of the folder `site/`.
struct Served {
    root: TempDir,
    port: u16,
    events: Receiver<ServeEvent>,
}

impl Served {
    fn start(watch: bool, files: &[(&str, &str)]) -> Self {
        Self::with(watch, files, Duration::ZERO)
    }

    /// A server whose builds pause between reading the files and returning.
    fn with(watch: bool, files: &[(&str, &str)], pause: Duration) -> Self {
        Self::building(watch, files, move |folder, outputs, _| {
            let built = read(folder, outputs);
            thread::sleep(pause);
            built
        })
    }

    /// A server whose builds of the folder are calls of `build`.
    fn building(
        watch: bool,
        files: &[(&str, &str)],
        mut build: impl FnMut(&Path, &MemoryOutput, &dyn Viewers) -> Build + Send + 'static,
    ) -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("site");
        fs::create_dir(&folder).expect("a folder");
        for (name, text) in files {
            write(&folder.join(name), text);
        }
        let watched = vec![folder.clone()];
        let events = server::serve(server::listeners(watch), watched, move |_, outputs, viewers| {
            build(&folder, outputs, viewers)
        });
        let mut served = Self { root, port: 0, events };
        let url = served.until(|event| match event {
            ServeEvent::Listening { url, .. } => Some(url),
            _ => None,
        });
        served.port = server::port_of(&url);
        served
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join("site").join(name)
    }

    /// Writes a file in one step, so that no build reads half of it.
    fn write(&self, name: &str, text: &str) {
        let aside = self.root.path().join("aside");
        write(&aside, text);
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::rename(aside, path).expect("renamed");
    }

    /// Waits for an event that `wanted` accepts, and returns its value.
    fn until<T>(&self, wanted: impl Fn(ServeEvent) -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(ServeEvent::Warning(diagnostic)) => panic!("{diagnostic:?}"),
                Ok(event) => {
                    if let Some(found) = wanted(event) {
                        return found;
                    }
                }
                Err(error) => panic!("no such event: {error}"),
            }
        }
    }

    fn connect(&self) -> TcpStream {
        http::connect(self.port)
    }

    /// Sends a request and reads the response.
    fn ask(&self, request: &[u8]) -> Answer {
        http::ask(self.port, request).expect("an answer")
    }

    fn get(&self, target: &str, headers: &str) -> Answer {
        self.ask(format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n").as_bytes())
    }

    /// Waits until the response contains `text`.
    #[track_caller]
    fn eventually(&self, target: &str, text: &str) {
        let answer = || self.get(target, "");
        http::wait_until(|| answer().text().contains(text), || format!("{target} is not {text}, but {:?}", answer()));
    }

    /// Opens a page: connects to the events that it listens to.
    fn open(&self, page: &str) -> OpenPage {
        let mut stream = self.connect();
        let request = format!("GET /__site/events?page={page} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert!(lines.read_line(&mut line).expect("a line") > 0);
        }
        OpenPage(lines)
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}

/// Builds a folder: each file is an output, except that one named `mistake` is an error.
fn read(folder: &Path, outputs: &MemoryOutput) -> Build {
    let mut built = Build { base_path: "/".to_owned(), ..Build::default() };
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).into_iter().flatten().filter(|e| e.file_type().is_file()) {
        let name = entry.path().strip_prefix(folder).expect("below").to_string_lossy().into_owned();
        let Ok(bytes) = fs::read(entry.path()) else { continue };
        if name == "mistake" {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let place = Place::new("mistake", &text, 0..text.len());
            built.diagnostics.push(Diagnostic::error("bad", "this <b>is</b> wrong").at(place));
        } else {
            files.insert(name, bytes);
        }
    }
    if built.diagnostics.is_empty() {
        outputs.retain(&|name| files.contains_key(name));
        files.iter().for_each(|(name, bytes)| outputs.put(name, bytes).expect("an output"));
    }
    built
}

/// Returns the errors sent to an open page, without their colours.
fn text_of(errors: &Value) -> String {
    errors.as_array().expect("a list").iter().filter_map(|run| run["text"].as_str()).collect()
}

/// The events of an open page.
struct OpenPage(BufReader<TcpStream>);

impl OpenPage {
    /// Waits for the next state that the page receives.
    fn next(&mut self) -> Value {
        self.within(PATIENCE).expect("an event")
    }

    fn within(&mut self, time: Duration) -> Option<Value> {
        self.0.get_ref().set_read_timeout(Some(time)).expect("a timeout");
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).ok();
            }
        }
    }
}

#[test]
fn files_beside_the_site_are_never_sent() {
    let served = Served::start(false, &[("index.html", HOME), ("a/index.html", ABOUT)]);
    fs::write(served.root.path().join("secret"), "the secret").expect("written");
    let ups = [
        "..",
        "%2e%2e",
        "%2E%2e",
        ".%2e",
        "%252e%252e",
        "..%00",
        "..;",
        "%c0%ae%c0%ae",
        "%uff0e%uff0e",
        "...",
        "%2e%2e%2f..",
        "．．",
    ];
    let slashes = ["/", "%2f", "%2F", "\\", "%5c", "%255c", "//", "%c0%af", "/./", "/%2e/"];
    for up in ups {
        for slash in slashes {
            for start in ["/", "/a/", "/a", "", "//", "http://localhost/", "file://"] {
                let target = format!("{start}{up}{slash}secret");
                let answer = served.get(&target, "");
                assert!(matches!(answer.status, 400 | 404), "{target} {answer:?}");
                assert!(!answer.text().contains("the secret"), "{target}");
            }
        }
    }
    let secret = served.root.path().join("secret");
    assert!(matches!(served.get(&secret.to_string_lossy(), "").status, 400 | 404));
}

#[test]
fn head_range_and_conditional_requests_are_answered() {
    let served = Served::start(false, &[("index.html", HOME), ("a.txt", "0123456789"), ("b/index.html", ABOUT)]);
    let whole = served.get("/", "");
    assert_eq!((whole.status, &*whole.text()), (200, HOME), "untouched without --watch");
    assert_eq!(whole.header("content-type"), "text/html; charset=utf-8");
    let head = served.ask(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!((head.status, head.header("content-length")), (200, HOME.len().to_string().as_str()));
    let known = served.get("/", &format!("If-None-Match: {}\r\n", whole.header("etag")));
    assert_eq!((known.status, known.body.len()), (304, 0));
    let part = served.get("/a.txt", "Range: bytes=3-5\r\n");
    assert_eq!((part.status, &*part.text(), part.header("content-range")), (206, "345", "bytes 3-5/10"));
    assert_eq!(served.get("/a.txt", "Range: bytes=10-\r\n").header("content-range"), "bytes */10");
    let folder = served.get("/b?x=1", "");
    assert_eq!((folder.status, folder.header("location")), (308, "/b/?x=1"));
    assert_eq!(served.get("/", "TE: chunked\r\n").header("content-length"), HOME.len().to_string());
    assert_eq!(served.ask(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").status, 403);
    let answer = served.ask(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
    assert_eq!((answer.status, answer.header("allow")), (405, "GET, HEAD"));
}

#[test]
fn requests_on_one_connection_are_answered_in_order() {
    let served = Served::start(false, &[("a", "1"), ("b", "2")]);
    let mut stream = served.connect();
    let one = |name: &str, method: &str| format!("{method} /{name} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let requests = [one("a", "GET"), one("b", "HEAD"), one("b", "GET"), "\r\n".to_owned(), one("a", "GET")].concat();
    for piece in requests.as_bytes().chunks(7) {
        stream.write_all(piece).expect("sent");
    }
    let mut reader = BufReader::new(stream);
    let answers: Vec<_> =
        [false, true, false, false].iter().map(|head| Answer::read(&mut reader, *head).expect("an answer")).collect();
    assert_eq!(answers.iter().map(|a| a.text().into_owned()).collect::<Vec<_>>(), ["1", "", "2", "1"]);
}

#[test]
fn malformed_requests_are_refused_and_the_server_continues() {
    let served = Served::start(true, &[("index.html", HOME)]);
    let check = |request: &[u8], expected: u16| {
        let shown = String::from_utf8_lossy(&request[..request.len().min(60)]).into_owned();
        assert_eq!(served.ask(request).status, expected, "{shown}");
        assert_eq!(served.get("/", "").status, 200, "after {shown}");
    };
    check(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400);
    check(b"GET /\r\n\r\n", 400);
    check(b"GET / HTTP/1.1\r\n\r\n", 400);
    check(b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", 505);
    check(b"GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n", 400);
    check(b"GET /%ff%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400);
    check(b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \xff\xfe\r\n\r\n", 200);
    check(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9223372036854775807\r\n\r\n", 405);
    check(
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 18446744073709551615\r\nExpect: 100-continue\r\n\r\n",
        405,
    );
    check(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", 405);
    check(
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\nRange: bytes=-\r\nIf-None-Match: ,,\r\n\r\n",
        200,
    );
    check(format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(100_000)).as_bytes(), 431);
    check(&[b"GET / HTTP/1.1\r\n".as_slice(), &b"A: b\r\n".repeat(20_000)].concat(), 431);
    check(&vec![b'x'; 100_000], 431);
    drop(served.connect());
    let mut cut = served.connect();
    cut.write_all(b"GET / HT").expect("sent");
    drop(cut);
    assert_eq!(served.get("/", "").status, 200);
}

#[test]
fn slow_clients_do_not_hold_up_others() {
    let served = Served::start(true, &[("index.html", HOME), ("big", &"x".repeat(20_000_000))]);
    let silent: Vec<_> = (0..300)
        .map(|number| {
            let mut stream = served.connect();
            if number % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHo").expect("sent");
            }
            stream
        })
        .collect();
    let mut slow = served.connect();
    slow.write_all(b"GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    let start = Instant::now();
    for _ in 0..20 {
        assert_eq!(served.get("/", "").status, 200);
    }
    assert!(start.elapsed() < PATIENCE / 4, "{:?}", start.elapsed());
    drop(silent);
    let answer = Answer::read(&mut BufReader::new(slow), false).expect("the rest of it");
    assert_eq!(answer.body.len(), 20_000_000);
}

#[test]
fn many_open_pages_do_not_hold_up_others() {
    let served = Served::start(true, &[("index.html", HOME)]);
    let mut pages: Vec<_> = (0..100).map(|_| served.open("%2F")).collect();
    for page in &mut pages {
        page.next();
    }
    assert_eq!(served.get("/", "").status, 200);
    served.write("index.html", ABOUT);
    for page in &mut pages {
        page.next();
    }
}

#[test]
fn a_change_reaches_only_the_pages_that_it_affects() {
    let served = Served::start(true, &[("index.html", HOME), ("about/index.html", ABOUT), ("site.css", "a{}")]);
    let (mut home, mut about) = (served.open("%2F"), served.open("%2Fabout%2F"));
    let (home_before, about_before) = (home.next(), about.next());
    let page = served.get("/", "");
    assert!(
        page.text().contains(&format!("data-content=\"{}\"", home_before["content"].as_str().expect("text"))),
        "{page:?}"
    );

    served.write("index.html", &HOME.replace("home", "house"));
    let home_after = home.next();
    assert_ne!(home_after["content"], home_before["content"]);
    assert_eq!(home_after["styles"], home_before["styles"]);
    served.until(|event| matches!(event, ServeEvent::Built { changes: 1, .. }).then_some(()));

    served.write("site.css", "b{}");
    let home_last = home.next();
    assert_eq!(home_last["content"], home_after["content"], "a stylesheet takes no reload");
    assert_ne!(home_last["styles"], home_after["styles"]);
    assert_eq!(about.within(MOMENT), None, "nothing of this concerns the other page");

    drop(about);
    served.write("about/index.html", &ABOUT.replace("about", "us"));
    served.eventually("/about/", "us");
    let about_after = served.open("%2Fabout%2F").next();
    assert_ne!(about_after["content"], about_before["content"], "what happens between two connections is not lost");
}

/// A server whose builds publish a preview and then wait for the diagnostics to end with.
struct Slow {
    served: Served,
    /// The viewed outputs, sent by each build.
    viewed: Receiver<Vec<String>>,
    /// Ends the build that waits, with these diagnostics.
    go_on: mpsc::Sender<Vec<Diagnostic>>,
}

impl Slow {
    /// Every build except the first publishes `about/index.html` before `home/index.html`.
    fn start() -> Self {
        let (sender, viewed) = mpsc::channel();
        let (go_on, wait) = mpsc::channel::<Vec<Diagnostic>>();
        let mut first = true;
        let served = Served::building(true, &[("version", "1")], move |folder, outputs, viewers| {
            let version = fs::read_to_string(folder.join("version")).expect("a file");
            let put = |name: &str| {
                let page = format!("<!doctype html><body>{name} {version}</body>");
                outputs.put(&format!("{name}/index.html"), page.as_bytes()).expect("an output");
            };
            put("about");
            let mut built = Build { base_path: "/".to_owned(), ..Build::default() };
            if !std::mem::take(&mut first) {
                sender.send(viewers.viewed_outputs()).expect("a test that waits");
                let pending = ["home/index.html".to_owned(), "new/index.html".to_owned()].into();
                viewers.preview(Preview { pending, base_path: "/".to_owned(), ..Preview::default() });
                built.diagnostics = wait.recv().expect("a test that waits");
            }
            if built.diagnostics.is_empty() {
                put("home");
            }
            built
        });
        Self { served, viewed, go_on }
    }
}

#[test]
fn viewed_pages_are_published_before_the_others() {
    let Slow { served, viewed, go_on } = Slow::start();
    let mut about = served.open("%2Fabout%2F");
    let before = about.next();
    assert!(served.get("/home/", "").text().contains("home 1"));

    served.write("version", "2");
    let seen = viewed.recv_timeout(PATIENCE).expect("a build");
    assert!(["about/index.html", "home/index.html"].iter().all(|page| seen.iter().any(|s| s == page)), "{seen:?}");
    let after = about.next();
    assert_ne!(after["content"], before["content"], "reported while the build goes on");
    assert!(served.get("/about/", "").text().contains("about 2"));
    let port = served.port;
    let asked = ["/home/", "/new", "/none/"].map(|target| {
        let request = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        thread::spawn(move || http::ask(port, request.as_bytes()).expect("an answer"))
    });
    let [home, new, none] = asked;
    none.join().expect("an answer");
    thread::sleep(MOMENT);
    assert!(!home.is_finished() && !new.is_finished(), "requests wait for pending pages");
    go_on.send(Vec::new()).expect("a build that waits");
    let [home, new] = [home, new].map(|asked| asked.join().expect("an answer"));
    assert!(home.text().contains("home 2"), "{home:?}");
    assert_eq!(new.status, 404);
    assert_eq!(about.within(MOMENT), None, "nothing is other than it was shown");
}

#[test]
fn refused_requests_wait_for_no_page_and_count_none_as_viewed() {
    let Slow { served, viewed, go_on } = Slow::start();
    let mut about = served.open("%2Fabout%2F");
    about.next();
    let status = |method: &str, target: &str, host: &str| {
        served.ask(format!("{method} {target} HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).status
    };
    assert_eq!(status("GET", "/unseen/", "other.example"), 403);
    served.write("version", "2");
    let seen = viewed.recv_timeout(PATIENCE).expect("a build");
    assert!(!seen.iter().any(|page| page == "unseen/index.html"), "{seen:?}");
    about.next();
    assert_eq!(status("GET", "/home/", "other.example"), 403);
    assert_eq!(status("DELETE", "/home/", "localhost"), 405);
    go_on.send(Vec::new()).expect("a build that waits");
}

#[test]
fn pages_that_change_are_not_fetched_in_advance() {
    let Slow { served, .. } = Slow::start();
    assert_eq!(served.get("/about/", "Sec-Purpose: prefetch;prerender\r\n").status, 503);
    assert_eq!(served.get("/about/", "").status, 200);
}

#[test]
fn a_preview_is_withdrawn_if_the_build_ends_with_errors() {
    let Slow { served, viewed: _kept, go_on } = Slow::start();
    let mut about = served.open("%2Fabout%2F");
    let before = about.next();
    served.write("version", "2");
    assert_ne!(about.next()["content"], before["content"]);
    go_on.send(vec![Diagnostic::error("bad", "wrong elsewhere")]).expect("a build that waits");
    let wrong = about.next();
    assert_eq!(wrong["content"], before["content"], "the last good build stays, as a whole");
    assert!(text_of(&wrong["errors"]).contains("wrong elsewhere"));
    assert!(served.get("/home/", "").text().contains("home 1"), "nobody waits for what will not come");

    served.write("version", "3");
    let mended = about.next();
    assert!(mended["content"] != wrong["content"] && mended["content"] != before["content"]);
    go_on.send(Vec::new()).expect("a build that waits");
    served.eventually("/home/", "home 3");
}

#[test]
fn an_error_is_shown_until_it_is_corrected() {
    let served = Served::start(true, &[("index.html", HOME)]);
    let mut home = served.open("%2F");
    let before = home.next();
    assert_eq!(text_of(&before["errors"]), "");
    served.write("index.html", ABOUT);
    let good = home.next();
    served.write("mistake", "wrong here");
    let wrong = home.next();
    let text = text_of(&wrong["errors"]);
    assert!(
        text.contains("this <b>is</b> wrong") && text.contains("mistake:1:1") && text.contains("^^^^^^^^^^"),
        "{text}"
    );
    assert_eq!(wrong["content"], good["content"]);
    served.write("index.html", HOME);
    served.until(|event| match event {
        ServeEvent::Built { changes: 0, diagnostics, .. } if !diagnostics.is_empty() => Some(()),
        _ => None,
    });
    assert!(served.get("/", "").text().contains("about"), "the last good page stays");
    fs::remove_file(served.path("mistake")).expect("removed");
    let mut fixed = home.next();
    while !text_of(&fixed["errors"]).is_empty() {
        fixed = home.next();
    }
    assert_eq!(fixed["content"], before["content"]);
}

#[test]
fn every_way_of_saving_a_file_starts_a_build() {
    let served = Served::start(true, &[("index.html", HOME), ("a/b/index.html", ABOUT)]);
    // A program that writes into the file.
    write(&served.path("index.html"), "into");
    served.eventually("/", "into");
    // An editor that writes another file, and renames it to the first.
    for text in ["first", "second"] {
        write(&served.path("index.html.tmp"), text);
        fs::rename(served.path("index.html.tmp"), served.path("index.html")).expect("renamed");
        served.eventually("/", text);
    }
    // An editor that renames the file, and writes a new one.
    fs::rename(served.path("index.html"), served.path("index.html~")).expect("renamed");
    write(&served.path("index.html"), "third");
    served.eventually("/", "third");
    served.write("new/folder/in/folders/index.html", "deep");
    served.eventually("/new/folder/in/folders/", "deep");
    served.write("new/folder/in/folders/index.html", "deeper");
    served.eventually("/new/folder/in/folders/", "deeper");
    fs::rename(served.path("new/folder"), served.path("a/moved")).expect("renamed");
    served.eventually("/a/moved/in/folders/", "deeper");
    served.write("a/moved/in/folders/index.html", "after the move");
    served.eventually("/a/moved/in/folders/", "after the move");
    fs::remove_dir_all(served.path("a")).expect("removed");
    served.eventually("/a/b/", "does not exist");
    served.write("a/b/index.html", "back");
    served.eventually("/a/b/", "back");
    served.write("a/b/index.html", "and changed");
    served.eventually("/a/b/", "and changed");
    fs::remove_dir_all(served.path("")).expect("removed");
    served.eventually("/", "does not exist");
    served.write("index.html", "all over again");
    served.eventually("/", "all over again");
    served.write("c/index.html", "new");
    served.eventually("/c/", "new");
}

#[test]
fn generated_and_temporary_files_start_no_build() {
    let served = Served::start(true, &[("index.html", HOME)]);
    for name in ["dist/a", "node_modules/b/c", ".git/d", "target/e", "index.html~", ".index.html.swp", "4913"] {
        served.write(name, "x");
    }
    assert!(served.events.recv_timeout(MOMENT).is_err());
}

#[test]
fn a_change_during_a_build_is_not_lost() {
    let served = Served::with(true, &[("index.html", HOME)], Duration::from_millis(150));
    for number in 0..4 {
        served.write("index.html", &format!("change {number}"));
        thread::sleep(Duration::from_millis(70));
    }
    served.write("index.html", "the last change");
    served.eventually("/", "the last change");
}

#[test]
fn a_burst_of_changes_causes_few_builds() {
    let served = Served::start(true, &[("index.html", HOME)]);
    for number in 0..200 {
        served.write(&format!("{number}.html"), "x");
    }
    served.eventually("/199.html", "x");
    thread::sleep(MOMENT);
    let builds = served.events.try_iter().count();
    assert!(builds < 50, "{builds}");
}

#[test]
fn a_missing_page_below_those_of_the_developer_is_known_by_its_path() {
    let served = Served::start(true, &[("index.html", HOME)]);
    let missing = served.get("/__site/nowhere?a=b", "");
    assert!(missing.status == 404 && missing.text().contains("data-page=\"/__site/nowhere\""), "{}", missing.text());
}

#[test]
fn a_site_with_errors_is_not_served_without_watching() {
    let mut build = |_: &Changes, _: &MemoryOutput, _: &dyn Viewers| Build {
        diagnostics: vec![Diagnostic::error("bad", "wrong")],
        ..Build::default()
    };
    let ended = run(server::listeners(false), &[], Path::new(""), &mut build, &|_| {});
    assert_eq!(ended.err().map(|d| d.code), Some("nothing-to-serve"));
}

#[test]
fn a_site_with_errors_appears_once_they_are_gone() {
    let served = Served::start(true, &[("index.html", HOME), ("mistake", "x")]);
    assert_eq!(served.get("/", "").status, 404);
    let mut home = served.open("%2F");
    assert_ne!(text_of(&home.next()["errors"]), "");
    fs::remove_file(served.path("mistake")).expect("removed");
    assert_eq!(text_of(&home.next()["errors"]), "");
    assert_eq!(served.get("/", "").status, 200);
}
