//! The connections of a server, by the age of their open requests. A request is open from the moment at which the
//! server begins to wait for it, even before its first byte arrives.

use std::collections::VecDeque;
use std::iter;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

/// The connections that may be closed to make room for new ones, in the order in which their open requests began.
#[derive(Default)]
pub struct OpenRequests(Mutex<VecDeque<Weak<TcpStream>>>);

impl OpenRequests {
    /// Registers that a connection waits for its next request from now on.
    pub fn register(&self, stream: &Arc<TcpStream>) {
        self.unregister(stream);
        self.0.lock().push_back(Arc::downgrade(stream));
    }

    /// Exempts a connection from being closed.
    pub fn unregister(&self, stream: &TcpStream) {
        self.0.lock().retain(|other| other.strong_count() > 0 && !std::ptr::eq(other.as_ptr(), stream));
    }

    /// Closes the connection with the oldest open request.
    pub fn close_oldest(&self) {
        let mut open = self.0.lock();
        let oldest = iter::from_fn(|| open.pop_front()).find_map(|stream| stream.upgrade());
        // An error is ignored: the client has disconnected first.
        oldest.map(|stream| stream.shutdown(Shutdown::Both).ok());
    }
}
