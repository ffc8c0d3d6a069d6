//! The house rules that the compiler does not check, over every file of `src/`, each with its reason.
//!
//! Rust is read as tokens, so comments and strings don't count as code. Code under `#[cfg(test)]` is exempt.

mod circles;
mod items;
mod names;

use self::items::{Item, Items};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::fs;
use std::path::Path;

/// The modules of each floor, from the lowest. A module imports lower floors only.
const FLOORS: &[&[&str]] = &[
    &["diagnostic", "lines", "thread", "unicode"],
    &["fs"],
    &["date", "html", "language", "process", "route"],
    &["config", "yaml"],
    &["history", "source"],
    &["asset", "island", "markdown", "schema", "search", "template"],
    &["content"],
    &["site", "step"],
    &["snapshot"],
    &["render"],
    &["check", "external", "output"],
    &["pipeline"],
    &["edit"],
    &["serve"],
    &["cli"],
];

/// Paths that only certain modules may mention: the beginning of the path, the modules, and why.
const RESTRICTED: &[(&[&str], &[&str], &str)] = &[
    (&["std", "fs"], &["fs"], "every read and write is in one place, where it can be recorded and made safe"),
    (&["minijinja"], &["render", "snapshot", "template"], "another template engine would be a change of three modules"),
    (&["serde_yaml"], &["yaml"], "its values have no positions: others would report mistakes without a line"),
    (&["toml"], &["yaml"], "positions in TOML are found in one place"),
    (&["saphyr"], &["yaml"], "positions in YAML are found in one place"),
    (&["saphyr_parser"], &["yaml"], "positions in YAML are found in one place"),
    (&["annotate_snippets"], &["diagnostic"], "all mistakes look alike, and below it they stay data"),
    (&["tiny_http"], &["serve"], "a build needs no network"),
    (&["ureq"], &["external"], NETWORK),
    (&["std", "net"], &["external", "serve"], NETWORK),
    (&["fixed_decimal"], &["language"], LANGUAGES),
    (&["icu_collator"], &["language"], LANGUAGES),
    (&["icu_datetime"], &["language"], LANGUAGES),
    (&["icu_decimal"], &["language"], LANGUAGES),
    (&["icu_experimental"], &["language"], LANGUAGES),
    (&["icu_locale"], &["language"], LANGUAGES),
    (&["icu_plurals"], &["language"], LANGUAGES),
    (&["notify"], &["serve"], "watching only repeats a build"),
    (&["std", "process", "ExitCode"], &["cli", "main"], "the caller of the library decides how the program ends"),
    (&["rquickjs"], &["island"], "another JavaScript engine would be a change of one module"),
    (&["std", "process"], &["process"], "starting programs is slow and unsafe enough to have one place"),
];

const LANGUAGES: &str = "the rules of languages come from one place";
const NETWORK: &str = "a build needs no network: only the check of external links requests anything";

/// Parts of these paths that every module may mention.
const UNRESTRICTED: &[&[&str]] = &[&["std", "process", "id"]];

/// The maximum number of lines of a file, and of a file of tests.
const MAX_LINES: usize = 400;
const MAX_TEST_LINES: usize = 500;
/// The width of a line. rustfmt breaks code there, but no comments.
const MAX_COMMENT_CHARS: usize = 120;

/// Modules whose functions have to be short, and the most lines of such a function.
const SHORT_FUNCTIONS: (&[&str], usize) = (&["pipeline"], 60);

/// Names of the site in `content/`, besides those of its files (`site_words`).
const SITE_WORDS: &[&str] = &["academy", "advisory", "chennai", "eyrie"];

/// File names of the site that any site may have.
const COMMON_NAMES: &[&str] = &["AboutUs", "ContactUs"];

