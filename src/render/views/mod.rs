//! The objects that templates read: pages, entries, files, data files, settings and paginators.

pub mod data;
pub mod entry;
pub mod file;
pub mod page;
pub mod paginator;
pub mod variables;
