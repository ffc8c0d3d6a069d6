//! The pages and pictures to choose among: all of them, or the pages that a search finds.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::content_file::entry_title;
use super::entry_order::why_hidden;
use super::form::is_picture;
use super::workspace::Workspace;
use crate::site::plan::{DeclaredFor, PageSubject, PlannedPage};
use crate::snapshot::Snapshot;

/// The maximum number of pages that a search returns: people don't look through more.
const MAX_FOUND_PAGES: usize = 50;

/// A page to go to.
#[derive(Debug, Default, Serialize)]
pub struct PageChoice {
    pub route: String,
    pub title: String,
    /// The file of its entry.
    pub file: Option<String>,
    /// Why visitors do not see the page.
    pub hidden: Option<&'static str>,
}

#[derive(Debug, Serialize)]
pub struct FoundPages {
    /// The first pages, up to `MAX_FOUND_PAGES`.
    pub pages: Vec<PageChoice>,
    /// How many more were found.
    pub others: usize,
}

/// Lists the HTML pages, without redirects.
pub fn list_pages(workspace: &Workspace<'_>) -> Vec<PageChoice> {
    let snapshot = &workspace.snapshot;
    snapshot.plan().documents().map(|page| describe_page(snapshot, page)).collect()
}

/// Finds the HTML pages whose titles or routes have all words of `search`, in any letter case.
pub fn find_pages(workspace: &Workspace<'_>, search: &str) -> FoundPages {
    let search = search.to_lowercase();
    let is_found = |page: &PageChoice| {
        let text = format!("{} {}", page.title, page.route).to_lowercase();
        search.split_whitespace().all(|word| text.contains(word))
    };
    let mut pages = list_pages(workspace);
    pages.retain(is_found);
    let others = pages.len().saturating_sub(MAX_FOUND_PAGES);
    pages.truncate(MAX_FOUND_PAGES);
    FoundPages { pages, others }
}

/// Lists the paths of the published pictures of `public/`, as content writes them: `/team/ada.jpg`.
pub fn list_pictures(workspace: &Workspace<'_>) -> Vec<String> {
    let pictures = workspace.site().assets.published().filter(|(path, _)| is_picture(path));
    pictures.map(|(path, _)| format!("/{path}")).collect()
}

/// Lists the pictures that are published at another path than that of their file, such as one with a hash.
pub fn list_picture_addresses(workspace: &Workspace<'_>) -> BTreeMap<String, String> {
    let pictures = workspace.site().assets.published().filter(|(path, _)| is_picture(path));
    let moved = pictures.filter(|(path, asset)| *path != asset.output_path);
    moved.map(|(path, asset)| (format!("/{path}"), format!("/{}", asset.output_path))).collect()
}

pub fn describe_page(snapshot: &Snapshot, page: &PlannedPage) -> PageChoice {
    let (site, route) = (snapshot.site(), page.route.to_string());
    match page.subject {
        PageSubject::Entry(index) => {
            let entry = site.entry(index);
            let (title, file) = (entry_title(site, index), Some(entry.file.file.to_string()));
            PageChoice { route, title, file, hidden: why_hidden(entry.visibility) }
        }
        PageSubject::Declared { index, made_for: DeclaredFor::Site } => {
            let title = site.content.settings.pages[index].fields.get("title").and_then(Value::as_str);
            PageChoice { title: title.unwrap_or(&route).to_owned(), route, ..PageChoice::default() }
        }
        _ => PageChoice { title: route.clone(), route, ..PageChoice::default() },
    }
}
