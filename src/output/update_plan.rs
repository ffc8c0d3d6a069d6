//! The plan of an update: the steps that turn the files of the earlier build into those of the new one.
//!
//! 1. Write a manifest that lists the files of both builds. If this build is killed, the next build still knows which
//!    files are ours.
//! 2. Remove old files that stand in the way of a new file or folder, or whose path differs from a new one only in
//!    letter case: on a disk that ignores case, both are the same file.
//! 3. Move new and changed files from the staging folder to their paths. Pages come last, so that no page is newer than
//!    the files that it loads.
//! 4. Remove the other old files that the site no longer has.
//! 5. Write the manifest of the new build.
//!
//! Each item is one or more phases, which run in this order. The steps of one phase, such as the moves of all pages,
//! run in parallel.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::manifest;
use super::sink::is_disk_case_sensitive;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, FileKind};
use crate::route::folders;

/// The note of an error that ended an update after its first change.
pub const PARTLY_PUBLISHED: &str =
    "the output folder now holds files of two builds, each of them whole; the next build mends it";

/// The steps of an update, phase by phase.
#[derive(Debug)]
pub struct UpdatePlan {
    pub(super) phases: Vec<Vec<UpdateStep>>,
    /// The number of files that are moved from the staging folder.
    pub written: usize,
    /// The number of files that are removed and not replaced.
    pub removed: usize,
}

/// One step; paths are relative to the output folder.
#[derive(Debug)]
pub(super) enum UpdateStep {
    /// Write the manifest with this text, unless it has the text already.
    Manifest(String),
    /// Remove this file, and the folders around it that became empty.
    Remove(String),
    /// Remove these folders, which are empty; inner folders come first.
    RemoveFolders(Vec<String>),
    /// Move this file from the staging folder.
    Move(String),
}

impl UpdatePlan {
    /// Plans the steps from the files `old` of the earlier build to the files `new`. The files `staged` of `new` are in
    /// the folder `staging`; the output folder `dir` has the others.
    ///
    /// # Errors
    /// Fails if a file that is not ours is in the way.
    pub fn new<'a>(
        dir: &Path,
        staging: &Path,
        old: &BTreeSet<&str>,
        new: &BTreeSet<&'a str>,
        mut staged: BTreeSet<&'a str>,
    ) -> Result<Self, Diagnostic> {
        let orphans: Vec<&str> = old.difference(new).copied().collect();
        let (removed_first, removed_last) = split_removals(&orphans, new);
        let ignores_case = !is_disk_case_sensitive(staging);
        if ignores_case {
            stage_case_variants(dir, staging, &removed_first, new, &mut staged)?;
        }
        let blocking_folders = find_blocking_folders(dir, ignores_case, old, &removed_first, &staged)?;

        let (pages, files): (Vec<&str>, Vec<&str>) = staged.iter().partition(|path| path.ends_with(".html"));
        let plan_moves = |paths: Vec<&str>| paths.into_iter().map(|path| UpdateStep::Move(path.to_owned())).collect();
        let (removals_first, removals_last) = (plan_removals(dir, &removed_first), plan_removals(dir, &removed_last));
        let removed = removals_first.len() + removals_last.len();
        let phases = vec![
            vec![UpdateStep::Manifest(manifest::format(old.union(new).copied()))],
            removals_first,
            vec![UpdateStep::RemoveFolders(blocking_folders)],
            plan_moves(files),
            plan_moves(pages),
            removals_last,
            vec![UpdateStep::Manifest(manifest::format(new.iter().copied()))],
            // An earlier build may have been killed while it wrote the manifest to this file.
            vec![UpdateStep::Remove(manifest::PARTIAL.to_owned())],
        ];
        Ok(Self { phases, written: staged.len(), removed })
    }

    pub fn run(&self, dir: &Path, staging: &Path) -> Result<(), Diagnostic> {
        let has_published = AtomicBool::new(false);
        let run = |step: &UpdateStep| {
            step.run(dir, staging)?;
            // The first manifest is valid for the files of either build, so writing it publishes nothing.
            has_published.fetch_or(matches!(step, UpdateStep::Move(_) | UpdateStep::Remove(_)), Ordering::Relaxed);
            Ok(())
        };
        for phase in &self.phases {
            phase.par_iter().try_for_each(run).map_err(|diagnostic: Diagnostic| {
                diagnostic.note(if has_published.load(Ordering::Relaxed) {
                    PARTLY_PUBLISHED
                } else {
                    "nothing was published: the output folder holds what the build before made"
                })
            })?;
        }
        Ok(())
    }
}

