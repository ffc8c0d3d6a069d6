//! What editors write: YAML and Markdown, checked by schemas, with every mistake placed in its file.

pub mod budgets;
pub mod built_in;
pub mod collection;
pub mod document;
pub mod entry;
mod files;
pub mod forms;
pub mod hosts;
pub mod load;
pub mod locate;
pub mod markdown;
pub mod props;
pub mod schema;
pub mod settings;
pub mod typescript;
pub mod yaml;
