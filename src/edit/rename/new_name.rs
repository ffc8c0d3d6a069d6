//! The checks of an entry's new name: the name and the routes that it gives must be valid and free.

use super::super::content_file::{check_no_link, entry_title};
use super::super::refused::Refused;
use super::entry_rename::EntryRename;
use crate::asset::shown_path;
use crate::config::{CONTENT, Config};
use crate::content::SCHEMA_ENDING;
use crate::content::entry_file::EntryFile;
use crate::content::entry_name::{is_portable_name, is_valid_name};
use crate::fs;
use crate::route;
use crate::site::plan::PageSubject;
use crate::site::{EntryIndex, Site};
use crate::snapshot::Snapshot;
use crate::unicode::nfc;

/// The help if another file or page has the name.
const TAKEN_HELP: &str = "choose a different name; upper and lower case make no difference";

/// Determines what a new name would change.
///
/// # Errors
/// Fails if the address can't be changed in the editor, or if the name is invalid or taken.
pub fn checked_rename<'a>(
    snapshot: &'a Snapshot,
    config: &Config,
    index: EntryIndex,
    name: &str,
) -> Result<EntryRename<'a>, Refused> {
    let rename = EntryRename::unchecked(snapshot, config, index, name)?;
    check_name(&rename, config)?;
    check_routes(&rename, snapshot)?;
    Ok(rename)
}

fn check_name(rename: &EntryRename<'_>, config: &Config) -> Result<(), Refused> {
    let name = &rename.new_name;
    if *name == rename.old_name {
        return Err(Refused::invalid("same-name", "this is its address already", "write another one"));
    }
    if !is_valid_name(name) || !is_portable_name(name) || !keeps_ids(rename) {
        return Err(Refused::bad_name(name));
    }
    if rename.name_field.is_some() {
        return Ok(());
    }
    let parent = rename.new_id.rsplit_once('/').map_or("", |(parent, _)| parent);
    let folder = format!("{CONTENT}/{parent}");
    rename.moves.iter().map(|(from, _)| from).chain([&folder]).try_for_each(|path| check_no_link(config, path))?;
    let lower = name.to_lowercase();
    if lower == rename.old_name.to_lowercase() {
        let message = "this is its address already: upper and lower case make no difference";
        return Err(Refused::invalid("same-name", message, "write another one"));
    }
    check_no_namesake(rename.site, config, parent, name)
}

/// Checks that no file or folder in `folder`, which is below `content/`, has the name, or one that differs in case
/// alone. Entries that a collection has outside of `content/` count as if they lay in the collection's folder.
pub fn check_no_namesake(site: &Site, config: &Config, folder: &str, name: &str) -> Result<(), Refused> {
    let lower = name.to_lowercase();
    let has_name = |file: &str| {
        nfc(file).to_lowercase().strip_prefix(&lower).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let shown = format!("{CONTENT}/{folder}");
    let mut present = fs::list(&config.path(&shown), &shown)?;
    let elsewhere = site.content.entries.iter().filter(|entry| !route::is_within(&entry.file.file, CONTENT));
    let paths = elsewhere.filter_map(|entry| route::path_below(&entry.file.path, folder));
    present.extend(paths.filter_map(|path| path.split('/').next()).map(str::to_owned));
    match present.iter().find(|file| has_name(file)) {
        Some(file) => Err(Refused::invalid("entry-exists", format!("there is `{file}` already"), TAKEN_HELP)),
        None => Ok(()),
    }
}

/// Whether the moved entries have the new id, or ids below it: a name such as `_index`, or one that ends with a
/// language, would give a file another id.
fn keeps_ids(rename: &EntryRename<'_>) -> bool {
    let collection = &rename.site.collections()[rename.site.entry(rename.index).collection].name;
    let suffixes = &rename.site.content.settings.suffixes;
    rename.moves.iter().all(|(_, to)| {
        let is_entry = (to.ends_with(".md") || to.ends_with(".yaml")) && !to.ends_with(SCHEMA_ENDING);
        let keeps_id = |path| route::is_within(EntryFile::of(collection, path, suffixes).id, &rename.new_id);
        !is_entry || route::path_below(to, CONTENT).is_none_or(keeps_id)
    })
}

fn check_routes(rename: &EntryRename<'_>, snapshot: &Snapshot) -> Result<(), Refused> {
    let plan = rename.plan;
    for &index in &rename.entries {
        let Some(page) = plan.page_of_entry(index) else { continue };
        let Some(route) = rename.new_route(index) else {
            let message = format!("`{}` can't be a part of an address", rename.new_name);
            return Err(Refused::invalid("bad-name", message, "use Latin letters, digits and hyphens"));
        };
        let own_route = &plan.pages[page].route;
        check_free(snapshot, &route, |subject| match subject {
            PageSubject::Entry(other) => *other == index,
            // A former address of this page.
            PageSubject::Alias { to, .. } => to == own_route,
            PageSubject::Declared { .. } => false,
        })?;
    }
    Ok(())
}

/// Checks that no page or file has `route`, or a route that differs from it in case alone: both are one file on some
/// disks. Pages whose subject `is_own` do not count.
pub fn check_free(snapshot: &Snapshot, route: &str, is_own: impl Fn(&PageSubject) -> bool) -> Result<(), Refused> {
    let mut same = snapshot.plan().pages.iter().filter(|page| page.route.eq_ignore_ascii_case(route));
    let page = same.find(|page| !is_own(&page.subject)).map(|page| match &page.subject {
        PageSubject::Entry(other) => format!("“{}” is at {}", entry_title(snapshot.site(), *other), page.route),
        PageSubject::Alias { to, .. } => format!("it is a former address of {to}"),
        PageSubject::Declared { .. } => format!("another page is at {}", page.route),
    });
    let output = route::output_path(route);
    let file = || {
        let (key, ..) = snapshot.published_files().find(|(_, path, _)| path.eq_ignore_ascii_case(&output))?;
        Some(format!("`{}` has it", shown_path(key)))
    };
    let Some(holder) = page.or_else(file) else { return Ok(()) };
    Err(Refused::invalid("address-taken", format!("`{route}` is taken: {holder}"), TAKEN_HELP))
}
