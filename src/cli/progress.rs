//! The line on a terminal that says that a build is running.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::args::BuildArguments;

/// The progress line, which is cleared before anything else is printed.
pub struct Progress {
    /// Whether nothing is announced, because the output is for programs.
    is_silent: bool,
    /// Whether the line is on the terminal now.
    is_shown: AtomicBool,
}

impl Progress {
    /// Shows the line if standard error is a terminal, unless the output is for programs.
    pub fn start(arguments: &BuildArguments) -> Self {
        let is_shown = !arguments.json && std::io::stderr().is_terminal();
        if is_shown {
            let _ = write!(std::io::stderr(), "Building …");
        }
        Self { is_silent: arguments.json, is_shown: AtomicBool::new(is_shown) }
    }

    /// Clears the line and announces work that takes seconds, even if standard error is not a terminal. Does nothing
    /// with `--json`.
    pub fn announce(&self, message: &str) {
        if !self.is_silent {
            self.clear();
            let _ = writeln!(std::io::stderr(), "{message}");
        }
    }

    pub fn clear(&self) {
        if self.is_shown.swap(false, Ordering::Relaxed) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
