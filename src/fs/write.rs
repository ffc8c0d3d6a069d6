//! Functions that create, replace, remove and lock files and folders.
//!
//! Only the functions named `durable` call fsync. The editor changes content with them; other files can be made again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::{FileKind, failure, kind, list};
use crate::diagnostic::Diagnostic;

/// Creates a folder and its missing parents. Returns false if the path exists.
pub fn create_dir(path: &Path) -> Result<bool, Diagnostic> {
    let created = match fs::create_dir(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        Err(error) if error.kind() == ErrorKind::NotFound => fs::create_dir_all(path),
        created => created,
    };
    created.map(|()| true).map_err(|error| failure("make the folder", &shown(path), &error))
}

/// Creates the missing folders around a path.
pub fn create_parent(path: &Path) -> Result<(), Diagnostic> {
    path.parent().map_or(Ok(false), create_dir).map(drop)
}

/// Writes a new file; fails if the path exists. A file that can't be written whole is removed.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let fail = |error| failure("write", &shown(path), &error);
    let mut file = create_new(path).map_err(fail)?;
    file.write_all(bytes).map_err(|error| {
        _ = fs::remove_file(path);
        fail(error)
    })
}

/// Copies the bytes of `source` to a new file; fails if the path exists.
pub fn copy_new(source: &Path, path: &Path) -> Result<(), Diagnostic> {
    let mut from = File::open(source).map_err(|error| failure("read", &shown(source), &error))?;
    let mut copy = || io::copy(&mut from, &mut create_new(path)?);
    copy().map(drop).map_err(|error| failure("write", &shown(path), &error))
}

/// Writes a file atomically: writes `.NAME.partial-PID` in the same folder and renames it.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    write_via(&partial_path(path), path, bytes)
}

/// Writes a file like [`write_atomic`], with the permissions of the file that it replaces, and waits until the disk has
/// the new file.
pub fn write_durable(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let partial = partial_path(path);
    let write = || {
        let mut file = File::create(&partial)?;
        write_halves(&mut file, bytes)?;
        if let Ok(before) = fs::metadata(path) {
            file.set_permissions(before.permissions())?;
        }
        flush(&file)
    };
    let written = write();
    allow_power_cut();
    rename_partial(&partial, path, written)?;
    allow_power_cut();
    flush_folder(path);
    Ok(())
}

/// Writes bytes, in two halves so that tests can cut the power between them.
fn write_halves(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    allow_power_cut();
    file.write_all(first)?;
    allow_power_cut();
    file.write_all(second)
}

/// Removes the temporary files of `path` that failed or interrupted writes left.
pub fn remove_partials(path: &Path) {
    let Some(folder) = path.parent() else { return };
    let (names, prefix) = (list(folder, &shown(folder)).unwrap_or_default(), partial_prefix(path));
    for partial in names.iter().filter(|name| name.starts_with(&prefix)) {
        // A file that stays does no harm: no build reads it.
        _ = fs::remove_file(folder.join(partial));
    }
}

/// Waits until the disk has the current names in the folder that contains `path`.
fn flush_folder(path: &Path) {
    // An error is ignored: some file systems can't flush folders.
    _ = path.parent().and_then(|folder| File::open(folder).ok()).map(|folder| flush(&folder));
}

/// Waits until the disk has a file. Unit tests only simulate power cuts, so they do not wait.
fn flush(file: &File) -> io::Result<()> {
    if cfg!(test) { Ok(()) } else { file.sync_all() }
}

/// Removes a file, and waits until the disk has recorded the removal.
pub fn remove_durable(path: &Path) -> Result<(), Diagnostic> {
    allow_power_cut();
    fs::remove_file(path).map_err(|error| failure("remove", &shown(path), &error))?;
    allow_power_cut();
    flush_folder(path);
    Ok(())
}

/// Renames a file, and waits until the disk has its new name.
pub fn rename_durable(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    allow_power_cut();
    rename(from, to)?;
    allow_power_cut();
    flush_folder(to);
    flush_folder(from);
    Ok(())
}

/// Appends bytes to a file, which is created if it is missing, and waits until the disk has them.
pub fn append_durable(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let is_new = kind(path) == FileKind::Nothing;
    let append = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        write_halves(&mut file, bytes)?;
        flush(&file)?;
        allow_power_cut();
        Ok(())
    };
    append().map_err(|error| failure("write", &shown(path), &error))?;
    if is_new {
        flush_folder(path);
    }
    Ok(())
}

/// Writes `bytes` to the temporary file `partial`, which is in the same folder as `path`, and renames it to `path`.
pub fn write_via(partial: &Path, path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    rename_partial(partial, path, fs::write(partial, bytes))
}

/// Returns the path of the temporary file `.NAME.partial-PID` beside `path`.
fn partial_path(path: &Path) -> PathBuf {
    path.with_file_name(format!("{}{}", partial_prefix(path), std::process::id()))
}

