//! The check of `--verify`: builds the site again without a cache and compares the outputs.

use std::sync::Arc;

use super::build::{Build, build};
use crate::config::{CACHE, Config};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fs;
use crate::output::{MemoryOutput, OutputBody};

/// The prefix of the cache folder of a clean build, followed by the process id.
const CACHE_PREFIX: &str = "verify-";

/// The most differences that are reported.
const MAX_REPORTED: usize = 10;

/// Compares the outputs with those of a clean build. `paths` lists the outputs, `output` returns the bytes at a path.
pub fn compare_with_clean_build(
    config: &Config,
    paths: &[String],
    output: &dyn Fn(&str) -> Option<Arc<[u8]>>,
) -> Vec<Diagnostic> {
    let memory = MemoryOutput::holding_all();
    let clean = build_clean(config, &memory);
    if let Some(error) = clean.diagnostics.into_iter().find(Diagnostic::is_error) {
        return vec![fault("a clean build has errors, and this one has none".to_owned()).note(error.message)];
    }
    let expected = memory.into_files();
    let wrong = expected.iter().filter_map(|(path, body)| match (output(path), body) {
        (None, _) => Some(format!("the output `{path}` is missing")),
        (Some(ours), OutputBody::Bytes(bytes)) if ours == *bytes => None,
        _ => Some(format!("the output `{path}` is not what a clean build gives")),
    });
    let surplus = paths.iter().filter(|path| !expected.contains_key(*path));
    let surplus = surplus.map(|path| format!("a clean build has no output `{path}`"));
    wrong.chain(surplus).take(MAX_REPORTED).map(fault).collect()
}

/// Builds with an empty cache, which is removed afterwards.
fn build_clean(config: &Config, memory: &MemoryOutput) -> Build {
    let caches = config.path(&config.cache);
    let cache = config.cache(&format!("{CACHE_PREFIX}{}", std::process::id()));
    // Sample values that are only warned of need not be found again.
    let samples = config.samples.filter(|severity| *severity == Severity::Error);
    let config = Config { cache, samples, ..config.clone() };
    let folder = config.path(&config.cache);
    // Leftovers of an earlier run do no harm.
    let _ = fs::remove_tree(&folder);
    let _ = fs::create_dir(&folder);
    let lock = fs::lock(&folder);
    let clean = build(&config, memory, &|_| ());
    drop(lock);
    let _ = fs::remove_tree(&folder);
    fs::remove_abandoned(&caches, CACHE_PREFIX);
    clean
}

fn fault(message: String) -> Diagnostic {
    Diagnostic::error("not-as-clean", message)
        .note("either something was taken over that had changed, or a file of the cache is not what was kept there")
        .help(format!("delete the folder `{CACHE}` and try again; should that not help, report it with the last edit"))
}
