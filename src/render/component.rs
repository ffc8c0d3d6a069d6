//! Components in Markdown: a tag calls the macro of its name.

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, State, Value};

use super::errors::{TagError, find_failures};
use super::page_context::PageContext;
use super::values::{self, WrittenAt};
use crate::diagnostic::{Diagnostic, did_you_mean, list_names};
use crate::markdown::ComponentAttribute;
use crate::snapshot::{ReadIslands, ReadTemplates};
use crate::source::SourceFile;
use crate::template::{COMPONENTS, diagnose, undefined_message};

/// Whether a tag names an island. A component of the same name comes first.
pub fn is_island(context: &PageContext, name: &str) -> bool {
    let file = format!("{COMPONENTS}{name}.html");
    !context.tracked.has_template(&file)
        && !context.templates.is_broken(&file)
        && context.tracked.islands_for(name).has(name)
}

/// Calls the macro of a component with its attributes, whose spans are those in `source`, and the content between its
/// tags.
pub fn render<'a>(
    context: &Arc<PageContext>,
    name: &str,
    attributes: &'a [ComponentAttribute],
    source: Option<&Arc<SourceFile>>,
    content: Option<String>,
) -> Result<String, TagError<'a>> {
    let file = format!("{COMPONENTS}{name}.html");
    let at_tag = |diagnostic| TagError { diagnostics: vec![diagnostic], attribute: None };
    let is_there = context.tracked.has_template(&file);
    if context.templates.is_broken(&file) {
        return Err(TagError { diagnostics: Vec::new(), attribute: None });
    }
    if !is_there {
        return Err(at_tag(unknown(context, name, &file)));
    }
    let component = Component { context, name, file: &file };
    let root = Value::from_dyn_object(context.clone());
    let template = context.environment.get_template(&file);
    let (captured, _) = context.run_component(0, || template.and_then(|template| template.render_captured(root)));
    let Ok(mut captured) = captured else {
        return Err(component.failure(&std::iter::empty::<(String, Value)>().collect(), &[]));
    };
    let Some(arguments) = arguments(captured.state(), name) else {
        let error = format!("templates/{file} defines no macro `{name}`");
        let help = format!("write `{{% macro {name}(…) %}}` in it");
        return Err(at_tag(Diagnostic::error("unknown-component", error).label("needs this macro").help(help)));
    };
    if let Some(attribute) = attributes.iter().find(|attribute| !arguments.contains(&attribute.name)) {
        let diagnostic = unknown_attribute(name, &file, &attribute.name, &arguments);
        return Err(TagError { diagnostics: vec![diagnostic], attribute: Some(attribute) });
    }
    if content.is_some() && !arguments.iter().any(|name| name == CONTENT) {
        let diagnostic = Diagnostic::error("component-content", format!("the component `{name}` takes no content"))
            .label("there is text between this tag and its closing tag")
            .help(format!("write `<{name} … />`, or give the macro an argument `{CONTENT}`"));
        return Err(at_tag(diagnostic));
    }
    let written =
        |a: &'a ComponentAttribute| source.map_or(WrittenAt::Unknown, |source| WrittenAt::At(source, &a.span));
    let given = attributes.iter().map(|a| (a.name.clone(), values::convert(context, &a.value, &[], written(a))));
    let content = content.map(|html| (CONTENT.to_owned(), Value::from_safe_string(html)));
    let kwargs: Kwargs = given.chain(content).collect();
    let missing: Vec<&str> = arguments.iter().map(String::as_str).filter(|name| !kwargs.has(name)).collect();
    let call = || captured.with_state_mut(|state| state.call_macro(name, &[Value::from(kwargs.clone())]));
    let (called, _) = context.run_component(0, call);
    called.map_err(|_| component.failure(&kwargs, &missing))
}

/// The argument that gets the content between the tags.
const CONTENT: &str = "content";

/// Returns the names of a macro's arguments; `None` if the file does not define the macro.
fn arguments(state: &State, name: &str) -> Option<Vec<String>> {
    let arguments = state.lookup(name)?.get_attr("arguments").ok()?;
    Some(arguments.try_iter().ok()?.filter_map(|name| name.as_str().map(str::to_owned)).collect())
}

/// The macro of a component, to be called again after an error.
struct Component<'c> {
    context: &'c Arc<PageContext>,
    name: &'c str,
    file: &'c str,
}

impl Component<'_> {
    fn call(&self, environment: &Environment, kwargs: &Kwargs) -> Result<String, Error> {
        let root = Value::from_dyn_object(self.context.clone());
        let mut captured = environment.get_template(self.file)?.render_captured(root)?;
        captured.with_state_mut(|state| state.call_macro(self.name, &[Value::from(kwargs.clone())]))
    }

    /// Explains why a call failed, by calling the macro again in minijinja's debug mode. `missing` are arguments not
    /// given.
    fn failure(&self, kwargs: &Kwargs, missing: &[&str]) -> TagError<'static> {
        if self.context.trace.is_none() {
            // The error may be one of the content: only a trace shows that.
            self.context.require_trace();
        }
        let templates = &self.context.templates;
        let mut debugging = (*self.context.environment).clone();
        debugging.set_debug(true);
        let errors = find_failures(|known| self.context.run_component(known, || self.call(&debugging, kwargs)));
        let errors = errors.iter().filter(|error| !templates.is_follow_up(error));
        let names = &self.context.names;
        let is_none = |expression: &str| self.context.is_none(expression);
        let diagnostics = errors.map(|error| diagnose(error, templates, names, &is_none, None));
        let diagnostics = diagnostics.map(|diagnostic| {
            let missing = missing.iter().find(|name| diagnostic.message == undefined_message(name));
            match missing {
                Some(missing) => {
                    let message = format!("the component `{}` needs the attribute `{missing}`", self.name);
                    let label = format!("`{missing}` is missing");
                    Diagnostic::error("missing-attribute", message).label(label).help(format!(
                        "add `{missing}=\"…\"`, or give the argument a default in templates/{}",
                        self.file
                    ))
                }
                None => diagnostic,
            }
        });
        TagError { diagnostics: diagnostics.collect(), attribute: None }
    }
}

fn unknown(context: &PageContext, name: &str, file: &str) -> Diagnostic {
    let components = context.templates.names().filter_map(|file| file.strip_prefix(COMPONENTS)?.strip_suffix(".html"));
    let islands = context.tracked.islands_for(name).bundle.islands.iter().map(String::as_str);
    Diagnostic::error("unknown-component", format!("there is no component or island `{name}`"))
        .label(did_you_mean(name, components.chain(islands), "no such file in templates/components/ or islands/"))
        .help(format!("use an existing one, or make it: templates/{file} with a macro `{name}`, or islands/{name}.tsx"))
}

fn unknown_attribute(component: &str, file: &str, attribute: &str, arguments: &[String]) -> Diagnostic {
    let known: Vec<&str> = arguments.iter().map(String::as_str).filter(|name| *name != CONTENT).collect();
    let takes = if known.is_empty() { "it has none".to_owned() } else { list_names(&known) };
    let label = did_you_mean(attribute, known, "not known here");
    Diagnostic::error("unknown-attribute", format!("the component `{component}` has no attribute `{attribute}`"))
        .label(label)
        .help(format!("its attributes are the arguments of its macro in templates/{file}: {takes}"))
}
