//! A static-site generator: Markdown, YAML and minijinja templates become complete pages with React islands.
//!
//! The way through is one-way, each stage a function from the one before (`docs/architecture.md`):
//!
//! ```text
//! files → Sources → {Entry, Template, Island, Asset} → Site → Plan → Rendered → Output → dist/
//! ```
//!
//! A module imports lower floors only; `tests/tidy.rs` holds that.

// Floor 7
pub mod cli;
pub mod serve;
// Floor 6
pub mod pipeline;
// Floor 5
pub mod check;
pub mod output;
// Floor 4
pub mod render;
// Floor 3
pub mod plan;
pub mod site;
// Floor 2
pub mod asset;
pub mod content;
pub mod island;
pub mod template;
// Floor 1
pub mod config;
pub mod date;
pub mod route;
pub mod source;
// Floor 0
pub mod diagnostic;
pub mod fs;
