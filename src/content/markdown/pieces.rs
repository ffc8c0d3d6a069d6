//! The pieces of a body: HTML cut at its marks, components folded into a tree.

use std::ops::Range;

use serde_json::Value;

use super::{Diagnostic, Problem};
use crate::diagnostic::closest;

/// HTML, or a place in it that only the finished site can fill. Spans are bytes of the file.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    Html(String),
    /// The address of a link, symbolic as written, to be escaped into the attribute that is open at this place. Links
    /// with a scheme or host of their own and mere fragments are HTML already.
    Link {
        target: String,
        span: Range<usize>,
    },
    /// A whole image element.
    Image {
        target: String,
        alt: String,
        title: String,
        span: Range<usize>,
    },
    Component {
        name: String,
        attributes: Vec<Attribute>,
        children: Vec<Piece>,
        span: Range<usize>,
    },
}

/// One attribute of a component.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    pub name: String,
    pub value: Value,
    pub span: Range<usize>,
}

/// How the HTML of a link begins.
const LINK: &str = "<a href=\"";

/// What stands for one NUL in the HTML; the order of the two is the same.
pub(super) enum Mark {
    /// Before an `<a` whose `href` is empty.
    Link {
        target: String,
        span: Range<usize>,
    },
    Image {
        target: String,
        alt: String,
        title: String,
        span: Range<usize>,
    },
    Open {
        name: String,
        attributes: Vec<Attribute>,
        self_closing: bool,
        span: Range<usize>,
        site: Site,
    },
    Close {
        name: String,
        span: Range<usize>,
        site: Site,
    },
    SummaryEnd,
}

impl Mark {
    /// Whether the line's end after it belongs to it.
    fn takes_line(&self) -> bool {
        match self {
            Mark::Open { site, .. } | Mark::Close { site, .. } => site.block,
            Mark::SummaryEnd => true,
            Mark::Link { .. } | Mark::Image { .. } => false,
        }
    }
}

/// Where a component's tag stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Site {
    /// In an HTML block, not among the words of a paragraph.
    pub block: bool,
    /// The innermost block or inline element around: how deep it is, and where it begins.
    pub within: (usize, usize),
}

/// A component whose closing tag has not come yet.
struct Open {
    name: String,
    attributes: Vec<Attribute>,
    span: Range<usize>,
    within: (usize, usize),
    /// The pieces before it.
    before: Vec<Piece>,
}

pub(super) struct Cut {
    pub pieces: Vec<Piece>,
    pub summary_end: Option<usize>,
    pub problems: Vec<Problem>,
    open: Vec<Open>,
}

impl Cut {
    pub fn new(html: &str, marks: Vec<Mark>) -> Self {
        let mut cut = Self { pieces: Vec::new(), summary_end: None, problems: Vec::new(), open: Vec::new() };
        cut.pieces.reserve_exact(2 * marks.len() + 1);
        let mut rest = html;
        for mark in marks {
            let Some(at) = memchr::memchr(0, rest.as_bytes()) else { break };
            let before = &rest[..at];
            rest = &rest[at + 1..];
            if let Mark::Link { .. } = mark {
                rest = rest.strip_prefix(LINK).unwrap_or(rest);
                cut.html(before, LINK);
            } else {
                cut.html(before, "");
            }
            if mark.takes_line() {
                rest = rest.strip_prefix('\n').unwrap_or(rest);
            }
            cut.mark(mark);
        }
        cut.html(rest, "");
        while let Some(open) = cut.open.pop() {
            cut.unclosed(open);
        }
        cut
    }

    /// Each piece has a copy of its part, as large as that: bodies live as long as the site does.
    fn html(&mut self, part: &str, end: &str) {
        if !part.is_empty() || !end.is_empty() {
            let mut html = String::with_capacity(part.len() + end.len());
            html.push_str(part);
            html.push_str(end);
            self.pieces.push(Piece::Html(html));
        }
    }

    fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Link { target, span } => self.pieces.push(Piece::Link { target, span }),
            Mark::Image { target, alt, title, span } => self.pieces.push(Piece::Image { target, alt, title, span }),
            Mark::Open { name, attributes, self_closing: true, span, .. } => {
                self.pieces.push(Piece::Component { name, attributes, children: Vec::new(), span });
            }
            Mark::Open { name, attributes, self_closing: false, span, site } => {
                let before = std::mem::take(&mut self.pieces);
                self.open.push(Open { name, attributes, span, within: site.within, before });
            }
            Mark::Close { name, span, site } => self.close(&name, span, site.within),
            Mark::SummaryEnd if self.open.is_empty() => {
                self.summary_end.get_or_insert(self.pieces.len());
            }
            Mark::SummaryEnd => {}
        }
    }

    /// Closes the innermost open component of that name; those within it lack their own closing tags.
    fn close(&mut self, name: &str, span: Range<usize>, within: (usize, usize)) {
        let Some(index) = self.open.iter().rposition(|open| open.name == name) else {
            return self.stray(name, span);
        };
        while self.open.len() > index + 1
            && let Some(open) = self.open.pop()
        {
            self.unclosed(open);
        }
        if self.open[index].within != within {
            let message = format!("`</{name}>` stands in another paragraph, list item or quote than its `<{name}>`");
            let problem = Diagnostic::error("component-stray-close", message)
                .label("closed here, but opened elsewhere")
                .help("put both tags on lines of their own, equally indented, with a blank line above and below");
            self.problems.push((problem, span));
        }
        self.fold();
    }

    /// A closing tag whose name is open nowhere. If it is nearly that of the innermost component it is taken for a slip
    /// that closes it: one message instead of two.
    fn stray(&mut self, name: &str, span: Range<usize>) {
        let meant = closest(name, self.open.last().map(|open| open.name.as_str()));
        let problem = Diagnostic::error("component-stray-close", format!("`</{name}>` closes nothing"));
        let problem = match meant {
            Some(meant) => {
                problem.label(format!("did you mean `</{meant}>`?")).help("close what was opened last first")
            }
            None => problem
                .label("no component of this name is open here")
                .help(format!("remove it, or write `<{name}>` on a line of its own before it")),
        };
        let is_slip = meant.is_some();
        self.problems.push((problem, span));
        if is_slip {
            self.fold();
        }
    }

    /// The innermost open component becomes a piece of what is around it.
    fn fold(&mut self) {
        if let Some(Open { name, attributes, span, before, .. }) = self.open.pop() {
            let children = std::mem::replace(&mut self.pieces, before);
            self.pieces.push(Piece::Component { name, attributes, children, span });
        }
    }

    fn unclosed(&mut self, open: Open) {
        let name = &open.name;
        let problem = Diagnostic::error("component-unclosed", format!("`<{name}>` is not closed"))
            .label(format!("no `</{name}>` follows"))
            .help(format!("write `</{name}>` on a line of its own below its content, or `<{name} />` if it has none"))
            .help("text that is no component, such as code, stands in backticks");
        self.problems.push((problem, open.span.clone()));
        self.open.push(open);
        self.fold();
    }
}
