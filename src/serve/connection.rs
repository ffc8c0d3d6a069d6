//! One client: its requests read one after another, each within bounds of size and time, and answered.
//!
//! `tiny_http` writes the answers. Connections are not left to it: it reads headers of any length for any time, ends the
//! process over an announced body that no memory could hold, and stops accepting for good when the system is short of
//! files for a moment (its issues 56 and 252).

use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tiny_http::{HTTPVersion, Header, Response, StatusCode};

use super::http::{self, Answer, Reply, Request};
use super::reload;
use super::server::{Note, Server};

/// Request line and headers together.
const MOST_HEAD: usize = 32 * 1024;
/// From the first byte of a request to the last of its headers.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Without a request.
const IDLE_TIME: Duration = Duration::from_secs(30);
/// Without the client taking any of its answer.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// For the rest of what a client has to say, before the connection closes on it.
const FAREWELL_TIME: Duration = Duration::from_millis(500);
const FAREWELL_BYTES: usize = 256 * 1024;

/// Answers this client until it leaves, or is to leave.
pub fn hold(server: &Server, stream: &Arc<TcpStream>) {
    let ready = stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(WRITE_TIME)));
    if ready.is_err() {
        return;
    }
    let mut received = Vec::new();
    loop {
        let note = server.note(stream);
        let request = match read_head(stream, &mut received) {
            Head::Whole(length) => {
                let request = parse(&received[..length]);
                received.drain(..length);
                request
            }
            Head::TooLong => Err(Answer::plain(431, "The headers of this request are too long.")),
            Head::TooSlow => Err(Answer::plain(408, "This request took too long.")),
            Head::Gone => return,
        };
        let goes_on = match request {
            Ok(request) => answer(server, stream, &request, note),
            Err(answer) => send(stream, answer, false).map(|()| false),
        };
        match goes_on {
            Ok(true) => {}
            Ok(false) => return farewell(stream),
            Err(_) => return,
        }
    }
}

/// Answers one request. Does the connection go on? The note goes as soon as the connection is not to be hung up on.
fn answer(server: &Server, stream: &TcpStream, request: &Request, note: Note) -> io::Result<bool> {
    let site = server.live.now();
    match http::reply(request, &site, &server.hosts) {
        Reply::Answer(answer) => {
            drop(site);
            send(stream, answer, request.method == "HEAD")?;
            Ok(goes_on(request))
        }
        Reply::Events(page) => {
            drop((site, note));
            match server.streams.take() {
                Some(_slot) => reload::stream(&server.live, &page, stream)?,
                None => send(stream, Answer::plain(503, "Too many pages are open."), false)?,
            }
            Ok(false)
        }
    }
}

/// A request with a body is the last one: the body is not read, so nobody knows where the next one begins.
fn goes_on(request: &Request) -> bool {
    let bodiless = request.header("Transfer-Encoding").is_none()
        && request.header("Content-Length").is_none_or(|length| length.trim() == "0");
    let says = request.header("Connection").unwrap_or_default().to_ascii_lowercase();
    request.current && bodiless && !says.contains("close") && !says.contains("upgrade")
}

/// How reading a head ended.
enum Head {
    /// It takes this many of the bytes.
    Whole(usize),
    TooLong,
    TooSlow,
    Gone,
}

/// Reads until `received` begins with a whole head.
fn read_head(mut stream: &TcpStream, received: &mut Vec<u8>) -> Head {
    let mut begun = !received.is_empty();
    let mut until = Instant::now() + if begun { HEAD_TIME } else { IDLE_TIME };
    let mut searched = 0;
    loop {
        // Empty lines before a request are to be overlooked.
        let blank = received.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        received.drain(..blank);
        searched = if blank > 0 { 0 } else { searched };
        let end = received[searched..].windows(4).position(|window| window == b"\r\n\r\n");
        match end.map(|at| searched + at + 4) {
            Some(length) if length <= MOST_HEAD => return Head::Whole(length),
            None if received.len() <= MOST_HEAD => searched = received.len().saturating_sub(3),
            _ => return Head::TooLong,
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return if received.is_empty() { Head::Gone } else { Head::TooSlow };
        }
        let mut buffer = [0; 4096];
        let read = stream.set_read_timeout(Some(left)).and_then(|()| stream.read(&mut buffer));
        match read {
            Ok(0) => return Head::Gone,
            Ok(count) => {
                if !std::mem::replace(&mut begun, true) {
                    until = Instant::now() + HEAD_TIME;
                }
                received.extend_from_slice(&buffer[..count]);
            }
            Err(error) => match error.kind() {
                ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut => {}
                _ => return Head::Gone,
            },
        }
    }
}

