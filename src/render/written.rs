//! Where the content writes what a page shows: values come to templates without their places, so that who has to tell of one
//! looks for it in the page's entry, the settings, the data files and the other entries.

use std::ops::Range;
use std::sync::OnceLock;

use minijinja::Error;
use rustc_hash::FxHashMap;

use super::context::Context;
use super::functions::unmet;
use crate::content::document;
use crate::content::locate::{Kind, Node, Tree};
use crate::content::markdown::{Attribute, Piece};
use crate::content::yaml::YamlSource;
use crate::diagnostic::{Diagnostic, Place};
use crate::site::Site;
use crate::source::SourceFile;

/// The texts that the content holds as values, each with its first place; gathered when one is looked for.
#[derive(Debug, Default)]
pub struct Values(OnceLock<FxHashMap<String, Place>>);

impl Values {
    fn find(&self, site: &Site, text: &str) -> Option<Place> {
        let values = self.0.get_or_init(|| {
            let mut values = FxHashMap::default();
            for (text, place) in site.shown_files(None).flat_map(|file| values_of(site, file)) {
                values.entry(text).or_insert(place);
            }
            values
        });
        values.get(text).cloned()
    }
}

/// The texts that a file holds as values: in its YAML, and as attributes of the components in its Markdown.
fn values_of(site: &Site, file: &SourceFile) -> Vec<(String, Place)> {
    let yaml = yaml(file);
    let fields =
        yaml.iter().flat_map(|source| texts(source).into_iter().map(|(text, span)| (text, source.place(span))));
    let body = site.of_file(&file.file).and_then(|entry| site.entry(entry).body.as_ref());
    let attributes = body.map_or_else(Vec::new, |body| attributes(&body.pieces));
    let attributes = attributes.into_iter().filter_map(|Attribute { value, span, .. }| {
        Some((value.as_str()?.to_owned(), Place::new(file.file.clone(), &file.text, span.clone())))
    });
    fields.chain(attributes).collect()
}

/// The attributes of components, at every depth.
fn attributes(pieces: &[Piece]) -> Vec<&Attribute> {
    let mut found = Vec::new();
    for piece in pieces {
        if let Piece::Component { attributes: own, children, .. } = piece {
            found.extend(own);
            found.extend(attributes(children));
        }
    }
    found
}

/// The YAML of a file.
fn yaml(file: &SourceFile) -> Option<YamlSource<'_>> {
    if file.path.ends_with(".md") { Some(document::front_matter(file).ok()?.0) } else { Some(document::whole(file)) }
}

/// The texts in YAML, and where in it they stand.
fn texts(source: &YamlSource<'_>) -> Vec<(String, Range<usize>)> {
    let tree = Tree::of(source.yaml());
    let text = |node: &Node| match &node.kind {
        Kind::Scalar { text, .. } => Some((text.clone(), node.span.clone())),
        _ => None,
    };
    tree.nodes().iter().filter_map(text).collect()
}

/// Places a diagnostic of a text in YAML where its first line is written.
pub fn placed(context: &Context, text: &str, diagnostic: Diagnostic) -> Diagnostic {
    let site = context.view.for_mistakes().site();
    let line = text.lines().next().unwrap_or_default();
    let mut files = site.shown_files(context.entry()).filter(|_| !line.is_empty());
    let place = files.find_map(|file| {
        let at = file.text.find(line)?;
        Some(Place::new(file.file.clone(), &file.text, at..at + line.len()))
    });
    match place {
        Some(place) => diagnostic.at(place),
        None => diagnostic.note(format!("in a text on the page {}", context.route())),
    }
}

/// What was found of the file that a template named, perhaps as the content told it. If there is no such file and the content is to
/// blame, the template goes on with something `instead`, and the page is not whole; else the call has failed.
pub fn named<T>(
    context: &Context,
    name: &str,
    found: Result<T, (String, String)>,
    instead: impl FnOnce() -> T,
) -> Result<T, Error> {
    found.or_else(|(message, hint)| {
        let Some(place) = place(context, name) else { return Err(unmet((message, hint))) };
        let help = "files lie in public/ and are written from there: `/images/kite.png`";
        context.lack(Diagnostic::error("missing-file", message).label(hint).at(place).help(help));
        Ok(instead())
    })
}

/// Where the content names a file that is not there. None where it does not, or a template does too.
fn place(context: &Context, name: &str) -> Option<Place> {
    let world = context.view.for_mistakes();
    let quoted = ['"', '\''].map(|quote| format!("{quote}{name}{quote}"));
    let is_literal = |text: &str| quoted.iter().any(|quoted| text.contains(quoted));
    if world.site().assets.find(name).is_some() || world.templates().files().any(|(_, text)| is_literal(text)) {
        return None;
    }
    let own = context.entry().and_then(|entry| {
        let values = values_of(world.site(), &world.site().entry(entry).file);
        values.into_iter().find(|(text, _)| text == name).map(|(_, place)| place)
    });
    own.or_else(|| world.values().find(world.site(), name))
}
