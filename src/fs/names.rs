//! Names of files on other systems: macOS may decompose them (NFD), and Windows refuses some.

use std::path::{Path, PathBuf};

use super::{exists, list};
use crate::unicode::nfc;

/// The names that Windows reserves for devices, with any extension: `aux.txt` is the device `aux`.
const DEVICE_NAMES: [&str; 28] = [
    "aux", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "com¹", "com²", "com³", "con",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³", "nul", "prn",
];

/// Returns the reason why Windows refuses a file or folder of this name; `None` if Windows allows the name.
pub fn windows_refusal(name: &str) -> Option<&'static str> {
    let stem = name.split('.').next().unwrap_or(name);
    if DEVICE_NAMES.iter().any(|device| stem.eq_ignore_ascii_case(device)) {
        Some("it is the name of a device there")
    } else if name.contains(['<', '>', ':', '"', '|', '?', '*']) {
        Some("no name there holds `<`, `>`, `:`, `\"`, `|`, `?` or `*`")
    } else if name.ends_with(['.', ' ']) {
        Some("no name there ends with a dot or a blank")
    } else {
        None
    }
}

/// Returns a path with each name as the disk has it, composed or decomposed. Names that are not on disk stay.
pub fn stored_path(path: &Path) -> PathBuf {
    if path.to_str().is_none_or(str::is_ascii) || exists(path) {
        return path.to_owned();
    }
    let mut stored = PathBuf::new();
    for part in path.components() {
        let next = stored.join(part);
        let name = part.as_os_str().to_string_lossy();
        let find = || list(&stored, &name).ok()?.into_iter().find(|other| nfc(other) == nfc(&name));
        stored = if exists(&next) { next } else { find().map_or(next, |other| stored.join(other)) };
    }
    stored
}
