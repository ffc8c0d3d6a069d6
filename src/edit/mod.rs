//! Editing of content, for `site edit`: forms of values, and changes of one value that are proved, kept in a journal and
//! can be taken back.
//!
//! 1. `page_marks` tells for each element of a page which values its text comes from, by the marks of a traced page.
//! 2. `form` describes the fields of a mapping or a list, by its schema.
//! 3. `session` makes a change: it reads the file from the disk (`content_file`), finds the smallest splice (`change`), which is
//!    proved and checked by the schema, and writes it after the change is in the `journal`.
//! 4. `publish` tells what changed since the last commit, checks the site, commits and pushes.
//!
//! Nothing below this module knows that anybody edits, and nothing here knows of HTTP.

#![allow(clippy::result_large_err, reason = "a refusal ends a request: its size costs nothing")]

mod change;
mod content_file;
mod file_change;
mod form;
mod item_change;
mod journal;
mod labels;
mod list_form;
mod page_marker;
mod page_marks;
mod publish;
mod session;

pub use change::{Change, Refused};
pub use item_change::ItemChange;
pub use publish::PublishOrder;
pub use session::EditSession;
