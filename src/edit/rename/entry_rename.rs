//! What another name of an entry changes: its id, its files, and the routes of its pages.

use std::collections::BTreeSet;

use super::super::change::Refused;
use super::super::content_file::{ContentFile, ContentRole, entry_title, is_behind_link};
use super::super::uses::routes_of;
use crate::asset::attachment_key;
use crate::config::{CONTENT, Config};
use crate::content::SCHEMA_ENDING;
use crate::content::entry_file::{EntryFile, EntryRole};
use crate::content::entry_name::{is_portable_name, is_valid_name};
use crate::fs::{self, Bounds};
use crate::route;
use crate::site::plan::{PageSubject, Plan, route_with_slug};
use crate::site::{EntryIndex, Site};
use crate::snapshot::Snapshot;
use crate::unicode::into_nfc;

/// The place where the last part of an entry's address is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameSource {
    /// In the name of its file, or of its folder if the file is called `index`.
    File,
    /// In its field `slug`.
    Slug,
    /// In its field `route`.
    Route,
}

/// The change of the route of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteChange {
    pub entry: EntryIndex,
    pub before: String,
    pub after: String,
}

/// The change of an entry's name.
pub struct EntryRename<'a> {
    pub site: &'a Site,
    pub plan: &'a Plan,
    pub index: EntryIndex,
    pub source: NameSource,
    /// The entry and, if files are renamed, its translations.
    pub entries: Vec<EntryIndex>,
    pub old_name: String,
    pub new_name: String,
    pub old_id: String,
    pub new_id: String,
    /// The files that are moved, each with its new path. Both are relative to the site's root.
    pub moves: Vec<(String, String)>,
    pub routes: Vec<RouteChange>,
}

/// Whether a file is an entry whose name can be changed.
pub fn is_renamable(site: &Site, content: &ContentFile<'_>) -> bool {
    matches!(content.kind, ContentRole::Entry(index) if why_address_fixed(site, index).is_none())
}

/// Says why the name of an entry can't be changed in the editor. Returns `None` if it can.
pub fn why_address_fixed(site: &Site, index: EntryIndex) -> Option<&'static str> {
    let entry = site.entry(index);
    let is_below = |other: &str| other.len() > entry.id.len() && route::is_within(other, &entry.id);
    if site.collections()[entry.collection].forms.is_some() {
        Some("Forms are named in templates: a developer renames them.")
    } else if !entry.file.file.starts_with(CONTENT) {
        Some("Its file is outside of the site's content: a developer renames it.")
    } else if entry.role == EntryRole::Section || site.entries().iter().any(|other| is_below(&other.id)) {
        Some("Other entries are in its folder: a developer renames it.")
    } else if entry.text("route").is_some_and(|route| route.trim_matches('/').is_empty()) {
        Some("It is the first page of the site, which has no name in its address.")
    } else {
        None
    }
}

/// Returns an entry with its translations.
pub fn all_translations(site: &Site, index: EntryIndex) -> Vec<EntryIndex> {
    let id = &site.entry(index).id;
    (0..site.entries().len()).filter(|&other| site.entry(other).id == *id).collect()
}

/// Returns an assumed new name with which the uses of an entry are found. It differs from all names of the entry and of
/// its translations, as every use changes with it. No file gets it.
pub fn preview_name(snapshot: &Snapshot, index: EntryIndex) -> String {
    let (site, plan) = (snapshot.site(), &**snapshot.plan());
    let mut names = vec![site.entry(index).id.to_string()];
    for entry in all_translations(site, index) {
        names.extend(routes_of(site, plan, entry));
        names.push(site.entry(entry).slug.clone());
    }
    let mut name = "new-name".to_owned();
    while names.iter().any(|known| known.contains(&name)) {
        name.push_str("-2");
    }
    name
}

impl<'a> EntryRename<'a> {
    /// Determines what the name `name` would change.
    ///
    /// # Errors
    /// Fails if the name is not valid, or taken.
    pub fn new(snapshot: &'a Snapshot, config: &Config, index: EntryIndex, name: &str) -> Result<Self, Refused> {
        let rename = Self::unchecked(snapshot, config, index, name)?;
        rename.check_name(config)?;
        rename.check_routes()?;
        Ok(rename)
    }

