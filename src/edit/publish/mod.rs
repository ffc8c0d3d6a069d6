//! Publishing from the editor: shows what changed since the last commit, checks the whole site, commits and pushes.
//!
//! 1. `repository` asks git which files differ. `changed_files` compares each with the last commit,
//!    `changed_parts` compares the values (`differences`) and words (`words`) in it, and `message` proposes a commit
//!    message.
//! 2. `check` builds the site as `site build --publish` does, and finds the field that each error lies in.
//! 3. `commit` adds new URLs to the ledger (the list of all published ones) and commits `content/`, `public/` and the
//!    folders elsewhere in the repository that hold entries. `push` pushes the branch.
//!
//! `publisher` takes these steps at the requests of the editor. Nothing here merges, rebases or forces.

mod changed_files;
mod changed_parts;
mod check;
mod commit;
mod differences;
mod message;
mod publisher;
mod push;
mod repository;
mod words;

pub use check::find_errors;
pub use publisher::{PublishRequest, PublishResult, Publisher, push};

#[cfg(test)]
mod tests;
