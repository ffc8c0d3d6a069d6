//! The uses of an entry: places that lead to it, and code that names it.
//!
//! In code, whatever looks like a use counts: a false use only delays a deletion, while a missed use would break the
//! site.

use serde::Serialize;

use super::content_file::in_words;
use crate::config::{CONTENT, Config, ISLANDS, TEMPLATES};
use crate::content::entry_file::is_named_by_folder;
use crate::fs::{self, Bounds};
use crate::route::without_extension;
use crate::site::plan::Plan;
use crate::site::{EntryIndex, Site};

/// A place that names an entry.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub struct EntryUse {
    pub file: String,
    /// The pointer of the value, or `#` and the number of a text in Markdown; empty for Markdown outside of these
    /// texts. `None` if only a developer can change the place.
    pub at: Option<String>,
    /// The line of the place, from 1, if only a developer can change the place.
    pub line: Option<usize>,
    /// The place in words, such as `About us › Links › 1 · Team`.
    pub label: String,
    /// The sentence around a link in a text; otherwise empty.
    pub quote: String,
}

/// The strings by which links and templates name entries, or headings of a page.
pub struct EntryNames {
    /// The routes of the entries' pages, and their aliases.
    routes: Vec<String>,
    /// The ids of the entries, as templates write them.
    ids: Vec<String>,
    /// The ends of links in Markdown: file names of the entries, or `#` with the id of a heading.
    link_ends: Vec<String>,
}

impl EntryNames {
    /// Returns the names of entries. The route `/` is left out, as code has it for other reasons too.
    pub fn of(site: &Site, plan: &Plan, entries: &[EntryIndex]) -> Self {
        let routes = entries.iter().flat_map(|&entry| routes_of(site, plan, entry)).filter(|route| route != "/");
        let files = entries.iter().map(|&entry| end_of_path(&site.entry(entry).file.path).to_owned());
        let ids = entries.iter().map(|&entry| site.entry(entry).id.to_string());
        Self { routes: routes.collect(), ids: ids.collect(), link_ends: files.collect() }
    }

    /// Returns the names of the headings with these ids: `#low` for `low`.
    pub fn of_anchors<'i>(ids: impl Iterator<Item = &'i String>) -> Self {
        Self { routes: Vec::new(), ids: Vec::new(), link_ends: ids.map(|id| format!("#{id}")).collect() }
    }

    /// Finds the first use of these names in each template, in each file of islands and in the settings of hosts.
    pub fn find_in_code(&self, config: &Config) -> Vec<EntryUse> {
        let mut paths = vec![format!("{CONTENT}/hosts.yaml")];
        for folder in [TEMPLATES, ISLANDS] {
            let (files, _) = fs::walk(&config.path(folder), folder, &Bounds::new(&config.root, &[]));
            paths.extend(files.iter().map(|file| format!("{folder}/{file}")));
        }
        // A file that can't be read, such as a picture beside templates, names no entry.
        let text = |path: &String| fs::read_text(&config.path(path), path).unwrap_or_default();
        let found = paths.into_iter().filter_map(|file| {
            let line = Some(self.find_line(&text(&file))?);
            let label = if file.starts_with(CONTENT) {
                "Content that a developer changes".to_owned()
            } else {
                in_words(file.split('/').next().unwrap_or_default())
            };
            Some(EntryUse { file, at: None, line, label, quote: String::new() })
        });
        found.collect()
    }

    /// Whether a text has one of the routes or link ends.
    fn is_linked_in(&self, text: &str) -> bool {
        let mut routes = self.routes.iter().flat_map(|route| [route.as_str(), route.trim_end_matches('/')]);
        routes.any(|route| occurs(text, route, "", "#?"))
            || self.link_ends.iter().any(|end| occurs(text, end, "/", "#?"))
    }

    /// Finds the first line, from 1, in which code names one of the entries.
    fn find_line(&self, text: &str) -> Option<usize> {
        let found =
            text.lines().position(|line| self.is_linked_in(line) || self.ids.iter().any(|id| occurs(line, id, "", "")));
        found.map(|at| at + 1)
    }
}

/// Returns the end of a file's path by which links name the file: `ada.md`, or `trip/index.md` for an entry that is
/// named by its folder.
fn end_of_path(path: &str) -> &str {
    let parts = if is_named_by_folder(without_extension(path)) { 2 } else { 1 };
    path.rmatch_indices('/').nth(parts - 1).map_or(path, |(at, _)| &path[at + 1..])
}

/// Lists the routes of an entry: that of its page, and its aliases.
pub fn routes_of(site: &Site, plan: &Plan, index: EntryIndex) -> Vec<String> {
    let page = plan.page_of_entry(index).map(|page| plan.pages[page].route.to_string());
    page.into_iter().chain(site.entry(index).aliases().map(str::to_owned)).collect()
}

/// Whether a name occurs in a text as a whole word, such as between quotes or white space. `before` and `after` are
/// further characters that may precede and follow the name.
fn occurs(text: &str, name: &str, before: &str, after: &str) -> bool {
    let is_edge = |c: char, further: &str| c.is_whitespace() || "\"'`()<>[]{},=|".contains(c) || further.contains(c);
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            let previous = text[..at].chars().next_back();
            let next = text[at + name.len()..].chars().next();
            previous.is_none_or(|c| is_edge(c, before)) && next.is_none_or(|c| is_edge(c, after))
        })
}

#[cfg(test)]
mod tests {
    use super::EntryNames;

    #[test]
    fn names_count_as_a_whole_only() {
        let names = EntryNames {
            routes: vec!["/tides/".to_owned()],
            ids: vec!["articles/tides".to_owned()],
            link_ends: vec!["tides.md".to_owned()],
        };
        for (text, expected) in [
            ("/tides/", true),
            ("/tides", true),
            ("/tides/#high", true),
            ("see [this](/tides/?a) or", true),
            ("[this](../articles/tides.md#high)", true),
            ("/tides/of/march/", false),
            ("/high-tides/", false),
            ("the tides", false),
            ("tides.mdx", false),
        ] {
            assert_eq!(names.is_linked_in(text), expected, "{text}");
        }
        assert_eq!(names.find_line("a\n{{ entry(\"articles/tides\").title }}\n"), Some(2));
        assert_eq!(names.find_line("{{ entry(\"articles/tides-2\").title }}\n"), None);
    }
}