    /// Determines what the name would change, whether or not the entry can have it.
    pub fn unchecked(snapshot: &'a Snapshot, config: &Config, index: EntryIndex, name: &str) -> Result<Self, Refused> {
        let (site, plan) = (snapshot.site(), &**snapshot.plan());
        if let Some(reason) = why_address_fixed(site, index) {
            return Err(Refused::invalid("edit-address", reason, "change it with another program"));
        }
        let entry = site.entry(index);
        let (source, written) = match (entry.text("route"), entry.text("slug")) {
            (Some(route), _) if !route.contains('{') => (NameSource::Route, route),
            (_, Some(slug)) => (NameSource::Slug, slug),
            _ => (NameSource::File, &*entry.id),
        };
        let new_name = into_nfc(name.to_owned());
        let old_id = entry.id.to_string();
        let is_file = source == NameSource::File;
        let new_id = if is_file { with_last_part(&old_id, &new_name) } else { old_id.clone() };
        let mut rename = Self {
            site,
            plan,
            index,
            source,
            entries: if is_file { all_translations(site, index) } else { vec![index] },
            old_name: last_part(written).to_owned(),
            new_name,
            old_id,
            new_id,
            moves: Vec::new(),
            routes: Vec::new(),
        };
        if is_file {
            rename.moves = rename.find_moves(config)?;
        }
        rename.routes = rename.entries.iter().filter_map(|&entry| rename.route_change(entry)).collect();
        Ok(rename)
    }

    /// Determines what would change if the entry and its translations lost all their names: ids, routes and aliases.
    /// `rewrite_file` then changes whatever leads to one of them.
    pub fn of_all_names(snapshot: &'a Snapshot, config: &Config, index: EntryIndex) -> Result<Self, Refused> {
        let (site, plan) = (snapshot.site(), &**snapshot.plan());
        let old_id = site.entry(index).id.to_string();
        let new_name = preview_name(snapshot, index);
        let after = format!("/{new_name}/");
        let mut rename = Self {
            site,
            plan,
            index,
            source: NameSource::File,
            entries: all_translations(site, index),
            old_name: last_part(&old_id).to_owned(),
            new_id: with_last_part(&old_id, &new_name),
            new_name,
            old_id,
            moves: Vec::new(),
            routes: Vec::new(),
        };
        rename.moves = rename.find_moves(config)?;
        for &entry in &rename.entries {
            let routes = routes_of(site, plan, entry).into_iter().filter_map(|route| route::normalize(&route).ok());
            let changes = routes.filter(|route| route != "/");
            rename.routes.extend(changes.map(|before| RouteChange { entry, after: after.clone(), before }));
        }
        Ok(rename)
    }

