//! `--verify`: everything made once more from nothing, and compared with what there is.

use std::sync::Arc;

use super::build;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::output::{Body, Memory};

/// So many differences are told.
const TOLD: usize = 10;

/// What differs from a clean build: `output` gives what there is at a path, `paths` are those that there are.
pub fn beside(config: &Config, paths: &[String], output: &dyn Fn(&str) -> Option<Arc<[u8]>>) -> Vec<Diagnostic> {
    let memory = Memory::whole();
    let clean = build(config, &memory, &|_| ());
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

fn fault(message: String) -> Diagnostic {
    Diagnostic::error("not-as-clean", message)
        .help("this is a fault of the program: report it with the last edit, and start the command again to go on")
}
