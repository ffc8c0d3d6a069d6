//! The rejection of pages whose output path is taken by another page or file, reserved, or too long.
//!
//! Assets take their paths first, then attachments, pages and aliases. An attachment or page whose path is taken is
//! reported and left out.
//!
//! Paths that differ only in case are one file on some disks, and are reported on every disk. An alias may differ from
//! its target only in case: disks that ignore case serve the target for both, so the alias is not written on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::attachments::output_paths;
use super::page_plan::{DeclaredFor, PageSubject, Plan, PlannedPage};
use super::planner::Planner;
use super::terms::Term;
use crate::asset::{attachment_path, shown_path};
use crate::content::settings::Compress;
use crate::diagnostic::{Diagnostic, Place};
use crate::{fs, route};

/// What an output path belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Occupant<'a> {
    /// An asset or attachment, by its key among the assets.
    File(&'a str),
    /// A page, by its index in [`CollisionCheck::accepted`].
    Page(usize),
}

/// How an output path collides with the path of an earlier page or file.
enum Collision<'p> {
    /// The path is taken.
    SamePath,
    /// This folder of the path is a file.
    FolderIsFile(&'p str),
    /// The path is a folder that contains files.
    FileIsFolder,
}

/// The output paths that are taken.
#[derive(Default)]
struct OutputPaths<'a> {
    occupants: FxHashMap<String, Occupant<'a>>,
    /// The first page or file in each folder, at any depth.
    folders: FxHashMap<String, Occupant<'a>>,
    /// The first page or file for each path in lower case.
    lowercase: FxHashMap<String, Occupant<'a>>,
}

impl<'a> OutputPaths<'a> {
    /// Finds the page or file with which an output path collides.
    fn find_collision<'p>(&self, output: &'p str) -> Option<(Collision<'p>, Occupant<'a>)> {
        let file = |path: &str| self.occupants.get(path).copied();
        let same = || Some((Collision::SamePath, file(output)?));
        let folder =
            || route::folders(output).find_map(|folder| Some((Collision::FolderIsFile(folder), file(folder)?)));
        let contents = || Some((Collision::FileIsFolder, *self.folders.get(output)?));
        same().or_else(folder).or_else(contents)
    }

    /// Inserts a path. Returns the first occupant of a path that differs only in case.
    fn insert(&mut self, output: &str, occupant: Occupant<'a>) -> Option<Occupant<'a>> {
        self.occupants.insert(output.to_owned(), occupant);
        // If a folder is known, so are the folders around it.
        for folder in route::folders(output) {
            if self.folders.contains_key(folder) {
                break;
            }
            self.folders.insert(folder.to_owned(), occupant);
        }
        let first = *self.lowercase.entry(output.to_lowercase()).or_insert(occupant);
        (first != occupant).then_some(first)
    }
}

/// Plans the pages that don't collide, in the order of their routes, and reports the others.
pub fn reject_collisions(mut planner: Planner) -> (Plan, Vec<Diagnostic>) {
    let attachments = output_paths(&planner);
    let mut candidates = std::mem::take(&mut planner.candidates);
    // Aliases are added last: of an alias and another page that collide, the alias is reported.
    candidates.sort_by(|a, b| (a.is_alias(), &a.route).cmp(&(b.is_alias(), &b.route)));
    let compress = planner.site.content.settings.output.compress;
    let mut check = CollisionCheck {
        planner,
        paths: OutputPaths::default(),
        accepted: Vec::with_capacity(candidates.len()),
        variant_length: if compress == Compress::Never { 0 } else { ".br".len() },
    };
    let published_attachments = check.add_files(&attachments);
    for page in candidates {
        check.add_page(page);
    }
    check.accepted.sort_by(|a, b| a.route.cmp(&b.route));
    (Plan::new(check.accepted, published_attachments, check.planner.site.entries().len()), check.planner.diagnostics)
}

struct CollisionCheck<'a> {
    planner: Planner<'a>,
    paths: OutputPaths<'a>,
    /// The pages that collide with nothing.
    accepted: Vec<PlannedPage>,
    /// The length of the extension that precompression appends to file names; 0 without precompression.
    variant_length: usize,
}

