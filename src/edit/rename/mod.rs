//! The change of an entry's address: its file, its folder, its `slug` or its `route` gets another name, and all links
//! and references to the entry, and to the entries in its folder, are rewritten.
//!
//! 1. `entry_rename` finds what another name changes: ids, files and routes.
//! 2. `new_name` checks that the entry can have the name.
//! 3. `targets` rewrites one link, id or reference.
//! 4. `rewrite` rewrites all of them in a file of content.
//! 5. `address_change` lists what would change, and makes the changes of all files.

mod address_change;
mod entry_rename;
mod new_name;
mod rewrite;
mod targets;

pub use address_change::{Renaming, describe_rename, plan_rename, preview_name};
pub use entry_rename::{AnchorChanges, EntryRename, all_translations, is_renamable};
pub use new_name::{check_free, check_no_namesake};
pub use rewrite::{find_references, rewrite_file};
pub use targets::{rewrite_link_or_id, write_link_like};
