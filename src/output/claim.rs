//! Whose folder is it? We write only into one that is missing, empty, or ours by its manifest.

use std::path::{Path, PathBuf};

use super::manifest;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Kind};

/// The folders of a site that are read, or that hold its program.
const INPUTS: [&str; 5] = ["content", "templates", "islands", "public", "src"];

/// Refuses an output folder in which the site itself lies, or which is one of its inputs or lies in one; otherwise
/// gives its absolute path.
pub fn refuse_inputs(dir: &Path, root: &Path) -> Result<PathBuf, Diagnostic> {
    let (target, root) = (fs::resolve(dir), fs::resolve(root));
    let shown = dir.display();
    let why = if root == target {
        Some("is the site's own folder".to_owned())
    } else if root.starts_with(&target) {
        Some("holds the site's own folder".to_owned())
    } else {
        INPUTS.iter().find_map(|name| {
            let input = fs::resolve(&root.join(name));
            let relation = if input == target {
                "is"
            } else if input.starts_with(&target) {
                "holds"
            } else if target.starts_with(&input) {
                "lies in"
            } else {
                return None;
            };
            Some(format!("{relation} the site's folder `{name}`"))
        })
    };
    match why {
        None => Ok(target),
        Some(why) => Err(Diagnostic::error("output-not-ours", format!("the output folder `{shown}` {why}"))
            .help("choose a folder of its own for the output: `--out dist`")),
    }
}

/// What an earlier build of ours left in `target`; nothing where there is no folder yet, or an empty one. Any other
/// folder is refused. `shown_as` is the folder as the user named it.
pub fn owned(target: &Path, shown_as: &Path) -> Result<Option<Vec<String>>, Diagnostic> {
    let shown = shown_as.display().to_string();
    let refuse = |message: String, help: &str| {
        Err(Diagnostic::error("output-not-ours", message).help("choose another folder with `--out`").help(help))
    };
    match fs::kind(target) {
        Kind::Nothing => return Ok(None),
        Kind::Folder => {}
        Kind::Link => {
            return refuse(format!("the output folder `{shown}` is a link that leads nowhere"), "or remove the link");
        }
        Kind::File | Kind::Other => {
            return refuse(format!("the output folder `{shown}` is a file"), "or move that file away");
        }
    }
    let names = fs::list(target, &shown)?;
    if names.iter().any(|name| name == manifest::NAME) {
        return manifest::read(target).map(Some);
    }
    if names.iter().all(|name| name == manifest::PARTIAL) {
        return Ok(None);
    }
    refuse(
        format!("the output folder `{shown}` holds files that this tool did not make"),
        &format!("or, if nothing in `{shown}` is needed any more, remove it yourself"),
    )
}
