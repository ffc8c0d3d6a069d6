//! Markdown's HTML made whole: links resolved, pictures sized, components called.

use std::ops::Range;
use std::sync::Arc;

use super::component;
use super::context::Context;
use super::picture::{self, Shown};
use super::written;
use crate::content::entry::without_ending;
use crate::content::markdown::{self, Piece};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::site::{EntryIndex, unpublished};

/// Where a text comes from: what its relative links are relative to, and whom to blame.
#[derive(Clone, Copy)]
enum Origin<'a> {
    Entry(EntryIndex),
    /// A text in YAML, shown on the page being rendered.
    Fragment(&'a str),
}

/// The HTML of an entry's Markdown.
pub fn of_entry(context: &Arc<Context>, index: EntryIndex) -> String {
    let Some(body) = context.view.body(index) else { return String::new() };
    let mut html = String::with_capacity(body.pieces.iter().map(piece_size).sum());
    splice(context, &body.pieces, Origin::Entry(index), &mut html);
    html
}

/// The HTML of a text in YAML; `inline` without the paragraph around it.
pub fn of_fragment(context: &Arc<Context>, text: &str, inline: bool) -> String {
    let (body, diagnostics) = markdown::parse_fragment(text, context.view.markdown(), inline);
    let first_line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    for diagnostic in diagnostics {
        context.report(written::placed(context, first_line, diagnostic));
    }
    let mut html = String::with_capacity(text.len() * 2);
    splice(context, &body.pieces, Origin::Fragment(text), &mut html);
    html
}

fn piece_size(piece: &Piece) -> usize {
    match piece {
        Piece::Html(html) => html.len(),
        _ => 64,
    }
}

fn splice(context: &Arc<Context>, pieces: &[Piece], origin: Origin, html: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Html(text) => html.push_str(text),
            Piece::Link { target, span } => attribute(html, &link(context, target, span, origin)),
            Piece::Image { target, alt, title, span } => image(context, target, alt, title, span, origin, html),
            Piece::Component { name, attributes, children, span } => {
                let content = (!children.is_empty()).then(|| {
                    let mut content = String::new();
                    splice(context, children, origin, &mut content);
                    content
                });
                match component::render(context, name, attributes, content) {
                    Ok(text) => html.push_str(&text),
                    Err(mistake) => {
                        // The name after the `<`, or that of an attribute.
                        let place = mistake.attribute.map_or(span.start..span.start + 1 + name.len(), |attribute| {
                            attribute.span.start..attribute.span.start + attribute.name.len()
                        });
                        mistake.diagnostics.into_iter().for_each(|d| origin.report(context, &place, d));
                    }
                }
            }
        }
    }
}

impl Origin<'_> {
    fn report(self, context: &Context, span: &Range<usize>, diagnostic: Diagnostic) {
        if diagnostic.place.is_some() {
            return context.fail(diagnostic);
        }
        context.report(match self {
            Origin::Entry(entry) => diagnostic.at(context.view.for_mistakes().site().entry(entry).place(span.clone())),
            Origin::Fragment(text) => written::placed(context, text.get(span.clone()).unwrap_or_default(), diagnostic),
        });
    }
}

