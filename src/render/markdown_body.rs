//! The last step from Markdown to HTML: resolves links, inserts pictures and calls components.

use std::ops::Range;
use std::sync::Arc;

use minijinja::Error;

use super::content_paths::{
    find_attachment, find_entry, folder_of, named_key_or_path, nearest_path, relative_path, suggest_file,
};
use super::page_context::PageContext;
use super::picture::{self, PictureOptions};
use super::{component, island, marks, trace};
use crate::diagnostic::{Diagnostic, Mistake};
use crate::html::{escape_double_quoted, replace_spans};
use crate::markdown::{self, Heading, MarkdownBody, MarkdownOptions, Piece};
use crate::route;
use crate::site::plan::PageSubject;
use crate::site::{EntryIndex, unpublished_reason};
use crate::snapshot::{EntryLink, ReadAssets, ReadEntries, ReadPages, ReadSettings};
use crate::source::SourceFile;

/// The source of a Markdown text, which decides the base of its relative links and the place of its diagnostics.
#[derive(Clone, Copy)]
enum MarkdownSource<'a> {
    Entry(EntryIndex),
    Summary(EntryIndex),
    /// A text for the filter `markdown`.
    Fragment {
        text: &'a str,
        template: &'a str,
    },
}

/// The renderer of the pieces of one Markdown text.
#[derive(Clone, Copy)]
struct BodyRenderer<'a> {
    context: &'a Arc<PageContext>,
    source: MarkdownSource<'a>,
}

/// Renders the Markdown of an entry. Fails if this Markdown is being rendered already: it would show itself without
/// end.
pub fn render_entry(context: &Arc<PageContext>, index: EntryIndex) -> Result<String, Error> {
    let Some(body) = context.tracked.body(index) else { return Ok(String::new()) };
    let marked = marked_body(context, index);
    let renderer = BodyRenderer { context, source: MarkdownSource::Entry(index) };
    let render = || renderer.render_pieces(&marked.as_ref().unwrap_or(body).pieces);
    context.render_text(context.tracked.file(index), render)
}

/// Renders the Markdown of an entry before `<!-- more -->`; `None` if the entry has no such line. Fails if this
/// Markdown is being rendered already.
pub fn render_summary(context: &Arc<PageContext>, index: EntryIndex) -> Option<Result<String, Error>> {
    let pieces = context.tracked.summary(index)?;
    let marked = marked_body(context, index);
    let pieces = marked.as_ref().and_then(MarkdownBody::summary).unwrap_or(pieces);
    let renderer = BodyRenderer { context, source: MarkdownSource::Summary(index) };
    let name = format!("{} summary", context.tracked.file(index));
    Some(context.render_text(&name, || renderer.render_pieces(pieces)))
}

/// Parses the Markdown of an entry with marks; `None` if the HTML of Markdown gets no marks.
fn marked_body(context: &PageContext, index: EntryIndex) -> Option<MarkdownBody> {
    let trace = context.marking_trace().filter(|trace| trace.marks_markdown)?;
    let entry = context.untracked_site().entry(index);
    let takes_title = entry.body.as_ref().is_some_and(|body| body.title.is_some());
    let options = MarkdownOptions { takes_title, ..context.tracked.markdown_in(entry.language).clone() };
    let file = &entry.file;
    let mut mark = |span| marks::point(trace.add(trace::Origin::Bytes(file.clone(), span)));
    Some(markdown::parse_marked(&file.text, entry.markdown_start, &options, &mut mark))
}

/// Returns the Markdown of an entry with whole URLs for links within the site and pictures of `public/`.
pub fn expand_urls(context: &Arc<PageContext>, index: EntryIndex) -> String {
    let Some(body) = context.tracked.body(index) else { return String::new() };
    let entry = context.untracked_site().entry(index);
    let mut targets = Vec::new();
    // As in a summary, a link to a heading leads to the entry's page.
    let renderer = BodyRenderer { context, source: MarkdownSource::Summary(index) };
    renderer.collect_targets(&entry.file.text, &body.pieces, &mut targets);
    targets.sort_by_key(|(span, _)| span.start);
    let in_markdown = |span: Range<usize>| span.start - entry.markdown_start..span.end - entry.markdown_start;
    replace_spans(entry.markdown(), targets.into_iter().map(|(span, url)| (in_markdown(span), url)))
}

