//! `site serve`: the pipeline into memory, served, and run again when a file changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::args::ServeArguments;
use super::report::{self, Report, print};
use super::{FINE, MISTAKES};
use crate::config::{CONTENT, ISLANDS, PUBLIC, TEMPLATES};
use crate::diagnostic::Severity;
use crate::diagnostic::words::{count, duration};
use crate::island::browser;
use crate::output::{Body, Memory};
use crate::pipeline::{self, Changes, First, Previous, verify};
use crate::serve::{self, Doors, Event, Options, Preview, Snapshot, Viewers};

/// Serves until the process is stopped.
pub fn serve(arguments: &ServeArguments) -> u8 {
    let mut config = arguments.build.config();
    let report = Report::new(&arguments.build);
    let options = Options { host: arguments.host.clone(), port: arguments.port, watch: arguments.watch };
    let doors = match Doors::open(&options) {
        Ok(doors) => doors,
        Err(diagnostic) => {
            report.diagnostics(&[diagnostic]);
            return MISTAKES;
        }
    };
    config.endpoints = Some(doors.endpoints());
    // The developer's pages list them.
    config.samples = config.samples.or(Some(Severity::Warning));
    config.weighs = false;
    let inputs = [CONTENT, TEMPLATES, ISLANDS, PUBLIC, "package.json", "package-lock.json", "tsconfig.json"];
    let watched: Vec<_> = inputs.iter().map(|name| config.path(name)).collect();
    let memory = Memory::whole();
    let mut previous = if arguments.watch { Previous::first() } else { Previous::none() };
    let mut build = |changes: &Changes, viewers: &Viewers| {
        memory.begin();
        let audience = Audience { viewers, memory: &memory };
        let announce = |message: &str| print(message);
        let built = pipeline::build_again(&config, &mut previous, changes, &memory, &announce, Some(&audience));
        if built.given_up {
            return None;
        }
        // What a build with errors changed waits for one without.
        let good = built.errors() == 0;
        let files = if good { held(memory.changes()) } else { BTreeMap::new() };
        let mut diagnostics = built.diagnostics;
        let samples = diagnostics.extract_if(.., |d| d.code == pipeline::SAMPLE && !d.is_error()).collect();
        let left_out = built.left_out.into_iter().map(|left| (left.file, left.why.to_owned())).collect();
        if arguments.build.verify && good {
            let held = memory.files();
            let paths: Vec<String> = held.keys().cloned().collect();
            let output = |path: &str| held.get(path).and_then(bytes);
            diagnostics.extend(verify::beside(&config, &paths, &output));
        }
        let (base_path, also_read, policy) = (built.base_path, built.also_read, built.policy);
        Some(Snapshot { files, diagnostics, base_path, also_read, policy, samples, left_out })
    };
    let tell = |event| match event {
        Event::Listening { url, network, taken } => {
            if let Some(taken) = taken {
                print(&format!("Port {taken} is taken by another program"));
            }
            print(&format!("Serving on {url}{}", if arguments.watch { " and watching for changes" } else { "" }));
            if let Some(network) = network {
                print(&format!("Other machines of your network find it at {network}"));
            }
            print(&format!("The site at a glance: {url}__site/, what its forms send: {url}__site/leads"));
            if arguments.open {
                open(&url);
            }
        }
        Event::Built { changes, took, shown, diagnostics } => {
            report.diagnostics(&diagnostics);
            match diagnostics.iter().filter(|d| d.is_error()).count() {
                0 => {
                    let shown = shown.map(|shown| format!(" (what is open after {})", duration(shown)));
                    let changed = count(changes, "output");
                    print(&format!("Built in {}{}: {changed} changed", duration(took), shown.unwrap_or_default()));
                }
                errors => print(&format!("{}; the last good build stays", count(errors, "error"))),
            }
        }
        Event::Trouble(diagnostic) => report.diagnostics(&[diagnostic]),
    };
    match serve::run(doors, &watched, &mut build, &tell) {
        Ok(()) => FINE,
        Err(diagnostic) => {
            report.diagnostics(&[diagnostic]);
            MISTAKES
        }
    }
}

/// Those who look at the site, as a build knows them.
struct Audience<'a> {
    viewers: &'a Viewers<'a>,
    memory: &'a Memory,
}

impl pipeline::Audience for Audience<'_> {
    fn looks_at(&self) -> Vec<String> {
        self.viewers.look_at()
    }

    fn show(&self, first: First) {
        let files = held(self.memory.changes_but(&first.awaited));
        let First { awaited, base_path, policy } = first;
        self.viewers.show(Preview { files, awaited, base_path, policy });
    }

    fn is_outdated(&self) -> bool {
        self.viewers.are_outdated()
    }
}

/// The outputs that changed, by path.
fn held(changes: Vec<(String, Option<Body>)>) -> BTreeMap<String, Option<Arc<[u8]>>> {
    changes.into_iter().map(|(path, body)| (path, body.as_ref().and_then(bytes))).collect()
}

/// What an output holds: all of them are in memory.
fn bytes(body: &Body) -> Option<Arc<[u8]>> {
    match body {
        Body::Bytes(bytes) => Some(bytes.clone()),
        Body::File { .. } => None,
    }
}

/// Opens the browser, where the system knows how; serving goes on without.
fn open(url: &str) {
    if let Err(diagnostic) = browser::open(url) {
        report::draw(&[diagnostic]);
    }
}
