//! One client: its requests read one after another, each within bounds of size and time, and answered.
//!
//! `tiny_http` writes the answers. Connections are not left to it: it reads headers of any length for any time, ends the
//! process over an announced body that no memory could hold, and stops accepting for good when the system is short of
//! files for a moment (its issues 56 and 252).

use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tiny_http::{HTTPVersion, Header, Response, StatusCode};

use super::bounds::Note;
use super::head;
use super::message::{Answer, Request};
use super::server::Server;

/// Request line and headers together.
const MOST_HEAD: usize = 32 * 1024;
/// From the first byte of a request to the last of its headers.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// From the end of the headers to the last byte of the body.
const BODY_TIME: Duration = Duration::from_secs(10);
/// Without a request.
const IDLE_TIME: Duration = Duration::from_secs(30);
/// Without the client taking any of its answer.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// For the rest of what a client has to say, before the connection closes on it.
const FAREWELL_TIME: Duration = Duration::from_millis(500);
const FAREWELL_BYTES: usize = 256 * 1024;
/// How often to look whether a client is still there.
const LOOK_UP: Duration = Duration::from_millis(50);

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
                let request = head::parse(&received[..length]);
                received.drain(..length);
                request
            }
            Head::TooLong => Err(Answer::plain(431, "The headers of this request are too long.")),
            Head::TooSlow => Err(Answer::plain(408, "This request took too long.")),
            Head::Gone => return,
        };
        let mut client = Client { stream, received: &mut received, note: Some(note) };
        let goes_on = match request {
            Ok(request) => server.service.answer(&request, &mut client),
            Err(answer) => client.send(answer, false).map(|()| false),
        };
        match goes_on {
            Ok(true) => {}
            Ok(false) => return farewell(stream),
            Err(_) => return,
        }
    }
}

/// Who sent a request.
pub struct Client<'a> {
    stream: &'a TcpStream,
    received: &'a mut Vec<u8>,
    note: Option<Note<'a>>,
}

impl Client<'_> {
    /// The body of the request, of `most` bytes.
    ///
    /// # Errors
    /// The answer to a body that is too long, too slow, or of a length that is not told.
    pub fn body(&mut self, request: &Request, most: usize) -> Result<Vec<u8>, Answer> {
        let length = body_length(request)?;
        if length > most {
            return Err(Answer::plain(413, &format!("A body here has {most} bytes at most.")));
        }
        if request.header("Expect").is_some_and(|expected| expected.eq_ignore_ascii_case("100-continue")) {
            // A client that is gone sends no body either.
            let _ = self.raw(b"HTTP/1.1 100 Continue\r\n\r\n");
        }
        let until = Instant::now() + BODY_TIME;
        while self.received.len() < length {
            match read_some(self.stream, self.received, until) {
                Some(0) => return Err(Answer::plain(400, "This request ended before its body did.")),
                Some(_) => {}
                None => return Err(Answer::plain(408, "This request took too long.")),
            }
        }
        Ok(self.received.drain(..length).collect())
    }

    /// Writes an answer; to a HEAD request without its body.
    pub fn send(&mut self, answer: Answer, head: bool) -> io::Result<()> {
        send(self.stream, answer, head)
    }

    /// Writes bytes as they are.
    pub fn raw(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        let mut stream = self.stream;
        io::copy(&mut bytes, &mut stream).map(drop)
    }

    /// From here on the client has a right to stay, whoever else comes.
    pub fn settle(&mut self) {
        self.note = None;
    }

    /// Waits. False if the client left, or was made to leave, meanwhile.
    pub fn wait(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            if self.is_gone() {
                return false;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            std::thread::sleep(left.min(LOOK_UP));
        }
    }

    /// Did the client hang up?
    pub fn is_gone(&self) -> bool {
        let silent = |error: &io::Error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        let patience = self.stream.set_read_timeout(Some(Duration::from_millis(1)));
        patience.is_err()
            || match self.stream.peek(&mut [0]) {
                Ok(count) => count == 0,
                Err(error) => !silent(&error),
            }
    }
}

/// How long the body is, as the headers say.
fn body_length(request: &Request) -> Result<usize, Answer> {
    if request.header("Transfer-Encoding").is_some() {
        return Err(Answer::plain(411, "The length of a body is to be told in `Content-Length`."));
    }
    let mut lengths = request.values("Content-Length");
    let length = lengths.next().unwrap_or("0");
    if lengths.next().is_some() {
        return Err(Answer::plain(400, "This request has several lengths."));
    }
    let digits = !length.is_empty() && length.bytes().all(|b| b.is_ascii_digit());
    // Too long for a number is too long for a body.
    if digits { Ok(length.parse().unwrap_or(usize::MAX)) } else { Err(Answer::plain(400, "This is no length.")) }
}

/// A request with a body is the last one: the body is not read, so nobody knows where the next one begins.
pub fn goes_on(request: &Request) -> bool {
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
fn read_head(stream: &TcpStream, received: &mut Vec<u8>) -> Head {
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
        match read_some(stream, received, until) {
            Some(0) => return Head::Gone,
            Some(_) if !std::mem::replace(&mut begun, true) => until = Instant::now() + HEAD_TIME,
            Some(_) => {}
            None if received.is_empty() => return Head::Gone,
            None => return Head::TooSlow,
        }
    }
}

/// Reads what comes next: how many bytes, 0 at the end of the connection, nothing if the time runs out.
fn read_some(mut stream: &TcpStream, received: &mut Vec<u8>, until: Instant) -> Option<usize> {
    let mut buffer = [0; 4096];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        match stream.set_read_timeout(Some(left)).and_then(|()| stream.read(&mut buffer)) {
            Ok(count) => {
                received.extend_from_slice(&buffer[..count]);
                return Some(count);
            }
            Err(error) => match error.kind() {
                ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::TimedOut => {}
                _ => return Some(0),
            },
        }
    }
}

/// Writes an answer; to a HEAD request without its body.
fn send(stream: &TcpStream, answer: Answer, head: bool) -> io::Result<()> {
    let header = |(name, value): &(Cow<str>, String)| Header::from_bytes(name.as_bytes(), value.as_bytes()).ok();
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

    #[test]
    fn connections_go_on_unless_told_otherwise() {
        let check = |rest: &str, expected: bool| {
            let request = head::parse(format!("GET / {rest}\r\n\r\n").as_bytes()).expect("a request");
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

    #[test]
    fn bodies_tell_their_length() {
        let check = |headers: &str, expected: Result<usize, u16>| {
            let request = head::parse(format!("POST / HTTP/1.1\r\n{headers}\r\n").as_bytes()).expect("a request");
            assert_eq!(body_length(&request).map_err(|answer| answer.status), expected, "{headers}");
        };
        check("", Ok(0));
        check("Content-Length: 12\r\n", Ok(12));
        check("Content-Length: 99999999999999999999999999\r\n", Ok(usize::MAX));
        check("Content-Length: 1\r\nContent-Length: 1\r\n", Err(400));
        for wrong in ["-1", "+1", "1, 1", "", "x", "0x1"] {
            check(&format!("Content-Length: {wrong}\r\n"), Err(400));
        }
        check("Transfer-Encoding: chunked\r\n", Err(411));
    }
}
