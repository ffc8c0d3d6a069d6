//! A connection: reads requests one after another, each within limits of size and time, and sends responses.
//!
//! `tiny_http` only writes the responses. Its server is not used, because it reads headers of any length for any time,
//! ends the process if a request announces a body larger than memory, and stops accepting forever when the system runs
//! out of file handles for a moment (`tiny_http` issues 56 and 252).

use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use memchr::memmem;
use tiny_http::{HTTPVersion, Header, StatusCode};

use super::message::{Request, Response};
use super::open_requests::OpenRequests;
use super::parse;

/// The maximum number of bytes of a head: of the request line and the headers together.
const MAX_HEAD_BYTES: usize = 32 * 1024;
/// Time from the first byte of a request to the last byte of its headers.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Time from the end of the headers to the last byte of the body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// Time to wait for the first byte of a request.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time to wait for a client that accepts no byte of its response.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time for reading the bytes that the client still sends before the connection is closed.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);
/// The maximum number of bytes that are read within `DRAIN_TIMEOUT`.
const MAX_DRAINED_BYTES: usize = 256 * 1024;
const CONNECTION_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A service that responds to the requests at a port.
pub trait Service: Send + Sync {
    /// Responds to a request.
    ///
    /// # Errors
    /// Fails if the response can't be sent. A service also returns an error in order to hang up, because the connection
    /// is then closed at once.
    fn respond(&self, request: &Request, client: &mut Client) -> io::Result<()>;
}

/// Responds to this client's requests until either side closes the connection.
pub fn serve_client(service: &dyn Service, open_requests: &OpenRequests, stream: &Arc<TcpStream>) {
    let configured = stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(WRITE_TIMEOUT)));
    if configured.is_err() {
        return;
    }
    let mut received = Vec::new();
    loop {
        open_requests.register(stream);
        let Some(head) = read_head(stream, &mut received) else { return };
        let request = head.and_then(|head| parse::parse(&head));
        let mut client = Client {
            stream,
            received: &mut received,
            open_requests,
            is_head: request.as_ref().is_ok_and(|request| request.method == "HEAD"),
            closes_after_response: false,
            has_unread_body: request.as_ref().is_ok_and(|request| body_length(request).ok() != Some(0)),
        };
        let stays_open = match request {
            Ok(request) => service
                .respond(&request, &mut client)
                .map(|()| !client.closes_after_response && !client.has_unread_body && allows_keep_alive(&request)),
            Err(response) => client.send(response).map(|()| false),
        };
        match stays_open {
            Ok(true) => {}
            Ok(false) => return close(stream),
            Err(_) => return,
        }
    }
}

/// The client that sent a request.
pub struct Client<'a> {
    stream: &'a TcpStream,
    /// The bytes that are received but not read yet.
    received: &'a mut Vec<u8>,
    open_requests: &'a OpenRequests,
    is_head: bool,
    closes_after_response: bool,
    /// Whether the request has an unread body, which would be taken for the next request.
    has_unread_body: bool,
}

impl Client<'_> {
    /// Reads the body of the request, of at most `max_bytes`.
    ///
    /// # Errors
    /// Returns the response to send if the body is too long, too slow, incomplete, or of unknown length.
    pub fn read_body(&mut self, request: &Request, max_bytes: usize) -> Result<Vec<u8>, Response> {
        let length = body_length(request)?;
        if length > max_bytes {
            return Err(Response::plain(413, &format!("A body may have {max_bytes} bytes at most here.")));
        }
        if request.header("Expect").is_some_and(|expected| expected.eq_ignore_ascii_case("100-continue")) {
            // If the client has disconnected, reading the body fails below.
            let _ = self.write_raw(b"HTTP/1.1 100 Continue\r\n\r\n");
        }
        let until = Instant::now() + BODY_TIMEOUT;
        while self.received.len() < length {
            match read_some(self.stream, self.received, until) {
                Some(0) => return Err(Response::plain(400, "This request ended before its body did.")),
                Some(_) => {}
                None => return Err(Response::plain(408, "This request took too long.")),
            }
        }
        self.has_unread_body = false;
        Ok(self.received.drain(..length).collect())
    }

    /// Writes a response, without its body if the method is HEAD.
    pub fn send(&mut self, response: Response) -> io::Result<()> {
        let header = |(name, value): &(String, String)| Header::from_bytes(name.as_bytes(), value.as_bytes()).ok();
        let headers = response.headers.iter().filter_map(header).collect();
        let body = &response.body[response.part];
        let mut writer = BufWriter::with_capacity(16 * 1024, self.stream);
        tiny_http::Response::new(StatusCode(response.status), headers, body, Some(body.len()), None)
            .with_chunked_threshold(usize::MAX)
            .raw_print(&mut writer, HTTPVersion(1, 1), &[], self.is_head, None)?;
        writer.flush()
    }

    pub fn write_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut stream = self.stream;
        stream.write_all(bytes)
    }

    pub fn close_after_response(&mut self) {
        self.closes_after_response = true;
    }

    /// Exempts the connection from being closed to make room for new clients.
    pub fn exempt_from_closing(&self) {
        self.open_requests.unregister(self.stream);
    }

    /// Waits for `time`. Returns false, without waiting longer, if the client disconnects.
    pub fn wait(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        loop {
            if self.is_disconnected() {
                return false;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            std::thread::sleep(left.min(CONNECTION_CHECK_INTERVAL));
        }
    }

    /// Whether the client has disconnected. Takes up to a millisecond.
    pub fn is_disconnected(&self) -> bool {
        let timeout = self.stream.set_read_timeout(Some(Duration::from_millis(1)));
        match timeout.and_then(|()| self.stream.peek(&mut [0])) {
            Ok(count) => count == 0,
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        }
    }
}

