//! The page plan: all pages with their routes, output paths and templates.
//!
//! 1. `pages`: pages of entries and redirect pages for aliases; `declared`: pages declared in the settings, for terms
//!    (`terms`) or entries.
//! 2. `planner` collects them, with their diagnostics; missing templates are reported.
//! 3. `collisions`: reject pages whose output path is taken or invalid.
//! 4. `ledger`: compare the routes with those published before.

mod attachments;
mod collisions;
mod declared;
mod ledger;
mod page_plan;
mod pages;
mod planner;
mod terms;
mod translations;

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::site::Site;
use crate::yaml::tree::PairSide;
use collisions::reject_collisions;
use declared::add_declared;
use pages::{add_aliases, add_entries};
use planner::{Candidate, PageSource, Planner};

pub use ledger::{FILE as LEDGER_FILE, Ledger, check as check_ledger, is_published, mark_gone};
pub use page_plan::{DeclaredFor, PageIndex, PageSubject, PaginatorSlice, Plan, PlannedPage};
pub use pages::route_with_slug;
pub use terms::{Term, collect_terms};
pub use translations::PageTranslations;

/// Plans every page. `names` are the names of the templates, for suggestions.
pub fn plan_pages(site: &Site, has_template: &dyn Fn(&str) -> bool, names: &[&str]) -> (Plan, Vec<Diagnostic>) {
    let mut planner = Planner::new(site);
    for site in site.languages() {
        planner.site = site;
        add_entries(&mut planner);
        add_declared(&mut planner);
    }
    add_aliases(&mut planner, site);
    planner.site = site;
    check_templates(&mut planner, has_template, names);
    reject_collisions(planner)
}

/// Reports missing templates, once for each place that names one.
fn check_templates(planner: &mut Planner, has_template: &dyn Fn(&str) -> bool, names: &[&str]) {
    let mut reported: FxHashSet<(usize, String)> = FxHashSet::default();
    let mut found = Vec::new();
    for Candidate { page, source } in &planner.candidates {
        if has_template(&page.template) {
            continue;
        }
        let place = match source {
            PageSource::Entry(index) | PageSource::Alias(index, _) => {
                let entry = planner.site.entry(*index);
                if entry.text("template").is_some() {
                    entry.place_of("/template", PairSide::Value)
                } else if reported.insert((entry.collection, page.template.clone())) {
                    planner.site.collections()[entry.collection].place_of("/template", PairSide::Value)
                } else {
                    continue;
                }
            }
            PageSource::Settings(pointer) => {
                planner.site.content.settings.place_of(&format!("{pointer}/template"), PairSide::Value)
            }
        };
        found.push(
            Diagnostic::error("unknown-template", format!("there is no template `{}`", page.template))
                .at(place)
                .label(did_you_mean(&page.template, names.iter().copied(), "no such file in templates/"))
                .help(format!("make the file templates/{} or use an existing one", page.template)),
        );
    }
    planner.diagnostics.append(&mut found);
}
