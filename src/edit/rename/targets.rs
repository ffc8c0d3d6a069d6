//! The new forms of links, addresses and names that lead to an entry whose name changes.

use super::entry_rename::EntryRename;
use crate::config::CONTENT;
use crate::content::entry_file::without_extension;
use crate::markdown::{LinkSpan, MarkdownOptions, link_spans};
use crate::render::content_paths::resolve;
use crate::route;
use crate::site::plan::PageSubject;
use crate::unicode::nfc;

/// Returns the new form of the address, the path or the id that a text is, or of the addresses in its Markdown or
/// HTML. `from` is the path, below `content/`, of the file around the text. `None` if nothing in it leads to the
/// entry.
pub fn new_text(rename: &EntryRename<'_>, text: &str, from: &str, options: &MarkdownOptions) -> Option<String> {
    if let Some(name) = new_name(rename, text, from) {
        return Some(name);
    }
    let mut written = String::new();
    let mut end = 0;
    for LinkSpan { target: span, .. } in link_spans(text, 0, options) {
        if let Some(target) = new_name(rename, &text[span.clone()], from).filter(|_| span.start >= end) {
            written.push_str(&text[end..span.start]);
            written.push_str(&target);
            end = span.end;
        }
    }
    (end > 0).then(|| written + &text[end..])
}

/// Returns the new form of a reference to an entry of `collection`; `None` if it is one to another entry.
pub fn new_reference(rename: &EntryRename<'_>, collection: &str, name: &str) -> Option<String> {
    let own = rename.old_id.strip_prefix(collection).and_then(|rest| rest.strip_prefix('/'));
    if rename.new_id == rename.old_id {
        None
    } else if own == Some(&*nfc(name)) {
        Some(rename.new_id[collection.len() + 1..].to_owned())
    } else {
        (*nfc(name) == *rename.old_id).then(|| rename.new_id.clone())
    }
}

/// Returns the new form of the address, the path or the id that a text is.
pub fn new_name(rename: &EntryRename<'_>, text: &str, from: &str) -> Option<String> {
    let id = || (text == rename.old_id && rename.new_id != rename.old_id).then(|| rename.new_id.clone());
    new_target(rename, text, from).or_else(id)
}

/// Returns the new form of the target of a link.
fn new_target(rename: &EntryRename<'_>, target: &str, from: &str) -> Option<String> {
    let (path, rest) = target.split_at(target.find(['#', '?']).unwrap_or(target.len()));
    let new = prefixes(rename).iter().find_map(|prefix| {
        let path = path.strip_prefix(&**prefix).filter(|path| route::is_local(path))?;
        Some([prefix, &*new_path(rename, path)?].concat())
    });
    Some(new.or_else(|| new_relative(rename, path, from))? + rest)
}

/// Returns what may precede a route in an address: the URL of the site, or its base path, which HTML has and Markdown
/// does without.
fn prefixes(rename: &EntryRename<'_>) -> [String; 3] {
    let settings = &rename.site.content.settings;
    let base = settings.base_path.trim_end_matches('/');
    [[&settings.origin, base].concat(), base.to_owned(), String::new()]
}

/// Returns the address of another page, with what precedes the route in the address `like`.
pub fn address_like(rename: &EntryRename<'_>, like: &str, route: &str) -> String {
    let is_one = |prefix: &&String| like.strip_prefix(&***prefix).is_some_and(route::is_local);
    let prefix = prefixes(rename).iter().find(is_one).cloned().unwrap_or_default();
    [&*prefix, route].concat()
}

/// Returns the new form of an address within the site.
fn new_path(rename: &EntryRename<'_>, path: &str) -> Option<String> {
    let decoded = route::decode(path);
    let route = route::normalize(&decoded).ok()?;
    let changed = rename.routes.iter().find(|changed| {
        route.strip_prefix(&changed.before).is_some_and(|rest| rest.is_empty() || is_own(rename, &route))
    })?;
    let mut new = [&changed.after, &route[changed.before.len()..]].concat();
    if !path.ends_with('/') && new.len() > 1 && new.ends_with('/') {
        new.pop();
    }
    Some(if decoded == path { new } else { route::url("", &new) })
}

/// Whether a further page of the entry is at a route below its first, or one of its attachments.
fn is_own(rename: &EntryRename<'_>, route: &str) -> bool {
    match rename.plan.page_at(route).map(|page| &rename.plan.pages[page].subject) {
        Some(PageSubject::Entry(entry)) => rename.entries.contains(entry),
        Some(_) => false,
        None => rename.publishes(route.trim_start_matches('/')),
    }
}

/// Returns the new form of a path that is relative to the file `from`: the part that is the name changes.
fn new_relative(rename: &EntryRename<'_>, path: &str, from: &str) -> Option<String> {
    let resolved = resolve(from, &route::decode(path))
        .filter(|_| !path.is_empty() && !path.starts_with('/') && !rename.moves.is_empty())?;
    let resolved = nfc(&resolved);
    let is_entry =
        [".md", ".yaml"].iter().any(|end| resolved.ends_with(end)) && without_extension(&resolved) == rename.old_id;
    let is_moved = |(from, _): &(String, String)| {
        from.strip_prefix(CONTENT).and_then(|path| path.strip_prefix('/')) == Some(&*resolved)
    };
    if !is_entry && !rename.moves.iter().any(is_moved) {
        return None;
    }
    let behind = resolved.split('/').count().checked_sub(rename.old_id.split('/').count())?;
    let mut parts: Vec<&str> = path.split('/').collect();
    let at = parts.len().checked_sub(behind + 1)?;
    let decoded = nfc(&route::decode(parts[at])).into_owned();
    let rest = decoded.strip_prefix(&rename.old_name).filter(|rest| rest.is_empty() || rest.starts_with('.'))?;
    let new = format!("{}{rest}", rename.new_name);
    let new = if decoded == nfc(parts[at]) { new } else { route::url("", &new) };
    parts[at] = &new;
    Some(parts.join("/"))
}
