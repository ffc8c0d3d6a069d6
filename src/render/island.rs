//! Islands in templates and Markdown: `island("Counter", {start: 3}, hydrate="visible")`, `<Counter start={3} />`.
//!
//! 1. The props become JSON, checked by the island's own schema; HTML among them stays HTML, each piece a numbered slot.
//! 2. React's HTML of the island, from the pre-renderer, with the slots' HTML in it.
//! 3. Around it the element that the loader finds: what to hydrate, with which props, and when.

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use minijinja::value::{Kwargs, Value, ValueKind};
use minijinja::{Error, State};
use serde_json::{Map, Value as Json};

use super::component;
use super::context::Context;
use super::props::{self, Wrong};
use crate::content::markdown::Attribute;
use crate::content::props::PropsSchema;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::island::{Bundle, Prerender};

/// The islands of a site, ready to be rendered.
#[derive(Debug, Default)]
pub struct Islands {
    pub bundle: Arc<Bundle>,
    /// None where there is nothing to render, or the bundle has mistakes.
    pub prerender: Option<Prerender>,
    /// By the island's name.
    pub props: BTreeMap<String, PropsSchema>,
    /// What was found wrong while they were prepared.
    pub problems: Vec<Diagnostic>,
}

impl Islands {
    /// Whether they are what was prepared before, which then can do for them, with all that it rendered.
    pub fn are(&self, earlier: &Self) -> bool {
        self.bundle == earlier.bundle
            && self.props == earlier.props
            && self.problems.is_empty()
            && earlier.problems.is_empty()
            && self.prerender.is_some() == earlier.prerender.is_some()
    }

    /// Whether there is an island of this name.
    pub fn has(&self, name: &str) -> bool {
        self.bundle.islands.iter().any(|island| island == name)
    }
}

/// What a page has had of islands so far.
#[derive(Debug, Default)]
pub struct OnPage {
    /// How many there were.
    count: usize,
    /// The loader is needed.
    pub hydrates: bool,
    /// The published modules that are wanted at once.
    pub at_once: Vec<String>,
}

/// When an island is hydrated.
const TIMES: [&str; 6] = ["idle", "interaction", "load", "media", "never", "visible"];

/// How an island is put into a page.
struct Use<'a> {
    name: &'a str,
    hydrate: &'a str,
    media: Option<&'a str>,
    id: Option<&'a str>,
    class: Option<&'a str>,
    tag: &'a str,
}

/// `island(name, props, hydrate="visible", media=none, id=none, class=none, tag="div")`
pub fn call(state: &State, name: &str, props: Option<Value>, options: Kwargs) -> Result<Value, Error> {
    let context = Context::of(state)?;
    context.past_known(html(&context, name, props, options))
}

fn html(context: &Arc<Context>, name: &str, props: Option<Value>, options: Kwargs) -> Result<Value, Error> {
    let text = |key: &str| options.get::<Option<String>>(key);
    let (hydrate, media, id) = (text("hydrate")?, text("media")?, text("id")?);
    let (class, tag) = (text("class")?, text("tag")?);
    options.assert_all_used()?;
    let place = Use {
        name,
        hydrate: hydrate.as_deref().unwrap_or("visible"),
        media: media.as_deref(),
        id: id.as_deref(),
        class: class.as_deref(),
        tag: tag.as_deref().unwrap_or("div"),
    };
    let mut slots = Vec::new();
    let given = match &props {
        None => Json::Object(Map::new()),
        Some(props) if props.kind() == ValueKind::Map => props::travelling(props, &mut slots).map_err(Wrong::error)?,
        Some(_) => {
            let message = format!("the props of the island `{name}` are no mapping");
            return Err(Wrong::new(
                Diagnostic::error("island-props", message).help("write them as `{\"title\": page.title}`"),
            )
            .error());
        }
    };
    render(context, &place, given, &slots).map(Value::from_safe_string).map_err(Wrong::error)
}

/// A tag in Markdown that names an island.
pub fn tag<'a>(
    context: &Arc<Context>,
    name: &str,
    attributes: &'a [Attribute],
    content: Option<String>,
) -> Result<String, component::Mistake<'a>> {
    let mut place = Use { name, hydrate: "visible", media: None, id: None, class: None, tag: "div" };
    let mut given = Map::new();
    for attribute in attributes {
        let text = attribute.value.as_str();
        match (attribute.name.as_str(), text) {
            ("hydrate", Some(text)) => place.hydrate = text,
            ("media", text) => place.media = text,
            ("id", text) => place.id = text,
            ("class", text) => place.class = text,
            ("tag", Some(text)) => place.tag = text,
            (name, _) => {
                props::exact(name, &attribute.value).map_err(|Wrong { diagnostic, .. }| component::Mistake {
                    diagnostics: vec![diagnostic],
                    attribute: Some(attribute),
                })?;
                given.insert(name.to_owned(), attribute.value.clone());
            }
        }
    }
    let slots: Vec<String> = content.into_iter().collect();
    if !slots.is_empty() {
        given.insert(CHILDREN.to_owned(), props::slot(0));
    }
    render(context, &place, Json::Object(given), &slots).map_err(|Wrong { key, mut diagnostic }| {
        let is_meant = |attribute: &&Attribute| {
            key.as_deref() == Some(&attribute.name) || (key.is_some() && key.as_deref() == attribute.value.as_str())
        };
        let attribute = attributes.iter().find(is_meant);
        if let Some(attribute) =
            attribute.filter(|attribute| diagnostic.code == "wrong-type" && attribute.value.is_string())
        {
            let help = format!("numbers, lists, `true` and `false` stand in braces: `{}={{…}}`", attribute.name);
            diagnostic = diagnostic.label("a text").help(help);
        }
        component::Mistake { diagnostics: vec![diagnostic], attribute }
    })
}

