//! The plan of an update: the steps from the files of one build to those of the next, in phases.
//!
//! 1. Write the manifest of both builds, with the temporary names of files: if the build is killed, the next one
//!    still knows which files are ours.
//! 2. Remove old files in whose place a new file or folder must be, or whose path differs from a new one only in
//!    letter case.
//! 3. Write files, each under a temporary name and then renamed; pages last, so that no page is newer than the files
//!    it loads.
//! 4. Remove old files that the site no longer has, and the folders that emptied.
//! 5. Write the manifest of the new build.
//!
//! Steps of one phase are independent and run in parallel.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::manifest;
use super::sink::OutputBody;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, FileKind};
use crate::route::folders;

/// The steps, phase by phase.
#[derive(Debug)]
pub struct UpdatePlan {
    pub(super) phases: Vec<Vec<Step>>,
    pub written: usize,
    pub removed: usize,
}

/// A step; paths are relative to the output folder.
#[derive(Debug)]
pub(super) enum Step {
    Manifest(String),
    Remove(String),
    /// Folders to remove if they are empty, innermost first.
    Prune(Vec<String>),
    Write {
        path: String,
        partial: String,
        body: OutputBody,
    },
}

impl UpdatePlan {
    /// Plans the steps from the files `old` to the files `new` (both sorted), of which `changed` have to be written.
    /// Fails if a file that is not ours is in the way.
    pub fn new(dir: &Path, old: &[&str], new: &[&str], changed: Vec<(String, OutputBody)>) -> Result<Self, Diagnostic> {
        let mut changed = changed;
        let is_new: FxHashSet<&str> = new.iter().copied().collect();
        let orphans: Vec<&str> = old.iter().copied().filter(|path| !is_new.contains(path)).collect();
        let (early, late) = split_removals(&orphans, new);
        rewrite_case_variants(dir, &early, new, &mut changed)?;
        changed.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let empty = check_targets(dir, old, &early, &changed)?;

        let written = changed.len();
        let removed = orphans.iter().filter(|path| !is_partial(path)).count();
        let writes: Vec<Step> = changed.into_iter().enumerate().map(|(n, (path, body))| write(n, path, body)).collect();
        let both = manifest_of_both(old, new, &writes);
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
            // Left by a build that was killed while it wrote the manifest.
            vec![Step::Remove(manifest::PARTIAL.to_owned())],
        ];
        Ok(Self { phases, written, removed })
    }

    /// Runs all steps.
    pub fn run(&self, dir: &Path) -> Result<(), Diagnostic> {
        let changed = AtomicBool::new(false);
        let run = |step: &Step| {
            step.run(dir)?;
            // Writing the manifest of both builds publishes nothing: it is valid for either.
            changed.fetch_or(matches!(step, Step::Write { .. } | Step::Remove(_)), Ordering::Relaxed);
            Ok(())
        };
        for phase in &self.phases {
            phase.par_iter().try_for_each(run).map_err(|problem: Diagnostic| {
                problem.note(if changed.load(Ordering::Relaxed) {
                    "the output folder now holds files of two builds, each of them whole; the next build mends it"
                } else {
                    "nothing was published: the output folder holds what the build before made"
                })
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
                    OutputBody::Bytes(bytes) => fs::write_via(&partial, &path, bytes),
                    OutputBody::File { path: source, .. } => fs::copy_via(source, &partial, &path),
                };
                match write() {
                    // Most files have their folder, so it is created only if it turns out to be missing.
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

fn write(number: usize, path: String, body: OutputBody) -> Step {
    let folder = path.rfind('/').map_or("", |at| &path[..=at]);
    let partial = format!("{folder}{}{}-{number}", manifest::PARTIAL_PREFIX, std::process::id());
    Step::Write { path, partial, body }
}

/// Whether this is the temporary name of a file.
fn is_partial(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(manifest::PARTIAL_PREFIX))
}

/// Returns the manifest of all files that may exist during the update.
fn manifest_of_both(old: &[&str], new: &[&str], writes: &[Step]) -> String {
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

/// Folds the letter case of a path, as disks do that ignore case.
fn fold(path: &str) -> String {
    path.to_lowercase()
}

/// Splits the old files into those that must be removed before anything is written, and the others. The first are
/// where a new file's folder must be, lie below a new file, or equal a new path except for letter case.
fn split_removals<'a>(orphans: &[&'a str], new: &[&str]) -> (Vec<&'a str>, Vec<&'a str>) {
    if orphans.is_empty() {
        return (Vec::new(), Vec::new());
    }
    // The spelling of each folded new path, and whether it is a file.
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

/// Adds new files to `changed` that exist on disk only under an old spelling: removing the old file removes them too.
fn rewrite_case_variants(
    dir: &Path,
    early: &[&str],
    new: &[&str],
    changed: &mut Vec<(String, OutputBody)>,
) -> Result<(), Diagnostic> {
    if early.is_empty() {
        return Ok(());
    }
    let removed: FxHashSet<String> = early.iter().map(|path| fold(path)).collect();
    let written: FxHashSet<String> = changed.iter().map(|(path, _)| path.clone()).collect();
    for path in new.iter().filter(|path| removed.contains(&fold(path)) && !written.contains(**path)) {
        let bytes = fs::read_bytes(&dir.join(path), path)?;
        changed.push(((*path).to_owned(), OutputBody::Bytes(bytes.into())));
    }
    Ok(())
}

/// Fails if anything but our own old files is where changed files must be. Returns the empty folders there.
fn check_targets(
    dir: &Path,
    old: &[&str],
    early: &[&str],
    changed: &[(String, OutputBody)],
) -> Result<Vec<String>, Diagnostic> {
    let ours: FxHashSet<&str> = old.iter().copied().collect();
    let removed: FxHashSet<&str> = early.iter().copied().collect();
    let removed_folded: FxHashSet<String> = early.iter().map(|path| fold(path)).collect();
    let above: FxHashSet<&str> = changed.iter().flat_map(|(path, _)| folders(path)).collect();

    let no_folder = |path: &&str| {
        !matches!(fs::kind(&dir.join(path)), FileKind::Nothing | FileKind::Folder) && !removed.contains(path)
    };
    let mut in_the_way: Vec<String> = above.into_par_iter().filter(no_folder).map(str::to_owned).collect();
    let mut empty = Vec::new();
    let standing: Vec<(&str, FileKind)> = changed
        .par_iter()
        .map(|(path, _)| (path.as_str(), fs::kind(&dir.join(path))))
        .filter(|(path, kind)| match kind {
            FileKind::Nothing => false,
            FileKind::File | FileKind::Link => !ours.contains(path) && !removed_folded.contains(&fold(path)),
            FileKind::Folder | FileKind::Other => true,
        })
        .collect();
    for (path, kind) in standing {
        if kind == FileKind::Folder {
            collect_contents(dir, path, &removed, &mut empty, &mut in_the_way)?;
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

/// Collects the folders below `path`, and the files that are not about to be removed.
fn collect_contents(
    dir: &Path,
    path: &str,
    removed: &FxHashSet<&str>,
    empty: &mut Vec<String>,
    foreign: &mut Vec<String>,
) -> Result<(), Diagnostic> {
    empty.push(path.to_owned());
    for name in fs::list(&dir.join(path), path)? {
        let inner = format!("{path}/{name}");
        if fs::kind(&dir.join(&inner)) == FileKind::Folder {
            collect_contents(dir, &inner, removed, empty, foreign)?;
        } else if !removed.contains(inner.as_str()) {
            foreign.push(inner);
        }
    }
    Ok(())
}

/// Plans the removal of files. Files below a folder that has become a symbolic link are not ours any more and stay.
fn removals(dir: &Path, paths: &[&str]) -> Vec<Step> {
    let above: FxHashSet<&str> = paths.iter().copied().flat_map(folders).collect();
    let links: FxHashSet<&str> = above.into_iter().filter(|path| fs::kind(&dir.join(path)) == FileKind::Link).collect();
    let inside = |path: &&&str| !folders(path).any(|folder| links.contains(folder));
    paths.iter().filter(inside).map(|path| Step::Remove((*path).to_owned())).collect()
}

/// Lists each folder once, innermost first.
fn prune_list<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let unique: FxHashSet<&str> = paths.collect();
    let mut list: Vec<String> = unique.into_iter().map(str::to_owned).collect();
    list.sort_unstable_by_key(|path| (std::cmp::Reverse(path.matches('/').count()), path.clone()));
    list
}
