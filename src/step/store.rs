//! The cache of the files that steps wrote: a folder for each key, with a manifest that reveals damaged files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::inputs::list_files;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Bounds, LockedFolder};

/// The cache folder of steps.
const STEPS: &str = "steps";
/// The subfolder with the files of a run.
const FILES: &str = "files";
const MANIFEST: &str = "manifest";
/// The prefix of the folders that commands write to. The process id and a number follow.
pub const WORK_PREFIX: &str = "work-";
/// The prefix of the folders with copies of the finished pages.
pub const SITE_PREFIX: &str = "site-";
/// The number of unused runs that are kept. A switch to another branch may use one of them again.
const MAX_UNUSED: usize = 5;

/// Returns the folder of the files that a run with this key wrote; `None` without such a run or if a file is damaged.
pub fn find_files_folder(config: &Config, key: &str) -> Option<PathBuf> {
    let folder = run_folder(config, key);
    let files = folder.join(FILES);
    let manifest = fs::read_sealed(&folder.join(MANIFEST), key)?;
    (manifest == format_manifest(&files).ok()?.into_bytes()).then_some(files)
}

/// A folder that one command writes its files to, or that holds one copy of the site.
#[derive(Debug)]
pub struct WorkFolder {
    /// The subfolder for the files, relative to the root.
    pub files_folder: String,
    folder: LockedFolder,
}

impl WorkFolder {
    pub fn create(config: &Config, prefix: &str) -> Result<Self, Diagnostic> {
        let folder = LockedFolder::create(&config.path(config.cache(STEPS)), prefix)?;
        let name = folder.path.file_name().unwrap_or_default().to_string_lossy();
        let files_folder = format!("{}/{name}/{FILES}", config.cache(STEPS));
        fs::create_dir(&config.path(&files_folder))?;
        Ok(Self { files_folder, folder })
    }
}

/// Stores the files of the work folder under a key, unless another process has stored such a run meanwhile. Returns the
/// folder of the stored files; `None` if there are no files.
pub fn save_work_folder(config: &Config, work: &WorkFolder, key: &str) -> Result<Option<PathBuf>, Vec<Diagnostic>> {
    let manifest = format_manifest(&config.path(&work.files_folder))?;
    if manifest.is_empty() {
        return Ok(None);
    }
    fs::write_sealed(&work.folder.path.join(MANIFEST), key, manifest.as_bytes())?;
    let folder = run_folder(config, key);
    fs::rename_folder(&work.folder.path, &folder, || find_files_folder(config, key).is_some())?;
    Ok(Some(folder.join(FILES)))
}

/// Removes runs that were not used recently, and work folders that are not locked any more. `used` are the keys of all
/// runs in use.
pub fn remove_unused(config: &Config, used: &BTreeSet<String>) {
    let cache = config.path(config.cache(STEPS));
    // A build that ran no step does not show which runs are unused.
    if !used.is_empty() {
        // Keys have 16 digits. An error is ignored: a later build tries again.
        _ = fs::keep_recent(&cache, used, MAX_UNUSED, |name| name.len() == 16);
    }
    fs::remove_abandoned(&cache, WORK_PREFIX);
    fs::remove_abandoned(&cache, SITE_PREFIX);
}

/// Whether the caches of both configurations have a run of this key, and the runs wrote different files.
pub fn runs_differ(one: &Config, other: &Config, key: &str) -> bool {
    let manifest = |config: &Config| fs::read_sealed(&run_folder(config, key).join(MANIFEST), key);
    matches!((manifest(one), manifest(other)), (Some(one), Some(other)) if one != other)
}

fn run_folder(config: &Config, key: &str) -> PathBuf {
    config.path(config.cache(STEPS)).join(key)
}

/// Formats the manifest of a folder: a line for each file, with its digest, size and path.
fn format_manifest(folder: &Path) -> Result<String, Vec<Diagnostic>> {
    let files = list_files(folder, FILES, &Bounds::new(folder, &[])).map_err(|mut errors| {
        for error in errors.iter_mut().filter(|error| error.code == "link-out-of-site") {
            // The usual help, to allow the folder in `linked_folders`, would be wrong here: the cache must not follow a
            // link to files that can change without a change of the key.
            error.help = vec!["let the command write a copy of what the link leads to".to_owned()];
        }
        errors
    })?;
    let line = |file: &String| {
        let (digest, bytes) = fs::digest(&folder.join(file), file)?;
        Ok(format!("{digest:016x} {bytes} {file}\n"))
    };
    Ok(files.iter().map(line).collect::<Result<_, Diagnostic>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::Clock;

    #[test]
    fn builds_at_the_same_time_have_different_work_folders() {
        let root = tempfile::TempDir::new().expect("a temporary folder");
        let config = Config::new(root.path(), Clock::system());
        let one = WorkFolder::create(&config, WORK_PREFIX).expect("a folder");
        let two = WorkFolder::create(&config, WORK_PREFIX).expect("another folder");
        assert_ne!(one.files_folder, two.files_folder);
    }

    #[test]
    fn of_two_runs_that_end_at_the_same_time_the_first_is_kept() {
        let root = tempfile::TempDir::new().expect("a temporary folder");
        let config = Config::new(root.path(), Clock::system());
        let works = ["one", "two"].map(|text| {
            let work = WorkFolder::create(&config, WORK_PREFIX).expect("a folder");
            std::fs::write(config.path(&work.files_folder).join("a.txt"), text).expect("written");
            work
        });
        let [first, second] = works.map(|work| save_work_folder(&config, &work, "key").expect("saved").expect("files"));
        let text = || std::fs::read_to_string(first.join("a.txt")).expect("a file");
        assert_eq!((&first, text().as_str()), (&second, "one"));
        std::fs::write(first.join("a.txt"), "damaged").expect("written");
        let third = WorkFolder::create(&config, WORK_PREFIX).expect("a folder");
        std::fs::write(config.path(&third.files_folder).join("a.txt"), "three").expect("written");
        save_work_folder(&config, &third, "key").expect("saved");
        assert_eq!(text(), "three");
    }

    #[cfg(unix)]
    #[test]
    fn links_that_cannot_be_cached_are_reported() {
        let root = tempfile::TempDir::new().expect("a temporary folder");
        let config = Config::new(root.path(), Clock::system());
        for (target, code) in [("nowhere", "link-to-nowhere"), ("../../../..", "link-out-of-site")] {
            let work = WorkFolder::create(&config, WORK_PREFIX).expect("a folder");
            std::os::unix::fs::symlink(target, config.path(&work.files_folder).join("a")).expect("a link");
            assert_eq!(save_work_folder(&config, &work, "key").expect_err(target)[0].code, code);
        }
    }
}
