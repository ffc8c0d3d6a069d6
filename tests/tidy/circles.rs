//! Circles between files: sets of files that import each other, directly or through others.
//!
//! Rust: every path that leads to a file of the crate is an arrow to the file that defines the name; re-exports are
//! followed. `mod x;`, `pub use` and code under `#[cfg(test)]` are no arrows. TypeScript: every relative import.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{after_item, is_test_attribute, opening};

/// For each file the files that it imports, each with one of the imported names.
pub type Arrows = BTreeMap<String, BTreeMap<String, String>>;

/// The names in a file of Rust.
#[derive(Default)]
struct Module {
    file: String,
    defined: BTreeSet<String>,
    /// The imported names, with their absolute paths.
    imported: BTreeMap<String, Vec<String>>,
    /// The absolute paths in the code, and those of imports.
    mentioned: Vec<Vec<String>>,
    /// The modules that are imported as `module::*`.
    globs: Vec<Vec<String>>,
}

/// Finds the arrows between files of Rust, given as `(path below src/, text)`.
pub fn rust_arrows(files: &[(String, String)]) -> Arrows {
    let mut modules = BTreeMap::new();
    for (file, text) in files {
        let Ok(tokens) = text.parse::<TokenStream>() else { continue };
        modules.insert(path_of(file), (Module { file: file.clone(), ..Module::default() }, tokens));
    }
    let paths: BTreeSet<Vec<String>> = modules.keys().cloned().collect();
    let mut read = BTreeMap::new();
    for (path, (mut module, tokens)) in modules {
        module.read_items(tokens.clone(), &path, &paths);
        module.read_mentions(tokens, &path, &paths);
        read.insert(path, module);
    }
    let mut arrows = Arrows::new();
    for module in read.values() {
        let targets = arrows.entry(module.file.clone()).or_default();
        for path in module.mentioned.iter().chain(&module.globs) {
            if let Some(target) = resolve(path, &read, 0).filter(|target| *target != module.file) {
                targets.entry(target).or_insert_with(|| path.last().cloned().unwrap_or_default());
            }
        }
    }
    arrows
}

/// Returns the module path of a file: `content`, `yaml` for `content/yaml/mod.rs`.
fn path_of(file: &str) -> Vec<String> {
    let name = file.trim_end_matches(".rs").trim_end_matches("/mod");
    if matches!(name, "lib" | "main" | "mod") { Vec::new() } else { name.split('/').map(str::to_owned).collect() }
}

/// Finds the file that defines what an absolute path names; `None` for the path of a module alone. `depth` counts the
/// re-exports that were followed, as they may form a circle.
fn resolve(path: &[String], modules: &BTreeMap<Vec<String>, Module>, depth: usize) -> Option<String> {
    let length = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
    let module = &modules[&path[..length]];
    let name = path.get(length)?;
    if let Some(imported) = module.imported.get(name).filter(|_| !module.defined.contains(name) && depth < 8) {
        let mut full = imported.clone();
        full.extend_from_slice(&path[length + 1..]);
        return resolve(&full, modules, depth + 1);
    }
    Some(module.file.clone())
}

