//! The content that editors write: settings, data files and entries in YAML and Markdown, checked by schemas.

pub mod budgets;
pub mod built_in_schemas;
pub mod collection;
pub mod data;
pub mod declared_page;
pub mod document;
pub mod entry;
mod files;
pub mod forms;
pub mod hosts;
mod language;
pub mod load;
pub mod navigation;
pub mod props;
mod raw_schema;
pub mod settings;
pub mod severity;
