//! The function `image`: the URL and size of a picture, as it is or resized.

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value, context};

use super::errors::failure_with_hint;
use super::missing_file::or_report_missing;
use super::page_context::PageContext;
use super::picture::{VALID_WIDTHS, read_focus, read_ratio};
use super::picture_source::NamedPicture;
use super::views::file::path_of;
use crate::asset::Size;
use crate::diagnostic::Mistake;
use crate::snapshot::ReadAssets;

/// An image as the function returns it.
struct Image {
    /// `None` if the file is not published.
    url: Option<String>,
    /// `None` if the file has no size.
    size: Option<Size>,
}

/// The function `image`, as in `image("images/kite.jpg", width=600, ratio="1:1", focus="40% 20%")`.
pub fn function(state: &State, file: Value, options: Kwargs) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let path = path_of(&file, "image")?;
    let width: Option<u32> = options.get("width")?;
    let (ratio, focus) = (read_ratio(&options)?, read_focus(&options)?);
    options.assert_all_used()?;
    if let Some(width) = width.filter(|width| !VALID_WIDTHS.contains(width)) {
        let message = format!("`{width}` is not the width of a picture");
        return Err(failure_with_hint(&message, "such as `width=600`, in pixels"));
    }
    let found = if width.is_none() && ratio.is_none() {
        find_original(&context, path)
    } else {
        NamedPicture::open(&context, path, ratio, focus).and_then(|picture| resize(&context, path, &picture, width))
    };
    let stand_in = || Image { url: Some("#".to_owned()), size: Some(Size { width: 1, height: 1 }) };
    let Image { url, size } = or_report_missing(&context, path, found, stand_in)?;
    Ok(context! {
        url => url.map(|url| context.derived_text(path, url)),
        width => size.map(|size| size.width),
        height => size.map(|size| size.height),
    })
}

/// Returns the file of the picture as it is.
fn find_original(context: &PageContext, path: &str) -> Result<Image, Mistake> {
    Ok(Image { url: context.tracked.published_url(path)?, size: context.tracked.asset_size(path) })
}

/// Requests the picture in a width, at most its own. A picture in another format than JPEG or PNG stays as it is.
fn resize(context: &PageContext, path: &str, picture: &NamedPicture, width: Option<u32>) -> Result<Image, Mistake> {
    match picture {
        NamedPicture::Source(source) => {
            let width = width.unwrap_or(source.width()).min(source.width());
            Ok(Image { url: Some(source.url(width, source.original)), size: Some(source.size_at(width)) })
        }
        NamedPicture::Fixed(_) => find_original(context, path),
    }
}
