//! Publishing from the editor: what changed since the last commit, the check of the whole site, the commit, and sending it.
//!
//! 1. `repository` asks git which files differ. `changed_files` compares each with its last commit, value by value
//!    (`differences`) and word by word (`words`), and `message` proposes what to say of it.
//! 2. `check` builds the site as `site build --publish` does, and finds the field in which each mistake can be mended.
//! 3. `commit` adds new addresses to the ledger and commits `content/` and `public/`; `send` pushes the branch.
//!
//! Nothing here merges, rebases or forces.

mod changed_files;
mod check;
mod commit;
mod differences;
mod message;
mod publisher;
mod repository;
mod send;
mod words;

pub use publisher::{PublishOrder, PublishResult, Publisher};

#[cfg(test)]
mod tests;
