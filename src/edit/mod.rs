//! Editing of content, for `site edit`: forms of values, and changes that are checked, recorded in a journal, and can
//! be undone.
//!
//! 1. `page_marks` finds the values that each element of a page shows.
//! 2. `form` describes the fields of a mapping or a list by its schema, and `block_form` a text in Markdown, with two
//!    fields for a picture (`picture_fields`).
//! 3. `blank_form` describes the fields of a new item of a list, an absent mapping or a new entry (`new_entry`).
//! 4. `session` makes a change: opens the file (`workspace`, `content_file`), changes its text (`change`,
//!    `item_change`, `block_change`, `block_structure`, `sample`), checks the result and its links (`link_check`), and
//!    describes the change (`described_change`) for the `journal`, which is written before the file. The change
//!    includes the links to changed headings (`heading_links`), and the ledger if pages go offline (`lost_pages`).
//!    Whole entries are changed in the same way (`new_entry`, `entry_order`, `rename`, `delete_entry`), and
//!    `upload` adds pictures. `inverse` undoes a change whose files have changed since.
//! 5. `publish` lists what changed since the last commit, checks the site, commits and pushes.
//!
//! The modules of lower floors know nothing of editing, and `edit` knows nothing of HTTP.

#![allow(clippy::result_large_err, reason = "a refusal ends a request: its size costs nothing")]

mod blank_form;
mod block_change;
mod block_form;
mod block_structure;
mod change;
mod content_file;
mod delete_entry;
mod delete_uses;
mod described_change;
mod entry_order;
mod file_change;
mod form;
mod heading_links;
mod inverse;
mod item_change;
mod journal;
mod labels;
mod link_check;
mod list_form;
mod lost_pages;
mod new_blocks;
mod new_entry;
mod page_choice;
mod page_marks;
mod picture_fields;
mod publish;
mod refused;
mod rename;
mod sample;
mod session;
mod upload;
mod uses;
mod workspace;

pub use blank_form::build_blank_value;
pub use block_change::BlockChange;
pub use change::Change;
pub use content_file::in_words;
pub use delete_entry::{Deletion, plan_deletion};
pub use described_change::describe_block_change;
pub use entry_order::{EntryMove, list_entries};
pub use form::EditForm;
pub use item_change::ItemChange;
pub use new_entry::{NewEntry, build_blank_entry, list_collections, propose_name};
pub use page_choice::{find_pages, list_pages, list_picture_addresses, list_pictures};
pub use publish::PublishRequest;
pub use refused::Refused;
pub use rename::{Renaming, plan_rename, preview_name};
pub use sample::{ApprovedSample, list_samples};
pub use session::EditSession;
pub use upload::NewPicture;

#[cfg(test)]
mod tests;
