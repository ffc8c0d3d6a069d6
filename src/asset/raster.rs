//! Raster images: decoding, resizing, and encoding in formats for browsers.
//!
//! Each image is processed on one thread, so that its bytes are the same on every machine. Different images are
//! processed in parallel.

use std::borrow::Cow;
use std::error::Error;
use std::io::Cursor;

use fast_image_resize::images::{TypedCroppedImage, TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x4;
use fast_image_resize::{ResizeOptions, Resizer};
use memchr::memmem;
use moxcms::{CmsError, ColorProfile, DataColorSpace, Layout, TransformOptions};
use ravif::{Img, RGB8, RGBA8};
use webp::PixelLayout;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::crop::Crop;
use super::orientation::Orientation;

/// A format that pictures can be encoded in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    Avif,
    Webp,
    Jpeg,
    Png,
}

impl Format {
    /// Returns the file extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::Webp => "webp",
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }
}

/// A decoded picture: four bytes for each pixel, which are red, green, blue and alpha.
pub struct Bitmap {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

/// The speed of the AVIF encoder, from 1 (slow, small files) to 10. `docs/decisions/0006` has the measurements.
const AVIF_SPEED: u8 = 6;

/// The maximum number of pixels of a picture from which images are derived. Decoding that many takes half a gigabyte,
/// and few cameras record more.
pub const MAX_PIXELS: u64 = 64_000_000;

/// The maximum memory for a row of a PNG, or for its metadata. A row of [`MAX_PIXELS`] with four channels of 16 bits
/// fits.
const MAX_PNG_BUFFER_BYTES: usize = 512_000_000;

/// The longest side of a JPEG, in pixels.
const MAX_SIDE: usize = u16::MAX as usize;

/// Whether a JPEG or PNG contains its end marker; true for other files. Without this check, the missing part of a
/// truncated JPEG would be decoded as grey.
pub fn is_complete(bytes: &[u8]) -> bool {
    let (from, end): (usize, &[u8]) = match bytes {
        [0xff, 0xd8, ..] => (first_scan(bytes).unwrap_or_default(), &[0xff, 0xd9]),
        [0x89, b'P', b'N', b'G', ..] => (0, b"IEND"),
        _ => return true,
    };
    memmem::rfind(&bytes[from..], end).is_some()
}

/// Returns the offset at which the pixels of a JPEG begin; `None` if the segments before them are malformed. The file's
/// end marker comes after this offset; a thumbnail in an earlier segment may have an end marker of its own.
fn first_scan(bytes: &[u8]) -> Option<usize> {
    let mut at = 2;
    loop {
        match bytes.get(at..)? {
            // A byte that fills a gap between two segments.
            [0xff, 0xff, ..] => at += 1,
            [0xff, 0xda, ..] => return Some(at),
            [0xff, _, high, low, ..] => at += 2 + usize::from(u16::from_be_bytes([*high, *low])),
            _ => return None,
        }
    }
}

/// Decodes a JPEG or PNG, converts its colours to sRGB, and turns it upright by its EXIF orientation.
pub fn decode(bytes: &[u8]) -> Result<Bitmap, String> {
    if !is_complete(bytes) {
        return Err("the file ends too early".to_owned());
    }
    let decoded = if bytes.starts_with(&[0xff, 0xd8]) { decode_jpeg(bytes) } else { decode_png(bytes) };
    decoded.map_err(|error| error.to_string().to_lowercase())
}

fn decode_jpeg(bytes: &[u8]) -> Result<Bitmap, Box<dyn Error>> {
    let options = DecoderOptions::default().set_strict_mode(false).set_max_width(MAX_SIDE).set_max_height(MAX_SIDE);
    let decoder = |options| JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let mut header = decoder(options);
    header.decode_headers()?;
    let size @ (width, height) = header.dimensions().ok_or("the picture has no size")?;
    check_size(width, height)?;
    // RGB is the only colour space that the decoder can't convert to RGBA.
    let is_rgb = header.input_colorspace() == Some(ColorSpace::RGB);
    let colours = if is_rgb { ColorSpace::RGB } else { ColorSpace::RGBA };
    let mut decoder = decoder(options.jpeg_set_out_colorspace(colours));
    let mut rgba = decoder.decode()?;
    if is_rgb {
        rgba = rgba.as_chunks().0.iter().flat_map(|&[r, g, b]| [r, g, b, u8::MAX]).collect();
    }
    let orientation = decoder.exif().map(|exif| Orientation::of_exif(exif)).unwrap_or_default();
    Bitmap::upright(in_srgb(rgba, decoder.icc_profile().as_deref()), size, orientation)
}

fn decode_png(bytes: &[u8]) -> Result<Bitmap, Box<dyn Error>> {
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MAX_PNG_BUFFER_BYTES });
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    check_size(reader.info().width as usize, reader.info().height as usize)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let frame = reader.next_frame(&mut pixels)?;
    pixels.truncate(frame.buffer_size());
    let rgba = match frame.color_type {
        png::ColorType::GrayscaleAlpha => pixels.as_chunks().0.iter().flat_map(|&[l, a]| [l, l, l, a]).collect(),
        _ => pixels,
    };
    let info = reader.info();
    let orientation = info.exif_metadata.as_deref().map(Orientation::of_exif).unwrap_or_default();
    Bitmap::upright(
        in_srgb(rgba, info.icc_profile.as_deref()),
        (frame.width as usize, frame.height as usize),
        orientation,
    )
}

