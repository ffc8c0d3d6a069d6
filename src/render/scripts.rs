//! Scripts in pages: the loader of islands at the end of the head, and plain scripts where templates request them.

use minijinja::{Error, State, Value};

use super::errors::failure_with_hint;
use super::page_context::PageContext;
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::html;
use crate::island::Bundle;
use crate::snapshot::{ReadIslands, ReadSettings};
use crate::template::DiagnosticError;

/// The function `script`: returns the URL of a plain script.
pub fn url(state: &State, name: &str) -> Result<String, Error> {
    let context = PageContext::of(state)?;
    context.skip_known_failure(find_bundle(&context, name).map(|bundle| match bundle.script(name) {
        Some(published) => context.tracked.url(&format!("/{published}")),
        // A script that failed to bundle is reported already; the page check accepts `#`.
        None => "#".to_owned(),
    }))
}

/// The function `script_inline`: returns a plain script as an element with its text.
pub fn inline(state: &State, name: &str) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    context.skip_known_failure(find_bundle(&context, name).map(|bundle| {
        let text = bundle.standalone_script(name).map(|text| format!("<script>{text}</script>"));
        // A script that failed to bundle is reported already.
        Value::from_safe_string(text.unwrap_or_default())
    }))
}

/// Returns the bundle with the plain script `name`; fails if the site has no such script.
fn find_bundle<'c>(context: &'c PageContext, name: &str) -> Result<&'c Bundle, Error> {
    let bundle = context.tracked.script(name);
    if bundle.scripts.iter().any(|script| script == name) {
        return Ok(bundle);
    }
    let names = bundle.scripts.iter().map(String::as_str);
    let hint = did_you_mean(name, names, &format!("there is no islands/scripts/{name}.ts"));
    Err(failure_with_hint(&format!("there is no script `{name}`"), &hint))
}

/// Inserts the loader into a page with hydrated islands, after links to the modules that are needed on load.
pub fn add(context: &PageContext, mut text: String) -> Result<String, Error> {
    if !context.outcome().hydrates {
        return Ok(text);
    }
    let mut preloads = std::mem::take(&mut context.outcome().preloads);
    let bundle = context.tracked.loader();
    let (Some(hydrator), Some(loader)) = (bundle.hydrator(), bundle.loader()) else { return Ok(text) };
    let Some(end) = html::head_end(&text) else {
        let template = &context.tracked.own_page().template;
        let diagnostic = Diagnostic::error("island-without-head", "this page shows an island, but has no `</head>`")
            .at(Place::file(format!("templates/{template}")))
            .help("the script that hydrates islands goes at the end of the head: write `<head>…</head>`");
        return Err(DiagnosticError::from(diagnostic).into());
    };
    if !preloads.is_empty() {
        preloads.push(hydrator.to_owned());
        let imports: Vec<String> = preloads.iter().flat_map(|module| bundle.imports(module)).cloned().collect();
        preloads.extend(imports);
        preloads.sort();
        preloads.dedup();
    }
    let url = |published: &str| context.tracked.url(&format!("/{published}"));
    let links = preloads.iter().map(|module| format!("<link rel=\"modulepreload\" href=\"{}\">", url(module)));
    let links: String = links.collect();
    text.insert_str(end, &format!("{links}<script data-hydrator=\"{}\">{loader}</script>", url(hydrator)));
    Ok(text)
}
