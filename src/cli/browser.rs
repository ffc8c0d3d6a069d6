//! The developer's browser, in which URLs are opened.

use crate::diagnostic::Diagnostic;
use crate::process::Program;

/// Opens `url` with the program that the system has for it.
///
/// # Errors
/// Fails if the system has no program that opens URLs.
pub fn open(url: &str) -> Result<(), Diagnostic> {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Program::new(program).arguments(arguments).arguments([url]).start_detached();
    started.map_err(|_| {
        Diagnostic::warning("no-browser", format!("`{program}`, which opens the browser, was not found"))
            .help(format!("open {url} yourself"))
    })
}
