//! The check that elements are nested correctly. If they are not, browsers build a tree that differs from what was
//! written, and islands may not find their HTML in it.
//!
//! The check keeps a stack of open elements; `content_model` says which element may be in which. For nearly every start
//! tag two bit tests show that it fits, and nearly every end tag closes the innermost element. A start tag that does
//! not fit takes a slow path:
//!
//! 1. Close elements whose end tags may be omitted.
//! 2. If the element still does not fit, report it, and drop the broken rule for the open elements, so that each
//!    mistake is reported once.

mod content_model;
mod messages;

use std::mem::replace;
use std::ops::Range;

use crate::diagnostic::SpannedDiagnostic;
use crate::html::{Tag, ends_foreign, holds_html, is_void, offset};
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
    diagnostics: Vec<SpannedDiagnostic>,
}

#[derive(Debug)]
struct StackElement<'a> {
    /// The name as written.
    name: &'a str,
    span: Range<usize>,
    kind: ContentKind,
    /// The kinds of the allowed children; all kinds once a mistake in the element was reported.
    children: u64,
    /// The bits `IN_…` of the element and of the elements around it.
    within: u8,
    /// Whether a mistake of the element was reported. If so, a missing end tag is not reported.
    is_reported: bool,
}

/// An element that the start tag of another element closed.
#[derive(Debug)]
struct ImplicitlyClosed<'a> {
    /// The byte at which the parent of the closed element begins.
    parent: usize,
    name: &'a str,
    /// The name and the span of the start tag that closed the element.
    by: (&'a str, Range<usize>),
}

/// An end tag that may still follow after an outer element was closed: `</i>` in `<b><i></b></i>`.
#[derive(Debug)]
struct LateEndTag<'a> {
    name: &'a str,
    /// The index of the diagnostic about the unclosed element, if there is one, and the name and the span of the outer
    /// element's end tag. If the late end tag follows, the diagnostic is changed to say that the two elements overlap.
    report: Option<(usize, &'a str, Range<usize>)>,
}

