//! The check that links, buttons and form controls have a name that screen readers can read out.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::resolver::hash_anchor;
use crate::check::spanned;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::{OpenElement, Tag, Token};

/// The state of the check: the open link, button and label, and the form controls that still lack a name.
#[derive(Debug, Default)]
pub struct AccessibleNames<'a> {
    /// The open link and the open button.
    open: Vec<Clickable<'a>>,
    /// The open element that is hidden from screen readers, inside a link or button.
    hidden: OpenElement<'a>,
    label_is_open: bool,
    /// The hashes of the ids to which labels refer with `for`.
    labelled_ids: Vec<u64>,
    /// The form controls without a name of their own: hash of the id, span of the tag, and name of the element.
    unlabelled: Vec<(Option<u64>, Range<usize>, Cow<'a, str>)>,
    diagnostics: Vec<SpannedDiagnostic>,
}

/// A link or button.
#[derive(Debug)]
struct Clickable<'a> {
    /// `a` or `button`.
    element: Cow<'a, str>,
    span: Range<usize>,
    /// Whether the element has a name, or needs none.
    has_name: bool,
}

impl<'a> AccessibleNames<'a> {
    pub fn read(&mut self, token: &Token<'a, '_>) {
        let is_within = !self.open.is_empty();
        self.hidden.update(token, |tag| is_within && tag.is("aria-hidden", "true") && !tag.self_closing);
        match token {
            Token::Start(tag) => self.read_start(tag),
            Token::End(tag) => {
                self.close(&tag.name);
                self.label_is_open &= tag.name != "label";
            }
            Token::Text(text) | Token::Cdata(text) if is_within && !text.trim_ascii().is_empty() => self.mark_named(),
            _ => {}
        }
    }

    fn read_start(&mut self, tag: &Tag<'a>) {
        let is_hidden = tag.is("aria-hidden", "true");
        if !self.open.is_empty() && !is_hidden && (has_own_name(tag) || tag.name == "img" && tag.has_text("alt")) {
            self.mark_named();
        }
        match &*tag.name {
            "a" | "button" => {
                self.close(&tag.name);
                // Without `href`, an `a` is an anchor or a placeholder, not a link.
                let needs_name = tag.name == "button" || tag.has("href");
                let has_name = !needs_name || is_hidden || has_own_name(tag);
                self.open.push(Clickable { element: tag.name.clone(), span: tag.span.clone(), has_name });
            }
            "label" => {
                self.label_is_open = true;
                self.labelled_ids.extend(tag.get("for").map(|id| hash_anchor(&id.value())));
            }
            "input" if tag.is("type", "button") => {
                let has_name = tag.has_text("value") || has_own_name(tag);
                let button = Clickable { element: "button".into(), span: tag.span.clone(), has_name };
                self.diagnostics.extend(button.missing_name());
            }
            "input" if ["hidden", "submit", "reset", "image"].iter().any(|kind| tag.is("type", kind)) => {}
            "input" | "select" | "textarea" => {
                let is_exempt = tag.has("hidden") || tag.has("disabled") || is_hidden;
                if !self.label_is_open && !is_exempt && !has_own_name(tag) {
                    let id = tag.get("id").map(|id| hash_anchor(&id.value()));
                    self.unlabelled.push((id, tag.span.clone(), tag.name.clone()));
                }
            }
            _ => {}
        }
    }

    /// Marks the open link and button as named, unless a hidden element is open in them.
    fn mark_named(&mut self) {
        if !self.hidden.is_open() {
            self.open.iter_mut().for_each(|open| open.has_name = true);
        }
    }

    /// Closes the open link or button, and the hidden element inside it.
    fn close(&mut self, element: &str) {
        if let Some(at) = self.open.iter().position(|open| open.element == element) {
            self.hidden = OpenElement::default();
            self.diagnostics.extend(self.open.swap_remove(at).missing_name());
        }
    }

    /// Returns the diagnostics. A label may follow its control, so controls without a label are known only at the end.
    pub fn finish(mut self) -> Vec<SpannedDiagnostic> {
        self.diagnostics.extend(self.open.iter().filter_map(Clickable::missing_name));
        for (id, span, name) in self.unlabelled {
            if id.is_none_or(|id| !self.labelled_ids.contains(&id)) {
                let message = format!("a form control (`{name}`) has no label");
                let help =
                    "put it into a `<label>`, or give it an id and a `<label for=…>`; a placeholder is not a label";
                self.diagnostics.push(spanned::error("control-without-label", message, span, help));
            }
        }
        self.diagnostics
    }
}

impl Clickable<'_> {
    /// Returns the diagnostic of an element without a name.
    fn missing_name(&self) -> Option<SpannedDiagnostic> {
        let (code, message) = match &*self.element {
            "a" => ("link-without-name", "a link has no text"),
            _ => ("button-without-name", "a button has no text"),
        };
        let help = "write text in it, an `alt` on its picture, or an `aria-label`";
        (!self.has_name).then(|| spanned::error(code, message, self.span.clone(), help))
    }
}

/// Whether an attribute of the tag names the element, whatever the content.
pub fn has_own_name(tag: &Tag<'_>) -> bool {
    ["aria-label", "aria-labelledby", "title"].iter().any(|name| tag.has_text(name))
}
