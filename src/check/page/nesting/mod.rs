//! The check that elements are nested correctly. If they are not, browsers build a tree that differs from what was
//! written, and islands may not find their HTML in it.
//!
//! The check keeps a stack of open elements; `content_model` says which element may be in which. For nearly every start
//! tag two bit tests show that it fits, and nearly every end tag closes the innermost element. A start tag that does
//! not fit takes a slow path:
//!
//! 1. Close elements whose end tags may be omitted.
//! 2. If the element still does not fit, report it, and allow every child in its parent from then on, so that each
//!    mistake is reported once.

mod content_model;
mod messages;

use std::ops::Range;

use crate::diagnostic::SpannedDiagnostic;
use crate::html::{Element, Tag, offset};
use content_model::{ALL, ContentKind, IN_FOREIGN};

/// The state of the check at one point of the page.
#[derive(Debug, Default)]
pub struct Nesting<'a> {
    page: &'a str,
    /// The open elements; the first represents the page.
    stack: Vec<StackElement<'a>>,
    /// The elements that a start tag closed, and whose own end tags may still follow.
    implicitly_closed: Vec<ImplicitlyClosed<'a>>,
    /// End tags that may follow a reported mistake, and are not reported again.
    late_end_tags: Vec<LateEndTag<'a>>,
}

#[derive(Debug)]
struct StackElement<'a> {
    name: &'a str,
    span: Range<usize>,
    kind: ContentKind,
    /// The kinds of the allowed children; all kinds once a child was reported.
    children: u64,
    /// The bits `IN_…` of the element and of the elements around it.
    within: u8,
    /// Whether a problem of the element was reported. If so, a missing end tag is not reported.
    is_reported: bool,
}

/// An element that the start tag of another element closed.
#[derive(Debug)]
struct ImplicitlyClosed<'a> {
    /// The byte at which the parent of the two elements begins.
    parent: usize,
    name: &'a str,
    /// The span of the start tag that closed it.
    by: Range<usize>,
}

/// An end tag that may still follow after an outer element was closed: `</i>` in `<b><i></b></i>`.
#[derive(Debug)]
struct LateEndTag<'a> {
    name: &'a str,
    /// The index of the problem that reports the element as not closed, if any. If the end tag follows, the problem's
    /// message is replaced: the two elements overlap.
    problem: Option<usize>,
    /// The name of the outer element, as a slice of the page from its end tag.
    closed_by: &'a str,
}

impl StackElement<'_> {
    /// Whether the element has this name, in any letter case.
    fn has_name(&self, name: &str) -> bool {
        self.name == name || self.name.eq_ignore_ascii_case(name)
    }

    /// Whether a missing end tag is a mistake that is not yet reported.
    fn needs_end(&self) -> bool {
        self.kind.model().needs_end_tag && !self.is_reported
    }
}

impl<'a> Nesting<'a> {
    pub fn new(page: &'a str) -> Self {
        let root = StackElement {
            name: "",
            span: 0..0,
            kind: ContentKind::Template,
            children: ALL,
            within: 0,
            is_reported: true,
        };
        let mut stack = Vec::with_capacity(32);
        stack.push(root);
        Self { page, stack, ..Self::default() }
    }

    pub fn start(&mut self, tag: &Tag<'a>, problems: &mut Vec<SpannedDiagnostic>) {
        let Some(top) = self.stack.last() else { return };
        if top.within & IN_FOREIGN != 0 {
            return self.start_foreign(tag);
        }
        let kind = ContentKind::of(tag.name);
        let model = kind.model();
        let fits = kind.is_in(top.children) && top.within & model.forbidden_in == 0;
        let within =
            if fits { top.within & model.inherited | model.adds } else { self.start_misplaced(kind, tag, problems) };
        let has_no_end = tag.element.is_void() || (kind == ContentKind::Foreign && tag.self_closing);
        if !has_no_end {
            self.open(tag, kind, within);
        }
    }

