//! The formatter of diagnostics: as text for terminals and logs, as lines of JSON for other programs.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use serde_json::json;

use super::{Diagnostic, Severity};

/// Formats a diagnostic as text, with the source line and a marker; `colour` adds a terminal's styles.
pub fn text(diagnostic: &Diagnostic, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code);
    let mut group = Group::with_title(title);
    if let Some(place) = &diagnostic.place {
        if place.line == 0 {
            group = group.element(annotate_snippets::Origin::path(&*place.file));
        } else {
            // A span must not end before it starts.
            let mark = place.mark.start..place.mark.end.max(place.mark.start);
            let mut annotation = AnnotationKind::Primary.span(mark);
            if !diagnostic.label.is_empty() {
                annotation = annotation.label(diagnostic.label.as_str());
            }
            group = group.element(
                Snippet::source(place.text.as_str()).line_start(place.line).path(&*place.file).annotation(annotation),
            );
        }
    }
    let has_no_marker = diagnostic.place.as_ref().is_none_or(|p| p.line == 0) && !diagnostic.label.is_empty();
    let label = has_no_marker.then(|| Element::from(Level::NOTE.message(diagnostic.label.as_str())));
    let notes = diagnostic.notes.iter().map(|n| Element::from(Level::NOTE.message(n.as_str())));
    let helps = diagnostic.help.iter().map(|h| Element::from(Level::HELP.message(h.as_str())));
    for element in label.into_iter().chain(notes).chain(helps) {
        group = group.element(element);
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// Formats a diagnostic as one line of JSON: severity, code, message, file, line, column, label, notes, help.
pub fn json(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.as_ref();
    let marked = place.filter(|p| p.line > 0);
    json!({
        "severity": diagnostic.severity.to_string(),
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
