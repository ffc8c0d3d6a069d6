//! What pages were made from, told from what was noted while they were made.

use std::collections::BTreeMap;

use super::Previous;
use crate::config::{CONTENT, ISLANDS, PUBLIC, TEMPLATES};
use crate::content::collection;
use crate::diagnostic::closest;
use crate::plan::{LEDGER_FILE, Subject};
use crate::render::{Aspect, Part, Read, Setting, World};
use crate::route;
use crate::site::unpublished;
use crate::source::Sources;
use crate::template::ALIAS;

/// What there is to say of a page or a file.
#[derive(Debug, PartialEq, Eq)]
pub enum Explanation {
    Page(Page),
    File(File),
}

/// How a page came to be.
#[derive(Debug, PartialEq, Eq)]
pub struct Page {
    pub route: String,
    /// Where it is written, relative to the output.
    pub output: String,
    /// In a sentence that begins with "it is".
    pub subject: String,
    /// The files it was made from, and what of them. None if it has mistakes: then any change makes it anew.
    pub inputs: Option<BTreeMap<String, Vec<String>>>,
}

/// What a file is for.
#[derive(Debug, PartialEq, Eq)]
pub struct File {
    pub file: String,
    /// What it is: one sentence each.
    pub notes: Vec<String>,
    /// The pages that were made from it, by route, and what of it they read.
    pub pages: BTreeMap<String, Vec<String>>,
}

impl Previous {
    /// Explains the page at an address, or a file of the site, as the last build made it. None where there is neither: `is_file`
    /// tells of a path from the site's folder.
    pub fn explain(&self, name: &str, is_file: &dyn Fn(&str) -> bool) -> Option<Explanation> {
        let world = self.world.as_ref()?;
        let plan = world.plan();
        let settings = &world.site().content.settings;
        let below = name.strip_prefix(&settings.origin).unwrap_or(name);
        let route = below.strip_prefix(settings.base_path.trim_end_matches('/')).unwrap_or(below);
        let page = plan.at(route).or_else(|| route::normalize(route).ok().and_then(|route| plan.at(&route)));
        if let Some(page) = page.filter(|_| name.starts_with('/') || name.contains("://")) {
            return Some(Explanation::Page(self.page(world, page)));
        }
        let file = name.trim_start_matches("./");
        self.file(world, file, is_file(file)).map(Explanation::File)
    }

    /// The address or file that may be meant by a name of neither.
    pub fn meant(&self, name: &str) -> Option<String> {
        let plan = self.world.as_ref()?.plan();
        let routes = plan.pages.iter().map(|page| page.route.to_string());
        let Sources { content, templates, public } = &self.sources;
        let texts = content.files.iter().chain(&templates.files).map(|file| file.file.to_string());
        let files = texts.chain(public.files.iter().map(|file| format!("{PUBLIC}/{}", file.path)));
        let known: Vec<String> = if name.starts_with('/') { routes.collect() } else { files.collect() };
        closest(name, known.iter().map(String::as_str)).map(str::to_owned)
    }

    fn page(&self, world: &World, index: usize) -> Page {
        let page = &world.plan().pages[index];
        let template = &page.template;
        let subject = match &page.subject {
            Subject::Entry(entry) => {
                format!("the page of {}, with {TEMPLATES}/{template}", world.site().entry(*entry).file.file)
            }
            Subject::Declared { term, .. } => {
                let term = term.as_ref().map_or_else(String::new, |term| format!(" for the term `{}`", term.name));
                format!("a page of {CONTENT}/site.yaml{term}, with {TEMPLATES}/{template}")
            }
            Subject::Alias { to } => format!("an alias that leads to {to}"),
        };
        let inputs = self.pages[index].trace.as_ref().map(|trace| {
            let mut inputs: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for read in self.traces.reads(trace) {
                let (file, what) = describe(world, &read);
                let of = inputs.entry(file).or_default();
                if !of.contains(&what) {
                    of.push(what);
                }
            }
            inputs
        });
        Page { route: page.route.to_string(), output: page.output.clone(), subject, inputs }
    }

