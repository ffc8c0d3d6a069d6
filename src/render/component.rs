//! Components in Markdown: a tag calls the macro of its name.

use std::sync::Arc;

use minijinja::value::Kwargs;
use minijinja::{State, Value};

use super::errors::TagError;
use super::page_context::{FailureCount, PageContext};
use super::values::convert_attribute;
use crate::diagnostic::{Diagnostic, did_you_mean, list_names};
use crate::markdown::ComponentAttribute;
use crate::snapshot::{ReadIslands, ReadTemplates};
use crate::source::SourceFile;
use crate::template::{COMPONENTS, undefined_message};

/// Whether a tag names an island. A component of the same name comes first.
pub fn is_island(context: &PageContext, name: &str) -> bool {
    let is_component = context.tracked.has_template(&format!("{COMPONENTS}{name}.html"));
    !is_component && context.tracked.islands_for(name).has(name)
}

/// Calls the macro of a component with the attributes and the content of a tag. `source` is the file with the tag, or
/// `None` if the tag is in a text for the filter `markdown`.
pub fn render<'a>(
    context: &Arc<PageContext>,
    name: &str,
    attributes: &'a [ComponentAttribute],
    source: Option<&Arc<SourceFile>>,
    content: Option<String>,
) -> Result<String, TagError<'a>> {
    let file = format!("{COMPONENTS}{name}.html");
    let at_tag = |diagnostic| TagError { diagnostics: vec![diagnostic], attribute: None };
    if !context.tracked.has_template(&file) {
        return Err(at_tag(unknown_component(context, name, &file)));
    }
    if context.tracked.templates().is_broken(&file) {
        return Err(TagError { diagnostics: Vec::new(), attribute: None });
    }
    let values = attributes.iter().map(|a| (a.name.clone(), convert_attribute(context, a, source)));
    let content = content.map(|html| (CONTENT.to_owned(), Value::from_safe_string(html)));
    let given: Kwargs = values.chain(content).collect();
    let mut arguments = Vec::new();
    let mut call = || {
        let root = Value::from_dyn_object(context.clone());
        let mut captured = context.environment.get_template(&file)?.render_captured(root)?;
        let Some(found) = read_arguments(captured.state(), name) else {
            let error = format!("templates/{file} defines no macro `{name}`");
            let help = format!("write `{{% macro {name}(…) %}}` in it");
            return Ok(Err(at_tag(Diagnostic::error("unknown-component", error).label("needs this macro").help(help))));
        };
        arguments = found;
        if let Some(attribute) = attributes.iter().find(|attribute| !arguments.contains(&attribute.name)) {
            let diagnostic = unknown_attribute(name, &file, &attribute.name, &arguments);
            return Ok(Err(TagError { diagnostics: vec![diagnostic], attribute: Some(attribute) }));
        }
        if given.has(CONTENT) && !arguments.iter().any(|name| name == CONTENT) {
            let diagnostic = Diagnostic::error("component-content", format!("the component `{name}` takes no content"))
                .label("there is text between this tag and its closing tag")
                .help(format!("write `<{name} … />`, or give the macro an argument `{CONTENT}`"));
            return Ok(Err(at_tag(diagnostic)));
        }
        captured.with_state_mut(|state| state.call_macro(name, &[Value::from(given.clone())])).map(Ok)
    };
    let mut errors = Vec::new();
    loop {
        let (called, may_find_more) = context.run_component(FailureCount::skipping(errors.len()), &mut call);
        match called {
            Ok(result) if errors.is_empty() => return result,
            Ok(_) => {}
            Err(error) => errors.push(error),
        }
        if context.trace.is_none() {
            // A rendering with a trace explains the failure.
            context.outcome().needs_trace = true;
            return Err(TagError { diagnostics: Vec::new(), attribute: None });
        }
        if !may_find_more {
            break;
        }
    }
    let diagnostics = errors.iter().filter_map(|error| context.diagnose(error, None)).map(|diagnostic| {
        let is_undefined = |name: &&String| diagnostic.message == undefined_message(name);
        let missing = arguments.iter().filter(|name| !given.has(name)).find(is_undefined);
        missing.map_or(diagnostic, |missing| missing_attribute(name, &file, missing))
    });
    Err(TagError { diagnostics: diagnostics.collect(), attribute: None })
}

/// The argument that gets the content between the tags.
const CONTENT: &str = "content";

/// Returns the names of a macro's arguments; `None` if the file does not define the macro.
fn read_arguments(state: &State, name: &str) -> Option<Vec<String>> {
    let arguments = state.lookup(name)?.get_attr("arguments").ok()?;
    Some(arguments.try_iter().ok()?.filter_map(|name| name.as_str().map(str::to_owned)).collect())
}

fn missing_attribute(component: &str, file: &str, attribute: &str) -> Diagnostic {
    let message = format!("the component `{component}` needs the attribute `{attribute}`");
    let help = format!("add `{attribute}=\"…\"`, or give the argument a default in templates/{file}");
    Diagnostic::error("missing-attribute", message).label(format!("`{attribute}` is missing")).help(help)
}

fn unknown_component(context: &PageContext, name: &str, file: &str) -> Diagnostic {
    let templates = context.tracked.templates().names();
    let components = templates.filter_map(|file| file.strip_prefix(COMPONENTS)?.strip_suffix(".html"));
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
