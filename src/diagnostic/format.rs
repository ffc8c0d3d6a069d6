//! The formatter of diagnostics: as text for terminals and logs, as lines of JSON for other programs.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet, normalize_untrusted_str};
use serde_json::json;

use super::{Diagnostic, Severity};

/// Formats a diagnostic as text. If its place has a line, the text shows the line with a marker. `colour` adds a
/// terminal's styles.
pub fn text(diagnostic: &Diagnostic, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(diagnostic.message.as_str()).id(diagnostic.code));
    let mut label = Some(&diagnostic.label).filter(|label| !label.is_empty());
    match &diagnostic.place {
        Some(place) if place.line > 0 => {
            let annotation = AnnotationKind::Primary.span(place.mark.clone()).label(label.take());
            let snippet = Snippet::source(place.text.as_str()).line_start(place.line).path(&*place.file);
            group = group.element(snippet.annotation(annotation));
        }
        Some(place) => group = group.element(annotate_snippets::Origin::path(&*place.file)),
        None => {}
    }
    // Without a marker, the label becomes a note.
    let notes = label.into_iter().chain(&diagnostic.notes);
    // The library shows control characters as symbols in titles and labels only.
    let notes = notes.map(|note| Element::from(Level::NOTE.message(normalize_untrusted_str(note))));
    let help = diagnostic.help.iter().map(|help| Element::from(Level::HELP.message(normalize_untrusted_str(help))));
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group.elements(notes.chain(help))])
}

/// Formats a diagnostic as one line of JSON.
pub fn json(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.as_ref();
    let marked = place.filter(|p| p.line > 0);
    json!({
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "file": place.map(|p| &*p.file),
        "line": marked.map(|p| p.line),
        "column": marked.map(|p| p.column),
        "text": marked.map(|p| p.text.as_str()),
        "label": diagnostic.label,
        "notes": diagnostic.notes,
        "help": diagnostic.help,
    })
    .to_string()
}
