//! The check of `--verify`: builds the site again without a cache and compares the outputs.

use std::sync::Arc;

use super::build::{Build, build};
use crate::config::{CACHE, Config};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fs;
use crate::output::MemoryOutput;
use crate::source::SETTINGS;
use crate::step;
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// The prefix of the cache folder of a clean build, followed by the process id.
const CACHE_PREFIX: &str = "verify-";

const MAX_REPORTED: usize = 10;

/// Compares the outputs of a build with those of a clean build. `output` returns the bytes at a path. Also reports each
/// of `paths` at which a clean build has no output.
pub fn compare_with_clean_build(
    config: &Config,
    paths: &[String],
    output: &dyn Fn(&str) -> Option<Arc<[u8]>>,
) -> Vec<Diagnostic> {
    let memory = MemoryOutput::default();
    let (clean, differing_steps) = build_clean(config, &memory);
    if !differing_steps.is_empty() {
        return differing_steps;
    }
    if let Some(error) = clean.diagnostics.into_iter().find(Diagnostic::is_error) {
        return vec![mismatch("a clean build has errors, and this one has none".to_owned()).note(error.message)];
    }
    let expected = memory.files();
    let wrong = expected.iter().filter_map(|(path, bytes)| match output(path) {
        None => Some(format!("the output `{path}` is missing")),
        Some(ours) if ours == *bytes => None,
        Some(_) => Some(format!("the output `{path}` is not what a clean build gives")),
    });
    let surplus = paths.iter().filter(|path| !expected.contains_key(*path));
    let surplus = surplus.map(|path| format!("a clean build has no output `{path}`"));
    wrong.chain(surplus).take(MAX_REPORTED).map(mismatch).collect()
}

/// Builds with an empty cache, which is removed afterwards. Also reports the steps whose files differ from those in the
/// site's cache.
fn build_clean(config: &Config, memory: &MemoryOutput) -> (Build, Vec<Diagnostic>) {
    let site_cache = config.path(&config.cache_folder);
    let cache_folder = config.cache(&format!("{CACHE_PREFIX}{}", std::process::id()));
    // Only the errors of the clean build count, so it does not list sample values as warnings.
    let samples = config.samples.filter(|severity| *severity == Severity::Error);
    let clean_config = Config { cache_folder, samples, ..config.clone() };
    let clean_cache = clean_config.path(&clean_config.cache_folder);
    // Errors are ignored, because leftovers do no harm.
    _ = fs::remove_tree(&clean_cache);
    _ = fs::create_dir(&clean_cache);
    let lock = fs::lock(&clean_cache);
    let clean = build(&clean_config, memory, &|_| ());
    let differing_steps = clean.step_keys.iter().filter(|(_, key)| step::runs_differ(config, &clean_config, key));
    let differing_steps = differing_steps.map(|(index, _)| differing_step(config, *index)).collect();
    drop(lock);
    _ = fs::remove_tree(&clean_cache);
    fs::remove_abandoned(&site_cache, CACHE_PREFIX);
    (clean, differing_steps)
}

/// Returns the diagnostic of a step that wrote other files although its inputs are the same.
fn differing_step(config: &Config, index: usize) -> Diagnostic {
    let file: Arc<str> = SETTINGS.into();
    let text = fs::read_text(&config.path(SETTINGS), SETTINGS).unwrap_or_default();
    let place = DocumentSource::whole(&file, &text).place_of(&format!("/steps/{index}/run"), PairSide::Value);
    Diagnostic::error("step-differs", "the command writes other files when it runs again")
        .at(place)
        .note("its kept files were used, as nothing that it says to read has changed")
        .help("add all that it reads to `reads`, and the variables that it reads to `env`")
        .help(format!("if it writes the time or random numbers, tell it not to; then delete the folder `{CACHE}`"))
}

fn mismatch(message: String) -> Diagnostic {
    Diagnostic::error("not-as-clean", message)
        .note("either something was taken over that had changed, or a file of the cache is not what was kept there")
        .help(format!("delete the folder `{CACHE}` and try again; should that not help, report it with the last edit"))
}
