//! What changes with the name of an entry. The name is that of the file or folder, the `slug` or the last part of the
//! `route`. If a file or folder gets another name, the ids of the entry, its translations and the entries in its folder
//! change, and so do their files and the routes of their pages. If a field holds the name, only the route of the
//! entry's page changes.
//!
//! An [`EntryRename`] also finds what leads to an entry, for two other changes:
//!
//! - `of_all_names` finds the links to an entry that is deleted. It pretends that the entry gets the name
//!   [`ASSUMED_NAME`]: a link that would change from `/tides/` to another route leads to the entry.
//! - `of_anchors` finds the links to a heading whose text changes. The entry keeps its name, and only the part after
//!   the `#` changes: `/tides/#low` to `/tides/#ebb`.

use std::collections::{BTreeMap, BTreeSet};

use super::super::content_file::{ContentFile, ContentRole};
use super::super::refused::Refused;
use super::super::uses::routes_of;
use crate::config::{CONTENT, Config};
use crate::content::SCHEMA_ENDING;
use crate::content::entry::Entry;
use crate::content::entry_file::EntryRole;
use crate::fs::{self, Bounds};
use crate::route;
use crate::site::plan::{Plan, route_with_slug};
use crate::site::{EntryIndex, Site};
use crate::snapshot::Snapshot;
use crate::unicode::{into_nfc, nfc};

/// The new name of an assumed rename, which no entry has, so that every use would change.
pub const ASSUMED_NAME: &str = "new-name-b5f0c2d8";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteChange {
    pub entry: EntryIndex,
    pub before: String,
    pub after: String,
}

/// The ids of headings in a page that change, each with the new id, or with `None` if the heading is gone.
pub type AnchorChanges = BTreeMap<String, Option<String>>;

/// The change of an entry's name, wanted or assumed.
pub struct EntryRename<'a> {
    pub site: &'a Site,
    pub plan: &'a Plan,
    pub index: EntryIndex,
    /// The field that holds the name, `slug` or `route`; `None` if the name is that of its file or folder.
    pub name_field: Option<&'static str>,
    /// The entries to which links change, in the order of the site's entries. In a rename of files, these are the
    /// entry, its translations and the entries in its folder.
    pub entries: Vec<EntryIndex>,
    pub old_name: String,
    pub new_name: String,
    pub old_id: String,
    pub new_id: String,
    /// The files that are moved, each with its new path. Both are relative to the site's root.
    pub moves: Vec<(String, String)>,
    pub routes: Vec<RouteChange>,
    /// The headings of the page whose ids change. If there are any, links to them change, and nothing else does.
    pub anchors: AnchorChanges,
}

pub fn is_renamable(site: &Site, content: &ContentFile<'_>) -> bool {
    matches!(content.role, ContentRole::Entry(index) if why_unrenamable(site, index).is_none())
}

pub fn why_unrenamable(site: &Site, index: EntryIndex) -> Option<&'static str> {
    let entry = site.entry(index);
    let is_named_by_file = find_name(site, index).0.is_none();
    if site.collections()[entry.collection].forms.is_some() {
        Some("Forms are named in templates: a developer renames them.")
    } else if !route::is_within(&entry.file.file, CONTENT) {
        Some("Its file is outside of the site's content: a developer renames it.")
    } else if is_named_by_file && site.collections().iter().any(|other| route::is_within(&other.name, &entry.id)) {
        Some("Its folder is that of a collection, which templates name: a developer renames it.")
    } else if entry.text("route").is_some_and(|route| route.trim_matches('/').is_empty()) {
        Some("It is the first page of the site, which has no name in its address.")
    } else {
        None
    }
}

/// Returns `name_field` and `old_name` of an [`EntryRename`].
fn find_name(site: &Site, index: EntryIndex) -> (Option<&'static str>, &str) {
    let entry = site.entry(index);
    let (field, written) = match (entry.text("route"), entry.text("slug")) {
        // A route with a variable, such as `/{slug}/`, takes its last part from elsewhere.
        (Some(route), _) if !route.contains('{') => (Some("route"), route),
        (_, Some(slug)) => (Some("slug"), slug),
        _ => (None, &*entry.id),
    };
    (field, last_part(written))
}

/// Returns an entry with its translations.
pub fn all_translations(site: &Site, index: EntryIndex) -> Vec<EntryIndex> {
    let id = &site.entry(index).id;
    (0..site.entries().len()).filter(|&other| site.entry(other).id == *id).collect()
}

impl<'a> EntryRename<'a> {
    /// Determines what a new name would change, even if the name is invalid or taken.
    pub fn unchecked(snapshot: &'a Snapshot, config: &Config, index: EntryIndex, name: &str) -> Result<Self, Refused> {
        let site = snapshot.site();
        if let Some(reason) = why_unrenamable(site, index) {
            return Err(Refused::invalid("edit-address", reason, "change it with another program"));
        }
        let (name_field, old_name) = find_name(site, index);
        let is_within = |other: &EntryIndex| route::is_within(&site.entry(*other).id, &site.entry(index).id);
        let entries = match name_field {
            Some(_) => vec![index],
            None => (0..site.entries().len()).filter(is_within).collect(),
        };
        let new_name = into_nfc(name.to_owned());
        let mut rename = Self::without_routes(snapshot, config, index, (name_field, old_name), entries, new_name)?;
        rename.routes = rename.entries.iter().filter_map(|&entry| rename.route_change(entry)).collect();
        Ok(rename)
    }

