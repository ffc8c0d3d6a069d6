//! The npm packages of a site: their installation from the lock file, and the search for a package's folder.
//!
//! npm lists what it has installed in `node_modules/.package-lock.json`. If that list lacks a package of the lock file,
//! the packages are installed (again). `npm ci` first empties `node_modules/`, which removes the list. So the next run
//! repeats an interrupted install.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::diagnostic::{Diagnostic, Place};
use crate::fs;
use crate::process::{Program, describe_start_failure};

/// npm's lock file, which states the version of each package.
pub const LOCK_FILE: &str = "package-lock.json";
/// npm's list of the installed packages, in the format of the lock file.
pub const INSTALLED_LIST: &str = "node_modules/.package-lock.json";
/// A file with a copy of the lock file, followed by a copy of npm's list. It is written if packages are missing after
/// an install: npm can be configured to omit some.
const INSTALLED_LOCK: &str = "node_modules/.installed-packages";
/// The time limit of an install: npm ends by itself long before, even over a slow line.
const INSTALL_TIMEOUT: Duration = Duration::from_mins(30);

/// Installs the packages of the site in `root` if they are missing or outdated. A site without `package.json` has no
/// packages. An install takes seconds, so a message is passed to `announce` first. A rebuild installs nothing, as npm
/// may be running already.
///
/// # Errors
/// Fails if npm or the lock file is missing, if the install fails, or if packages are outdated in a rebuild. The
/// diagnostic says what to do.
pub fn install(root: &Path, is_rebuild: bool, announce: &dyn Fn(&str)) -> Result<(), Diagnostic> {
    if !fs::is_file(&root.join("package.json")) {
        return Ok(());
    }
    if !fs::is_file(&root.join(LOCK_FILE)) {
        return Err(Diagnostic::error("missing-lock", format!("package.json has no {LOCK_FILE} beside it"))
            .at(Place::file("package.json"))
            .help("run `npm install --package-lock-only` once and commit the lock file"));
    }
    let lock = fs::read_bytes(&root.join(LOCK_FILE), LOCK_FILE)?;
    if is_installed(root, &lock) {
        return Ok(());
    }
    if is_rebuild {
        return Err(Diagnostic::error(
            "packages-outdated",
            format!("the installed packages are not those of {LOCK_FILE}"),
        )
        .at(Place::file(LOCK_FILE))
        .help("run `npm ci` in the site's folder, or wait for the npm that is running; the site is then built again"));
    }
    announce("Installing the front-end packages of package-lock.json (once) …");
    // If `node_modules` is a link, npm would empty the folder that the link leads to. `remove_file` removes a link, and
    // leaves a folder as it is.
    fs::remove_file(&root.join("node_modules"))?;
    run_npm_ci(root)?;
    // npm makes no folder if there is nothing to install.
    fs::create_dir(&root.join("node_modules"))?;
    if is_installed(root, &lock) {
        return Ok(());
    }
    fs::write_atomic(&root.join(INSTALLED_LOCK), &[lock, read_list(root)].concat())
}

/// The part of a lock file that says which packages are installed.
#[derive(Deserialize)]
struct Lock {
    /// The packages by path. The path of a package of npm contains `node_modules/`; the others are the site itself and
    /// its workspaces.
    packages: FxHashMap<String, Package>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Package {
    version: Option<String>,
    integrity: Option<String>,
    optional: bool,
    dev_optional: bool,
}

/// Whether npm has installed the packages of this lock file: npm's list has the version and the digest of each, or both
/// files are unchanged since an install that omitted some. An optional package may be missing, because it may be for
/// another system.
fn is_installed(root: &Path, lock: &[u8]) -> bool {
    let list = read_list(root);
    let installed = serde_json::from_slice::<Lock>(&list).map(|list| list.packages).unwrap_or_default();
    let is_present = |(path, wanted): (&String, &Package)| match installed.get(path) {
        Some(found) => (&found.version, &found.integrity) == (&wanted.version, &wanted.integrity),
        None => wanted.optional || wanted.dev_optional || !path.contains("node_modules/"),
    };
    serde_json::from_slice::<Lock>(lock).is_ok_and(|lock| lock.packages.iter().all(is_present))
        || fs::read_bytes(&root.join(INSTALLED_LOCK), INSTALLED_LOCK).is_ok_and(|copy| copy == [lock, &list].concat())
}

/// Reads npm's list of the installed packages. A missing list counts as an empty text.
fn read_list(root: &Path) -> Vec<u8> {
    fs::read_bytes(&root.join(INSTALLED_LIST), INSTALLED_LIST).unwrap_or_default()
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

/// Finds the folder of an installed package as Node does: in the `node_modules` of `root` or of a folder above `root`.
pub fn package_folder(root: &Path, name: &str) -> Option<PathBuf> {
    let root = std::path::absolute(root).ok()?;
    root.ancestors().map(|folder| folder.join("node_modules").join(name)).find(|path| fs::is_dir(path))
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use serde_json::{Value, json};

    use super::{INSTALLED_LIST, LOCK_FILE, install, npm_not_started};

    /// Whether packages are accepted as installed, with these packages in the lock file and in npm's list.
    fn is_accepted(lock: &Value, installed: Option<&Value>) -> bool {
        let site = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(site.path().join("node_modules")).expect("a folder");
        let write = |file: &str, packages: &Value| {
            std::fs::write(site.path().join(file), json!({ "packages": packages }).to_string()).expect("written");
        };
        write("package.json", &Value::Null);
        write(LOCK_FILE, lock);
        installed.into_iter().for_each(|installed| write(INSTALLED_LIST, installed));
        install(site.path(), true, &|_| {}).is_ok()
    }

    #[test]
    fn packages_that_npm_installed_by_itself_are_accepted() {
        let lock = json!({
            "": { "name": "site" },
            "node_modules/a": { "version": "1.0.0", "integrity": "sha512-a", "dev": true },
            "node_modules/b": { "version": "1.0.0", "optional": true },
        });
        let installed = |version: &str, integrity: &str| {
            json!({
                "node_modules/a": { "version": version, "integrity": integrity },
                "node_modules/by-hand": { "version": "1.0.0", "extraneous": true },
            })
        };
        assert!(is_accepted(&lock, Some(&installed("1.0.0", "sha512-a"))));
        assert!(!is_accepted(&lock, Some(&installed("2.0.0", "sha512-a"))));
        assert!(!is_accepted(&lock, Some(&installed("1.0.0", "sha512-b"))));
        assert!(!is_accepted(&lock, Some(&json!({}))));
        assert!(!is_accepted(&lock, None));
        assert!(is_accepted(&json!({ "": {} }), None), "nothing to install");
    }

    #[test]
    fn only_a_missing_npm_is_reported_as_not_found() {
        let message = |kind: ErrorKind| npm_not_started(&kind.into()).message;
        assert!(message(ErrorKind::NotFound).ends_with("`npm` was not found"));
        assert!(message(ErrorKind::PermissionDenied).ends_with("`npm` can't be run: permission denied"));
    }
}
