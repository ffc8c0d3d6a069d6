//! `site serve` as a program, when the ground goes away below it: the site's folder, the disk, the port.

#![cfg(unix)]

#[path = "support/http.rs"]
mod http;
mod support;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use http::{PATIENCE, ask};
use support::base;

/// The program, until the test ends.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(root: &Path, port: u16, out: Stdio) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
    command.args(["serve", "--watch", "--port", &port.to_string(), "--root"]).arg(root);
    Program(command.stdin(Stdio::null()).stdout(out).stderr(Stdio::null()).spawn().expect("the program to start"))
}

/// Serves at any port, and gives it.
fn serve_somewhere(root: &Path) -> (Program, u16) {
    let mut program = serve(root, 0, Stdio::piped());
    let mut lines = BufReader::new(program.0.stdout.take().expect("its output")).lines().map_while(Result::ok);
    let port = lines.find_map(|line| port_of(&line)).expect("an address");
    // What it prints is read on, so that it never has to wait.
    thread::spawn(move || lines.count());
    (program, port)
}

fn port_of(line: &str) -> Option<u16> {
    line.strip_prefix("Serving on http://127.0.0.1:")?.split('/').next()?.parse().ok()
}

fn get(port: u16, path: &str) -> Option<(u16, String)> {
    let answer = ask(port, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())?;
    Some((answer.status, answer.text().into_owned()))
}

#[track_caller]
fn eventually(port: u16, path: &str, text: &str) {
    let end = Instant::now() + PATIENCE;
    while !get(port, path).is_some_and(|(_, body)| body.contains(text)) {
        assert!(Instant::now() < end, "{path} never said {text}, but {:?}", get(port, path));
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_site_whose_folder_is_removed_stays_and_goes_on_when_it_is_back() {
    let above = tempfile::tempdir().expect("a folder");
    let (root, aside) = (above.path().join("site"), above.path().join("aside"));
    let site = base("");
    fs::rename(site.root(), &root).expect("moved");
    let (_program, port) = serve_somewhere(&root);
    eventually(port, "/", "Hello.");
    fs::rename(&root, &aside).expect("moved");
    eventually(port, "/__site/", "error[");
    assert!(
        get(port, "/").is_some_and(|(status, body)| status == 200 && body.contains("Hello.")),
        "the last good page"
    );
    let home = aside.join("content/pages/home.md");
    let text = fs::read_to_string(&home).expect("a page");
    fs::write(&home, text.replace("Hello.", "Back again.")).expect("written");
    fs::rename(&aside, &root).expect("moved");
    eventually(port, "/", "Back again.");
    eventually(port, "/__site/", "found nothing wrong");
    fs::remove_dir_all(&root).expect("removed");
    eventually(port, "/__site/", "error[");
    assert!(get(port, "/").is_some_and(|(status, _)| status == 200));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_below_its_own_output_is_no_reason_to_end() {
    let site = base("");
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a disk that is always full");
    let _program = serve(site.root(), port, Stdio::from(full));
    let end = Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(Instant::now() < end, "it never served");
        thread::sleep(Duration::from_millis(20));
    }
    eventually(port, "/", "Hello.");
    let site = site.replace("content/pages/home.md", "Hello.", "Still here.");
    eventually(port, "/", "Still here.");
    drop(site);
}

#[test]
fn a_taken_port_is_told_and_the_next_one_used() {
    let site = base("");
    let (_first, port) = serve_somewhere(site.root());
    let mut second = serve(site.root(), port, Stdio::piped());
    let lines = BufReader::new(second.0.stdout.take().expect("its output")).lines().map_while(Result::ok);
    let mut told = Vec::new();
    for line in lines {
        let serving = port_of(&line);
        told.push(line);
        if let Some(other) = serving {
            assert!(other > port, "{told:?}");
            break;
        }
    }
    assert!(told.contains(&format!("Port {port} is taken by another program")), "{told:?}");
}