/// Fails if a picture has more than [`MAX_PIXELS`].
fn check_size(width: usize, height: usize) -> Result<(), &'static str> {
    if (width as u64).saturating_mul(height as u64) > MAX_PIXELS { Err("the picture is too large") } else { Ok(()) }
}

/// Converts pixels from the colour space of an ICC profile to sRGB, the colour space of pictures without a profile.
/// Pixels are returned as they are if the profile is damaged or describes other colours than red, green and blue.
fn in_srgb(rgba: Vec<u8>, profile: Option<&[u8]>) -> Vec<u8> {
    let convert = |profile: &[u8]| -> Result<Option<Vec<u8>>, CmsError> {
        let profile = ColorProfile::new_from_slice(profile)?;
        if profile.color_space != DataColorSpace::Rgb {
            return Ok(None);
        }
        let (srgb, options) = (ColorProfile::new_srgb(), TransformOptions::default());
        let transform = profile.create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgba, options)?;
        let mut converted = vec![0; rgba.len()];
        transform.transform(&rgba, &mut converted)?;
        Ok(Some(converted))
    };
    profile.and_then(|profile| convert(profile).ok()?).unwrap_or(rgba)
}

impl Bitmap {
    /// Creates the upright picture from the pixels of a file.
    fn upright(rgba: Vec<u8>, size: (usize, usize), orientation: Orientation) -> Result<Self, Box<dyn Error>> {
        if rgba.len() != size.0 * size.1 * 4 {
            return Err("the file has too few pixels".into());
        }
        let rgba = orientation.apply(rgba, size);
        let (width, height) = if orientation.swaps_sides { (size.1, size.0) } else { size };
        Ok(Self { width: u32::try_from(width)?, height: u32::try_from(height)?, rgba })
    }

    /// Returns a part of the picture, or all of it, scaled to another size in pixels.
    pub fn resized(&self, width: u32, height: u32, crop: Option<Crop>) -> Result<Self, Box<dyn Error>> {
        let Crop { left, top, width: part_width, height: part_height } =
            crop.unwrap_or(Crop { left: 0, top: 0, width: self.width, height: self.height });
        let source = TypedImageRef::<U8x4>::from_buffer(self.width, self.height, &self.rgba)?;
        // The part is cut out first: the crop of `ResizeOptions` would mix in neighbouring pixels.
        let part = TypedCroppedImage::from_ref(&source, left, top, part_width, part_height)?;
        let mut rgba = vec![0; width as usize * height as usize * 4];
        let mut target = TypedImage::<U8x4>::from_buffer(width, height, &mut rgba)?;
        // `resize_typed` compiles the library's code for this pixel type only; `resize` would compile all fourteen.
        Resizer::new().resize_typed(&part, &mut target, &ResizeOptions::new())?;
        Ok(Self { width, height, rgba })
    }

    /// Returns the bytes of the picture as a file. `quality` is from 1 to 100; PNG ignores it.
    pub fn encoded(&self, format: Format, quality: u8) -> Result<Vec<u8>, Box<dyn Error>> {
        match format {
            Format::Avif => self.avif(quality),
            Format::Webp => self.webp(quality),
            Format::Jpeg => self.jpeg(quality),
            Format::Png => self.png(),
        }
    }

