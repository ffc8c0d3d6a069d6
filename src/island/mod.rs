//! What the front end is built with. The only module that starts processes.

pub mod browser;
pub mod packages;
