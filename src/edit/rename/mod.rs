//! The change of an entry's address: its file or its `slug` or `route` gets another name, and what leads to the entry
//! is rewritten.
//!
//! 1. `entry_rename` finds what another name changes: ids, files and routes.
//! 2. `targets` gives a link or a name in a text its new form.
//! 3. `rewrite` does so with all that a file of content holds.
//! 4. `plan` lists what would change, and `changes` makes the changes of all files.

mod changes;
mod entry_rename;
mod plan;
mod rewrite;
mod targets;

pub use changes::{Renaming, build_changes, may_name_entry};
pub use entry_rename::{EntryRename, has_address};
pub use plan::{NameCheck, RenamePlan, check_name, plan_rename};
pub use rewrite::rewrite_file;
pub use targets::{address_like, new_name, new_reference};
