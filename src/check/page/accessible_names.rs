//! The check that links, buttons and form controls have a name that screen readers can read out.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::resolver::hash_anchor;
use crate::check::spanned;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::{self, OpenElement, Tag, Token};

/// The state of the check: the open link, button and label, and the form controls that still lack a name.
#[derive(Debug, Default)]
pub struct AccessibleNames<'a> {
    /// The open link, the open button and the open label.
    open: Vec<Clickable<'a>>,
    /// The open element whose content adds nothing to the name of the link, button or label around it: a form control,
    /// or an element that is hidden from screen readers.
    ignored: OpenElement<'a>,
    /// The number of controls in `unlabelled` when the last label began.
    before_label: usize,
    /// The hashes of the ids to which labels refer with `for`.
    labelled_ids: Vec<u64>,
    /// The form controls without a name of their own: hash of the id, span of the tag, and name of the element.
    unlabelled: Vec<(Option<u64>, Range<usize>, Cow<'a, str>)>,
    diagnostics: Vec<SpannedDiagnostic>,
}

/// A link, button or label.
#[derive(Debug)]
struct Clickable<'a> {
    /// `a`, `button` or `label`.
    element: Cow<'a, str>,
    span: Range<usize>,
    /// Whether `AccessibleNames::ignored` was open already when the element began.
    is_within_ignored: bool,
    /// Whether the element has a name, or needs none.
    has_name: bool,
    /// The hash of the id to which a label refers with `for`.
    labelled_id: Option<u64>,
}

impl<'a> AccessibleNames<'a> {
    #[inline]
    pub fn read(&mut self, token: &Token<'a, '_>) {
        let needs_name =
            |tag: &Tag<'_>| matches!(&*tag.name, "a" | "button" | "label" | "input" | "select" | "textarea");
        let begins_check = matches!(token, Token::Start(tag) if needs_name(tag));
        if begins_check || !self.open.is_empty() || self.ignored.is_open() {
            self.check_token(token);
        }
    }

    // Not inlined, so that `read` is short for most tokens.
    #[inline(never)]
    fn check_token(&mut self, token: &Token<'a, '_>) {
        let is_within = !self.open.is_empty();
        match token {
            Token::Start(tag) => self.read_start(tag),
            Token::End(tag) => self.close(&tag.name),
            _ if is_within && token.decoded_text().is_some_and(|text| !text.trim().is_empty()) => self.mark_named(),
            _ => {}
        }
        let is_control = |tag: &Tag<'a>| matches!(&*tag.name, "select" | "textarea");
        self.ignored.update(token, |tag| is_within && (is_hidden(tag) || is_control(tag)));
    }

    fn read_start(&mut self, tag: &Tag<'a>) {
        let is_hidden = is_hidden(tag);
        if !self.open.is_empty() && !is_hidden && (has_own_name(tag) || tag.name == "img" && tag.has_value("alt")) {
            self.mark_named();
        }
        match &*tag.name {
            "a" | "button" => {
                self.close(&tag.name);
                // Without `href`, an `a` is an anchor or a placeholder, not a link.
                let needs_name = tag.name == "button" || tag.has("href");
                let has_name = !needs_name || is_hidden || has_own_name(tag);
                self.open(tag, has_name);
            }
            "label" => {
                self.close("label");
                self.before_label = self.unlabelled.len();
                self.open(tag, has_own_name(tag));
            }
            "input" if tag.attribute_is("type", "button") && !tag.has_value("value") && !has_own_name(tag) => {
                self.diagnostics.extend(missing_name("button", tag.span.clone()));
            }
            "input"
                if ["button", "hidden", "submit", "reset", "image"]
                    .iter()
                    .any(|kind| tag.attribute_is("type", kind)) => {}
            "input" | "select" | "textarea" if !is_hidden && !tag.has("disabled") && !has_own_name(tag) => {
                self.unlabelled.push((hash_of(tag, "id"), tag.span.clone(), tag.name.clone()));
            }
            _ => {}
        }
    }

    fn open(&mut self, tag: &Tag<'a>, has_name: bool) {
        let (element, span, labelled_id) = (tag.name.clone(), tag.span.clone(), hash_of(tag, "for"));
        let is_within_ignored = self.ignored.is_open();
        self.open.push(Clickable { element, span, is_within_ignored, has_name, labelled_id });
    }

    /// Marks the open link, button and label as named, unless an `ignored` element is open.
    fn mark_named(&mut self) {
        if !self.ignored.is_open() {
            self.open.iter_mut().for_each(|open| open.has_name = true);
        }
    }

    /// Closes the open link, button or label, and the `ignored` element inside it. A label with a name labels the
    /// controls inside it, and the control that its `for` refers to.
    fn close(&mut self, element: &str) {
        let Some(at) = self.open.iter().position(|open| open.element == element) else { return };
        let closed = self.open.swap_remove(at);
        if !closed.is_within_ignored {
            self.ignored = OpenElement::default();
        }
        if !closed.has_name {
            self.diagnostics.extend(missing_name(element, closed.span));
        } else if element == "label" {
            self.unlabelled.truncate(self.before_label);
            self.labelled_ids.extend(closed.labelled_id);
        }
    }

    /// Returns the diagnostics. A label may follow its control, so controls without a label are known only at the end.
    pub fn finish(mut self) -> Vec<SpannedDiagnostic> {
        let unnamed = self.open.into_iter().filter(|open| !open.has_name);
        self.diagnostics.extend(unnamed.filter_map(|open| missing_name(&open.element, open.span)));
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

/// Returns the diagnostic of a link or button without a name; `None` for a label, whose controls are reported instead.
fn missing_name(element: &str, span: Range<usize>) -> Option<SpannedDiagnostic> {
    let (code, message) = match element {
        "a" => ("link-without-name", "a link has no text"),
        "button" => ("button-without-name", "a button has no text"),
        _ => return None,
    };
    let help = "write text in it, an `alt` on its picture, or an `aria-label`";
    Some(spanned::error(code, message, span, help))
}

/// Hashes the id in an attribute of the tag, if the tag has the attribute.
fn hash_of(tag: &Tag<'_>, attribute: &str) -> Option<u64> {
    tag.get(attribute).map(|id| hash_anchor(&id.value()))
}

/// Whether screen readers leave the element, with everything in it, out of the names that they read out.
fn is_hidden(tag: &Tag<'_>) -> bool {
    let is_description = tag.is_foreign && matches!(&*tag.name, "desc" | "metadata");
    tag.attribute_is("aria-hidden", "true") || tag.has("hidden") || html::is_hidden(tag) || is_description
}

/// Whether an attribute of the tag names the element, whatever the content.
pub fn has_own_name(tag: &Tag<'_>) -> bool {
    ["aria-label", "aria-labelledby", "title"].iter().any(|name| tag.has_value(name))
}