/// Returns the prefix of the ids in an entry's Markdown: empty on the entry's own page; elsewhere the entry's id and
/// two hyphens, `team-ada--`, as a page may show several entries. Two hyphens are rare within the id of a heading.
pub fn id_prefix(context: &PageContext, index: EntryIndex) -> String {
    // A shared template belongs to no page.
    let is_own = !context.is_shared && context.tracked.own_page().subject == PageSubject::Entry(index);
    if is_own { String::new() } else { format!("{}--", route::slug(context.tracked.id(index))) }
}

/// Renders a Markdown text for the filter `markdown` in `template`; `inline` omits the paragraph around it. Diagnostics
/// of the parser, which have no spans, are placed at the first line with text. Fails if this text is being rendered
/// already.
pub fn render_fragment(context: &Arc<PageContext>, text: &str, inline: bool, template: &str) -> Result<String, Error> {
    let (body, diagnostics) = markdown::parse_fragment(text, context.tracked.markdown(), inline);
    let first_line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    for diagnostic in diagnostics {
        context.report_text(text, first_line, template, diagnostic);
    }
    let renderer = BodyRenderer { context, source: MarkdownSource::Fragment { text, template } };
    context.render_text(&marks::without(text), || renderer.render_pieces(&body.pieces))
}

impl BodyRenderer<'_> {
    fn render_pieces(self, pieces: &[Piece]) -> String {
        let mut html = String::new();
        for piece in pieces {
            match piece {
                Piece::Html(text) => html.push_str(text),
                Piece::Id(id) => {
                    html.push_str(&self.id_prefix());
                    escape_double_quoted(&mut html, id);
                }
                // A summary shows no references to footnotes, as it lacks the notes.
                Piece::FootnoteReference { .. } if matches!(self.source, MarkdownSource::Summary(_)) => {}
                Piece::FootnoteReference { note, reference } => {
                    markdown::write_reference(&mut html, &self.id_prefix(), *note, *reference);
                }
                Piece::LinkWithSpaces { target, span } => self.report_link_with_spaces(target, span),
                Piece::Link { target, span } => self.write_marked(span, &mut html, |html| {
                    escape_double_quoted(html, &self.resolve_link(target, span));
                }),
                Piece::Image { target, alt, title, span } => self.write_marked(span, &mut html, |html| {
                    self.write_image(target, alt, title, span, html);
                }),
                Piece::Component { name, attributes, children, span } => {
                    let content = (!children.is_empty()).then(|| self.render_pieces(children));
                    let rendered = if component::is_island(self.context, name) {
                        island::render_tag(self.context, name, attributes, self.file(), content)
                    } else {
                        component::render(self.context, name, attributes, self.file(), content)
                    };
                    match rendered {
                        Ok(text) => html.push_str(&text),
                        Err(error) => {
                            // The attribute's name, or the component's name with the `<` before it.
                            let place = error.attribute.map_or(span.start..span.start + 1 + name.len(), |attribute| {
                                attribute.span.start..attribute.span.start + attribute.name.len()
                            });
                            error.diagnostics.into_iter().for_each(|diagnostic| self.report(&place, diagnostic));
                        }
                    }
                }
            }
        }
        html
    }

    fn entry(self) -> Option<EntryIndex> {
        match self.source {
            MarkdownSource::Entry(entry) | MarkdownSource::Summary(entry) => Some(entry),
            MarkdownSource::Fragment { .. } => None,
        }
    }

    fn id_prefix(self) -> String {
        self.entry().map_or_else(String::new, |entry| id_prefix(self.context, entry))
    }

    /// Returns the entry's file; the spans of the text are ranges of its bytes. `None` for a text for the filter
    /// `markdown`, which has no file.
    fn file(&self) -> Option<&Arc<SourceFile>> {
        self.entry().map(|entry| &self.context.untracked_site().entry(entry).file)
    }

    /// Writes a span's HTML. In an entry, if Markdown gets marks, the HTML is between marks with the span's origin.
    fn write_marked(self, span: &Range<usize>, html: &mut String, write: impl FnOnce(&mut String)) {
        let trace = self.context.marking_trace().filter(|trace| trace.marks_markdown);
        let Some((trace, file)) = trace.zip(self.file()) else { return write(html) };
        let number = trace.add(trace::Origin::Bytes(file.clone(), span.clone()));
        html.push_str(&marks::begin(None, Some(number)));
        write(html);
        html.push(marks::END);
    }

    fn report(self, span: &Range<usize>, diagnostic: Diagnostic) {
        if diagnostic.place.is_some() {
            // Only the diagnostics of a component's template have a place already.
            return self.context.outcome().failures.push(diagnostic);
        }
        match self.source {
            MarkdownSource::Entry(entry) | MarkdownSource::Summary(entry) => {
                let place = self.context.untracked_site().entry(entry).place(span.clone());
                self.context.outcome().content_diagnostics.push(diagnostic.at(place));
            }
            MarkdownSource::Fragment { text, template } => {
                self.context.report_text(text, text.get(span.clone()).unwrap_or_default(), template, diagnostic);
            }
        }
    }

    /// Collects the spans of the targets that `expand_urls` replaces in `text`, with their URLs.
    fn collect_targets(self, text: &str, pieces: &[Piece], targets: &mut Vec<(Range<usize>, String)>) {
        let tracked = &self.context.tracked;
        // The span of a target with escapes is that of the whole link. Such a target stays as it is.
        let is_written = |target: &str, span: &Range<usize>| text.get(span.clone()) == Some(target);
        for piece in pieces {
            let found = match piece {
                Piece::Component { children, .. } => {
                    self.collect_targets(text, children, targets);
                    continue;
                }
                Piece::Link { target, span } if is_written(target, span) => {
                    Some((span, self.resolve_link(target, span))).filter(|(_, url)| url.starts_with('/'))
                }
                Piece::Image { target, span, .. } if is_written(target, span) && target.starts_with('/') => {
                    let url = tracked.asset_url(target).or_else(|_| tracked.asset_url(&route::decode(target)));
                    url.ok().map(|url| (span, url))
                }
                _ => None,
            };
            targets.extend(found.map(|(span, url)| (span.clone(), [tracked.origin(), &url].concat())));
        }
    }

    /// Returns the URL of a link to a route or a heading, or, in an entry, to a content file or an attachment. Returns
    /// `#` for a file without a URL, and for a missing content file. Returns any other link as written.
    fn resolve_link(self, target: &str, span: &Range<usize>) -> String {
        let tracked = &self.context.tracked;
        if route::is_local(target) {
            return tracked.link(target);
        }
        if let Some(id) = target.strip_prefix('#') {
            // A summary may lack the heading, so the link leads to the entry's page.
            if let MarkdownSource::Summary(entry) = self.source
                && let Some(route) = tracked.route_of(entry)
            {
                return format!("{}#{id}", tracked.url(route));
            }
            return format!("#{}{id}", self.heading_prefix(id));
        }
        let (path, rest) = target.split_at(target.find(['#', '?']).unwrap_or(target.len()));
        let Some(entry) = self.entry() else { return target.to_owned() };
        if !(path.ends_with(".md") || path.ends_with(".yaml")) {
            return match find_attachment(self.context, entry, path).map(|key| tracked.asset_url(&key)) {
                None => target.to_owned(),
                Some(Ok(url)) => url + rest,
                Some(Err(Mistake { message, hint })) => {
                    self.report(span, Diagnostic::error("dangling-link", message).label(hint));
                    "#".to_owned()
                }
            };
        }
        let found = find_entry(self.context, entry, &route::decode(path));
        if let Some(route) = found.as_ref().and_then(|found| found.route) {
            return format!("{}{rest}", tracked.url(route));
        }
        if let Some(diagnostic) = diagnose_link(self.context, entry, path, found.as_ref()) {
            self.report(span, diagnostic);
        }
        // The link check accepts `#`, so the error is reported once.
        "#".to_owned()
    }

    /// Returns the prefix for the link `#id`: `id_prefix` if `id` is a heading of the entry, else an empty string.
    fn heading_prefix(self, id: &str) -> String {
        fn has(headings: &[Heading], id: &str) -> bool {
            headings.iter().any(|heading| heading.id == id || has(&heading.children, id))
        }
        let Some(entry) = self.entry() else { return String::new() };
        let prefix = id_prefix(self.context, entry);
        let is_heading = !prefix.is_empty() && has(self.context.tracked.toc(entry), &route::decode(id));
        if is_heading { prefix } else { String::new() }
    }

    /// Reports a link or picture that Markdown reads as text because its target contains spaces, if the target exists.
    fn report_link_with_spaces(self, target: &str, span: &Range<usize>) {
        let Some(entry) = self.entry() else { return };
        let path = target.split('#').next().unwrap_or_default();
        let found = find_entry(self.context, entry, path);
        let is_entry = found.is_some_and(|found| found.entry.is_some() || found.is_unreadable);
        let is_file = || find_attachment(self.context, entry, path).is_some() || self.context.tracked.has_asset(path);
        if is_entry || is_file() {
            let message = "Markdown reads this as text: an address can't contain spaces";
            let diagnostic = Diagnostic::error("link-with-blanks", message)
                .label("the address contains spaces")
                .help(format!("put it between `<` and `>`: `({})`", destination(target)));
            self.report(span, diagnostic);
        }
    }

    /// Writes an image: an image of the site by `picture::write`, any other as an `<img>` with its target as written.
    fn write_image(self, target: &str, alt: &str, title: &str, span: &Range<usize>, html: &mut String) {
        let tracked = &self.context.tracked;
        let options = PictureOptions { alt, title, ..PictureOptions::default() };
        if target.contains("://") || target.starts_with("//") || target.starts_with("data:") {
            return picture::write_as_is(target, None, &options, html);
        }
        let decoded = route::decode(target);
        let target = if decoded == target || tracked.has_asset(target) { target } else { &*decoded };
        let entry = self.entry().filter(|_| !target.starts_with('/'));
        let relative_key = entry.map(|entry| named_key_or_path(self.context, entry, target));
        let path: &str = match &relative_key {
            // The slash before a file of `public/` may be missing.
            Some(relative_key) if !tracked.has_asset(relative_key) && tracked.has_asset(target) => target,
            Some(relative_key) => relative_key,
            None => target,
        };
        let written = picture::write(self.context, path, &options, &tracked.own_page().template, html);
        if let Err(Mistake { message, hint }) = written {
            let is_missing = !tracked.has_asset(path);
            let assets = &self.context.untracked_site().assets;
            let hint = match entry.filter(|_| is_missing) {
                Some(entry) => did_you_mean_path(suggest_file(assets, tracked.path(entry), target).as_deref()),
                None => hint,
            };
            let mut diagnostic = Diagnostic::error("missing-image", message).label(hint);
            if is_missing {
                let help = "write `/images/kite.png` for a file of public/, \
                    or `kite.png` for one beside the entry's `index.md`";
                diagnostic = diagnostic.help(help);
            }
            self.report(span, diagnostic);
        }
    }
}

