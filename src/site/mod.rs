//! The site: all content, indexed, immutable after this; and the plan of its pages.
//!
//! 1. `index`: leave out unpublished entries (drafts, future, expired), order collections, and resolve references.
//! 2. `plan`: derive the pages with their routes and output paths.

mod entry_index;
mod index;
mod lists;
pub mod plan;
mod sort;
mod tree;
mod visible;

pub use entry_index::EntryIndex;
pub use index::{Listable, Site, unpublished_reason};
