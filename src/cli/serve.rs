//! `site serve`: the pipeline into memory, served, and run again when a file changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::args::ServeArguments;
use super::report::{self, Report, print};
use super::{FINE, MISTAKES};
use crate::config::{CONTENT, ISLANDS, PUBLIC, TEMPLATES};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fs;
use crate::island::browser;
use crate::output::{Body, Memory};
use crate::pipeline;
use crate::serve::{self, Doors, Event, Options, Snapshot};

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
    let folders = [CONTENT, TEMPLATES, ISLANDS, PUBLIC, "package-lock.json"];
    let watched: Vec<_> = folders.iter().map(|name| config.path(name)).collect();
    let mut build = || {
        let memory = Memory::default();
        let built = pipeline::build(&config, &memory, &|message| print(message));
        let mut diagnostics = built.diagnostics;
        let samples = diagnostics.extract_if(.., |d| d.code == pipeline::SAMPLE && !d.is_error()).collect();
        let files = held(memory, &mut diagnostics);
        let left_out = built.left_out.into_iter().map(|left| (left.file, left.why.to_owned())).collect();
        Snapshot { files, diagnostics, base_path: built.base_path, policy: built.policy, samples, left_out }
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
        Event::Built { changes, took, diagnostics } => {
            report.diagnostics(&diagnostics);
            match diagnostics.iter().filter(|d| d.is_error()).count() {
                0 => print(&format!(
                    "Built in {}: {} changed",
                    report::milliseconds(took),
                    report::count(changes, "output")
                )),
                errors => print(&format!("{}; the last good build stays", report::count(errors, "error"))),
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

/// Every output in memory: what lies in a file only, because it is large, is read.
fn held(memory: Memory, diagnostics: &mut Vec<Diagnostic>) -> BTreeMap<String, Arc<[u8]>> {
    let mut files = BTreeMap::new();
    for (path, body) in memory.into_files() {
        match body {
            Body::Bytes(bytes) => drop(files.insert(path, bytes)),
            Body::File { path: source, .. } => match fs::read_bytes(&source, &path) {
                Ok(bytes) => drop(files.insert(path, bytes.into())),
                Err(diagnostic) => diagnostics.push(diagnostic),
            },
        }
    }
    files
}

/// Opens the browser, where the system knows how; serving goes on without.
fn open(url: &str) {
    if let Err(diagnostic) = browser::open(url) {
        report::draw(&[diagnostic]);
    }
}
