//! How wrong nesting is told.

use std::ops::Range;

use super::super::{Problem, error};
use super::bad;
use super::kind::{IN_BUTTON, IN_FORM, IN_LABEL, IN_LINK, Kind};
use crate::check::html::Tag;

pub const UNCLOSED: &str = "write its end tag where it should end; a slash in its start tag closes nothing";

/// A tag that stands in what it must not stand in, however deep: one of the bits of `clash`.
pub fn clash(clash: u8, kind: Kind, tag: &Tag<'_>) -> Problem {
    if clash & IN_FORM != 0 {
        let message = "a form stands inside another form".to_owned();
        let help = "close the outer `<form>` first; browsers drop the inner one";
        return error("nested-form", message, tag.span.clone(), help);
    }
    let outer = match clash {
        _ if clash & IN_LINK != 0 => "link",
        _ if clash & IN_BUTTON != 0 => "button",
        _ if clash & IN_LABEL != 0 => "label",
        _ => return ended(tag.name, "p", tag.span.clone()),
    };
    let what = match kind {
        Kind::Link => "a link".to_owned(),
        Kind::Button => "a button".to_owned(),
        Kind::Label => "a label".to_owned(),
        _ => format!("`<{}>`", tag.name),
    };
    let message = format!("{what} stands inside a {outer}");
    let help = "close the outer one first; a click can have one meaning only";
    error("nested-interactive", message, tag.span.clone(), help)
}

/// The tag `inner` ends the element `outer`, which is closed later nonetheless.
pub fn ended(inner: &str, outer: &str, span: Range<usize>) -> Problem {
    let message = format!("`<{inner}>` cannot stand in `<{outer}>`: browsers end `<{outer}>` before it");
    let help = if outer.eq_ignore_ascii_case("p") {
        "close the paragraph before it, or make the paragraph a `<div>`; in Markdown, leave an empty line before and after it"
    } else {
        "close the outer element before it"
    };
    bad(message, span, help)
}

/// What may stand in an element that takes few.
pub fn children(parent: Kind) -> &'static str {
    match parent {
        Kind::List => "put it into an `<li>`: a list holds nothing else",
        Kind::Terms => "put it into a `<dt>` or `<dd>`: a list of terms holds nothing else, but `<div>` around both",
        Kind::Columns => "a `<colgroup>` holds `<col>` only",
        Kind::Select | Kind::OptionGroup => "a choice holds `<option>` and `<optgroup>`; text goes into an `<option>`",
        _ => "put it into a `<td>` or `<th>` of a `<tr>`: browsers move before the table what stands between its parts",
    }
}

/// Where an element belongs that stands in few.
pub fn belongs(kind: Kind) -> &'static str {
    match kind {
        Kind::Item => "an `<li>` belongs directly in `<ul>`, `<ol>` or `<menu>`",
        Kind::Term => "`<dt>` and `<dd>` belong directly in `<dl>`, or in a `<div>` of it",
        Kind::Heading => "close the first heading before the second",
        Kind::Html | Kind::Head | Kind::Body => "`<html>` is around all, with one `<head>` and one `<body>` in it",
        _ => "parts of a table belong in a `<table>`: browsers drop these tags elsewhere",
    }
}