    fn avif(&self, quality: u8) -> Result<Vec<u8>, Box<dyn Error>> {
        let encoder = ravif::Encoder::new().with_quality(f32::from(quality)).with_speed(AVIF_SPEED);
        // The encoder splits a picture into one tile per thread, so the number of threads would change the bytes.
        let encoder = encoder.with_num_threads(Some(1));
        let (width, height) = (self.width as usize, self.height as usize);
        let encoded = if self.is_opaque() {
            let pixels: Vec<RGB8> = self.pixels().map(|[r, g, b, _]| RGB8::new(r, g, b)).collect();
            encoder.encode_rgb(Img::new(&pixels, width, height))
        } else {
            let pixels: Vec<RGBA8> = self.pixels().map(|[r, g, b, a]| RGBA8::new(r, g, b, a)).collect();
            encoder.encode_rgba(Img::new(&pixels, width, height))
        };
        Ok(encoded?.avif_file)
    }

    fn webp(&self, quality: u8) -> Result<Vec<u8>, Box<dyn Error>> {
        let (pixels, has_alpha) = self.without_needless_alpha();
        let layout = if has_alpha { PixelLayout::Rgba } else { PixelLayout::Rgb };
        let encoder = webp::Encoder::new(&pixels, layout, self.width, self.height);
        let encoded = encoder.encode_simple(false, f32::from(quality));
        Ok(encoded.map_err(|error| format!("{error:?}"))?.to_vec())
    }