impl UpdateStep {
    pub(super) fn run(&self, dir: &Path, staging: &Path) -> Result<(), Diagnostic> {
        match self {
            Self::Manifest(text) => {
                let path = dir.join(manifest::NAME);
                if fs::has_bytes(&path, text.as_bytes()) {
                    return Ok(());
                }
                fs::write_via(&dir.join(manifest::PARTIAL), &path, text.as_bytes())
            }
            Self::Remove(path) => {
                fs::remove_file(&dir.join(path))?;
                folders(path).for_each(|folder| _ = fs::remove_empty_dir(&dir.join(folder)));
                Ok(())
            }
            Self::RemoveFolders(paths) => {
                paths.iter().for_each(|path| _ = fs::remove_empty_dir(&dir.join(path)));
                Ok(())
            }
            Self::Move(path) => {
                let (from, to) = (staging.join(path), dir.join(path));
                fs::create_parent(&to)?;
                match fs::rename(&from, &to) {
                    // The folder of `to` may be on another disk, to which no file can be moved.
                    Err(diagnostic) if diagnostic.code == "file-failed" => {
                        fs::write_atomic(&to, &fs::read_bytes(&from, path)?)
                    }
                    result => result,
                }
            }
        }
    }
}

/// Splits `orphans`, the old files that the site no longer has, into those to remove before anything is written, and
/// the others. An orphan is removed first if it is in the way of a new file:
///
/// - `a` is in the way of `a/b`, and `a/b` of `a`;
/// - `A` is in the way of `a`, and `A/b` of `a/c`: on a disk that ignores case, `A` and `a` are the same, and the old
///   spelling would stay.
fn split_removals<'a>(orphans: &[&'a str], new: &BTreeSet<&str>) -> (Vec<&'a str>, Vec<&'a str>) {
    let new_files: FxHashSet<String> = new.iter().map(|path| path.to_lowercase()).collect();
    // The spelling of each new folder, by its path in lower case.
    let mut new_folders: FxHashMap<String, &str> = FxHashMap::default();
    for folder in new.iter().flat_map(|path| folders(path)) {
        new_folders.insert(folder.to_lowercase(), folder);
    }
    orphans.iter().copied().partition(|orphan| {
        let path = orphan.to_lowercase();
        let is_blocking = |folder: &str| {
            let lower = folder.to_lowercase();
            new_files.contains(&lower) || new_folders.get(&lower).is_some_and(|spelling| *spelling != folder)
        };
        new_files.contains(&path) || new_folders.contains_key(&path) || folders(orphan).any(is_blocking)
    })
}

/// Stages each unchanged file whose path differs from a removed one only in letter case: on a disk that ignores case,
/// removing the old path removes the file.
fn stage_case_variants<'a>(
    dir: &Path,
    staging: &Path,
    removed_first: &[&str],
    new: &BTreeSet<&'a str>,
    staged: &mut BTreeSet<&'a str>,
) -> Result<(), Diagnostic> {
    let removed: FxHashSet<String> = removed_first.iter().map(|path| path.to_lowercase()).collect();
    for path in new.iter().filter(|path| removed.contains(&path.to_lowercase())) {
        if staged.insert(path) {
            let copy = staging.join(path);
            fs::create_parent(&copy)?;
            fs::copy_new(&dir.join(path), &copy)?;
        }
    }
    Ok(())
}

