//! The reader of image headers: finds the size and format of a picture without decoding it.

use std::io::Cursor;
use std::path::Path;

use imagesize::ImageType;
use svgtypes::{Length, LengthUnit, ViewBox};
use xxhash_rust::xxh3::xxh3_64;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

use super::crop::Size;
use super::exif::PhotoFacts;
use super::orientation::Orientation;
use super::raster::{self, Format};
use crate::fs;
use crate::html::{Tag, Token, scan};

/// The number of bytes of a JPEG that are searched for EXIF data, which has 64 KB at most and precedes the pixels.
const MAX_EXIF_SEARCH_BYTES: u64 = 128 * 1024;

/// The properties of a picture that are known without decoding it.
#[derive(Debug, Clone, Copy)]
pub struct ImageInfo {
    pub size: Size,
    /// JPEG or PNG; `None` for any other format and for an animated PNG, from which no images are derived.
    pub format: Option<Format>,
    /// False for a JPEG or PNG that is truncated.
    pub is_complete: bool,
    /// The hash of the file's bytes.
    pub digest: u64,
}

impl ImageInfo {
    /// Reads the properties of an SVG, or of a raster picture in a format that `imagesize` knows (PNG, JPEG, WebP, AVIF
    /// …). Returns `None` for anything else, and for a picture without a readable size.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let (format, exif) = match imagesize::image_type(bytes) {
            Ok(ImageType::Jpeg) => (Some(Format::Jpeg), jpeg_exif(bytes)),
            Ok(ImageType::Png) => png_format_and_exif(bytes),
            _ => (None, None),
        };
        let size = match imagesize::blob_size(bytes) {
            Ok(size) => Size { width: u32::try_from(size.width).ok()?, height: u32::try_from(size.height).ok()? },
            Err(_) => svg_size(std::str::from_utf8(bytes).ok()?)?,
        };
        // Browsers turn a JPEG or PNG as its EXIF data says. Chrome and Firefox ignore the EXIF data of a WebP.
        let swaps_sides = exif.is_some_and(|exif| Orientation::of_exif(&exif).swaps_sides);
        let size = if swaps_sides { Size { width: size.height, height: size.width } } else { size };
        Some(Self { size, format, is_complete: raster::is_complete(bytes), digest: xxh3_64(bytes) })
    }
}

/// Reads what a camera wrote into a JPEG. Only the beginning of the file is read; an unreadable file has no facts.
pub fn read_photo_facts(file: &Path, shown_as: &str) -> PhotoFacts {
    let bytes = fs::read_start(file, MAX_EXIF_SEARCH_BYTES, shown_as).unwrap_or_default();
    jpeg_exif(&bytes).map(|exif| PhotoFacts::of_exif(&exif)).unwrap_or_default()
}

fn jpeg_exif(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut decoder = JpegDecoder::new(ZCursor::new(bytes));
    // An error after the EXIF data is ignored: `bytes` may be only the beginning of a file, and decoding the picture
    // reports damage.
    _ = decoder.decode_headers();
    decoder.exif().cloned()
}

/// Returns the format of a PNG (`None` if it is animated) and its EXIF data (`None` if it has none). Damage is ignored:
/// decoding the picture reports it.
fn png_format_and_exif(bytes: &[u8]) -> (Option<Format>, Option<Vec<u8>>) {
    let Ok(reader) = png::Decoder::new(Cursor::new(bytes)).read_info() else { return (Some(Format::Png), None) };
    let info = reader.info();
    (info.animation_control.is_none().then_some(Format::Png), info.exif_metadata.as_deref().map(<[u8]>::to_vec))
}

/// Reads the size of an SVG from its root element; `None` if there is none, or the element has no size.
fn svg_size(text: &str) -> Option<Size> {
    let (mut is_root, mut size) = (true, None);
    scan(text, |token| {
        if let Token::Start(tag) = token
            && std::mem::take(&mut is_root)
            && tag.name.rsplit(':').next() == Some("svg")
        {
            size = root_size(tag);
        }
    });
    size
}

