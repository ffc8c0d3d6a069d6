//! How an output folder is brought from one build to the next, as a list of steps.
//!
//! 1. The manifest of both builds, and of the names that files have while they are written: whatever happens from here on,
//!    the next build knows what is ours.
//! 2. Old files that stand where a new file or folder must be, or differ from one in letter case only.
//! 3. Files, each written beside its place and renamed; pages last, so that no page is newer than what it loads.
//! 4. Old files that the site no longer has, and the folders that emptied.
//! 5. The manifest of the new build.
//!
//! Steps of one phase may run in any order, so several do at once.

use std::path::Path;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Body, manifest};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Kind};
use crate::route::folders;

/// The steps, phase by phase.
#[derive(Debug)]
pub struct Plan {
    pub(super) phases: Vec<Vec<Step>>,
    pub written: usize,
    pub removed: usize,
}

/// One thing to do; paths are relative to the output folder.
#[derive(Debug)]
pub(super) enum Step {
    Manifest(String),
    Remove(String),
    /// Folders to remove if they are empty, innermost first.
    Prune(Vec<String>),
    Write {
        path: String,
        partial: String,
        body: Body,
    },
}

impl Plan {
    /// Plans the way from the files `old` to the files `new` (both sorted), of which `changed` have to be written.
    /// Fails where something that is not ours stands in the way.
    pub fn new(dir: &Path, old: &[&str], new: &[&str], changed: Vec<(String, Body)>) -> Result<Self, Diagnostic> {
        let mut changed = changed;
        let is_new: FxHashSet<&str> = new.iter().copied().collect();
        let orphans: Vec<&str> = old.iter().copied().filter(|path| !is_new.contains(path)).collect();
        let (early, late) = split(&orphans, new);
        keep_twins(dir, &early, new, &mut changed)?;
        changed.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let empty = clear(dir, old, &early, &changed)?;

        let written = changed.len();
        let removed = orphans.iter().filter(|path| !is_partial(path)).count();
        let writes: Vec<Step> = changed.into_iter().enumerate().map(|(n, (path, body))| write(n, path, body)).collect();
        let both = union(old, new, &writes);
        let (pages, files) =
            writes.into_iter().partition(|step| matches!(step, Step::Write { path, .. } if path.ends_with(".html")));

        let before = manifest::text(old.iter().copied());
        let last = manifest::text(new.iter().copied());
        let step_if = |text: String, than: &str| if text == than { Vec::new() } else { vec![Step::Manifest(text)] };
        let finish = step_if(last, &both);
        let phases = vec![
            step_if(both, &before),
            removals(dir, &early),
            vec![Step::Prune(prune_list(early.iter().copied().flat_map(folders).chain(empty.iter().map(|s| &**s))))],
            files,
            pages,
            removals(dir, &late),
            vec![Step::Prune(prune_list(late.iter().copied().flat_map(folders)))],
            finish,
            // What a build leaves that was killed while it wrote its manifest.
            vec![Step::Remove(manifest::PARTIAL.to_owned())],
        ];
        Ok(Self { phases, written, removed })
    }

    /// Does it all.
    pub fn run(&self, dir: &Path) -> Result<(), Diagnostic> {
        for phase in &self.phases {
            phase.par_iter().try_for_each(|step| step.run(dir)).map_err(|problem| {
                problem.note(
                    "the output folder now holds files of two builds, each of them whole; the next build mends it",
                )
            })?;
        }
        Ok(())
    }
}

impl Step {
    pub(super) fn run(&self, dir: &Path) -> Result<(), Diagnostic> {
        match self {
            Self::Manifest(text) => {
                fs::write_via(&dir.join(manifest::PARTIAL), &dir.join(manifest::NAME), text.as_bytes())
            }
            Self::Remove(path) => fs::remove_file(&dir.join(path)).map(drop),
            Self::Prune(paths) => {
                for path in paths {
                    fs::remove_empty_dir(&dir.join(path));
                }
                Ok(())
            }
            Self::Write { path, partial, body } => {
                let (path, partial) = (dir.join(path), dir.join(partial));
                let write = || match body {
                    Body::Bytes(bytes) => fs::write_via(&partial, &path, bytes),
                    Body::File { path: source, .. } => fs::copy_via(source, &partial, &path),
                };
                match write() {
                    // Most files have their folder: it is made only where it turned out to be missing.
                    Err(problem) if problem.code == "file-not-found" => {
                        fs::create_dir(path.parent().unwrap_or(dir))?;
                        write()
                    }
                    result => result,
                }
            }
        }
    }
}

fn write(number: usize, path: String, body: Body) -> Step {
    let folder = path.rfind('/').map_or("", |at| &path[..=at]);
    let partial = format!("{folder}{}{}-{number}", manifest::PARTIAL_PREFIX, std::process::id());
    Step::Write { path, partial, body }
}

/// Is it a name that a file of a killed build had before its own?
fn is_partial(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(manifest::PARTIAL_PREFIX))
}

/// The manifest of all that may exist between two builds.
fn union(old: &[&str], new: &[&str], writes: &[Step]) -> String {
    if writes.is_empty() && old == new {
        return manifest::text(new.iter().copied());
    }
    let partials = writes.iter().filter_map(|step| match step {
        Step::Write { partial, .. } => Some(partial.as_str()),
        _ => None,
    });
    let mut all: Vec<&str> = old.iter().chain(new).copied().chain(partials).collect();
    all.sort_unstable();
    all.dedup();
    manifest::text(all)
}

