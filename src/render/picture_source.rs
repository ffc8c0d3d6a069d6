//! A picture, whole or cut to a ratio, and the requests for images that are derived from it.

use super::page_context::PageContext;
use crate::asset::crop::{Crop, Focus, Ratio};
use crate::asset::derived::{DerivedImage, PictureShape};
use crate::asset::raster::{Format, MAX_PIXELS};
use crate::asset::{ImageInfo, Size, shown_path};
use crate::diagnostic::Mistake;
use crate::snapshot::{ReadAssets, ReadSettings};

pub struct PictureSource<'a> {
    context: &'a PageContext,
    /// The key of the picture's asset: its path below `public/`, or the key of an attachment.
    path: &'a str,
    pub picture: ImageInfo,
    /// The ratio to which the picture is cut, and the part of the picture that has this ratio.
    cut: Option<(Ratio, Crop)>,
}

impl<'a> PictureSource<'a> {
    /// Finds the picture at `path`, to be cut to a ratio around the focus. Fails if the file is missing, not a complete
    /// picture, too large, or can't be cut.
    pub fn open(context: &'a PageContext, path: &'a str, ratio: Option<Ratio>, focus: Focus) -> Result<Self, Mistake> {
        let asset = context.tracked.picture(path)?;
        let path = path.trim_start_matches('/');
        let refuse = |what: &str, hint: &str| Err(Mistake::new(format!("`{}` {what}", shown_path(path)), hint));
        let Some(picture) = asset.picture() else {
            return refuse("is not a picture", "a picture is a JPEG, PNG, WebP, AVIF, GIF or SVG file, and complete");
        };
        if picture.format.is_none() && ratio.is_some() {
            let hint = "only JPEG and PNG files are; for others, use `aspect-ratio` and `object-fit` in CSS";
            return refuse("can't be cut to a ratio", hint);
        }
        let size @ Size { width, height } = picture.size;
        if picture.format.is_some() && u64::from(width) * u64::from(height) > MAX_PIXELS {
            let hint = format!("make it smaller in an image editor: {} megapixels at most", MAX_PIXELS / 1_000_000);
            return refuse(&format!("is too large: {width} × {height} pixels"), &hint);
        }
        if picture.format.is_some() && !picture.is_complete {
            let hint = "copy the file again, from one that is complete";
            return refuse("is not a complete picture: the file ends too early", hint);
        }
        let cut = ratio.map(|ratio| (ratio, ratio.crop(size, focus)));
        Ok(Self { context, path, picture, cut })
    }

    /// Returns the width in pixels of the part that is shown. Derived images are never wider.
    pub fn width(&self) -> u32 {
        self.cut.map_or(self.picture.size.width, |(_, crop)| crop.width)
    }

    /// Returns the size of the derived image that is `width` pixels wide.
    pub fn size_at(&self, width: u32) -> Size {
        let ratio = self.cut.map_or_else(|| Ratio::of(self.picture.size), |(ratio, _)| ratio);
        Size { width, height: ratio.height_at(width) }
    }

    /// Requests the picture in a width and format, and returns its URL.
    pub fn url(&self, width: u32, format: Format) -> String {
        let quality = &self.context.tracked.images().quality;
        let quality = match format {
            Format::Avif => quality.avif,
            Format::Webp => quality.webp,
            Format::Jpeg => quality.jpeg,
            Format::Png => 100,
        };
        let Size { width, height } = self.size_at(width);
        let shape = PictureShape { width, height, crop: self.cut.map(|(_, crop)| crop) };
        let derived = DerivedImage::picture(self.path, self.picture.digest, shape, format, quality);
        self.context.tracked.url(&self.context.request_image(derived))
    }

    /// Returns the value of `srcset`: `/a.webp 400w, /b.webp 800w`, or `/a.webp` for a single width.
    pub fn srcset(&self, widths: &[u32], format: Format) -> String {
        match widths {
            [width] => self.url(*width, format),
            _ => {
                let items = widths.iter().map(|width| format!("{} {width}w", self.url(*width, format)));
                items.collect::<Vec<_>>().join(", ")
            }
        }
    }
}
