//! The search index: the words of finished pages, section by section, and the files in which browsers look them up.
//!
//! 1. `page_words` collects the words of a page, which `words` makes of its text. `selector` says which parts count.
//! 2. `index` makes the files of one language of the words of all its pages.
//! 3. `browser_files` are the script and the style sheet that visitors fetch. `browser/engine.js` makes words of a query as
//!    `words` does of a page.

mod browser_files;
mod index;
mod page_words;
mod selector;
mod settings;
mod words;

pub use browser_files::{BrowserFile, LOADER, browser_files};
pub use index::{FOLDER, IndexFile, index_files};
pub use page_words::{Occurrence, PageWords};
pub use selector::Selector;
pub use settings::SearchSettings;
pub use words::words;

#[cfg(test)]
mod tests;
