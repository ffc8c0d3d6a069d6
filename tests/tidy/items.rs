//! The items of a Rust file: functions with their lengths, the types it defines, and its inherent impls. Code under
//! `#[cfg(test)]` is left out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{after_item, is_test_attribute, opening};

/// An item, with the line at which it begins.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    pub name: String,
    pub line: usize,
    /// The number of lines, from its keyword to its closing brace.
    pub lines: usize,
}

/// The items of a file that rules are about.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Items {
    pub functions: Vec<Item>,
    pub types: Vec<String>,
    /// The types that are `pub`, `pub(super)` and the like included.
    pub public_types: Vec<String>,
    /// The types of inherent impls.
    pub impls: Vec<Item>,
}

/// Reads the items of a file, in modules and impls as well.
pub fn items_of(tokens: TokenStream) -> Items {
    let mut items = Items::default();
    items.read(tokens);
    items
}

impl Items {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1);
            match token {
                _ if is_test_attribute(&tokens, at) => {
                    at = after_item(&tokens, at + 2);
                    continue;
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => self.read(group.stream()),
                TokenTree::Ident(keyword) => {
                    let name = next.map_or_else(String::new, ToString::to_string);
                    match keyword.to_string().as_str() {
                        "struct" | "enum" | "union" | "trait" => {
                            if is_public(&tokens[..at]) {
                                self.public_types.push(name.clone());
                            }
                            self.types.push(name);
                        }
                        "fn" if matches!(next, Some(TokenTree::Ident(_))) => {
                            self.functions.extend(item(name, &tokens, at));
                        }
                        "impl" if at == 0 || is_end_of_item(&tokens[at - 1]) => {
                            let head: Vec<String> = tokens[at + 1..].iter().map(opening).collect();
                            let name = inherent_type(&head);
                            self.impls.extend(name.and_then(|name| item(name, &tokens, at)));
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// Whether the tokens before an item's keyword make it public.
fn is_public(before: &[TokenTree]) -> bool {
    let is_pub = |token: &TokenTree| opening(token) == "pub";
    match before {
        [.., last] if is_pub(last) => true,
        [.., word, TokenTree::Group(_)] => is_pub(word),
        _ => false,
    }
}

/// Whether a new item can follow: an `impl` after anything else is a type.
fn is_end_of_item(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(_)) || opening(token) == ";"
}

/// Returns the item whose keyword is at `at`; `None` if it has no body.
fn item(name: String, tokens: &[TokenTree], at: usize) -> Option<Item> {
    let line = tokens[at].span().start().line;
    let end = tokens[at..].iter().find(|token| matches!(opening(token).as_str(), "{" | ";"))?;
    let TokenTree::Group(body) = end else { return None };
    Some(Item { name, line, lines: body.span_close().end().line - line + 1 })
}

/// Returns the type of an inherent impl, by the tokens after `impl`; `None` for a trait's impl and for `impl Trait` as
/// a type.
fn inherent_type(head: &[String]) -> Option<String> {
    let end = head.iter().position(|token| matches!(token.as_str(), "{" | "where"))?;
    let mut name = None;
    let mut depth = 0;
    for (at, token) in head[..end].iter().enumerate() {
        let is_arrow = at > 0 && head[at - 1] == "-";
        match token.as_str() {
            "<" => depth += 1,
            ">" if !is_arrow => depth -= 1,
            "for" | ";" | "=" | "(" | ")" | "," if depth == 0 => return None,
            _ if depth < 0 => return None,
            word if depth == 0 && word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                name = Some(word.to_owned());
            }
            _ => {}
        }
    }
    name
}