impl Module {
    /// Reads definitions and imports.
    fn read_items(&mut self, tokens: TokenStream, own: &[String], all: &BTreeSet<Vec<String>>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            if is_test_attribute(&tokens, at) {
                at = after_item(&tokens, at + 2);
                continue;
            }
            match tokens[at].to_string().as_str() {
                "use" => {
                    let end = end_of_import(&tokens, at);
                    let is_public = at > 0 && matches!(opening(&tokens[at - 1]).as_str(), "pub" | "(");
                    let list: TokenStream = tokens[at + 1..end].iter().cloned().collect();
                    for (path, alias) in use_paths(list, &[]) {
                        let Some(full) = absolute(&path, own, all, &BTreeMap::new()) else { continue };
                        if alias == "*" {
                            self.globs.push(full);
                            continue;
                        }
                        if !is_public {
                            self.mentioned.push(full.clone());
                        }
                        self.imported.insert(alias, full);
                    }
                    at = end;
                }
                "struct" | "enum" | "trait" | "type" | "fn" | "const" | "union" | "macro_rules" => {
                    if let Some(TokenTree::Ident(name)) = tokens.get(at + 1) {
                        self.defined.insert(name.to_string());
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads the paths in code, besides those of imports.
    fn read_mentions(&mut self, tokens: TokenStream, own: &[String], all: &BTreeSet<Vec<String>>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            if is_test_attribute(&tokens, at) {
                at = after_item(&tokens, at + 2);
                continue;
            }
            match &tokens[at] {
                TokenTree::Group(group) => self.read_mentions(group.stream(), own, all),
                TokenTree::Ident(ident) if ident == "use" => at = end_of_import(&tokens, at),
                TokenTree::Ident(ident) => {
                    let mut path = vec![ident.to_string()];
                    while let [TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Ident(next), ..] = &tokens[at + 1..]
                        && a.as_char() == ':'
                        && b.as_char() == ':'
                    {
                        path.push(next.to_string());
                        at += 3;
                    }
                    if path.len() > 1
                        && let Some(full) = absolute(&path, own, all, &self.imported)
                    {
                        self.mentioned.push(full);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// Returns the index of the semicolon that ends the import at `at`.
fn end_of_import(tokens: &[TokenTree], at: usize) -> usize {
    let end = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ';');
    tokens[at..].iter().position(end).map_or(tokens.len(), |i| at + i)
}

/// Returns the paths of a use list, each with the name under which it is imported.
fn use_paths(tokens: TokenStream, prefix: &[String]) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut path = prefix.to_vec();
    let mut alias: Option<String> = None;
    let mut is_list = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "as" => alias = tokens.next().map(|name| name.to_string()),
            TokenTree::Ident(ident) => path.push(ident.to_string()),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                found.extend(use_paths(group.stream(), &path));
                is_list = true;
            }
            TokenTree::Punct(p) if p.as_char() == '*' => path.push("*".to_owned()),
            TokenTree::Punct(p) if p.as_char() == ',' => {
                finish(&mut found, std::mem::replace(&mut path, prefix.to_vec()), alias.take(), prefix, is_list);
                is_list = false;
            }
            _ => {}
        }
    }
    finish(&mut found, path, alias, prefix, is_list);
    found
}

/// Adds the path that ends at a comma or at the end of a use list, unless it is a list itself.
fn finish(
    found: &mut Vec<(Vec<String>, String)>,
    mut path: Vec<String>,
    alias: Option<String>,
    prefix: &[String],
    is_list: bool,
) {
    if is_list || path.len() <= prefix.len() {
        return;
    }
    let last = path.last().cloned().unwrap_or_default();
    if last == "self" && path.len() > 1 {
        path.pop();
    }
    let name = alias.unwrap_or_else(|| path.last().cloned().unwrap_or_default());
    found.push((path, name));
}

/// Returns a path as seen from the crate's root; `None` if it leads out of the crate.
fn absolute(
    path: &[String],
    own: &[String],
    all: &BTreeSet<Vec<String>>,
    imported: &BTreeMap<String, Vec<String>>,
) -> Option<Vec<String>> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    let (mut full, rest) = match path[0].as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (own.to_vec(), &path[1..]),
        "super" => (own[..own.len().checked_sub(supers)?].to_vec(), &path[supers..]),
        name => match imported.get(name) {
            Some(target) => (target.clone(), &path[1..]),
            None => {
                let child = [own, &[name.to_owned()]].concat();
                if !all.contains(&child) {
                    return None;
                }
                (own.to_vec(), path)
            }
        },
    };
    full.extend_from_slice(rest);
    Some(full)
}

/// Finds the arrows between files of TypeScript, given as `(path, text)`.
pub fn typescript_arrows(files: &[(String, String)]) -> Arrows {
    let names: BTreeSet<&str> = files.iter().map(|(file, _)| file.as_str()).collect();
    let mut arrows = Arrows::new();
    for (file, text) in files {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let targets = arrows.entry(file.clone()).or_default();
        for word in text.split(['"', '\'']).filter(|word| word.starts_with("./") || word.starts_with("../")) {
            let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in word.split('/') {
                match part {
                    "." => {}
                    ".." => drop(parts.pop()),
                    part => parts.push(part),
                }
            }
            let path = parts.join("/");
            let forms = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].map(|ending| format!("{path}{ending}"));
            if let Some(target) = forms.iter().find(|form| names.contains(form.as_str()) && *form != file) {
                targets.insert(target.clone(), word.to_owned());
            }
        }
    }
    arrows
}

/// Finds every set of files that reach each other, and describes its shortest circle as `b.rs (Name) → a.rs (Other)`:
/// the files, each with what is imported from it.
pub fn circles(arrows: &Arrows) -> Vec<(BTreeSet<String>, String)> {
    let reachable: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|file| (file.as_str(), reach(arrows, file))).collect();
    let reaches = |from: &str, to: &str| reachable.get(from).is_some_and(|files| files.contains(to));
    let mut found: Vec<(BTreeSet<String>, String)> = Vec::new();
    for file in arrows.keys().filter(|file| reaches(file, file)) {
        if found.iter().any(|(files, _)| files.contains(file)) {
            continue;
        }
        let together = arrows.keys().filter(|other| reaches(file, other) && reaches(other, file));
        let files: BTreeSet<String> = together.cloned().collect();
        let shortest = files.iter().filter_map(|file| shortest_circle(arrows, file)).min_by_key(Vec::len);
        let steps = shortest.unwrap_or_default();
        let steps = steps.iter().map(|(file, name)| format!("{file} ({name})")).collect::<Vec<_>>().join(" → ");
        found.push((files, steps));
    }
    found
}

/// Returns the files that can be reached from a file by at least one arrow.
fn reach<'a>(arrows: &'a Arrows, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(file) = open.pop() {
        for target in arrows.get(file).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(target.as_str()) {
                open.push(target);
            }
        }
    }
    found
}

/// Returns the shortest way from a file back to it: the files passed and the names imported.
fn shortest_circle(arrows: &Arrows, from: &str) -> Option<Vec<(String, String)>> {
    let mut ways: Vec<Vec<(String, String)>> = vec![Vec::new()];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let last = way.last().map_or(from, |(file, _)| file.as_str());
            for (target, name) in arrows.get(last).into_iter().flatten() {
                let mut next = way.clone();
                next.push((target.clone(), name.clone()));
                if target == from {
                    return Some(next);
                }
                if seen.insert(target.clone()) {
                    longer.push(next);
                }
            }
        }
        ways = longer;
    }
    None
}
