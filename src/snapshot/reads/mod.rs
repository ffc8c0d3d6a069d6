//! The families of reads, a file for each. A file has the type of the reads, the trait whose methods record them, and
//! for each read the hash of its result, the durable parts that the result depends on, and a description for
//! `site explain`.

pub mod assets;
pub mod data;
pub mod entries;
pub mod islands;
pub mod lists;
pub mod pages;
pub mod settings;
pub mod templates;