    /// Determines what would change if the entry and its translations got other ids, routes and aliases. `rewrite_file`
    /// then changes whatever leads to one of them.
    pub fn of_all_names(snapshot: &'a Snapshot, config: &Config, index: EntryIndex) -> Result<Self, Refused> {
        let site = snapshot.site();
        let after = format!("/{ASSUMED_NAME}/");
        let name = (None, last_part(&site.entry(index).id));
        let entries = all_translations(site, index);
        let mut rename = Self::without_routes(snapshot, config, index, name, entries, ASSUMED_NAME.to_owned())?;
        for &entry in &rename.entries {
            let routes = routes_of(site, rename.plan, entry).into_iter();
            let routes = routes.filter_map(|route| route::normalize(&route).ok());
            rename.routes.extend(routes.map(|before| RouteChange { entry, after: after.clone(), before }));
        }
        Ok(rename)
    }

    /// Determines what changes if headings in the page of an entry get other ids or are gone.
    pub fn of_anchors(
        snapshot: &'a Snapshot,
        config: &Config,
        index: EntryIndex,
        anchors: AnchorChanges,
    ) -> Result<Self, Refused> {
        let mut rename = Self::of_all_names(snapshot, config, index)?;
        rename.entries = vec![index];
        rename.routes.retain(|changed| changed.entry == index);
        Ok(Self { anchors, ..rename })
    }

    /// Determines what changes besides the routes.
    fn without_routes(
        snapshot: &'a Snapshot,
        config: &Config,
        index: EntryIndex,
        (name_field, old_name): (Option<&'static str>, &str),
        entries: Vec<EntryIndex>,
        new_name: String,
    ) -> Result<Self, Refused> {
        let (site, plan) = (snapshot.site(), &**snapshot.plan());
        let old_id = site.entry(index).id.to_string();
        let is_file = name_field.is_none();
        let new_id = if is_file { with_last_part(&old_id, &new_name) } else { old_id.clone() };
        let mut rename = Self {
            site,
            plan,
            index,
            name_field,
            entries,
            old_name: old_name.to_owned(),
            new_name,
            old_id,
            new_id,
            moves: Vec::new(),
            routes: Vec::new(),
            anchors: AnchorChanges::new(),
        };
        if is_file {
            rename.moves = rename.find_moves(config)?;
        }
        Ok(rename)
    }

    /// Returns the key and the new text of the field that holds the name; `None` if no field holds it.
    pub fn new_field(&self) -> Option<(&'static str, String)> {
        let entry = self.site.entry(self.index);
        let key = self.name_field?;
        Some((key, with_last_part(entry.text(key)?, &self.new_name)))
    }

    /// Returns the new route of the page of an entry; `None` if the name gives no valid route.
    pub fn new_route(&self, index: EntryIndex) -> Option<String> {
        let entry = self.site.entry(index);
        match self.new_field() {
            Some(("route", route)) => route::normalize(&route).ok(),
            Some((_, slug)) => route_with_slug(self.site, index, &slug),
            None if entry.text("slug").is_some() => route_with_slug(self.site, index, &entry.slug),
            None => {
                let id = [&*self.new_id, &entry.id[self.old_id.len()..]].concat();
                let name = self.site.collections()[entry.collection].name_for_slug(&id);
                route_with_slug(self.site, index, &self.site.content.settings.file_slug(name, entry.language)?)
            }
        }
    }

    /// Returns the new id of an entry that is renamed; `None` if ids stay, or if no such entry has the id.
    pub fn new_id_of(&self, id: &str) -> Option<String> {
        let rest = id.strip_prefix(&self.old_id).filter(|_| self.new_id != self.old_id)?;
        let is_renamed = || self.entries.iter().any(|&entry| *self.site.entry(entry).id == *id);
        (rest.is_empty() || is_renamed()).then(|| [&self.new_id, rest].concat())
    }

    fn route_change(&self, entry: EntryIndex) -> Option<RouteChange> {
        let before = self.plan.pages[self.plan.page_of_entry(entry)?].route.to_string();
        let after = self.new_route(entry).filter(|after| *after != before)?;
        Some(RouteChange { entry, before, after })
    }

    /// Lists the moves of the entries' files and, if there is a folder, of all files in it.
    fn find_moves(&self, config: &Config) -> Result<Vec<(String, String)>, Refused> {
        let entries: Vec<&Entry> = self.entries.iter().map(|&entry| &**self.site.entry(entry)).collect();
        let mut files: BTreeSet<String> = entries.iter().map(|entry| entry.file.file.to_string()).collect();
        let has_folder = entries.iter().any(|entry| entry.role != EntryRole::Single || *entry.id != *self.old_id);
        let folders: BTreeSet<String> = entries.iter().filter_map(|entry| self.own_folder(entry)).collect();
        for folder in &folders {
            if has_folder && fs::is_dir(&config.path(folder)) {
                let (found, problems) = fs::walk(&config.path(folder), folder, &Bounds::new(&config.root, &[]));
                if let Some(problem) = problems.into_iter().next() {
                    return Err(problem.into());
                }
                files.extend(found.iter().map(|file| format!("{folder}/{}", nfc(file))));
            }
            // An entry may have a schema of its own beside it.
            files.extend(Some(format!("{folder}{SCHEMA_ENDING}")).filter(|schema| fs::exists(&config.path(schema))));
        }
        let new_path = |file: &str, folder: &String| {
            file.strip_prefix(folder).map(|rest| with_last_part(folder, &self.new_name) + rest)
        };
        let moved = |file: String| Some((file.clone(), folders.iter().find_map(|folder| new_path(&file, folder))?));
        Ok(files.into_iter().filter_map(moved).collect())
    }

    /// Returns the path of the renamed entry's folder, derived from the file of one of the entries:
    /// `content/guide/tides` for `content/guide/tides.md`, `content/guide/tides/index.md` and
    /// `content/guide/tides/low.md`. The folder need not exist.
    fn own_folder(&self, entry: &Entry) -> Option<String> {
        // A file outside of `content/` has the `path` that it would have in the collection's folder in `content/`.
        let collection = &self.site.collections()[entry.collection].name;
        let base = entry.file.file.strip_suffix(entry.file.path.strip_prefix(collection)?)?;
        Some([base, self.old_id.strip_prefix(collection)?].concat())
    }

    /// Returns the path to which a file is moved.
    pub fn new_path_of(&self, file: &str) -> Option<&str> {
        self.moves.iter().find(|(from, _)| from == file).map(|(_, to)| to.as_str())
    }

    /// Lists the files that may have to change: those of the entry, and those that may lead to it.
    pub fn candidate_files(&self) -> impl Iterator<Item = ContentFile<'a>> {
        let names = self.link_names();
        ContentFile::all(self.site).filter(move |content| {
            let holds_name = |text: &str| names.iter().any(|name| text.contains(*name));
            let text = &content.source.text;
            // In links, a name may be escaped, and in any normal form.
            self.is_own_file(content.role) || holds_name(text) || holds_name(&nfc(&route::decode(text)))
        })
    }

