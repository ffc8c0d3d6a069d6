//! The dependencies, Rust and npm: each comes from the public registry and has a licence that lets anyone use the
//! result freely.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Permissive licences, public-domain dedications, and MPL-2.0, whose copyleft ends at its own files.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "BlueOak-1.0.0",
    // For data: the list of certificate authorities.
    "CDLA-Permissive-2.0",
    "CC0-1.0",
    // Permissive; asks for the line about the Independent JPEG Group in docs/credits.md.
    "IJG",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "NCSA",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Additions to a licence (`WITH …`) that only give further rights.
const ALLOWED_EXCEPTIONS: &[&str] = &["LLVM-exception"];

const CRATES: &str = "registry+https://github.com/rust-lang/crates.io-index";
const NPM: &str = "https://registry.npmjs.org/";

/// Returns what is wrong with an SPDX expression, if anything: of `A OR B` one must be allowed, of `A AND B` both.
fn objection(expression: Option<&str>) -> Option<String> {
    let Some(expression) = expression else {
        return Some("names no licence".to_owned());
    };
    // Older packages write MIT/Apache-2.0.
    let parsed = match spdx::Expression::parse_mode(expression, spdx::ParseMode::LAX) {
        Ok(parsed) => parsed,
        Err(e) => return Some(format!("has a licence that is no SPDX expression, `{expression}`: {}", e.reason)),
    };
    let allowed = parsed.evaluate(|wanted| {
        let licence = wanted.license.id().is_some_and(|id| ALLOWED.contains(&id.name));
        let exception = wanted
            .addition
            .as_ref()
            .is_none_or(|a| matches!(a, spdx::AdditionItem::Spdx(id) if ALLOWED_EXCEPTIONS.contains(&id.name)));
        licence && exception
    });
    (!allowed).then(|| format!("is under `{expression}`, which is not on the list of allowed licences"))
}

fn assert_none(objections: &[String]) {
    assert!(objections.is_empty(), "{}\nThe lists are in tests/licences.rs.", objections.join("\n"));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn crates_are_free_to_use() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(packages.len() > 1);
    let mut objections = Vec::new();
    for package in packages {
        let name = format!("crate {} {}", package["name"], package["version"]).replace('"', "");
        objections.extend(objection(package["license"].as_str()).map(|o| format!("{name} {o}")));
        // Our own package has no source.
        if let Some(source) = package["source"].as_str().filter(|s| *s != CRATES) {
            objections.push(format!("{name} comes from {source} instead of crates.io"));
        }
    }
    assert_none(&objections);
}

#[test]
fn npm_packages_are_free_to_use() {
    let mut objections = Vec::new();
    for lock in ["package-lock.json", "starters/company/package-lock.json", "tests/audit/package-lock.json"] {
        objections.extend(npm_objections(lock));
    }
    assert_none(&objections);
}

fn npm_objections(lock: &str) -> Vec<String> {
    let lock = fs::read_to_string(root().join(lock)).expect("the lock file is there");
    let lock: Value = serde_json::from_str(&lock).expect("it is JSON");
    let packages = lock["packages"].as_object().expect("a map of packages");
    assert!(packages.len() > 1);
    let mut objections = Vec::new();
    // The package of the lock file itself has no path.
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        let name = format!("npm package {path} {}", package["version"]).replace('"', "").replace("node_modules/", "");
        objections.extend(objection(package["license"].as_str()).map(|o| format!("{name} {o}")));
        // npm may leave the address out; then it is the registry's.
        if let Some(address) = package["resolved"].as_str().filter(|a| !a.starts_with(NPM)) {
            objections.push(format!("{name} comes from {address} instead of {NPM}"));
        }
    }
    objections
}

#[test]
fn expressions_are_read_as_spdx_means_them() {
    let check = |expression: &str, allowed: bool| {
        assert_eq!(objection(Some(expression)).is_none(), allowed, "{expression}");
    };
    check("MIT", true);
    check("MIT/Apache-2.0", true);
    check("MIT OR GPL-3.0-only", true);
    check("MIT AND GPL-3.0-only", false);
    check("(MIT OR GPL-3.0-only) AND Unicode-3.0", true);
    check("GPL-3.0-only OR (MIT AND LGPL-2.1-only)", false);
    check("Apache-2.0 WITH LLVM-exception", true);
    check("Apache-2.0 WITH Swift-exception", false);
    check("AGPL-3.0", false);
    check("LicenseRef-Ours", false);
    check("SEE LICENSE IN LICENSE.md", false);
    assert!(objection(None).is_some());
}