/// The address of a link: a content file's page, or a route below the base path; anything else as it is written.
fn link(context: &Context, target: &str, span: &Range<usize>, origin: Origin) -> String {
    if target.starts_with('/') && !target.starts_with("//") {
        return context.view.link(target);
    }
    let (path, rest) = target.split_at(target.find(['#', '?']).unwrap_or(target.len()));
    let (Origin::Entry(entry), true) = (origin, path.ends_with(".md") || path.ends_with(".yaml")) else {
        return target.to_owned();
    };
    let resolved = resolve(context.view.path(entry), path);
    let id = resolved.as_deref().map(without_ending);
    let found = id.map(|id| context.view.find(id));
    if let Some(route) = found.as_ref().and_then(|found| found.route) {
        return format!("{}{rest}", context.view.url(route));
    }
    let site = context.view.for_mistakes().site();
    let error = Diagnostic::error;
    let diagnostic = match found.as_ref().and_then(|found| found.entry) {
        None if found.is_some_and(|found| found.is_unread) => None,
        Some(index) if !site.is_published(index) => Some(
            error("dangling-link", format!("`{path}` is not published"))
                .label(unpublished(site.entry(index).visibility))
                .help("take the link out until it is, or link to another file"),
        ),
        Some(_) => Some(
            error(WITHOUT_PAGE, format!("`{path}` has no page to link to"))
                .label("its collection is data only")
                .help("link to a page that shows it"),
        ),
        None => {
            let folder = context.view.path(entry).rsplit_once('/').map_or("", |(folder, _)| folder);
            let paths = site.entries().iter().map(|e| relative(folder, &e.file.path)).collect::<Vec<_>>();
            let hint = did_you_mean(path, paths.iter().map(String::as_str), "no such file");
            let help = "name a file that is there, as it lies from this one, or an address that begins with `/`";
            Some(error("dangling-link", format!("the link to `{path}` leads nowhere")).label(hint).help(help))
        }
    };
    if let Some(diagnostic) = diagnostic {
        origin.report(context, span, diagnostic);
    }
    // Said once: the check of the finished page finds nothing wrong with this.
    "#".to_owned()
}

/// The code of links to entries that have no page, perhaps because their collection has mistakes.
pub const WITHOUT_PAGE: &str = "link-without-page";

/// `articles/a.md` + `../team/b.yaml` → `team/b.yaml`; none where it would leave the content.
fn resolve(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// How a file in `folder` writes the path `to`.
fn relative(folder: &str, to: &str) -> String {
    match to.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
        Some(rest) => rest.to_owned(),
        None => format!("{}{to}", "../".repeat(folder.split('/').filter(|part| !part.is_empty()).count())),
    }
}

fn image(
    context: &Context,
    target: &str,
    alt: &str,
    title: &str,
    span: &Range<usize>,
    origin: Origin,
    html: &mut String,
) {
    let elsewhere = target.contains("://") || target.starts_with("//") || target.starts_with("data:");
    if elsewhere {
        let title = if title.is_empty() { String::new() } else { quoted("title", title) };
        let (src, alt) = (quoted("src", target), quoted("alt", alt));
        for part in ["<img", &src, &alt, &title, " loading=\"lazy\" decoding=\"async\">"] {
            html.push_str(part);
        }
        return;
    }
    let shown = Shown { alt, title, ..Shown::default() };
    if let Err((message, hint)) = picture::write(context, target, &shown, html) {
        let diagnostic = Diagnostic::error("missing-image", message)
            .label(hint)
            .help("pictures lie in public/ and are written from there: `/images/kite.png`");
        origin.report(context, span, diagnostic);
    }
}

/// An attribute with a space before it.
fn quoted(name: &str, value: &str) -> String {
    let mut text = format!(" {name}=\"");
    attribute(&mut text, value);
    text.push('"');
    text
}

/// Writes a text into a double-quoted attribute.
pub fn attribute(html: &mut String, text: &str) {
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let replacement = match byte {
            b'&' => "&amp;",
            b'"' => "&quot;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => continue,
        };
        html.push_str(&text[written..at]);
        html.push_str(replacement);
        written = at + 1;
    }
    html.push_str(&text[written..]);
}

#[cfg(test)]
mod tests {
    use super::{relative, resolve};

    fn check(from: &str, path: &str, expected: Option<&str>) {
        assert_eq!(resolve(from, path).as_deref(), expected, "{from} {path}");
    }

    #[test]
    fn relative_paths_resolve_within_the_content() {
        check("articles/a.md", "b.md", Some("articles/b.md"));
        check("articles/2023/a.md", "../b.md", Some("articles/b.md"));
        check("articles/a.md", "./../team/ada.yaml", Some("team/ada.yaml"));
        check("articles/a.md", "../../b.md", None);
        assert_eq!(relative("articles", "articles/b.md"), "b.md");
        assert_eq!(relative("articles", "team/ada.yaml"), "../team/ada.yaml");
    }
}
