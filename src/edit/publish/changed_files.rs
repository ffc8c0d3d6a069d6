//! The changes of each file since the last commit, described in words.

use std::collections::BTreeMap;
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::Arc;

use serde::Serialize;

use super::super::content_file::{ContentFile, ContentRole, title_field};
use super::super::entry_order::why_hidden;
use super::super::form::is_picture;
use super::super::workspace::{OpenFile, Workspace};
use super::changed_parts::{Fate, PartChange, compare_texts, quoted};
use super::repository::{CommittedTexts, UncommittedFile, local_git};
use crate::config::{CONTENT, PUBLIC};
use crate::content::collection::Collection;
use crate::content::entry::TITLE_FIELDS;
use crate::content::entry_file::{is_named_by_folder, split_language};
use crate::fs;
use crate::route::{is_within, path_below, without_extension};
use crate::schema::Schema;
use crate::site::Site;
use crate::site::plan::LEDGER_FILE;
use crate::source::SourceFile;
use crate::unicode::{collapse_white_space, into_nfc};

#[derive(Debug, Default, Serialize)]
pub struct ChangedFile {
    pub file: String,
    /// The name of the file for people, such as the title of an entry; the path if there is no better one.
    pub title: String,
    pub fate: Fate,
    /// The route of the entry's page.
    pub page: Option<String>,
    /// Why visitors do not see the page.
    pub hidden: Option<&'static str>,
    /// The path below `public/`, if the file is a picture that was not removed.
    pub picture: Option<String>,
    /// Whether the editor has a form for the file.
    pub is_editable: bool,
    pub parts: Vec<PartChange>,
}

impl ChangedFile {
    /// Counts the changes of the file. All approved samples of the file count as one.
    pub fn count_changes(&self) -> usize {
        let (approved, others): (Vec<_>, Vec<_>) = self.parts.iter().partition(|part| part.fate == Fate::Approved);
        (others.len() + usize::from(!approved.is_empty())).max(1)
    }
}

/// The reader of changes, which compares files with the last commit.
pub struct ChangeReader<'a> {
    pub workspace: &'a Workspace<'a>,
    pub committed: &'a CommittedTexts,
}

