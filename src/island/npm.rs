//! The npm packages of a site: their installation from the lock file, and the search for a package's folder.
//!
//! After an install, a copy of the lock file is written into `node_modules/`. If the copy is missing or differs from
//! the lock file, the packages are installed (again). `npm ci` first empties `node_modules/`, which removes the copy.
//! So the next run repeats an interrupted install.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::diagnostic::{Diagnostic, Place};
use crate::fs;
use crate::process::{Program, describe_start_failure};

/// npm's lock file, which states the version of each package.
pub const LOCK_FILE: &str = "package-lock.json";
/// The copy of the lock file from which the packages were installed.
const INSTALLED: &str = "node_modules/.installed-package-lock.json";
/// The time limit of an install: npm ends by itself long before, even over a slow line.
const INSTALL_TIMEOUT: Duration = Duration::from_mins(30);

/// Installs the packages of the site in `root` if they are missing or outdated. A site without `package.json` has no
/// packages. An install takes seconds, so a message is passed to `announce` first.
///
/// # Errors
/// Fails if npm or the lock file is missing, or if the install fails. The diagnostic says what to do.
pub fn install(root: &Path, announce: &dyn Fn(&str)) -> Result<(), Diagnostic> {
    if !fs::is_file(&root.join("package.json")) {
        return Ok(());
    }
    if !fs::is_file(&root.join(LOCK_FILE)) {
        return Err(Diagnostic::error("missing-lock", format!("package.json has no {LOCK_FILE} beside it"))
            .at(Place::file("package.json"))
            .help("run `npm install --package-lock-only` once and commit the lock file"));
    }
    let lock = fs::read_bytes(&root.join(LOCK_FILE), LOCK_FILE)?;
    let installed = root.join(INSTALLED);
    if fs::is_file(&installed) && fs::read_bytes(&installed, INSTALLED)? == lock {
        return Ok(());
    }
    announce("Installing the front-end packages of package-lock.json (once) …");
    // If `node_modules` is a link, npm would empty the folder that the link leads to. `remove_file` removes a link, and
    // leaves a folder as it is.
    fs::remove_file(&root.join("node_modules"))?;
    run_npm_ci(root)?;
    // npm makes no folder if there is nothing to install.
    fs::create_dir(&root.join("node_modules"))?;
    fs::write_atomic(&installed, &lock)
}

/// Runs `npm ci`, which installs exactly what the lock file says.
fn run_npm_ci(root: &Path) -> Result<(), Diagnostic> {
    let npm = Program::new("npm").arguments(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).in_folder(root);
    let finished = npm.run(INSTALL_TIMEOUT).map_err(|error| npm_not_started(&error))?;
    if finished.is_success() {
        return Ok(());
    }
    let failed = Diagnostic::error("npm-failed", "npm could not install the packages")
        .at(Place::file(LOCK_FILE))
        .help("look at npm's own words above; without a network nothing can be installed");
    Err(quote(failed, &String::from_utf8_lossy(&finished.errors)))
}

fn npm_not_started(error: &io::Error) -> Diagnostic {
    let if_missing = "install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`) \
                      and run the command again";
    let (reason, help) = describe_start_failure(error, if_missing);
    Diagnostic::error("missing-node", format!("the site's islands need Node.js and npm, and `npm` {reason}"))
        .at(Place::file("package.json"))
        .label("lists the packages")
        .help(help)
}

/// Adds the first lines of a program's output to a diagnostic, each as a note.
pub fn quote(diagnostic: Diagnostic, output: &str) -> Diagnostic {
    output.lines().filter(|line| !line.trim().is_empty()).take(12).fold(diagnostic, Diagnostic::note)
}

/// Finds the folder of an installed package like Node, in the `node_modules` of `root` or of a folder above `root`.
pub fn package_folder(root: &Path, name: &str) -> Option<PathBuf> {
    let root = std::path::absolute(root).ok()?;
    root.ancestors().map(|folder| folder.join("node_modules").join(name)).find(|path| fs::is_dir(path))
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::npm_not_started;

    #[test]
    fn only_a_missing_npm_is_reported_as_not_found() {
        let message = |kind: ErrorKind| npm_not_started(&kind.into()).message;
        assert!(message(ErrorKind::NotFound).ends_with("`npm` was not found"));
        assert!(message(ErrorKind::PermissionDenied).ends_with("`npm` can't be run: permission denied"));
    }
}