/// Finds the folders that are in the place of staged files, and the folders inside them, inner ones first. They are
/// empty once the files `removed_first` are removed.
///
/// # Errors
/// Fails if a file that is not ours is in the place of a staged file, in the place of a folder around one, or inside a
/// blocking folder.
pub(super) fn find_blocking_folders(
    dir: &Path,
    ignores_case: bool,
    old: &BTreeSet<&str>,
    removed_first: &[&str],
    staged: &BTreeSet<&str>,
) -> Result<Vec<String>, Diagnostic> {
    let removed: FxHashSet<&str> = removed_first.iter().copied().collect();
    let removed_in_lower_case: FxHashSet<String> = removed_first.iter().map(|path| path.to_lowercase()).collect();
    // On a disk that ignores case, a file that will be removed may be found by the spelling of a new path.
    let is_removed =
        |path: &str| removed.contains(path) || (ignores_case && removed_in_lower_case.contains(&path.to_lowercase()));

    // A parent of a staged file may be missing, a folder, or a file that is removed first.
    let parents: FxHashSet<&str> = staged.iter().copied().flat_map(folders).collect();
    let blocks_folder =
        |path: &&str| !matches!(fs::kind(&dir.join(path)), FileKind::Nothing | FileKind::Folder) && !is_removed(path);
    let mut in_the_way: Vec<String> = parents.into_par_iter().filter(blocks_folder).map(str::to_owned).collect();

    let occupied: Vec<(&str, FileKind)> = staged
        .par_iter()
        .map(|path| (*path, fs::kind(&dir.join(path))))
        .filter(|(path, kind)| match kind {
            FileKind::Nothing => false,
            FileKind::File | FileKind::Link => !old.contains(path) && !is_removed(path),
            FileKind::Folder | FileKind::Other => true,
        })
        .collect();
    let mut blocking_folders = Vec::new();
    for (path, kind) in occupied {
        if kind == FileKind::Folder {
            collect_contents(dir, path, &is_removed, &mut blocking_folders, &mut in_the_way)?;
        } else {
            in_the_way.push(path.to_owned());
        }
    }
    // An outer folder was found before those inside it.
    blocking_folders.reverse();
    in_the_way.sort_unstable();
    let Some((first, others)) = in_the_way.split_first() else { return Ok(blocking_folders) };
    let shown = dir.join(first);
    let message = format!("`{}` was not made by this tool, and the site now has a file in its place", shown.display());
    let diagnostic =
        Diagnostic::error("output-in-the-way", message).help("move it away; files of your own belong in `public/`");
    Err(others.iter().take(10).fold(diagnostic, |diagnostic, path| diagnostic.note(format!("so is `{path}`"))))
}

/// Adds the folder `path` and the folders below it to `found`, and files that are not removed to `foreign`.
fn collect_contents(
    dir: &Path,
    path: &str,
    is_removed: &dyn Fn(&str) -> bool,
    found: &mut Vec<String>,
    foreign: &mut Vec<String>,
) -> Result<(), Diagnostic> {
    found.push(path.to_owned());
    for name in fs::list(&dir.join(path), path)? {
        let inner = format!("{path}/{name}");
        if fs::kind(&dir.join(&inner)) == FileKind::Folder {
            collect_contents(dir, &inner, is_removed, found, foreign)?;
        } else if !is_removed(&inner) {
            foreign.push(inner);
        }
    }
    Ok(())
}

/// Plans the removal of files. A file below a folder that has become a symbolic link is not ours any more, and stays.
fn plan_removals(dir: &Path, paths: &[&str]) -> Vec<UpdateStep> {
    let parents: FxHashSet<&str> = paths.iter().copied().flat_map(folders).collect();
    let links: FxHashSet<&str> =
        parents.into_iter().filter(|path| fs::kind(&dir.join(path)) == FileKind::Link).collect();
    let is_ours = |path: &&&str| !folders(path).any(|folder| links.contains(folder));
    paths.iter().filter(is_ours).map(|path| UpdateStep::Remove((*path).to_owned())).collect()
}
