//! The HTTP server, over `tiny_http`: listeners, connections with limits, requests and responses.

pub mod conditional;
pub mod connection;
pub mod content_type;
pub mod limits;
pub mod listener;
pub mod message;
pub mod parse;
pub mod server;
pub mod target;
