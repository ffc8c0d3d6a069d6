//! The page plan: all pages with their routes, output paths and templates.
//!
//! 1. `pages` and `declared`: add to the `planner` the pages of entries, the pages that the settings declare (for the
//!    site, for `terms` or for entries), and the redirect pages for aliases.
//! 2. Report missing templates.
//! 3. `attachments`: derive the output paths of attachments.
//! 4. `collisions`: reject pages and attachments whose output path is taken or invalid.
//! 5. `ledger`: compare the routes with those published before.
//! 6. `translations`: find the pages that show the same in another language.

mod attachments;
mod collisions;
mod declared;
mod ledger;
mod page_plan;
mod pages;
mod planner;
mod terms;
mod translations;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::site::Site;
use crate::template::Templates;
use collisions::reject_collisions;
use declared::add_declared;
use pages::{add_aliases, add_entries};
use planner::Planner;

pub use ledger::{LEDGER_FILE, Ledger, check_ledger, has_route, mark_gone};
pub use page_plan::{DeclaredFor, PageIndex, PageSubject, PaginatorSlice, Plan, PlannedPage};
pub use pages::route_with_slug;
pub use terms::{Term, collect_terms};
pub use translations::PageTranslations;

/// Plans the pages of all languages.
pub fn plan_pages(site: &Site, templates: &Templates) -> (Plan, Vec<Diagnostic>) {
    let mut planner = Planner { site, candidates: Vec::new(), diagnostics: Vec::new() };
    for site in site.languages() {
        planner.site = site;
        add_entries(&mut planner);
        add_declared(&mut planner);
    }
    add_aliases(&mut planner, site);
    planner.site = site;
    let missing = missing_templates(&planner, templates);
    planner.diagnostics.extend(missing);
    reject_collisions(planner)
}

/// Reports missing templates, once at each place that names a missing template.
fn missing_templates(planner: &Planner, templates: &Templates) -> Vec<Diagnostic> {
    let missing = planner.candidates.iter().filter(|page| !templates.has(&page.template));
    let by_place: FxHashMap<Place, &str> =
        missing.map(|page| (planner.place_of_template(&page.subject), &*page.template)).collect();
    let report = |(place, template): (Place, &str)| {
        Diagnostic::error("unknown-template", format!("there is no template `{template}`"))
            .at(place)
            .label(did_you_mean(template, templates.names(), "no such file in templates/"))
            .help(format!("make the file templates/{template} or use an existing one"))
    };
    by_place.into_iter().map(report).collect()
}
