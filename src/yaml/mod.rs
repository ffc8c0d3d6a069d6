//! YAML: values, their places in the text, and the errors of text that cannot be read.
//!
//! 1. `parse` reads values in one fast pass without positions, and refuses what `serde_yaml` would let through.
//! 2. `tree` reads the same text again when a message needs a place.
//! 3. `refusals` and `syntax_errors` say what is wrong with YAML that was refused.

pub mod pointer;
pub mod tree;

mod parse;
mod refusals;
mod source;
mod syntax_errors;

#[cfg(test)]
mod tests;

pub use parse::{YamlDocument, parse, value};
pub use source::YamlSource;