/// Returns the length of the body in bytes: 0 if no header announces a body.
///
/// # Errors
/// Returns the response to send if the headers announce a body without one valid length.
fn body_length(request: &Request) -> Result<usize, Response> {
    if request.header("Transfer-Encoding").is_some() {
        return Err(Response::plain(411, "The length of a body must be given in `Content-Length`."));
    }
    let mut lengths = request.values("Content-Length");
    let length = lengths.next().unwrap_or("0");
    if lengths.next().is_some() {
        return Err(Response::plain(400, "This request has several lengths."));
    }
    parse::parse_digits(length).ok_or_else(|| Response::plain(400, "`Content-Length` is not a number."))
}

/// Whether the client lets the connection stay open after this request.
fn allows_keep_alive(request: &Request) -> bool {
    let connection = request.header("Connection").unwrap_or_default().to_ascii_lowercase();
    request.is_http_1_1 && !connection.contains("close") && !connection.contains("upgrade")
}

/// Reads until `received` begins with a whole head (the request line and the headers), and takes the head out of it.
/// Returns `None` if the client disconnects, or sends nothing in time.
///
/// # Errors
/// Returns the response to send if a limit is reached.
fn read_head(stream: &TcpStream, received: &mut Vec<u8>) -> Option<Result<Vec<u8>, Response>> {
    let mut has_begun = !received.is_empty();
    let mut until = Instant::now() + if has_begun { HEAD_TIMEOUT } else { IDLE_TIMEOUT };
    loop {
        // Empty lines before a request are ignored (RFC 9112, 2.2).
        let blank = received.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        received.drain(..blank);
        match memmem::find(received, b"\r\n\r\n").map(|end| end + 4) {
            Some(length) if length <= MAX_HEAD_BYTES => return Some(Ok(received.drain(..length).collect())),
            None if received.len() <= MAX_HEAD_BYTES => {}
            _ => return Some(Err(Response::plain(431, "The headers of this request are too long."))),
        }
        match read_some(stream, received, until) {
            Some(0) => return None,
            Some(_) if !has_begun => {
                has_begun = true;
                until = Instant::now() + HEAD_TIMEOUT;
            }
            Some(_) => {}
            None if received.is_empty() => return None,
            None => return Some(Err(Response::plain(408, "This request took too long."))),
        }
    }
}

/// Appends the next bytes to `received`. Returns their number, 0 if the connection has ended or failed, or `None` at
/// the time limit.
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

/// Closes the connection after reading what the client still sends: unread bytes would reset the connection, and the
/// client would lose the response.
fn close(stream: &TcpStream) {
    if stream.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let until = Instant::now() + DRAIN_TIMEOUT;
    let mut drained = Vec::new();
    while drained.len() < MAX_DRAINED_BYTES && read_some(stream, &mut drained, until).is_some_and(|count| count > 0) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_stay_open_unless_a_header_or_a_body_prevents_it() {
        let check = |rest: &str, expected: bool| {
            let request = parse::parse(format!("GET / {rest}\r\n\r\n").as_bytes()).expect("a request");
            let has_no_body = body_length(&request).ok() == Some(0);
            assert_eq!(has_no_body && allows_keep_alive(&request), expected, "{rest}");
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
    fn bodies_without_one_valid_length_are_refused() {
        let check = |headers: &str, expected: Result<usize, u16>| {
            let request = parse::parse(format!("POST / HTTP/1.1\r\n{headers}\r\n").as_bytes()).expect("a request");
            assert_eq!(body_length(&request).map_err(|response| response.status), expected, "{headers}");
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
