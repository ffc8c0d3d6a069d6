//! Where the content writes what a page shows: values come to templates without their places, so that who has to tell of one
//! looks for it in the page's entry, the settings, the data files and the other entries.

use std::ops::Range;

use minijinja::Error;

use super::context::Context;
use super::functions::unmet;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::mention;

/// Places a diagnostic of a text in YAML where its first line is written.
pub fn placed(context: &Context, text: &str, diagnostic: Diagnostic) -> Diagnostic {
    let line = text.lines().next().unwrap_or_default();
    let find = |text: &str| text.find(line).map(|at| at..at + line.len());
    match place(context, find).filter(|_| !line.is_empty()) {
        Some(place) => diagnostic.at(place),
        None => diagnostic.note(format!("in a text on the page {}", context.route())),
    }
}

/// What was found under a name that a template gave, perhaps from the content: if it is not there, the content is mistaken where
/// it writes that name, and the page goes on with something `instead`; else the call is.
///
/// `missing` is the code of such a mistake and what to do about it.
pub fn named<T>(
    context: &Context,
    name: &str,
    found: Result<T, (String, String)>,
    missing: (&'static str, &str),
    instead: impl FnOnce() -> T,
) -> Result<T, Error> {
    found.or_else(|(message, hint)| {
        let place = place(context, |text| mention::find(text, name)).filter(|_| !name.is_empty());
        let Some(place) = place else { return Err(unmet((message, hint))) };
        let (code, help) = missing;
        context.report(Diagnostic::error(code, message).label(hint).at(place).help(help));
        Ok(instead())
    })
}

/// The first place in the content that `find` finds in a text.
fn place(context: &Context, find: impl Fn(&str) -> Option<Range<usize>>) -> Option<Place> {
    let site = context.view.for_mistakes().site();
    site.written(context.entry()).find_map(|file| Some(Place::new(file.file.clone(), &file.text, find(&file.text)?)))
}
