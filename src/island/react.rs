//! React as islands are rendered by it: a script of its own, made once for a lock file and a mode, so that an edit bundles and
//! compiles the islands alone.
//!
//! It gives the islands' bundle what that imports from React, by name.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::bundling::common_flags;
use super::esbuild::{self, Esbuild, Order};
use super::inputs::Digest;
use super::kept::forget_old;
use super::runtime;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::fs;

/// The folder of its cache, and the script's name, in stacks too.
const CACHE: &str = "islands/react";
pub const SCRIPT: &str = "react.js";

/// What renders: the package hides it from others than browsers, so that it goes by a name that no package can have.
pub const RENDERER: &str = "react:renderer";

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
pub fn ready(config: &Config, besides: &BTreeSet<String>, esbuild: &Esbuild) -> Result<String, Vec<Diagnostic>> {
    let names: BTreeSet<&str> = ALWAYS.into_iter().chain(besides.iter().map(String::as_str)).collect();
    let text = entry(config, &names);
    let mut digest = Digest::of_tools(config);
    digest.add("react", text.as_bytes());
    let name = format!("{:016x}", digest.finish());
    let folder = folder(config, &name);
    let one = |diagnostic| vec![diagnostic];
    if !fs::is_file(&folder.join(SCRIPT)) {
        let file = format!("{}/{SCRIPT}", runtime::FOLDER);
        runtime::put(&config.path(&file), text.as_bytes()).map_err(one)?;
        let mut flags = common_flags(config);
        flags.extend(["--format=iife".to_owned(), "--target=es2020".to_owned()]);
        let entries = vec![("react".to_owned(), format!("./{file}"))];
        let made = esbuild.make(&config.root, &Order { name: None, entries, flags })?;
        fs::create_dir(&folder).map_err(one)?;
        fs::write_atomic(&folder.join(SCRIPT), made.files.get(SCRIPT).map_or(&[], Vec::as_slice)).map_err(one)?;
    }
    forget_old(&config.path(config.cache(CACHE)), &folder).map_err(one)?;
    Ok(name)
}

/// Where the script of this name in the cache lies, and what is made of it.
pub fn folder(config: &Config, name: &str) -> PathBuf {
    config.path(config.cache(CACHE)).join(name)
}

/// The module that gives these.
fn entry(config: &Config, names: &BTreeSet<&str>) -> String {
    let kind = if config.development { "development" } else { "production" };
    let react_dom = esbuild::package(&config.root, "react-dom").unwrap_or_default();
    let renderer = react_dom.join(format!("cjs/react-dom-server-legacy.browser.{kind}.js"));
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = "const given = {\n".to_owned();
    for name in names {
        let path = if *name == RENDERER { quoted(&renderer.to_string_lossy()) } else { quoted(name) };
        // A String takes anything that is written to it.
        let _ = writeln!(text, "  {}: () => require({path}),", quoted(name));
    }
    text + "};\nglobalThis.require = (name) => given[name]();\n"
}
