//! esbuild: the client that requests bundles, the process that builds them, the protocol between both, and the flags
//! that bundles share.

mod client;
mod messages;
pub mod options;
mod plugin;
mod process;
mod protocol;

pub use client::{BundleOutput, BundleRequest, Esbuild};
pub use plugin::StepOutputs;