    pub fn end(&mut self, name: &'a str, problems: &mut Vec<SpannedDiagnostic>) {
        if self.stack.last().is_some_and(|top| top.has_name(name)) {
            self.stack.pop();
        } else {
            self.end_unmatched(name, problems);
        }
    }

    /// Reports a text that is forbidden here.
    pub fn text(&mut self, text: &str, problems: &mut Vec<SpannedDiagnostic>) {
        if let Some(top) = self.stack.last_mut()
            && !ContentKind::Text.is_in(top.children)
            && let Some(line) = text.trim_ascii().lines().next()
        {
            top.children = ALL;
            let at = offset(self.page, line);
            let message = format!("text is not allowed directly in `<{}>`", top.name);
            problems.push(messages::bad_nesting(message, at..at + line.len(), messages::help_for_child_of(top.kind)));
        }
    }

    /// Reports the first element that is never closed.
    pub fn finish(self, problems: &mut Vec<SpannedDiagnostic>) {
        if let Some(open) = self.stack.into_iter().find(StackElement::needs_end) {
            let message = format!("`<{}>` is never closed", open.name);
            problems.push(messages::bad_nesting(message, open.span, messages::UNCLOSED_HELP));
        }
    }

    fn open(&mut self, tag: &Tag<'a>, kind: ContentKind, within: u8) {
        let (name, span, children) = (tag.name, tag.span.clone(), kind.model().children);
        self.stack.push(StackElement { name, span, kind, children, within, is_reported: false });
    }

    /// Processes a start tag within `svg` or `math`, where start and end tags only need to match. The content of
    /// `foreignObject` is HTML again.
    fn start_foreign(&mut self, tag: &Tag<'a>) {
        if !tag.self_closing {
            let is_html = tag.name.eq_ignore_ascii_case("foreignObject");
            let (kind, within) = if is_html { (ContentKind::Template, 0) } else { (ContentKind::Foreign, IN_FOREIGN) };
            self.open(tag, kind, within);
        }
    }

    /// Closes the open elements whose end tags may be omitted before this start tag.
    fn close_omitted_ends(&mut self, kind: ContentKind, tag: &Tag<'a>) {
        while let [.., parent, top] = &self.stack[..]
            && kind.is_in(top.kind.model().closed_by)
            && !kind.is_in(top.children)
        {
            self.implicitly_closed.push(ImplicitlyClosed {
                parent: parent.span.start,
                name: top.name,
                by: tag.span.clone(),
            });
            self.stack.pop();
        }
    }

    /// Processes a start tag that closes open elements or is not allowed. Returns `within` of the new element.
    fn start_misplaced(&mut self, kind: ContentKind, tag: &Tag<'a>, problems: &mut Vec<SpannedDiagnostic>) -> u8 {
        self.close_omitted_ends(kind, tag);
        let model = kind.model();
        let Some(top) = self.stack.last_mut() else { return model.adds };
        // What can't be clicked is allowed within a link or button.
        let is_harmless = match kind {
            ContentKind::Input => tag.is("type", "hidden"),
            ContentKind::Media => !tag.has("controls"),
            _ => false,
        };
        // The bits of the enclosing elements that forbid this element.
        let forbidding = if is_harmless { 0 } else { top.within & model.forbidden_in };
        let within = top.within & model.inherited & !forbidding;
        if forbidding != 0 {
            problems.push(messages::forbidden_descendant(forbidding, kind, tag));
            for open in &mut self.stack {
                open.is_reported |= open.kind.model().adds & forbidding != 0;
                open.within &= !forbidding;
            }
            // The element's own bits are left out, so that the mistake is not reported again inside it.
            return within;
        }
        if !kind.is_in(top.children) {
            let message = format!("`<{}>` is not allowed directly in `<{}>`", tag.name, top.name);
            let parent_takes_text = ContentKind::Text.is_in(top.children);
            let help = if parent_takes_text {
                messages::help_for_parent_of(kind)
            } else {
                messages::help_for_child_of(top.kind)
            };
            problems.push(messages::bad_nesting(message, tag.span.clone(), help));
            top.children = ALL;
        }
        within | model.adds
    }

