//! Islands in templates and Markdown: `island("Counter", {start: 3}, hydrate="visible")`, `<Counter start={3} />`.
//!
//! 1. Convert the props to JSON (`props`), and check them by the island's schema. Each piece of HTML becomes a numbered
//!    slot.
//! 2. Prerender the island, and put the HTML of the slots into React's HTML.
//! 3. Wrap the HTML in the element that the loader finds. Its attributes say which island to hydrate, with which props,
//!    and when.

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use std::fmt::Write as _;
use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, Value, ValueKind};
use minijinja::{Error, State, context};
use serde_json::Value as Json;

use super::errors::{TagError, optional_argument};
use super::page_context::PageContext;
use super::props::PropConverter;
use super::trace::Origin;
use super::values::convert_attribute;
use super::{marked_props, marks};
use crate::diagnostic::{Diagnostic, did_you_mean, list_names};
use crate::html::{escape_single_quoted, is_void, write_attribute};
use crate::markdown::ComponentAttribute;
use crate::snapshot::{Islands, ReadIslands, ReadSettings};
use crate::source::SourceFile;
use crate::template::DiagnosticError;

const TRIGGERS: [&str; 6] = ["idle", "interaction", "load", "media", "never", "visible"];

/// The attributes of a tag that are options of the island's placement; the others are props.
const OPTIONS: [&str; 5] = ["class", "hydrate", "id", "media", "tag"];

/// The element around an island, and when the island is hydrated.
struct IslandPlacement<'a> {
    name: &'a str,
    hydrate: String,
    media: Option<String>,
    id: Option<String>,
    class: Option<String>,
    tag: String,
}

impl<'a> IslandPlacement<'a> {
    fn read<E>(name: &'a str, option: impl Fn(&'static str) -> Result<Option<String>, E>) -> Result<Self, E> {
        Ok(Self {
            name,
            hydrate: option("hydrate")?.unwrap_or_else(|| "visible".to_owned()),
            media: option("media")?,
            id: option("id")?,
            class: option("class")?,
            tag: option("tag")?.unwrap_or_else(|| "div".to_owned()),
        })
    }
}

/// The function `island`: `island(name, props, hydrate="visible", media=none, id=none, class=none, tag="div")`.
pub fn function(state: &State, name: &str, props: Rest<Value>, options: Kwargs) -> Result<Value, Error> {
    let props = optional_argument(state, &props)?;
    let context = PageContext::of_call(state, &options)?;
    context.skip_known_failure(render_call(&context, name, props, &options))
}

fn render_call(context: &Arc<PageContext>, name: &str, props: Option<Value>, options: &Kwargs) -> Result<Value, Error> {
    let placement = IslandPlacement::read(name, |key| options.get(key))?;
    options.assert_all_used()?;
    let props = props.unwrap_or_else(|| context! {});
    if props.kind() != ValueKind::Map {
        let message = format!("the props of the island `{name}` are not a mapping");
        let diagnostic = Diagnostic::error("island-props", message).help("write them as `{\"title\": page.title}`");
        return Err(DiagnosticError::from(diagnostic).into());
    }
    Ok(Value::from_safe_string(render(context, &placement, &props)?))
}

/// Renders the island of a tag in Markdown. `source` is the file with the tag, or `None` if the tag is in a text for
/// the filter `markdown`.
pub fn render_tag<'a>(
    context: &Arc<PageContext>,
    name: &str,
    attributes: &'a [ComponentAttribute],
    source: Option<&Arc<SourceFile>>,
    content: Option<String>,
) -> Result<String, TagError<'a>> {
    let option = |key| attributes.iter().find(|attribute| attribute.name == key).map(option_value).transpose();
    let placement = IslandPlacement::read(name, option)?;
    let given = attributes.iter().filter(|attribute| !OPTIONS.contains(&attribute.name.as_str()));
    let props = given.map(|attribute| (attribute.name.as_str(), convert_attribute(context, attribute, source)));
    let props = props.chain(content.map(|html| ("children", Value::from_safe_string(html))));
    render(context, &placement, &Value::from_pairs(props)).map_err(|DiagnosticError { mut diagnostic, word }| {
        let attribute = word.and_then(|word| attributes.iter().find(|a| a.name == word || a.value == word));
        if let Some(attribute) = attribute
            && diagnostic.code == "wrong-type"
            && attribute.value.is_string()
        {
            let name = &attribute.name;
            diagnostic = diagnostic.label("a string").help(if attribute.in_braces {
                format!("nothing is calculated in braces: write the value itself, such as `{name}={{5}}`")
            } else {
                format!("write numbers, lists, `true` and `false` in braces: `{name}={{…}}`")
            });
        }
        TagError { diagnostics: vec![diagnostic], attribute }
    })
}

