//! The rewriting of one link, id or reference that leads to an entry whose name or folder changes.
//!
//! The functions `rewrite_…` return `None` for what leads to no such entry. `from` is the path, below `content/`, of
//! the file in which a link stands.

use super::super::content_file::ContentFile;
use super::entry_rename::{EntryRename, RouteChange};
use crate::asset::attachment_key;
use crate::content::entry_file::is_named_by_folder;
use crate::html::replace_spans;
use crate::markdown::{LinkSpan, find_link_spans};
use crate::render::content_paths::resolve;
use crate::route::{self, without_extension};
use crate::site::EntryIndex;
use crate::site::plan::PageSubject;
use crate::unicode::nfc;

/// Rewrites a text that is a link or an id, or that contains links in Markdown or HTML.
pub fn rewrite_text(rename: &EntryRename<'_>, text: &str, content: &ContentFile<'_>) -> Option<String> {
    let from = &*content.source.path;
    rewrite_link_or_id(rename, text, from).or_else(|| {
        let edit = |span: LinkSpan| Some((span.target, rewrite_link_or_id(rename, &span.address, from)?));
        let edits: Vec<_> = find_link_spans(text, 0, content.markdown).into_iter().filter_map(edit).collect();
        (!edits.is_empty()).then(|| replace_spans(text, edits))
    })
}

/// Rewrites a reference to an entry of `collection`. `name` is a name within the collection, or an id.
pub fn rewrite_reference(rename: &EntryRename<'_>, collection: &str, name: &str) -> Option<String> {
    let name = nfc(name);
    match rename.new_id_of(&format!("{collection}/{name}")) {
        Some(new) => Some(new[collection.len() + 1..].to_owned()),
        None => rename.new_id_of(&name),
    }
}

/// Rewrites a text that is, as a whole, a link or an id.
pub fn rewrite_link_or_id(rename: &EntryRename<'_>, text: &str, from: &str) -> Option<String> {
    if !rename.anchors.is_empty() {
        return rewrite_anchor(rename, text, from);
    }
    rewrite_link(rename, text, from).or_else(|| rename.new_id_of(&nfc(text)))
}

/// Rewrites a link to a heading whose id changes. If the heading is gone, the link leads to the beginning of the page.
fn rewrite_anchor(rename: &EntryRename<'_>, text: &str, from: &str) -> Option<String> {
    let (page, anchor) = text.split_once('#')?;
    let decoded = route::decode(anchor);
    let new = rename.anchors.get(&*nfc(&decoded))?;
    if !leads_to_page(rename, page, from) {
        return None;
    }
    Some(match new {
        Some(id) if decoded == anchor => format!("{page}#{id}"),
        Some(id) => format!("{page}#{}", route::url("", id)),
        None if page.is_empty() => "#".to_owned(),
        None => page.to_owned(),
    })
}

/// Whether a link leads to the page of the entry, and not to that of a translation. A relative path, such as
/// `tides.md`, leads to the page in the language of `from`.
fn leads_to_page(rename: &EntryRename<'_>, link: &str, from: &str) -> bool {
    let site = rename.site;
    if link.is_empty() {
        return *site.entry(rename.index).file.path == *from;
    }
    let path = link.split('?').next().unwrap_or_default();
    if rewrite_relative_path(rename, path, from).is_none() {
        return rewrite_link(rename, link, from).is_some();
    }
    let Some(resolved) = resolve(from, &route::decode(path)) else { return false };
    let named = without_extension(&resolved);
    let folder = named.rsplit_once('/').map(|(folder, _)| folder).filter(|_| is_named_by_folder(named));
    let language = site.entries().iter().find(|entry| *entry.file.path == *from).map_or(0, |entry| entry.language);
    let seen = site.in_language(language);
    seen.entry_by_id(named).or_else(|| seen.entry_by_id(folder?)) == Some(rename.index)
}

