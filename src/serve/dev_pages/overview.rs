//! The overview at `/__site/`: diagnostics, unpublished entries, routes with their weights, other files, and sample
//! values.

use std::collections::BTreeMap;
use std::time::Duration;

use rayon::prelude::*;
use serde_json::{Value, json};

use super::weights;
use crate::diagnostic::styled::styled_texts;
use crate::diagnostic::units::{count, duration, size};
use crate::diagnostic::{Diagnostic, Place};
use crate::pipeline::UnpublishedEntry;
use crate::route;
use crate::serve::mock::MockState;
use crate::serve::served_site::{ServedFile, ServedSite};

/// The maximum number of routes that are listed.
const MAX_ROUTES: usize = 1000;
/// The maximum number of items of any other list.
const MAX_LISTED: usize = 200;

#[derive(Debug, Default)]
pub struct BuildReport {
    pub took: Duration,
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings of sample values. `diagnostics` leaves them out.
    pub samples: Vec<Diagnostic>,
    pub unpublished: Vec<UnpublishedEntry>,
}

pub fn values(report: &BuildReport, site: &ServedSite, mock: &MockState) -> Value {
    let (pages, others): (Vec<_>, Vec<_>) = site.files().partition(|(name, _)| name.ends_with(".html"));
    let files = count(pages.len() + others.len(), "file");
    let bytes = site.files().map(|(_, file)| file.bytes.len() as u64).sum();
    let errors = report.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let counts = [(errors, "error"), (report.diagnostics.len() - errors, "warning")];
    let counts = counts.iter().filter(|(number, _)| *number > 0).map(|(number, noun)| count(*number, noun));
    let rows = mock.submissions.lock().all().filter(|submission| submission.row.is_some()).count();
    let samples: Vec<&Place> = report.samples.iter().filter_map(|sample| sample.place.as_ref()).collect();
    json!({
        "totals": format!("{}, {files} in all, {}", count(pages.len(), "page"), size(bytes)),
        "took": duration(report.took),
        "counts": counts.collect::<Vec<_>>().join(", "),
        "has_errors": errors > 0,
        "diagnostics": describe_list(&report.diagnostics, MAX_LISTED, |diagnostic| json!(styled_texts(diagnostic))),
        "rows": count(rows, "row"),
        "unpublished": describe_list(&report.unpublished, MAX_LISTED, |entry| json!(entry)),
        "parts": weights::PARTS.map(|(_, title)| title),
        "routes": describe_list(&pages, MAX_ROUTES, |(name, file)| describe_page(site, name, file)),
        "kinds": count_by_extension(&others),
        "samples": describe_list(&samples, MAX_LISTED, |place| describe_sample(place)),
    })
}

fn describe_list<T: Sync>(items: &[T], max: usize, describe: impl Fn(&T) -> Value + Send + Sync) -> Value {
    let shown = &items[..items.len().min(max)];
    let described: Vec<Value> = shown.par_iter().map(describe).collect();
    json!({ "shown": described, "count": items.len(), "others": items.len() - shown.len() })
}

/// Describes a page: the size of its HTML, then its weights as sent, by part and in total.
fn describe_page(site: &ServedSite, name: &str, file: &ServedFile) -> Value {
    let weight = weights::of(site, name, file);
    let route = format!("/{}", route::relative_route(name));
    let by_part = weights::PARTS.iter().map(|(part, _)| weight.get(part).copied().unwrap_or_default());
    let bytes = [file.bytes.len()].into_iter().chain(by_part).chain([weight.values().sum()]);
    let sizes: Value = bytes.map(|bytes| size(bytes as u64)).collect();
    json!({ "url": route::url(&site.base, &route), "route": route, "sizes": sizes })
}

fn count_by_extension(files: &[(&str, &ServedFile)]) -> Value {
    let mut kinds: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for (name, file) in files {
        let last = name.rsplit('/').next().unwrap_or(name);
        let kind = kinds.entry(last.rsplit_once('.').map_or("", |(_, extension)| extension)).or_default();
        *kind = (kind.0 + 1, kind.1 + file.bytes.len() as u64);
    }
    let kinds = kinds.into_iter().map(|(extension, (files, bytes))| {
        let name = if extension.is_empty() { "without an extension".to_owned() } else { format!(".{extension}") };
        json!({ "name": name, "files": files, "bytes": size(bytes) })
    });
    kinds.collect()
}

fn describe_sample(place: &Place) -> Value {
    let line = place.text.lines().next().unwrap_or_default().trim();
    json!({ "place": format!("{}:{}:{}", place.file, place.line, place.column), "line": line })
}

#[cfg(test)]
mod tests {
    use super::super::DevPages;
    use super::*;
    use crate::serve::live_site::tests::site;

    fn shown(report: &BuildReport, files: &[(&str, &[u8])]) -> String {
        let site = site(true, "/", files);
        let dev_pages = DevPages::new(MockState::default().into());
        let values = values(report, &site, &dev_pages.mock);
        let page = dev_pages.render(&site, "overview.html", "Overview", values);
        String::from_utf8_lossy(&page.body).into_owned()
    }

    #[test]
    fn routes_are_listed_with_their_weights() {
        let long = b"<!doctype html>".repeat(1000);
        let page = shown(
            &BuildReport::default(),
            &[
                ("index.html", b"<p>"),
                ("A b/index.html", &long),
                ("404.html", b""),
                ("aindex.html", b""),
                ("a.css", b"a{}"),
            ],
        );
        let row = |route: &str, shown: &str, bytes: &str| {
            format!("<a href=\"{route}\">{shown}</a><td class=\"number\">{bytes}<td")
        };
        for expected in [
            row("/", "/", "3 B"),
            row("/A%20b/", "/A b/", "15.0 KB"),
            row("/404.html", "/404.html", "0 B"),
            row("/aindex.html", "/aindex.html", "0 B"),
        ] {
            assert!(page.contains(&expected), "{expected} {page}");
        }
        assert!(page.contains("4 pages, 5 files in all, 15.0 KB"), "{page}");
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
        };
        let page = shown(&report, &[(evil, b""), ("<b>/index.html", b"")]);
        assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
        // The error's message; the warning's message, file and line; the entry's `file` and `why`; the sample's place
        // and line.
        assert_eq!(page.matches("&lt;img").count(), 1 + 3 + 2 + 2, "{page}");
        assert!(page.contains("took 1.5 ms") && page.contains("1 error, 1 warning"), "{page}");
        assert!(page.contains("<span class=\"red bold\">error[bad]</span>"), "{page}");
    }
}
