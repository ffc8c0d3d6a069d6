//! Derived images: pictures in other sizes and formats, and SVG texts drawn as PNG.
//!
//! 1. While a page is rendered, it requests images. A request (`DerivedImage`) holds the future output path.
//! 2. After rendering, each requested image is made once, however many pages request it.
//! 3. The cache key and the output path contain a hash of everything that the bytes depend on, so an image that is
//!    already in the cache or in the output is not made again.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use super::crop::Crop;
use super::memory_budget::MemoryBudget;
use super::raster::{self, Bitmap, Format};
use super::svg::{self, SvgError};
use super::{Assets, attachment_path};
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::route::without_extension;

/// A request for an image that is made from another file or from an SVG text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedImage {
    pub output_path: String,
    /// The name of the file in the cache: the hash of everything that the bytes depend on, and the extension.
    pub cache_key: String,
    pub recipe: Recipe,
}

/// How a derived image is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipe {
    /// A picture in another size or format; `source` is the path of its asset.
    Picture { source: String, shape: PictureShape, format: Format, quality: u8 },
    /// An SVG text rendered from `template`, drawn as PNG.
    Svg { template: String, svg: Arc<str>, width: u32, height: u32 },
}

/// The size of a derived picture, and the part of the source that it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PictureShape {
    pub width: u32,
    pub height: u32,
    /// `None` for the whole picture.
    pub crop: Option<Crop>,
}

/// Why a derived image can't be made.
#[derive(Debug)]
pub enum DeriveError {
    /// The source can't be read.
    Unread(Diagnostic),
    /// The source is missing or can't be decoded, or the picture can't be encoded.
    Picture(String),
    Svg(SvgError),
}

/// The output folder of derived images. It holds nothing else, so that one rule for a host marks them all as immutable.
const FOLDER: &str = "made";

/// The versions of the libraries that determine the bytes. Every hash covers them. A test compares them with
/// Cargo.lock.
const ENCODER_VERSIONS: &str = "fast_image_resize 6.1.0, jpeg-encoder 0.7.1, moxcms 0.9.2, png 0.18.1, \
     ravif 0.13.0, rav1e 0.8.1, resvg 0.49.0, webp 0.3.1, zune-jpeg 0.5.15";

/// The memory of a source while it is decoded: its pixels in the file's own format, and their conversion to RGBA.
const DECODING_BYTES_PER_PIXEL: u64 = 8;
/// The memory of a resized picture: RGBA.
const RESIZED_BYTES_PER_PIXEL: u64 = 4;
/// Bytes per pixel while a picture is drawn or encoded. AVIF needs the most, so its figure is used for all.
const ENCODING_BYTES_PER_PIXEL: u64 = 72;

impl DerivedImage {
    /// Creates a request for a picture made from the asset at `source`; `digest` is the hash of the asset's bytes.
    pub fn picture(source: &str, digest: u64, shape: PictureShape, format: Format, quality: u8) -> Self {
        let PictureShape { width, height, crop } = shape;
        let crop = crop.map_or_else(String::new, |Crop { left, top, width, height }| {
            format!(" of {width}×{height} at {left}, {top}")
        });
        let extension = format.extension();
        let described = format!("{digest:016x} {width}×{height} {extension} {quality}{crop}");
        let path = attachment_path(source).unwrap_or(source);
        let stem = format!("{}-{width}", without_extension(path));
        let recipe = Recipe::Picture { source: source.to_owned(), shape, format, quality };
        Self::new(&described, &stem, extension, recipe)
    }

    /// Creates a request for the drawing of an SVG text; `digest` is the hash of the fonts.
    pub fn svg(template: &str, svg: String, digest: u64, (width, height): (u32, u32)) -> Self {
        let described = format!("{digest:016x} {width}×{height} {svg}");
        let recipe = Recipe::Svg { template: template.to_owned(), svg: svg.into(), width, height };
        Self::new(&described, without_extension(template), "png", recipe)
    }

    /// Creates a request. `described` covers everything that the bytes depend on, except the encoders. `stem` is the
    /// output path below [`FOLDER`], without the hash and the extension.
    fn new(described: &str, stem: &str, extension: &str, recipe: Recipe) -> Self {
        let hash = format!("{:032x}", xxh3_128(format!("{ENCODER_VERSIONS}{described}").as_bytes()));
        let output_path = format!("{FOLDER}/{stem}.{}.{extension}", &hash[..10]);
        Self { output_path, cache_key: format!("{hash}.{extension}"), recipe }
    }
}

/// Groups images into batches. A batch is one drawing, or all pictures from one source, so that the source is decoded
/// once.
pub fn group_into_batches<'a>(images: impl IntoIterator<Item = &'a DerivedImage>) -> Vec<Vec<&'a DerivedImage>> {
    let mut batches: BTreeMap<_, Vec<&DerivedImage>> = BTreeMap::new();
    for derived in images {
        let key = match &derived.recipe {
            Recipe::Picture { source, .. } => (Some(source), None),
            Recipe::Svg { .. } => (None, Some(&derived.output_path)),
        };
        batches.entry(key).or_default().push(derived);
    }
    batches.into_values().collect()
}

