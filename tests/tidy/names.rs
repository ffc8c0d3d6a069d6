//! Names: words that the glossary has replaced, and the names of public types.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::items::items_of;
use super::{after_item, is_test_attribute};

/// Words that identifiers may not hold, and the words of docs/glossary.md that replaced them.
const RETIRED: &[(&str, &str)] = &[
    ("alone", "standalone"),
    ("anew", "rerender"),
    ("audience", "viewed"),
    ("awaited", "pending"),
    ("bench", "mock"),
    ("complaint", "diagnostic"),
    ("door", "listener"),
    ("drawing", "svg"),
    ("gate", "leak scan"),
    ("lead", "json-post, submission"),
    ("looked", "probe"),
    ("noted", "read, record"),
    ("pressed", "precompress"),
    ("remembers", "kept state"),
    ("scales", "weight"),
    ("sheet", "form-post, style"),
    ("station", "worker"),
    ("surely", "durable"),
    ("tell", "report"),
    ("told", "diagnostic"),
    ("trouble", "diagnostic"),
    ("twin", "variant"),
    ("unproved", "kept state"),
    ("world", "snapshot"),
];

/// Names that Rust imports everywhere.
const PRELUDE: &[&str] = &[
    "AsMut",
    "AsRef",
    "Box",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Err",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Future",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "None",
    "Ok",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Unpin",
    "Vec",
];

/// Reports the identifiers that hold a retired word, each with its line.
pub fn retired(tokens: TokenStream) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for ident in identifiers(tokens) {
        let name = ident.to_string();
        for (word, instead) in RETIRED.iter().filter(|(word, _)| words(&name).iter().any(|part| part == word)) {
            let line = ident.span().start().line;
            found.push((line, format!("`{name}`: `{word}` is retired, docs/glossary.md says {instead}")));
        }
    }
    found
}

/// Reports public types that share a name, or have one of the prelude's, in files given as `(path, text)`.
pub fn shared_type_names(files: &[(String, String)]) -> Vec<String> {
    let mut defined: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (file, text) in files {
        let Ok(tokens) = text.parse::<TokenStream>() else { continue };
        for name in items_of(tokens).public_types {
            defined.entry(name).or_default().push(file);
        }
    }
    let in_prelude = |name: &String| PRELUDE.contains(&name.as_str());
    let found = defined.iter().filter(|(name, files)| files.len() > 1 || in_prelude(name));
    found.map(|(name, files)| format!("`{name}` in {}: a public type's name is its own", files.join(" and "))).collect()
}

/// Returns the words of an identifier, in lower case: `FormPost` and `form_post` are `form` and `post`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_upper = true;
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && !was_upper) {
            words.push(String::new());
        }
        was_upper = c.is_uppercase();
        if c != '_' {
            words.last_mut().expect("one").extend(c.to_lowercase());
        }
    }
    words
}

/// Returns all identifiers outside of tests.
fn identifiers(tokens: TokenStream) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            _ if is_test_attribute(&tokens, at) => {
                at = after_item(&tokens, at + 2);
                continue;
            }
            TokenTree::Ident(ident) => found.push(ident.clone()),
            TokenTree::Group(group) => found.extend(identifiers(group.stream())),
            _ => {}
        }
        at += 1;
    }
    found
}
