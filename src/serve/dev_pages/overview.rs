//! The overview at `/__site/`: diagnostics, unpublished entries, routes with their weights, other files, and sample
//! values.

use std::collections::BTreeMap;
use std::fmt::Write;

use rayon::prelude::*;

use super::layout::{append_heading, append_table, code, number};
use super::{submissions, weights};
use crate::diagnostic::units::{count, duration, size};
use crate::diagnostic::{Diagnostic, styled};
use crate::html::escaped;
use crate::pipeline::UnpublishedEntry;
use crate::route;
use crate::serve::last_build::BuildReport;
use crate::serve::mock::MockState;
use crate::serve::served_site::{ServedFile, ServedSite};

/// The page, below `DEV_PAGES`.
pub const PAGE: &str = "";
/// The path of a text that changes whenever the page does.
pub const STATE: &str = "state";

/// The most routes that are listed.
const MAX_ROUTES: usize = 1000;
/// The most lines of each other list.
const MAX_LISTED: usize = 200;

/// Renders the content of the page.
pub fn render(report: &BuildReport, site: &ServedSite, mock: &MockState) -> String {
    let dev_base = escaped(&site.dev_base());
    let pages: Vec<_> = site.files().filter(|(name, _)| is_page(name)).collect();
    let bytes = site.files().map(|(_, file)| file.bytes.len() as u64).sum();
    let (all_pages, all_files) = (count(pages.len(), "page"), count(site.files().count(), "file"));
    let (bytes, took) = (size(bytes), duration(report.took));
    let mut page = format!(
        "<p data-watch=\"{dev_base}{STATE}\">{all_pages}, {all_files} in all, {bytes}. The last build took \
         {took}.</p>\n"
    );
    append_diagnostics(&mut page, &report.diagnostics);
    let rows: usize = mock.submissions.lock().tables().values().map(|table| table.rows.len()).sum();
    let (rows, path) = (count(rows, "row"), submissions::PAGE);
    let link = format!("<a href=\"{dev_base}{path}\">{rows}</a>");
    let _ = writeln!(page, "<h2>Submissions</h2>\n<p>{link} came in at the mock endpoints.</p>");
    append_unpublished(&mut page, &report.unpublished);
    append_routes(&mut page, &pages, site);
    append_other_files(&mut page, site);
    append_samples(&mut page, &report.samples);
    page
}

/// Returns a text that changes whenever the page does.
pub fn state(report: &BuildReport, mock: &MockState) -> String {
    format!("{} {}", report.number, submissions::state(mock))
}

fn is_page(name: &str) -> bool {
    name.ends_with(".html")
}

/// Appends the errors and warnings as a terminal shows them.
fn append_diagnostics(page: &mut String, diagnostics: &[Diagnostic]) {
    if diagnostics.is_empty() {
        page.push_str("<h2>Diagnostics</h2>\n<p class=\"good\">The last build found nothing wrong.</p>\n");
        return;
    }
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let counted = [(errors, "error"), (diagnostics.len() - errors, "warning")];
    let counted = counted.iter().filter(|(number, _)| *number > 0).map(|(number, what)| count(*number, what));
    append_heading(page, "Diagnostics", counted.collect::<Vec<_>>().join(", "));
    if errors > 0 {
        page.push_str("<p>What is served is the last build without errors.</p>\n");
    }
    for diagnostic in diagnostics.iter().take(MAX_LISTED) {
        page.push_str("<pre>");
        for piece in styled::styled_texts(diagnostic) {
            let (colour, text) = (piece.colour.unwrap_or("plain"), escaped(&piece.text));
            let bold = if piece.bold { " bold" } else { "" };
            let _ = write!(page, "<span class=\"{colour}{bold}\">{text}</span>");
        }
        page.push_str("</pre>\n");
    }
    append_rest(page, diagnostics.len(), MAX_LISTED);
}

/// Appends the entries that are not published, and why not.
fn append_unpublished(page: &mut String, entries: &[UnpublishedEntry]) {
    append_heading(page, "Left out", entries.len());
    if entries.is_empty() {
        page.push_str("<p class=\"soft\">No drafts, and nothing that is yet to come or has expired.</p>\n");
        return;
    }
    let rows = entries.iter().map(|UnpublishedEntry { file, why }| format!("{}<td>{}", code(file), escaped(why)));
    append_table(page, "<th>File<th>Why", rows.take(MAX_LISTED));
    append_rest(page, entries.len(), MAX_LISTED);
}

/// Appends the sample values that are still in the site.
fn append_samples(page: &mut String, samples: &[Diagnostic]) {
    append_heading(page, "Sample values", samples.len());
    if samples.is_empty() {
        page.push_str("<p class=\"soft\">None is left.</p>\n");
        return;
    }
    page.push_str("<p class=\"soft\">To be replaced before the site is published.</p>\n");
    let rows = samples.iter().filter_map(|sample| sample.place.as_ref()).map(|place| {
        let line = place.text.lines().next().unwrap_or_default().trim();
        code(&format!("{}:{}:{}", place.file, place.line, place.column)) + &code(line)
    });
    append_table(page, "<th>Place<th>Line", rows.take(MAX_LISTED));
    append_rest(page, samples.len(), MAX_LISTED);
}