/// Rewrites a link: a URL, a route, or the path of a file.
fn rewrite_link(rename: &EntryRename<'_>, target: &str, from: &str) -> Option<String> {
    let (path, rest) = target.split_at(target.find(['#', '?']).unwrap_or(target.len()));
    let new = route_prefixes(rename).iter().find_map(|prefix| {
        let path = path.strip_prefix(&**prefix).filter(|path| route::is_local(path))?;
        Some([prefix, &*rewrite_route(rename, path)?].concat())
    });
    Some(new.or_else(|| rewrite_relative_path(rename, path, from))? + rest)
}

/// Returns what may precede a route in a link: the URL of the site, its base path (in HTML), or nothing (in Markdown).
fn route_prefixes(rename: &EntryRename<'_>) -> [String; 3] {
    let settings = &rename.site.content.settings;
    let base = settings.base_path.trim_end_matches('/');
    [[&settings.origin, base].concat(), base.to_owned(), String::new()]
}

/// Writes a link to `route` in the form of the link `like`: with the site's URL, with its base path, or with neither.
pub fn write_link_like(rename: &EntryRename<'_>, like: &str, route: &str) -> String {
    let is_used = |prefix: &&String| like.strip_prefix(&***prefix).is_some_and(route::is_local);
    let prefix = route_prefixes(rename).iter().find(is_used).cloned().unwrap_or_default();
    [&*prefix, route].concat()
}

/// Rewrites a route, which may be escaped or lack its last slash.
fn rewrite_route(rename: &EntryRename<'_>, path: &str) -> Option<String> {
    let decoded = route::decode(path);
    let route = route::normalize(&decoded).ok()?;
    let matches = |changed: &&RouteChange| {
        let rest = route.strip_prefix(&changed.before);
        rest.is_some_and(|rest| rest.is_empty() || belongs_to_entry(rename, changed.entry, &route))
    };
    let changed = rename.routes.iter().find(matches)?;
    let mut new = [&changed.after, &route[changed.before.len()..]].concat();
    if !path.ends_with('/') && new.len() > 1 && new.ends_with('/') {
        new.pop();
    }
    Some(if decoded == path { new } else { route::url("", &new) })
}

/// Whether a route below that of an entry is one of its further pages, or one of its attachments.
fn belongs_to_entry(rename: &EntryRename<'_>, entry: EntryIndex, route: &str) -> bool {
    let EntryRename { site, plan, .. } = rename;
    if let Some(page) = plan.page_at(route) {
        return plan.pages[page].subject == PageSubject::Entry(entry);
    }
    let mut own = site.content.attachments.iter().filter(|attachment| attachment.owner == site.entry(entry).id);
    own.any(|own| plan.attachments.get(&*attachment_key(&own.path)).is_some_and(|path| *path == route[1..]))
}

/// Rewrites a path that is relative to the file `from`: the segment with the entry's name changes.
fn rewrite_relative_path(rename: &EntryRename<'_>, path: &str, from: &str) -> Option<String> {
    if path.is_empty() || path.starts_with('/') || rename.moves.is_empty() {
        return None;
    }
    let resolved = resolve(from, &route::decode(path))?;
    let resolved = nfc(&resolved);
    let is_entry = [".md", ".yaml"].iter().any(|end| resolved.ends_with(end))
        && rename.new_id_of(without_extension(&resolved)).is_some();
    // A file of an entry outside of `content/` is linked to as if it lay in `content/`, so only the ends of paths are
    // compared.
    let moved_end = resolved.strip_prefix(&rename.old_id).map(|rest| format!("/{}{rest}", rename.old_name));
    let is_moved = moved_end.is_some_and(|end| rename.moves.iter().any(|(from, _)| from.ends_with(&end)));
    if !is_entry && !is_moved {
        return None;
    }
    // As many segments follow the name in the relative path as in the resolved one.
    let segments_after = resolved.split('/').count().checked_sub(rename.old_id.split('/').count())?;
    let mut parts: Vec<&str> = path.split('/').collect();
    let at = parts.len().checked_sub(segments_after + 1)?;
    let decoded = nfc(&route::decode(parts[at])).into_owned();
    let rest = decoded.strip_prefix(&rename.old_name).filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
    let new = format!("{}{rest}", rename.new_name);
    let new = if decoded == nfc(parts[at]) { new } else { route::url("", &new) };
    parts[at] = &new;
    Some(parts.join("/"))
}
