//! The content that editors write: settings, data files and entries in YAML and Markdown, checked by schemas.

pub mod budgets;
pub mod built_in_schemas;
pub mod collection;
pub mod conditions;
pub mod data;
pub mod declared_page;
pub mod diagnostic_rules;
pub mod document;
pub mod entry;
pub mod entry_file;
pub mod entry_name;
mod files;
mod folder_defaults;
mod foreign_keys;
pub mod forms;
pub mod hosts;
pub mod load;
mod load_collections;
mod load_data;
mod load_entries;
pub mod loaded_content;
pub mod props;
mod raw_schema;
pub mod route_pattern;
pub mod settings;
pub mod site_language;
pub mod steps;
pub mod type_files;

pub use files::SCHEMA_ENDING;