fn option_value(attribute: &ComponentAttribute) -> Result<String, TagError<'_>> {
    attribute.value.as_str().map(str::to_owned).ok_or_else(|| {
        let name = &attribute.name;
        let diagnostic =
            Diagnostic::error("wrong-type", format!("the attribute `{name}` of an island must be a string"))
                .label("not a string")
                .help(format!("write its value in quotes: `{name}=\"…\"`"));
        TagError { diagnostics: vec![diagnostic], attribute: Some(attribute) }
    })
}

/// Renders an island. `props` is a mapping.
fn render(context: &Arc<PageContext>, placement: &IslandPlacement, props: &Value) -> Result<String, DiagnosticError> {
    let IslandPlacement { name, hydrate, .. } = placement;
    let mut converter = PropConverter::new(context.trace.as_deref());
    let mut props = converter.convert(props)?;
    if context.is_shared {
        let diagnostic = Diagnostic::error("island-shared", format!("the island `{name}` is in a shared template"));
        return Err(diagnostic.help("`include` the template instead: each page numbers its own islands").into());
    }
    let islands = context.tracked.islands_for(name);
    check_placement(islands, placement)?;
    match islands.props.get(*name) {
        Some(schema) => schema.check(name, &mut props)?,
        None => check_no_props(name, &props)?,
    }
    let (Some(prerenderer), Some(module)) = (&islands.prerenderer, islands.bundle.island(name)) else {
        // The errors of the bundle are reported already.
        return Ok(String::new());
    };
    let marking_trace = context.marking_trace();
    let mut json = props.to_string();
    let number = {
        let mut outcome = context.outcome();
        outcome.island_count += 1;
        outcome.island_count - 1
    };
    let prefix = format!("i{number}");
    let mut rendered = prerenderer.render(name, &json, &prefix)?;
    if marking_trace.is_some() {
        let render_island = |json: &str| prerenderer.render_uncached(name, json, &prefix).ok();
        if let Some(marked) = marked_props::render(&props, &converter.origins, &rendered, &render_island) {
            (json, rendered) = marked;
        }
    }
    // Islands in feeds are not hydrated: a feed has no scripts.
    let is_hydrated = hydrate != "never" && context.tracked.own_page().output.ends_with(".html");
    if is_hydrated {
        let mut outcome = context.outcome();
        outcome.hydrates = true;
        outcome.preloads.extend((hydrate == "load").then(|| module.to_owned()));
    }
    let mut html = String::with_capacity(rendered.len() + json.len() + 200);
    write_start_tag(placement, is_hydrated, &mut html);
    if is_hydrated {
        let src = context.tracked.url(&format!("/{module}"));
        // Writing to a `String` cannot fail, here and below.
        let _ = write!(html, " data-src=\"{src}\" data-prefix=\"{prefix}\" data-props='");
        escape_single_quoted(&mut html, &json);
        html.push('\'');
    }
    html.push('>');
    let marked_file = marking_trace.and_then(|trace| Some((trace, islands.file(name)?)));
    if let Some((trace, file)) = &marked_file {
        html.push_str(&marks::begin(None, Some(trace.add(Origin::File(file.clone())))));
    }
    fill_slots(&rendered, &converter.slots, is_hydrated, &mut html);
    if marked_file.is_some() {
        html.push(marks::END);
    }
    let _ = write!(html, "</{}>", placement.tag);
    Ok(html)
}

fn check_no_props(name: &str, props: &Json) -> Result<(), DiagnosticError> {
    let mut given = props.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    let Some((key, _)) = given.next() else { return Ok(()) };
    let message = format!("the island `{name}` takes no props, so `{key}` can't be given");
    let help = format!("declare its props in islands/{name}.props.yaml, as a schema like a collection's");
    Err(DiagnosticError::at_word(key, Diagnostic::error("island-props", message).help(help)))
}

