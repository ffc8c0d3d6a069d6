//! `--verify`: everything made once more from nothing, not even a cache, and compared with what there is.

use std::sync::Arc;

use super::{Build, build};
use crate::config::{CACHE, Config};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fs;
use crate::output::{Body, Memory};

/// So many differences are told.
const TOLD: usize = 10;

/// What differs from a clean build: `output` gives what there is at a path, `paths` are those that there are.
pub fn beside(config: &Config, paths: &[String], output: &dyn Fn(&str) -> Option<Arc<[u8]>>) -> Vec<Diagnostic> {
    let memory = Memory::whole();
    let clean = from_nothing(config, &memory);
    if let Some(error) = clean.diagnostics.into_iter().find(Diagnostic::is_error) {
        return vec![fault("a clean build has errors, and this one has none".to_owned()).note(error.message)];
    }
    let expected = memory.into_files();
    let wrong = expected.iter().filter_map(|(path, body)| match (output(path), body) {
        (None, _) => Some(format!("the output `{path}` is missing")),
        (Some(ours), Body::Bytes(bytes)) if ours == *bytes => None,
        _ => Some(format!("the output `{path}` is not what a clean build gives")),
    });
    let further = paths.iter().filter(|path| !expected.contains_key(*path));
    let further = further.map(|path| format!("a clean build has no output `{path}`"));
    wrong.chain(further).take(TOLD).map(fault).collect()
}

/// A build with an empty cache, which is gone afterwards.
fn from_nothing(config: &Config, memory: &Memory) -> Build {
    let cache = config.cache(&format!("verify-{}", std::process::id()));
    // What is only told of, not refused, needs not to be looked for again.
    let samples = config.samples.filter(|severity| *severity == Severity::Error);
    let config = Config { cache, samples, ..config.clone() };
    let folder = config.path(&config.cache);
    // What is left of it does no harm.
    let _ = fs::remove_tree(&folder);
    let clean = build(&config, memory, &|_| ());
    let _ = fs::remove_tree(&folder);
    clean
}

fn fault(message: String) -> Diagnostic {
    Diagnostic::error("not-as-clean", message)
        .note("either something was taken over that had changed, or a file of the cache is not what was kept there")
        .help(format!("delete the folder `{CACHE}` and try again; should that not help, report it with the last edit"))
}
