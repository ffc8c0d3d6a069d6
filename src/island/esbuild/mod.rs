//! esbuild: the client that builds bundles, its process, the protocol between them, and the flags of all bundles of
//! scripts.

mod client;
mod messages;
pub mod options;
mod process;
mod protocol;

pub use client::{BundleOutput, BundleRequest, Esbuild};
