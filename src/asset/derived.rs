//! Derived images: pictures of `public/` in other sizes and formats, and SVG texts drawn as PNG.
//!
//! Rendering a page only requests them: a request is plain data (`DerivedImage`) that holds the file's future path. The files are
//! made after rendering, each once, however many pages request it. A file's name contains a hash of everything that the bytes
//! depend on, so a file of that name in the cache or the output need not be made again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3Default;

use super::Assets;
use super::memory_budget::MemoryBudget;
use super::raster::{self, Bitmap, Format};
use super::svg::{self, SvgError};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// An image that is made from another file or from an SVG text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedImage {
    /// The output path.
    pub published: String,
    /// The hash of everything that the bytes depend on, as hexadecimal digits.
    pub key: String,
    pub recipe: Recipe,
}

/// How a derived image is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipe {
    /// A picture of `public/` in another size or format.
    Picture { source: String, width: u32, height: u32, format: Format, quality: u8 },
    /// An SVG text rendered from `template`, drawn as PNG.
    Drawing { template: String, svg: Arc<str>, width: u32, height: u32 },
}

/// Why a derived image can't be made.
#[derive(Debug)]
pub enum DeriveError {
    /// The source file can't be read.
    Unread(Diagnostic),
    /// The source can't be decoded, or the format can't encode it.
    Picture(String),
    Drawing(SvgError),
}

/// The output folder of derived images. Their own folder lets one rule of a host mark all of them as immutable.
const FOLDER: &str = "made";

/// The libraries that make the bytes: part of every hash. A test compares the versions with Cargo.lock.
const ENCODER_VERSIONS: &str =
    "fast_image_resize 6.1.0, image 0.25.10, ravif 0.13.0, rav1e 0.8.1, resvg 0.49.0, webp 0.3.1";

impl DerivedImage {
    /// Requests a picture of `public/` in another size or format; `digest` is the hash of the source's bytes.
    pub fn picture(source: &str, digest: u64, (width, height): (u32, u32), format: Format, quality: u8) -> Self {
        let key = key(&format!("{digest:016x} {width}×{height} {} {quality}", format.extension()));
        let stem = source.rsplit_once('.').map_or(source, |(stem, _)| stem);
        let published = format!("{FOLDER}/{stem}-{width}.{}.{}", &key[..10], format.extension());
        let recipe = Recipe::Picture { source: source.to_owned(), width, height, format, quality };
        Self { published, key, recipe }
    }

    /// Requests the drawing of an SVG text with the fonts of the hash `digest`.
    pub fn drawing(template: &str, svg: String, digest: u64, (width, height): (u32, u32)) -> Self {
        let key = key(&format!("{digest:016x} {width}×{height} {svg}"));
        let stem = template.rsplit_once('.').map_or(template, |(stem, _)| stem);
        let published = format!("{FOLDER}/{stem}.{}.png", &key[..10]);
        let recipe = Recipe::Drawing { template: template.to_owned(), svg: svg.into(), width, height };
        Self { published, key, recipe }
    }

    /// The name of the file in the cache.
    pub fn cache_key(&self) -> String {
        let ending = match &self.recipe {
            Recipe::Picture { format, .. } => format.extension(),
            Recipe::Drawing { .. } => Format::Png.extension(),
        };
        format!("{}.{ending}", self.key)
    }

    fn size(&self) -> (u32, u32) {
        match self.recipe {
            Recipe::Picture { width, height, .. } | Recipe::Drawing { width, height, .. } => (width, height),
        }
    }
}

fn key(recipe: &str) -> String {
    let mut hasher = Xxh3Default::new();
    hasher.update(ENCODER_VERSIONS.as_bytes());
    hasher.update(recipe.as_bytes());
    format!("{:032x}", hasher.digest128())
}

/// Groups images into batches, in no particular order. A source is decoded once for all pictures made from it, so they share a
/// batch.
pub fn batches<'a>(images: impl IntoIterator<Item = &'a DerivedImage>) -> Vec<Vec<&'a DerivedImage>> {
    let mut pictures: BTreeMap<&str, Vec<&DerivedImage>> = BTreeMap::new();
    let mut batches = Vec::new();
    for derived in images {
        match &derived.recipe {
            Recipe::Picture { source, .. } => pictures.entry(source).or_default().push(derived),
            Recipe::Drawing { .. } => batches.push(vec![derived]),
        }
    }
    batches.extend(pictures.into_values());
    batches
}

