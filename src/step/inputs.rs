//! The inputs of a step: the files that its globs match, and the key, a digest of all that decides what the step
//! writes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use globset::Glob;

use crate::config::{Config, OUTPUT};
use crate::content::steps::{SITE, Step};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Bounds};
use crate::island::npm::LOCK_FILE;

/// Computes the key of a step that reads the files `reads`, relative to the root. `site` is the folder of the finished
/// pages, for a step after the build.
pub fn compute_key(
    config: &Config,
    step: &Step,
    reads: Vec<String>,
    site: Option<&Path>,
    bounds: &Bounds,
) -> Result<String, Vec<Diagnostic>> {
    let mut files: Vec<_> = reads.into_iter().map(|file| (config.path(&file), file)).collect();
    // The lock file is part of every key, because it says the versions of the programs in `node_modules/`.
    let lock = config.path(LOCK_FILE);
    if fs::is_file(&lock) {
        files.push((lock, LOCK_FILE.to_owned()));
    }
    if let Some(site) = site {
        let finished = list_files(site, SITE, bounds)?;
        files.extend(finished.into_iter().map(|file| (site.join(&file), format!("{SITE}/{file}"))));
    }
    let digests = files.iter().map(|(path, name)| Ok((name, fs::digest(path, name)?)));
    let digests: Vec<_> = digests.collect::<Result<_, Diagnostic>>()?;
    let variables: Vec<_> = step.env.iter().map(|name| (name, config.variable(name))).collect();
    Ok(format!("{:016x}", fs::value_digest(&(&step.run, &step.gives, variables, digests))))
}

/// Lists the files that match `glob`, relative to the root.
pub fn list_matching(config: &Config, glob: &str, bounds: &Bounds) -> Result<BTreeSet<String>, Vec<Diagnostic>> {
    // The check of the settings reports an invalid glob, and its step is not run.
    let Ok(pattern) = Glob::new(glob) else { return Ok(BTreeSet::new()) };
    let pattern = pattern.compile_matcher();
    let base = literal_prefix(glob);
    let bases = if base.is_empty() { list_root(config)? } else { vec![base] };
    let (files, diagnostics): (Vec<_>, Vec<_>) = bases.iter().map(|base| list_below(config, base, bounds)).unzip();
    let diagnostics = diagnostics.concat();
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    Ok(files.into_iter().flatten().filter(|file| pattern.is_match(file)).collect())
}

/// Returns the file or folder to watch for each glob.
pub fn watched_paths(config: &Config, globs: &[String]) -> Vec<PathBuf> {
    globs.iter().map(|glob| config.path(literal_prefix(glob))).collect()
}

/// Whether one of the globs may match `path` or a file below it.
pub fn may_match(config: &Config, globs: &[String], path: &Path) -> bool {
    let bases = watched_paths(config, globs);
    bases.iter().any(|base| path.starts_with(base) || base.starts_with(path))
}

/// Returns the part of a glob before the first name with a wildcard: `styles/**/*.scss` → `styles`.
fn literal_prefix(glob: &str) -> String {
    let is_literal = |part: &&str| !part.contains(['*', '?', '[', '{']);
    glob.split('/').take_while(is_literal).collect::<Vec<_>>().join("/")
}

/// Lists the file `base`, or the files below the folder `base`, relative to the root. If neither exists, lists nothing.
/// Leaves out the outputs if the output folder lies below `base`.
fn list_below(config: &Config, base: &str, bounds: &Bounds) -> (Vec<String>, Vec<Diagnostic>) {
    let folder = config.path(base);
    if fs::is_file(&folder) {
        return (vec![base.to_owned()], Vec::new());
    }
    if !fs::is_dir(&folder) {
        return Default::default();
    }
    let (files, diagnostics) = fs::walk(&folder, base, bounds);
    let (folder, out) = (fs::resolve(&folder), fs::resolve(&config.out));
    let is_output = |file: &String| !folder.starts_with(&out) && folder.join(file).starts_with(&out);
    let files = files.into_iter().filter(|file| !is_output(file)).map(|file| format!("{base}/{file}"));
    (files.collect(), diagnostics)
}

/// Lists the files below `folder`, relative to it. `shown_as` is the folder's name in messages.
pub fn list_files(folder: &Path, shown_as: &str, bounds: &Bounds) -> Result<Vec<String>, Vec<Diagnostic>> {
    let (files, diagnostics) = fs::walk(folder, shown_as, bounds);
    if diagnostics.is_empty() { Ok(files) } else { Err(diagnostics) }
}

/// Lists the names of the files and folders in the root, except for `node_modules`, output folders and hidden names.
fn list_root(config: &Config) -> Result<Vec<String>, Diagnostic> {
    let out = fs::resolve(&config.out);
    let is_output = |name: &str| name == OUTPUT || fs::resolve(&config.path(name)) == out;
    let mut names = fs::list(&config.root, ".")?;
    names.retain(|name| !fs::is_hidden(name.as_ref()) && name != "node_modules" && !is_output(name));
    Ok(names)
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
            compute_key(&config, &step, Vec::new(), None, &Bounds::default()).expect("a key")
        };
        assert_ne!(key(&["cp", "a"], "b", &[]), key(&["cp"], "a", &["b"]));
        assert_ne!(key(&["cp", "public", "A", ""], "public", &[]), key(&["cp"], "public", &["A", "public"]));
        assert_eq!(key(&["cp", "a"], "b", &["c"]), key(&["cp", "a"], "b", &["c"]));
    }

    #[test]
    fn a_missing_root_has_a_name_in_messages() {
        let root = tempfile::tempdir().expect("a folder");
        let config = Config::new(root.path().join("none"), Clock::system());
        let error = list_matching(&config, "*.js", &Bounds::default()).expect_err("no folder");
        assert_eq!(error[0].message, "there is no `.`");
    }

    #[test]
    fn folders_before_wildcards_are_walked() {
        for (glob, expected) in
            [("styles/**", "styles"), ("a/b/c.scss", "a/b/c.scss"), ("*.js", ""), ("**/*.html", ""), ("a/{b,c}/d", "a")]
        {
            assert_eq!(literal_prefix(glob), expected, "{glob}");
        }
    }
}
