//! The messages about wrong nesting.

use std::ops::Range;

use super::content_model::{ContentKind, IN_BUTTON, IN_FORM, IN_LABEL, IN_LINK};
use crate::check::spanned;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::Tag;

pub const UNCLOSED_HELP: &str = "write its end tag where it should end; a slash in its start tag closes nothing";

/// Creates the diagnostic that a tag is inside an element that must not contain it at any depth. `forbidding` has
/// the bits `IN_…` of the elements around the tag that forbid it.
pub fn forbidden_descendant(forbidding: u8, kind: ContentKind, tag: &Tag<'_>) -> SpannedDiagnostic {
    if forbidding & IN_FORM != 0 {
        let message = "a form is inside another form";
        let help = "close the outer `<form>` first; browsers drop the inner one";
        return spanned::error("nested-form", message, tag.span.clone(), help);
    }
    let outer = match forbidding {
        _ if forbidding & IN_LINK != 0 => "link",
        _ if forbidding & IN_BUTTON != 0 => "button",
        _ if forbidding & IN_LABEL != 0 => "label",
        // Only `IN_PARAGRAPH` is left.
        _ => return implicitly_closed(tag.written_name, "p", tag.span.clone()),
    };
    let inner = match kind {
        ContentKind::Link => "a link".to_owned(),
        ContentKind::Button => "a button".to_owned(),
        ContentKind::Label => "a label".to_owned(),
        _ => format!("`<{}>`", tag.written_name),
    };
    let message = format!("{inner} is inside a {outer}");
    let help = "close the outer one first; a click can do only one thing";
    spanned::error("nested-interactive", message, tag.span.clone(), help)
}

/// Creates the diagnostic that the tag `inner` implicitly closes the element `outer`.
pub fn implicitly_closed(inner: &str, outer: &str, span: Range<usize>) -> SpannedDiagnostic {
    let message = format!("`<{inner}>` is not allowed in `<{outer}>`: browsers end `<{outer}>` before it");
    let help = if outer.eq_ignore_ascii_case("p") {
        "close the paragraph before it, or make the paragraph a `<div>`; in Markdown, leave an empty line before and after it"
    } else {
        "close the outer element before it"
    };
    bad_nesting(message, span, help)
}

/// Returns the help for a child that `parent` must not have.
pub fn help_for_child_of(parent: ContentKind) -> &'static str {
    match parent {
        ContentKind::List => "put it into an `<li>`: a list holds nothing else",
        ContentKind::DescriptionList => {
            "put it into a `<dt>` or `<dd>`: apart from a `<div>` around both, a `<dl>` holds nothing else"
        }
        ContentKind::ColumnGroup => "a `<colgroup>` holds `<col>` only",
        ContentKind::Select | ContentKind::OptionGroup => {
            "a `<select>` holds `<option>` and `<optgroup>`; put text into an `<option>`"
        }
        _ => "put it into a `<td>` or `<th>` of a `<tr>`: browsers move anything else in a table to before the table",
    }
}

/// Returns the help for an element that only certain parents may have.
pub fn help_for_parent_of(kind: ContentKind) -> &'static str {
    match kind {
        ContentKind::ListItem => "an `<li>` belongs directly in `<ul>`, `<ol>` or `<menu>`",
        ContentKind::DescriptionTerm => "`<dt>` and `<dd>` belong directly in `<dl>`, or in a `<div>` of it",
        ContentKind::Heading => "close the first heading before the second",
        ContentKind::Html | ContentKind::Head | ContentKind::Body => {
            "a page has one `<html>` around everything else, with one `<head>` and one `<body>` in it"
        }
        _ => "put it into a `<table>`: elsewhere browsers drop this tag",
    }
}

pub fn bad_nesting(message: String, span: Range<usize>, help: &'static str) -> SpannedDiagnostic {
    spanned::error("bad-nesting", message, span, help)
}