    fn jpeg(&self, quality: u8) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut bytes = Vec::new();
        let side =
            |pixels: u32| u16::try_from(pixels).map_err(|_| format!("a JPEG has at most {} pixels a side", u16::MAX));
        let (width, height) = (side(self.width)?, side(self.height)?);
        let encoder = jpeg_encoder::Encoder::new(&mut bytes, quality);
        encoder.encode(&self.rgba, width, height, jpeg_encoder::ColorType::Rgba)?;
        Ok(bytes)
    }

    fn png(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::Adaptive);
        let (pixels, has_alpha) = self.without_needless_alpha();
        encoder.set_color(if has_alpha { png::ColorType::Rgba } else { png::ColorType::Rgb });
        encoder.write_header()?.write_image_data(&pixels)?;
        Ok(bytes)
    }

    fn is_opaque(&self) -> bool {
        self.pixels().all(|[.., alpha]| alpha == u8::MAX)
    }

    /// Returns the bytes of the pixels, without alpha if all are opaque, and whether they have alpha.
    fn without_needless_alpha(&self) -> (Cow<'_, [u8]>, bool) {
        if self.is_opaque() {
            let mut rgb = Vec::with_capacity(self.rgba.len() / 4 * 3);
            self.pixels().for_each(|[colours @ .., _]| rgb.extend_from_slice(&colours));
            (Cow::Owned(rgb), false)
        } else {
            (Cow::Borrowed(self.rgba.as_slice()), true)
        }
    }

    fn pixels(&self) -> impl Iterator<Item = [u8; 4]> {
        self.rgba.as_chunks().0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a picture that is red on the left, and blue with this alpha on the right.
    fn sample(alpha: u8) -> Bitmap {
        let row = |_| (0..64).flat_map(move |x| if x < 32 { [200, 20, 20, 255] } else { [20, 20, 200, alpha] });
        Bitmap { width: 64, height: 32, rgba: (0..32).flat_map(row).collect() }
    }

    #[test]
    fn every_format_keeps_size_and_colours() {
        for (format, alpha) in [(Format::Jpeg, 255), (Format::Png, 255), (Format::Png, 90)] {
            let small = sample(alpha).resized(32, 16, None).expect("a smaller one");
            let decoded = decode(&small.encoded(format, 90).expect("bytes")).expect("a picture");
            assert_eq!((decoded.width, decoded.height), (32, 16), "{format:?}");
            let pixel = |x: usize| &decoded.rgba[(8 * 32 + x) * 4..][..4];
            assert!(pixel(4)[0] > 180 && pixel(4)[2] < 50, "{format:?} {:?}", pixel(4));
            assert!(pixel(28)[2] > 180 && pixel(28)[3] == alpha, "{format:?} {:?}", pixel(28));
        }
        for format in [Format::Avif, Format::Webp] {
            for alpha in [255, 90] {
                let bytes = sample(alpha).encoded(format, 60).expect("bytes");
                let size = imagesize::blob_size(&bytes).expect("a picture");
                assert_eq!((size.width, size.height), (64, 32), "{format:?}");
                assert_eq!(
                    bytes,
                    sample(alpha).encoded(format, 60).expect("bytes"),
                    "{format:?} encodes to the same bytes twice"
                );
            }
        }
    }

    /// The expected colours are those of the matrices in CSS Color 4, chapter 18.
    #[test]
    fn wide_colours_are_converted_to_srgb() {
        let wide = Bitmap { width: 2, height: 1, rgba: vec![200, 100, 50, 255, 60, 90, 200, 255] };
        let profile = ColorProfile::new_display_p3().encode().expect("a profile");
        let mut png = Vec::new();
        let mut info = png::Info::with_size(2, 1);
        (info.color_type, info.bit_depth) = (png::ColorType::Rgba, png::BitDepth::Eight);
        info.icc_profile = Some(profile.clone().into());
        let encoder = png::Encoder::with_info(&mut png, info).expect("an encoder");
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&wide.rgba)).expect("written");
        let expected = [215, 93, 31, 255, 50, 91, 207, 255];
        assert_eq!(decode(&png).expect("a picture").rgba, expected);

        let mut jpeg = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut jpeg, 100);
        encoder.add_icc_profile(&profile).expect("a segment");
        let flat = [200, 100, 50, 255].repeat(64);
        encoder.encode(&flat, 8, 8, jpeg_encoder::ColorType::Rgba).expect("written");
        let decoded = decode(&jpeg).expect("a picture").rgba;
        assert!(decoded[..3].iter().zip(expected).all(|(is, should)| is.abs_diff(should) < 4), "{:?}", &decoded[..3]);

        let damaged = &profile[..profile.len() / 2];
        assert_eq!(in_srgb(wide.rgba.clone(), Some(damaged)), wide.rgba);
    }

    #[test]
    fn a_part_is_cut_to_the_pixel() {
        let part = Crop { left: 30, top: 3, width: 4, height: 2 };
        let cut = sample(255).resized(4, 2, Some(part)).expect("a part");
        let row = [[200, 20, 20, 255], [200, 20, 20, 255], [20, 20, 200, 255], [20, 20, 200, 255]];
        assert_eq!(cut.rgba, [row, row].concat().concat());
        let blue = Crop { left: 32, top: 0, width: 32, height: 32 };
        let small = sample(255).resized(8, 8, Some(blue)).expect("a part");
        assert!(small.pixels().all(|pixel| pixel == [20, 20, 200, 255]), "nothing beside the part is mixed in");
    }

    #[test]
    fn the_end_of_a_thumbnail_is_not_that_of_the_picture() {
        let jpeg = sample(255).encoded(Format::Jpeg, 80).expect("bytes");
        let with_thumbnail = [&jpeg[..2], b"\xff\xe1\0\x06\xff\xd8\xff\xd9", &jpeg[2..]].concat();
        assert!(decode(&with_thumbnail).is_ok());
        assert!(decode(&with_thumbnail[..with_thumbnail.len() - 4]).is_err());
    }

    #[test]
    fn pictures_with_too_many_pixels_are_rejected() {
        let mut png = Vec::new();
        let mut info = png::Info::with_size(64_000_008, 1);
        (info.color_type, info.bit_depth) = (png::ColorType::Grayscale, png::BitDepth::One);
        let encoder = png::Encoder::with_info(&mut png, info).expect("an encoder");
        encoder.write_header().and_then(|mut writer| writer.write_image_data(&vec![0; 8_000_001])).expect("written");
        let mut jpeg = sample(255).encoded(Format::Jpeg, 80).expect("bytes");
        // The sides follow the marker, the length and the precision of the frame.
        let frame = memmem::find(&jpeg, &[0xff, 0xc0]).expect("a frame");
        jpeg[frame + 5..frame + 9].copy_from_slice(&[0x1f, 0x41, 0x1f, 0x41]);
        for bytes in [png, jpeg] {
            assert_eq!(decode(&bytes).map(|bitmap| bitmap.width), Err("the picture is too large".to_owned()));
        }
    }

    #[test]
    fn broken_pictures_are_rejected() {
        let jpeg = sample(255).encoded(Format::Jpeg, 80).expect("bytes");
        let png = sample(255).encoded(Format::Png, 80).expect("bytes");
        for bytes in [&b"no picture"[..], &jpeg[..jpeg.len() / 2], &png[..png.len() / 2], b""] {
            assert!(decode(bytes).is_err(), "{} bytes", bytes.len());
        }
    }
}
