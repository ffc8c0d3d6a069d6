//! The families of reads, a file for each. The file has all that a kind of read needs: the variant, the accessor that
//! records it, the hash of its result, the durable parts that the result depends on, and its description for
//! `site explain`.

pub mod assets;
pub mod data;
pub mod entries;
pub mod islands;
pub mod lists;
pub mod pages;
pub mod settings;
pub mod templates;
