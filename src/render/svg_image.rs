//! The function `drawing`: an SVG template rendered to a PNG picture, such as a card for social networks.

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value, context};

use super::errors::{failure, failure_with_hint};
use super::marks;
use super::page_context::PageContext;
use crate::asset::derived::DerivedImage;
use crate::diagnostic::did_you_mean;
use crate::snapshot::{ReadAssets, ReadSettings, ReadTemplates};

/// The usual size of a card for social networks, in pixels.
const DEFAULT_SIZE: (u32, u32) = (1200, 630);

/// The function `drawing`, as in `drawing("cards/article.svg", {"title": page.title}, width=1200, height=630)`: returns
/// the URL of the picture, with scheme and host, as social networks require.
pub fn function(state: &State, template: &str, values: Option<Value>, options: Kwargs) -> Result<String, Error> {
    let context = PageContext::of(state)?;
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
    let svg = state.get_template(template)?.render(context! { ..values, ..root })?;
    let derived = DerivedImage::svg(template, marks::without(&svg).into_owned(), context.tracked.fonts().digest, size);
    Ok(context.tracked.permalink(&context.request_image(derived)))
}
