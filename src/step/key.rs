//! The key of a run: a digest of all that decides what a step writes.

use std::path::Path;

use super::inputs;
use crate::config::Config;
use crate::content::steps::{SITE, Step};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Bounds};
use crate::island::npm::LOCK_FILE;

/// Computes the key of a step. `site` is the folder of the finished pages, for a step after the build.
///
/// # Errors
/// Fails if a file can't be read. If no file matches the glob `reads[index]`, the error is `report_no_match(index)`.
pub fn compute_key(
    config: &Config,
    step: &Step,
    bounds: &Bounds,
    site: Option<&Path>,
    report_no_match: impl Fn(usize) -> Diagnostic,
) -> Result<String, Diagnostic> {
    let mut files = Vec::new();
    for (index, glob) in step.reads.iter().enumerate() {
        let matching = inputs::list_matching(config, glob, bounds)?;
        if matching.is_empty() {
            return Err(report_no_match(index));
        }
        files.extend(matching.into_iter().map(|file| (config.path(&file), file)));
    }
    // The lock file is part of every key, because a command may be a program in `node_modules/`.
    let lock = config.path(LOCK_FILE);
    if fs::is_file(&lock) {
        files.push((lock, LOCK_FILE.to_owned()));
    }
    if let Some(site) = site {
        let finished = inputs::list_files(site, SITE, bounds)?;
        files.extend(finished.into_iter().map(|file| (site.join(&file), format!("{SITE}/{file}"))));
    }
    let digests = files.iter().map(|(path, name)| Ok((name, fs::digest(path, name)?)));
    let digests: Vec<_> = digests.collect::<Result<_, Diagnostic>>()?;
    let variables: Vec<_> = step.env.iter().map(|name| (name, config.variable(name))).collect();
    Ok(format!("{:016x}", fs::value_digest(&(&step.run, &step.gives, variables, digests))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::Clock;

    #[test]
    fn steps_with_different_lists_have_different_keys() {
        let root = tempfile::tempdir().expect("a folder");
        let config = Config::new(root.path(), Clock::system());
        let key = |run: &[&str], gives: &str, env: &[&str]| {
            let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
            let step =
                Step { run: texts(run), reads: Vec::new(), gives: gives.to_owned(), after: false, env: texts(env) };
            let no_match = |_| Diagnostic::error("none", "no glob");
            compute_key(&config, &step, &Bounds::default(), None, no_match).expect("a key")
        };
        assert_ne!(key(&["cp", "a"], "b", &[]), key(&["cp"], "a", &["b"]));
        assert_ne!(key(&["cp", "public", "A", ""], "public", &[]), key(&["cp"], "public", &["A", "public"]));
        assert_eq!(key(&["cp", "a"], "b", &["c"]), key(&["cp", "a"], "b", &["c"]));
    }
}
