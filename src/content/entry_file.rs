//! The role of a file in a collection's folder, and the id of its entry. Both follow from its path alone.
//!
//! | File | Role | Id |
//! |---|---|---|
//! | `posts/monsoon.md` | a single file | `posts/monsoon` |
//! | `posts/trip/index.md` | a bundle: the folder's other files belong to the entry | `posts/trip` |
//! | `posts/2024/_index.md` | a section: the folder's other entries lie below the entry | `posts/2024` |
//! | `posts/2024/README.md` | a section too: hosts of repositories show this file with its folder | `posts/2024` |
//!
//! In a site of several languages, `monsoon.ta.md`, `index.ta.md` and `_index.ta.md` are the same entries in Tamil.
//!
//! An `index.md` directly in the collection's folder is a single file: as a bundle it would own the whole collection.

use super::site_language::LanguageIndex;
use crate::route::without_extension;

/// The name of a section's own file, without its extension.
pub const SECTION: &str = "_index";

/// Another name of a section's own file, without its extension.
pub const README: &str = "README";

/// The name of a bundle's own file, without its extension.
pub const BUNDLE: &str = "index";

/// What the path of a file says of its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryFile<'a> {
    /// The path of the file below `content/`, without language suffix and extension. For a bundle or section, the path
    /// of its folder.
    pub id: &'a str,
    pub role: EntryRole,
    /// The language that the file's suffix names; the first language if there is no suffix.
    pub language: LanguageIndex,
}

/// The relation of an entry to its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryRole {
    /// The entry is one of the folder's entries.
    Single,
    /// The folder's other files belong to the entry.
    Bundle,
    /// The entry is the folder's own; the folder's other files are entries of their own.
    Section,
}

impl<'a> EntryFile<'a> {
    /// Determines id, role and language from a file's path below `content/`, in the folder of a collection. `suffixes`
    /// are the tags of the site's languages, if the site has several.
    pub fn of(collection: &str, path: &'a str, suffixes: &[String]) -> Self {
        let (stem, language) = split_language(without_extension(path), suffixes);
        let language = language.unwrap_or_default();
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        match name {
            SECTION | README => Self { id: folder, role: EntryRole::Section, language },
            BUNDLE if folder != collection => Self { id: folder, role: EntryRole::Bundle, language },
            _ => Self { id: stem, role: EntryRole::Single, language },
        }
    }
}

/// Splits the suffix of a language off a path without extension: `posts/monsoon.ta` → `posts/monsoon`, Tamil.
pub fn split_language<'a>(stem: &'a str, suffixes: &[String]) -> (&'a str, Option<LanguageIndex>) {
    if suffixes.is_empty() {
        return (stem, None);
    }
    let split = stem.rsplit_once('.').filter(|(rest, _)| !rest.is_empty() && !rest.ends_with('/'));
    let found = split.and_then(|(rest, tag)| Some((rest, suffixes.iter().position(|suffix| suffix == tag)?)));
    found.map_or((stem, None), |(rest, language)| (rest, Some(language)))
}

/// Whether a path without extension ends in the name of a section's or bundle's own file, so that the entry is named by
/// its folder. An `index` directly in a collection's folder is an exception that the path does not show.
pub fn is_named_by_folder(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    [SECTION, README, BUNDLE].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::{EntryFile, EntryRole, split_language};

    #[test]
    fn suffixes_of_the_sites_languages_are_split_off() {
        let suffixes = ["en-IN".to_owned(), "ta".to_owned()];
        let check = |path: &str, id: &str, role: EntryRole, language: usize| {
            assert_eq!(EntryFile::of("posts", path, &suffixes), EntryFile { id, role, language }, "{path}");
        };
        check("posts/trip/index.ta.md", "posts/trip", EntryRole::Bundle, 1);
        check("posts/_index.ta.yaml", "posts", EntryRole::Section, 1);
        check("posts/monsoon.en-IN.md", "posts/monsoon", EntryRole::Single, 0);
        check("posts/monsoon.de.md", "posts/monsoon.de", EntryRole::Single, 0);
        check("posts/.ta.md", "posts/.ta", EntryRole::Single, 0);
        assert_eq!(split_language("words.ta", &[]), ("words.ta", None));
    }

    #[test]
    fn the_path_determines_role_and_id() {
        let check = |path: &str, id: &str, role: EntryRole| {
            assert_eq!(EntryFile::of("posts", path, &[]), EntryFile { id, role, language: 0 }, "{path}");
        };
        check("posts/monsoon.md", "posts/monsoon", EntryRole::Single);
        check("posts/2024/v1.2.md", "posts/2024/v1.2", EntryRole::Single);
        check("posts/index.md", "posts/index", EntryRole::Single);
        check("posts/_index.md", "posts", EntryRole::Section);
        check("posts/README.md", "posts", EntryRole::Section);
        check("posts/2024/_index.yaml", "posts/2024", EntryRole::Section);
        check("posts/2024/trip/index.yaml", "posts/2024/trip", EntryRole::Bundle);
        check("posts/2024/my-index.md", "posts/2024/my-index", EntryRole::Single);
    }
}