impl ChangeReader<'_> {
    pub fn read_all(&self, files: &[UncommittedFile]) -> Vec<ChangedFile> {
        let mut changes: Vec<ChangedFile> = files.iter().filter_map(|file| self.read_change(file)).collect();
        let suffixes = &self.workspace.site().content.settings.suffixes;
        let mut folders = RenamedFolders::new();
        let mut removed: Vec<&UncommittedFile> = files.iter().filter(|file| !file.is_there).collect();
        // The entry of a folder comes before the entries in it.
        removed.sort_by_cached_key(|file| own_folder(&file.path, suffixes));
        for file in removed.iter().filter(|file| !is_within(&file.path, PUBLIC)) {
            if let Some(new_path) = self.merge_renamed(file, &folders, &mut changes) {
                folders.insert(own_folder(&file.path, suffixes), own_folder(&new_path, suffixes));
            }
        }
        // Pictures and other files that moved unchanged with the folder of a renamed entry are left out.
        for file in removed {
            let new_path = renamed_path(&file.path, &folders);
            let is_added = changes.iter().any(|change| change.fate == Fate::Added && change.file == new_path);
            if new_path != file.path && is_added && self.has_same_bytes(file, &new_path) {
                changes.retain(|change| change.file != file.path && change.file != new_path);
            }
        }
        // Git lists names as they are on disk, and the editor opens files by the names that the site has for them.
        changes.into_iter().map(|change| ChangedFile { file: self.names_of(&change.file).0, ..change }).collect()
    }

    /// Merges the removal of an entry with the addition of one that has the same title: in the same folder, or with the
    /// same name in a renamed folder. Returns the new path.
    fn merge_renamed(
        &self,
        removed: &UncommittedFile,
        folders: &RenamedFolders,
        changes: &mut Vec<ChangedFile>,
    ) -> Option<String> {
        let removed_at = changes.iter().position(|change| change.file == removed.path)?;
        let suffixes = &self.workspace.site().content.settings.suffixes;
        let (folder_before, name) = split_name(&removed.path, suffixes);
        let folder_now = renamed_path(folder_before, folders);
        let is_in_renamed_folder = folder_now != folder_before;
        let is_successor = |change: &ChangedFile| {
            let (folder, new_name) = split_name(&change.file, suffixes);
            change.fate == Fate::Added
                && change.title == changes[removed_at].title
                && folder == folder_now
                && (!is_in_renamed_folder || new_name == name)
        };
        let added_at = changes.iter().position(is_successor)?;
        // The new file is compared with the committed text of the removed one.
        let renamed = UncommittedFile { path: changes[added_at].file.clone(), is_there: true, ..removed.clone() };
        let change = &mut changes[added_at];
        if let Some(compared) = self.read_change(&renamed) {
            change.parts = compared.parts;
        }
        change.fate = Fate::Moved;
        let new_name = split_name(&renamed.path, suffixes).1;
        let (label, [was, is]) = if is_in_renamed_folder {
            ("Folder", [folder_before, &folder_now].map(last_segment))
        } else if name == new_name {
            // The entry has another extension or language, or a folder of its own now.
            ("Name of the file", [&*removed.path, &renamed.path].map(last_segment))
        } else {
            ("Name of the file", [name, new_name])
        };
        let sentence = format!("from {} to {}", quoted(was), quoted(is));
        change.parts.insert(0, PartChange::new(Some(String::new()), label, sentence));
        changes.remove(removed_at);
        Some(renamed.path)
    }

    /// Whether the file at `path` has the bytes that the removed file had.
    fn has_same_bytes(&self, removed: &UncommittedFile, path: &str) -> bool {
        let id = local_git(self.workspace.config, &["hash-object", "--", path]);
        id.is_ok_and(|id| removed.before.as_deref() == Some(id.trim()))
    }

    /// Describes what changed in a file; `None` if nothing did.
    fn read_change(&self, file: &UncommittedFile) -> Option<ChangedFile> {
        let UncommittedFile { path, is_there, .. } = file;
        let fate = match (&file.before, is_there) {
            (None, _) => Fate::Added,
            (_, false) => Fate::Removed,
            _ => Fate::Changed,
        };
        let change = ChangedFile { file: path.clone(), fate, ..ChangedFile::default() };
        if let Some(published) = path_below(path, PUBLIC) {
            let title = published.to_owned();
            let picture = (*is_there && is_picture(path)).then(|| title.clone());
            return Some(ChangedFile { title, picture, ..change });
        }
        if path == LEDGER_FILE {
            return Some(ChangedFile { title: "List of all addresses".to_owned(), ..change });
        }
        let Workspace { snapshot, config } = self.workspace;
        let site = snapshot.site();
        let (name, below) = self.names_of(path);
        // The source of a file that the last build did not read.
        let unread = Arc::new(SourceFile { file: (&*name).into(), path: below.clone(), text: "".into() });
        let open = Schema::open();
        let known = ContentFile::find(site, &name);
        let content = known.unwrap_or_else(|| ContentFile::new(site, &unread, &open, ContentRole::New));
        let now = is_there.then(|| fs::read_text(&config.path(path), path).ok()).flatten();
        let before = self.committed.read(file, config);
        let [before, now] = [before, now].map(|text| text.map(|text| OpenFile::new(content, text)));
        let mut parts = Vec::new();
        if let (Fate::Changed, Some(before), Some(now)) = (fate, &before, &now) {
            if before.text() == now.text() {
                return None;
            }
            parts = compare_texts(before, now);
        }
        let title = match known {
            Some(content) => content.title(site),
            None => title_in(site, &below, now.as_ref().or(before.as_ref())).unwrap_or_else(|| path.clone()),
        };
        // A title may have line breaks, and commit messages name files by their titles.
        let title = collapse_white_space(&title);
        let entry = site.entry_by_file(&name);
        let page = entry.and_then(|entry| snapshot.route_of(entry)).map(str::to_owned);
        let hidden = entry.and_then(|entry| why_hidden(site.entry(entry).visibility));
        let is_editable = *is_there && known.is_some_and(|content| content.is_yaml());
        Some(ChangedFile { title, page, hidden, is_editable, parts, ..change })
    }

    /// Returns the name that the site has for a file of git, and the path that the file has, or would have, below
    /// `content/`: `../docs/a.md` and `guide/a.md` if the collection `guide` has entries in `../docs`.
    fn names_of(&self, path: &str) -> (String, String) {
        let Workspace { snapshot, config } = self.workspace;
        let disk_path = fs::resolve_dots(&fs::resolve(&config.root).join(path));
        let in_folder = |collection: &Arc<Collection>| {
            let folder = collection.entry_folder()?;
            let below = disk_path.strip_prefix(fs::resolve(&config.path(&folder))).ok()?;
            let below = below.to_string_lossy().replace(MAIN_SEPARATOR, "/");
            Some((format!("{folder}/{below}"), format!("{}/{below}", collection.name)))
        };
        let in_content = path_below(path, CONTENT).map(|below| (path.to_owned(), below.to_owned()));
        let names = in_content.or_else(|| snapshot.site().collections().iter().find_map(in_folder));
        let (name, below) = names.unwrap_or_else(|| (path.to_owned(), path.to_owned()));
        (into_nfc(name), into_nfc(below))
    }
}

