//! A thread for each connection to a port.
//!
//! Connections are bounded in number. When they are all taken, the one that has been at the same request for longest makes
//! room for the newest, so clients that say nothing, or speak or listen slowly, never keep out the others.

use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::bounds::{Note, Pending, Slots};
use super::connection::{self, Client};
use super::door::Door;
use super::message::Request;
use crate::diagnostic::Diagnostic;

/// Connections at a time.
const MOST_CONNECTIONS: usize = 256;
/// Before the next try, when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(20);
/// For a connection that was hung up on to make room.
const ROOM_TIME: Duration = Duration::from_secs(1);
const ROOM_POLL: Duration = Duration::from_millis(1);
/// A connection needs little of it.
const STACK: usize = 512 * 1024;

/// What a port is for.
pub trait Service: Send + Sync {
    /// Answers a request. Does the connection go on? With an error it ends at once.
    fn answer(&self, request: &Request, client: &mut Client) -> io::Result<bool>;
}

/// What the connections to a port share.
pub struct Server {
    listener: TcpListener,
    pub service: Box<dyn Service>,
    open: Slots,
    pending: Pending,
}

impl Server {
    pub fn new(door: Door, service: Box<dyn Service>) -> Arc<Self> {
        let (open, pending) = (Slots::new(MOST_CONNECTIONS), Pending::default());
        Arc::new(Self { listener: door.listener, service, open, pending })
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