/// Makes the images of one batch and passes the bytes of each to `on_image`. Waits for room in the memory budget first.
/// Stops at the first failure.
///
/// # Errors
/// Fails with an image that can't be made, and the reason.
pub fn make_batch<'a>(
    batch: &[&'a DerivedImage],
    assets: &Assets,
    memory: &MemoryBudget,
    on_image: &(dyn Fn(&DerivedImage, Vec<u8>) + Sync),
) -> Result<(), (&'a DerivedImage, DeriveError)> {
    let Some(&first) = batch.first() else { return Ok(()) };
    match &first.recipe {
        Recipe::Svg { svg, width, height, .. } => {
            let _share = memory.acquire(pixels(*width, *height) * ENCODING_BYTES_PER_PIXEL);
            let drawn = svg::draw(svg, *width, *height, assets.fonts());
            on_image(first, drawn.map_err(|reason| (first, DeriveError::Svg(reason)))?);
            Ok(())
        }
        Recipe::Picture { source, .. } => make_pictures(batch, source, assets, memory, on_image),
    }
}

fn make_pictures<'a>(
    batch: &[&'a DerivedImage],
    source: &str,
    assets: &Assets,
    memory: &MemoryBudget,
    on_image: &(dyn Fn(&DerivedImage, Vec<u8>) + Sync),
) -> Result<(), (&'a DerivedImage, DeriveError)> {
    let mut pictures = Vec::with_capacity(batch.len());
    for &derived in batch {
        if let Recipe::Picture { shape, format, quality, .. } = derived.recipe {
            pictures.push((derived, shape, format, quality));
        }
    }
    let shapes: BTreeSet<PictureShape> = pictures.iter().map(|(_, shape, ..)| *shape).collect();
    let shape_pixels = || shapes.iter().map(|shape| pixels(shape.width, shape.height));
    let resized_bytes = shape_pixels().sum::<u64>() * RESIZED_BYTES_PER_PIXEL;
    let encoding_bytes = shape_pixels().max().unwrap_or_default() * ENCODING_BYTES_PER_PIXEL;
    let size = assets.find(source).and_then(|asset| asset.size());
    let decoding_bytes = size.map_or(0, |size| pixels(size.width, size.height) * DECODING_BYTES_PER_PIXEL);
    let mut share = memory.acquire(resized_bytes + encoding_bytes.max(decoding_bytes));
    let whole = decode_source(assets, source).map_err(|reason| (batch[0], reason))?;
    let mut resized = BTreeMap::new();
    let failed = |error: Box<dyn Error>| DeriveError::Picture(error.to_string());
    for shape in shapes {
        let picture = whole.resized(shape.width, shape.height, shape.crop);
        resized.insert(shape, picture.map_err(|error| (batch[0], failed(error)))?);
    }
    drop(whole);
    share.shrink(resized_bytes + encoding_bytes);
    for (derived, shape, format, quality) in pictures {
        let encoded = resized[&shape].encoded(format, quality);
        on_image(derived, encoded.map_err(|error| (derived, failed(error)))?);
    }
    Ok(())
}

fn pixels(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}

fn decode_source(assets: &Assets, path: &str) -> Result<Bitmap, DeriveError> {
    let asset = assets.get(path).map_err(|mistake| DeriveError::Picture(mistake.message))?;
    let bytes = fs::read_bytes(&asset.disk_path, &asset.display_path()).map_err(DeriveError::Unread)?;
    raster::decode(&bytes).map_err(DeriveError::Picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::assert_in_cargo_lock;

    fn picture(source: &str, digest: u64, width: u32, quality: u8) -> DerivedImage {
        let shape = PictureShape { width, height: width, crop: None };
        DerivedImage::picture(source, digest, shape, Format::Avif, quality)
    }

    #[test]
    fn the_key_depends_on_content_size_format_and_quality() {
        let one = picture("images/a.b.jpg", 1, 480, 60);
        let hash = &one.cache_key[..10];
        assert_eq!(one.output_path, format!("made/images/a.b-480.{hash}.avif"));
        assert_eq!(one, picture("images/a.b.jpg", 1, 480, 60));
        let whole = PictureShape { width: 480, height: 480, crop: None };
        let crop = Crop { left: 0, top: 0, width: 600, height: 600 };
        let others = [
            picture("images/a.b.jpg", 2, 480, 60),
            picture("images/a.b.jpg", 1, 481, 60),
            picture("images/a.b.jpg", 1, 480, 61),
            DerivedImage::picture("images/a.b.jpg", 1, whole, Format::Webp, 60),
            DerivedImage::picture("images/a.b.jpg", 1, PictureShape { crop: Some(crop), ..whole }, Format::Avif, 60),
        ];
        assert!(others.iter().all(|other| other.cache_key != one.cache_key));
        assert_eq!(
            picture("copy.jpg", 1, 480, 60).cache_key,
            one.cache_key,
            "the same picture under another name is not made again"
        );
    }

    #[test]
    fn encoder_versions_match_the_lock_file() {
        assert_in_cargo_lock(ENCODER_VERSIONS);
    }
}
