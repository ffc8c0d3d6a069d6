//! The search index: the words of finished pages, section by section, and the files in which browsers look them up.
//!
//! 1. `page_words` collects the words of a page: `selector` chooses its parts, and `words` splits their text.
//! 2. `index` turns the words of all pages in one language into the files of its index.
//! 3. `browser_files` holds the scripts and the style sheet that visitors fetch. `browser/engine.js` finds the same
//!    words in a text as `words`.

mod browser_files;
mod index;
mod page_words;
mod selector;
mod settings;
mod words;

pub use browser_files::{BrowserFile, LOADER, browser_files};
pub use index::{FOLDER, IndexFile, build_index};
pub use page_words::PageWords;
pub use selector::Selector;
pub use settings::SearchSettings;
pub use words::for_each_word;

#[cfg(test)]
mod tests;