    fn end_unmatched(&mut self, closed_by: &'a str, problems: &mut Vec<SpannedDiagnostic>) {
        let kind = ContentKind::of(closed_by);
        // The search stops at an element that ends the scope: `</p>` in a `<td>` closes no `<p>` around the table.
        let found = self.stack.iter().rposition(|open| open.has_name(closed_by) || open.kind.ends_scope_of(kind));
        let Some(at) = found.filter(|&at| self.stack[at].has_name(closed_by)) else {
            return self.end_unopened(closed_by, kind, problems);
        };
        let mut unclosed = self.stack.drain(at..).skip(1).filter(StackElement::needs_end);
        let Some(first) = unclosed.next() else { return };
        let late = |name: &'a str, problem: Option<usize>| LateEndTag { name, problem, closed_by };
        self.late_end_tags.push(late(first.name, Some(problems.len())));
        let message = format!("`<{}>` is not closed before `</{closed_by}>`", first.name);
        problems.push(messages::bad_nesting(message, first.span, messages::UNCLOSED_HELP));
        self.late_end_tags.extend(unclosed.map(|open| late(open.name, None)));
        // The end tag may have been meant for the inner element, as in `<div><a></div></div>`. Then the second `</div>`
        // is not reported.
        self.late_end_tags.push(late(closed_by, None));
    }

    fn end_unopened(&mut self, name: &'a str, kind: ContentKind, problems: &mut Vec<SpannedDiagnostic>) {
        if self.end_late(name, problems) || self.end_implicitly_closed(name, problems) || kind.may_omit_start_tag() {
            return;
        }
        let Some(top) = self.stack.last_mut() else { return };
        // The tag was probably meant to close the innermost element.
        (top.is_reported, top.children) = (true, ALL);
        let span = self.end_tag_span(name);
        problems.push(if Element::named(name).is_void() {
            messages::bad_nesting(format!("`<{name}>` has no end tag"), span, "take the end tag out")
        } else {
            let help = "take it out, or write the start tag that it should close";
            messages::bad_nesting(format!("`</{name}>` closes nothing"), span, help)
        });
    }

    /// Processes an end tag that is among the `late_end_tags`. Returns false if it is not.
    fn end_late(&mut self, name: &str, problems: &mut [SpannedDiagnostic]) -> bool {
        let Some(at) = self.late_end_tags.iter().rposition(|late| late.name.eq_ignore_ascii_case(name)) else {
            return false;
        };
        let late = self.late_end_tags.swap_remove(at);
        if let Some((problem, span)) = late.problem.and_then(|at| problems.get_mut(at)) {
            *span = self.end_tag_span(late.closed_by);
            problem.message = format!("`</{}>` comes while `<{name}>` is still open", late.closed_by);
            problem.help = vec!["close first what was opened last".to_owned()];
        }
        true
    }

    /// Reports the start tag that implicitly closed the element of this end tag. Returns false if there is none.
    fn end_implicitly_closed(&mut self, name: &str, problems: &mut Vec<SpannedDiagnostic>) -> bool {
        let Some(parent) = self.stack.last().map(|top| top.span.start) else { return false };
        let is_same = |closed: &ImplicitlyClosed<'_>| closed.parent == parent && closed.name.eq_ignore_ascii_case(name);
        let Some(at) = self.implicitly_closed.iter().rposition(is_same) else { return false };
        let by = self.implicitly_closed.swap_remove(at).by;
        let tag = &self.page[by.start + 1..by.end];
        let inner = &tag[..tag.find(|c: char| c.is_ascii_whitespace() || "/>".contains(c)).unwrap_or(tag.len())];
        problems.push(messages::implicitly_closed(inner, name, by));
        true
    }

    /// Returns the span of the end tag that contains this name.
    fn end_tag_span(&self, name: &str) -> Range<usize> {
        let start = offset(self.page, name) - 2;
        let length = self.page[start..].find('>').map_or(2 + name.len(), |end| end + 1);
        start..start + length
    }
}

#[cfg(test)]
mod tests;
