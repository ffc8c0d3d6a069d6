//! The files that pages ask for, and that are made from others: each once, and never again while the cache has it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::asset::Assets;
use crate::asset::derive::{self, Derived, Failure, Recipe};
use crate::asset::drawing::{Missing, Trouble};
use crate::config::{Config, PUBLIC, TEMPLATES};
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;
use crate::output::Sink;
use crate::plan::{PageIndex, Plan};

/// The cache of them.
const CACHE: &str = "derived";

/// So many that no page asks for any more are kept: those that were asked for last.
const SPARE: usize = 500;

/// What all pages ask for, by the path in the output, with the first page that does.
#[derive(Default)]
pub struct Requests(Mutex<BTreeMap<String, (Derived, PageIndex)>>);

impl Requests {
    /// Takes note of what a page asks for.
    pub fn add(&self, page: PageIndex, derived: &[Derived]) {
        if derived.is_empty() {
            return;
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for derived in derived {
            match all.get_mut(&derived.published) {
                // The threads' order must not show.
                Some((_, first)) => *first = page.min(*first),
                None => drop(all.insert(derived.published.clone(), (derived.clone(), page))),
            }
        }
    }

    /// Will there be such a file?
    pub fn has(&self, path: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(path)
    }

    /// The paths of all.
    pub fn paths(&self) -> BTreeSet<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Puts out all but those that an earlier build has `put`, and says what is wrong. `announce` is told if many have to be
    /// made.
    pub fn make(&self, run: &Run, put: &BTreeSet<String>, announce: &dyn Fn(&str)) -> Vec<Diagnostic> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = run.config.path(run.config.cache(CACHE));
        let (made, wanted): (Vec<_>, Vec<_>) = all
            .values()
            .filter(|(derived, _)| !put.contains(&derived.published))
            .map(|(derived, _)| (derived, derived.cached(&folder)))
            .partition(|(_, file)| fs::is_file(file));
        let copied = made.par_iter().filter_map(|(derived, file)| run.sink.put_file(&derived.published, file).err());
        let mut problems: Vec<Diagnostic> = copied.collect();
        if all.values().any(|(derived, _)| matches!(derived.recipe, Recipe::Drawing { .. })) {
            problems.extend(run.assets.font_problems().iter().cloned());
        }
        if wanted.is_empty() {
            return problems;
        }
        if wanted.len() >= MANY {
            announce(&format!("making {} pictures, once", wanted.len()));
        }
        let files: BTreeMap<&str, &PathBuf> = wanted.iter().map(|(d, file)| (&*d.published, file)).collect();
        let told = Mutex::new(problems);
        let tell = |problem| told.lock().unwrap_or_else(PoisonError::into_inner).push(problem);
        // A picture that is there but can't be kept is no reason to fail.
        let take = |derived: &Derived, bytes: Vec<u8>| {
            if let Some(file) = files.get(&*derived.published) {
                let _ = fs::create_dir(&folder).and_then(|_| fs::write_atomic(file, &bytes));
            }
            run.sink.put(&derived.published, &bytes).err().into_iter().for_each(&tell);
        };
        derive::batches(wanted.iter().map(|(derived, _)| *derived)).par_iter().for_each(|batch| {
            if let Err((published, failure)) = derive::make(batch, run.assets, &take)
                && let Some((derived, page)) = all.get(&published)
            {
                let problem = problem(derived, failure, run.assets);
                tell(problem.note(format!("on the page {}", run.plan.pages[*page].route)));
            }
        });
        told.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Requests {
    /// Drops from the cache what was not asked for in long. What can't be dropped stays.
    pub fn drop_unused(&self, config: &Config) {
        let folder = config.path(config.cache(CACHE));
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let files = all.values().map(|(derived, _)| derived.cached(&folder));
        let used = files.filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned())).collect();
        if fs::is_dir(&folder) {
            let _ = fs::keep_recent(&folder, &used, SPARE, |name| !name.starts_with('.') && name.contains('.'));
        }
    }

    /// Puts out those that were asked for so far, but for those that are `put`, which they join: or none of them, where
    /// something is wrong.
    pub fn make_early(&self, run: &Run, put: &mut BTreeSet<String>, announce: &dyn Fn(&str)) -> bool {
        let problems = self.make(run, put, announce);
        if problems.is_empty() {
            put.extend(self.paths());
        } else {
            self.paths().difference(put).for_each(|path| run.sink.remove(path));
        }
        problems.is_empty()
    }
}

/// What making them takes.
pub struct Run<'a> {
    pub config: &'a Config,
    pub plan: &'a Plan,
    pub assets: &'a Assets,
    pub sink: &'a dyn Sink,
}

/// So many take a while.
const MANY: usize = 4;

fn problem(derived: &Derived, failure: Failure, assets: &Assets) -> Diagnostic {
    let (template, svg) = match &derived.recipe {
        Recipe::Picture { source, .. } => (format!("{PUBLIC}/{source}"), ""),
        Recipe::Drawing { template, svg, .. } => (format!("{TEMPLATES}/{template}"), &**svg),
    };
    let broken = |message: String| Diagnostic::error("broken-drawing", message);
    match failure {
        Failure::Unread(problem) => problem,
        Failure::Picture(words) => {
            Diagnostic::error("broken-picture", format!("the picture `{template}` can't be used: {words}"))
                .at(Place::file(template))
                .help("open it in an image editor and save it again, as JPEG or PNG")
        }
        Failure::Drawing(Trouble::Syntax { at, words }) => {
            let place =
                at.map(|(line, column)| Place::new(format!("{template} (as filled in)"), svg, span(svg, line, column)));
            broken(format!("the drawing is no SVG: {words}"))
                .at(place.unwrap_or_else(|| Place::file(template)))
                .help("an SVG is XML: every tag is closed, every value quoted, every `&` written as `&amp;`")
        }
        Failure::Drawing(Trouble::Shape { width, height }) => {
            broken(format!("the drawing is {width}×{height}, which is not the shape that is asked for"))
                .at(Place::file(template))
                .help("give the `svg` the `viewBox` of that size, or ask for another `width` and `height`")
        }
        Failure::Drawing(Trouble::Missing(missing)) => {
            let mut diagnostic = broken("the drawing asks for what there is not".to_owned()).at(Place::file(template));
            for missing in missing {
                diagnostic = match missing {
                    Missing::Font(name) => {
                        let families: Vec<&str> = assets.fonts().families().into_iter().collect();
                        let there = if families.is_empty() { "none".to_owned() } else { families.join(", ") };
                        diagnostic.note(format!("the font `{name}` is not among those of the site: {there}")).help(
                            "put the font into public/ as a .ttf or .otf file (`images.fonts` in content/site.yaml)",
                        )
                    }
                    Missing::Character(c) => diagnostic
                        .note(format!("no font of the site has the character `{c}`"))
                        .help("add a font that has it, or write it otherwise"),
                    Missing::Picture(address) => diagnostic
                        .note(format!("the picture `{address}` is not part of the drawing"))
                        .help("put SVG pictures in with `inline(\"images/star.svg\")`"),
                };
            }
            diagnostic
        }
    }
}

/// The character at a line and column from 1.
fn span(text: &str, line: usize, column: usize) -> Range<usize> {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut characters = text[start..].char_indices().skip(column.saturating_sub(1));
    characters.next().map_or(text.len()..text.len(), |(at, c)| start + at..start + at + c.len_utf8())
}
