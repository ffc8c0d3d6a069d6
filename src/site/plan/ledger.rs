//! The URL ledger, `content/urls.txt`: the route of every page ever published, so that none is lost by accident.
//!
//! Each line has one route, percent-encoded as in a browser's address bar. `gone` after a route says that the route
//! was dropped on purpose. `#` begins a comment. Routes may also be written unencoded.
//!
//! A publishing build
//!
//! - adds new routes, except those of pages 2 and on of paginated lists, and of 404 pages
//! - removes `gone` after a route that is planned again, as a page or an alias
//! - writes `gone` after routes that are lost because time has passed: the routes of expired entries' pages and
//!   aliases, of terms that only expired entries have, and of declared pages whose entries no longer meet a condition
//!   `from: now` of `for_each`

use std::cell::LazyCell;
use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::page_plan::{PageSubject, Plan, PlannedPage};
use super::pages::route_with_slug;
use crate::content::entry::Visibility;
use crate::diagnostic::{Diagnostic, Place, closest, did_you_mean};
use crate::route;
use crate::site::{EntryIndex, Site, unpublished_reason};
use crate::unicode::into_nfc;
use crate::yaml::tree::PairSide;

/// The ledger's path below the root.
pub const LEDGER_FILE: &str = "content/urls.txt";

/// The word after a route that was dropped on purpose.
const GONE: &str = "gone";

/// The comment at the beginning of a new ledger.
const FIRST_LINE: &str = "# The address of every page ever published. `site build --publish` adds to it; write ` gone` behind one to drop it.";

/// A changed ledger, for a publishing build to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    pub text: String,
    /// The number of lines that are new or changed.
    pub changed_lines: usize,
}

/// A line with a route.
#[derive(Debug, PartialEq, Eq)]
struct Line<'a> {
    /// The line without comment and `gone`: the route as written.
    written: &'a str,
    is_gone: bool,
}

impl<'a> Line<'a> {
    /// Parses a line; `None` for an empty line or a comment.
    fn parse(line: &'a str) -> Option<Self> {
        let content = line.split('#').next().unwrap_or_default().trim();
        let gone = content.strip_suffix(GONE).filter(|before| before.ends_with(char::is_whitespace));
        let (written, is_gone) = gone.map_or((content, false), |before| (before.trim_end(), true));
        (!written.is_empty()).then_some(Self { written, is_gone })
    }

    /// Returns the byte of `written` at which its second word begins, and the word.
    fn second_word(&self) -> Option<(usize, &'a str)> {
        let (_, rest) = self.written.split_once(char::is_whitespace)?;
        let rest = rest.trim_start();
        Some((self.written.len() - rest.len(), rest.split_whitespace().next()?))
    }

    /// Returns the route, decoded and in NFC.
    fn route(&self) -> String {
        into_nfc(percent_decode_str(self.written).decode_utf8().unwrap_or_else(|_| self.written.into()).into_owned())
    }
}

