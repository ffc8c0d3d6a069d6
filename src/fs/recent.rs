//! Caches that shrink: what was not used for long goes.

use std::collections::BTreeSet;
use std::path::Path;

use super::{list, read_text, remove_file, remove_tree, write_atomic};
use crate::diagnostic::Diagnostic;

/// The list of a cache's entries, those used last first, in its folder.
const LIST: &str = "recent";

/// Notes that these entries of a cache are in use, and removes the others but for the `spare` that were used last. Entries are the
/// files and folders whose names `is_entry` knows.
///
/// # Errors
/// The list can't be written, or an entry not removed.
pub fn keep_recent(
    cache: &Path,
    used: &BTreeSet<String>,
    spare: usize,
    is_entry: fn(&str) -> bool,
) -> Result<(), Diagnostic> {
    let file = cache.join(LIST);
    let before = read_text(&file, LIST).unwrap_or_default();
    let others = before.lines().filter(|name| !used.contains(*name)).take(spare);
    let kept: Vec<&str> = used.iter().map(String::as_str).chain(others).collect();
    let text = kept.join("\n");
    if text == before {
        return Ok(());
    }
    write_atomic(&file, text.as_bytes())?;
    let kept: BTreeSet<&str> = kept.into_iter().collect();
    for name in list(cache, LIST)?.iter().filter(|name| is_entry(name) && !kept.contains(name.as_str())) {
        let path = cache.join(name);
        if path.is_dir() { remove_tree(&path)? } else { _ = remove_file(&path)? }
    }
    Ok(())
}

/// The entry of a cache that was noted last; of several that were noted at once, the first by name.
pub fn latest(cache: &Path) -> Option<String> {
    let noted = read_text(&cache.join(LIST), LIST).ok()?;
    noted.lines().next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_last_is_kept() {
        let cache = tempfile::tempdir().expect("a folder");
        let write = |name: &str| std::fs::write(cache.path().join(name), name).expect("written");
        let used = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let check = |names: &[&str], expected: &[&str]| {
            keep_recent(cache.path(), &used(names), 2, |name| name.starts_with('e')).expect("kept");
            let there = list(cache.path(), "").expect("a list");
            assert_eq!(there.iter().filter(|name| *name != LIST).collect::<Vec<_>>(), expected);
        };
        ["e1", "e2", "e3", "e4", "other"].into_iter().for_each(write);
        std::fs::create_dir(cache.path().join("e5")).expect("a folder");
        check(&["e1", "e2", "e5"], &["e1", "e2", "e5", "other"]);
        ["e3", "e4"].into_iter().for_each(write);
        check(&["e3"], &["e1", "e2", "e3", "other"]);
        check(&["e1"], &["e1", "e2", "e3", "other"]);
        ["e4"].into_iter().for_each(write);
        check(&["e4"], &["e1", "e3", "e4", "other"]);
        assert_eq!(latest(cache.path()).as_deref(), Some("e4"));
        check(&["e1", "e3", "e4"], &["e1", "e3", "e4", "other"]);
    }
}