#[test]
fn sources_obey_the_house_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let words = site_words(&root.join("content"));
    let mut found = Vec::new();
    for path in files(&root.join("src")) {
        let name = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        found.extend(violations(&name, &text, &words));
    }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn names_of_public_types_are_unique() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rust = files(&root.join("src")).into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let texts: Vec<_> = rust
        .map(|path| (path.to_string_lossy().into_owned(), fs::read_to_string(&path).expect("readable")))
        .filter(|(path, _)| !path.ends_with("tests.rs"))
        .collect();
    let found = names::shared_type_names(&texts);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn the_documents_list_every_module_on_its_floor() {
    let architecture = include_str!("../docs/architecture.md");
    for (below, modules) in FLOORS.iter().enumerate() {
        let begins = format!("| {} |", below + 1);
        let row = architecture.lines().find(|line| line.starts_with(&begins)).expect("a row for each floor");
        let missing = modules.iter().find(|module| !row.contains(&format!("`{module}`")));
        assert_eq!(missing, None, "docs/architecture.md: {row}");
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let texts = |folder: &str, endings: &[&str]| -> Vec<(String, String)> {
        let below = root.join(folder);
        let named = files(&below).into_iter().map(|path| {
            let name = path.strip_prefix(&below).expect("below the folder").to_string_lossy().replace('\\', "/");
            (name, path)
        });
        let wanted = named.filter(|(name, _)| endings.iter().any(|ending| name.ends_with(ending)));
        wanted.map(|(name, path)| (name, fs::read_to_string(path).expect("readable"))).collect()
    };
    let is_test = |name: &str| name.ends_with("tests.rs") || name.contains("/tests/");
    let rust: Vec<_> = texts("src", &[".rs"]).into_iter().filter(|(name, _)| !is_test(name)).collect();
    let mut found = circles::circles(&circles::rust_arrows(&rust));
    for folder in ["islands", "src/island/runtime", "src/serve/editor/ui", "tests/browser", "tests/audit"] {
        found.extend(circles::circles(&circles::typescript_arrows(&texts(folder, &[".ts", ".tsx", ".js"]))));
    }
    let found: Vec<_> = found.iter().map(|(files, text)| format!("{text}\n    among {files:?}")).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// Returns the rules that a file breaks, as `file:line: rule`.
fn violations(file: &str, text: &str, site_words: &[String]) -> Vec<String> {
    let mut found = text_violations(text, site_words);
    if file.ends_with(".rs") {
        if !text.starts_with("//!") {
            found.push((1, "begins without `//!`: a reader learns first what a file is for".to_owned()));
        }
        let is_test = file.ends_with("tests.rs") || file.contains("/tests/");
        let max = if is_test { MAX_TEST_LINES } else { MAX_LINES };
        if text.lines().count() > max {
            found.push((max + 1, format!("has more than {max} lines: one concept a file, so split it")));
        }
        let is_long = |line: &str| line.trim_start().starts_with("//") && line.chars().count() > MAX_COMMENT_CHARS;
        let long = text.lines().enumerate().filter(|(_, line)| is_long(line));
        found.extend(long.map(|(at, _)| (at + 1, format!("a comment has more than {MAX_COMMENT_CHARS} characters"))));
        found.extend(code_violations(file, text));
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|(line, rule)| format!("{file}:{line}: {rule}")).collect()
}

fn text_violations(text: &str, site_words: &[String]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for word in line.split(|c: char| !c.is_alphanumeric()) {
            if matches!(word, "TODO" | "FIXME") {
                found.push((at + 1, format!("{word}: what is not done is not committed")));
            }
            if site_words.iter().any(|w| w == word) || SITE_WORDS.contains(&word.to_lowercase().as_str()) {
                found.push((at + 1, format!("`{word}` is a word of one site: the generator builds any")));
            }
        }
    }
    found
}

fn code_violations(file: &str, text: &str) -> Vec<(usize, String)> {
    let inside = file.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod");
    let place: Vec<&str> = inside.split('/').collect();
    let module = place[0];
    let is_root = matches!(module, "lib" | "main");
    if place[1..].contains(&"tests") {
        return Vec::new();
    }
    let tokens: TokenStream = match text.parse() {
        Ok(tokens) => tokens,
        Err(e) => return vec![(e.span().start().line, "is not Rust".to_owned())],
    };
    let mut found = Vec::new();
    if !is_root && floor(module).is_none() {
        found.push((1, format!("module `{module}` has no floor: give it one in FLOORS, tests/tidy.rs")));
    }
    found.extend(item_violations(module, &items::items_of(tokens.clone())));
    found.extend(names::retired(tokens.clone()));
    let mut mentions = Vec::new();
    mentions_of(tokens, &[], &mut mentions);
    for mention in &mentions {
        let rules = [
            import_rule(&place, mention).filter(|_| !is_root),
            restriction_rule(module, mention),
            print_rule(module, mention),
            static_rule(module, mention),
            unfinished_rule(mention),
        ];
        found.extend(rules.into_iter().flatten().map(|rule| (mention.line, rule)));
    }
    found
}

fn item_violations(module: &str, items: &Items) -> Vec<(usize, String)> {
    let (modules, max) = SHORT_FUNCTIONS;
    let long = items.functions.iter().filter(|function| modules.contains(&module) && function.lines > max);
    let long = long.map(|Item { name, line, lines }| {
        (*line, format!("`{name}` has {lines} lines, more than {max}: one step a function, so split it"))
    });
    let elsewhere = items.impls.iter().filter(|block| !items.types.contains(&block.name));
    let elsewhere = elsewhere.map(|Item { name, line, .. }| {
        (*line, format!("an `impl` of `{name}`, which another file defines: what a type can do stands beside the type"))
    });
    long.chain(elsewhere).collect()
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|modules| modules.contains(&module))
}

