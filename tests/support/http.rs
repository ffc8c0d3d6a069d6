//! An HTTP client that sends exactly the given bytes and reads the response.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for what must happen: so long that no test fails on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until a condition holds. `state` describes what is there instead, for the message if it never does.
#[track_caller]
pub fn wait_until(mut holds: impl FnMut() -> bool, state: impl Fn() -> String) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "{}", state());
        thread::sleep(Duration::from_millis(10));
    }
}

/// Connects to a port of this machine.
pub fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// Sends a request and reads the answer, if there is one.
pub fn ask(port: u16, request: &[u8]) -> Option<Answer> {
    let mut stream = connect(port);
    // The server may refuse the request before all of it is sent.
    let _ = stream.write_all(request);
    Answer::read(&mut BufReader::new(stream), request.starts_with(b"HEAD"))
}

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The values by name, in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    /// Reads an answer; `None` if there is none, or only a part. The answer to a HEAD request has no body.
    pub fn read(reader: &mut impl BufRead, head: bool) -> Option<Self> {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut headers = BTreeMap::new();
        loop {
            line.clear();
            reader.read_line(&mut line).ok()?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
        }
        let length = headers.get("content-length").and_then(|l| l.parse().ok()).filter(|_| !head && status != 304);
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body).ok()?;
        Some(Self { status, headers, body })
    }

    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    /// Returns the value of a header, empty if it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}
