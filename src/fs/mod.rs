//! File access: every read and write of the program goes through this module.
//!
//! Functions fail with a diagnostic that names the operation and the file. Conditions that callers handle themselves,
//! such as a missing or an unchanged file, are return values instead of errors.
//!
//! This file reads and inspects files. `walk` lists folders recursively, `write` creates, replaces, removes and locks,
//! `stamp` detects changes, `cache` stores expensive results, and `names` has the rules of other systems for names.

#![allow(clippy::result_large_err, reason = "an error ends the build or is rare: its size costs nothing")]

mod cache;
mod names;
mod stamp;
mod walk;
mod write;

pub use cache::{Cache, keep_recent, most_recent_other, read_sealed, write_sealed};
pub use names::{stored_path, windows_refusal};
pub use stamp::FileStamp;
pub use walk::{Bounds, is_hidden, walk};
pub use write::{
    Lock, LockedFolder, append_durable, copy_new, create_dir, create_parent, lock, remove_abandoned, remove_durable,
    remove_empty_dir, remove_file, remove_partials, remove_tree, rename, rename_durable, rename_folder, write_atomic,
    write_durable, write_new, write_via,
};

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use memchr::memchr;
use serde::Serialize;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::diagnostic::{DISK_FULL, Diagnostic, Place};
use crate::lines::line_start;

/// The byte order mark that some editors write before a text. It is not part of the text.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Reads a UTF-8 text file without its byte order mark, and with LF for CR LF, so that a checkout on Windows gives the
/// same site. Here and below, `shown_as` is the name of the file or folder in messages.
pub fn read_text(path: &Path, shown_as: &str) -> Result<String, Diagnostic> {
    let mut text = read_exact_text(path, shown_as)?;
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(if memchr(b'\r', text.as_bytes()).is_some() { text.replace("\r\n", "\n") } else { text })
}

/// Reads a UTF-8 text file with its byte order mark and its line breaks as they are. The error for a file that is not
/// UTF-8 shows the first invalid byte.
pub fn read_exact_text(path: &Path, shown_as: &str) -> Result<String, Diagnostic> {
    String::from_utf8(read_bytes(path, shown_as)?).map_err(|error| not_utf8(error.as_bytes(), shown_as))
}

pub fn read_bytes(path: &Path, shown_as: &str) -> Result<Vec<u8>, Diagnostic> {
    fs::read(path).map_err(|error| failure("read", shown_as, &error))
}

/// Reads the first bytes of a file, at most `count`.
pub fn read_start(path: &Path, count: u64, shown_as: &str) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(count).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| failure("read", shown_as, &error))
}

/// Whether the content of the file at `path` is `bytes`; false if the file can't be read.
pub fn has_bytes(path: &Path, bytes: &[u8]) -> bool {
    fs::read(path).is_ok_and(|found| found == bytes)
}

/// Returns the XXH3 digest of a file and its size in bytes. The file is read in pieces.
pub fn digest(path: &Path, shown_as: &str) -> Result<(u64, u64), Diagnostic> {
    let mut digest = Xxh3::new();
    let read = fs::File::open(path).and_then(|mut file| io::copy(&mut file, &mut digest));
    read.map(|size| (digest.digest(), size)).map_err(|error| failure("read", shown_as, &error))
}

/// Returns the XXH3 digest of a value's JSON. JSON shows where lists and texts end, so `["ab", "c"]` and `["a", "bc"]`
/// have different digests.
pub fn value_digest(value: &impl Serialize) -> u64 {
    xxh3_64(&serde_json::to_vec(value).expect("a value that JSON can hold"))
}

/// Whether the path exists. Links are followed.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether the path is a folder or a link to one.
pub fn is_dir(path: &Path) -> bool {
    path.is_dir()
}

/// Whether the path is a file or a link to one.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The type of what is at a path. A symbolic link is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// The path does not exist.
    Nothing,
    File,
    Folder,
    Link,
    /// A pipe, a socket, a device, or a path that can't be inspected.
    Other,
}

pub fn kind(path: &Path) -> FileKind {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => FileKind::Link,
        Ok(metadata) if metadata.is_dir() => FileKind::Folder,
        Ok(metadata) if metadata.is_file() => FileKind::File,
        Ok(_) => FileKind::Other,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => FileKind::Nothing,
        Err(_) => FileKind::Other,
    }
}

