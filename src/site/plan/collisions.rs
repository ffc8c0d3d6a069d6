//! The rejection of pages whose output path is taken by another page or file, reserved, or too long.
//!
//! 1. Assets take their paths first, then pages in the order of their routes. Of two that collide, the later is
//!    reported and left out.
//! 2. Paths that differ only in case are one file on some disks, and give a warning. An alias that differs from its
//!    target only in case is not written on disks that ignore case: they serve the target.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::attachments::output_paths;
use super::page_plan::{DeclaredFor, PageIndex, PageSubject, Plan, PlannedPage};
use super::planner::{Candidate, PageSource, Planner};
use super::terms::Term;
use crate::asset::{attachment_path, shown_path};
use crate::content::settings::Compress;
use crate::diagnostic::{Diagnostic, Place};
use crate::{fs, route};

/// The owner of an output path.
#[derive(Clone, Copy)]
enum Occupant<'a> {
    /// An asset, by its path in `public/`.
    File(&'a str),
    Page(PageIndex),
}

/// A collision of an output path with an earlier one.
enum Collision<'a> {
    /// The path is taken.
    SamePath(Occupant<'a>),
    /// A folder of the path is a file.
    FolderIsFile(String, Occupant<'a>),
    /// The path is a folder that contains files.
    FileIsFolder(Occupant<'a>),
}

/// The output paths that are taken.
#[derive(Default)]
struct OutputPaths<'a> {
    files: FxHashMap<String, Occupant<'a>>,
    /// One of the files in each folder.
    folders: FxHashMap<String, Occupant<'a>>,
    /// The files by lowercase path, for disks that ignore case.
    lowercase: FxHashMap<String, Occupant<'a>>,
}

impl<'a> OutputPaths<'a> {
    fn find_collision(&self, output: &str) -> Option<Collision<'a>> {
        if let Some(first) = self.files.get(output) {
            return Some(Collision::SamePath(*first));
        }
        let file = route::folders(output).find_map(|folder| Some((folder.to_owned(), *self.files.get(folder)?)));
        let folder_is_file = file.map(|(folder, first)| Collision::FolderIsFile(folder, first));
        folder_is_file.or_else(|| self.folders.get(output).map(|inner| Collision::FileIsFolder(*inner)))
    }

    fn insert(&mut self, output: &str, by: Occupant<'a>) {
        self.files.insert(output.to_owned(), by);
        for folder in route::folders(output) {
            // The parents of a recorded folder are recorded too.
            if self.folders.contains_key(folder) {
                break;
            }
            self.folders.insert(folder.to_owned(), by);
        }
    }

    /// Inserts a path for disks that ignore case, and returns the earlier owner of the same path.
    fn insert_lowercase(&mut self, output: &str, by: Occupant<'a>) -> Option<Occupant<'a>> {
        let lowercase = output.to_lowercase();
        let first = self.lowercase.get(&lowercase).copied();
        self.lowercase.entry(lowercase).or_insert(by);
        first
    }
}

/// Orders the pages by route, plans those that don't collide, and reports the others.
pub fn reject_collisions(mut planner: Planner) -> (Plan, Vec<Diagnostic>) {
    let attachments = output_paths(&planner);
    let mut candidates = std::mem::take(&mut planner.candidates);
    candidates.sort_by(|a, b| a.page.route.cmp(&b.page.route));
    let mut plan = Plan { page_of_entry: vec![None; planner.site.entries().len()], ..Plan::default() };
    let mut paths = OutputPaths::default();
    let mut sources: Vec<PageSource> = Vec::with_capacity(candidates.len());
    let site = planner.site;
    // The length of the extension that precompression appends to file names.
    let variant_length = if site.content.settings.output.compress == Compress::Never { 0 } else { ".br".len() };
    add_files(&mut planner, &attachments, &mut plan, &mut paths, variant_length);
    for Candidate { page, source } in candidates {
        if let Some((name, max)) = find_long_name(&page.output, variant_length) {
            let diagnostic =
                add_origin(&planner, report_long_name(name, max), &page, &source, name, "shorten the term");
            planner.diagnostics.push(diagnostic);
            continue;
        }
        if let Some(why) = route::reserved_reason(&page.output) {
            let diagnostic = report_reserved(&planner, &page, &source, why);
            planner.diagnostics.push(diagnostic);
            continue;
        }
        if let Some(collision) = paths.find_collision(&page.output) {
            let diagnostic = report_collision(&planner, &page, &source, &plan.pages, &sources, collision);
            planner.diagnostics.extend(diagnostic);
            continue;
        }
        if let Some((name, why)) = find_unportable_name(&page.output).filter(|_| page.is_first()) {
            planner.diagnostics.push(add_origin(
                &planner,
                report_unportable_name(name, why),
                &page,
                &source,
                name,
                "rename the term",
            ));
        }
        let index = plan.pages.len();
        paths.insert(&page.output, Occupant::Page(index));
        sources.push(source);
        if let PageSubject::Entry(entry) = page.subject {
            // Page 2 of a list sorts after page 1, so this keeps the first page of a paginated entry.
            plan.page_of_entry[entry].get_or_insert(index);
        }
        plan.by_route.insert(page.route.clone(), index);
        plan.pages.push(page);
    }
    check_case(&mut planner, &mut plan, &mut paths, &sources);
    (plan, planner.diagnostics)
}

/// Adds the output paths of assets and attachments, and reports those that collide, are too long or are reserved. A
/// colliding attachment is not published.
fn add_files<'s: 'a, 'a>(
    planner: &mut Planner<'s>,
    attachments: &'a BTreeMap<Arc<str>, String>,
    plan: &mut Plan,
    paths: &mut OutputPaths<'a>,
    variant_length: usize,
) {
    let site = planner.site;
    let assets = site.assets.iter().map(|(path, asset)| (path, asset.published.as_str()));
    for (path, published) in assets.chain(attachments.iter().map(|(key, path)| (&**key, path.as_str()))) {
        let (by, shown) = (Occupant::File(path), shown_path(path));
        if attachment_path(path).is_some() {
            if paths.find_collision(published).is_some() {
                let message = format!("the address `/{published}` of this file is taken");
                let diagnostic = Diagnostic::error("route-taken", message).at(Place::file(shown));
                planner.diagnostics.push(diagnostic.help("rename the file, or the one that has the address"));
                continue;
            }
            plan.attachments.insert(path.into(), published.to_owned());
        }
        paths.insert(published, by);
        if let Some(first) = paths.insert_lowercase(published, by) {
            let first = owner_name(planner, first, &[]);
            let place = Place::file(&*shown);
            planner.diagnostics.push(report_case_difference(published, place, &first, "rename the file"));
        }
        planner.diagnostics.extend(find_long_name(published, variant_length).map(|(name, max)| {
            report_long_name(name, max).at(Place::file(&*shown)).help("give the file a shorter name")
        }));
        planner.diagnostics.extend(
            find_unportable_name(published)
                .map(|(name, why)| report_unportable_name(name, why).at(Place::file(&*shown)).help("rename the file")),
        );
        planner.diagnostics.extend(route::reserved_reason(published).map(|why| {
            Diagnostic::error("route-taken", format!("the address `/{published}` is the program's own"))
                .at(Place::file(&*shown))
                .note(why)
                .help("rename or move the file")
        }));
    }
}

