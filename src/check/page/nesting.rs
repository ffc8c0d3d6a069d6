//! Elements that stand where they must not: browsers would make another tree of the page than was written, and islands would
//! not find their own.
//!
//! A stack of what is open goes along with the tags. What may stand where is in `kind`; nearly every tag is allowed by two
//! looks at sets, and nearly every end tag closes the last that is open. What is left takes the long way:
//!
//! 1. End tags that may be left out are thought of.
//! 2. What then stands where it must not is reported, and taken as written from there on: one mistake, one report.

mod kind;
mod words;

use std::ops::Range;

use super::{Problem, error};
use crate::check::html::Tag;
use crate::check::links::offset;
use kind::{ALL, End, IN_FOREIGN, Kind, key};

/// What is open at this place of the page.
#[derive(Debug, Default)]
pub struct Nesting<'a> {
    page: &'a str,
    /// The page itself first.
    stack: Vec<Open<'a>>,
    /// What was ended by a start tag.
    ended: Vec<Ended>,
    /// End tags that may come too late, or once too often, after a report.
    forgiven: Vec<Forgiven<'a>>,
}

/// An element whose end tag has not come yet.
#[derive(Debug)]
struct Open<'a> {
    key: u64,
    name: &'a str,
    span: Range<usize>,
    kind: Kind,
    /// What may stand in it; everything after a report.
    children: u64,
    /// What it stands in, and itself.
    within: u8,
    /// Was it part of a report?
    told: bool,
}

/// An element without an end tag, and the start tag that ended it.
#[derive(Debug)]
struct Ended {
    /// Where the element begins that both stand in.
    parent: usize,
    key: u64,
    by: Range<usize>,
}

#[derive(Debug)]
struct Forgiven<'a> {
    name: &'a str,
    /// The report that it was not closed before `closing`: if its end tag comes, the two overlap.
    problem: Option<usize>,
    closing: &'a str,
}

impl Open<'_> {
    fn is(&self, key: u64, name: &str) -> bool {
        let long = || name.len() <= 8 || self.name.eq_ignore_ascii_case(name);
        self.key == key && self.name.len() == name.len() && long()
    }

    fn needs_end(&self) -> bool {
        self.kind.rule().end == End::Needed && !self.told
    }
}

impl<'a> Nesting<'a> {
    pub fn new(page: &'a str) -> Self {
        let root = Open { key: 0, name: "", span: 0..0, kind: Kind::Template, children: ALL, within: 0, told: true };
        let mut stack = Vec::with_capacity(32);
        stack.push(root);
        Self { page, stack, ..Self::default() }
    }

    /// Takes note of a start tag.
    pub fn start(&mut self, tag: &Tag<'a>, problems: &mut Vec<Problem>) {
        let key = key(self.page, tag.span.start + 1, tag.name.len());
        let Some(top) = self.stack.last() else { return };
        if top.within & IN_FOREIGN != 0 {
            return self.foreign(key, tag);
        }
        let kind = Kind::named(key, tag.name.len());
        let rule = kind.rule();
        let fits = kind.is_in(top.children) && top.within & rule.not_in == 0;
        let within = if fits { top.within & rule.keeps | rule.gives } else { self.misfit(kind, tag, problems) };
        if rule.end != End::Never && !(kind == Kind::Foreign && tag.self_closing) {
            self.open(key, tag, kind, within);
        }
    }

    /// Takes note of the end tag with this name.
    pub fn end(&mut self, name: &'a str, problems: &mut Vec<Problem>) {
        let key = key(self.page, offset(self.page, name), name.len());
        if self.stack.last().is_some_and(|top| top.is(key, name)) {
            self.stack.pop();
        } else {
            self.late_end(key, name, problems);
        }
    }

    /// Is there to be no text at this place?
    pub fn wants_text(&self) -> bool {
        self.stack.last().is_some_and(|top| !Kind::Text.is_in(top.children))
    }

    /// Takes note of a text.
    pub fn text(&mut self, text: &str, problems: &mut Vec<Problem>) {
        let text = text.trim_ascii();
        if self.wants_text()
            && !text.is_empty()
            && let Some(top) = self.stack.last_mut()
        {
            top.children = ALL;
            let line = text.lines().next().unwrap_or_default();
            let at = offset(self.page, line);
            let message = format!("text cannot stand directly in `<{}>`", top.name);
            problems.push(bad(message, at..at + line.len(), words::children(top.kind)));
        }
    }

    /// Reports what was never closed.
    pub fn finish(self, problems: &mut Vec<Problem>) {
        if let Some(open) = self.stack.into_iter().find(Open::needs_end) {
            let message = format!("`<{}>` is never closed", open.name);
            problems.push(bad(message, open.span, words::UNCLOSED));
        }
    }

    fn open(&mut self, key: u64, tag: &Tag<'a>, kind: Kind, within: u8) {
        let (name, span, children) = (tag.name, tag.span.clone(), kind.rule().children);
        self.stack.push(Open { key, name, span, kind, children, within, told: false });
    }

    /// A start tag in a drawing or formula, in which only the pairs of tags are looked at; but `foreignObject` is HTML again.
    fn foreign(&mut self, key: u64, tag: &Tag<'a>) {
        if !tag.self_closing {
            let is_html = tag.name.eq_ignore_ascii_case("foreignObject");
            let (kind, within) = if is_html { (Kind::Template, 0) } else { (Kind::Foreign, IN_FOREIGN) };
            self.open(key, tag, kind, within);
        }
    }

