//! React as islands are rendered by it: a script of its own, so that an edit bundles and compiles the islands alone.
//!
//! 1. A file of React's packages is CommonJS: it becomes a function of what Node would give it.
//! 2. The files that it requires come along.
//! 3. Long switches get a short way to their default.
//!
//! It gives the islands' bundle what that imports from React, by name. Packages have their files by a rule
//! (`docs/decisions/0021-react-is-read-as-it-comes.md`).

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::esbuild;
use super::inputs::Digest;
use super::kept::forget_old;
use super::runtime::REQUIRE;
use super::switches;
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place};
use crate::fs;

/// The folder of its cache, and the script's name, in stacks too.
const CACHE: &str = "islands/react";
pub const SCRIPT: &str = "react.js";

/// What renders: the package hides it from others than browsers, so that it goes by a name that no package can have.
pub const RENDERER: &str = "react:renderer";
const RENDERER_FILE: (&str, &str) = ("react-dom", "react-dom-server-legacy.browser");

/// What the islands' bundle leaves out, with all that the packages hold.
pub const EXTERNAL: [&str; 3] = ["react", "react-dom", RENDERER];

/// What islands always are given.
const ALWAYS: [&str; 4] = ["react", "react/jsx-runtime", "react-dom", RENDERER];

/// Whether what islands always are given is all that they want.
pub fn gives(imported: &BTreeSet<String>) -> bool {
    imported.iter().all(|name| ALWAYS.contains(&name.as_str()))
}

/// The folder of the script that gives what is always given, and this besides, by its name in the cache; made if it is not there.
///
/// # Errors
/// It can't be made.
pub fn ready(config: &Config, besides: &BTreeSet<String>) -> Result<String, Diagnostic> {
    let text = script(config, besides)?;
    let mut digest = Digest::of_tools(config);
    digest.add("react", text.as_bytes());
    let name = format!("{:016x}", digest.finish());
    let folder = folder(config, &name);
    if !fs::is_file(&folder.join(SCRIPT)) {
        fs::create_dir(&folder)?;
        fs::write_atomic(&folder.join(SCRIPT), text.as_bytes())?;
    }
    forget_old(&config.path(config.cache(CACHE)), &folder)?;
    Ok(name)
}

/// Where the script of this name in the cache lies, and what is made of it.
pub fn folder(config: &Config, name: &str) -> PathBuf {
    config.path(config.cache(CACHE)).join(name)
}

/// The script. What is imported besides and not there is told by who asks for it.
fn script(config: &Config, besides: &BTreeSet<String>) -> Result<String, Diagnostic> {
    let kind = if config.development { "development" } else { "production" };
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut known: BTreeSet<String> = ALWAYS.into_iter().map(str::to_owned).chain(besides.iter().cloned()).collect();
    // Each with the file or folder that asks for it.
    let root = fs::resolve(&config.root);
    let mut open: Vec<(String, PathBuf)> = known.iter().map(|name| (name.clone(), root.clone())).collect();
    let mut text = format!("{}({{\n", REQUIRE.trim_end());
    while let Some((name, asks)) = open.pop() {
        let Some(path) = file(&asks, &name, kind) else {
            if ALWAYS.contains(&name.as_str()) {
                return Err(other_react(&name));
            }
            continue;
        };
        let source = fs::read_text(&path, &path.strip_prefix(&root).unwrap_or(&path).to_string_lossy())?;
        let new = required(&source).filter(|name| known.insert((*name).to_owned()));
        open.extend(new.map(|name| (name.to_owned(), path.clone())));
        let parameters = "module, exports, require, process";
        // A String takes anything that is written to it.
        let _ = writeln!(text, "{}: function ({parameters}) {{\n{}\n}},", quoted(&name), switches::shorten(&source));
    }
    let _ = writeln!(text, "}}, {{ env: {{ NODE_ENV: {} }} }});", quoted(kind));
    Ok(text)
}

/// Where React's packages have what is imported by this name: `react-dom/client` in `react-dom/cjs/react-dom-client.production.js`. What
/// renders on servers has other rules, and is nothing for islands.
fn file(asks: &Path, name: &str, kind: &str) -> Option<PathBuf> {
    if ["react-dom/server", "react-dom/static"].iter().any(|other| name.starts_with(other)) {
        return None;
    }
    let own = (name.split('/').next().unwrap_or(name), &*name.replace('/', "-"));
    let (package, stem) = if name == RENDERER { RENDERER_FILE } else { own };
    let path = fs::resolve(&esbuild::package(asks, package)?).join(format!("cjs/{stem}.{kind}.js"));
    fs::is_file(&path).then_some(path)
}

/// What a file asks for by name.
fn required(source: &str) -> impl Iterator<Item = &str> {
    source.split("require(\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0))
}

fn other_react(name: &str) -> Diagnostic {
    let name = if name == RENDERER { RENDERER_FILE.1 } else { name };
    Diagnostic::error("missing-react", "the React that is installed can't render islands")
        .at(Place::file("package.json"))
        .label("lists the packages")
        .note(format!("it has no file for `{name}` where React 19 has it"))
        .help("run `npm install --save-exact react@19 react-dom@19` in the site's folder, and commit package-lock.json")
}

#[cfg(test)]
mod tests {
    use super::required;

    #[test]
    fn what_a_file_requires_is_found() {
        let check = |source: &str, expected: &[&str]| assert_eq!(required(source).collect::<Vec<_>>(), expected);
        check("var React = require(\"react\"),\n  ReactDOM = require(\"react-dom\");", &["react", "react-dom"]);
        check("exports.a = 1; // require(name)", &[]);
        check("require(\"open", &[]);
    }
}