/// Appends every page with the size of its HTML, then its weights as sent.
fn append_routes(page: &mut String, pages: &[(&str, &ServedFile)], site: &ServedSite) {
    append_heading(page, "Routes", pages.len());
    page.push_str(
        "<p class=\"soft\">The size of the HTML, then the bytes sent for a first visit, compressed as hosts compress \
         them.</p>\n",
    );
    let titles = ["<th>Route", "HTML"].into_iter().chain(weights::PARTS.map(|(_, title)| title)).chain(["Total"]);
    let columns = titles.collect::<Vec<_>>().join("<th class=\"number\">");
    let listed = &pages[..pages.len().min(MAX_ROUTES)];
    let rows: Vec<String> = listed.par_iter().map(|(name, file)| route_row(site, name, file)).collect();
    append_table(page, &columns, rows.into_iter());
    append_rest(page, pages.len(), MAX_ROUTES);
}

/// Returns the row of a page.
fn route_row(site: &ServedSite, name: &str, file: &ServedFile) -> String {
    let weight = weights::of(site, name, file);
    let route = format!("/{}", name.strip_suffix("index.html").unwrap_or(name));
    let url = route::url(&site.base, &route);
    let by_part = weights::PARTS.iter().map(|(part, _)| weight.get(part).copied().unwrap_or_default());
    let bytes = [file.bytes.len()].into_iter().chain(by_part).chain([weight.values().sum()]);
    let sizes: String = bytes.map(|bytes| number(size(bytes as u64))).collect();
    format!("<td class=\"code\"><a href=\"{}\">{}</a>{sizes}", escaped(&url), escaped(&route))
}

/// Appends the files that are not pages, by extension.
fn append_other_files(page: &mut String, site: &ServedSite) {
    let mut kinds: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for (name, file) in site.files().filter(|(name, _)| !is_page(name)) {
        let last = name.rsplit('/').next().unwrap_or(name);
        let kind = kinds.entry(last.rsplit_once('.').map_or("", |(_, extension)| extension)).or_default();
        *kind = (kind.0 + 1, kind.1 + file.bytes.len() as u64);
    }
    if kinds.is_empty() {
        return;
    }
    page.push_str("<h2>Other files</h2>\n");
    let rows = kinds.into_iter().map(|(extension, (files, bytes))| {
        let kind = if extension.is_empty() { "without an extension".to_owned() } else { format!(".{extension}") };
        code(&kind) + &number(files) + &number(size(bytes))
    });
    append_table(page, "<th>Kind<th class=\"number\">Files<th class=\"number\">Bytes", rows);
}

/// Appends the number of lines that a list leaves out.
fn append_rest(page: &mut String, all: usize, max: usize) {
    if all > max {
        let _ = writeln!(page, "<p class=\"soft\">… and {} more.</p>", all - max);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::diagnostic::Place;
    use crate::serve::live_site::tests::site;

    fn shown(report: &BuildReport, files: &[(&str, &[u8])]) -> String {
        render(report, &site(true, "/", files), &MockState::default())
    }

    #[test]
    fn routes_are_listed_with_their_weights() {
        let long = b"<!doctype html>".repeat(1000);
        let page = shown(
            &BuildReport::default(),
            &[("index.html", b"<p>"), ("A b/index.html", &long), ("404.html", b""), ("a.css", b"a{}")],
        );
        let row = |route: &str, shown: &str, bytes: &str| {
            format!("<a href=\"{route}\">{shown}</a><td class=\"number\">{bytes}<td")
        };
        for expected in [row("/", "/", "3 B"), row("/A%20b/", "/A b/", "15.0 KB"), row("/404.html", "/404.html", "0 B")]
        {
            assert!(page.contains(&expected), "{expected} {page}");
        }
        assert!(page.contains("3 pages, 4 files in all, 15.0 KB"), "{page}");
        assert!(page.contains("<td class=\"code\">.css<td class=\"number\">1<td class=\"number\">3 B"), "{page}");
    }

    #[test]
    fn values_are_shown_escaped() {
        let evil = "<img src=x onerror=alert(1)>\"'";
        let place = Place::new(evil, evil, 0..4);
        let sample = Diagnostic::warning("sample-value", evil).at(place);
        let report = BuildReport {
            took: Duration::from_micros(1500),
            diagnostics: vec![Diagnostic::error("bad", evil), sample.clone()],
            samples: vec![sample],
            unpublished: vec![UnpublishedEntry { file: evil.to_owned(), why: evil }],
            ..BuildReport::default()
        };
        let page = shown(&report, &[(evil, b""), ("<b>/index.html", b"")]);
        assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
        // The error's message; the warning's message, file and line; the file and why; the sample's place and line.
        assert_eq!(page.matches("&lt;img").count(), 1 + 3 + 2 + 2, "{page}");
        assert!(page.contains("took 1.5 ms") && page.contains("1 error, 1 warning"), "{page}");
        assert!(page.contains("<span class=\"red bold\">error[bad]</span>"), "{page}");
    }
}