/// Returns the target of a symbolic link as it is stored; `None` if the path is not a symbolic link or can't be read.
pub fn link_target(path: &Path) -> Option<PathBuf> {
    fs::read_link(path).ok()
}

/// Returns the size of a file in bytes.
pub fn size(path: &Path, shown_as: &str) -> Result<u64, Diagnostic> {
    fs::metadata(path).map(|metadata| metadata.len()).map_err(|error| failure("read", shown_as, &error))
}

/// Lists the names in a folder, sorted. In a name that is not UTF-8, invalid bytes are replaced by U+FFFD.
pub fn list(dir: &Path, shown_as: &str) -> Result<Vec<String>, Diagnostic> {
    let read = || -> io::Result<Vec<String>> {
        fs::read_dir(dir)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    };
    let mut names = read().map_err(|error| failure("read", shown_as, &error))?;
    names.sort_unstable();
    Ok(names)
}

/// Resolves a path to an absolute one without `..`, and follows symbolic links as far as the path exists.
pub fn resolve(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if let Ok(existing) = fs::canonicalize(&absolute) {
        return existing;
    }
    let (Some(parent), Some(last)) = (absolute.parent(), absolute.components().next_back()) else { return absolute };
    let parent = resolve(parent);
    if last == Component::ParentDir { parent.parent().unwrap_or(&parent).to_owned() } else { parent.join(last) }
}

/// Resolves `.` and `..` in a path, without looking at the disk: `a/./../../b` → `../b`.
pub fn resolve_dots(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(resolved.components().next_back(), Some(Component::Normal(_))) => {
                resolved.pop();
            }
            component => resolved.push(component),
        }
    }
    resolved
}

/// Creates the diagnostic for a failed file operation; `verb` names the operation, such as `read`.
fn failure(verb: &str, shown_as: &str, error: &io::Error) -> Diagnostic {
    let (code, message, help) = match error.kind() {
        ErrorKind::NotFound => ("file-not-found", format!("there is no `{shown_as}`"), "check its name and its folder"),
        ErrorKind::AlreadyExists => {
            return Diagnostic::error("file-exists", format!("`{shown_as}` is there already"));
        }
        ErrorKind::PermissionDenied => (
            "file-permission",
            format!("not allowed to {verb} `{shown_as}`"),
            "give the user who runs this command the right to do so",
        ),
        ErrorKind::IsADirectory => {
            ("file-is-folder", format!("`{shown_as}` is a folder, but must be a file"), "rename or move the folder")
        }
        ErrorKind::NotADirectory => (
            "file-in-the-way",
            format!("cannot {verb} `{shown_as}`: a part of its path is a file, not a folder"),
            "rename or move that file",
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            (DISK_FULL, format!("no room to {verb} `{shown_as}`"), "free some space, then build again")
        }
        ErrorKind::ReadOnlyFilesystem => (
            "file-permission",
            format!("cannot {verb} `{shown_as}`: it is on a read-only disk"),
            "choose another folder",
        ),
        ErrorKind::InvalidFilename => {
            ("file-name", format!("no file can be named `{shown_as}` here"), "choose a shorter, simpler name")
        }
        _ => {
            // The operating system's message, without the error number that Rust appends.
            let words = error.to_string();
            let words = words.split(" (os error").next().unwrap_or_default().to_lowercase();
            (
                "file-failed",
                format!("cannot {verb} `{shown_as}`: {words}"),
                "see whether the file can be opened otherwise",
            )
        }
    };
    Diagnostic::error(code, message).at(Place::file(shown_as)).help(help)
}

fn not_utf8(bytes: &[u8], shown_as: &str) -> Diagnostic {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes);
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let start = line_start(valid, valid.len());
    let end = memchr(b'\n', &bytes[valid.len()..]).map_or(bytes.len(), |at| valid.len() + at);
    let line = String::from_utf8_lossy(&bytes[start..end]);
    let offset = valid.len() - start;
    let mut place = Place::new(shown_as, &line, offset..offset + char::REPLACEMENT_CHARACTER.len_utf8());
    place.line = valid.matches('\n').count() + 1;
    Diagnostic::error("not-utf8", format!("`{shown_as}` is not UTF-8 text"))
        .at(place)
        .label("this byte belongs to no UTF-8 character")
        .help("save the file with the encoding UTF-8 in your editor")
}

#[cfg(test)]
pub use cache::assert_in_cargo_lock;
#[cfg(test)]
pub use write::power_cut;

#[cfg(test)]
mod tests;
