//! The progress line of long builds.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;

use super::args::BuildArguments;

/// Builds that take longer than this show a progress line.
const PROGRESS_DELAY: Duration = Duration::from_millis(700);

/// The line that says that the build is running, shown only on a terminal and only if the build takes long.
pub struct Progress {
    /// Whether nothing is announced, as the output is for programs.
    is_silent: bool,
    done: Arc<AtomicBool>,
    shown: Arc<Mutex<bool>>,
}

impl Progress {
    pub fn start(arguments: &BuildArguments) -> Self {
        let progress = Self { is_silent: arguments.json, done: Arc::default(), shown: Arc::default() };
        if !progress.is_silent && std::io::stderr().is_terminal() {
            let done = progress.done.clone();
            let shown = progress.shown.clone();
            thread::spawn(move || {
                thread::sleep(PROGRESS_DELAY);
                let mut shown = shown.lock();
                if !done.load(Ordering::Relaxed) {
                    *shown = true;
                    let _ = write!(std::io::stderr(), "Building …");
                }
            });
        }
        progress
    }

    /// Announces a step that takes seconds, even if standard error is not a terminal. The progress line gives way to
    /// it.
    pub fn announce(&self, message: &str) {
        if !self.is_silent {
            self.clear_line();
            let _ = writeln!(std::io::stderr(), "{message}");
        }
    }

    pub fn finish(self) {
        self.done.store(true, Ordering::Relaxed);
        self.clear_line();
    }

    fn clear_line(&self) {
        if std::mem::take(&mut *self.shown.lock()) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