/// Writes the beginning of the element's start tag: its name, and the attributes that `placement` determines.
fn write_start_tag(placement: &IslandPlacement, is_hydrated: bool, html: &mut String) {
    let IslandPlacement { name, hydrate, media, id, class, tag } = placement;
    let hydrate = if is_hydrated { hydrate.as_str() } else { "never" };
    let _ = write!(html, "<{tag} data-island=\"{name}\" data-hydrate=\"{hydrate}\"");
    let attributes =
        [("id", id.as_ref()), ("class", class.as_ref()), ("data-media", media.as_ref().filter(|_| is_hydrated))];
    for (attribute, value) in attributes.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        write_attribute(html, attribute, value);
    }
}

fn check_placement(islands: &Islands, placement: &IslandPlacement) -> Result<(), DiagnosticError> {
    let IslandPlacement { name, hydrate, media, tag, .. } = placement;
    let hydrate = hydrate.as_str();
    if !islands.has(name) {
        let known = islands.bundle.islands.iter().map(String::as_str);
        let label = did_you_mean(name, known, "no such file in islands/");
        let diagnostic = Diagnostic::error("unknown-island", format!("there is no island `{name}`"));
        let help = format!("make the file islands/{name}.tsx, or use an existing island");
        return Err(diagnostic.label(label).help(help).into());
    }
    let error = |message: String| Diagnostic::error("island-hydrate", message);
    let invalid = |word: &str, diagnostic: Diagnostic| Err(DiagnosticError::at_word(word, diagnostic));
    if !TRIGGERS.contains(&hydrate) {
        let label = did_you_mean(hydrate, TRIGGERS, "not known");
        let diagnostic = error(format!("`{hydrate}` is not a trigger of hydration")).label(label);
        return invalid(hydrate, diagnostic.help(format!("the triggers are {}", list_names(TRIGGERS))));
    }
    match (hydrate, media) {
        ("media", None) => {
            let diagnostic = error("`hydrate=\"media\"` needs the media query too".to_owned());
            return invalid("media", diagnostic.help("add `media=\"(min-width: 670px)\"`"));
        }
        ("media", Some(_)) | (_, None) => {}
        _ => {
            let diagnostic = error(format!("a media query has no effect with `hydrate=\"{hydrate}\"`"));
            return invalid("media", diagnostic.help("write `hydrate=\"media\"`, or leave the query out"));
        }
    }
    if !can_contain_island(tag) {
        return invalid(tag, error(format!("`{tag}` is not a valid element around an island")));
    }
    Ok(())
}

/// Whether `tag` is the lower-case name of an element that can have content: `div`, but not `img`.
fn can_contain_island(tag: &str) -> bool {
    let is_in_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    tag.starts_with(|first: char| first.is_ascii_lowercase()) && tag.bytes().all(is_in_name) && !is_void(tag)
}

/// Writes React's HTML with its slots filled. In a hydrated island, slots that are not in React's HTML follow as
/// `<template>`s.
fn fill_slots(rendered: &str, slots: &[String], is_hydrated: bool, html: &mut String) {
    let mut rest = rendered;
    let mut shown = vec![false; slots.len()];
    while let Some((before, after)) = rest.split_once(SLOT) {
        html.push_str(before);
        let (number, after) = after.split_once("-->").unwrap_or((after, ""));
        if let Some(at) = number.parse::<usize>().ok().filter(|at| *at < slots.len()) {
            html.push_str(&slots[at]);
            shown[at] = true;
        }
        rest = after;
    }
    html.push_str(rest);
    for (number, slot) in slots.iter().enumerate().filter(|(number, _)| is_hydrated && !shown[*number]) {
        let _ = write!(html, "<template data-slot=\"{number}\">{slot}</template>");
    }
}

/// The beginning of the comment that the prerenderer writes in place of a slot: `<!--slot:0-->`.
const SLOT: &str = "<!--slot:";

#[cfg(test)]
mod tests {
    use super::can_contain_island;

    #[test]
    fn islands_are_within_elements_with_content() {
        for tag in ["div", "h2", "my-counter"] {
            assert!(can_contain_island(tag), "{tag}");
        }
        for tag in ["", "3d", "-x", "DIV", "a b", "img", "br"] {
            assert!(!can_contain_island(tag), "{tag}");
        }
    }
}
