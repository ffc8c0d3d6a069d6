//! Taking a port, and a thread for each connection to it.
//!
//! Connections are bounded in number. When they are all taken, the one that has been at the same request for longest makes
//! room for the newest, so clients that say nothing, or speak or listen slowly, never keep out the others.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Options;
use super::connection;
use super::live::Live;
use super::target::Hosts;
use crate::diagnostic::Diagnostic;

/// How many ports after a taken one are tried.
const NEXT_PORTS: u16 = 20;
/// Connections at a time.
const MOST_CONNECTIONS: usize = 256;
/// Of these, streams of events at most.
const MOST_STREAMS: usize = 128;
/// Before the next try, when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(20);
/// For a connection that was hung up on to make room.
const ROOM_TIME: Duration = Duration::from_secs(1);
const ROOM_POLL: Duration = Duration::from_millis(1);
/// A connection needs little of it.
const STACK: usize = 512 * 1024;

/// A port taken.
pub struct Door {
    listener: TcpListener,
    address: SocketAddr,
    /// The port that was asked for, if another program has it.
    pub taken: Option<u16>,
}

impl Door {
    /// Takes the port, or the first free one of those after it.
    pub fn open(host: &str, port: u16) -> Result<Self, Diagnostic> {
        let plain = host.trim_start_matches('[').trim_end_matches(']');
        let last = if port == 0 { 0 } else { port.saturating_add(NEXT_PORTS) };
        for candidate in port..=last {
            let resolved = (plain, candidate).to_socket_addrs().map_err(|error| unknown_host(host, &error))?;
            let listener = match TcpListener::bind(&*resolved.collect::<Vec<_>>()) {
                Ok(listener) => listener,
                Err(error) if error.kind() == ErrorKind::AddrInUse => continue,
                Err(error) => return Err(no_door(host, candidate, &error)),
            };
            let address = listener.local_addr().map_err(|error| no_door(host, candidate, &error))?;
            return Ok(Self { listener, address, taken: (candidate != port).then_some(port) });
        }
        Err(Diagnostic::error("port-taken", format!("the ports {port} to {last} are all taken"))
            .help("choose another one, such as `--port 8080`, or `--port 0` for any that is free"))
    }

    /// Where the site can be visited.
    pub fn url(&self, base: &str) -> String {
        let port = self.address.port();
        match self.address.ip() {
            address if address.is_unspecified() => format!("http://localhost:{port}{base}"),
            IpAddr::V4(address) => format!("http://{address}:{port}{base}"),
            IpAddr::V6(address) => format!("http://[{address}]:{port}{base}"),
        }
    }
}

fn unknown_host(host: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("unknown-host", format!("`{host}` is not a name or an address of this machine"))
        .note(error.to_string())
        .help("leave out `--host` to serve to this machine only, or use `--host 0.0.0.0` to serve to its network too")
}

fn no_door(host: &str, port: u16, error: &io::Error) -> Diagnostic {
    match error.kind() {
        ErrorKind::PermissionDenied => {
            Diagnostic::error("port-forbidden", format!("the system does not let you use port {port}"))
                .help("ports below 1024 are often reserved: choose another one, such as `--port 4000`")
        }
        ErrorKind::AddrNotAvailable => unknown_host(host, error),
        _ => Diagnostic::error("no-port", format!("port {port} of `{host}` can't be used")).note(error.to_string()),
    }
}

/// What the connections share.
pub struct Server {
    listener: TcpListener,
    pub live: Arc<Live>,
    pub hosts: Hosts,
    open: Slots,
    pub streams: Slots,
    pending: Pending,
}

impl Server {
    pub fn new(door: Door, options: &Options, live: Arc<Live>) -> Arc<Self> {
        let local = door.address.ip().is_loopback();
        let hosts = Hosts { only: local.then(|| options.host.trim_matches(['[', ']']).to_owned()) };
        Arc::new(Self {
            listener: door.listener,
            live,
            hosts,
            open: Slots::new(MOST_CONNECTIONS),
            streams: Slots::new(MOST_STREAMS),
            pending: Pending::default(),
        })
    }

