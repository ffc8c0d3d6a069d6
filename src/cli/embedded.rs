//! The files that the program can write into a folder: starters and parts. The build script makes these lists.

/// The path and the content of a file.
pub type EmbeddedFile = (&'static str, &'static [u8]);

/// The starters of `site init` by name, each with its files.
pub const STARTERS: &[(&str, &[EmbeddedFile])] = include!(concat!(env!("OUT_DIR"), "/starters.rs"));
/// The parts of `site add` by name, each with its files.
pub const PARTS: &[(&str, &[EmbeddedFile])] = include!(concat!(env!("OUT_DIR"), "/parts.rs"));