/// Writes a route as an item of a YAML list, in quotes if it needs them.
fn to_yaml(route: &str) -> String {
    let is_plain = route.chars().all(|c| c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.'));
    if is_plain { route.to_owned() } else { Value::from(route).to_string() }
}

/// Whether the ledger with this text has the route, without `gone`.
pub fn has_route(text: &str, route: &str) -> bool {
    text.lines().filter_map(Line::parse).any(|line| !line.is_gone && line.route() == route)
}

/// Returns the text of the ledger with these routes marked as gone; `None` if that changes nothing.
pub fn mark_gone(text: &str, routes: &[&str]) -> Option<String> {
    let mut is_changed = false;
    let lines = text.split_inclusive('\n').map(|line| {
        let parsed = Line::parse(line).filter(|parsed| !parsed.is_gone && routes.contains(&&*parsed.route()));
        let Some(parsed) = parsed else { return line.to_owned() };
        is_changed = true;
        with_gone(line, parsed.written)
    });
    let marked: String = lines.collect();
    is_changed.then_some(marked)
}

/// Compares the plan with the ledger. A route that is neither planned nor marked as gone is an error, unless it is in
/// `plan_with_expired`, the plan of the same site with what has expired (`Content::with_expired`). Returns the ledger
/// for a publishing build to write; `None` if it does not change.
pub fn check_ledger(
    plan: &Plan,
    site: &Site,
    plan_with_expired: impl FnOnce() -> Plan,
) -> (Option<Ledger>, Vec<Diagnostic>) {
    let plan_with_expired = LazyCell::new(plan_with_expired);
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut diagnostics = Vec::new();
    let mut ledger = Ledger { text: String::new(), changed_lines: 0 };
    let Some(file) = &site.content.ledger else { return (add_new_routes(ledger, plan, &known), diagnostics) };
    let mut next_start = 0;
    for line in file.text.split_inclusive('\n') {
        let start = next_start;
        next_start += line.len();
        let place_of =
            |at: usize, text: &str| Place::new(file.file.clone(), &file.text, start + at..start + at + text.len());
        let Some(parsed) = Line::parse(line) else {
            ledger.text += line;
            continue;
        };
        let Line { written, is_gone } = parsed;
        let route = parsed.route();
        let page = plan.page_at(&route).map(|page| &plan.pages[page]);
        let has_expired = page.is_none() && !is_gone && plan_with_expired.page_at(&route).is_some();
        let changed = match is_gone {
            true if page.is_some_and(belongs_in_ledger) => Some(without_gone(line, written)),
            false if has_expired => Some(with_gone(line, written)),
            _ => None,
        };
        ledger.changed_lines += usize::from(changed.is_some());
        ledger.text += changed.as_deref().unwrap_or(line);
        if page.is_some() {
            known.insert(route);
        } else if is_gone || has_expired {
            // The route was dropped on purpose, or what it showed has expired.
        } else if let Some((at, word)) = parsed.second_word() {
            let at = at + line.find(written).unwrap_or_default();
            diagnostics.push(unknown_word(word).at(place_of(at, word)));
        } else {
            diagnostics.push(match unpublished_entry_at(site, &route) {
                Some(entry) => lost_while_unpublished(site, entry, &route, written),
                None => lost_route(plan, site, &route, written).at(place_of(0, line.trim_end())),
            });
        }
    }
    (add_new_routes(ledger, plan, &known), diagnostics)
}

/// Returns a line with `gone` after its route.
fn with_gone(line: &str, written: &str) -> String {
    let (start, end) = line.split_at(line.find(written).unwrap_or_default() + written.len());
    [start, " ", GONE, end].concat()
}

/// Returns a line without `gone` after its route.
fn without_gone(line: &str, written: &str) -> String {
    let (start, end) = line.split_at(line.find(written).unwrap_or_default() + written.len());
    [start, end.trim_start().strip_prefix(GONE).unwrap_or(end)].concat()
}

/// Returns the diagnostic for a line with a second word that is not `gone`.
fn unknown_word(word: &str) -> Diagnostic {
    Diagnostic::error("ledger-line", format!("`{word}` means nothing here"))
        .label(did_you_mean(word, [GONE], "write an address alone, or with `gone` after it"))
        .help("each line is an address; ` gone` behind it says that it was dropped on purpose")
        .help("a space within an address is written as `%20`")
}

/// Whether the route of a page belongs in the ledger. The later pages of a list and 404 pages do not.
fn belongs_in_ledger(page: &PlannedPage) -> bool {
    page.is_first() && !page.route.ends_with("/404.html")
}

/// Adds the planned routes that are not `known` to a ledger. Returns `None` if the ledger does not change.
fn add_new_routes(mut ledger: Ledger, plan: &Plan, known: &BTreeSet<String>) -> Option<Ledger> {
    let new: Vec<&str> = plan
        .pages
        .iter()
        .filter(|page| belongs_in_ledger(page))
        .map(|page| &*page.route)
        .filter(|route| !known.contains(*route))
        .collect();
    ledger.changed_lines += new.len();
    if ledger.changed_lines == 0 {
        return None;
    }
    if ledger.text.is_empty() {
        ledger.text += FIRST_LINE;
    }
    ledger.text.truncate(ledger.text.trim_end_matches('\n').len());
    ledger.text.push('\n');
    // An encoded route contains no space and no `#`, so no part of it is taken for `gone` or a comment.
    ledger.text.extend(new.into_iter().map(|route| route::url("", route) + "\n"));
    Some(ledger)
}

/// Returns the route of the folder around a page: `/docs` for `/docs/kites/`.
fn folder_of(route: &str) -> &str {
    route.trim_end_matches('/').rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the diagnostic for a route that no page has any more. `written` is the route as the ledger writes it.
fn lost_route(plan: &Plan, site: &Site, route: &str, written: &str) -> Diagnostic {
    // Only pages of the same folder are suggested: `/v1/tides/` did not take the place of `/v2/tides/`.
    let folder = folder_of(route);
    let routes = plan.documents().map(|page| &*page.route).filter(|near| folder_of(near) == folder);
    let near = closest(route, routes).and_then(|route| plan.page_at(route));
    let target = near.map_or_else(
        || "to the entry that took its place".to_owned(),
        |page| match plan.pages[page].subject {
            PageSubject::Entry(entry) => format!("to {}", site.entry(entry).file.file),
            _ => format!("to the entry of the page {}", plan.pages[page].route),
        },
    );
    Diagnostic::error("address-lost", format!("the published address `{route}` is no longer there"))
        .label("visitors and search engines still know it")
        .help(format!("add `aliases: [{}]` {target}", to_yaml(route)))
        .help(format!("or, if it is meant to be gone, write this line as `{written} {GONE}`"))
}

/// Finds the unpublished entry whose page or alias would have the route. An entry without a page has no aliases.
fn unpublished_entry_at(site: &Site, route: &str) -> Option<EntryIndex> {
    let is_route = |alias: &str| route::normalize(alias).is_ok_and(|alias| alias == route);
    site.unpublished().find(|&index| {
        let entry = site.entry(index);
        let own_route = route_with_slug(site, index, &entry.slug).filter(|_| !entry.refuses_page());
        own_route.is_some_and(|own| own == route || entry.aliases().any(is_route))
    })
}

/// Returns the diagnostic for a route of an unpublished entry. `written` is the route as the ledger writes it.
fn lost_while_unpublished(site: &Site, index: EntryIndex, route: &str, written: &str) -> Diagnostic {
    let entry = site.entry(index);
    let key = match entry.visibility {
        Visibility::Future => "/date",
        Visibility::Expired => "/expires",
        _ => "/draft",
    };
    Diagnostic::error("address-lost", format!("the page `{route}` was published, and now is not"))
        .at(entry.place_of(key, PairSide::Value))
        .label(unpublished_reason(entry.visibility))
        .note("visitors and search engines still know it")
        .help(format!("correct this or, if the page is to disappear, write `{written} {GONE}` in {LEDGER_FILE}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Line;
    use crate::route;

    #[test]
    fn lines_are_parsed_into_a_route_and_whether_it_is_gone() {
        let check = |line: &str, expected: Option<(&str, bool)>| {
            let found = Line::parse(line).map(|line| (line.route(), line.is_gone));
            assert_eq!(found, expected.map(|(route, is_gone)| (route.to_owned(), is_gone)), "{line}");
        };
        check("/My%20notes/\r\n", Some(("/My notes/", false)));
        check("/a/\tgone # since May", Some(("/a/", true)));
        check("/su\u{308}ß/", Some(("/süß/", false)));
        check("/100%/ gone", Some(("/100%/", true)));
        check("/begone", Some(("/begone", false)));
        check("# /a/", None);
        check(" \n", None);
    }

    #[test]
    fn a_second_word_is_found_where_it_stands() {
        let check = |line: &str, expected: Option<(usize, &str)>| {
            assert_eq!(Line::parse(line).and_then(|line| line.second_word()), expected, "{line}");
        };
        check("/old/  old # moved", Some((7, "old")));
        check("/my notes/ gone", Some((4, "notes/")));
        check("/old/", None);
    }

    proptest! {
        #[test]
        fn every_route_is_decoded_as_it_was_encoded(text in any::<String>(), word in "[ #%gone/\u{a0}]{0,12}") {
            for route in [&text, &word].into_iter().filter_map(|text| route::normalize(&format!("/{text}")).ok()) {
                for (line, is_gone) in [(route::url("", &route), false), (route::url("", &route) + " gone", true)] {
                    let found = Line::parse(&line).map(|line| (line.route(), line.is_gone));
                    prop_assert_eq!(found, Some((route.clone(), is_gone)));
                }
            }
        }
    }
}
