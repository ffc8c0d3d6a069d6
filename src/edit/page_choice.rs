//! The list of pages in the editor, for opening a page and for choosing the target of a link.

use serde::Serialize;

use super::content_file::entry_title;
use super::entry_order::why_hidden;
use crate::site::plan::PageSubject;
use crate::snapshot::Snapshot;

/// A page to go to.
#[derive(Debug, Serialize)]
pub struct PageChoice {
    pub route: String,
    pub title: String,
    /// The file of its entry.
    pub file: Option<String>,
    /// Why visitors do not see the page.
    pub hidden: Option<&'static str>,
}

/// Lists the HTML pages, without redirects.
pub fn list_pages(snapshot: &Snapshot) -> Vec<PageChoice> {
    let (plan, site) = (snapshot.plan(), snapshot.site());
    let pages = plan.documents().map(|page| {
        let route = page.route.to_string();
        let PageSubject::Entry(index) = page.subject else {
            return PageChoice { title: route.clone(), route, file: None, hidden: None };
        };
        let entry = site.entry(index);
        let (title, file) = (entry_title(site, index), Some(entry.file.file.to_string()));
        PageChoice { route, title, file, hidden: why_hidden(entry.visibility) }
    });
    pages.collect()
}
