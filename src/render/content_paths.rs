//! The targets of links and pictures in Markdown, written relative to the entry's file: other entries, and attachments.

use super::page_context::PageContext;
use crate::asset::{Assets, attachment_key, attachment_path};
use crate::content::entry_file::is_named_by_folder;
use crate::diagnostic::closest;
use crate::route::{self, without_extension};
use crate::site::EntryIndex;
use crate::snapshot::{EntryLink, ReadAssets, ReadEntries, ReadLists};

/// Finds the attachment that a path in an entry names, and returns its key.
pub fn find_attachment(context: &PageContext, entry: EntryIndex, path: &str) -> Option<String> {
    let tracked = &context.tracked;
    attachment_at(tracked.path(entry), tracked.file_suffix(entry), path, |key| tracked.has_asset(key))
}

/// Finds the key of the attachment at a path, which may have percent escapes. `from` is the path of the entry's file,
/// `suffix` the suffix of the entry's language, such as `ta`; `has_asset` tells whether there is an asset with a key.
fn attachment_at(from: &str, suffix: Option<&str>, path: &str, has_asset: impl Fn(&str) -> bool) -> Option<String> {
    let has_scheme = path.split('/').next().is_some_and(|first| first.contains(':'));
    if path.is_empty() || path.starts_with('/') || has_scheme {
        return None;
    }
    let path = resolve(from, &route::decode(path))?;
    // In a Tamil entry, `map.svg` means `map.ta.svg` if that file exists.
    let translated = suffix.map(|suffix| translated_path(&path, suffix));
    let mut keys = translated.iter().chain([&path]).map(|path| attachment_key(path));
    keys.find(|key| has_asset(key))
}

/// Returns the path of a file's translation: with the suffix `ta`, `map.ta.svg` for `map.svg`.
fn translated_path(path: &str, suffix: &str) -> String {
    let stem = without_extension(path);
    format!("{stem}.{suffix}{}", &path[stem.len()..])
}

/// Returns the key of the file that an entry names, as [`named_key`] does, or else the path.
pub fn named_key_or_path(context: &PageContext, entry: EntryIndex, path: &str) -> String {
    let tracked = &context.tracked;
    let key = named_key(tracked.path(entry), tracked.file_suffix(entry), path, |key| tracked.has_asset(key));
    key.unwrap_or_else(|| path.to_owned())
}

/// Returns the key of the file that an entry names: a file of `public/` if the path begins with `/`, or an attachment.
/// The file may be missing. Returns `None` if the path leads out of `content/`. The other parameters are those of
/// `attachment_at`.
pub fn named_key(from: &str, suffix: Option<&str>, path: &str, has_asset: impl Fn(&str) -> bool) -> Option<String> {
    let beside = || resolve(from, path).map(|path| attachment_key(&path));
    let in_public = path.strip_prefix('/').map(str::to_owned);
    in_public.or_else(|| attachment_at(from, suffix, path, has_asset)).or_else(beside)
}

/// Looks up the entry to which a link in `entry` leads. The path of the link is relative to the file of `entry`.
/// Returns `None` if the path leads out of `content/`, and an `EntryLink` without an entry if the entry is missing.
pub fn find_entry<'c>(context: &'c PageContext, entry: EntryIndex, path: &str) -> Option<EntryLink<'c>> {
    let resolved = resolve(context.tracked.path(entry), path)?;
    let path = without_extension(&resolved);
    let found = context.tracked.find(path);
    if found.entry.is_some() || found.is_unreadable || !is_named_by_folder(path) {
        return Some(found);
    }
    // A link to `kites/index.md` leads to the entry `kites`.
    Some(context.tracked.find(folder_of(path)))
}

/// Resolves a path relative to the file `from`: `../b.md` in `team/a.md` is `b.md`. Returns `None` if the path
/// leads out of `content/`.
pub fn resolve(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the folder of a file: `team` for `team/ada.md`.
pub fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Suggests a file for a path that leads nowhere: `written`, in the file `from`. Returns the path of an attachment
/// relative to `from`, or the path of a file of `public/` with a slash before it.
pub fn suggest_file(assets: &Assets, from: &str, written: &str) -> Option<String> {
    let path = |key| match attachment_path(key) {
        Some(attachment) => relative_path(folder_of(from), attachment),
        None => format!("/{key}"),
    };
    let paths: Vec<String> = assets.paths().map(path).collect();
    nearest_path(written, &paths).map(str::to_owned)
}

/// Returns the path that `written` probably means: one with the same file name, in the fewest folders, or else one with
/// a similar spelling.
pub fn nearest_path<'p>(written: &str, paths: &'p [String]) -> Option<&'p str> {
    let name = written.rsplit('/').next().unwrap_or_default();
    let has_same_name = |path: &&str| path.rsplit('/').next().is_some_and(|other| other.eq_ignore_ascii_case(name));
    let paths = || paths.iter().map(String::as_str);
    let same_name = paths().filter(has_same_name).min_by_key(|path| path.matches('/').count());
    same_name.or_else(|| closest(written, paths()))
}

pub fn relative_path(folder: &str, to: &str) -> String {
    let names = |path| str::split(path, '/').filter(|name| !name.is_empty());
    let common = names(folder).zip(names(to)).take_while(|(one, other)| one == other).count();
    let mut path = "../".repeat(names(folder).count() - common);
    path.push_str(&names(to).skip(common).collect::<Vec<_>>().join("/"));
    path
}

#[cfg(test)]
mod tests {
    use super::{nearest_path, relative_path, resolve};

    fn check(from: &str, path: &str, expected: Option<&str>) {
        assert_eq!(resolve(from, path).as_deref(), expected, "{from} {path}");
    }

    #[test]
    fn relative_paths_resolve_within_the_content() {
        check("articles/a.md", "b.md", Some("articles/b.md"));
        check("articles/2023/a.md", "../b.md", Some("articles/b.md"));
        check("articles/a.md", "./../team/ada.yaml", Some("team/ada.yaml"));
        check("articles/a.md", "../../b.md", None);
        assert_eq!(relative_path("articles", "articles/b.md"), "b.md");
        assert_eq!(relative_path("articles", "team/ada.yaml"), "../team/ada.yaml");
        assert_eq!(relative_path("docs/v2/guides", "docs/v2/start/a.md"), "../start/a.md");
        assert_eq!(relative_path("", "a.md"), "a.md");
    }

    #[test]
    fn the_nearest_file_of_the_same_name_is_suggested() {
        let check = |written: &str, expected: Option<&str>| {
            let paths = ["../../v1/start/install.md", "../start/install.md", "img/Kite.png", "../img/kite.png"];
            assert_eq!(nearest_path(written, &paths.map(str::to_owned)), expected, "{written}");
        };
        check("install.md", Some("../start/install.md"));
        check("kite.png", Some("img/Kite.png"));
        check("img/kyte.png", Some("img/Kite.png"));
        check("nothing.md", None);
    }
}