fn import_rule(place: &[&str], mention: &Mention) -> Option<String> {
    let supers = mention.path.iter().take_while(|s| *s == "super").count();
    let target = match mention.path[0].as_str() {
        "crate" => mention.path.get(1)?,
        // The parent of a top-level module is the crate.
        "super" if supers == place.len() => mention.path.get(supers)?,
        _ => return None,
    };
    let module = place[0];
    let own = floor(module)?;
    if target == module {
        return None;
    }
    match floor(target) {
        Some(other) if other < own => None,
        Some(other) => {
            let where_it_is = if other == own { "a neighbour on its own floor" } else { "on a higher floor" };
            Some(format!(
                "`{module}` imports `{target}`, {where_it_is}: modules import lower floors only, so that each can be understood without what uses it"
            ))
        }
        None => Some(format!(
            "`{module}` imports `{target}` from the crate's root: import it from its module, so that its floor shows"
        )),
    }
}

fn restriction_rule(module: &str, mention: &Mention) -> Option<String> {
    let begins =
        |start: &[&str]| mention.path.len() >= start.len() && mention.path.iter().zip(start).all(|(a, b)| a == b);
    if UNRESTRICTED.iter().any(|start| begins(start)) {
        return None;
    }
    // `notify` alone is a function; the name of a crate is followed by `::`.
    let (start, modules, why) = RESTRICTED.iter().find(|(start, ..)| mention.path.len() > 1 && begins(start))?;
    (!modules.contains(&module)).then(|| {
        let modules: Vec<_> = modules.iter().map(|module| format!("`{module}`")).collect();
        format!("mentions {}: only {} may, as {why}", start.join("::"), modules.join(" and "))
    })
}

fn print_rule(module: &str, mention: &Mention) -> Option<String> {
    let name = mention.path.last()?.as_str();
    let prints = match name {
        "print" | "println" | "eprint" | "eprintln" => mention.next == "!",
        "stdout" | "stderr" => mention.next == "(" && mention.previous != ".",
        _ => false,
    };
    (prints && !matches!(module, "cli" | "main"))
        .then(|| format!("{name}: only `cli` prints, others return diagnostics, which serve and --json show too"))
}

fn static_rule(module: &str, mention: &Mention) -> Option<String> {
    let is_static = mention.path == ["static"] && mention.previous != "'";
    let is_allocator = module == "main" && mention.previous == "[global_allocator]";
    (is_static && !is_allocator)
        .then(|| "a static: state is passed, so that builds can't influence each other".to_owned())
}

fn unfinished_rule(mention: &Mention) -> Option<String> {
    let name = mention.path.last()?.as_str();
    (matches!(name, "dbg" | "todo" | "unimplemented") && mention.next == "!")
        .then(|| format!("{name}!: what is not done is not committed"))
}

/// A path in the code, with the tokens before and after it. `a::{b, c}` is two paths.
struct Mention {
    path: Vec<String>,
    line: usize,
    previous: String,
    next: String,
}

fn mentions_of(tokens: TokenStream, prefix: &[String], found: &mut Vec<Mention>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let text = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or_else(String::new, opening);
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            _ if is_test_attribute(&tokens, at) => {
                at = after_item(&tokens, at + 2);
                continue;
            }
            TokenTree::Group(group) => mentions_of(group.stream(), &[], found),
            // The new name in a use list is no path.
            TokenTree::Ident(ident) if ident == "as" && !prefix.is_empty() => at += 1,
            TokenTree::Ident(ident) => {
                let (line, previous) = (ident.span().start().line, text(at.checked_sub(1)));
                let mut path = prefix.to_vec();
                path.push(ident.to_string());
                let colons = |at: usize| text(Some(at)) == ":" && text(Some(at + 1)) == ":";
                let mut list: Option<&Group> = None;
                while list.is_none() && colons(at + 1) {
                    match tokens.get(at + 3) {
                        Some(TokenTree::Ident(ident)) => path.push(ident.to_string()),
                        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => list = Some(group),
                        Some(TokenTree::Punct(p)) if p.as_char() == '*' => path.push("*".to_owned()),
                        _ => break,
                    }
                    at += 3;
                }
                match list {
                    Some(list) => mentions_of(list.stream(), &path, found),
                    None => found.push(Mention { path, line, previous, next: text(Some(at + 1)) }),
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Returns a token as text; of a group in parentheses or braces, only the opening one.
fn opening(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => "(".to_owned(),
            Delimiter::Brace => "{".to_owned(),
            Delimiter::Bracket => group.to_string().replace(' ', ""),
            Delimiter::None => String::new(),
        },
        other => other.to_string(),
    }
}

/// Whether `#[cfg(test)]` stands at `at`.
fn is_test_attribute(tokens: &[TokenTree], at: usize) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == '#')
        && tokens.get(at + 1).is_some_and(|group| opening(group) == "[cfg(test)]")
}

