//! The pages that a change of an entry takes offline: its own page if it becomes a draft or gets a future date, and the
//! pages of terms that it loses and no other published entry has.

use serde_json::Value;

use super::content_file::ContentRole;
use super::file_change::FileChange;
use super::refused::Refused;
use super::uses::routes_of;
use super::workspace::{OpenFile, Workspace};
use crate::content::entry::Visibility;
use crate::site::EntryIndex;
use crate::site::plan::{DeclaredFor, PageSubject, PlannedPage, Term};
use crate::snapshot::Snapshot;
use crate::yaml::pointer::join;

/// Lists the change from `file` to `new`, and that of the ledger if the change takes pages of an entry offline.
pub fn list_file_changes(
    workspace: &Workspace<'_>,
    file: &OpenFile<'_>,
    new: &OpenFile<'_>,
) -> Result<Vec<FileChange>, Refused> {
    let mut changes = vec![file.change_to(new)];
    if let ContentRole::Entry(index) = file.content.role {
        let (snapshot, before, after) = (&workspace.snapshot, file.values()?, new.values()?);
        let site = snapshot.site();
        let is_unpublished = |document: &Value| {
            let visibility = document
                .as_object()
                .map(|fields| Visibility::of(fields, site.now.timestamp(), &site.content.settings.zone));
            matches!(visibility, Some(Visibility::Draft | Visibility::Future))
        };
        let goes_offline = is_unpublished(&after) && !is_unpublished(&before);
        let mut routes = if goes_offline { routes_of(site, snapshot.plan(), index) } else { Vec::new() };
        let keeps = |term: &Term| !goes_offline && keeps_term(term, &before, &after);
        routes.extend(lost_term_routes(snapshot, &[index], keeps));
        let routes: Vec<&str> = routes.iter().map(String::as_str).collect();
        changes.extend(FileChange::mark_gone(&routes, workspace.config)?);
    }
    Ok(changes)
}

/// Returns the routes of the pages of terms that `entries` lose and no other published entry has. `keeps` says which
/// terms the entries keep.
pub fn lost_term_routes(snapshot: &Snapshot, entries: &[EntryIndex], keeps: impl Fn(&Term) -> bool) -> Vec<String> {
    let stays = |entry: &EntryIndex| {
        snapshot.site().entry(*entry).visibility == Visibility::Published && !entries.contains(entry)
    };
    let is_lost = |page: &&PlannedPage| match &page.subject {
        PageSubject::Declared { made_for: DeclaredFor::Term(term), .. } => {
            term.entries.iter().any(|entry| entries.contains(entry)) && !term.entries.iter().any(stays) && !keeps(term)
        }
        _ => false,
    };
    snapshot.plan().pages.iter().filter(is_lost).map(|page| page.route.to_string()).collect()
}

/// Whether an entry keeps a term when its document changes from `before` to `after`. If the field changes, a term is
/// kept only if its exact name is there. A term that stays in another form, such as another day of the same year,
/// counts as lost. Its page stays, so the next publishing removes `gone` from the page's route in the ledger.
fn keeps_term(term: &Term, before: &Value, after: &Value) -> bool {
    let at = join("", &term.field);
    let (before, after) = (before.pointer(&at), after.pointer(&at));
    let is_name = |value: &Value| value.as_str() == Some(&term.name);
    let has_name = |value: &Value| value.as_array().map_or_else(|| is_name(value), |items| items.iter().any(is_name));
    before == after || (term.period.is_none() && after.is_some_and(has_name))
}
