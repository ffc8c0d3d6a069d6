//! The npm packages of a site, installed from its lock file, once.
//!
//! A site with a `package.json` has packages. They are installed when `node_modules/` does not hold a copy of the present lock
//! file: after a fresh clone, and after the lock file has changed. `npm ci` empties the folder first, the copy included, so an
//! install that was broken off is begun again.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

const LOCK: &str = "package-lock.json";
/// The lock file that was installed.
const INSTALLED: &str = "node_modules/.installed-package-lock.json";

/// Installs the packages below `root` if that is due; `announce` is told before it begins, since it takes seconds.
///
/// # Errors
/// Node or npm is missing, the lock file is missing, or the install failed: with what to do.
pub fn ensure(root: &Path, announce: &dyn Fn(&str)) -> Result<(), Diagnostic> {
    if !fs::is_file(&root.join("package.json")) {
        return Ok(());
    }
    if !fs::is_file(&root.join(LOCK)) {
        return Err(Diagnostic::error("missing-lock", format!("package.json has no {LOCK} beside it"))
            .at(Place::file("package.json"))
            .help("run `npm install --package-lock-only` once and commit the lock file"));
    }
    let wanted = fs::read_bytes(&root.join(LOCK), LOCK)?;
    let installed = root.join(INSTALLED);
    if fs::is_file(&installed) && fs::read_bytes(&installed, INSTALLED)? == wanted {
        return Ok(());
    }
    announce("Installing the front-end packages of package-lock.json (once) …");
    install(root)?;
    fs::write_atomic(&installed, &wanted)
}

/// Runs `npm ci`, which installs exactly what the lock file says.
fn install(root: &Path) -> Result<(), Diagnostic> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let run = Command::new(npm)
        .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(root)
        .stdin(Stdio::null())
        .output();
    let output = run.map_err(|_| {
        Diagnostic::error("missing-node", "the site's islands need Node.js and npm, and `npm` is not to be found")
            .at(Place::file("package.json"))
            .label("lists the packages")
            .help("install Node.js 20 or newer (https://nodejs.org, or your system's packages `nodejs` and `npm`) and run the command again")
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let mut diagnostic = Diagnostic::error("npm-failed", "npm could not install the packages")
        .at(Place::file("package-lock.json"))
        .help("look at npm's own words above; without a network nothing can be installed");
    for line in said.lines().filter(|line| !line.trim().is_empty()).take(12) {
        diagnostic = diagnostic.note(line);
    }
    Err(diagnostic)
}
