//! The hidden folders of first builds (see `staging`): their names, and the removal of abandoned ones.

use std::path::Path;

use crate::fs;

/// Removes the hidden folders that killed builds into `target` left.
pub fn remove_abandoned(target: &Path) {
    let (parent, prefix) = parent_and_prefix(target);
    fs::remove_abandoned(parent, &prefix);
}

/// Returns the folder that holds the hidden folders of builds into `target`, and the prefix of their names.
pub fn parent_and_prefix(target: &Path) -> (&Path, String) {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    (target.parent().unwrap_or(target), format!(".{name}.partial-"))
}