/// Finds output paths that differ only in case. Aliases come last, so that they are the ones left out.
fn check_case(planner: &mut Planner, plan: &mut Plan, paths: &mut OutputPaths<'_>, sources: &[PageSource]) {
    let (aliases, others): (Vec<PageIndex>, Vec<PageIndex>) =
        (0..plan.pages.len()).partition(|&index| matches!(plan.pages[index].subject, PageSubject::Alias { .. }));
    for index in others.into_iter().chain(aliases) {
        let Some(occupant) = paths.insert_lowercase(&plan.pages[index].output, Occupant::Page(index)) else {
            continue;
        };
        let page = &mut plan.pages[index];
        let target = if let PageSubject::Alias { to } = &page.subject { Some(to.clone()) } else { None };
        page.is_case_duplicate = target.is_some();
        let (route, source) = (page.route.clone(), &sources[index]);
        // An alias of its own target needs no warning.
        let is_own_target =
            matches!(occupant, Occupant::Page(first) if Some(&plan.pages[first].route) == target.as_ref());
        if !is_own_target {
            let first_name = owner_name(planner, occupant, sources);
            let place = planner.place_of(source);
            planner.diagnostics.push(report_case_difference(&route, place, &first_name, remedy(source)));
        }
    }
}

/// Adds to a diagnostic about `name`, a part of a page's path, the place that `name` comes from, and the cure.
fn add_origin(
    planner: &Planner,
    diagnostic: Diagnostic,
    page: &PlannedPage,
    source: &PageSource,
    name: &str,
    cure_of_term: &str,
) -> Diagnostic {
    match &page.subject {
        PageSubject::Declared { each: DeclaredFor::Term(term), .. } if term.slug.contains(name) => {
            diagnostic.at(planner.place_of_term(term)).label("makes it").help(cure_of_term)
        }
        _ => diagnostic.at(planner.place_of(source)).label("makes it").help(remedy(source)),
    }
}