impl<'a> CollisionCheck<'a> {
    /// Adds the output paths of assets and attachments. Reports attachments that collide, paths that differ only in
    /// case, and names that are reserved, too long or not portable. Returns the attachments that collide with nothing:
    /// only they are published.
    fn add_files(&mut self, attachments: &'a BTreeMap<Arc<str>, String>) -> BTreeMap<Arc<str>, String> {
        let mut published_attachments = BTreeMap::new();
        let assets = self.planner.site.assets.published().map(|(path, asset)| (path, asset.output_path.as_str()));
        for (key, output) in assets.chain(attachments.iter().map(|(key, output)| (&**key, output.as_str()))) {
            let place = || Place::file(shown_path(key));
            if attachment_path(key).is_some() {
                if self.paths.find_collision(output).is_some() {
                    let message = format!("the address `/{output}` of this file is taken");
                    let diagnostic = Diagnostic::error("route-taken", message).at(place());
                    let help = "rename the file, or the one that has the address";
                    self.planner.diagnostics.push(diagnostic.help(help));
                    continue;
                }
                published_attachments.insert(key.into(), output.to_owned());
            }
            let in_other_case = self.paths.insert(output, Occupant::File(key));
            let diagnostics = [
                in_other_case
                    .map(|first| case_difference(output, place(), &self.occupant_name(first), "rename the file")),
                long_name(output, self.variant_length)
                    .map(|(_, diagnostic)| diagnostic.at(place()).help("give the file a shorter name")),
                unportable_name(output).map(|(_, diagnostic)| diagnostic.at(place()).help("rename the file")),
                route::reserved_reason(output).map(|why| {
                    Diagnostic::error("route-taken", format!("the address `/{output}` is the program's own"))
                        .at(place())
                        .note(why)
                        .help("rename or move the file")
                }),
            ];
            self.planner.diagnostics.extend(diagnostics.into_iter().flatten());
        }
        published_attachments
    }

    /// Accepts a page, or reports why its output path can't be written. A name that not every disk can hold is reported
    /// too, but the page is accepted.
    fn add_page(&mut self, mut page: PlannedPage) {
        if let Some(diagnostic) = self.check_path(&page) {
            self.planner.diagnostics.push(diagnostic);
            return;
        }
        if let Some((collision, first)) = self.paths.find_collision(&page.output) {
            let diagnostic = self.explain_collision(&collision, first, &page);
            self.planner.diagnostics.extend(diagnostic);
            return;
        }
        if let Some((name, diagnostic)) = unportable_name(&page.output).filter(|_| page.is_first()) {
            let diagnostic = self.add_origin(diagnostic, &page, name, "rename the term");
            self.planner.diagnostics.push(diagnostic);
        }
        if let Some(first) = self.paths.insert(&page.output, Occupant::Page(self.accepted.len())) {
            page.is_case_duplicate = page.is_alias();
            let leads_to_first = matches!((first, &page.subject), (Occupant::Page(at), PageSubject::Alias { to, .. })
                if *to == self.accepted[at].route);
            let is_follow_up =
                matches!(first, Occupant::Page(at) if have_colliding_first_pages(&page, &self.accepted[at]));
            if !leads_to_first && !is_follow_up {
                let (place, first) = (self.planner.place_of(&page.subject, page.language), self.occupant_name(first));
                self.planner.diagnostics.push(case_difference(&page.route, place, &first, remedy(&page)));
            }
        }
        self.accepted.push(page);
    }

    /// Checks that an output path is neither too long nor reserved.
    fn check_path(&self, page: &PlannedPage) -> Option<Diagnostic> {
        if let Some((name, diagnostic)) = long_name(&page.output, self.variant_length) {
            return Some(self.add_origin(diagnostic, page, name, "shorten the term"));
        }
        let why = route::reserved_reason(&page.output)?;
        let message = format!("the address `{}` is the program's own", page.route);
        let diagnostic =
            Diagnostic::error("route-taken", message).at(self.planner.place_of(&page.subject, page.language));
        Some(diagnostic.label(why).help(remedy(page)))
    }

    /// Explains a collision of a page. If two lists have the same route, only the collision of their first pages is
    /// reported.
    fn explain_collision(&self, collision: &Collision, first: Occupant, page: &PlannedPage) -> Option<Diagnostic> {
        let route = &page.route;
        let (message, relation) = match (collision, first) {
            (Collision::SamePath, Occupant::File(_)) => (format!("a file has the address `{route}` already"), "has it"),
            (Collision::SamePath, Occupant::Page(first)) => {
                let first = &self.accepted[first];
                if have_colliding_first_pages(page, first) {
                    return None;
                }
                if let (
                    PageSubject::Declared { index: declaration, made_for: DeclaredFor::Term(one) },
                    PageSubject::Declared { index, made_for: DeclaredFor::Term(other) },
                ) = (&first.subject, &page.subject)
                    && declaration == index
                {
                    return Some(terms_with_same_slug(&self.planner, one, other));
                }
                (format!("two pages have the address `{route}`"), "has it")
            }
            (Collision::FolderIsFile(folder), first) => {
                let relation = if matches!(first, Occupant::File(_)) { "is that file" } else { "makes that file" };
                (format!("the page `{route}` needs a folder `{folder}`, which is a file"), relation)
            }
            (Collision::FileIsFolder, _) => {
                let message = format!("the page `{route}` is a file, where another needs a folder");
                (message, "is written into that folder")
            }
        };
        let help = match first {
            Occupant::File(_) => format!("move or remove the file, or {}", remedy(page)),
            Occupant::Page(_) => remedy(page).to_owned(),
        };
        let diagnostic = Diagnostic::error("route-taken", message)
            .at(self.planner.place_of(&page.subject, page.language))
            .label(format!("{} {relation}", self.occupant_name(first)))
            .help(help);
        Some(diagnostic)
    }