/// Reads `width` and `height` in CSS pixels. The size or ratio in the `viewBox` stands in for what is missing (SVG 2,
/// 8.2 and 8.6).
fn root_size(tag: &Tag<'_>) -> Option<Size> {
    let side = |name: &str| tag.get(name).and_then(|attribute| pixels(attribute.raw.trim().parse().ok()?));
    let view_box = tag.get("viewBox").and_then(|attribute| attribute.raw.parse::<ViewBox>().ok());
    let (width, height) = match (side("width"), side("height"), view_box) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some(shape)) => (width, width * shape.h / shape.w),
        (None, Some(height), Some(shape)) => (height * shape.w / shape.h, height),
        (None, None, Some(shape)) => (shape.w, shape.h),
        _ => return None,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, and a picture's size")]
    let rounded = |n: f64| n.round().min(f64::from(u32::MAX)) as u32;
    Some(Size { width: rounded(width), height: rounded(height) })
}

/// Returns a length in CSS pixels, of which an inch has 96 (CSS Values 4, 6.2); `None` if it is not positive, or
/// relative to a font or to the page.
fn pixels(length: Length) -> Option<f64> {
    let pixels = match length.unit {
        LengthUnit::None | LengthUnit::Px => length.number,
        LengthUnit::In => length.number * 96.0,
        LengthUnit::Cm => length.number * 96.0 / 2.54,
        LengthUnit::Mm => length.number * 96.0 / 25.4,
        LengthUnit::Pt => length.number * 96.0 / 72.0,
        LengthUnit::Pc => length.number * 16.0,
        LengthUnit::Em | LengthUnit::Ex | LengthUnit::Percent => return None,
    };
    Some(pixels).filter(|pixels| pixels.is_normal() && *pixels > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(u32, u32)>) {
        let size = ImageInfo::of(text.as_bytes()).map(|info| (info.size.width, info.size.height));
        assert_eq!(size, expected, "{text}");
    }

    #[test]
    fn the_size_of_an_svg_is_read_from_attributes_or_view_box() {
        check(r#"<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60px">"#, Some((120, 60)));
        check(r#"<?xml version="1.0"?><svg viewBox="0 0 1200 675"/>"#, Some((1200, 675)));
        check(r#"<svg width="100%" height="100%" viewBox="0,0,32.4,16">"#, Some((32, 16)));
        check(r#"<svg stroke-width="2" viewBox='0 0 8 8'>"#, Some((8, 8)));
        check("<svg viewBox=\"0 0\n\t8 8\">", Some((8, 8)));
        check(r#"<svg width="60" height="100%" viewBox="0 0 30 10">"#, Some((60, 20)));
        check(r#"<svg height="60" viewBox="0 0 30 10">"#, Some((180, 60)));
        check(r#"<svg width="10cm" height="5cm">"#, Some((378, 189)));
        check(r#"<svg width="210mm" height="297mm" viewBox="0 0 210 297">"#, Some((794, 1123)));
        check(r#"<svg width="2in" height=" 36pt ">"#, Some((192, 48)));
        check(r#"<svg width="2pc" height="1em" viewBox="0 0 4 3">"#, Some((32, 24)));
        check(r#"<!-- <svg width="1" height="2"> --><svg width="3" height="4">"#, Some((3, 4)));
        check(r#"<svg aria-label="a > b, width='1'" width="3" height="4">"#, Some((3, 4)));
        check(r#"<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="3" height="4"/>"#, Some((3, 4)));
        check(r#"<svg width="60">"#, None);
        check("<svg>", None);
        check("<p>", None);
    }

    #[test]
    fn no_images_are_derived_from_an_animated_png() {
        let format = |frames: u32| {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 3, 2);
            if frames > 1 {
                encoder.set_animated(frames, 0).expect("frames");
            }
            let mut writer = encoder.write_header().expect("a header");
            (0..frames).for_each(|_| writer.write_image_data(&[0; 6]).expect("a frame"));
            writer.finish().expect("a picture");
            ImageInfo::of(&bytes).expect("a picture").format
        };
        assert_eq!((format(1), format(2)), (Some(Format::Png), None));
    }

    #[test]
    fn the_size_of_a_turned_png_is_that_of_the_upright_picture() {
        let exif = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let mut info = png::Info::with_size(3, 2);
        info.exif_metadata = Some(exif[..].into());
        let mut bytes = Vec::new();
        let encoder = png::Encoder::with_info(&mut bytes, info).expect("an encoder");
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&[0; 6]));
        written.expect("a picture");
        let info = ImageInfo::of(&bytes).expect("a picture");
        assert_eq!((info.size, info.format), (Size { width: 2, height: 3 }, Some(Format::Png)));
    }
}