/// The folders of renamed entries, each with its new path.
type RenamedFolders = BTreeMap<String, String>;

/// Returns the entry's own folder, which need not exist: `a/trip` for `a/trip.md` and `a/trip/index.md`.
fn own_folder(path: &str, suffixes: &[String]) -> String {
    let (folder, stem) = split_name(path, suffixes);
    [folder, stem].join("/")
}

/// Returns the path that a file or folder has after `folders` were renamed.
fn renamed_path(path: &str, folders: &RenamedFolders) -> String {
    let renamed = folders.iter().rev().find(|(before, _)| is_within(path, before));
    renamed.map_or_else(|| path.to_owned(), |(before, now)| [now, &path[before.len()..]].concat())
}

/// Returns the folder and the name of an entry by the path of its file: `a` and `trip` for `a/trip.md` and for
/// `a/trip/index.md`. `suffixes` are the tags of the site's languages, if the site has several.
fn split_name<'p>(path: &'p str, suffixes: &[String]) -> (&'p str, &'p str) {
    let (path, _) = split_language(without_extension(path), suffixes);
    let (folder, stem) = path.rsplit_once('/').unwrap_or(("", path));
    if is_named_by_folder(stem) { folder.rsplit_once('/').unwrap_or(("", folder)) } else { (folder, stem) }
}

fn last_segment(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Returns the title in the YAML of a file that the last build did not read, such as a removed entry of a collection.
/// `below` is the path below `content/`.
fn title_in(site: &Site, below: &str, text: Option<&OpenFile<'_>>) -> Option<String> {
    let value = text?.values().ok()?;
    let collection = Path::new(below).ancestors().filter_map(Path::to_str).find_map(|folder| site.collection(folder));
    let own = collection.and_then(|collection| title_field(&site.collections()[collection].schema));
    let mut fields = own.into_iter().chain(TITLE_FIELDS);
    fields.find_map(|field| value.get(field)?.as_str()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::split_name;

    #[test]
    fn entries_are_named_by_their_file_or_folder() {
        for (path, expected) in [
            ("content/articles/tides.ta.md", ("content/articles", "tides")),
            ("content/articles/trip/index.md", ("content/articles", "trip")),
            ("content/menu.yaml", ("content", "menu")),
            ("content/releases/v1.2.md", ("content/releases", "v1.2")),
        ] {
            assert_eq!(split_name(path, &["ta".to_owned()]), expected, "{path}");
        }
    }
}
