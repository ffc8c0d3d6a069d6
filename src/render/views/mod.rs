//! The objects that templates read: pages, entries, data files and paginators.

pub mod data;
pub mod entry;
pub mod file;
pub mod page;
pub mod paginator;
pub mod variables;
