//! The file of a new entry, for `site new` and the editor: its name and its extension.

use super::loaded_content::Content;
use crate::fs;

/// Whether a text is valid as the name of an entry's file and as a part of its URL. The name may begin with folders.
pub fn is_valid_name(name: &str) -> bool {
    let is_refused = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '?' | '#' | ':');
    let has_refused_end = |part: &str| [".md", ".yaml", ".schema", "~"].iter().any(|end| part.ends_with(end));
    name.split('/').all(|part| !part.is_empty() && !part.starts_with(['.', '_']) && !has_refused_end(part))
        && !name.contains(is_refused)
}

/// Whether a name has no folders and is valid on every system. Windows refuses `con`.
pub fn is_portable_name(name: &str) -> bool {
    !name.contains('/') && fs::windows_refusal(name).is_none()
}

/// Returns the extension of a new entry: `md` if at least half of the collection's entries are in Markdown, or if the
/// collection is empty and has a route; `yaml` otherwise.
pub fn extension(content: &Content, collection: usize) -> &'static str {
    let entries = || content.entries.iter().filter(|entry| entry.collection == collection);
    let (all, markdown) = (entries().count(), entries().filter(|entry| entry.body.is_some()).count());
    let is_markdown = if all == 0 { content.collections[collection].route.is_some() } else { markdown * 2 >= all };
    if is_markdown { "md" } else { "yaml" }
}

#[cfg(test)]
mod tests {
    use super::{is_portable_name, is_valid_name};

    #[test]
    fn names_work_as_files_and_as_addresses() {
        for (name, expected) in [
            ("our-first-year", true),
            ("2025/what-now", true),
            ("_x", false),
            ("a b", false),
            ("a.md", false),
            ("../a", false),
            ("", false),
        ] {
            assert_eq!(is_valid_name(name), expected, "{name}");
        }
        for (name, expected) in [
            ("ada", true),
            ("con", false),
            ("COM1", false),
            ("com¹", false),
            ("aux.x", false),
            ("com10", true),
            ("com", true),
            ("a/b", false),
            ("a*", false),
        ] {
            assert_eq!(is_portable_name(name), expected, "{name}");
        }
    }
}
