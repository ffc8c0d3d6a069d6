//! Links, buttons and form controls need a name that can be read out.

use std::ops::Range;

use super::super::html::{Element, Tag};
use super::{Problem, anchor_hash, error};

/// What is open, and what still lacks a name.
#[derive(Debug, Default)]
pub struct Names<'a> {
    link: Option<Open>,
    button: Option<Open>,
    /// What is hidden from those who listen, in an open link or button; and how many of its kind are open in it.
    hidden: Option<(Element<'a>, usize)>,
    label_is_open: bool,
    labels_for: Vec<u64>,
    /// Controls without a name of their own: their id, which a label may still name.
    unlabelled: Vec<(Option<u64>, Range<usize>, &'static str)>,
}

/// A link or button whose end tag has not come yet.
#[derive(Debug)]
struct Open {
    span: Range<usize>,
    named: bool,
}

impl<'a> Names<'a> {
    /// Takes note of a start tag.
    pub fn start(&mut self, tag: &Tag<'a>, problems: &mut Vec<Problem>) {
        if self.wants_text() {
            self.inside(tag);
        }
        match tag.element {
            Element::A => {
                close(&mut self.link, &mut self.hidden, LINK, problems);
                // Without an address it is an anchor or a placeholder, not a link.
                let named = !tag.has("href") || tag.is("aria-hidden", "true") || has_own_name(tag);
                self.link = Some(Open { span: tag.span.clone(), named });
            }
            Element::Button => {
                close(&mut self.button, &mut self.hidden, BUTTON, problems);
                let named = tag.is("aria-hidden", "true") || has_own_name(tag);
                self.button = Some(Open { span: tag.span.clone(), named });
            }
            Element::Label => {
                self.label_is_open = true;
                self.labels_for.extend(tag.get("for").map(|id| anchor_hash(&id.value())));
            }
            Element::Input => self.input(tag, problems),
            Element::Select => self.control(tag, "select"),
            Element::Textarea => self.control(tag, "textarea"),
            _ => {}
        }
    }

    /// Takes note of an end tag.
    pub fn end(&mut self, element: Element<'a>, problems: &mut Vec<Problem>) {
        if let Some((hiding, depth)) = &mut self.hidden
            && is_same(*hiding, element)
        {
            *depth -= 1;
            if *depth == 0 {
                self.hidden = None;
            }
        }
        match element {
            Element::A => close(&mut self.link, &mut self.hidden, LINK, problems),
            Element::Button => close(&mut self.button, &mut self.hidden, BUTTON, problems),
            Element::Label => self.label_is_open = false,
            _ => {}
        }
    }

    /// Would text here name something?
    pub fn wants_text(&self) -> bool {
        self.link.is_some() || self.button.is_some()
    }

    /// Is anything open that an end tag closes?
    pub fn are_open(&self) -> bool {
        self.wants_text() || self.label_is_open
    }

    /// What is open has text in it.
    pub fn text(&mut self) {
        if self.hidden.is_none() {
            for open in [&mut self.link, &mut self.button].into_iter().flatten() {
                open.named = true;
            }
        }
    }

    /// Reports what never got a name: a label may come after its control, so this waits for the end.
    pub fn finish(mut self, problems: &mut Vec<Problem>) {
        close(&mut self.link, &mut self.hidden, LINK, problems);
        close(&mut self.button, &mut self.hidden, BUTTON, problems);
        for (id, span, name) in self.unlabelled {
            if id.is_none_or(|id| !self.labels_for.contains(&id)) {
                let message = format!("a form control (`{name}`) has no label");
                let help = "put it into a `<label>`, or give it an id and a `<label for=…>`; a placeholder is no label";
                problems.push(error("control-without-label", message, span, help));
            }
        }
    }

    /// A tag within a link or button: it may name it, or hide what follows.
    fn inside(&mut self, tag: &Tag<'a>) {
        let has_end = !tag.element.is_void() && !tag.self_closing;
        if let Some((hiding, depth)) = &mut self.hidden {
            *depth += usize::from(has_end && is_same(*hiding, tag.element));
        } else if tag.is("aria-hidden", "true") {
            self.hidden = has_end.then_some((tag.element, 1));
        } else if has_own_name(tag) || tag.element == Element::Img && tag.has_text("alt") {
            self.text();
        }
    }

    fn input(&mut self, tag: &Tag<'_>, problems: &mut Vec<Problem>) {
        if tag.is("type", "button") {
            let named = tag.has_text("value") || has_own_name(tag);
            close(&mut Some(Open { span: tag.span.clone(), named }), &mut None, BUTTON, problems);
        } else if !["hidden", "submit", "reset", "image"].iter().any(|kind| tag.is("type", kind)) {
            self.control(tag, "input");
        }
    }

    fn control(&mut self, tag: &Tag<'_>, name: &'static str) {
        let unseen = tag.has("hidden") || tag.has("disabled") || tag.is("aria-hidden", "true");
        if !self.label_is_open && !unseen && !has_own_name(tag) {
            let id = tag.get("id").map(|id| anchor_hash(&id.value()));
            self.unlabelled.push((id, tag.span.clone(), name));
        }
    }
}

const LINK: (&str, &str) = ("link-without-name", "a link has no text");
const BUTTON: (&str, &str) = ("button-without-name", "a button has no text");

/// Ends a link or button, if one is open, and reports it where nothing named it.
fn close(
    open: &mut Option<Open>,
    hidden: &mut Option<(Element<'_>, usize)>,
    (code, message): (&'static str, &str),
    problems: &mut Vec<Problem>,
) {
    if let Some(open) = open.take() {
        *hidden = None;
        if !open.named {
            let help = "write text in it, an `alt` on its picture, or an `aria-label`";
            problems.push(error(code, message.to_owned(), open.span, help));
        }
    }
}

fn is_same(one: Element<'_>, other: Element<'_>) -> bool {
    one.name().eq_ignore_ascii_case(other.name())
}

/// Has it a name of its own, whatever stands in it?
pub fn has_own_name(tag: &Tag<'_>) -> bool {
    ["aria-label", "aria-labelledby", "title"].iter().any(|name| tag.has_text(name))
}
