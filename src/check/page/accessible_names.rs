//! The check that links, buttons and form controls have a name that screen readers can read out.

use std::ops::Range;

use super::problem;
use crate::check::resolver::hash_anchor;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::{Element, OpenElement, Tag};

/// The state of the check: the open link, button and label, and the form controls that still lack a name.
#[derive(Debug, Default)]
pub struct AccessibleNames<'a> {
    /// The open link and the open button.
    open: Vec<OpenControl<'a>>,
    /// The open element that is hidden from screen readers, inside a link or button.
    hidden: OpenElement<'a>,
    label_is_open: bool,
    /// The hashes of the ids to which labels refer with `for`.
    labelled_ids: Vec<u64>,
    /// The form controls without a name of their own: hash of the id, span of the tag, and name of the element.
    unlabelled: Vec<(Option<u64>, Range<usize>, &'static str)>,
}

#[derive(Debug)]
struct OpenControl<'a> {
    /// `A` or `Button`.
    element: Element<'a>,
    span: Range<usize>,
    /// Whether the element has a name, or needs none.
    has_name: bool,
}

impl<'a> AccessibleNames<'a> {
    pub fn start(&mut self, tag: &Tag<'a>, problems: &mut Vec<SpannedDiagnostic>) {
        if self.wants_text() {
            self.start_within(tag);
        }
        match tag.element {
            Element::A | Element::Button => {
                self.close(tag.element, problems);
                // Without `href`, an `a` is an anchor or a placeholder, not a link.
                let needs_name = tag.element == Element::Button || tag.has("href");
                let has_name = !needs_name || tag.is("aria-hidden", "true") || has_own_name(tag);
                self.open.push(OpenControl { element: tag.element, span: tag.span.clone(), has_name });
            }
            Element::Label => {
                self.label_is_open = true;
                self.labelled_ids.extend(tag.get("for").map(|id| hash_anchor(&id.value())));
            }
            Element::Input => self.start_input(tag, problems),
            Element::Select => self.start_control(tag, "select"),
            Element::Textarea => self.start_control(tag, "textarea"),
            _ => {}
        }
    }

    pub fn end(&mut self, name: &str, problems: &mut Vec<SpannedDiagnostic>) {
        self.hidden.end(name);
        if name.eq_ignore_ascii_case("a") {
            self.close(Element::A, problems);
        } else if name.eq_ignore_ascii_case("button") {
            self.close(Element::Button, problems);
        }
        self.label_is_open &= !name.eq_ignore_ascii_case("label");
    }

    /// Whether text here would name a link or button.
    pub fn wants_text(&self) -> bool {
        !self.open.is_empty()
    }

    /// Marks the open link and button as named, unless a hidden element is open in them.
    pub fn mark_named(&mut self) {
        if !self.hidden.is_open() {
            self.open.iter_mut().for_each(|open| open.has_name = true);
        }
    }

    /// Reports the elements without a name. A label may follow its control, so controls are reported only now.
    pub fn finish(self, problems: &mut Vec<SpannedDiagnostic>) {
        self.open.iter().for_each(|open| open.report_unless_named(problems));
        for (id, span, name) in self.unlabelled {
            if id.is_none_or(|id| !self.labelled_ids.contains(&id)) {
                let message = format!("a form control (`{name}`) has no label");
                let help =
                    "put it into a `<label>`, or give it an id and a `<label for=…>`; a placeholder is not a label";
                problems.push(problem::error("control-without-label", message, span, help));
            }
        }
    }

    /// Closes the open link or button and the hidden element inside it. Reports a link or button without a name.
    fn close(&mut self, element: Element<'_>, problems: &mut Vec<SpannedDiagnostic>) {
        if let Some(at) = self.open.iter().position(|open| open.element == element) {
            self.hidden = OpenElement::default();
            self.open.swap_remove(at).report_unless_named(problems);
        }
    }

    /// Processes a start tag within a link or button: the element may name it, or be hidden.
    fn start_within(&mut self, tag: &Tag<'a>) {
        let is_hidden = tag.is("aria-hidden", "true");
        self.hidden.start(tag, |tag| is_hidden && !tag.self_closing);
        if !is_hidden && (has_own_name(tag) || tag.element == Element::Img && tag.has_text("alt")) {
            self.mark_named();
        }
    }

    fn start_input(&mut self, tag: &Tag<'_>, problems: &mut Vec<SpannedDiagnostic>) {
        if tag.is("type", "button") {
            let has_name = tag.has_text("value") || has_own_name(tag);
            OpenControl { element: Element::Button, span: tag.span.clone(), has_name }.report_unless_named(problems);
        } else if !["hidden", "submit", "reset", "image"].iter().any(|kind| tag.is("type", kind)) {
            self.start_control(tag, "input");
        }
    }

    /// Collects a form control that has no name of its own. `name` is the name of the element.
    fn start_control(&mut self, tag: &Tag<'_>, name: &'static str) {
        let is_exempt = tag.has("hidden") || tag.has("disabled") || tag.is("aria-hidden", "true");
        if !self.label_is_open && !is_exempt && !has_own_name(tag) {
            let id = tag.get("id").map(|id| hash_anchor(&id.value()));
            self.unlabelled.push((id, tag.span.clone(), name));
        }
    }
}

impl OpenControl<'_> {
    fn report_unless_named(&self, problems: &mut Vec<SpannedDiagnostic>) {
        let (code, message) = match self.element {
            Element::A => ("link-without-name", "a link has no text"),
            _ => ("button-without-name", "a button has no text"),
        };
        if !self.has_name {
            let help = "write text in it, an `alt` on its picture, or an `aria-label`";
            problems.push(problem::error(code, message, self.span.clone(), help));
        }
    }
}

/// Whether an attribute of the tag names the element, whatever the content.
pub fn has_own_name(tag: &Tag<'_>) -> bool {
    ["aria-label", "aria-labelledby", "title"].iter().any(|name| tag.has_text(name))
}
