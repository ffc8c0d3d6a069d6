//! Where a value stands in YAML text: from a JSON pointer to bytes, for messages.
//!
//! Values are parsed without positions. When a message needs one, the same text is walked again by an event parser that
//! has them:
//!
//! 1. its events become a tree of nodes with spans;
//! 2. a pointer is followed through the tree, through aliases too, as far as it leads.

use std::borrow::Cow;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, Tag};

/// Which side of `key: value` is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Key,
    Value,
}

/// YAML text as nodes with their bytes, as far as the text can be read.
#[derive(Debug)]
pub struct Tree<'a> {
    text: &'a str,
    nodes: Vec<Node>,
    root: Option<usize>,
    /// The collections that had begun but not ended where reading stopped, the innermost last.
    pub open: Vec<usize>,
    /// Why reading stopped before the end.
    pub problem: Option<Problem>,
    /// The `---` of a second document.
    pub second_document: Option<Range<usize>>,
}

/// A scalar, list, mapping or alias.
#[derive(Debug)]
pub struct Node {
    /// The node without its tag and anchor.
    pub span: Range<usize>,
    pub tag: Option<String>,
    pub kind: Kind,
    /// Written in brackets or braces.
    pub flow: bool,
}

/// What a node holds; the numbers are indices of nodes.
#[derive(Debug)]
pub enum Kind {
    Scalar { text: String, plain: bool },
    Sequence(Vec<usize>),
    Mapping(Vec<(usize, usize)>),
    Alias(Option<usize>),
}

/// What the event parser says of text that it can't read.
#[derive(Debug)]
pub struct Problem {
    pub at: usize,
    pub info: String,
}

impl<'a> Tree<'a> {
    /// Reads as much of `text` as can be read.
    pub fn of(text: &'a str) -> Self {
        let tree = Tree { text, nodes: Vec::new(), root: None, open: Vec::new(), problem: None, second_document: None };
        Builder { tree, keys: Vec::new(), anchors: Vec::new(), bytes: byte_offsets(text), end: 0 }.build()
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The bytes of the key or value that `pointer` leads to, or of the nearest value on the way that exists.
    pub fn find(&self, pointer: &str, part: Part) -> Range<usize> {
        let Some(root) = self.root else { return 0..0 };
        let (mut at, mut key) = (root, None);
        for segment in segments(pointer) {
            let Some((next_key, next)) = self.child(at, &segment) else { return self.nodes[at].span.clone() };
            (at, key) = (next, next_key);
        }
        let value = &self.nodes[at].span;
        match key {
            Some(key) if part == Part::Key || value.is_empty() => self.nodes[key].span.clone(),
            _ => value.clone(),
        }
    }

    /// The first key of the mapping that `pointer` leads to, or else the mapping itself.
    pub fn first_key(&self, pointer: &str) -> Range<usize> {
        match self.node(pointer).map(|n| &self.nodes[n].kind) {
            Some(Kind::Mapping(pairs)) if !pairs.is_empty() => self.nodes[pairs[0].0].span.clone(),
            _ => self.find(pointer, Part::Value),
        }
    }

    /// A plain or quoted text, or a collection in brackets, exactly as it is written.
    pub fn source(&self, pointer: &str) -> Option<&'a str> {
        let node = &self.nodes[self.node(pointer)?];
        (node.flow || matches!(node.kind, Kind::Scalar { .. })).then(|| &self.text[node.span.clone()])
    }