    /// Adds a place and a help to a diagnostic about `name`, a part of the page's path. Place and help are about the
    /// page's term if the term's slug has this part, or else about the page's route.
    fn add_origin(&self, diagnostic: Diagnostic, page: &PlannedPage, name: &str, help_for_term: &str) -> Diagnostic {
        match page.subject.term() {
            Some(term) if term.slug.split('/').any(|part| part == name) => {
                diagnostic.at(self.planner.place_of_term(term)).label("makes it").help(help_for_term)
            }
            _ => {
                diagnostic.at(self.planner.place_of(&page.subject, page.language)).label("makes it").help(remedy(page))
            }
        }
    }

    fn occupant_name(&self, occupant: Occupant) -> String {
        let page = match occupant {
            Occupant::File(key) => return shown_path(key),
            Occupant::Page(page) => &self.accepted[page],
        };
        match page.subject {
            PageSubject::Entry(entry) | PageSubject::Alias { entry, .. } => {
                self.planner.site.entry(entry).file.file.to_string()
            }
            PageSubject::Declared { .. } => "a page of content/site.yaml".to_owned(),
        }
    }
}

/// Whether `page` is page 2 or later of a list, and `earlier` is in a list whose route is the same, apart from case.
/// The lists' first pages collide then too, and only that collision is reported.
fn have_colliding_first_pages(page: &PlannedPage, earlier: &PlannedPage) -> bool {
    let list_route = |page: &PlannedPage| page.slice.as_ref().map(|slice| slice.first_route.to_lowercase());
    !page.is_first() && list_route(page) == list_route(earlier)
}

/// Returns the diagnostic for two terms with the same slug, at an entry that has the rarer term.
fn terms_with_same_slug(planner: &Planner, one: &Term, other: &Term) -> Diagnostic {
    let (frequent, rare) = if one.entries.len() < other.entries.len() { (other, one) } else { (one, other) };
    let message = format!("the terms `{}` and `{}` have one slug, `{}`", one.name, other.name, other.slug);
    let help = if one.name.to_lowercase() == other.name.to_lowercase() {
        format!("write the term in one way everywhere: `{}`", frequent.name)
    } else {
        "give one of them a name that differs in its letters or digits: a slug holds nothing else".to_owned()
    };
    let diagnostic = Diagnostic::error("route-taken", message)
        .at(planner.place_of_term(rare))
        .label(format!("`{}` has the slug too", frequent.name))
        .help(help);
    [one, other].into_iter().fold(diagnostic, |diagnostic, term| {
        let entries = planner.entries_of(term).into_iter().take(MAX_FILES_OF_TERM);
        let files: Vec<&str> = entries.map(|entry| &*planner.site.entry(entry).file.file).collect();
        let more = match term.entries.len() - files.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        diagnostic.note(format!("`{}` is in {}{more}", term.name, files.join(", ")))
    })
}

/// The maximum number of files that a message lists for a term.
const MAX_FILES_OF_TERM: usize = 3;

/// Reports an address that differs only in case from that of `first`, the name of an occupant. `address` is a route or
/// an output path.
fn case_difference(address: &str, place: Place, first: &str, remedy: &str) -> Diagnostic {
    let address = address.trim_start_matches('/');
    Diagnostic::error(
        "route-case",
        format!("the address `/{address}` differs from another in the case of letters only"),
    )
    .at(place)
    .label(format!("{first} has the other"))
    .help(format!("on the disks of macOS and Windows the two are one file: {remedy}"))
}

/// Bytes that common file systems allow in the name of a file or folder.
const MAX_NAME_BYTES: usize = 255;

/// Finds a part of a path that is too long, and its diagnostic. File names leave room for `variant_length` bytes.
fn long_name(output: &str, variant_length: usize) -> Option<(&str, Diagnostic)> {
    let limits = std::iter::once(MAX_NAME_BYTES - variant_length).chain(std::iter::repeat(MAX_NAME_BYTES));
    let (name, max) = output.rsplit('/').zip(limits).find(|(part, max)| part.len() > *max)?;
    let start: String = name.chars().take(24).collect();
    let message = format!("the name `{start}…` of a file or folder has {} bytes, and may have {max}", name.len());
    let mut diagnostic = Diagnostic::error("name-too-long", message);
    if !name.is_ascii() {
        diagnostic = diagnostic.note("a letter beyond A to Z takes two to four bytes");
    }
    Some((name, diagnostic))
}

/// Finds a part of a path that can't be the name of a file or folder on Windows, and its diagnostic.
fn unportable_name(output: &str) -> Option<(&str, Diagnostic)> {
    let (name, why) = output.split('/').find_map(|name| Some((name, fs::windows_refusal(name)?)))?;
    let message = format!("Windows can't write a file or folder `{name}`");
    Some((name, Diagnostic::warning("name-on-windows", message).note(why)))
}

/// Says how to give a page another route.
fn remedy(page: &PlannedPage) -> &'static str {
    match page.subject {
        PageSubject::Entry(_) => "give this entry another `slug` or `route`",
        PageSubject::Alias { .. } => "take this alias out",
        PageSubject::Declared { .. } => "give this page another `route`",
    }
}
