//! The URL ledger, `content/urls.txt`: every address ever published, so that none is lost by accident.
//!
//! One route a line; `gone` behind it says that it was dropped on purpose; `#` begins a comment. A publishing build adds
//! its new addresses. Later shares of paginated lists are left out: they come and go with the number of entries.

use std::collections::BTreeSet;

use super::{Plan, Subject};
use crate::diagnostic::{Diagnostic, Place, closest, did_you_mean};
use crate::site::Site;

/// The ledger's path below the root.
pub const FILE: &str = "content/urls.txt";

/// What stands behind an address that was dropped on purpose.
const GONE: &str = "gone";

/// What a publishing build has to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    pub text: String,
    pub added: usize,
}

/// Compares the plan with the ledger: an address that is neither planned nor marked as gone is an error. Gives the
/// ledger with the new addresses added, if there are any.
pub fn check(plan: &Plan, site: &Site) -> (Option<Ledger>, Vec<Diagnostic>) {
    let ledger = site.content.ledger.as_ref();
    let text = ledger.map_or("", |file| &file.text);
    let mut known = BTreeSet::new();
    let mut diagnostics = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = start..start + line.trim_end().len();
        start += line.len();
        let entry = line.split('#').next().unwrap_or_default();
        let mut words = entry.split_whitespace();
        let Some(route) = words.next() else { continue };
        let word = words.next();
        known.insert(route);
        let Some(file) = ledger else { continue };
        if let Some(word) = word.filter(|word| *word != GONE) {
            let at = span.start + line.find(word).unwrap_or_default();
            diagnostics.push(
                Diagnostic::error("ledger-line", format!("`{word}` means nothing here"))
                    .at(Place::new(file.file.clone(), text, at..at + word.len()))
                    .label(did_you_mean(word, [GONE], "an address stands alone, or with `gone` behind it"))
                    .help("each line is an address; ` gone` behind it says that it was dropped on purpose"),
            );
        } else if word.is_none() && plan.at(route).is_none() {
            let near = closest(route, plan.documents().map(|page| &*page.route)).and_then(|route| plan.at(route));
            let target = near.map_or_else(
                || "to the entry that took its place".to_owned(),
                |page| match plan.pages[page].subject {
                    Subject::Entry(entry) => format!("to {}", site.entry(entry).file.file),
                    _ => format!("to the entry of the page {}", plan.pages[page].route),
                },
            );
            diagnostics.push(
                Diagnostic::error("address-lost", format!("the published address `{route}` is no longer there"))
                    .at(Place::new(file.file.clone(), text, span))
                    .label("visitors and search engines still know it")
                    .help(format!("add `aliases: [{route}]` {target}"))
                    .help(format!("or, if it is meant to be gone, write this line as `{route} {GONE}`")),
            );
        }
    }
    let new: Vec<&str> = plan
        .pages
        .iter()
        .filter(|page| page.slice.as_ref().is_none_or(|slice| slice.number == 1))
        .filter(|page| !matches!(page.subject, Subject::Alias { .. }) && !page.route.ends_with("/404.html"))
        .map(|page| &*page.route)
        .filter(|route| !known.contains(route))
        .collect();
    let ledger = (!new.is_empty()).then(|| {
        let mut lines: Vec<&str> = text.lines().collect();
        if lines.is_empty() {
            lines.push("# Every address ever published. `site build --publish` adds to it; write ` gone` behind one to drop it.");
        }
        lines.extend(&new);
        Ledger { text: lines.join("\n") + "\n", added: new.len() }
    });
    (ledger, diagnostics)
}
