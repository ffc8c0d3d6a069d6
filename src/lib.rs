//! A static-site generator: Markdown, YAML and minijinja templates become complete pages with React islands.
//!
//! Data flows one way: each stage turns the values of earlier stages into its own (`docs/architecture.md`):
//!
//! ```text
//! files → Sources → {Entry, Template, Island, Asset} → Site → Plan → Snapshot → Rendered → Output → dist/
//! ```
//!
//! A module imports lower floors only; `tests/tidy.rs` refuses other imports.

// Floor 15
pub mod cli;
// Floor 14
pub mod serve;
// Floor 13
pub mod edit;
// Floor 12
pub mod pipeline;
// Floor 11
pub mod check;
pub mod external;
pub mod output;
// Floor 10
pub mod render;
// Floor 9
pub mod snapshot;
// Floor 8
pub mod site;
pub mod step;
// Floor 7
pub mod content;
// Floor 6
pub mod asset;
pub mod island;
pub mod markdown;
pub mod schema;
pub mod search;
pub mod template;
// Floor 5
pub mod history;
pub mod source;
// Floor 4
pub mod config;
pub mod yaml;
// Floor 3
pub mod date;
pub mod html;
pub mod language;
pub mod process;
pub mod route;
// Floor 2
pub mod fs;
// Floor 1
pub mod diagnostic;
pub mod lines;
pub mod thread;
pub mod unicode;