/// Returns the index after the item that begins at `at`, which ends with its body or a semicolon.
fn after_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| matches!(opening(token).as_str(), "{" | ";");
    tokens[at..].iter().position(ends).map_or(tokens.len(), |i| at + i + 1)
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let is_ours = |entry: &walkdir::DirEntry| entry.file_name() != "node_modules";
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_ours);
    entries.filter_map(Result::ok).filter(|e| e.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

/// Returns the names of the site: those of its content files that hold a capital letter.
fn site_words(content: &Path) -> Vec<String> {
    let stems = files(content).into_iter().filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    stems.filter(|s| s.contains(char::is_uppercase) && !COMMON_NAMES.contains(&s.as_str())).collect()
}

#[test]
fn circles_are_found_through_re_exports_and_imported_modules() {
    let files = |files: &[(&str, &str)]| -> Vec<(String, String)> {
        files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect()
    };
    let check = |given: &[(&str, &str)], expected: &[&str]| {
        let found: Vec<_> =
            circles::circles(&circles::rust_arrows(&files(given))).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, expected, "{given:?}");
    };
    check(
        &[
            ("a/mod.rs", "mod b; mod c; pub use b::B;"),
            ("a/b.rs", "use super::c::C; pub struct B;"),
            ("a/c.rs", "pub struct C;"),
        ],
        &[],
    );
    check(
        &[
            ("a/mod.rs", "mod b; mod c; pub use b::B;"),
            ("a/b.rs", "use super::c; fn f() { c::g() } pub struct B;"),
            ("a/c.rs", "use crate::a::B; pub fn g() {}"),
        ],
        &["a/c.rs (g) → a/b.rs (B)"],
    );
    check(
        &[("a/mod.rs", "mod b; pub struct A; fn f() { b::g() }"), ("a/b.rs", "use super::*; pub fn g() {}")],
        &["a/mod.rs (*) → a/b.rs (g)"],
    );
    check(
        &[("a.rs", "use crate::b::{B as X};  pub struct A;"), ("b.rs", "#[cfg(test)] use crate::a::A; pub struct B;")],
        &[],
    );
    let arrows = circles::typescript_arrows(&files(&[
        ("lib/a.ts", "import { b } from \"./b\";"),
        ("lib/b.ts", "import type { A } from '../lib/a';"),
        ("c.tsx", "import \"./lib/a\";"),
    ]));
    let found: Vec<_> = circles::circles(&arrows).into_iter().map(|(_, text)| text).collect();
    assert_eq!(found, ["lib/b.ts (./b) → lib/a.ts (../lib/a)"]);
}

#[test]
fn shared_and_prelude_type_names_are_found() {
    let files = [
        ("a.rs", "pub struct Slot; struct Own; pub fn f(result: Result<(), Slot>) {}"),
        ("b.rs", "pub(super) enum Slot {} struct Own; mod c { pub trait Result {} }"),
        ("c.rs", "#[cfg(test)] mod tests { pub struct Slot; }"),
    ];
    let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
    let found = names::shared_type_names(&files);
    let expected = [
        "`Result` in b.rs: a public type's name is its own",
        "`Slot` in a.rs and b.rs: a public type's name is its own",
    ];
    assert_eq!(found, expected);
}