    /// Returns the key and the new text of the field that holds the name; `None` if the file's name is the name.
    pub fn new_field(&self) -> Option<(&'static str, String)> {
        let entry = self.site.entry(self.index);
        let key = match self.source {
            NameSource::File => return None,
            NameSource::Slug => "slug",
            NameSource::Route => "route",
        };
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
                let name = self.site.collections()[entry.collection].slug_of(&self.new_id);
                route_with_slug(self.site, index, &self.site.content.settings.file_slug(name, entry.language)?)
            }
        }
    }

    fn route_change(&self, entry: EntryIndex) -> Option<RouteChange> {
        let before = self.plan.pages[self.plan.page_of_entry(entry)?].route.to_string();
        let after = self.new_route(entry).filter(|after| *after != before)?;
        Some(RouteChange { entry, before, after })
    }

    /// Lists the files of the entry and of its translations, with all files of its folder if it is a bundle.
    fn find_moves(&self, config: &Config) -> Result<Vec<(String, String)>, Refused> {
        let folder = format!("{CONTENT}/{}", self.old_id);
        let own = self.entries.iter().map(|&entry| self.site.entry(entry));
        let mut files: BTreeSet<String> = own.clone().map(|entry| entry.file.file.to_string()).collect();
        if own.clone().any(|entry| entry.role == EntryRole::Bundle) {
            let (found, problems) = fs::walk(&config.path(&folder), &folder, &Bounds::new(&config.root, &[]));
            if let Some(problem) = problems.into_iter().next() {
                return Err(Refused::Failed(problem));
            }
            files.extend(found.iter().map(|file| format!("{folder}/{file}")));
        }
        // An entry may have a schema of its own beside it.
        files.extend(Some(format!("{folder}{SCHEMA_ENDING}")).filter(|schema| fs::exists(&config.path(schema))));
        let new = format!("{CONTENT}/{}", self.new_id);
        let moves =
            files.into_iter().filter_map(|file| Some((file.clone(), format!("{new}{}", file.strip_prefix(&folder)?))));
        Ok(moves.collect())
    }

    /// Checks that the new name is valid, and that no other file has it.
    fn check_name(&self, config: &Config) -> Result<(), Refused> {
        let name = &self.new_name;
        if *name == self.old_name {
            return Err(Refused::invalid("same-name", "this is its address already", "write another one"));
        }
        // A name such as `_index`, or one that ends with a language, would give the file another id.
        let keeps_id = self.moves.iter().all(|(_, to)| {
            let path = &to[CONTENT.len() + 1..];
            let collection = &self.site.collections()[self.site.entry(self.index).collection].name;
            let suffixes = self.site.content.settings.suffixes();
            let is_entry = (to.ends_with(".md") || to.ends_with(".yaml")) && !to.ends_with(SCHEMA_ENDING);
            !is_entry || route::is_within(EntryFile::of(collection, path, &suffixes).id, &self.new_id)
        });
        if !is_valid_name(name) || !is_portable_name(name) || !keeps_id {
            return Err(Refused::bad_name(name));
        }
        if self.source != NameSource::File {
            return Ok(());
        }
        let folder = format!("{CONTENT}/{}", self.new_id.rsplit_once('/').map_or("", |(folder, _)| folder));
        if is_behind_link(config, &folder) || self.moves.iter().any(|(from, _)| is_behind_link(config, from)) {
            let message = format!("`{folder}` is reached through a link");
            return Err(Refused::invalid("edit-link", message, "rename the entry with another program"));
        }
        let lower = name.to_lowercase();
        let is_same = |file: &str| {
            file.to_lowercase().strip_prefix(&lower).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let present = fs::list(&config.path(&folder), &folder)?;
        match present.iter().find(|file| is_same(file)) {
            Some(file) => Err(Refused::invalid(
                "entry-exists",
                format!("there is `{file}` already"),
                "choose a different address; upper and lower case make no difference",
            )),
            None => Ok(()),
        }
    }

    /// Checks that each page can have its new route.
    fn check_routes(&self) -> Result<(), Refused> {
        for &index in &self.entries {
            let Some(page) = self.plan.page_of_entry(index) else { continue };
            let Some(route) = self.new_route(index) else {
                let message = format!("`{}` can't be a part of an address", self.new_name);
                return Err(Refused::invalid("bad-name", message, "use Latin letters, digits and hyphens"));
            };
            let Some(taken) = self.plan.page_at(&route).map(|at| &self.plan.pages[at]) else { continue };
            let own = &self.plan.pages[page].route;
            let title = match &taken.subject {
                PageSubject::Entry(other) if *other == index => continue,
                // The old address of this page itself.
                PageSubject::Alias { to } if to == own => continue,
                PageSubject::Entry(other) => format!("“{}”", entry_title(self.site, *other)),
                PageSubject::Alias { to } => format!("a former address of {to}"),
                PageSubject::Declared { .. } => "another page".to_owned(),
            };
            let message = format!("`{route}` is taken: {title}");
            return Err(Refused::invalid("address-taken", message, "choose a different address"));
        }
        Ok(())
    }

    /// Lists the files that may have to change: those of the entry, and those that may lead to it.
    pub fn candidate_files(&self) -> impl Iterator<Item = ContentFile<'a>> {
        let names = self.link_names();
        ContentFile::all(self.site).filter(move |content| {
            self.is_own_file(content.kind) || names.iter().any(|name| content.source.text.contains(&**name))
        })
    }

    /// Lists strings of which each link or reference to the entry contains at least one.
    fn link_names(&self) -> Vec<String> {
        let routes = self.routes.iter().map(|changed| last_part(&changed.before));
        let names = routes.chain([&*self.old_name]);
        names.flat_map(|name| [name.to_owned(), route::url("", name)]).collect()
    }

    /// Whether a file is that of the entry, or of a translation that is renamed with it.
    pub fn is_own_file(&self, role: ContentRole<'_>) -> bool {
        matches!(role, ContentRole::Entry(index) if self.entries.contains(&index))
    }

    /// Whether the output at a path is one of the entry's attachments.
    pub fn owns_attachment(&self, output: &str) -> bool {
        let own = self.entries.iter().flat_map(|&entry| self.site.attachments(entry));
        let moved = self.moves.iter().filter_map(|(from, _)| from.strip_prefix(CONTENT)?.strip_prefix('/'));
        let moved: Vec<String> = moved.map(attachment_key).collect();
        let mut keys = own.map(|key| &**key).chain(moved.iter().map(String::as_str));
        keys.any(|key| self.plan.attachments.get(key).is_some_and(|path| path == output))
    }
}

/// Returns the last part of a path.
fn last_part(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns a path with another last part: `/a/b/` → `/a/c/`.
fn with_last_part(path: &str, name: &str) -> String {
    let trimmed = path.trim_end_matches('/');
    let start = trimmed.len() - last_part(trimmed).len();
    [&path[..start], name, &path[trimmed.len()..]].concat()
}

#[cfg(test)]
mod tests {
    use super::{last_part, with_last_part};

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