/// Reports a collision; `None` if it is reported elsewhere.
fn report_collision(
    planner: &Planner,
    page: &PlannedPage,
    source: &PageSource,
    pages: &[PlannedPage],
    sources: &[PageSource],
    collision: Collision,
) -> Option<Diagnostic> {
    let route = &page.route;
    let (message, first, relation) = match collision {
        Collision::SamePath(first) => {
            if let (Occupant::Page(first_page), PageSource::Entry(own_index)) = (first, source)
                && let PageSource::Entry(first_index) | PageSource::Alias(first_index, _) = &sources[first_page]
                && let (first_entry, own_entry) = (planner.site.entry(*first_index), planner.site.entry(*own_index))
                && first_entry.id == own_entry.id
                && first_entry.language == own_entry.language
            {
                // Two files with one id are reported as such.
                return None;
            }
            if let Occupant::Page(first_page) = first
                && let (
                    PageSubject::Declared { index, each: DeclaredFor::Term(one) },
                    PageSubject::Declared { index: own, each: DeclaredFor::Term(other) },
                ) = (&pages[first_page].subject, &page.subject)
                && index == own
            {
                return page.is_first().then(|| report_terms_with_same_slug(planner, one, other));
            }
            let message = match first {
                Occupant::File(_) => format!("a file has the address `{route}` already"),
                Occupant::Page(_) => format!("two pages have the address `{route}`"),
            };
            (message, first, "has it")
        }
        Collision::FolderIsFile(folder, first) => {
            let relation = if matches!(first, Occupant::File(_)) { "is that file" } else { "makes that file" };
            (format!("the page `{route}` needs a folder `{folder}`, which is a file"), first, relation)
        }
        Collision::FileIsFolder(first) => (
            format!("the page `{route}` is a file, where another needs a folder"),
            first,
            "is written into that folder",
        ),
    };
    let is_file = matches!(first, Occupant::File(_));
    let help =
        if is_file { format!("move or remove the file, or {}", remedy(source)) } else { remedy(source).to_owned() };
    let diagnostic = Diagnostic::error("route-taken", message)
        .at(planner.place_of(source))
        .label(format!("{} {relation}", owner_name(planner, first, sources)))
        .help(help);
    Some(diagnostic)
}

/// Reports two terms with the same slug, at an entry that has the rarer term: once, whatever pages are made of them.
fn report_terms_with_same_slug(planner: &Planner, one: &Term, other: &Term) -> Diagnostic {
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

fn report_reserved(planner: &Planner, page: &PlannedPage, source: &PageSource, why: &str) -> Diagnostic {
    Diagnostic::error("route-taken", format!("the address `{}` is the program's own", page.route))
        .at(planner.place_of(source))
        .label(why)
        .help(remedy(source))
}

/// Returns the name of an owner in messages.
fn owner_name(planner: &Planner, occupant: Occupant, sources: &[PageSource]) -> String {
    match occupant {
        Occupant::File(path) => shown_path(path),
        Occupant::Page(page) => match &sources[page] {
            PageSource::Entry(entry) | PageSource::Alias(entry, _) => planner.site.entry(*entry).file.file.to_string(),
            PageSource::Settings(_) => "a page of content/site.yaml".to_owned(),
        },
    }
}

/// Files that a message lists for a term: enough to find the mistake.
const MAX_FILES_OF_TERM: usize = 3;

fn report_case_difference(address: &str, place: Place, first: &str, remedy: &str) -> Diagnostic {
    let address = address.trim_start_matches('/');
    Diagnostic::warning(
        "route-case",
        format!("the address `/{address}` differs from another in the case of letters only"),
    )
    .at(place)
    .label(format!("{first} has the other"))
    .help(format!("on the disks of macOS and Windows the two are one file: {remedy}"))
}

/// Bytes that common file systems allow in the name of a file or folder.
const MAX_NAME_BYTES: usize = 255;

/// Finds a part of a path that is too long, and its limit. File names leave room for an extension of
/// `extension_length`.
fn find_long_name(output: &str, extension_length: usize) -> Option<(&str, usize)> {
    if output.len() <= MAX_NAME_BYTES - extension_length {
        return None;
    }
    let mut parts = output
        .rsplit('/')
        .enumerate()
        .map(|(at, part)| (part, MAX_NAME_BYTES - if at == 0 { extension_length } else { 0 }));
    parts.find(|(part, max)| part.len() > *max)
}

/// Finds a part of a path that can't be the name of a file or folder on Windows, and the reason.
fn find_unportable_name(output: &str) -> Option<(&str, &'static str)> {
    output.split('/').find_map(|name| Some((name, fs::refused_on_windows(name)?)))
}

fn report_unportable_name(name: &str, why: &str) -> Diagnostic {
    Diagnostic::warning("name-on-windows", format!("Windows can't write a file or folder `{name}`")).note(why)
}

fn report_long_name(name: &str, max: usize) -> Diagnostic {
    let start: String = name.chars().take(24).collect();
    let message = format!("the name `{start}…` of a file or folder has {} bytes, and may have {max}", name.len());
    let diagnostic = Diagnostic::error("name-too-long", message);
    if name.is_ascii() { diagnostic } else { diagnostic.note("a letter beyond A to Z takes two to four bytes") }
}

/// Says how to give a page another route.
fn remedy(source: &PageSource) -> &'static str {
    match source {
        PageSource::Entry(_) => "give this entry another `slug` or `route`",
        PageSource::Alias(..) => "take this alias out",
        PageSource::Settings(_) => "give this page another `route`",
    }
}
