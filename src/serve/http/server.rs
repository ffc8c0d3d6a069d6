//! The server of one port, with a thread for each connection.
//!
//! The number of connections is limited. When the limit is reached, the connection whose current request is oldest is
//! closed to make room for the new one, so silent or slow clients do not keep out the others. Streams of reload events
//! are exempt.

use std::io::ErrorKind;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::connection::{self, Service};
use super::listener::Listener;
use super::open_requests::OpenRequests;
use crate::diagnostic::Diagnostic;

/// The maximum number of connections; each further one closes another.
const MAX_CONNECTIONS: usize = 256;
/// The maximum number of threads; further connections are refused. There are more threads than connections, because the
/// thread of a closed connection may take a while to end.
const MAX_THREADS: usize = 2 * MAX_CONNECTIONS;
/// Time before accepting again when the system can't open more connections.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(20);
/// The stack size of a connection's thread. It is small, because there are many threads.
const STACK_BYTES: usize = 512 * 1024;

/// A port with the service that responds there, shared by the threads of its connections.
pub struct Server {
    listener: TcpListener,
    service: Box<dyn Service>,
    open_requests: OpenRequests,
}

impl Server {
    pub fn new(listener: Listener, service: Box<dyn Service>) -> Arc<Self> {
        Arc::new(Self { listener: listener.socket, service, open_requests: OpenRequests::default() })
    }

    /// Accepts connections on this thread, forever.
    pub fn serve(self: &Arc<Self>) -> ! {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => self.start_connection(stream),
                // The client has disconnected already.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                // The system can't open more connections for now.
                Err(_) => {
                    self.open_requests.close_oldest();
                    thread::sleep(ACCEPT_RETRY_DELAY);
                }
            }
        }
    }

    /// Accepts connections on a thread of its own.
    ///
    /// # Errors
    /// Fails if the system can't start a thread.
    pub fn spawn(self: &Arc<Self>) -> Result<(), Diagnostic> {
        let server = Arc::clone(self);
        let thread = thread::Builder::new().name("serve".to_owned()).spawn(move || server.serve());
        thread.map(drop).map_err(|error| {
            Diagnostic::error("no-thread", "the system has no room for the server").note(error.to_string())
        })
    }

    /// Starts the thread of a connection. Closes the connection if there is no room for the thread.
    fn start_connection(self: &Arc<Self>, stream: TcpStream) {
        // Each connection's thread holds the server, so the number of holders is about the number of threads.
        let threads = Arc::strong_count(self);
        if threads > MAX_CONNECTIONS {
            self.open_requests.close_oldest();
        }
        if threads > MAX_THREADS {
            return;
        }
        let server = Arc::clone(self);
        let thread = thread::Builder::new().name("connection".to_owned()).stack_size(STACK_BYTES);
        let spawned = thread.spawn(move || {
            connection::serve_client(&*server.service, &server.open_requests, &Arc::new(stream));
        });
        // The system has no room for another thread: this connection ends, and the oldest is closed to make room.
        if spawned.is_err() {
            self.open_requests.close_oldest();
        }
    }
}