impl StackElement<'_> {
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

    pub fn end(&mut self, tag: &Tag<'a>) {
        // Nearly always, both tags are written in the same letter case.
        let closes =
            |top: &StackElement<'_>| top.name == tag.written_name || top.name.eq_ignore_ascii_case(tag.written_name);
        if self.stack.last().is_some_and(closes) {
            self.stack.pop();
        } else {
            self.end_unmatched(tag);
        }
    }

    /// Returns the diagnostics, with one about the first element that is never closed.
    pub fn finish(mut self) -> Vec<SpannedDiagnostic> {
        if let Some(open) = self.stack.into_iter().find(StackElement::needs_end) {
            let message = format!("`<{}>` is never closed", open.name);
            self.diagnostics.push(messages::bad_nesting(message, open.span, messages::UNCLOSED_HELP));
        }
        self.diagnostics
    }

    pub fn start(&mut self, tag: &Tag<'a>) {
        let Some(top) = self.stack.last_mut() else { return };
        let within = if top.within & IN_FOREIGN == 0 {
            top.within
        } else if ends_foreign(tag) {
            if !replace(&mut top.is_reported, true) {
                self.diagnostics.push(messages::implicitly_closed(tag.written_name, top.name, tag.span.clone()));
            }
            0
        } else {
            return self.start_foreign(tag);
        };
        let kind = ContentKind::of(&tag.name);
        let model = kind.model();
        let fits = kind.is_in(top.children) && within & model.forbidden_in == 0;
        let within = if fits { within & model.inherited | model.adds } else { self.start_misplaced(kind, tag) };
        let has_no_end = is_void(&tag.name) || (kind == ContentKind::Foreign && tag.self_closing);
        if !has_no_end {
            self.open(tag, kind, within);
        }
    }

    /// Reports a text that is forbidden here.
    pub fn check_text(&mut self, text: &str) {
        if let Some(top) = self.stack.last_mut()
            && !ContentKind::Text.is_in(top.children)
            && let Some(line) = text.trim_ascii().lines().next()
        {
            top.children = ALL;
            let at = offset(self.page, line);
            let message = format!("text is not allowed directly in `<{}>`", top.name);
            let help = messages::help_for_child_of(top.kind);
            self.diagnostics.push(messages::bad_nesting(message, at..at + line.len(), help));
        }
    }

    fn open(&mut self, tag: &Tag<'a>, kind: ContentKind, within: u8) {
        let (name, span, children) = (tag.written_name, tag.span.clone(), kind.model().children);
        self.stack.push(StackElement { name, span, kind, children, within, is_reported: false });
    }

    /// Processes a start tag within `svg` or `math`, where start and end tags only need to match. The content of
    /// `foreignObject`, `title` and the like is HTML again.
    fn start_foreign(&mut self, tag: &Tag<'a>) {
        if !tag.self_closing {
            let (kind, within) =
                if holds_html(tag) { (ContentKind::Template, 0) } else { (ContentKind::Foreign, IN_FOREIGN) };
            self.open(tag, kind, within);
        }
    }

    /// Closes the open elements whose end tags may be omitted before this start tag.
    fn close_omitted_ends(&mut self, kind: ContentKind, tag: &Tag<'a>) {
        while let [.., parent, top] = &self.stack[..]
            && kind.is_in(top.kind.model().closed_by)
            && !kind.is_in(top.children)
        {
            let by = (tag.written_name, tag.span.clone());
            self.implicitly_closed.push(ImplicitlyClosed { parent: parent.span.start, name: top.name, by });
            self.stack.pop();
        }
    }

    /// Processes a start tag that closes open elements or is not allowed. Returns `within` of the new element.
    #[cold]
    fn start_misplaced(&mut self, kind: ContentKind, tag: &Tag<'a>) -> u8 {
        self.close_omitted_ends(kind, tag);
        let model = kind.model();
        let Some(top) = self.stack.last_mut() else { return model.adds };
        // What can't be clicked is allowed within a link or button.
        let is_harmless = match kind {
            ContentKind::Input => tag.attribute_is("type", "hidden"),
            ContentKind::Media => !tag.has("controls"),
            _ => false,
        };
        // The bits of the enclosing elements that forbid this element.
        let forbidding = if is_harmless { 0 } else { top.within & model.forbidden_in };
        let within = top.within & model.inherited & !forbidding;
        if forbidding != 0 {
            self.diagnostics.push(messages::forbidden_descendant(forbidding, kind, tag));
            for open in &mut self.stack {
                open.is_reported |= open.kind.model().adds & forbidding != 0;
                open.within &= !forbidding;
            }
            // The element's own bits are left out, so that the mistake is not reported again inside it.
            return within;
        }
        if !kind.is_in(top.children) {
            let message = format!("`<{}>` is not allowed directly in `<{}>`", tag.written_name, top.name);
            let parent_takes_text = ContentKind::Text.is_in(top.children);
            let help = if parent_takes_text {
                messages::help_for_parent_of(kind)
            } else {
                messages::help_for_child_of(top.kind)
            };
            self.diagnostics.push(messages::bad_nesting(message, tag.span.clone(), help));
            top.children = ALL;
        }
        within | model.adds
    }

    /// Processes an end tag that does not close the innermost element.
    #[cold]
    fn end_unmatched(&mut self, tag: &Tag<'a>) {
        let kind = ContentKind::of(&tag.name);
        let has_name = |open: &StackElement<'_>| open.name.eq_ignore_ascii_case(&tag.name);
        // The search stops at an element that ends the scope: `</p>` in a `<td>` closes no `<p>` around the table.
        let found = self.stack.iter().rposition(|open| has_name(open) || open.kind.ends_scope_of(kind));
        let Some(at) = found.filter(|&at| has_name(&self.stack[at])) else {
            return self.end_unopened(tag, kind);
        };
        let mut unclosed = self.stack.drain(at..).skip(1).filter(StackElement::needs_end);
        let Some(first) = unclosed.next() else { return };
        let report = Some((self.diagnostics.len(), tag.written_name, tag.span.clone()));
        self.late_end_tags.push(LateEndTag { name: first.name, report });
        let message = format!("`<{}>` is not closed before `</{}>`", first.name, tag.written_name);
        self.diagnostics.push(messages::bad_nesting(message, first.span, messages::UNCLOSED_HELP));
        self.late_end_tags.extend(unclosed.map(|open| LateEndTag { name: open.name, report: None }));
        // In `<div><a></div></div>`, the author may have meant the first `</div>` to be `</a>`. So the second `</div>`
        // is not reported.
        self.late_end_tags.push(LateEndTag { name: tag.written_name, report: None });
    }

    /// Processes an end tag for which no element is open.
    fn end_unopened(&mut self, tag: &Tag<'a>, kind: ContentKind) {
        let name = tag.written_name;
        if self.end_late(name) || self.end_implicitly_closed(name) || kind.may_omit_start_tag() {
            return;
        }
        let Some(top) = self.stack.last_mut() else { return };
        // The tag was probably meant to close the innermost element, so its missing end tag is not reported too.
        (top.is_reported, top.children) = (true, ALL);
        let (message, help) = if is_void(&tag.name) {
            (format!("`<{name}>` has no end tag"), "take the end tag out")
        } else {
            (format!("`</{name}>` closes nothing"), "take it out, or write the start tag that it should close")
        };
        self.diagnostics.push(messages::bad_nesting(message, tag.span.clone(), help));
    }

    /// Processes an end tag that is among the `late_end_tags`. Returns false if it is not.
    fn end_late(&mut self, name: &str) -> bool {
        let Some(at) = self.late_end_tags.iter().rposition(|late| late.name.eq_ignore_ascii_case(name)) else {
            return false;
        };
        if let Some((index, outer, outer_span)) = self.late_end_tags.swap_remove(at).report {
            let (diagnostic, span) = &mut self.diagnostics[index];
            *span = outer_span;
            diagnostic.message = format!("`</{outer}>` comes while `<{name}>` is still open");
            diagnostic.help = vec!["close first what was opened last".to_owned()];
        }
        true
    }

    /// Reports the start tag that implicitly closed the element of this end tag. Returns false if no start tag did.
    fn end_implicitly_closed(&mut self, name: &str) -> bool {
        let Some(parent) = self.stack.last().map(|top| top.span.start) else { return false };
        let is_same = |closed: &ImplicitlyClosed<'_>| closed.parent == parent && closed.name.eq_ignore_ascii_case(name);
        let Some(at) = self.implicitly_closed.iter().rposition(is_same) else { return false };
        let (inner, span) = self.implicitly_closed.swap_remove(at).by;
        self.diagnostics.push(messages::implicitly_closed(inner, name, span));
        true
    }
}

#[cfg(test)]
mod tests;