    /// The text of a scalar, through an alias too.
    pub fn scalar(&self, node: usize) -> Option<&str> {
        match &self.nodes[self.resolve(node)].kind {
            Kind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    fn node(&self, pointer: &str) -> Option<usize> {
        segments(pointer)
            .try_fold(self.root?, |at, segment| self.child(at, &segment).map(|(_, value)| value))
            .map(|node| self.resolve(node))
    }

    fn child(&self, node: usize, segment: &str) -> Option<(Option<usize>, usize)> {
        match &self.nodes[self.resolve(node)].kind {
            Kind::Sequence(items) => Some((None, *items.get(segment.parse::<usize>().ok()?)?)),
            Kind::Mapping(pairs) => {
                pairs.iter().find(|(key, _)| self.scalar(*key) == Some(segment)).map(|&(key, value)| (Some(key), value))
            }
            _ => None,
        }
    }

    fn resolve(&self, node: usize) -> usize {
        match self.nodes[node].kind {
            Kind::Alias(Some(target)) => target,
            _ => node,
        }
    }
}

/// The parts of a JSON pointer, unescaped.
pub fn segments(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(|part| {
        if part.contains('~') { Cow::Owned(part.replace("~1", "/").replace("~0", "~")) } else { Cow::Borrowed(part) }
    })
}

/// `pointer` and one more step.
pub fn join(pointer: &str, segment: &str) -> String {
    [pointer, "/", &escape(segment)].concat()
}

/// A key as a part of a JSON pointer.
pub fn escape(segment: &str) -> Cow<'_, str> {
    if segment.contains(['~', '/']) {
        return Cow::Owned(segment.replace('~', "~0").replace('/', "~1"));
    }
    Cow::Borrowed(segment)
}

/// The byte at which each character begins, and the end; nothing where every character is one byte.
fn byte_offsets(text: &str) -> Vec<usize> {
    if text.is_ascii() {
        return Vec::new();
    }
    text.char_indices().map(|(at, _)| at).chain([text.len()]).collect()
}

struct Builder<'a> {
    tree: Tree<'a>,
    /// For each open collection the key that waits for its value.
    keys: Vec<Option<usize>>,
    /// Nodes by the number of their anchor.
    anchors: Vec<Option<usize>>,
    bytes: Vec<usize>,
    /// Where the last node ended.
    end: usize,
}

