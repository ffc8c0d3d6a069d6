//! Ownership of the output folder: a build writes only into a new or empty folder, or into one with our manifest. Files
//! that are not in the manifest stay.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::manifest;
use crate::config::{CONTENT, ISLANDS, PUBLIC, TEMPLATES};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, FileKind};

/// The site's folders that hold inputs or source code.
const INPUTS: [&str; 5] = [CONTENT, TEMPLATES, ISLANDS, PUBLIC, "src"];

/// Returns the absolute path of the output folder `dir` of the site in `root`.
///
/// # Errors
/// Fails if `dir` is or contains `root`, or if it is, contains or lies in one of the input folders.
pub fn resolve_target(dir: &Path, root: &Path) -> Result<PathBuf, Diagnostic> {
    let (target, root) = (fs::resolve(dir), fs::resolve(root));
    let shown = dir.display();
    let relation_to =
        |folder: &Path| folder.starts_with(&target).then(|| if folder == target { "is" } else { "holds" });
    let relation_to_input = |name: &&str| {
        let input = fs::resolve(&root.join(name));
        let lies_in = || target.starts_with(&input).then_some("lies in");
        Some(format!("{} the site's folder `{name}`", relation_to(&input).or_else(lies_in)?))
    };
    let relation_to_root = relation_to(&root).map(|relation| format!("{relation} the site's own folder"));
    let Some(relation) = relation_to_root.or_else(|| INPUTS.iter().find_map(relation_to_input)) else {
        return Ok(target);
    };
    Err(Diagnostic::error("output-not-ours", format!("the output folder `{shown}` {relation}"))
        .help("choose a folder of its own for the output: `--out dist`"))
}

/// Returns the files of an earlier build in `target`, as its manifest lists them; `None` if the folder is missing,
/// empty, or holds only what killed builds left. `shown_as` is the folder as the user named it.
///
/// # Errors
/// Fails if `target` is not a folder, or if it holds files but no manifest.
pub fn read_owned(target: &Path, shown_as: &Path) -> Result<Option<BTreeSet<String>>, Diagnostic> {
    let shown = shown_as.display().to_string();
    let refuse = |message: String, help: &str| {
        Err(Diagnostic::error("output-not-ours", message).help("choose another folder with `--out`").help(help))
    };
    match fs::kind(target) {
        FileKind::Nothing => return Ok(None),
        FileKind::Folder => {}
        FileKind::Link => {
            return refuse(format!("the output folder `{shown}` is a link that leads nowhere"), "or remove the link");
        }
        FileKind::File | FileKind::Other => {
            return refuse(format!("the output folder `{shown}` is a file"), "or move that file away");
        }
    }
    let names = fs::list(target, &shown)?;
    if names.iter().any(|name| name == manifest::NAME) {
        return manifest::read(target).map(Some);
    }
    if names.iter().all(|name| name == manifest::PARTIAL || name.starts_with(manifest::PARTIAL_PREFIX)) {
        return Ok(None);
    }
    refuse(
        format!("the output folder `{shown}` holds files that this tool did not make"),
        &format!("or, if nothing in `{shown}` is needed any more, remove it yourself"),
    )
}

/// Removes the staging folders of builds into `target` that were killed.
pub fn remove_abandoned(target: &Path) {
    let (parent, prefix) = locate_hidden_folders(target);
    fs::remove_abandoned(parent, &prefix);
    fs::remove_abandoned(target, manifest::PARTIAL_PREFIX);
}

/// Returns the folder that holds the staging folders of first builds into `target`, and the prefix of their names.
pub fn locate_hidden_folders(target: &Path) -> (&Path, String) {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    (target.parent().unwrap_or(target), format!(".{name}.partial-"))
}
