//! Servers of `site serve` in threads, which end with the test's process.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use site::output::MemoryOutput;
use site::pipeline::{Build, Changes, Viewers};
use site::serve::{Listeners, Options, ServeEvent, run};

/// Binds free ports of this machine.
pub fn listeners(watch: bool) -> Listeners {
    let options = Options { host: "127.0.0.1".to_owned(), port: 0, watch };
    Listeners::open(&options).expect("three ports")
}

/// Serves in a thread what `build` builds, and returns the events.
pub fn serve(
    listeners: Listeners,
    watched: Vec<PathBuf>,
    mut build: impl FnMut(&Changes, &MemoryOutput, &dyn Viewers) -> Build + Send + 'static,
) -> Receiver<ServeEvent> {
    let (sender, events) = mpsc::channel();
    thread::spawn(move || {
        // The test may have ended, or need no more events.
        let report = |event| sender.send(event).unwrap_or_default();
        // Tests watch the whole site, or nothing.
        let site = watched.first().cloned().unwrap_or_default();
        run(listeners, &watched, &site, &mut build, &report).expect("to serve");
    });
    events
}

/// Returns the port of a URL of this machine.
#[track_caller]
pub fn port_of(url: &str) -> u16 {
    let rest = url.strip_prefix("http://127.0.0.1:").expect("a URL of this machine");
    rest.split('/').next().and_then(|port| port.parse().ok()).expect("a port")
}
