//! The files of a folder and all folders below it.

use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR, Path};

use walkdir::WalkDir;

use super::failure;
use crate::diagnostic::{Diagnostic, Place};

/// Every file below `dir`, relative to it, with forward slashes, sorted; and what could not be looked at.
///
/// Names that begin with `.` or end with `~` are passed over, folders with all they hold; `.well-known` (RFC 8615) is not.
/// Links are followed; one that leads
/// back to a folder it lies in is passed over. `shown_as` is the folder's name in messages.
pub fn walk(dir: &Path, shown_as: &str) -> (Vec<String>, Vec<Diagnostic>) {
    let (mut files, mut diagnostics) = (Vec::new(), Vec::new());
    let entries = WalkDir::new(dir).follow_links(true).into_iter();
    for entry in entries.filter_entry(|entry| entry.depth() == 0 || !is_passed_over(entry.file_name())) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => match relative(dir, entry.path()) {
                Ok(path) => files.push(path),
                Err(lossy) => diagnostics.push(odd_name(&format!("{shown_as}/{lossy}"))),
            },
            Ok(_) => {}
            Err(error) if error.loop_ancestor().is_some() => {}
            Err(error) => diagnostics.push(trouble(dir, shown_as, &error)),
        }
    }
    files.sort_unstable();
    (files, diagnostics)
}

/// Whether a file or folder of this name is left out.
pub fn is_passed_over(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    (name.starts_with(b".") && name != b".well-known") || name.ends_with(b"~")
}

/// The path below `dir` with forward slashes, or, where it is not UTF-8, something readable like it.
fn relative(dir: &Path, path: &Path) -> Result<String, String> {
    let below = path.strip_prefix(dir).unwrap_or(path);
    let text = below.to_str().ok_or_else(|| below.to_string_lossy().into_owned())?;
    Ok(if MAIN_SEPARATOR == '/' { text.to_owned() } else { text.replace(MAIN_SEPARATOR, "/") })
}

fn odd_name(shown_as: &str) -> Diagnostic {
    Diagnostic::error("file-name", format!("the name of `{shown_as}` is not UTF-8"))
        .at(Place::file(shown_as))
        .help("rename the file; letters, digits, `-` and `_` work everywhere")
}

fn trouble(dir: &Path, shown_as: &str, error: &walkdir::Error) -> Diagnostic {
    let path = error.path().unwrap_or(dir);
    let name = match relative(dir, path) {
        Ok(below) | Err(below) if below.is_empty() => shown_as.to_owned(),
        Ok(below) | Err(below) => format!("{shown_as}/{below}"),
    };
    if super::kind(path) == super::Kind::Link {
        return Diagnostic::error("link-to-nowhere", format!("`{name}` is a link to a file that does not exist"))
            .at(Place::file(name))
            .help("remove the link, or restore what it leads to");
    }
    let unknown = std::io::Error::other("it cannot be looked at");
    failure("read", &name, error.io_error().unwrap_or(&unknown))
}
