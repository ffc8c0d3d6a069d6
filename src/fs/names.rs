//! Files whose names on disk are decomposed (NFD), as macOS may write them, while the program composes all names (NFC).

use std::path::{Path, PathBuf};

use super::{exists, list};
use crate::unicode::nfc;

/// Returns the path under which a file is stored, whatever the form of its names there; the same path if there is no such
/// file.
pub fn stored_path(path: &Path) -> PathBuf {
    if path.to_str().is_none_or(str::is_ascii) || exists(path) {
        return path.to_owned();
    }
    let mut stored = PathBuf::new();
    for part in path.components() {
        let next = stored.join(part);
        stored = if exists(&next) {
            next
        } else {
            let name = part.as_os_str().to_string_lossy();
            let names = list(&stored, &name).unwrap_or_default();
            let Some(other) = names.iter().find(|other| nfc(other) == nfc(&name)) else { return path.to_owned() };
            stored.join(other)
        };
    }
    stored
}
