//! The function `picture`: a picture of `public/` in several sizes and formats, of which the browser takes one.

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use std::fmt::Write as _;

use minijinja::value::Kwargs;
use minijinja::{Error, State, Value};

use super::body::attribute;
use super::context::Context;
use super::functions::{failure, unmet};
use super::written;
use crate::asset::derive::Derived;
use crate::asset::raster::Format;
use crate::asset::{Kind, Picture, Size};
use crate::config::PUBLIC;
use crate::content::settings::ImageSettings;
use crate::diagnostic::Diagnostic;

/// What is said of a picture where it is shown.
#[derive(Debug, Default)]
pub struct Shown<'a> {
    pub alt: &'a str,
    pub title: &'a str,
    pub class: &'a str,
    /// How wide it is shown, as the attribute `sizes` says it.
    pub sizes: Option<&'a str>,
    /// In pixels, instead of the settings' widths.
    pub widths: Option<Vec<u32>>,
    pub loading: Loading,
}

/// When a browser is to load it.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Loading {
    /// Once it is nearly in sight.
    #[default]
    Lazy,
    Eager,
    /// Before other pictures: the first thing that is seen.
    First,
}

/// The one fallback for browsers that know no modern format is this wide at most: enough to be sharp, not too much to wait for.
const FALLBACK_WIDTH: u32 = 1200;

/// `picture("images/kite.jpg", alt="A kite", sizes="50vw", widths=[400, 800], class="round", lazy=false, priority=true)`
pub fn function(state: &State, path: &str, options: Kwargs) -> Result<Value, Error> {
    let context = Context::of(state)?;
    context.past_known(html(&context, path, &options))
}

fn html(context: &Context, path: &str, options: &Kwargs) -> Result<Value, Error> {
    let alt: Option<&str> = options.get("alt")?;
    let (lazy, priority): (Option<bool>, Option<bool>) = (options.get("lazy")?, options.get("priority")?);
    let (title, class): (Option<&str>, Option<&str>) = (options.get("title")?, options.get("class")?);
    let shown = Shown {
        alt: alt.ok_or_else(|| unmet(no_alt(path)))?,
        title: title.unwrap_or_default(),
        class: class.unwrap_or_default(),
        sizes: options.get("sizes")?,
        widths: options.get("widths")?,
        loading: match (lazy, priority) {
            (Some(true), Some(true)) => return Err(failure("a picture can't be both lazy and of priority")),
            (_, Some(true)) => Loading::First,
            (Some(false), _) => Loading::Eager,
            _ => Loading::Lazy,
        },
    };
    options.assert_all_used()?;
    if shown.widths.as_ref().is_some_and(|widths| widths.is_empty() || widths.iter().any(|w| !(1..=16_384).contains(w)))
    {
        let hint = "such as `widths=[400, 800]`, in pixels".to_owned();
        return Err(unmet((format!("these widths of `{path}` are none"), hint)));
    }
    let mut html = String::with_capacity(512);
    written::named(context, path, write(context, path, &shown, &mut html), || ())?;
    Ok(Value::from_safe_string(html))
}

fn no_alt(path: &str) -> (String, String) {
    let hint = "`alt=\"…\"` says what it shows; `alt=\"\"` if it is decoration only".to_owned();
    (format!("the picture `{path}` has no `alt` text"), hint)
}

/// Writes the HTML of a picture, and takes note of the files that it needs.
///
/// # Errors
/// A sentence that says what is wrong with `path`, and a hint.
pub fn write(context: &Context, path: &str, shown: &Shown, html: &mut String) -> Result<(), (String, String)> {
    let view = &context.view;
    let asset = view.picture(path)?;
    let path = path.trim_start_matches('/');
    let Some(picture) = asset.picture() else {
        let hint = "pictures are JPEG, PNG, WebP, AVIF, GIF or SVG files, whole ones".to_owned();
        return Err((format!("`{PUBLIC}/{path}` is no picture"), hint));
    };
    let settings = view.images();
    let original = match picture.header.kind {
        Kind::Jpeg => Format::Jpeg,
        Kind::Png => Format::Png,
        Kind::Other => {
            let address = view.asset_url(path)?;
            img(html, &Img { address: &address, set: None, size: picture.header.size, shown });
            return Ok(());
        }
    };
    if let Some(wanted) = &shown.widths {
        warn_if_small(context, path, wanted, picture.header.size);
    }
    let widths = widths(shown.widths.as_deref().unwrap_or(&settings.widths), picture.header.size.width);
    let sizes = shown.sizes.unwrap_or(&settings.sizes);
    let maker = Maker { context, path, picture, settings };
    let formats: Vec<Format> = settings.formats.iter().filter_map(|name| format(name)).collect();
    // A String takes anything that is written to it.
    if !formats.is_empty() {
        html.push_str("<picture>");
        for format in &formats {
            let _ = write!(html, "<source type=\"{}\" srcset=\"", format.media_type());
            attribute(html, &maker.set(&widths, *format));
            html.push('"');
            write_sizes(html, &widths, sizes);
            html.push('>');
        }
    }
    let largest = scaled(picture.header.size, *widths.last().unwrap_or(&picture.header.size.width));
    let set = formats.is_empty().then(|| (maker.set(&widths, original), &*widths, sizes));
    let fallback = widths.iter().rev().find(|width| **width <= FALLBACK_WIDTH).or(widths.first());
    let address = maker.address(*fallback.unwrap_or(&largest.width), original);
    img(html, &Img { address: &address, set, size: largest, shown });
    if !formats.is_empty() {
        html.push_str("</picture>");
    }
    Ok(())
}

