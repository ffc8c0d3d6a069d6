//! Scripts in pages: the loader of islands at the end of the head, plain scripts where templates want them.

use minijinja::{Error, State, Value};

use super::context::Context;
use super::functions::{failure, unmet};
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::template::Carried;

/// The address of a plain script.
pub fn address(state: &State, name: &str) -> Result<String, Error> {
    let context = Context::of(state)?;
    let bundle = context.view.script(name);
    // Where it could not be bundled, nothing is published: the address has to be none that leads nowhere.
    let address = || {
        bundle.script(name).map_or_else(|| "data:,".to_owned(), |published| context.view.url(&format!("/{published}")))
    };
    context.past_known(known(&context, name).map(|()| address()))
}

/// A plain script's text, to stand in the page.
pub fn inline(state: &State, name: &str) -> Result<Value, Error> {
    let context = Context::of(state)?;
    let bundle = context.view.script(name);
    let text = || match bundle.script(name) {
        None => Ok(Value::from("")),
        Some(_) => {
            let text = bundle.alone(name).map_err(|diagnostic| failure(diagnostic.message))?;
            Ok(Value::from_safe_string(format!("<script>{text}</script>")))
        }
    };
    context.past_known(known(&context, name).and_then(|()| text()))
}

/// Whether there is such a script. If it could not be bundled, that is told already.
fn known(context: &Context, name: &str) -> Result<(), Error> {
    let scripts = &context.view.script(name).scripts;
    if scripts.iter().any(|script| script == name) {
        return Ok(());
    }
    let label = did_you_mean(name, scripts.iter().map(String::as_str), "no such file in islands/scripts/");
    Err(unmet((format!("there is no script `{name}`"), label)))
}

/// Puts the loader into a page with islands that are hydrated, and before it what is wanted at once.
pub fn add(context: &Context, mut text: String) -> Result<String, Error> {
    let (hydrates, mut at_once) = context.islands(|page| (page.hydrates, std::mem::take(&mut page.at_once)));
    if !hydrates {
        return Ok(text);
    }
    let bundle = context.view.loader();
    let Some(hydrate) = bundle.hydrate() else { return Ok(text) };
    let Some(end) = text.find("</head>") else {
        let template = &context.view.own().template;
        let diagnostic = Diagnostic::error("island-without-head", "this page shows an island, but has no `</head>`")
            .at(Place::file(format!("templates/{template}")))
            .help("the script that brings islands to life stands at the end of the head: write `<head>…</head>`");
        return Err(Carried { diagnostic, marked: None }.error());
    };
    let loader = bundle.loader().map_err(|diagnostic| failure(diagnostic.message))?;
    if !at_once.is_empty() {
        at_once.push(hydrate.to_owned());
        let further: Vec<String> = at_once.iter().flat_map(|module| bundle.imports(module)).cloned().collect();
        at_once.extend(further);
        at_once.sort();
        at_once.dedup();
    }
    let url = |published: &str| context.view.url(&format!("/{published}"));
    let preloads = at_once.iter().map(|module| format!("<link rel=\"modulepreload\" href=\"{}\">", url(module)));
    let preloads: String = preloads.collect();
    text.insert_str(end, &format!("{preloads}<script data-hydrator=\"{}\">{loader}</script>", url(hydrate)));
    Ok(text)
}
