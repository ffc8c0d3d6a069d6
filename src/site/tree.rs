//! The tree of entries: sections, and what lies below them.
//!
//! The tree follows from the ids of entries. The parent of `docs/a/b/page` is the section `docs/a/b` or, if there is
//! none, `docs/a` or `docs`. Folders above the entry's outermost collection are not looked at.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::sort::sorted;
use crate::content::entry::{Entry, EntryIndex};
use crate::content::entry_file::EntryRole;
use crate::content::loaded_content::Content;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::language::TextOrder;
use crate::route;
use crate::unicode::nfc;
use crate::yaml::tree::PairSide;

/// The parents and children of published entries. Both are empty for a site without sections.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EntryTree {
    parents: Vec<Option<EntryIndex>>,
    /// The children of each section, in their order.
    children: FxHashMap<EntryIndex, Vec<EntryIndex>>,
}

impl EntryTree {
    /// Builds the tree of the `published` entries, and reports sections whose field `children` differs from the tree.
    pub fn new(content: &Content, published: &[EntryIndex], text_order: &TextOrder) -> (Self, Vec<Diagnostic>) {
        let entries = &content.entries;
        let sections: FxHashMap<&str, EntryIndex> = published
            .iter()
            .filter(|&&at| entries[at].role == EntryRole::Section)
            .map(|&at| (&*entries[at].id, at))
            .collect();
        if sections.is_empty() {
            return (Self::default(), Vec::new());
        }
        let mut tree = Self { parents: vec![None; entries.len()], children: FxHashMap::default() };
        for &at in published {
            let entry = &entries[at];
            let outermost = &content.collections[entry.collection].outermost().name;
            // A folder with a shorter path lies above the outermost collection.
            let is_in_outermost = |folder: &&str| folder.len() >= outermost.len();
            let mut folders = route::folders(&entry.id).take_while(is_in_outermost);
            let parent = folders.find_map(|folder| sections.get(folder));
            tree.parents[at] = parent.copied();
            if let Some(parent) = parent {
                tree.children.entry(*parent).or_default().push(at);
            }
        }
        let mut diagnostics = Vec::new();
        for &section in sections.values() {
            let order = ChildOrder { content, section, listed: listed_children(&entries[section]) };
            let mut children = tree.children.remove(&section).unwrap_or_default();
            diagnostics.extend(order.check(&children, &tree));
            order.sort(&mut children, text_order);
            tree.children.insert(section, children);
        }
        (tree, diagnostics)
    }

    pub fn parent(&self, entry: EntryIndex) -> Option<EntryIndex> {
        self.parents.get(entry).copied().flatten()
    }

    /// Returns the entries directly below a section; `None` if the entry is no section of the tree.
    pub fn children(&self, section: EntryIndex) -> Option<&[EntryIndex]> {
        self.children.get(&section).map(Vec::as_slice)
    }

    /// Adds the entries of a list and all below them to `order`, each section before what lies below it.
    pub fn flatten(&self, list: &[EntryIndex], order: &mut Vec<EntryIndex>) {
        for &entry in list {
            order.push(entry);
            self.flatten(self.children(entry).unwrap_or_default(), order);
        }
    }
}

/// Returns the names in a section's field `children`, which order the entries directly below the section.
fn listed_children(section: &Entry) -> Vec<Cow<'_, str>> {
    let list = section.fields.get("children").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(nfc).collect()
}

/// The order of the entries directly below a section.
struct ChildOrder<'a> {
    content: &'a Content,
    section: EntryIndex,
    /// The names in the section's field `children`.
    listed: Vec<Cow<'a, str>>,
}

impl ChildOrder<'_> {
    fn section(&self) -> &Entry {
        &self.content.entries[self.section]
    }

    /// Returns the name of a child in the field `children`: the child's path below the section.
    fn name_of(&self, child: EntryIndex) -> &str {
        route::path_below(&self.content.entries[child].id, &self.section().id).unwrap_or_default()
    }

    fn position(&self, child: EntryIndex) -> Option<usize> {
        self.listed.iter().position(|name| *name == self.name_of(child))
    }

    /// Sorts children by their position in the field `children`, then by the collection's sort field, then by id.
    fn sort(&self, children: &mut Vec<EntryIndex>, text_order: &TextOrder) {
        let collection = &self.content.collections[self.section().collection];
        *children = sorted(self.content, children, collection.sort.as_ref(), text_order);
        children.sort_by_key(|child| self.position(*child).unwrap_or(usize::MAX));
    }

    /// Reports children that the field `children` lacks, if it is set, and wrong names in the field.
    fn check(&self, children: &[EntryIndex], tree: &EntryTree) -> Vec<Diagnostic> {
        let (section, entries) = (self.section(), &self.content.entries);
        let mut diagnostics = Vec::new();
        for &child in children.iter().filter(|&&child| !self.listed.is_empty() && self.position(child).is_none()) {
            let name = self.name_of(child);
            diagnostics.push(
                Diagnostic::error("child-not-listed", format!("`children` lacks `{name}`"))
                    .at(section.place_of("/children", PairSide::Value))
                    .label("names some of what lies below, and not all")
                    .note(format!("{} lies directly below", entries[child].file.file))
                    .help(format!("add `{name}` where it belongs, or leave `children` out")),
            );
        }
        for (at, name) in self.listed.iter().enumerate() {
            let id = format!("{}/{name}", section.id);
            let named = || (0..entries.len()).filter(|&entry| *entries[entry].id == *id);
            let (message, label) = if let Some(parent) = named().find_map(|entry| tree.parent(entry))
                && parent != self.section
            {
                let message = format!("`{name}` does not lie directly below this section");
                (message, format!("lies below {}, whose `children` may name it", entries[parent].file.file))
            } else if named().next().is_none() && !self.content.unreadable.contains(&id) {
                let names = children.iter().map(|child| self.name_of(*child));
                let label = did_you_mean(name, names, "neither a file nor a folder with an entry");
                (format!("there is no `{name}` below this section"), label)
            } else {
                // The name is that of a child, or of an entry that the tree leaves out or that can't be read.
                continue;
            };
            diagnostics.push(
                Diagnostic::error("unknown-child", message)
                    .at(section.place_of(&format!("/children/{at}"), PairSide::Value))
                    .label(label)
                    .help("`children` has the names of files, without `.md`, and of folders"),
            );
        }
        diagnostics
    }
}
