//! Editing of content, for `site edit`: forms of values, and changes of one value that are proved, kept in a journal and
//! can be taken back.
//!
//! 1. `page_marks` tells for each element of a page which values its text comes from, by the marks of a traced page.
//! 2. `form` describes the fields of a mapping or a list, by its schema.
//! 3. `blank_form` makes the form of what is not there yet: an item of a list, or an entry (`new_entry`).
//! 4. `session` makes a change: it reads the file from the disk (`content_file`), finds the smallest splice (`change`), which is
//!    proved and checked by the schema, and writes it after the change is in the `journal`.
//! 5. `publish` tells what changed since the last commit, checks the site, commits and pushes.
//!
//! Nothing below this module knows that anybody edits, and nothing here knows of HTTP.

#![allow(clippy::result_large_err, reason = "a refusal ends a request: its size costs nothing")]

mod blank_form;
mod change;
mod content_file;
mod delete_entry;
mod entry_order;
mod file_change;
mod form;
mod item_change;
mod journal;
mod labels;
mod list_form;
mod new_entry;
mod page_marker;
mod page_marks;
mod publish;
mod session;
mod uses;

pub use change::{Change, Refused};
pub use delete_entry::Deletion;
pub use entry_order::EntryMove;
pub use item_change::ItemChange;
pub use new_entry::NewEntry;
pub use publish::PublishOrder;
pub use session::EditSession;