impl<'a> Builder<'a> {
    fn build(mut self) -> Tree<'a> {
        let mut parser = Parser::new_from_str(self.tree.text);
        let mut documents = 0;
        while let Some(next) = parser.next_event() {
            match next {
                Err(error) => {
                    let at = self.byte(error.marker().index());
                    self.tree.problem = Some(Problem { at, info: error.info().to_owned() });
                    break;
                }
                Ok((Event::DocumentStart(_), span)) => {
                    documents += 1;
                    if documents == 2 {
                        self.tree.second_document = Some(self.bytes(span));
                        break;
                    }
                }
                Ok((event, span)) => self.event(event, span),
            }
        }
        for &node in &self.tree.open {
            let span = &mut self.tree.nodes[node].span;
            span.end = self.end.max(span.start);
        }
        self.tree
    }

    fn event(&mut self, event: Event<'_>, span: Span) {
        let mut bytes = self.bytes(span);
        match event {
            Event::Alias(anchor) => {
                let target = self.anchors.get(anchor).copied().flatten();
                self.add(Node { span: bytes, tag: None, kind: Kind::Alias(target), flow: false }, 0);
            }
            Event::Scalar(text, style, anchor, tag) => {
                bytes = self.scalar_span(bytes, style, anchor > 0 || tag.is_some());
                let kind = Kind::Scalar { text: text.into_owned(), plain: style == ScalarStyle::Plain };
                self.add(Node { span: bytes, tag: tag.as_deref().map(name), kind, flow: false }, anchor);
            }
            Event::SequenceStart(anchor, tag) => self.start(bytes, Kind::Sequence(Vec::new()), anchor, tag),
            Event::MappingStart(anchor, tag) => self.start(bytes, Kind::Mapping(Vec::new()), anchor, tag),
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(node) = self.tree.open.pop() {
                    self.keys.pop();
                    let end = if self.tree.nodes[node].flow {
                        self.tree.text[..bytes.end].trim_end().len()
                    } else {
                        self.end
                    };
                    let span = &mut self.tree.nodes[node].span;
                    span.end = end.max(span.start);
                    self.end = span.end;
                }
            }
            _ => {}
        }
    }

    fn start(&mut self, span: Range<usize>, kind: Kind, anchor: usize, tag: Option<Cow<'_, Tag>>) {
        let start = self.skip_properties(span.start);
        let flow = self.tree.text[start..].starts_with(['[', '{']) && !span.is_empty();
        let node = self.add(Node { span: start..start, tag: tag.map(|tag| name(&tag)), kind, flow }, anchor);
        self.tree.open.push(node);
        self.keys.push(None);
    }

    /// Puts the node into the collection that is open, as its next item, key or value.
    fn add(&mut self, node: Node, anchor: usize) -> usize {
        let index = self.tree.nodes.len();
        self.end = self.end.max(node.span.end);
        self.tree.nodes.push(node);
        if anchor > 0 {
            self.anchors.resize(self.anchors.len().max(anchor + 1), None);
            self.anchors[anchor] = Some(index);
        }
        let Some(&parent) = self.tree.open.last() else {
            self.tree.root.get_or_insert(index);
            return index;
        };
        match (&mut self.tree.nodes[parent].kind, self.keys.last_mut()) {
            (Kind::Sequence(items), _) => items.push(index),
            (Kind::Mapping(pairs), Some(waiting)) => match waiting.take() {
                Some(key) => pairs.push((key, index)),
                None => *waiting = Some(index),
            },
            _ => {}
        }
        index
    }

    /// The event parser counts the tag and anchor, and what follows a closing quote, to a scalar; and leaves out the `|`
    /// of a block of text.
    fn scalar_span(&self, span: Range<usize>, style: ScalarStyle, has_properties: bool) -> Range<usize> {
        let text = self.tree.text;
        let start = if has_properties { self.skip_properties(span.start).min(span.end) } else { span.start };
        match style {
            ScalarStyle::Plain => start..span.end,
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => start..closing_quote(text, start),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let from = self.end.min(span.start);
                let header = text[from..span.start].find(['|', '>']).map_or(span.start, |i| from + i);
                header..text[..span.end].trim_end().len().max(header)
            }
        }
    }

    fn skip_properties(&self, start: usize) -> usize {
        let text = self.tree.text;
        let mut at = start;
        while text[at..].starts_with(['!', '&']) {
            let word = text[at..].find(|c: char| c.is_whitespace() || ",[]{}".contains(c)).unwrap_or(text.len() - at);
            let rest = &text[at + word..];
            at += word + (rest.len() - rest.trim_start().len());
        }
        at
    }

    fn bytes(&self, span: Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }

    fn byte(&self, character: usize) -> usize {
        if self.bytes.is_empty() {
            character.min(self.tree.text.len())
        } else {
            self.bytes[character.min(self.bytes.len() - 1)]
        }
    }
}

fn name(tag: &Tag) -> String {
    match tag.handle.as_str() {
        "tag:yaml.org,2002:" => format!("!!{}", tag.suffix),
        handle => format!("{handle}{}", tag.suffix),
    }
}