    /// Lists parts of routes and names. Each link or reference to the entries, once decoded, contains one of them. The
    /// list is short even if a folder of many entries is renamed, as the same part of all routes changes.
    fn link_names(&self) -> BTreeSet<&str> {
        let routes = self.routes.iter().map(|changed| changed_part(&changed.before, &changed.after));
        routes.chain([&*self.old_name]).collect()
    }

    /// Whether a file is that of an entry that is renamed.
    pub fn is_own_file(&self, role: ContentRole<'_>) -> bool {
        matches!(role, ContentRole::Entry(index) if self.entries.binary_search(&index).is_ok())
    }
}

fn last_part(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// Compares the parts of two routes from the end, and returns the first one of `before` that differs; empty if none
/// does.
fn changed_part<'r>(before: &'r str, after: &'r str) -> &'r str {
    let [before, after] = [before, after].map(|route| route.trim_end_matches('/').rsplit('/'));
    let mut parts = before.zip(after.chain(std::iter::repeat("")));
    parts.find_map(|(before, after)| (before != after).then_some(before)).unwrap_or_default()
}

/// Returns a path with another last part: `/a/b/` → `/a/c/`.
fn with_last_part(path: &str, name: &str) -> String {
    let trimmed = path.trim_end_matches('/');
    let start = trimmed.len() - last_part(trimmed).len();
    [&path[..start], name, &path[trimmed.len()..]].concat()
}

#[cfg(test)]
mod tests {
    use super::{changed_part, last_part, with_last_part};

    #[test]
    fn the_changed_part_of_a_route_is_found_from_its_end() {
        for (before, after, expected) in [
            ("/about/us/", "/about/new/", "us"),
            ("/2024/trip/", "/2025/trip/", "2024"),
            ("/articles/tides/", "/new-name/", "tides"),
            ("/2024/trip/2024/", "/2025/trip/2024/", "2024"),
            ("/trip/", "/a/trip/", ""),
        ] {
            assert_eq!(changed_part(before, after), expected, "{before} {after}");
        }
    }

    #[test]
    fn the_last_part_of_a_path_is_replaced() {
        for (path, last, expected) in [
            ("/about/us/", "us", "/about/new/"),
            ("/about", "about", "/new"),
            ("articles/2026/tides", "tides", "articles/2026/new"),
            ("tides", "tides", "new"),
        ] {
            assert_eq!(last_part(path), last, "{path}");
            assert_eq!(with_last_part(path, "new"), expected, "{path}");
        }
    }
}