/// The prop that gets what stands between the tags.
const CHILDREN: &str = "children";

fn render(context: &Arc<Context>, place: &Use, mut props: Json, slots: &[String]) -> Result<String, Wrong> {
    let Use { name, hydrate, .. } = *place;
    if context.is_shared {
        let diagnostic = Diagnostic::error("island-shared", format!("the island `{name}` stands in a shared template"));
        return Err(Wrong::new(diagnostic.help("`include` the template instead: each page numbers its own islands")));
    }
    let islands = context.view.island(name);
    check_use(context, place)?;
    match islands.props.get(name) {
        Some(schema) => schema.check(name, &mut props)?,
        None => {
            if let Some(key) = props.as_object().and_then(|props| props.keys().next()) {
                let message = format!("the island `{name}` takes no props, so `{key}` can't be given");
                let help = format!("say what it takes in islands/{name}.props.yaml, as a schema like a collection's");
                return Err(Wrong {
                    key: Some(key.clone()),
                    diagnostic: Diagnostic::error("island-props", message).help(help),
                });
            }
        }
    }
    let (Some(prerender), Some(module)) = (&islands.prerender, islands.bundle.island(name)) else {
        // Why the bundle could not be made is told already.
        return Ok(String::new());
    };
    let json = serde_json::to_string(&props).expect("JSON can be written");
    let number = context.islands(|page| {
        page.count += 1;
        page.count - 1
    });
    let prefix = format!("i{number}");
    let made = prerender.render(name, &json, &prefix).map_err(Wrong::new)?;
    // A feed has no scripts.
    let lives = hydrate != "never" && context.view.own().output.ends_with(".html");
    let hydrate = if lives { hydrate } else { "never" };
    if lives {
        context.islands(|page| {
            page.hydrates = true;
            if hydrate == "load" {
                page.at_once.push(module.to_owned());
            }
        });
    }
    let mut html = String::with_capacity(made.len() + json.len() + 200);
    let _ = write!(html, "<{} data-island=\"{name}\" data-hydrate=\"{hydrate}\"", place.tag);
    let attributes = [("id", place.id), ("class", place.class), ("data-media", place.media.filter(|_| lives))];
    for (attribute, value) in attributes.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        let _ = write!(html, " {attribute}=\"{}\"", escaped(value, '"', "&quot;"));
    }
    if lives {
        let src = context.view.url(&format!("/{module}"));
        let _ =
            write!(html, " data-src=\"{src}\" data-prefix=\"{prefix}\" data-props='{}'", escaped(&json, '\'', "&#39;"));
    }
    html.push('>');
    fill(&made, slots, lives, &mut html);
    let _ = write!(html, "</{}>", place.tag);
    Ok(html)
}

/// Whether the island exists, and is put into the page in a way that there is.
fn check_use(context: &Context, place: &Use) -> Result<(), Wrong> {
    let Use { name, hydrate, media, tag, .. } = *place;
    let islands = context.view.island(name);
    if !islands.has(name) {
        let known = islands.bundle.islands.iter().map(String::as_str);
        let label = did_you_mean(name, known, "no such file in islands/");
        let diagnostic = Diagnostic::error("unknown-island", format!("there is no island `{name}`"));
        return Err(Wrong::new(
            diagnostic.label(label).help(format!("make the file islands/{name}.tsx, or name one that is there")),
        ));
    }
    let wrong = |key: &str, message: String| Wrong {
        key: Some(key.to_owned()),
        diagnostic: Diagnostic::error("island-hydrate", message),
    };
    if !TIMES.contains(&hydrate) {
        let mut wrong = wrong(hydrate, format!("`{hydrate}` is no time to hydrate an island"));
        let times = TIMES.map(|time| format!("`{time}`")).join(", ");
        wrong.diagnostic =
            wrong.diagnostic.label(did_you_mean(hydrate, TIMES, "not known")).help(format!("the times are {times}"));
        return Err(wrong);
    }
    match (hydrate, media) {
        ("media", None) => {
            let mut wrong = wrong("media", "`hydrate=\"media\"` needs the media query too".to_owned());
            wrong.diagnostic = wrong.diagnostic.help("add `media=\"(min-width: 670px)\"`");
            return Err(wrong);
        }
        ("media", Some(_)) | (_, None) => {}
        _ => {
            let mut wrong = wrong("media", format!("a media query is of no use with `hydrate=\"{hydrate}\"`"));
            wrong.diagnostic = wrong.diagnostic.help("write `hydrate=\"media\"`, or leave the query out");
            return Err(wrong);
        }
    }
    if tag.is_empty() || !tag.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
        return Err(wrong(tag, format!("`{tag}` is no element that an island could stand in")));
    }
    Ok(())
}

/// Writes React's HTML, with the page's own in its slots. What React does not show yet waits in templates.
fn fill(made: &str, slots: &[String], lives: bool, html: &mut String) {
    let mut rest = made;
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
    for (number, slot) in slots.iter().enumerate().filter(|(number, _)| lives && !shown[*number]) {
        let _ = write!(html, "<template data-slot=\"{number}\">{slot}</template>");
    }
}

/// What the pre-renderer writes where a slot is.
const SLOT: &str = "<!--slot:";

/// A text within an attribute's quotes.
fn escaped(text: &str, quote: char, by: &str) -> String {
    text.replace('&', "&amp;").replace(quote, by)
}
