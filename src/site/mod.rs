//! The site: all content, indexed for each language, and the plan of its pages. Site and plan never change once built.
//!
//! 1. `index`: index all entries by id, and arrange the published ones in lists and a tree, for each language.
//! 2. `site`: join the content with its index, resolve references, and answer lookups.
//! 3. `plan`: derive the pages with their routes and output paths.

mod index;
pub mod plan;
#[expect(clippy::module_inception, reason = "a file is named after its type, here that of the whole module")]
mod site;
mod sort;
mod tree;

pub use crate::content::entry::EntryIndex;
pub use site::{Listable, Site, unpublished_reason};
