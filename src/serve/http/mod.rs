//! The HTTP server: listeners, connections with limits, requests and responses.
//!
//! 1. `listener` binds a port. `server` accepts connections there. If there are too many, it closes the connection with
//!    the oldest request (`open_requests`).
//! 2. `connection` reads requests (`parse`, `message`), has a `Service` respond, and sends responses with `tiny_http`.
//! 3. `target`, `conditional` and `content_type` help services to interpret requests and describe files.

pub mod conditional;
pub mod connection;
pub mod content_type;
pub mod listener;
pub mod message;
mod open_requests;
pub mod parse;
pub mod server;
pub mod target;
