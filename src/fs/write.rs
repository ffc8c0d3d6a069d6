//! The functions that create, replace, remove and lock files and folders.
//!
//! None of them calls fsync: after a power cut, a site is simply built again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::{FileKind, failure, kind, list};
use crate::diagnostic::Diagnostic;

/// Creates a folder and its missing parents. True if the folder is new.
pub fn create_dir(path: &Path) -> Result<bool, Diagnostic> {
    let made = match fs::create_dir(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) if error.kind() == ErrorKind::NotFound => fs::create_dir_all(path).map(|()| true),
        Err(error) => Err(error),
    };
    made.map_err(|error| failure("make the folder", &shown(path), &error))
}

/// Writes a new file; fails if the path exists.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let write = || create_new(path)?.write_all(bytes);
    write().map_err(|error| not_written(path, &error))
}

/// Copies the bytes of `source` to a new file; fails if the path exists.
pub fn copy_new(source: &Path, path: &Path) -> Result<u64, Diagnostic> {
    let mut from = File::open(source).map_err(|error| failure("read", &shown(source), &error))?;
    let mut copy = || io::copy(&mut from, &mut create_new(path)?);
    copy().map_err(|error| not_written(path, &error))
}

/// Writes a file atomically: as `.NAME.partial-PID` in the same folder, then renamed.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    write_via(&path.with_file_name(format!(".{name}.partial-{}", std::process::id())), path, bytes)
}

/// Writes `bytes` to `partial`, in the same folder as `path`, and renames it to `path`.
pub fn write_via(partial: &Path, path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    finish(partial, path, fs::write(partial, bytes))
}

/// Copies the bytes of `source` to `partial`, in the same folder as `path`, and renames it to `path`.
pub fn copy_via(source: &Path, partial: &Path, path: &Path) -> Result<(), Diagnostic> {
    let mut from = File::open(source).map_err(|error| failure("read", &shown(source), &error))?;
    let copied = File::create(partial).and_then(|mut to| io::copy(&mut from, &mut to)).map(drop);
    finish(partial, path, copied)
}

fn finish(partial: &Path, path: &Path, written: io::Result<()>) -> Result<(), Diagnostic> {
    written.and_then(|()| fs::rename(partial, path)).map_err(|error| {
        // A partial file is useless. If removing it fails too, the first error is the one to report.
        _ = fs::remove_file(partial);
        failure("write", &shown(path), &error)
    })
}

/// Renames a file or folder.
pub fn rename(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    fs::rename(from, to).map_err(|error| failure("write", &shown(to), &error))
}

/// Removes a file or a link. False if the path does not exist or is a folder.
pub fn remove_file(path: &Path) -> Result<bool, Diagnostic> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(_) if kind(path) == FileKind::Folder => Ok(false),
        Err(error) => Err(failure("remove", &shown(path), &error)),
    }
}

/// Removes a folder if it is empty. True if it was removed.
pub fn remove_empty_dir(path: &Path) -> bool {
    fs::remove_dir(path).is_ok()
}

/// Removes a folder with its content; links in it are removed, not followed.
pub fn remove_tree(path: &Path) -> Result<(), Diagnostic> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failure("remove", &shown(path), &error)),
        _ => Ok(()),
    }
}

/// A lock on a folder. It ends with the process at the latest, however the process ends.
#[derive(Debug)]
pub enum Lock {
    /// Held by this process until dropped.
    Held { _folder: File },
    /// Held by another process.
    Busy,
    /// The system can't lock this folder.
    Unknown,
}

/// The attempts to lock a busy folder, half a second in all. A child process inherits this process's locks until its program
/// runs, and a process that is being stopped keeps its locks for a moment: neither is a running build.
const LOCK_ATTEMPTS: usize = 25;
const LOCK_RETRY_DELAY: Duration = Duration::from_millis(20);

/// Locks a folder, retrying while another process holds the lock.
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

/// Removes the folders that killed runs left: those in `parent` named `prefix` and numbers that are not locked.
pub fn remove_abandoned(parent: &Path, prefix: &str) {
    // Errors are ignored: a later run tries again.
    for name in list(parent, "").unwrap_or_default() {
        let Some(process) = name.strip_prefix(prefix) else { continue };
        let folder = parent.join(&name);
        let is_ours = process.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if is_ours && kind(&folder) == FileKind::Folder && matches!(lock(&folder), Lock::Held { .. }) {
            _ = remove_tree(&folder);
        }
    }
}

fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

fn not_written(path: &Path, error: &io::Error) -> Diagnostic {
    if error.kind() == ErrorKind::AlreadyExists {
        return Diagnostic::error("file-exists", format!("`{}` is there already", shown(path)));
    }
    failure("write", &shown(path), error)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
