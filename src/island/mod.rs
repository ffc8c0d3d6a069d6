//! The front end of a site: its npm packages, the bundles of its islands, scripts and style sheets, and the HTML of its
//! islands. No other module starts npm, esbuild or a JavaScript engine.
//!
//! 1. `npm` installs the packages of the lock file.
//! 2. `bundler` builds bundles with `esbuild`, or finds them in the cache.
//! 3. `prerender` renders islands to HTML with `engine`.

mod bundle;
mod bundle_store;
mod bundler;
mod engine;
mod esbuild;
mod inputs;
mod metafile;
pub mod npm;
mod prerender;
mod react;
mod render_cache;
mod render_error;
mod runtime;
mod script;
mod source_map;
mod standalone;

pub use bundle::Bundle;
pub use bundler::{Bundled, Bundler};
pub use esbuild::StepOutputs;
pub use prerender::Prerenderer;
pub use runtime::SITE_TYPES;