/// How a path reads on a disk that does not tell letter cases apart.
fn fold(path: &str) -> String {
    path.to_lowercase()
}

/// The old files that must go before anything is written, and those that go after. The first stand where a new file's
/// folder must be, lie where a new file must be, or would on some disks be a new file in another letter case.
fn split<'a>(orphans: &[&'a str], new: &[&str]) -> (Vec<&'a str>, Vec<&'a str>) {
    if orphans.is_empty() {
        return (Vec::new(), Vec::new());
    }
    // What a folded path will be: its spelling, and whether it is a file.
    let mut will_be: FxHashMap<String, (&str, bool)> = FxHashMap::default();
    for path in new {
        let folded = fold(path);
        will_be.extend(folders(&folded).zip(folders(path)).map(|(f, spelling)| (f.to_owned(), (spelling, false))));
        will_be.insert(folded, (path, true));
    }
    orphans.iter().copied().partition(|orphan| {
        let folded = fold(orphan);
        will_be.contains_key(&folded)
            || folders(&folded)
                .zip(folders(orphan))
                .any(|(f, spelling)| will_be.get(f).is_some_and(|&(other, is_file)| is_file || other != spelling))
    })
}

/// A new file that is on disk already, but as an old one in another letter case, goes with it: it has to be written again.
fn keep_twins(dir: &Path, early: &[&str], new: &[&str], changed: &mut Vec<(String, Body)>) -> Result<(), Diagnostic> {
    if early.is_empty() {
        return Ok(());
    }
    let going: FxHashSet<String> = early.iter().map(|path| fold(path)).collect();
    let written: FxHashSet<String> = changed.iter().map(|(path, _)| path.clone()).collect();
    for path in new.iter().filter(|path| going.contains(&fold(path)) && !written.contains(**path)) {
        let bytes = fs::read_bytes(&dir.join(path), path)?;
        changed.push(((*path).to_owned(), Body::Bytes(bytes.into())));
    }
    Ok(())
}

/// Makes sure that nothing but our own old files is where changed files must be. Gives the empty folders there.
fn clear(dir: &Path, old: &[&str], early: &[&str], changed: &[(String, Body)]) -> Result<Vec<String>, Diagnostic> {
    let ours: FxHashSet<&str> = old.iter().copied().collect();
    let going: FxHashSet<&str> = early.iter().copied().collect();
    let going_folded: FxHashSet<String> = early.iter().map(|path| fold(path)).collect();
    let above: FxHashSet<&str> = changed.iter().flat_map(|(path, _)| folders(path)).collect();

    let no_folder =
        |path: &&str| !matches!(fs::kind(&dir.join(path)), Kind::Nothing | Kind::Folder) && !going.contains(path);
    let mut in_the_way: Vec<String> = above.into_par_iter().filter(no_folder).map(str::to_owned).collect();
    let mut empty = Vec::new();
    let standing: Vec<(&str, Kind)> = changed
        .par_iter()
        .map(|(path, _)| (path.as_str(), fs::kind(&dir.join(path))))
        .filter(|(path, kind)| match kind {
            Kind::Nothing => false,
            Kind::File | Kind::Link => !ours.contains(path) && !going_folded.contains(&fold(path)),
            Kind::Folder | Kind::Other => true,
        })
        .collect();
    for (path, kind) in standing {
        if kind == Kind::Folder {
            look_into(dir, path, &going, &mut empty, &mut in_the_way)?;
        } else {
            in_the_way.push(path.to_owned());
        }
    }
    in_the_way.sort_unstable();
    let Some((first, others)) = in_the_way.split_first() else { return Ok(empty) };
    let shown = dir.join(first);
    let message = format!("`{}` was not made by this tool, and the site now has a file in its place", shown.display());
    let problem =
        Diagnostic::error("output-in-the-way", message).help("move it away; files of your own belong into `public/`");
    Err(others.iter().take(10).fold(problem, |problem, path| problem.note(format!("so is `{path}`"))))
}

/// Sorts what a folder holds into folders and files that are not about to be removed.
fn look_into(
    dir: &Path,
    path: &str,
    going: &FxHashSet<&str>,
    empty: &mut Vec<String>,
    foreign: &mut Vec<String>,
) -> Result<(), Diagnostic> {
    empty.push(path.to_owned());
    for name in fs::list(&dir.join(path), path)? {
        let inner = format!("{path}/{name}");
        if fs::kind(&dir.join(&inner)) == Kind::Folder {
            look_into(dir, &inner, going, empty, foreign)?;
        } else if !going.contains(inner.as_str()) {
            foreign.push(inner);
        }
    }
    Ok(())
}

/// The steps that remove files. A folder that has become a link is not ours any more: what it leads to stays.
fn removals(dir: &Path, paths: &[&str]) -> Vec<Step> {
    let above: FxHashSet<&str> = paths.iter().copied().flat_map(folders).collect();
    let links: FxHashSet<&str> = above.into_iter().filter(|path| fs::kind(&dir.join(path)) == Kind::Link).collect();
    let inside = |path: &&&str| !folders(path).any(|folder| links.contains(folder));
    paths.iter().filter(inside).map(|path| Step::Remove((*path).to_owned())).collect()
}

/// Folders without repeats, innermost first.
fn prune_list<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let unique: FxHashSet<&str> = paths.collect();
    let mut list: Vec<String> = unique.into_iter().map(str::to_owned).collect();
    list.sort_unstable_by_key(|path| (std::cmp::Reverse(path.matches('/').count()), path.clone()));
    list
}