/// Diagnoses a link to a content file that is missing or has no URL; `None` if the file can't be read, which is
/// reported already.
fn diagnose_link(
    context: &PageContext,
    entry: EntryIndex,
    path: &str,
    found: Option<&EntryLink>,
) -> Option<Diagnostic> {
    let site = context.untracked_site();
    let error = Diagnostic::error;
    match found.and_then(|found| found.entry) {
        None if found.is_some_and(|found| found.is_unreadable) => None,
        Some(index) if !site.is_published(index) => Some(
            error("dangling-link", format!("`{path}` is not published"))
                .label(unpublished_reason(site.entry(index).visibility))
                .help("take the link out until it is published, or link to another file"),
        ),
        Some(index) => Some(
            error(LINK_WITHOUT_PAGE, format!("`{path}` has no page to link to"))
                .label(site.why_pageless(index))
                .help("link to a page that shows it"),
        ),
        None => {
            let decoded = route::decode(path);
            let folder = folder_of(context.tracked.path(entry));
            let paths = site.entries().iter().map(|e| relative_path(folder, &e.file.path)).collect::<Vec<_>>();
            let hint = did_you_mean_path(nearest_path(&decoded, &paths));
            let help = "write the path of an existing file, relative to this one, or an address that begins with `/`";
            Some(error("dangling-link", format!("the link to `{path}` leads nowhere")).label(hint).help(help))
        }
    }
}

fn did_you_mean_path(path: Option<&str>) -> String {
    path.map_or_else(|| "no such file".to_owned(), |path| format!("did you mean `{}`?", destination(path)))
}

/// Returns the target of a link as Markdown: between `<` and `>` if it contains spaces or brackets.
fn destination(path: &str) -> String {
    if path.contains([' ', '(', ')']) { format!("<{path}>") } else { path.to_owned() }
}

/// The code for a link to an entry without a page: a follow-up error if the route of the entry's collection is wrong.
pub const LINK_WITHOUT_PAGE: &str = "link-without-page";
