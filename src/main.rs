//! The `site` program: everything is in the library's `cli`.

use std::process::ExitCode;

/// Thousands of small strings make a page; this allocator halves what they cost on two threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    site::cli::run()
}
