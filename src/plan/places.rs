//! What two pages can't share, and what no page can have: an address, a place on disk, a name of the program's own.
//!
//! Pages are settled in the order of their routes, over the files of `public/`: the later one is blamed, and left out. Two
//! that differ in the case of letters only are two on some disks, so that is a warning. An alias may do so: it is there for
//! what others wrote.

use rustc_hash::FxHashMap;

use super::{Candidate, Origin, Page, PageIndex, Plan, Planner, Subject};
use crate::config::PUBLIC;
use crate::diagnostic::{Diagnostic, Place};
use crate::route;

/// Who is written to a place.
#[derive(Clone, Copy)]
enum Occupant<'a> {
    /// A file of `public/`, by its path there.
    File(&'a str),
    Page(PageIndex),
}

/// What an output can't have.
enum Conflict<'a> {
    /// Its path is another's.
    Taken(Occupant<'a>),
    /// A folder that it needs is a file.
    Within(String, Occupant<'a>),
    /// It is a folder that another needs.
    Around(Occupant<'a>),
}

/// The places on disk that are taken.
#[derive(Default)]
struct Places<'a> {
    files: FxHashMap<String, Occupant<'a>>,
    /// For each folder, one that lies in it.
    folders: FxHashMap<String, Occupant<'a>>,
    /// The files as a disk sees them that does not tell letter cases apart.
    folded: FxHashMap<String, Occupant<'a>>,
}

impl<'a> Places<'a> {
    fn conflict(&self, output: &str) -> Option<Conflict<'a>> {
        if let Some(first) = self.files.get(output) {
            return Some(Conflict::Taken(*first));
        }
        let file = route::folders(output).find_map(|folder| Some((folder.to_owned(), *self.files.get(folder)?)));
        let within = file.map(|(folder, first)| Conflict::Within(folder, first));
        within.or_else(|| self.folders.get(output).map(|inner| Conflict::Around(*inner)))
    }

    fn take(&mut self, output: &str, by: Occupant<'a>) {
        self.files.insert(output.to_owned(), by);
        for folder in route::folders(output) {
            // Where a folder is known, those around it are.
            if self.folders.contains_key(folder) {
                break;
            }
            self.folders.insert(folder.to_owned(), by);
        }
    }

    /// Who has this path in another case, if anyone.
    fn take_folded(&mut self, output: &str, by: Occupant<'a>) -> Option<Occupant<'a>> {
        let folded = output.to_lowercase();
        let first = self.folded.get(&folded).copied();
        self.folded.entry(folded).or_insert(by);
        first
    }
}

impl Planner<'_> {
    /// Orders the pages by route, takes those that find their place, and reports the others.
    pub(super) fn settle(mut self) -> (Plan, Vec<Diagnostic>) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.sort_by(|a, b| a.page.route.cmp(&b.page.route));
        let mut plan = Plan { of_entry: vec![None; self.site.entries().len()], ..Plan::default() };
        let mut places = Places::default();
        let mut origins: Vec<Origin> = Vec::with_capacity(candidates.len());
        let site = self.site;
        for (path, asset) in site.assets.iter() {
            let by = Occupant::File(path);
            places.take(&asset.published, by);
            places.take_folded(&asset.published, by);
            self.diagnostics.extend(route::reserved(&asset.published).map(|why| {
                Diagnostic::error("route-taken", format!("the address `/{}` is the program's own", asset.published))
                    .at(Place::file(format!("{PUBLIC}/{path}")))
                    .note(why)
                    .help("rename or move the file")
            }));
        }
        for Candidate { page, origin } in candidates {
            let conflict = match route::reserved(&page.output) {
                Some(why) => Some(Some(self.reserved(&page, &origin, why))),
                None => places.conflict(&page.output).map(|conflict| self.conflict(&page, &origin, &origins, conflict)),
            };
            if let Some(diagnostic) = conflict {
                self.diagnostics.extend(diagnostic);
                continue;
            }
            let index = plan.pages.len();
            let by = Occupant::Page(index);
            places.take(&page.output, by);
            if !matches!(origin, Origin::Alias(..))
                && let Some(first) = places.take_folded(&page.output, by)
            {
                let diagnostic = self.differs_in_case(&page, &origin, &self.name(first, &origins));
                self.diagnostics.push(diagnostic);
            }
            origins.push(origin);
            if let Subject::Entry(entry) = page.subject {
                plan.of_entry[entry].get_or_insert(index);
            }
            plan.by_route.insert(page.route.clone(), index);
            plan.pages.push(page);
        }
        // Page 2 of a list sorts after its page 1, so an entry's first page is the one it links to.
        (plan, self.diagnostics)
    }

    /// None where it is told already.
    fn conflict(&self, page: &Page, origin: &Origin, origins: &[Origin], conflict: Conflict) -> Option<Diagnostic> {
        let route = &page.route;
        let (message, first, relation) = match conflict {
            Conflict::Taken(first) => {
                if let (Occupant::Page(first), Origin::Entry(own)) = (first, origin)
                    && let Origin::Entry(first) | Origin::Alias(first, _) = &origins[first]
                    && self.site.entry(*first).id == self.site.entry(*own).id
                {
                    // Two files that are one entry.
                    return None;
                }
                let message = match first {
                    Occupant::File(_) => format!("a file of {PUBLIC}/ has the address `{route}` already"),
                    Occupant::Page(_) => format!("two pages have the address `{route}`"),
                };
                (message, first, "has it")
            }
            Conflict::Within(folder, first) => {
                let relation = if matches!(first, Occupant::File(_)) { "is that file" } else { "makes that file" };
                (format!("the page `{route}` needs a folder `{folder}`, which is a file"), first, relation)
            }
            Conflict::Around(first) => (
                format!("the page `{route}` is a file, where another needs a folder"),
                first,
                "is written into that folder",
            ),
        };
        let is_file = matches!(first, Occupant::File(_));
        let help =
            if is_file { format!("move or remove the file, or {}", mend(origin)) } else { mend(origin).to_owned() };
        let diagnostic = Diagnostic::error("route-taken", message)
            .at(self.place(origin))
            .label(format!("{} {relation}", self.name(first, origins)))
            .help(help);
        Some(diagnostic)
    }

    fn reserved(&self, page: &Page, origin: &Origin, why: &str) -> Diagnostic {
        Diagnostic::error("route-taken", format!("the address `{}` is the program's own", page.route))
            .at(self.place(origin))
            .label(why)
            .help(mend(origin))
    }

    fn differs_in_case(&self, page: &Page, origin: &Origin, first: &str) -> Diagnostic {
        let message = format!("the address `{}` differs from another in the case of letters only", page.route);
        Diagnostic::warning("route-case", message)
            .at(self.place(origin))
            .label(format!("{first} has the other"))
            .help(format!("on the disks of macOS and Windows the two are one file: {}", mend(origin)))
    }

    /// As a message names it.
    fn name(&self, occupant: Occupant, origins: &[Origin]) -> String {
        match occupant {
            Occupant::File(path) => format!("{PUBLIC}/{path}"),
            Occupant::Page(page) => match &origins[page] {
                Origin::Entry(entry) | Origin::Alias(entry, _) => self.site.entry(*entry).file.file.to_string(),
                Origin::Settings(_) => "a page of content/site.yaml".to_owned(),
            },
        }
    }
}

/// What helps a page that has no place.
fn mend(origin: &Origin) -> &'static str {
    match origin {
        Origin::Entry(_) => "give this entry another `slug` or `route`",
        Origin::Alias(..) => "take this alias out",
        Origin::Settings(_) => "give this page another `route`",
    }
}
