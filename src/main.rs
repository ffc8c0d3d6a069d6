//! The `site` program: everything is in the library's `cli`.

use std::process::ExitCode;

/// Rendering a page allocates thousands of small strings; this allocator halves their cost on two threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    site::cli::run()
}