/// The byte after the quote that closes the one at `start`.
fn closing_quote(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let quote = bytes.get(start).copied();
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == Some(b'"') => at += 1,
            b'\'' if quote == Some(b'\'') && bytes.get(at + 1) == Some(&b'\'') => at += 1,
            found if Some(found) == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{Part, Tree, join, segments};
    use proptest::prelude::*;

    fn check(yaml: &str, pointer: &str, key: &str, value: &str) {
        let tree = Tree::of(yaml);
        assert_eq!(&yaml[tree.find(pointer, Part::Key)], key, "key {pointer} of {yaml:?}");
        assert_eq!(&yaml[tree.find(pointer, Part::Value)], value, "value {pointer} of {yaml:?}");
    }

    #[test]
    fn keys_and_values_are_found() {
        check("a: x\nb: y\n", "/b", "b", "y");
        check("a:\n  b: c\n", "/a", "a", "b: c");
        check("a:\n  b: c\n", "/a/b", "b", "c");
        check("a:\n- x\n- y: z\n", "/a/1/y", "y", "z");
        check("a:\n- x\n- y\n", "/a/1", "y", "y");
        check("a: [x, {y: z}]\n", "/a/1/y", "y", "z");
        check("a: [x, {y: z}]\n", "/a", "a", "[x, {y: z}]");
        check("a: {b: [1, 2]} # c\n", "/a/b/1", "2", "2");
    }

    #[test]
    fn every_style_of_text_is_marked_as_written() {
        check("a: 'it''s' # b: c\nd: 1\n", "/a", "a", "'it''s'");
        check("a: \"x\\\" y\" # b\n", "/a", "a", "\"x\\\" y\"");
        check("a: \"x\n  y\"\nb: 1\n", "/a", "a", "\"x\n  y\"");
        check("a: |\n  x\n  y\nb: z\n", "/a", "a", "|\n  x\n  y");
        check("a: |\n  x\n\nb: z\n", "/b", "b", "z");
        check("- >-\n  x\n", "/0", ">-\n  x", ">-\n  x");
        check("\"a b\": 'c'\n", "/a b", "\"a b\"", "'c'");
    }

    #[test]
    fn tags_and_anchors_are_no_part_of_the_value() {
        check("a: !sample \"x\"\n", "/a", "a", "\"x\"");
        check("a: &b !sample 1.10\n", "/a", "a", "1.10");
        check("a: !sample [x]\n", "/a", "a", "[x]");
        check("a: !sample\n  b: c\n", "/a/b", "b", "c");
    }

    #[test]
    fn aliases_lead_to_what_they_stand_for() {
        check("a: &x {b: c}\nd: *x\n", "/d", "d", "*x");
        check("a: &x {b: c}\nd: *x\n", "/d/b", "b", "c");
        check("a: &x [*x]\n", "/a/0/0/0", "*x", "*x");
    }

    #[test]
    fn characters_of_any_width_are_counted() {
        check("ä: ✓✓\nö: [ü, x]\r\nü: z\r\n", "/ö/1", "x", "x");
        check("ä: ✓✓\nö: [ü, x]\r\nü: z\r\n", "/ü", "ü", "z");
        check("\u{feff}a: ä\nb: c\n", "/b", "b", "c");
    }

    #[test]
    fn what_is_not_there_is_its_nearest_ancestor() {
        check("a: {b: c}\n", "/a/x/y", "{b: c}", "{b: c}");
        check("a: x\n", "/b", "a: x", "a: x");
        check("a:\nb: 1\n", "/a", "a", "a");
        check("", "/a", "", "");
        check("a: [x, y\nb: 1\n", "/a/0", "x", "x");
        check("a: [x, y\nb: 1\n", "/a", "a", "[x");
    }

    #[test]
    fn pointers_escape_slash_and_tilde() {
        let pointer = join(&join("", "a/b"), "~1");
        assert_eq!(pointer, "/a~1b/~01");
        assert_eq!(segments(&pointer).collect::<Vec<_>>(), ["a/b", "~1"]);
        check("a/b:\n  ~1: x\n", &pointer, "~1", "x");
    }

    proptest! {
        #[test]
        fn any_text_gives_spans_within_it(text in "([a-b:\\-#'\"|>!&*{}\\[\\],? \t\r\näé✓\u{feff}]{0,40}|.{0,40})") {
            let tree = Tree::of(&text);
            for node in tree.nodes() {
                prop_assert!(text.get(node.span.clone()).is_some(), "{:?}", node);
            }
            for pointer in ["", "/a", "/0", "/a/b/0", "~"] {
                prop_assert!(text.get(tree.find(pointer, Part::Key)).is_some());
                prop_assert!(text.get(tree.first_key(pointer)).is_some());
                let _ = tree.source(pointer);
            }
        }
    }
}