/// Takes a head apart, or says what is wrong with it.
fn parse(head: &[u8]) -> Result<Request, Answer> {
    let malformed = || Answer::plain(400, "This request is malformed.");
    // Header values may be of any encoding: none that matters here goes beyond ASCII.
    let text: String = head.iter().map(|byte| char::from(*byte)).collect();
    let mut lines = text.trim_end_matches("\r\n").split("\r\n");
    let mut words = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(malformed());
    };
    if !is_token(method) || target.is_empty() || !target.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(malformed());
    }
    let current = match version {
        "HTTP/1.1" => true,
        "HTTP/1.0" => false,
        _ if version.starts_with("HTTP/") => {
            return Err(Answer::plain(505, "Only HTTP/1.0 and HTTP/1.1 are possible here."));
        }
        _ => return Err(malformed()),
    };
    let header = |line: &str| {
        let (name, value) = line.split_once(':').filter(|(name, _)| is_token(name))?;
        let clean = !value.bytes().any(|b| matches!(b, 0 | b'\r' | b'\n'));
        clean.then(|| (name.to_owned(), value.trim_matches([' ', '\t']).to_owned()))
    };
    let headers = lines.map(header).collect::<Option<_>>().ok_or_else(malformed)?;
    Ok(Request { method: method.to_owned(), target: target.to_owned(), current, headers })
}

/// What the name of a method or a header is made of.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// Writes an answer; to a HEAD request without its body.
fn send(stream: &TcpStream, answer: Answer, head: bool) -> io::Result<()> {
    let header = |(name, value): &(&str, String)| Header::from_bytes(name.as_bytes(), value.as_bytes()).ok();
    let headers = answer.headers.iter().filter_map(header).collect();
    let body = &answer.body[answer.part];
    let mut writer = BufWriter::with_capacity(16 * 1024, stream);
    Response::new(StatusCode(answer.status), headers, body, Some(body.len()), None)
        .with_chunked_threshold(usize::MAX)
        .raw_print(&mut writer, HTTPVersion(1, 1), &[], head, None)?;
    writer.flush()
}

/// Closes the connection so that the answer arrives: closed while the client still sends, it would be taken back.
fn farewell(mut stream: &TcpStream) {
    if stream.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let until = Instant::now() + FAREWELL_TIME;
    let mut left = FAREWELL_BYTES;
    let mut buffer = [0; 4096];
    loop {
        let patience = until.saturating_duration_since(Instant::now());
        if patience.is_zero() || left == 0 || stream.set_read_timeout(Some(patience)).is_err() {
            return;
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return,
            Ok(count) => left = left.saturating_sub(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &str, expected: Result<(&str, &str, bool), u16>) {
        let parsed = parse(head.as_bytes());
        let parsed = parsed.as_ref().map(|r| (&*r.method, &*r.target, r.current)).map_err(|a| a.status);
        assert_eq!(parsed, expected, "{head:?}");
    }

    #[test]
    fn heads_are_taken_apart() {
        check("GET / HTTP/1.1\r\n\r\n", Ok(("GET", "/", true)));
        check("BREW /a?b HTTP/1.0\r\nA: b\r\n\r\n", Ok(("BREW", "/a?b", false)));
        check("GET / HTTP/1.1\r\nA:\r\nB: \u{e9}\r\n\r\n", Ok(("GET", "/", true)));
        check("PRI * HTTP/2.0\r\n\r\n", Err(505));
        for malformed in [
            "",
            "GET",
            "GET /",
            "GET / HTTP/1.1 x",
            "GET  / HTTP/1.1",
            "GET / FTP/1.1",
            "G(T / HTTP/1.1",
            " / HTTP/1.1",
            "GET /\u{e9} HTTP/1.1",
            "GET /\0 HTTP/1.1",
            "GET / HTTP/1.1\r\nA",
            "GET / HTTP/1.1\r\nA : b",
            "GET / HTTP/1.1\r\n A: b",
            "GET / HTTP/1.1\r\nA: \0",
            "GET / HTTP/1.1\r\nA: b\nC: d",
        ] {
            check(&format!("{malformed}\r\n\r\n"), Err(400));
        }
        let request = parse(b"GET / HTTP/1.1\r\nhOST: \t a b \r\nHost: c\r\n\r\n").expect("a request");
        assert_eq!(request.header("Host"), Some("a b"));
    }

    #[test]
    fn connections_go_on_unless_told_otherwise() {
        let check = |rest: &str, expected: bool| {
            let request = parse(format!("GET / {rest}\r\n\r\n").as_bytes()).expect("a request");
            assert_eq!(goes_on(&request), expected, "{rest}");
        };
        check("HTTP/1.1", true);
        check("HTTP/1.1\r\nContent-Length: 0", true);
        check("HTTP/1.1\r\nConnection: Keep-Alive", true);
        check("HTTP/1.0", false);
        check("HTTP/1.1\r\nConnection: Close", false);
        check("HTTP/1.1\r\nContent-Length: 5", false);
        check("HTTP/1.1\r\nTransfer-Encoding: chunked", false);
    }

    proptest::proptest! {
        #[test]
        fn any_head_is_taken_apart_without_panic(head: Vec<u8>, text in "[A-Z/: 01.\r\n]*") {
            let _ = parse(&head);
            let _ = parse(text.as_bytes());
        }
    }
}
