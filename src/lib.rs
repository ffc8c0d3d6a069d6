//! A static-site generator: Markdown, YAML and minijinja templates become complete pages with React islands.
//!
//! The way through is one-way, each stage a function from the one before (`docs/architecture.md`):
//!
//! ```text
//! files → Sources → {Entry, Template, Island, Asset} → Site → Plan → Rendered → Output → dist/
//! ```
//!
//! A module imports lower floors only; `tests/tidy.rs` holds that.

pub mod diagnostic;
