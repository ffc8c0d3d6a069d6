//! The hidden folders into which first builds are staged: their names and the removal of abandoned ones.

use std::path::Path;

use crate::fs;

/// Removes the hidden folders of killed builds.
pub fn remove_abandoned(target: &Path) {
    let (parent, prefix) = parent_and_prefix(target);
    fs::remove_abandoned(parent, &prefix);
}

/// Returns the parent of `target` and the name prefix of its hidden folders.
pub fn parent_and_prefix(target: &Path) -> (&Path, String) {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    (target.parent().unwrap_or(target), format!(".{name}.partial-"))
}
