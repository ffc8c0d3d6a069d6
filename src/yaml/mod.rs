//! YAML, JSON, TOML and CSV: values, their places in the text, and the errors of text that cannot be read.
//!
//! 1. `parse` reads values in one fast pass without positions; `value_visitor` refuses values that JSON lacks, and
//!    duplicate keys.
//! 2. `tree` reads YAML again when a message or an edit needs a place. `json`, `toml` and `csv` build the trees of
//!    the other formats.
//! 3. `refusals` and `syntax_errors` explain the mistakes in YAML that was refused.
//! 4. `write` changes one value, key or item in the text, and nothing else.

pub mod pointer;
pub mod tree;
pub mod write;

mod csv;
mod format;
mod json;
mod parse;
mod refusals;
mod source;
mod syntax_errors;
mod toml;
mod value_visitor;

#[cfg(test)]
mod tests;

pub use format::DataFormat;
pub use parse::{ParsedDocument, parse, parse_value};
pub use refusals::write_decimal_point;
pub use source::DocumentSource;