    /// A page may have found that a file is not there; one that is not there is no part of a folder.
    fn file(&self, world: &World, file: &str, is_there: bool) -> Option<File> {
        let mut pages: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (page, made) in world.plan().pages.iter().zip(&self.pages) {
            let Some(trace) = &made.trace else { continue };
            for read in self.traces.reads(trace) {
                let (input, what) = describe(world, &read);
                // What is read of the content as a whole says nothing of a single file.
                let inside =
                    is_there && input.strip_suffix('/').is_some_and(|folder| folder != CONTENT && is_in(file, folder));
                if input == file || inside {
                    let of = pages.entry(page.route.to_string()).or_default();
                    if !of.contains(&what) {
                        of.push(what);
                    }
                }
            }
        }
        let notes = notes(world, file);
        (!notes.is_empty() || !pages.is_empty()).then(|| File { file: file.to_owned(), notes, pages })
    }
}

fn is_in(file: &str, folder: &str) -> bool {
    file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// What a file is, and why it has no page if one could be expected.
fn notes(world: &World, file: &str) -> Vec<String> {
    let site = world.site();
    let below = |folder: &str| file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
    if let Some(index) = site.of_file(file) {
        let entry = site.entry(index);
        let collection = &site.collections()[entry.collection];
        let mut notes = vec![format!("it is the entry `{}`", entry.id)];
        notes.push(match world.route_of(Some(index)) {
            Some(route) => format!("its page is {route}"),
            None if !site.is_published(index) => format!("it has no page: {}", unpublished(entry.visibility)),
            None if collection.route.is_none() && entry.text("route").is_none() => {
                format!(
                    "it has no page: the collection `{}` has no route, so its entries are data only",
                    collection.name
                )
            }
            None => "it has no page: its address has a mistake, or another page has it".to_owned(),
        });
        return notes;
    }
    if file == LEDGER_FILE {
        return vec!["it lists every address that was ever published; no page shows it".to_owned()];
    }
    if file.strip_prefix(CONTENT).is_some() {
        if file.ends_with(collection::FILE) {
            return vec!["it says what the entries beside it hold and where their pages are".to_owned()];
        }
        let id = below(CONTENT).map(crate::content::entry::without_ending).unwrap_or_default();
        if site.content.unread.contains(id) {
            return vec!["it can't be read, and has no page as long as that is so".to_owned()];
        }
        return site
            .content
            .data
            .contains_key(id)
            .then(|| format!("templates read it as `data.{id}`"))
            .into_iter()
            .collect();
    }
    if let Some(asset) = below(PUBLIC).and_then(|path| site.assets.find(path)) {
        let note = if asset.is_source {
            "it is not published itself: others are made from it".to_owned()
        } else {
            format!("it is published as /{}", asset.published)
        };
        return vec![note];
    }
    let is_template = below(TEMPLATES).is_some_and(|name| world.templates().source(name).is_some());
    if is_template { vec!["it is a template".to_owned()] } else { Vec::new() }
}

/// The file (or folder, with a slash at its end) that a read is of, and what of it.
fn describe(world: &World, read: &Read) -> (String, String) {
    let settings = || format!("{CONTENT}/site.yaml");
    let entries_of = |name: &str| format!("{CONTENT}/{name}/");
    match read {
        Read::Entry(file, part) => (file.to_string(), self::part(part)),
        Read::Find(id) => match world.site().find(id) {
            Some(entry) => (world.site().entry(entry).file.file.to_string(), "its address".to_owned()),
            None => (format!("{CONTENT}/{id}"), "that it is not there".to_owned()),
        },
        Read::Listed { collection: name, sort, .. } => {
            let order = sort.as_ref().map_or_else(String::new, |sort| format!(" by `{sort}`"));
            (entries_of(name), format!("which entries there are, in their order{order}"))
        }
        Read::MayHave { collection: name, field } => {
            (format!("{CONTENT}/{name}/{}", collection::FILE), format!("whether there is a field `{field}`"))
        }
        Read::Newest(name, count) => (entries_of(name), format!("which are the {count} newest")),
        Read::Terms { collection: name, field } => (entries_of(name), format!("the values of `{field}`")),
        Read::Tagged { collection: name, field, name: value } => {
            (entries_of(name), format!("which have `{value}` in `{field}`"))
        }
        Read::TermPage { slug, .. } => (settings(), format!("the page of the term `{slug}`")),
        Read::Page(route) => (of_page(world, route).unwrap_or_else(settings), "what the page is made from".to_owned()),
        Read::Pages => (format!("{CONTENT}/"), "which pages there are".to_owned()),
        Read::Link(path) => match of_page(world, path) {
            Some(file) => (file, "its address".to_owned()),
            None => (settings(), format!("where {path} leads")),
        },
        Read::Asset(path, aspect) => {
            let what = match aspect {
                Aspect::Address => "its address",
                Aspect::Picture => "its pixels",
                Aspect::Size => "its size",
                Aspect::Text => "its text",
            };
            (format!("{PUBLIC}/{}", path.trim_start_matches('/')), what.to_owned())
        }
        Read::Fonts => (format!("{PUBLIC}/"), "the fonts of drawings".to_owned()),
        Read::Island(name) => (format!("{ISLANDS}/"), format!("the island `{name}`, with all that islands share")),
        Read::Script(name) => (format!("{ISLANDS}/scripts/{name}.ts"), "its text".to_owned()),
        Read::Loader => (format!("{ISLANDS}/"), "what brings islands to life".to_owned()),
        Read::DataNames => (format!("{CONTENT}/"), "which data files there are".to_owned()),
        Read::Data(name) => (format!("{CONTENT}/{name}.yaml"), "that it is there".to_owned()),
        Read::DataKeys(name) => (format!("{CONTENT}/{name}.yaml"), "which fields it has".to_owned()),
        Read::DataField(name, key) => (format!("{CONTENT}/{name}.yaml"), format!("`{key}`")),
        Read::Setting(setting) => (settings(), self::setting(*setting).to_owned()),
        Read::Template(name) if **name == *ALIAS && world.templates().source(name).is_none() => {
            ("the program".to_owned(), "the template of aliases".to_owned())
        }
        Read::Template(name) => {
            let is_there = world.templates().source(name).is_some();
            let what = if is_there { "its text" } else { "that it is not there" };
            (format!("{TEMPLATES}/{name}"), what.to_owned())
        }
        Read::Now => ("the clock".to_owned(), "the time of the build".to_owned()),
    }
}

/// The file of the entry whose page is at a route.
fn of_page(world: &World, route: &str) -> Option<String> {
    match world.plan().pages[world.plan().at(route)?].subject {
        Subject::Entry(entry) => Some(world.site().entry(entry).file.file.to_string()),
        _ => None,
    }
}

fn part(part: &Part) -> String {
    match part {
        Part::Identity => "its name".to_owned(),
        Part::Field(key) => format!("`{key}`"),
        Part::Body => "its Markdown".to_owned(),
        Part::Toc => "its headings".to_owned(),
        Part::Words => "how many words it has".to_owned(),
        Part::Route => "its address".to_owned(),
        Part::Previous => "the entry before it".to_owned(),
        Part::Next => "the entry after it".to_owned(),
    }
}

fn setting(setting: Setting) -> &'static str {
    match setting {
        Setting::Address => "`base_url`",
        Setting::Description => "`description`",
        Setting::Images => "`images`",
        Setting::Language => "`language`",
        Setting::Markdown => "`markdown`",
        Setting::Title => "`title`",
        Setting::Zone => "`time_zone`",
    }
}