#[test]
fn each_rule_catches_what_it_forbids() {
    let check = |file: &str, code: &str, expected: &str| {
        let found = violations(&format!("src/{file}"), &format!("//! Purpose.\n{code}"), &["SomePage".to_owned()]);
        match expected {
            "" => assert!(found.is_empty(), "{code}: {found:?}"),
            _ => assert!(found.len() == 1 && found[0].contains(expected), "{code}: {found:?}"),
        }
    };
    check("site/mod.rs", "use crate::content::Entry;", "");
    check("content/a.rs", "use crate::{diagnostic::Diagnostic, content::b};", "");
    check(
        "markdown/a.rs",
        "use crate::{\n  diagnostic::Diagnostic,\n  template::T};",
        "a.rs:4: `markdown` imports `template`, a neighbour",
    );
    check("content/mod.rs", "use super::site;", "`site`, on a higher floor");
    check("content/a.rs", "use super::site;", "");
    check("content/a.rs", "use super::super::site;", "`site`, on a higher floor");
    check("site.rs", "fn f() { g!(crate::render::x()) }", "`render`, on a higher floor");
    check("render.rs", "use crate::site as s;", "");
    check("render.rs", "use crate::Site;", "from the crate's root");
    check("oven.rs", "", "`oven` has no floor");
    check("content/a.rs", "use std::{fmt, fs as f};", "only `fs` may");
    check("content/a.rs", "#[cfg(test)]\nmod tests { use std::fs; use crate::cli; }", "");
    check("content/a.rs", "#[cfg(test)]\nuse std::fs;\nuse std::fs;", "a.rs:4: mentions std::fs");
    check("content/tests.rs", "use std::fs;", "");
    check("content/a.rs", "/// Not std::fs::read.\nconst A: &str = \"std::fs::read\";", "");
    check("output.rs", "use std::process::{self, Command};", "only `process` may");
    check("output.rs", "fn f() { std::process::id(); }", "");
    check("output.rs", "use std::process::ExitCode;", "only `cli` and `main` may");
    check("cli/mod.rs", "use std::process::ExitCode;", "");
    check("process.rs", "use std::process::Command;", "");
    check("check/a.rs", "fn f() { ureq::get(u); }", "only `external` may");
    check("pipeline/a.rs", "use std::net::TcpStream;", "only `external` and `serve` may");
    check("external/a.rs", "use ureq::Agent;", "");
    check("site.rs", "use minijinja::Value;", "only `render` and `snapshot` and `template` may");
    check("site.rs", "fn f(v: ::serde_yaml::Value) {}", "only `yaml` may");
    check("site.rs", "fn f() { self.notify(); notify(); }", "");
    check("site.rs", "fn f() { println!(\"a\"); }", "only `cli` prints");
    check("site.rs", "fn f() { std::io::stderr().flush(); }", "only `cli` prints");
    check("island/a.rs", "fn f() { command.stdout(p).arg(x.stderr); }", "");
    check("cli/mod.rs", "fn f() { println!(\"a\"); }", "");
    check("site.rs", "const A: &'static str = \"\";", "");
    check("site.rs", "static A: u8 = 0;", "a static");
    check("main.rs", "#[global_allocator]\nstatic A: u8 = 0;", "");
    check("site.rs", "fn f() { todo!() }", "todo!");
    check("site.rs", "fn f() {} // TODO", "TODO");
    check("site.rs", "/// As on /SomePage/.\nfn f() {}", "`SomePage` is a word of one site");
    check("site.rs", &"\n".repeat(400), "site.rs:401: has more than 400 lines");
    check("site/tests.rs", &"\n".repeat(400), "");
    check("site.rs", &format!("/// {}", "é".repeat(117)), "site.rs:2: a comment has more than 120 characters");
    check("site.rs", &format!("/// {}", "é".repeat(116)), "");
    check("site.rs", "struct OpenDoor;", "`OpenDoor`: `door` is retired");
    check("site.rs", "fn f() { let all_told = 1; }", "`told` is retired");
    check("site.rs", "fn outdoor() {} #[cfg(test)] mod tests { fn a_door_opens() {} }", "");
    let long = format!("fn f() -> impl Fn() {{\n{}}}", "g();\n".repeat(59));
    check("pipeline/a.rs", &long, "a.rs:2: `f` has 61 lines, more than 60");
    check("pipeline/a.rs", &long.replacen("g();\n", "", 1), "");
    check("pipeline/a.rs", &format!("#[cfg(test)]\n{long}"), "");
    check("site.rs", "struct A; impl<'a> A { fn f() -> impl B {} } impl B for C {}", "");
    check("site.rs", "impl<T: B<C>> a::D<T> { }", "an `impl` of `D`, which another file defines");
    check("cli/init/page.html", "<p>Chennai</p>", "`Chennai` is a word of one site");
    assert!(violations("src/site.rs", "fn f() {}", &[])[0].contains("begins without"));
}