    /// Answers on this thread, for ever.
    pub fn serve(self: &Arc<Self>) -> ! {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => self.welcome(stream),
                // The client has gone already, or the system has no room: neither ends the server.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(_) => {
                    self.pending.dismiss_oldest();
                    thread::sleep(BREATH);
                }
            }
        }
    }

    /// Answers on a thread of its own.
    pub fn serve_aside(self: &Arc<Self>) -> Result<(), Diagnostic> {
        let server = Arc::clone(self);
        let thread = thread::Builder::new().name("serve".to_owned()).spawn(move || server.serve());
        thread.map(drop).map_err(|error| {
            Diagnostic::error("no-thread", "the system has no room for the server").note(error.to_string())
        })
    }

    /// A connection that there is no room for is closed; the client may try again.
    fn welcome(self: &Arc<Self>, stream: TcpStream) {
        let slot = self.open.take().or_else(|| {
            self.pending.dismiss_oldest();
            let end = Instant::now() + ROOM_TIME;
            while Instant::now() < end {
                thread::sleep(ROOM_POLL);
                if let Some(slot) = self.open.take() {
                    return Some(slot);
                }
            }
            None
        });
        let Some(slot) = slot else { return };
        let server = Arc::clone(self);
        let thread = thread::Builder::new().name("connection".to_owned()).stack_size(STACK);
        let spawned = thread.spawn(move || {
            connection::hold(&server, &Arc::new(stream));
            drop(slot);
        });
        if spawned.is_err() {
            self.pending.dismiss_oldest();
        }
    }

    /// Notes that this connection is at a request, until the note is dropped.
    pub fn note<'a>(&'a self, stream: &Arc<TcpStream>) -> Note<'a> {
        self.pending.note(stream)
    }
}

/// A number of places to take.
pub struct Slots(Arc<AtomicUsize>);

impl Slots {
    fn new(free: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(free)))
    }

    /// A place, given back when dropped.
    pub fn take(&self) -> Option<Slot> {
        let less = |free: usize| free.checked_sub(1);
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, less).ok().map(|_| Slot(Arc::clone(&self.0)))
    }
}

/// A place taken.
pub struct Slot(Arc<AtomicUsize>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

/// The connections that are at a request, by when they came to it.
#[derive(Default)]
struct Pending(Mutex<(u64, BTreeMap<u64, Arc<TcpStream>>)>);

impl Pending {
    fn note(&self, stream: &Arc<TcpStream>) -> Note<'_> {
        let mut pending = self.lock();
        pending.0 += 1;
        let number = pending.0;
        pending.1.insert(number, Arc::clone(stream));
        Note { pending: self, number }
    }

    /// Hangs up on who has been at it for longest.
    fn dismiss_oldest(&self) {
        if let Some((_, stream)) = self.lock().1.pop_first() {
            // It fails if the client hung up first.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Arc<TcpStream>>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A note that a connection is at a request.
pub struct Note<'a> {
    pending: &'a Pending,
    number: u64,
}

impl Drop for Note<'_> {
    fn drop(&mut self) {
        self.pending.lock().1.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_leads_to_one_of_the_next() {
        let first = Door::open("127.0.0.1", 0).expect("a free port");
        let port = first.address.port();
        if let Ok(second) = Door::open("127.0.0.1", port) {
            assert_eq!(second.taken, Some(port));
            assert!(second.address.port() > port && second.address.port() - port <= NEXT_PORTS);
        }
        assert_eq!(first.taken, None);
        assert_eq!(first.url("/a/"), format!("http://127.0.0.1:{port}/a/"));
    }

    #[test]
    fn a_host_that_is_none_is_told() {
        let check = |host: &str| {
            let told = Door::open(host, 0).err().map(|d| d.code);
            assert_eq!(told, Some("unknown-host"), "{host}");
        };
        check("not a host");
        check("192.0.2.1");
    }

    #[test]
    fn failures_are_told_in_plain_words() {
        let told = no_door("127.0.0.1", 80, &io::Error::from(ErrorKind::PermissionDenied));
        assert_eq!(told.code, "port-forbidden");
        assert!(told.message.contains("80") && told.help[0].contains("--port"));
    }

    #[test]
    fn places_are_given_back() {
        let slots = Slots::new(1);
        let taken = slots.take();
        assert!(taken.is_some() && slots.take().is_none());
        drop(taken);
        assert!(slots.take().is_some());
    }
}
