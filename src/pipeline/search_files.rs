//! The writer of the files of the search: collects the words of each page, and writes the index of them once all pages
//! are rendered.

use std::collections::BTreeSet;

use globset::GlobSet;
use rayon::prelude::*;

use super::log::Log;
use super::output_index::check_path;
use super::output_writer::OutputWriter;
use super::pages::Pages;
use super::prepare::Prepared;
use crate::asset;
use crate::check::resolver::OutputLookup;
use crate::content::settings::Settings;
use crate::diagnostic::Diagnostic;
use crate::route;
use crate::search::{FOLDER, IndexFile, PageWords, SearchSettings, build_index};
use crate::site::plan::PlannedPage;
use crate::yaml::tree::PairSide;

/// The choice of the pages that the search finds.
pub struct SearchedPages<'a> {
    settings: &'a SearchSettings,
    /// The routes of the chosen pages; `None` for all documents except 404 pages.
    globs: Option<GlobSet>,
}

impl<'a> SearchedPages<'a> {
    /// Returns `None` if the site has no search.
    pub fn of(settings: &'a Settings) -> Option<Self> {
        let settings = settings.search.as_ref()?;
        let globs = (!settings.pages.is_empty()).then(|| asset::compile_globs(&settings.pages));
        Some(Self { settings, globs })
    }

    /// Collects the words of a finished page; `None` if the search does not find the page.
    pub fn collect_words(&self, page: &PlannedPage, html: &str) -> Option<PageWords> {
        let is_searched = match &self.globs {
            Some(globs) => globs.is_match(&*page.route),
            None => !page.route.ends_with("/404.html"),
        };
        if page.is_document() && is_searched { PageWords::collect(html, self.settings) } else { None }
    }
}

/// Whether a file of the index has a hash in its name: files in `search/en/` have one, `search/en.json` has none.
pub fn is_hashed_search_file(path: &str) -> bool {
    path.matches('/').count() > 1
}

/// Writes the index if the site has a search. Returns the paths of its files.
pub fn write_index(prepared: &Prepared, pages: &Pages, writer: &OutputWriter, log: &mut Log) -> BTreeSet<String> {
    let settings = &prepared.snapshot.site().content.settings;
    let index = settings.search.as_ref().map(|search| log.time("search", || index_pages(prepared, pages, search)));
    // After errors, pages may lack their words, so an empty index is not reported.
    let is_empty = index.as_ref().is_some_and(Vec::is_empty) && !log.has_errors();
    log.report(is_empty.then(|| empty_index(settings)));
    let (taken, free): (Vec<_>, Vec<_>) = index.into_iter().flatten().partition(|file| prepared.index.has(&file.path));
    log.report(taken.iter().filter_map(|file| {
        let (taken, owner) = check_path(&prepared.snapshot, &file.path, "of the search")?;
        let taken = taken.at(settings.place_of("/search", PairSide::Key)).label("asks for an index");
        Some(taken.help(format!("move {owner} out of the folder `{FOLDER}`")))
    }));
    let errors = free.par_iter().filter_map(|file| writer.put(&file.path, file.text.as_bytes()).err());
    log.report(errors.collect::<Vec<_>>());
    free.into_iter().map(|file| file.path).collect()
}

fn index_pages(prepared: &Prepared, pages: &Pages, settings: &SearchSettings) -> Vec<IndexFile> {
    let planned = &prepared.snapshot.plan().pages;
    let urls: Vec<String> = planned.iter().map(|page| route::url("/", &page.route)).collect();
    let searched = urls.iter().zip(&pages.records);
    build_index(searched.filter_map(|(url, page)| Some((&url[1..], page.words.as_ref()?))), settings)
}

fn empty_index(settings: &Settings) -> Diagnostic {
    Diagnostic::warning("empty-search", "the search finds nothing: no page has a part that is searched")
        .at(settings.place_of("/search", PairSide::Key))
        .label("asks for an index")
        .help(
            "`pages` takes globs of routes, such as `/docs/**`, and `within` a selector of what pages have, \
             such as `main`",
        )
}
