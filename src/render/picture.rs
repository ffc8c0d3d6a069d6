//! The function `picture`, which shows a picture in several sizes and formats from which the browser chooses, and the
//! function `image`, which returns the URL and size of a picture.

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value, context};

use super::errors::{failure, failure_with_hint};
use super::page_context::PageContext;
use super::picture_source::PictureSource;
use super::views::file::path_of;
use crate::asset::crop::{Focus, Ratio};
use crate::asset::raster::Format;
use crate::asset::{Size, shown_path};
use crate::diagnostic::{Diagnostic, Mistake};
use crate::html::{escape_double_quoted, write_attribute};
use crate::snapshot::{ReadAssets, ReadSettings};

#[derive(Debug, Default)]
pub struct PictureOptions<'a> {
    pub alt: &'a str,
    pub title: &'a str,
    pub class: &'a str,
    /// The value of the attribute `sizes`: how wide the picture is shown.
    pub sizes: Option<&'a str>,
    /// Widths in pixels, instead of those of the settings.
    pub widths: Option<Vec<u32>>,
    /// The ratio to which the picture is cut.
    pub ratio: Option<Ratio>,
    /// The point around which the picture is cut.
    pub focus: Focus,
    /// Whether the element gets a class for the mean colour of the picture, such as `tone-21`.
    pub placeholder: bool,
    pub loading: Loading,
}

/// When browsers load a picture.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Loading {
    /// Once the picture is about to scroll into view.
    #[default]
    Lazy,
    Eager,
    /// Before other pictures: for the largest one at the top of a page.
    First,
}

/// The longest side of a WebP, in pixels.
const MAX_WEBP_SIDE: u32 = 16_383;

/// The widths in pixels that a template may request.
const VALID_WIDTHS: RangeInclusive<u32> = 1..=MAX_WEBP_SIDE;

/// The largest width in pixels of the file for browsers without modern formats: sharp enough, and not slow to load.
const MAX_FALLBACK_WIDTH: u32 = 1200;

/// The function `picture`, as in `picture("images/kite.jpg", alt="A kite", sizes="50vw", widths=[400, 800],
/// class="round", priority=true, ratio="3:2", focus="40% 20%", placeholder=true)`, or with `lazy=false`.
pub fn function(state: &State, file: Value, options: Kwargs) -> Result<Value, Error> {
    let context = PageContext::of_call(state, &options)?;
    let path = path_of(&file, "picture")?;
    context.skip_known_failure(render(&context, path, &options, state.name()))
}

fn render(context: &PageContext, path: &str, kwargs: &Kwargs, template: &str) -> Result<Value, Error> {
    let alt: Option<&str> = kwargs.get("alt")?;
    let lazy: Option<bool> = kwargs.get("lazy")?;
    let priority: Option<bool> = kwargs.get("priority")?;
    let options = PictureOptions {
        alt: alt.ok_or_else(|| {
            let hint = "`alt=\"…\"` says what it shows; `alt=\"\"` if it is decoration only";
            failure_with_hint(&format!("the picture `{path}` has no `alt` text"), hint)
        })?,
        title: kwargs.get::<Option<&str>>("title")?.unwrap_or_default(),
        class: kwargs.get::<Option<&str>>("class")?.unwrap_or_default(),
        sizes: kwargs.get("sizes")?,
        widths: kwargs.get("widths")?,
        ratio: read_ratio(kwargs)?,
        focus: read_focus(kwargs)?,
        placeholder: kwargs.get::<Option<bool>>("placeholder")?.unwrap_or_default(),
        loading: match (lazy, priority) {
            (Some(true), Some(true)) => {
                return Err(failure("a picture can't have both `lazy=true` and `priority=true`"));
            }
            (_, Some(true)) => Loading::First,
            (Some(false), _) => Loading::Eager,
            _ => Loading::Lazy,
        },
    };
    kwargs.assert_all_used()?;
    let is_valid = |widths: &[u32]| !widths.is_empty() && widths.iter().all(|width| VALID_WIDTHS.contains(width));
    if options.widths.as_deref().is_some_and(|widths| !is_valid(widths)) {
        let hint = format!("write 1 to {MAX_WEBP_SIDE} pixels, such as `widths=[400, 800]`");
        return Err(failure_with_hint(&format!("the `widths` of the picture `{path}` are not valid"), &hint));
    }
    let mut html = String::with_capacity(512);
    context.or_report_missing(path, write(context, path, &options, template, &mut html), || ())?;
    Ok(context.derived_text(path, Value::from_safe_string(html)))
}

