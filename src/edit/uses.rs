//! The uses of an entry: references, links to its page, and templates and settings that name it.
//!
//! What names an entry in a way that looks like a use counts as one: deleting it waits, and nothing breaks.

use serde::Serialize;
use serde_json::Value;

use super::content_file::{ContentFile, DiskText, in_words};
use super::labels;
use crate::config::{CONTENT, Config, ISLANDS, TEMPLATES};
use crate::fs::{self, Bounds};
use crate::site::plan::Plan;
use crate::site::{EntryIndex, Site};
use crate::yaml::pointer::join;

/// A place that names an entry.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct EntryUse {
    pub file: String,
    /// The address of the value in the editor; `None` where a developer changes it.
    pub at: Option<String>,
    /// The line in its file, from 1, where a developer changes it.
    pub line: Option<usize>,
    /// What stands there, in words.
    pub label: String,
}

/// The ways in which an entry is named.
pub struct EntryNames {
    /// The addresses of its page.
    routes: Vec<String>,
    /// Its id and its file, as templates and links name them.
    id: String,
    file: String,
}

impl EntryNames {
    /// Returns the ways in which an entry is named.
    pub fn of(site: &Site, plan: &Plan, index: EntryIndex) -> Self {
        let entry = site.entry(index);
        let page = plan.page_of_entry(index).map(|page| plan.pages[page].route.to_string());
        let routes = page.into_iter().chain(entry.aliases().map(str::to_owned)).filter(|route| route != "/").collect();
        let file = entry.file.path.rsplit('/').next().unwrap_or_default().to_owned();
        Self { routes, id: entry.id.to_string(), file }
    }

    /// Whether a text links to the entry.
    fn is_linked(&self, text: &str) -> bool {
        let routes = self
            .routes
            .iter()
            .any(|route| occurs(text, route, "", "#?") || occurs(text, route.trim_end_matches('/'), "", "#?"));
        routes || occurs(text, &self.file, "/", "#?")
    }

    /// Finds the first byte at which code names the entry.
    fn in_code(&self, text: &str) -> Option<usize> {
        let lines = text.split_inclusive('\n').scan(0, |start, line| {
            let at = *start;
            *start += line.len();
            Some((at, line))
        });
        let mut lines = lines.filter(|(_, line)| self.is_linked(line) || occurs(line, &self.id, "", ""));
        lines.next().map(|(at, _)| at)
    }
}

/// Whether a name occurs in a text as a whole: between quotes, brackets or blanks, or the further characters.
fn occurs(text: &str, name: &str, before: &str, after: &str) -> bool {
    let is_edge = |c: char, further: &str| c.is_whitespace() || "\"'`()<>[]{},=|".contains(c) || further.contains(c);
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            let previous = text[..at].chars().next_back();
            let next = text[at + name.len()..].chars().next();
            previous.is_none_or(|c| is_edge(c, before)) && next.is_none_or(|c| is_edge(c, after))
        })
}

/// Finds the uses of an entry in content, settings, templates and islands.
pub fn uses(site: &Site, config: &Config, index: EntryIndex, names: &EntryNames) -> Vec<EntryUse> {
    let mut found = Vec::new();
    for (other, entry) in site.entries().iter().enumerate().filter(|(other, _)| *other != index) {
        let Some(file) = ContentFile::find(site, &entry.file.file) else { continue };
        let references = site.references(other).iter().filter(|(_, target)| *target == index);
        let mut pointers: Vec<String> = references.map(|(pointer, _)| pointer.clone()).collect();
        let value = Value::Object(entry.fields.clone());
        links(&value, "", names, &mut pointers);
        add_values(&mut found, site, &file, &value, pointers);
        let text = DiskText::new(file.source, file.source.text.to_string());
        let blocks = text.text_blocks(site.content.markdown_of(file.source));
        let linked = blocks.iter().enumerate().filter(|(_, block)| names.is_linked(&block.text));
        let before = found.len();
        found.extend(linked.map(|(number, block)| EntryUse {
            file: entry.file.file.to_string(),
            at: Some(format!("#{number}")),
            line: None,
            label: [&file.title(site), labels::of_block(block.kind)].join(" › "),
        }));
        // A link in HTML, code or a component.
        if found.len() == before && names.is_linked(entry.markdown()) {
            found.extend(in_code(&entry.file.file, &entry.file.text, names));
        }
    }
    for data in site.content.all_data() {
        let Some(file) = ContentFile::find(site, &data.file.file) else { continue };
        let (references, _) = site.resolve_data(data);
        let mut pointers: Vec<String> =
            references.into_iter().filter(|(_, target)| *target == index).map(|(at, _)| at).collect();
        links(&data.value, "", names, &mut pointers);
        add_values(&mut found, site, &file, &data.value, pointers);
    }
    let settings = site.content.settings.file();
    found.extend(in_code(&settings.file, &settings.text, names));
    for folder in [TEMPLATES, ISLANDS] {
        let (files, _) = fs::walk(&config.path(folder), folder, &Bounds::new(&config.root, &[]));
        for file in files {
            let shown = format!("{folder}/{file}");
            // A file that can't be read is no template.
            let text = fs::read_text(&config.path(&shown), &shown).unwrap_or_default();
            found.extend(in_code(&shown, &text, names));
        }
    }
    found
}

/// Adds the pointers of the texts that link to an entry.
fn links(value: &Value, at: &str, names: &EntryNames, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, field)| links(field, &join(at, key), names, found)),
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(number, item)| links(item, &join(at, &number.to_string()), names, found));
        }
        Value::String(text) if names.is_linked(text) && !found.iter().any(|known| known == at) => {
            found.push(at.to_owned());
        }
        _ => {}
    }
}

fn add_values(found: &mut Vec<EntryUse>, site: &Site, file: &ContentFile<'_>, value: &Value, pointers: Vec<String>) {
    let title = file.title(site);
    found.extend(pointers.into_iter().map(|at| EntryUse {
        file: file.source.file.to_string(),
        label: [&*title, &labels::path(file.schema, value, &at)].join(" › "),
        at: Some(at),
        line: None,
    }));
}

/// Returns the use of an entry in a file that developers change.
fn in_code(file: &str, text: &str, names: &EntryNames) -> Option<EntryUse> {
    let at = names.in_code(text)?;
    let line = text[..at].matches('\n').count() + 1;
    let label = if file.starts_with(CONTENT) {
        "Content that a developer changes".to_owned()
    } else {
        in_words(file.split('/').next().unwrap_or_default())
    };
    Some(EntryUse { file: file.to_owned(), at: None, line: Some(line), label })
}

#[cfg(test)]
mod tests {
    use super::EntryNames;

    #[test]
    fn names_count_as_a_whole_only() {
        let names = EntryNames {
            routes: vec!["/tides/".to_owned()],
            id: "articles/tides".to_owned(),
            file: "tides.md".to_owned(),
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
            assert_eq!(names.is_linked(text), expected, "{text}");
        }
        assert_eq!(names.in_code("a\n{{ entry(\"articles/tides\").title }}\n"), Some(2));
        assert_eq!(names.in_code("{{ entry(\"articles/tides-2\").title }}\n"), None);
    }
}
