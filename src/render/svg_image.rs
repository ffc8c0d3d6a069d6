//! The function `drawing`, which requests a PNG picture of an SVG template.

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use minijinja::value::{Kwargs, Rest};
use minijinja::{Error, State, Value, context};

use super::errors::{failure, failure_with_hint, optional_argument};
use super::marks;
use super::page_context::PageContext;
use crate::asset::derived::DerivedImage;
use crate::config::TEMPLATES;
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::snapshot::{ReadAssets, ReadSettings, ReadTemplates};

/// The default size in pixels of a drawing: the size of a card for social networks.
const DEFAULT_SIZE: (u32, u32) = (1200, 630);

/// The function `drawing`: renders an SVG template, requests a PNG picture of it, and returns the picture's URL with
/// scheme and host.
pub fn function(state: &State, template: &str, values: Rest<Value>, options: Kwargs) -> Result<String, Error> {
    let values: Option<Value> = optional_argument(state, &values)?;
    let context = PageContext::of_call(state, &options)?;
    let (width, height): (Option<u32>, Option<u32>) = (options.get("width")?, options.get("height")?);
    options.assert_all_used()?;
    let size = (width.unwrap_or(DEFAULT_SIZE.0), height.unwrap_or(DEFAULT_SIZE.1));
    if !(1..=8192).contains(&size.0) || !(1..=8192).contains(&size.1) {
        return Err(failure("a drawing is 1 to 8192 pixels wide and high"));
    }
    if !context.tracked.has_template(template) {
        let hint = did_you_mean(template, context.tracked.templates().names(), "no such file in templates/");
        return Err(failure_with_hint(&format!("there is no template `{template}`"), &hint));
    }
    let root = Value::from_dyn_object(context.clone());
    let values = values.unwrap_or_else(|| context! {});
    let svg_template = state.get_template(template)?;
    let svg = context.render_text(template, || svg_template.render(context! { ..values.clone(), ..root }))??;
    let fonts = context.tracked.fonts();
    let (svg, missing) = fonts.without_missing_emoji(&marks::without(&svg));
    if !missing.is_empty() {
        report_missing_emoji(&context, template, &values, &missing);
    }
    let derived = DerivedImage::svg(template, svg, fonts.digest, size);
    Ok(context.tracked.permalink(&context.request_image(derived)))
}

/// Warns of emoji that no font of the site has, at the first value of the drawing that contains one of them.
fn report_missing_emoji(context: &PageContext, template: &str, values: &Value, missing: &[char]) {
    let names: Vec<String> = missing.iter().map(|emoji| format!("`{emoji}`")).collect();
    let message = format!("no font of the site has {}, so a drawing goes without", names.join(", "));
    let diagnostic = Diagnostic::warning("missing-emoji", message)
        .note(format!("in the drawing {TEMPLATES}/{template}, on the page {}", context.tracked.own_page().route))
        .help("put a font that has it into public/ as a .ttf or .otf file, or leave it out");
    let values = values.try_iter().into_iter().flatten().filter_map(|key| values.get_item(&key).ok());
    let value = values.into_iter().find(|value| value.as_str().is_some_and(|text| text.contains(missing)));
    let text = value.as_ref().and_then(Value::as_str).unwrap_or_default();
    context.report_text(text, text.matches(missing).next().unwrap_or_default(), template, diagnostic);
}