fn read_ratio(options: &Kwargs) -> Result<Option<Ratio>, Error> {
    let Some(text) = options.get::<Option<&str>>("ratio")? else { return Ok(None) };
    let hint = "width and height, such as `ratio=\"3:2\"`";
    Ratio::parse(text).map(Some).ok_or_else(|| failure_with_hint(&format!("`{text}` is not a ratio"), hint))
}

fn read_focus(options: &Kwargs) -> Result<Focus, Error> {
    let Some(text) = options.get::<Option<&str>>("focus")? else { return Ok(Focus::default()) };
    let hint = "per cent from the left and from the top, such as `focus=\"40% 20%\"`, or words such as `top`";
    Focus::parse(text).ok_or_else(|| failure_with_hint(&format!("`{text}` is not a point of a picture"), hint))
}

/// Writes the HTML of a picture that `template` shows, and requests its derived images.
pub fn write(
    context: &PageContext,
    path: &str,
    options: &PictureOptions,
    template: &str,
    html: &mut String,
) -> Result<(), Mistake> {
    let tracked = &context.tracked;
    let source = PictureSource::open(context, path, options.ratio, options.focus)?;
    let Some(original) = source.picture.format else {
        let url = tracked.asset_url(path)?;
        write_as_is(&url, Some(source.picture.size), options, html);
        return Ok(());
    };
    let settings = tracked.images();
    if let Some(wanted) = &options.widths {
        warn_if_small(context, path, wanted, source.width(), template);
    }
    let widths = limit_widths(options.widths.as_deref().unwrap_or(&settings.widths), source.width());
    // A single file needs no `sizes`.
    let sizes = (widths.len() > 1).then(|| options.sizes.unwrap_or(&settings.sizes));
    let modern = [Format::Avif, Format::Webp].into_iter();
    let format_named = |name: &String| modern.clone().find(|format| format.extension() == name);
    let formats: Vec<Format> = settings.formats.iter().filter_map(format_named).collect();
    let largest = widths.last().copied().unwrap_or(source.width());
    let Size { width, height } = source.size_at(largest);
    if formats.contains(&Format::Webp) && width.max(height) > MAX_WEBP_SIDE {
        let message = format!("`{}` is too long for WebP: {width} × {height} pixels", shown_path(path));
        let hint = format!("make it smaller in an image editor: a WebP has at most {MAX_WEBP_SIDE} pixels a side");
        return Err(Mistake::new(message, hint));
    }
    if !formats.is_empty() {
        html.push_str("<picture>");
        for format in &formats {
            // The media types of AVIF and WebP end with the file extensions. Writing to a `String` cannot fail.
            let _ = write!(html, "<source type=\"image/{}\" srcset=\"", format.extension());
            escape_double_quoted(html, &source.srcset(&widths, *format));
            html.push('"');
            if let Some(sizes) = sizes {
                write_attribute(html, "sizes", sizes);
            }
            html.push('>');
        }
    }
    let fallback = widths.iter().copied().rfind(|width| *width <= MAX_FALLBACK_WIDTH).or(widths.first().copied());
    let srcset = sizes.filter(|_| formats.is_empty()).map(|sizes| (source.srcset(&widths, original), sizes));
    let url = source.url(fallback.unwrap_or(largest), original);
    let tone = if options.placeholder { tracked.tone(path) } else { None };
    write_img(html, options, &url, Some(source.size_at(largest)), srcset.as_ref(), tone);
    if !formats.is_empty() {
        html.push_str("</picture>");
    }
    Ok(())
}

/// Limits the wanted widths to the picture's own width. Returns each width once, in ascending order.
fn limit_widths(wanted: &[u32], own: u32) -> Vec<u32> {
    let mut widths: Vec<u32> = wanted.iter().map(|width| (*width).min(own)).collect();
    widths.sort_unstable();
    widths.dedup();
    widths
}

/// Warns of a picture that is smaller than the smallest width that its template requests: it would be blurred.
fn warn_if_small(context: &PageContext, path: &str, wanted: &[u32], width: u32, template: &str) {
    let least = wanted.iter().min().copied().unwrap_or_default();
    if width < least {
        let message = format!("the picture `{}` is too small: {width} pixels wide", shown_path(path));
        let diagnostic = Diagnostic::warning("small-picture", message)
            .label(format!("the smallest width requested here is {least} pixels"))
            .help("put a larger one in its place, or ask for smaller widths in the template");
        context.report_text(path, path, template, diagnostic);
    }
}

