//! The program `site serve` under adverse conditions: the save habits of editors, a removed folder or cache, a full
//! disk, a port in use.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::support::http::{PATIENCE, ask, wait_until};
use crate::support::{self, TestSite, base, draw_all};
use site::asset::raster::Format;
use site::output::MemoryOutput;
use site::pipeline;

/// The program, until the test ends.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(root: &Path, port: u16, out: Stdio) -> Program {
    start(&["--watch", "--port", &port.to_string()], root, out)
}

fn start(arguments: &[&str], root: &Path, out: Stdio) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_site"));
    command.arg("serve").args(arguments).arg("--root").arg(root);
    Program(command.stdin(Stdio::null()).stdout(out).stderr(Stdio::null()).spawn().expect("the program to start"))
}

/// Serves, and returns the lines that the program prints.
fn serve_printing(root: &Path, port: u16) -> (Program, Receiver<String>) {
    printed_lines(serve(root, port, Stdio::piped()))
}

/// Reads the standard output of a program by lines.
fn printed_lines(mut program: Program) -> (Program, Receiver<String>) {
    let output = BufReader::new(program.0.stdout.take().expect("its output"));
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            // All lines are read, as a full pipe would block the program, but the test may need no more of them.
            let _ = sender.send(line);
        }
    });
    (program, lines)
}

/// Waits for a line that `wanted` accepts. Returns its value and the lines before.
#[track_caller]
fn wait_for_line<T>(lines: &Receiver<String>, wanted: impl Fn(&str) -> Option<T>) -> (T, Vec<String>) {
    let end = Instant::now() + PATIENCE;
    let mut before = Vec::new();
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let Ok(line) = lines.recv_timeout(left) else { panic!("the line was not printed after {before:?}") };
        if let Some(found) = wanted(&line) {
            return (found, before);
        }
        before.push(line);
    }
}

/// Serves at any port, and returns it.
fn serve_somewhere(root: &Path) -> (Program, u16) {
    let (program, lines) = serve_printing(root, 0);
    (program, wait_for_line(&lines, printed_port).0)
}

/// Returns the port in a line that the program prints, if it names one.
fn printed_port(line: &str) -> Option<u16> {
    line.strip_prefix("Serving on http://127.0.0.1:")?.split('/').next()?.parse().ok()
}

fn get(port: u16, path: &str) -> Option<(u16, String)> {
    let answer = ask(port, format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())?;
    Some((answer.status, answer.text().into_owned()))
}

#[track_caller]
fn eventually(port: u16, path: &str, text: &str) {
    wait_until(
        || get(port, path).is_some_and(|(_, body)| body.contains(text)),
        || format!("{path} never said {text}, but {:?}", get(port, path)),
    );
}

#[test]
fn warnings_are_errors_with_strict_and_stages_are_timed_with_timings() {
    let site = base(
        "-- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>T</title></head><body><h1>T</h1></body></html>\n",
    );
    let arguments = ["--watch", "--strict", "--timings", "--port", "0"];
    let (_program, lines) = printed_lines(start(&arguments, site.root(), Stdio::piped()));
    let ((), before) = wait_for_line(&lines, |line| (line == "1 error; the last good build stays").then_some(()));
    assert!(before.iter().any(|line| line.trim_start().starts_with("links ")), "{before:?}");
    let (port, _) = wait_for_line(&lines, printed_port);
    assert_eq!(get(port, "/").map(|(status, _)| status), Some(404));
}