/// Makes the images of one batch and passes each to `on_image`, after waiting for room in the memory budget. Stops at the first
/// failure, since an error in the source affects every image of the batch.
///
/// # Errors
/// The output path of the image that can't be made, and why.
pub fn make(
    batch: &[&DerivedImage],
    assets: &Assets,
    memory: &MemoryBudget,
    on_image: &(dyn Fn(&DerivedImage, Vec<u8>) + Sync),
) -> Result<(), (String, DeriveError)> {
    let Some(first) = batch.first() else { return Ok(()) };
    let sizes: BTreeSet<(u32, u32)> = batch.iter().map(|derived| derived.size()).collect();
    let pixels = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    let encoding = sizes.iter().map(|size| pixels(*size) * ENCODING_BYTES).max().unwrap_or_default();
    let mut resized = BTreeMap::new();
    let _share = match &first.recipe {
        Recipe::Drawing { .. } => memory.acquire(encoding),
        Recipe::Picture { source, .. } => {
            let resized_bytes: u64 = sizes.iter().map(|size| pixels(*size) * RESIZED_BYTES).sum();
            let decoding = assets
                .find(source)
                .and_then(|asset| asset.size())
                .map_or(0, |size| pixels((size.width, size.height)) * DECODING_BYTES);
            let mut share = memory.acquire(resized_bytes + encoding.max(decoding));
            let made = assets.decode(source).and_then(|source| {
                let resize =
                    |size: (u32, u32)| Ok((size, source.resized(size.0, size.1).map_err(DeriveError::Picture)?));
                sizes.into_iter().map(resize).collect()
            });
            resized = made.map_err(|failure| (first.published.clone(), failure))?;
            share.shrink(resized_bytes + encoding);
            share
        }
    };
    for derived in batch {
        let bytes = match &derived.recipe {
            Recipe::Drawing { svg, width, height, .. } => {
                svg::draw(svg, *width, *height, assets.fonts()).map_err(DeriveError::Drawing)
            }
            Recipe::Picture { format, quality, .. } => {
                resized[&derived.size()].encoded(*format, *quality).map_err(DeriveError::Picture)
            }
        };
        on_image(derived, bytes.map_err(|failure| (derived.published.clone(), failure))?);
    }
    Ok(())
}

/// Bytes per pixel of a source while it is decoded: the file's own pixels and their copy with opacity.
const DECODING_BYTES: u64 = 8;
/// Bytes per pixel of a resized picture.
const RESIZED_BYTES: u64 = 4;
/// Bytes per pixel while a picture is encoded, or drawn and encoded: the need of AVIF, the largest of all formats.
const ENCODING_BYTES: u64 = 72;

impl Assets {
    /// Reads and decodes a source picture.
    fn decode(&self, path: &str) -> Result<Bitmap, DeriveError> {
        let asset = self.get(path).map_err(|(message, _)| DeriveError::Picture(message))?;
        let bytes = fs::read_bytes(&asset.source, &asset.shown()).map_err(DeriveError::Unread)?;
        raster::decode(&bytes).map_err(DeriveError::Picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(source: &str, digest: u64, width: u32, quality: u8) -> DerivedImage {
        DerivedImage::picture(source, digest, (width, width), Format::Avif, quality)
    }

    #[test]
    fn the_key_depends_on_content_size_format_and_quality() {
        let one = picture("images/a.b.jpg", 1, 480, 60);
        let hash = &one.key[..10];
        assert_eq!(one.published, format!("made/images/a.b-480.{hash}.avif"));
        assert_eq!(one, picture("images/a.b.jpg", 1, 480, 60));
        let others = [
            picture("images/a.b.jpg", 2, 480, 60),
            picture("images/a.b.jpg", 1, 481, 60),
            picture("images/a.b.jpg", 1, 480, 61),
            DerivedImage::picture("images/a.b.jpg", 1, (480, 480), Format::Webp, 60),
        ];
        assert!(others.iter().all(|other| other.key != one.key));
        assert_eq!(
            picture("copy.jpg", 1, 480, 60).key,
            one.key,
            "the same picture under another name is not made again"
        );
    }

    #[test]
    fn encoder_versions_match_the_lock_file() {
        let lock = include_str!("../../Cargo.lock");
        for encoder in ENCODER_VERSIONS.split(", ") {
            let (name, version) = encoder.split_once(' ').expect("a name and a version");
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
            assert!(lock.contains(&entry), "{encoder} is not in Cargo.lock: another version may encode other bytes");
        }
    }
}