/// Writes a picture as it is. `size` is `None` if it is not known.
pub fn write_as_is(url: &str, size: Option<Size>, options: &PictureOptions, html: &mut String) {
    write_img(html, options, url, size, None, None);
}

/// Writes the `<img>` element. `srcset` has the values of `srcset` and `sizes`; `tone` is the number in the class.
fn write_img(
    html: &mut String,
    options: &PictureOptions,
    url: &str,
    size: Option<Size>,
    srcset: Option<&(String, &str)>,
    tone: Option<u8>,
) {
    let unless_empty = |text| Some(text).filter(|text: &&str| !text.is_empty());
    let tone = tone.map(|tone| format!("tone-{tone}")).unwrap_or_default();
    let class = [options.class, &tone].into_iter().filter_map(unless_empty).collect::<Vec<_>>().join(" ");
    html.push_str("<img");
    let attributes = [
        ("src", Some(url)),
        ("srcset", srcset.map(|(srcset, _)| &**srcset)),
        ("alt", Some(options.alt)),
        ("title", unless_empty(options.title)),
        ("class", unless_empty(&class)),
        ("sizes", srcset.map(|(_, sizes)| *sizes)),
    ];
    for (name, value) in attributes {
        value.iter().for_each(|value| write_attribute(html, name, value));
    }
    if let Some(Size { width, height }) = size {
        // Writing to a `String` cannot fail.
        let _ = write!(html, " width=\"{width}\" height=\"{height}\"");
    }
    html.push_str(match options.loading {
        Loading::Lazy => " loading=\"lazy\" decoding=\"async\">",
        Loading::Eager => " decoding=\"async\">",
        Loading::First => " fetchpriority=\"high\">",
    });
}

/// The function `image`: the URL and size of a picture, as in `image("kite.jpg", width=600, ratio="1:1", focus="top")`.
pub fn image_function(state: &State, file: Value, options: Kwargs) -> Result<Value, Error> {
    let context = PageContext::of_call(state, &options)?;
    let path = path_of(&file, "image")?;
    let width: Option<u32> = options.get("width")?;
    let (ratio, focus) = (read_ratio(&options)?, read_focus(&options)?);
    options.assert_all_used()?;
    if let Some(width) = width.filter(|width| !VALID_WIDTHS.contains(width)) {
        let message = format!("`{width}` is not the width of a picture");
        return Err(failure_with_hint(&message, "such as `width=600`, in pixels"));
    }
    let found = find_image(&context, path, width, ratio, focus);
    let stand_in = || (Some("#".to_owned()), Some(Size { width: 1, height: 1 }));
    let (url, size) = context.or_report_missing(path, found, stand_in)?;
    Ok(context! {
        url => url.map(|url| context.derived_text(path, url)),
        width => size.map(|size| size.width),
        height => size.map(|size| size.height),
    })
}

/// Returns the URL and the size of a picture. With a `width` or `ratio`, a JPEG or PNG is a derived image, at most
/// `width` wide and cut to `ratio`. Otherwise the URL is that of the file itself; `None` if the file is not published.
fn find_image(
    context: &PageContext,
    path: &str,
    width: Option<u32>,
    ratio: Option<Ratio>,
    focus: Focus,
) -> Result<(Option<String>, Option<Size>), Mistake> {
    if width.is_some() || ratio.is_some() {
        let source = PictureSource::open(context, path, ratio, focus)?;
        if let Some(original) = source.picture.format {
            let width = width.unwrap_or(source.width()).min(source.width());
            return Ok((Some(source.url(width, original)), Some(source.size_at(width))));
        }
    }
    Ok((context.tracked.published_url(path)?, context.tracked.asset_size(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_never_enlarged() {
        let check = |wanted: &[u32], own: u32, expected: &[u32]| assert_eq!(limit_widths(wanted, own), expected);
        check(&[480, 800, 1200], 4000, &[480, 800, 1200]);
        check(&[480, 800, 1200], 900, &[480, 800, 900]);
        check(&[800, 480], 800, &[480, 800]);
        check(&[480, 800], 300, &[300]);
    }
}