/// Returns the beginning of the names of all temporary files of `path`; the process id follows.
fn partial_prefix(path: &Path) -> String {
    format!(".{}.partial-", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Renames `partial` to `path` if it was written. If writing or renaming failed, removes `partial` and returns the
/// error.
fn rename_partial(partial: &Path, path: &Path, written: io::Result<()>) -> Result<(), Diagnostic> {
    written.and_then(|()| fs::rename(partial, path)).map_err(|error| {
        // If removing the partial file fails too, only the first error is reported.
        _ = fs::remove_file(partial);
        failure("write", &shown(path), &error)
    })
}

pub fn rename(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    fs::rename(from, to).map_err(|error| failure("write", &shown(to), &error))
}

/// Renames a folder. If `to` exists and `is_whole`, both folders stay: another process has made `to` meanwhile, and may
/// be reading it. If `to` exists and is damaged, it is replaced.
pub fn rename_folder(from: &Path, to: &Path, is_whole: impl FnOnce() -> bool) -> Result<(), Diagnostic> {
    if fs::rename(from, to).is_ok() || is_whole() {
        return Ok(());
    }
    remove_tree(to)?;
    rename(from, to)
}

/// Removes a file or a link. Returns false if the path does not exist or is a folder.
pub fn remove_file(path: &Path) -> Result<bool, Diagnostic> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        // A folder can't be removed as a file. Another thread may have removed the folder since.
        Err(_) if matches!(kind(path), FileKind::Folder | FileKind::Nothing) => Ok(false),
        Err(error) => Err(failure("remove", &shown(path), &error)),
    }
}

/// Removes a folder if it is empty. Returns whether it was removed.
pub fn remove_empty_dir(path: &Path) -> bool {
    fs::remove_dir(path).is_ok()
}

/// Removes a folder with its content, if it exists. Links in it are removed, not followed.
pub fn remove_tree(path: &Path) -> Result<(), Diagnostic> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failure("remove", &shown(path), &error)),
        _ => Ok(()),
    }
}

/// The result of locking a folder. The system releases a lock when the process ends, even by a crash.
#[derive(Debug)]
pub enum Lock {
    /// Held by this process until dropped.
    Held { _folder: File },
    /// Held already, by another process or by another build in this process.
    Busy,
    /// The folder can't be opened, or its file system does not support locks.
    Unknown,
}

/// The number of attempts to lock a folder that is locked already: half a second in all. A lock may outlive its build
/// for a moment, in a child process that has not called `exec` yet or in a process that is being killed.
const LOCK_ATTEMPTS: usize = 25;
const LOCK_RETRY_DELAY: Duration = Duration::from_millis(20);

/// Locks a folder, and retries while it is locked already.
pub fn lock(dir: &Path) -> Lock {
    let Ok(folder) = File::open(dir) else { return Lock::Unknown };
    for _ in 0..LOCK_ATTEMPTS {
        match folder.try_lock() {
            Ok(()) => return Lock::Held { _folder: folder },
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_RETRY_DELAY),
            Err(TryLockError::Error(_)) => return Lock::Unknown,
        }
    }
    Lock::Busy
}

/// A folder that is locked until `lock` is dropped, if its file system supports locks. The folder itself stays,
/// until its user renames or removes it, or [`remove_abandoned`] removes it.
#[derive(Debug)]
pub struct LockedFolder {
    pub path: PathBuf,
    pub lock: Lock,
}

impl LockedFolder {
    /// Creates a folder in `parent`. Its name is `prefix`, the process id and a number.
    pub fn create(parent: &Path, prefix: &str) -> Result<Self, Diagnostic> {
        create_dir(parent)?;
        // The number keeps the folders of two builds in one process apart.
        let mut number = 0;
        loop {
            let path = parent.join(format!("{prefix}{}-{number}", std::process::id()));
            number += 1;
            if create_dir(&path)? {
                let lock = lock(&path);
                // Another build may have removed the folder as abandoned before it was locked.
                if !matches!(lock, Lock::Busy) && path.is_dir() {
                    return Ok(Self { path, lock });
                }
            }
        }
    }
}

/// Removes the folders that earlier runs left in `parent`: unlocked folders whose names are `prefix`, then digits and
/// hyphens.
pub fn remove_abandoned(parent: &Path, prefix: &str) {
    // Errors are ignored: a later run tries again.
    for name in list(parent, "").unwrap_or_default() {
        let Some(suffix) = name.strip_prefix(prefix) else { continue };
        let folder = parent.join(&name);
        let is_ours = suffix.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if is_ours && kind(&folder) == FileKind::Folder && matches!(lock(&folder), Lock::Held { .. }) {
            _ = remove_tree(&folder);
        }
    }
}

fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Marks a step of a durable write, at which tests can cut the power.
fn allow_power_cut() {
    #[cfg(test)]
    power_cut::step();
}

/// A simulated power cut: ends a durable write at one of its steps, and leaves the disk as it is then.
#[cfg(test)]
pub mod power_cut {
    use std::cell::Cell;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    thread_local! {
        /// The number of steps until the power is cut; `None` outside of `cut_after`.
        static STEPS: Cell<Option<usize>> = const { Cell::new(None) };
    }

    /// Runs a function, and ends it after `steps` steps. Returns `None` if it was ended.
    pub fn cut_after<T>(steps: usize, run: impl FnOnce() -> T) -> Option<T> {
        STEPS.set(Some(steps));
        let result = catch_unwind(AssertUnwindSafe(run));
        STEPS.set(None);
        result.ok()
    }

    /// Counts a step, or ends the function of `cut_after` if its steps are used up.
    pub(super) fn step() {
        match STEPS.get() {
            Some(0) => resume_unwind(Box::new("the power is cut")),
            steps => STEPS.set(steps.map(|steps| steps - 1)),
        }
    }
}