fn format(name: &str) -> Option<Format> {
    [Format::Avif, Format::Webp].into_iter().find(|format| format.ending() == name)
}

/// The wanted widths that the source has pixels for, and its own where it has fewer than are wanted; ascending.
fn widths(wanted: &[u32], own: u32) -> Vec<u32> {
    let mut widths: Vec<u32> = wanted.iter().map(|width| (*width).min(own)).collect();
    widths.sort_unstable();
    widths.dedup();
    widths
}

/// A picture that is smaller than the smallest width that its template asks for will be blurred.
fn warn_if_small(context: &Context, path: &str, wanted: &[u32], size: Size) {
    let least = wanted.iter().min().copied().unwrap_or_default();
    if size.width < least {
        let message = format!("the picture `{PUBLIC}/{path}` is too small: {} pixels wide", size.width);
        let diagnostic = Diagnostic::warning("small-picture", message)
            .label(format!("is shown where {least} are wanted at least"))
            .help("put a larger one in its place, or ask for smaller widths in the template");
        context.report(written::placed(context, path, diagnostic));
    }
}

fn scaled(size: Size, width: u32) -> Size {
    let height = u64::from(size.height) * u64::from(width) + u64::from(size.width) / 2;
    let height = height / u64::from(size.width.max(1));
    Size { width, height: u32::try_from(height).unwrap_or(u32::MAX).max(1) }
}

/// Names the files that are to be made of one picture.
struct Maker<'a> {
    context: &'a Context,
    path: &'a str,
    picture: Picture,
    settings: &'a ImageSettings,
}

impl Maker<'_> {
    fn address(&self, width: u32, format: Format) -> String {
        let quality = &self.settings.quality;
        let quality = match format {
            Format::Avif => quality.avif,
            Format::Webp => quality.webp,
            Format::Jpeg => quality.jpeg,
            Format::Png => 100,
        };
        let Size { height, .. } = scaled(self.picture.header.size, width);
        let derived = Derived::picture(self.path, self.picture.digest, (width, height), format, quality);
        self.context.view.url(&self.context.derive(derived))
    }

    /// The value of `srcset`; a single file needs no width.
    fn set(&self, widths: &[u32], format: Format) -> String {
        match widths {
            [width] => self.address(*width, format),
            _ => {
                let items = widths.iter().map(|width| format!("{} {width}w", self.address(*width, format)));
                items.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

fn write_sizes(html: &mut String, widths: &[u32], sizes: &str) {
    if widths.len() > 1 {
        html.push_str(" sizes=\"");
        attribute(html, sizes);
        html.push('"');
    }
}

/// The element that shows the picture.
struct Img<'a> {
    address: &'a str,
    /// The value of `srcset`, with its widths and the value of `sizes`.
    set: Option<(String, &'a [u32], &'a str)>,
    size: Size,
    shown: &'a Shown<'a>,
}

fn img(html: &mut String, img: &Img) {
    let shown = img.shown;
    let mut text = |name: &str, value: &str| {
        html.push_str(name);
        html.push_str("=\"");
        attribute(html, value);
        html.push('"');
    };
    text("<img src", img.address);
    if let Some((set, widths, _)) = &img.set
        && widths.len() > 1
    {
        text(" srcset", set);
    }
    text(" alt", shown.alt);
    for (name, value) in [(" title", shown.title), (" class", shown.class)] {
        if !value.is_empty() {
            text(name, value);
        }
    }
    if let Some((_, widths, sizes)) = &img.set {
        write_sizes(html, widths, sizes);
    }
    let _ = write!(html, " width=\"{}\" height=\"{}\"", img.size.width, img.size.height);
    html.push_str(match shown.loading {
        Loading::Lazy => " loading=\"lazy\" decoding=\"async\">",
        Loading::Eager => " decoding=\"async\">",
        Loading::First => " fetchpriority=\"high\">",
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_is_made_larger_than_it_is() {
        let check = |wanted: &[u32], own: u32, expected: &[u32]| assert_eq!(widths(wanted, own), expected);
        check(&[480, 800, 1200], 4000, &[480, 800, 1200]);
        check(&[480, 800, 1200], 900, &[480, 800, 900]);
        check(&[800, 480], 800, &[480, 800]);
        check(&[480, 800], 300, &[300]);
    }

    #[test]
    fn heights_keep_the_shape() {
        let check = |(width, height), to, expected| {
            assert_eq!(scaled(Size { width, height }, to).height, expected, "{width}×{height}");
        };
        check((4000, 3000), 400, 300);
        check((3, 2), 2, 1);
        check((1000, 1), 100, 1);
    }
}
