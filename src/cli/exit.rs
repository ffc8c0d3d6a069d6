//! The exit statuses of commands. Wrong usage exits with 2, which the argument parser does itself.

/// The command succeeded.
pub const SUCCESS: u8 = 0;
/// There are errors to correct.
pub const FAILURE: u8 = 1;