#[test]
fn a_site_whose_folder_is_moved_away_is_served_and_watched_again_when_it_is_back() {
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

#[test]
fn a_save_names_the_warnings_that_are_gone_and_counts_those_that_stay() {
    let site = base(
        "-- content/pages/deep.md --\n---\ntitle: Deep\n---\n#### Deep\n\
         -- content/pages/deeper.md --\n---\ntitle: Deeper\n---\n#### Deeper\n",
    );
    let (_program, lines) = serve_printing(site.root(), 0);
    let (_, before) = wait_for_line(&lines, printed_port);
    let wait_for = |start: &str| wait_for_line(&lines, |line| line.starts_with(start).then_some(()));
    assert!(!before.iter().any(|line| line.contains("as before")), "{before:?}");
    let site = site.replace("content/pages/home.md", "Hello.", "Welcome.");
    wait_for("2 warnings as before");
    let _site = site.replace("content/pages/deep.md", "####", "##");
    wait_for("Fixed: ");
    wait_for("1 warning as before");
}

#[test]
fn with_json_standard_output_has_nothing_else() {
    let site = base("-- content/pages/deep.md --\n---\ntitle: Deep\n---\n#### Deep\n");
    let (_program, lines) = printed_lines(start(&["--watch", "--port", "0", "--json"], site.root(), Stdio::piped()));
    let is_json = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    wait_for_line(&lines, |line| is_json(line).then_some(()));
    let _site = site.replace("content/pages/home.md", "Hello.", "Welcome.");
    let ((), before) = wait_for_line(&lines, |line| is_json(line).then_some(()));
    assert_eq!(before, [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_cannot_be_written_does_not_end_the_server() {
    let site = base("");
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a disk that is always full");
    let _program = serve(site.root(), port, Stdio::from(full));
    wait_until(|| TcpStream::connect(("127.0.0.1", port)).is_ok(), || "nothing is served".to_owned());
    eventually(port, "/", "Hello.");
    let site = site.replace("content/pages/home.md", "Hello.", "Still here.");
    eventually(port, "/", "Still here.");
    drop(site);
}

/// Returns a served page without the script that the server adds.
fn served(port: u16, path: &str) -> String {
    let (_, page) = get(port, path).expect("an answer");
    match page.split_once("<script src=\"/__site/reload.js\"") {
        Some((before, rest)) => {
            let (_, after) = rest.split_once("</script>").expect("the script's end");
            format!("{before}{after}")
        }
        None => page,
    }
}

/// Waits until the pages at these paths are what a clean build gives.
#[track_caller]
fn wait_until_clean(site: &TestSite, port: u16, paths: &[&str]) {
    let built = clean(site);
    for path in paths {
        let file = format!("{}index.html", path.trim_start_matches('/'));
        let expected = built.get(&file).map_or_else(|| "This page does not exist.".to_owned(), Clone::clone);
        wait_until(
            || served(port, path).contains(&expected),
            || format!("{path} is {} and not {expected}", served(port, path)),
        );
    }
}

/// Returns the outputs of a build from nothing, by path.
fn clean(site: &TestSite) -> BTreeMap<String, String> {
    let memory = MemoryOutput::default();
    let build = pipeline::build(&site.config, &memory, &|_| ());
    assert_eq!(build.errors(), 0, "{}", draw_all(&build.diagnostics));
    memory.files().into_iter().map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into_owned())).collect()
}

#[test]
fn whatever_editors_do_leads_to_what_a_clean_build_gives() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let page = |title: &str, text: &str| format!("---\ntitle: {title}\n---\n{text}\n");
    let settings =
        format!("title: Test\nbase_url: https://example.com/\nlinked_folders: [{}]\n", elsewhere.path().display());
    let site = base("");
    site.write("content/site.yaml", settings);
    site.write("content/pages/one.md", page("One", "First."));
    let (_program, port) = serve_somewhere(site.root());
    let paths = ["/", "/one/", "/more/two/", "/other/two/", "/linked/", "/inner/three/", "/again/three/"];
    let one = site.path("content/pages/one.md");

    // Written aside and renamed into place, the old one kept as a backup.
    fs::write(site.path("content/pages/.one.md.swp"), "x").expect("written");
    fs::rename(&one, site.path("content/pages/one.md~")).expect("renamed");
    fs::write(&one, page("One", "By rename.")).expect("written");
    eventually(port, "/one/", "By rename.");
    wait_until_clean(&site, port, &paths);

    // Gone for a moment, as some programs save.
    fs::remove_file(&one).expect("removed");
    thread::sleep(Duration::from_millis(60));
    fs::write(&one, page("One", "Back.")).expect("written");
    eventually(port, "/one/", "Back.");
    wait_until_clean(&site, port, &paths);

    // In small pieces, the front matter cut in the middle meanwhile.
    let text = page("One", "In pieces.");
    fs::write(&one, &text[..9]).expect("written");
    thread::sleep(Duration::from_millis(60));
    fs::write(&one, &text).expect("written");
    eventually(port, "/one/", "In pieces.");
    wait_until_clean(&site, port, &paths);

    // A link to a file elsewhere, whose target is edited, and replaced.
    let target = elsewhere.path().join("target.md");
    fs::write(&target, page("Linked", "Afar.")).expect("written");
    std::os::unix::fs::symlink(&target, site.path("content/pages/linked.md")).expect("a link");
    eventually(port, "/linked/", "Afar.");
    fs::write(&target, page("Linked", "Still afar.")).expect("written");
    eventually(port, "/linked/", "Still afar.");
    fs::write(elsewhere.path().join("new.md"), page("Linked", "Another.")).expect("written");
    fs::rename(elsewhere.path().join("new.md"), &target).expect("renamed");
    eventually(port, "/linked/", "Another.");
    wait_until_clean(&site, port, &paths);

    // Links to a folder and a file of the site's own, which are seen under both names.
    site.write("content/pages/inner/three.md", page("Three", "Twice."));
    std::os::unix::fs::symlink("inner", site.path("content/pages/again")).expect("a link");
    eventually(port, "/again/three/", "Twice.");
    site.write("content/pages/inner/three.md", page("Three", "Twice again."));
    eventually(port, "/again/three/", "Twice again.");
    eventually(port, "/inner/three/", "Twice again.");
    wait_until_clean(&site, port, &paths);

    // A folder made, filled, renamed, and gone.
    site.write("content/pages/more/two.md", page("Two", "In a folder."));
    eventually(port, "/more/two/", "In a folder.");
    fs::rename(site.path("content/pages/more"), site.path("content/pages/other")).expect("renamed");
    site.write("content/pages/other/two.md", page("Two", "In a renamed folder."));
    eventually(port, "/other/two/", "In a renamed folder.");
    wait_until_clean(&site, port, &paths);
    fs::remove_dir_all(site.path("content/pages/other")).expect("removed");
    eventually(port, "/other/two/", "This page does not exist.");
    wait_until_clean(&site, port, &paths);

    // A burst of saves of several files, ending while builds run.
    for number in 0..40 {
        fs::write(&one, page("One", &format!("Save {number}."))).expect("written");
        site.write("content/pages/home.md", format!("---\ntitle: Home\nroute: /\n---\nSave {number}.\n"));
        thread::sleep(Duration::from_millis(number % 7));
    }
    eventually(port, "/", "Save 39.");
    eventually(port, "/one/", "Save 39.");
    wait_until_clean(&site, port, &paths);
}

#[test]
fn a_cache_that_cannot_be_written_costs_only_time() {
    let site = base("").edit(
        "-- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>{{ page.title }}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body>{{ picture(\"kite.png\", alt=\"A kite\") }}\n\
         {{ page.content }}</body></html>\n",
    );
    site.write("public/kite.png", support::photo::photo(40, 20, Format::Png, |_, _| [200, 90, 20]));
    // A file in place of the folder: nobody can write into it, not even the administrator.
    site.write(".site", "in the way");
    let (_program, port) = serve_somewhere(site.root());
    eventually(port, "/", "Hello.");
    let page = served(port, "/");
    let (_, rest) = page.split_once("src=\"/made/").expect("the picture");
    let picture = format!("/made/{}", rest.split('"').next().expect("its address"));
    assert_eq!(get(port, &picture).map(|(status, _)| status), Some(200));
    let site = site.replace("content/pages/home.md", "Hello.", "Still here.");
    eventually(port, "/", "Still here.");
    drop(site);
}

#[test]
fn a_bundle_that_cannot_be_cached_is_an_error_until_it_can() {
    let site = base("").packages();
    let (_program, port) = serve_somewhere(site.root());
    eventually(port, "/", "Hello.");
    let _ = fs::remove_dir_all(site.path(".site"));
    site.write(".site", "in the way");
    site.write("islands/Word.tsx", "export default function Word() { return <b>word</b>; }\n");
    eventually(port, "/__site/", "error[");
    assert!(get(port, "/").is_some_and(|(status, body)| status == 200 && body.contains("Hello.")));
    fs::remove_file(site.path(".site")).expect("removed");
    let site = site.replace("content/pages/home.md", "Hello.", "Hello.\n\n<Word />");
    eventually(port, "/", "<b>word</b>");
    drop(site);
}

/// Returns the processes that a program started, with those that ended and were not waited for.
#[cfg(target_os = "linux")]
fn started_by(program: &Program) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("the processes").filter_map(Result::ok);
    let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
    numbers.filter(|number| process(*number).is_some_and(|(_, parent)| parent == program.0.id())).collect()
}

