//! The checks of an entry's new name: the name and the routes that it gives must be valid and free.

use super::super::content_file::{check_no_link, entry_title};
use super::super::refused::Refused;
use super::entry_rename::EntryRename;
use crate::config::{CONTENT, Config};
use crate::content::SCHEMA_ENDING;
use crate::content::entry_file::EntryFile;
use crate::content::entry_name::{is_portable_name, is_valid_name};
use crate::fs;
use crate::route;
use crate::site::plan::{PageSubject, Plan};
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
    check_routes(&rename)?;
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
    let folder = format!("{CONTENT}/{}", rename.new_id.rsplit_once('/').map_or("", |(folder, _)| folder));
    rename.moves.iter().map(|(from, _)| from).chain([&folder]).try_for_each(|path| check_no_link(config, path))?;
    let lower = name.to_lowercase();
    if lower == rename.old_name.to_lowercase() {
        let message = "this is its address already: upper and lower case make no difference";
        return Err(Refused::invalid("same-name", message, "write another one"));
    }
    let has_name = |file: &str| {
        nfc(file).to_lowercase().strip_prefix(&lower).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let present = fs::list(&config.path(&folder), &folder)?;
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

fn check_routes(rename: &EntryRename<'_>) -> Result<(), Refused> {
    let EntryRename { site, plan, .. } = *rename;
    for &index in &rename.entries {
        let Some(page) = plan.page_of_entry(index) else { continue };
        let Some(route) = rename.new_route(index) else {
            let message = format!("`{}` can't be a part of an address", rename.new_name);
            return Err(Refused::invalid("bad-name", message, "use Latin letters, digits and hyphens"));
        };
        let own_route = &plan.pages[page].route;
        check_free(site, plan, &route, |subject| match subject {
            PageSubject::Entry(other) => *other == index,
            // A former address of this page.
            PageSubject::Alias { to, .. } => to == own_route,
            PageSubject::Declared { .. } => false,
        })?;
    }
    Ok(())
}

/// Checks that no page has `route`, or a route that differs from it in case alone: both are one file on some disks.
/// Pages whose subject `is_own` do not count.
pub fn check_free(site: &Site, plan: &Plan, route: &str, is_own: impl Fn(&PageSubject) -> bool) -> Result<(), Refused> {
    let mut same = plan.pages.iter().filter(|page| page.route.eq_ignore_ascii_case(route));
    let Some(taken) = same.find(|page| !is_own(&page.subject)) else { return Ok(()) };
    let holder = match &taken.subject {
        PageSubject::Entry(other) => format!("“{}” is at {}", entry_title(site, *other), taken.route),
        PageSubject::Alias { to, .. } => format!("it is a former address of {to}"),
        PageSubject::Declared { .. } => format!("another page is at {}", taken.route),
    };
    Err(Refused::invalid("address-taken", format!("`{route}` is taken: {holder}"), TAKEN_HELP))
}
