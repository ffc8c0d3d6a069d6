//! Making, replacing and removing files and folders.
//!
//! Nothing is forced to the disk's platter (no fsync): a site is built again sooner than a power cut is likely.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::failure;
use crate::diagnostic::Diagnostic;

/// Makes a folder, and those above it that are missing. True where it was not there before.
pub fn create_dir(path: &Path) -> Result<bool, Diagnostic> {
    let made = match fs::create_dir(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) if error.kind() == ErrorKind::NotFound => fs::create_dir_all(path).map(|()| true),
        Err(error) => Err(error),
    };
    made.map_err(|error| failure("make the folder", &shown(path), &error))
}

/// Writes a file that must not be there yet.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let write = || create_new(path)?.write_all(bytes);
    write().map_err(|error| not_written(path, &error))
}

/// Copies the bytes of `source` to a file that must not be there yet.
pub fn copy_new(source: &Path, path: &Path) -> Result<u64, Diagnostic> {
    let mut from = File::open(source).map_err(|error| failure("read", &shown(source), &error))?;
    let mut copy = || io::copy(&mut from, &mut create_new(path)?);
    copy().map_err(|error| not_written(path, &error))
}

/// Writes a file so that it is whole at every moment: first as `.NAME.partial-PID` in the same folder, then renamed.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    write_via(&path.with_file_name(format!(".{name}.partial-{}", std::process::id())), path, bytes)
}

/// Writes `bytes` to `partial`, which lies in the same folder as `path`, and renames it to `path`.
pub fn write_via(partial: &Path, path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    settle(partial, path, fs::write(partial, bytes))
}

/// Copies the bytes of `source` to `partial`, which lies in the same folder as `path`, and renames it to `path`.
pub fn copy_via(source: &Path, partial: &Path, path: &Path) -> Result<(), Diagnostic> {
    let mut from = File::open(source).map_err(|error| failure("read", &shown(source), &error))?;
    let copied = File::create(partial).and_then(|mut to| io::copy(&mut from, &mut to)).map(drop);
    settle(partial, path, copied)
}

fn settle(partial: &Path, path: &Path, written: io::Result<()>) -> Result<(), Diagnostic> {
    written.and_then(|()| fs::rename(partial, path)).map_err(|error| {
        // Half a file is of no use; should even this fail, the first failure is the one to tell.
        _ = fs::remove_file(partial);
        failure("write", &shown(path), &error)
    })
}

/// Renames a file or folder.
pub fn rename(from: &Path, to: &Path) -> Result<(), Diagnostic> {
    fs::rename(from, to).map_err(|error| failure("write", &shown(to), &error))
}

/// Removes a file or a link. False where there is none: nothing, or a folder.
pub fn remove_file(path: &Path) -> Result<bool, Diagnostic> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(_) if super::kind(path) == super::Kind::Folder => Ok(false),
        Err(error) => Err(failure("remove", &shown(path), &error)),
    }
}

/// Removes a folder that holds nothing; any other is left alone. True where it is gone.
pub fn remove_empty_dir(path: &Path) -> bool {
    fs::remove_dir(path).is_ok()
}

/// Removes a folder with all it holds; links in it are removed, not followed.
pub fn remove_tree(path: &Path) -> Result<(), Diagnostic> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(failure("remove", &shown(path), &error)),
        _ => Ok(()),
    }
}

/// A claim on a folder, which ends with the process at the latest, however that dies.
#[derive(Debug)]
pub enum Lock {
    /// Ours until dropped.
    Held { _folder: File },
    /// Another process has it.
    Busy,
    /// This system cannot lock this folder.
    Unknown,
}

/// How often a busy folder is tried, and how long apart. A program that another thread is just starting holds this process's
/// claims too until it runs, and one that is being stopped lets go a moment later: neither is a build to wait for.
const TRIES: usize = 25;
const APART: Duration = Duration::from_millis(20);

/// Claims a folder; one that another process keeps is busy.
pub fn lock(dir: &Path) -> Lock {
    let Ok(folder) = File::open(dir) else { return Lock::Unknown };
    for _ in 0..TRIES {
        match folder.try_lock() {
            Ok(()) => return Lock::Held { _folder: folder },
            Err(TryLockError::WouldBlock) => thread::sleep(APART),
            Err(TryLockError::Error(_)) => return Lock::Unknown,
        }
    }
    Lock::Busy
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
