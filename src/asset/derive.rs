//! Files made from others: pictures in other sizes and formats, and drawings.
//!
//! A page asks for them while it is rendered, which costs next to nothing: what it gets is plain data (`Derived`), with the
//! address that the file will have. They are made afterwards, each once, however many pages ask. A name tells everything that
//! a file is made of by its hash, so whoever has a file of that name, in the cache or in the output, need not make it again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3Default;

use super::Assets;
use super::drawing::{self, Trouble};
use super::raster::{self, Format, Pixels};
use crate::diagnostic::Diagnostic;
use crate::fs;

/// A file that is made from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// Where it is published, relative to the output.
    pub published: String,
    /// The hash of all that it is made of, as hexadecimal digits.
    pub key: String,
    pub recipe: Recipe,
}

/// How a file is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipe {
    /// A picture of `public/` in another size or format.
    Picture { source: String, width: u32, height: u32, format: Format, quality: u8 },
    /// An SVG text that `template` gave, drawn.
    Drawing { template: String, svg: Arc<str>, width: u32, height: u32 },
}

/// Why a file can't be made.
#[derive(Debug)]
pub enum Failure {
    /// The source can't be read.
    Unread(Diagnostic),
    /// The source is no good, or the format can't hold it.
    Picture(String),
    Drawing(Trouble),
}

/// Where they are published: in a folder of their own, so that a host can be told with one rule that they never change.
const FOLDER: &str = "made";

/// What the bytes depend on beside source and settings: the libraries that make them. A test compares this with Cargo.lock.
const MAKERS: &str = "fast_image_resize 6.1.0, image 0.25.10, ravif 0.13.0, rav1e 0.8.1, resvg 0.49.0, webp 0.3.1";

impl Derived {
    /// A picture of `public/` in another size or format; `digest` is the hash of the source's bytes.
    pub fn picture(source: &str, digest: u64, (width, height): (u32, u32), format: Format, quality: u8) -> Self {
        let key = key(&format!("{digest:016x} {width}×{height} {} {quality}", format.ending()));
        let stem = source.rsplit_once('.').map_or(source, |(stem, _)| stem);
        let published = format!("{FOLDER}/{stem}-{width}.{}.{}", &key[..10], format.ending());
        let recipe = Recipe::Picture { source: source.to_owned(), width, height, format, quality };
        Self { published, key, recipe }
    }

    /// A drawing of an SVG text, written with fonts of the hash `digest`.
    pub fn drawing(template: &str, svg: String, digest: u64, (width, height): (u32, u32)) -> Self {
        let key = key(&format!("{digest:016x} {width}×{height} {svg}"));
        let stem = template.rsplit_once('.').map_or(template, |(stem, _)| stem);
        let published = format!("{FOLDER}/{stem}.{}.png", &key[..10]);
        let recipe = Recipe::Drawing { template: template.to_owned(), svg: svg.into(), width, height };
        Self { published, key, recipe }
    }

    /// Where it is kept below the folder of the cache.
    pub fn cached(&self, folder: &Path) -> PathBuf {
        let ending = match &self.recipe {
            Recipe::Picture { format, .. } => format.ending(),
            Recipe::Drawing { .. } => Format::Png.ending(),
        };
        folder.join(format!("{}.{ending}", self.key))
    }
}

fn key(recipe: &str) -> String {
    let mut hasher = Xxh3Default::new();
    hasher.update(MAKERS.as_bytes());
    hasher.update(recipe.as_bytes());
    format!("{:032x}", hasher.digest128())
}

/// Parts what is to be made into batches to be made one after the other, in any order: pictures of one source share its
/// decoding.
pub fn batches<'a>(wanted: impl IntoIterator<Item = &'a Derived>) -> Vec<Vec<&'a Derived>> {
    let mut pictures: BTreeMap<&str, Vec<&Derived>> = BTreeMap::new();
    let mut batches = Vec::new();
    for derived in wanted {
        match &derived.recipe {
            Recipe::Picture { source, .. } => pictures.entry(source).or_default().push(derived),
            Recipe::Drawing { .. } => batches.push(vec![derived]),
        }
    }
    batches.extend(pictures.into_values());
    batches
}

/// Makes the files of one batch, and hands them to `take` one by one. The first failure ends it: what is wrong with a
/// source is wrong with all that is made of it.
///
/// # Errors
/// Why it can't be made.
pub fn make(
    batch: &[&Derived],
    assets: &Assets,
    take: &(dyn Fn(&Derived, Vec<u8>) + Sync),
) -> Result<(), (String, Failure)> {
    let mut source: Option<Pixels> = None;
    for derived in batch {
        let bytes = match &derived.recipe {
            Recipe::Drawing { svg, width, height, .. } => {
                drawing::draw(svg, *width, *height, assets.fonts()).map_err(Failure::Drawing)
            }
            Recipe::Picture { source: path, width, height, format, quality } => {
                let decoded = source.take().map_or_else(|| assets.pixels(path), Ok);
                decoded.and_then(|pixels| {
                    let encoded = pixels.resized(*width, *height).and_then(|small| small.encoded(*format, *quality));
                    source = Some(pixels);
                    encoded.map_err(Failure::Picture)
                })
            }
        };
        take(derived, bytes.map_err(|failure| (derived.published.clone(), failure))?);
    }
    Ok(())
}

impl Assets {
    /// Reads and decodes the picture that others are made from.
    fn pixels(&self, path: &str) -> Result<Pixels, Failure> {
        let asset = self.get(path).map_err(|(message, _)| Failure::Picture(message))?;
        let bytes = fs::read_bytes(&asset.source, &asset.shown()).map_err(Failure::Unread)?;
        raster::decode(&bytes).map_err(Failure::Picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(source: &str, digest: u64, width: u32, quality: u8) -> Derived {
        Derived::picture(source, digest, (width, width), Format::Avif, quality)
    }

    #[test]
    fn names_tell_everything_a_file_is_made_of() {
        let one = picture("images/a.b.jpg", 1, 480, 60);
        let hash = &one.key[..10];
        assert_eq!(one.published, format!("made/images/a.b-480.{hash}.avif"));
        assert_eq!(one, picture("images/a.b.jpg", 1, 480, 60));
        let others = [
            picture("images/a.b.jpg", 2, 480, 60),
            picture("images/a.b.jpg", 1, 481, 60),
            picture("images/a.b.jpg", 1, 480, 61),
            Derived::picture("images/a.b.jpg", 1, (480, 480), Format::Webp, 60),
        ];
        assert!(others.iter().all(|other| other.key != one.key));
        assert_eq!(
            picture("copy.jpg", 1, 480, 60).key,
            one.key,
            "the same picture under another name is not made again"
        );
    }

    #[test]
    fn the_makers_are_those_of_the_lock_file() {
        let lock = include_str!("../../Cargo.lock");
        for maker in MAKERS.split(", ") {
            let (name, version) = maker.split_once(' ').expect("a name and a version");
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
            assert!(lock.contains(&entry), "{maker} is not in Cargo.lock: other versions may make other bytes");
        }
    }
}