    /// A start tag that ends others, or stands where it must not. Gives what holds within its element.
    #[inline(never)]
    fn misfit(&mut self, kind: Kind, tag: &Tag<'a>, problems: &mut Vec<Problem>) -> u8 {
        let rule = kind.rule();
        while let [.., parent, top] = &self.stack[..]
            && kind.is_in(top.kind.rule().ended_by)
            && !kind.is_in(top.children)
        {
            self.ended.push(Ended { parent: parent.span.start, key: top.key, by: tag.span.clone() });
            self.stack.pop();
        }
        let Some(top) = self.stack.last_mut() else { return rule.gives };
        let harmless = match kind {
            Kind::Input => tag.is("type", "hidden"),
            Kind::Media => !tag.has("controls"),
            _ => false,
        };
        let clash = if harmless { 0 } else { top.within & rule.not_in };
        let within = top.within & rule.keeps & !clash;
        if clash != 0 {
            problems.push(words::clash(clash, kind, tag));
            for open in &mut self.stack {
                open.told |= open.kind.rule().gives & clash != 0;
                open.within &= !clash;
            }
            // What it would add is not told of again inside.
            return within;
        }
        if !kind.is_in(top.children) {
            let message = format!("`<{}>` cannot stand directly in `<{}>`", tag.name, top.name);
            let is_open = Kind::Text.is_in(top.children);
            let help = if is_open { words::belongs(kind) } else { words::children(top.kind) };
            problems.push(bad(message, tag.span.clone(), help));
            top.children = ALL;
        }
        within | rule.gives
    }

    /// An end tag that does not close the last that is open.
    #[inline(never)]
    fn late_end(&mut self, key: u64, name: &'a str, problems: &mut Vec<Problem>) {
        let kind = Kind::named(key, name.len());
        let found = self.stack.iter().rposition(|open| open.is(key, name) || is_wall(open.kind, kind));
        let Some(at) = found.filter(|&at| self.stack[at].is(key, name)) else {
            return self.orphan(key, name, kind, problems);
        };
        let mut told = false;
        for open in self.stack.drain(at..).skip(1).filter(Open::needs_end) {
            let problem = (!told).then_some(problems.len());
            if problem.is_some() {
                let message = format!("`<{}>` is not closed before `</{name}>`", open.name);
                problems.push(bad(message, open.span, words::UNCLOSED));
            }
            told = true;
            self.forgiven.push(Forgiven { name: open.name, problem, closing: name });
        }
        if told {
            self.forgiven.push(Forgiven { name, problem: None, closing: name });
        }
    }

    /// An end tag for which nothing is open.
    fn orphan(&mut self, key: u64, name: &'a str, kind: Kind, problems: &mut Vec<Problem>) {
        if let Some(at) = self.forgiven.iter().rposition(|late| late.name.eq_ignore_ascii_case(name)) {
            let late = self.forgiven.swap_remove(at);
            if let Some(problem) = late.problem.and_then(|at| problems.get_mut(at)) {
                problem.message = format!("`</{}>` comes while `<{name}>` is still open", late.closing);
                problem.span = self.end_tag(late.closing);
                problem.help = "close first what was opened last";
            }
            return;
        }
        let Some(top) = self.stack.last_mut() else { return };
        let parent = top.span.start;
        if let Some(at) = self.ended.iter().rposition(|ended| ended.parent == parent && ended.key == key) {
            let by = self.ended.swap_remove(at).by;
            let inner = self.page[by.start + 1..by.end].split(|c: char| c.is_ascii_whitespace() || "/>".contains(c));
            let inner = inner.into_iter().next().unwrap_or_default();
            problems.push(words::ended(inner, name, by));
            return;
        }
        // Their start tags may be left out.
        if matches!(kind, Kind::Html | Kind::Head | Kind::Body | Kind::Rows | Kind::Columns) {
            return;
        }
        // Perhaps it was to close this one.
        (top.told, top.children) = (true, ALL);
        let span = self.end_tag(name);
        problems.push(if kind.rule().end == End::Never {
            bad(format!("`<{name}>` has no end tag"), span, "take the end tag out")
        } else {
            let help = "take it out, or write the start tag that it should close";
            bad(format!("`</{name}>` closes nothing"), span, help)
        });
    }

    /// Where the end tag stands of which this is the name.
    fn end_tag(&self, name: &str) -> Range<usize> {
        let start = offset(self.page, name) - 2;
        let length = self.page[start..].find('>').map_or(2 + name.len(), |end| end + 1);
        start..start + length
    }
}

/// Does an end tag of the kind `ending` close nothing outside of an element of the kind `open`?
fn is_wall(open: Kind, ending: Kind) -> bool {
    match open {
        Kind::Template => true,
        Kind::Table | Kind::Caption | Kind::Cell | Kind::Object => {
            let of_table = matches!(ending, Kind::Table | Kind::Caption | Kind::Rows | Kind::Row | Kind::Cell);
            open == Kind::Table || !of_table
        }
        _ => false,
    }
}

fn bad(message: String, span: Range<usize>, help: &'static str) -> Problem {
    error("bad-nesting", message, span, help)
}

#[cfg(test)]
mod tests;
