//! A parsed page: its elements by CSS selector, and its visible text.
//!
//! 1. html5gum splits the HTML into tags and texts.
//! 2. They become nodes in the order of the page; each node stores where its descendants end.
//! 3. Selectors (`nav a[href]`, `#faculty article`, `.uppercase`) and `text` search the nodes.

use std::collections::BTreeMap;

use html5gum::{State, Token, Tokenizer};

pub struct Document {
    nodes: Vec<Node>,
}

#[derive(Default)]
struct Node {
    /// Empty for a text.
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
    parent: usize,
    /// One past its last descendant.
    end: usize,
}

/// An element of a document.
#[derive(Clone, Copy)]
pub struct Element<'a> {
    document: &'a Document,
    at: usize,
}

const VOID: &[&str] = &["area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];
/// Elements within a line, which no space separates from the text around them.
const INLINE: &[&str] = &["a", "abbr", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "time"];
/// Elements whose text visitors don't see.
const UNREAD: &[&str] = &["head", "script", "style", "svg", "template"];
/// Elements without a required end tag: the next of the same name ends them.
const SIBLINGS: &[&str] = &["dd", "dt", "li", "option", "p", "td", "th", "tr"];

impl Document {
    pub fn parse(html: &str) -> Self {
        let read = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut nodes = vec![Node { name: "#document".to_owned(), ..Node::default() }];
        let mut open = vec![0];
        let mut tokenizer = Tokenizer::new(html);
        while let Some(Ok(token)) = tokenizer.next() {
            match token {
                Token::StartTag(tag) => {
                    let name = read(&tag.name);
                    if SIBLINGS.contains(&name.as_str()) && nodes[innermost(&open)].name == name {
                        close(&mut nodes, &mut open, &name);
                    }
                    tokenizer.set_state(match name.as_str() {
                        "title" | "textarea" => State::RcData,
                        "script" => State::ScriptData,
                        "style" | "iframe" => State::RawText,
                        _ => State::Data,
                    });
                    let leaf = tag.self_closing || VOID.contains(&name.as_str());
                    let attributes = tag.attributes.iter().map(|(key, value)| (read(key), read(&value.value)));
                    let at = nodes.len();
                    let parent = innermost(&open);
                    nodes.push(Node {
                        name,
                        attributes: attributes.collect(),
                        text: String::new(),
                        parent,
                        end: at + 1,
                    });
                    if !leaf {
                        open.push(at);
                    }
                }
                Token::EndTag(tag) => close(&mut nodes, &mut open, &read(&tag.name)),
                Token::String(text) => {
                    let at = nodes.len();
                    let text = read(&text.value);
                    nodes.push(Node { text, parent: innermost(&open), end: at + 1, ..Node::default() });
                }
                _ => {}
            }
        }
        let end = nodes.len();
        for at in open {
            nodes[at].end = end;
        }
        Self { nodes }
    }

    pub fn root(&self) -> Element<'_> {
        Element { document: self, at: 0 }
    }

    pub fn select(&self, selector: &str) -> Vec<Element<'_>> {
        self.root().select(selector)
    }

    /// Returns the only element that fits a selector.
    #[track_caller]
    pub fn one(&self, selector: &str) -> Element<'_> {
        self.root().one(selector)
    }

    /// Returns the text of the whole page.
    pub fn text(&self) -> String {
        self.root().text()
    }

    /// Returns the text of the nodes from `start` to `end`.
    fn read(&self, start: usize, end: usize) -> String {
        let mut text = String::new();
        let mut at = start;
        while at < end {
            let node = &self.nodes[at];
            if !UNREAD.contains(&node.name.as_str()) {
                // Spaces separate blocks.
                let space = if node.name.is_empty() || INLINE.contains(&node.name.as_str()) { "" } else { " " };
                text.extend([space, &node.text, &self.read(at + 1, node.end), space]);
            }
            at = node.end;
        }
        text
    }

    fn matches(&self, at: usize, part: &str) -> bool {
        let node = &self.nodes[at];
        let end = part.find(['.', '#', '[']).unwrap_or(part.len());
        let (name, mut rest) = part.split_at(end);
        if node.name.is_empty() || !(matches!(name, "" | "*") || node.name == name) {
            return false;
        }
        while !rest.is_empty() {
            let (kind, after) = rest.split_at(1);
            let (condition, next) = if kind == "[" {
                after.split_once(']').expect("a selector with its brackets closed")
            } else {
                after.split_at(after.find(['.', '#', '[']).unwrap_or(after.len()))
            };
            let has = |key: &str| node.attributes.get(key).map(String::as_str);
            let fits = match (kind, condition.split_once('=')) {
                (".", _) => has("class").is_some_and(|classes| classes.split_whitespace().any(|c| c == condition)),
                ("#", _) => has("id") == Some(condition),
                (_, Some((key, value))) => has(key) == Some(value),
                (_, None) => has(condition).is_some(),
            };
            if !fits {
                return false;
            }
            rest = next;
        }
        true
    }
}

impl<'a> Element<'a> {
    /// Returns the elements below this one that fit, in the order of the page.
    pub fn select(self, selector: &str) -> Vec<Element<'a>> {
        let parts: Vec<&str> = selector.split_whitespace().collect();
        let (last, above) = parts.split_last().expect("a selector");
        let fits = |at: usize| {
            let mut above = above.iter().rev().peekable();
            let mut up = at;
            while let Some(part) = above.peek() {
                up = self.document.nodes[up].parent;
                if up <= self.at {
                    return false;
                }
                if self.document.matches(up, part) {
                    above.next();
                }
            }
            true
        };
        (self.at + 1..self.document.nodes[self.at].end)
            .filter(|&at| self.document.matches(at, last) && fits(at))
            .map(|at| Element { document: self.document, at })
            .collect()
    }

    #[track_caller]
    pub fn one(self, selector: &str) -> Element<'a> {
        let found = self.select(selector);
        assert_eq!(found.len(), 1, "`{selector}` should be there once");
        found[0]
    }

    #[track_caller]
    pub fn count(self, selector: &str, expected: usize) {
        assert_eq!(self.select(selector).len(), expected, "number of `{selector}`");
    }

    pub fn text(self) -> String {
        plain(&self.document.read(self.at + 1, self.document.nodes[self.at].end))
    }

    /// Returns the text of an element such as `script`, which visitors don't see.
    pub fn source(self) -> String {
        self.document.nodes[self.at + 1..self.document.nodes[self.at].end].iter().map(|n| n.text.as_str()).collect()
    }

    /// Returns the accessible name of a link or button: the texts of its pictures, and its own.
    pub fn label(self) -> String {
        let pictures = self.select("img[alt]").into_iter().map(|image| image.get("alt"));
        plain(&pictures.chain([self.text()]).collect::<Vec<_>>().join(" "))
    }

    pub fn has(self, attribute: &str) -> bool {
        self.document.nodes[self.at].attributes.contains_key(attribute)
    }

    /// Returns the value of an attribute, empty if there is none.
    pub fn get(self, attribute: &str) -> String {
        self.document.nodes[self.at].attributes.get(attribute).cloned().unwrap_or_default()
    }
}

/// Returns a text with single spaces.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn innermost(open: &[usize]) -> usize {
    *open.last().expect("the document itself stays open")
}

fn close(nodes: &mut [Node], open: &mut Vec<usize>, name: &str) {
    if let Some(depth) = open.iter().rposition(|&at| nodes[at].name == name) {
        let end = nodes.len();
        for at in open.drain(depth..) {
            nodes[at].end = end;
        }
    }
}
