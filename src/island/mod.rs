//! What the front end is built with. The only module that starts processes, or a JavaScript engine.
//!
//! `packages` installs what a site's lock file names, `bundle` makes of its islands, scripts and styles what browsers get
//! (`bundling` says how, to `esbuild`), `prerender` renders islands into pages.

mod alone;
pub mod browser;
mod bundle;
mod bundling;
mod complaint;
mod engine;
mod esbuild;
mod fault;
mod inputs;
mod kept;
mod memory;
mod origin;
pub mod packages;
mod packet;
mod prerender;
mod react;
mod runtime;
mod service;
mod source_map;
mod switches;

pub use bundle::Bundle;
pub use esbuild::Esbuild;
pub use inputs::{Seen, digest};
pub use prerender::Prerender;
pub use runtime::TYPES;