/// Returns the state and the parent of a process, if there is one.
#[cfg(target_os = "linux")]
fn process(number: u32) -> Option<(char, u32)> {
    let text = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

#[cfg(target_os = "linux")]
#[test]
fn a_bundler_that_dies_is_started_again_and_the_last_one_ends_with_the_server() {
    let word = |word: &str| format!("export default function Word() {{ return <b>{word}</b>; }}\n");
    let site = base("").packages().replace("content/pages/home.md", "Hello.", "Hello.\n\n<Word />");
    let save = |text: &str| site.write("islands/Word.tsx", word(text));
    save("one");
    let (program, port) = serve_somewhere(site.root());
    eventually(port, "/", "<b>one</b>");
    let first = started_by(&program);
    assert_eq!(first.len(), 1, "one process makes all bundles");
    save("two");
    eventually(port, "/", "<b>two</b>");
    assert_eq!(started_by(&program), first, "it stays");
    let killed = Command::new("kill").args(["-KILL", &first[0].to_string()]).status();
    assert!(killed.expect("kill").success());
    save("three");
    eventually(port, "/", "<b>three</b>");
    let second = started_by(&program);
    assert_eq!(second.len(), 1, "{first:?}, then {second:?}");
    assert_ne!(first, second);
    // The server is killed, so it can't end the bundler itself.
    drop(program);
    wait_until(|| process(second[0]).is_none_or(|(state, _)| state == 'Z'), || "it is still there".to_owned());
}

#[test]
fn a_taken_port_is_reported_and_the_next_one_used() {
    let site = base("");
    let (_first, port) = serve_somewhere(site.root());
    let (_second, lines) = serve_printing(site.root(), port);
    let (other, printed) = wait_for_line(&lines, printed_port);
    assert!(other > port);
    assert!(printed.contains(&format!("Port {port} is taken by another program")), "{printed:?}");
}
